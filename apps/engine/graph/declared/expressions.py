"""What expressions give and what calls run, by declared types."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.declared.lookup import Lookup
from apps.engine.graph.declared.overloads import choose
from apps.engine.graph.declared.program import Found, Type
from apps.engine.graph.declared.things import UNKNOWN, Thing, made, outside

_SAME = frozenset({"static", "?static", "$this"})  # a result that is what the method is called on


class Expressions(Lookup):
    """Evaluates expressions over what `Lookup` finds."""

    def meant(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a dotted name stands for where it is used as a value."""
        return self.dotted(path, scope, name, line)

    def dotted(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a dotted name stands for in a scope; variables are not evaluated where they are last."""
        head, *rest = name.split(".")
        found = self.head(path, scope, head, line)
        if found.kind == "unknown" and rest:
            whole = self.full(name)
            if whole.kind != "unknown":
                return whole
        for at, part in enumerate(rest):
            owner = self.evaluate(found)
            if at and owner.kind == "functions":
                owner = self._read(owner)
            found = self.member(owner, part)
            if found.kind == "unknown":
                break
        return found

    def _read(self, relation: Thing) -> Thing:
        """What a method that ties a row to others is when it is read as a field: one row, or a list of them."""
        path, definition = relation.functions[0]
        for value in definition.returned if self.rules.relations else ():
            result = self.value(path, definition.qualname, value, value.line)
            steps = [step.removesuffix("()") for step in result.external.split(".")]
            name = next((step for step in steps if step in self.rules.relations), "")
            if name and result.arguments:
                return result.arguments[-1] if name in self.rules.rows else result
        return UNKNOWN

    def head(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a plain name stands for in a scope."""
        file = self.program.files[path]
        rules = self.rules
        if name in rules.selfs or name in rules.supers:
            own = self.own(file, scope, name)
            return Thing("instance", own.type, arguments=own.arguments) if own.kind == "type" else self._made(own)
        here: str = scope
        while here:
            definition = file.definitions.get(here)
            if definition is None:
                break
            found = self._local(file, path, definition, name, line)
            if found is not None:
                return found
            here = definition.parent
        key = (path, scope, name)
        known = self._heads.get(key)
        if known is None:
            known = self._heads[key] = self._declared(file, path, scope, name)
        return known

    def evaluate(self, found: Thing) -> Thing:
        """The value behind a variable; everything else is its own."""
        if found.kind != "variable" or found.assignment is None:
            return found
        assignment, path = found.assignment, found.path
        key = (path, assignment.scope, assignment.target, assignment.line)
        if key in self.busy or not self.enter():
            return UNKNOWN
        self.busy.add(key)
        try:
            return self._assigned(path, assignment, found.owner)
        finally:
            self.busy.discard(key)
            self.leave()

    def _assigned(self, path: str, assignment: Assignment, owner: Thing | None) -> Thing:
        if assignment.kind == "case":
            holder = self.program.enclosing(self.program.files[path], assignment.scope)
            return Thing("instance", holder) if holder is not None else UNKNOWN
        if assignment.annotation:
            found = self.typed(path, assignment.scope, assignment.annotation)
            if found.kind == "made" and owner is not None:
                found = self._given(found, owner)
            if found.kind != "unknown":
                return found
        if assignment.value is None:
            return UNKNOWN
        value = self.value(path, assignment.scope, assignment.value, assignment.line)
        if value.external == "()" and value.arguments:
            value = value.arguments[0]
        return self.element(value) if assignment.kind in ("loop", "parameter") else value.inferred()

    def _given(self, found: Thing, owner: Thing) -> Thing:
        """A type parameter of a generic type, replaced by what the owner was given for it."""
        if owner.type is not None and owner.arguments and found.external in owner.type.parameters:
            at = owner.type.parameters.index(found.external)
            if at < len(owner.arguments):
                return owner.arguments[at].inferred()
        return found

    def element(self, collection: Thing) -> Thing:
        """What a loop over something gives."""
        if collection.kind == "made" and collection.arguments:
            return collection.arguments[-1].inferred()
        return UNKNOWN

    def value(self, path: str, scope: str, value: Value, line: int) -> Thing:
        """What an expression gives."""
        if not self.enter():
            return UNKNOWN
        try:
            kind = value.kind
            if kind == "name":
                found = self.evaluate(self.dotted(path, scope, value.text, line))
                return self._read(found) if found.kind == "functions" and self.rules.relations else found
            if kind == "call" and value.call is not None:
                return self.result(path, value.call, scope, line)
            if kind == "attribute" and value.items:
                below = self.value(path, scope, value.items[0], line)
                found = self.evaluate(self.member(below, value.text)).inferred()
                return self._read(found) if found.kind == "functions" and self.rules.relations else found
            if kind == "cast":
                return self.typed(path, scope, value.text)
            if kind == "subscript" and value.items:
                below = self.value(path, scope, value.items[0], line)
                if below.external == "()" and value.items[1].text.isdigit() and len(below.arguments) > int(value.items[1].text):
                    return below.arguments[int(value.items[1].text)]
                return self.element(below)
            if kind == "list":
                items = [self.value(path, scope, item, line) for item in value.items[:1]]
                return made("[]", tuple(items))
            if kind == "binary" and len(value.items) >= 2 and value.text in ("?:", "??", "?", "||", "or", "if"):
                for item in value.items:
                    found = self.value(path, scope, item, line)
                    if found.kind != "unknown":
                        return found.inferred()
            if kind in ("string", "template"):
                return made("string")
            return UNKNOWN
        finally:
            self.leave()

    def result(self, path: str, call: Call, scope: str, line: int) -> Thing:
        """What a call gives back."""
        target = self._target(path, call, scope, line)
        if target.kind == "generated":
            return self.evaluate(target)
        if target.kind in ("type", "instance"):
            return Thing("instance", target.type, arguments=self._explicit(path, scope, call), how=target.how)
        if target.kind == "outside":
            return self._given_outside(path, scope, call, target)
        if target.kind != "functions":
            return UNKNOWN
        where, definition, _ = self.chosen(target.functions, call, path, scope)
        if definition.kind == "constructor" or definition.name in self.rules.constructor_names:
            owner = self.program.enclosing(self.program.files[where], definition.qualname)
            return Thing("instance", owner, how=target.how) if owner is not None else UNKNOWN
        return self._returned(where, definition, target, path, scope, call)

    def _explicit(self, path: str, scope: str, call: Call) -> tuple[Thing, ...]:
        return tuple(self.typed(path, scope, item) for item in call.type_arguments)

    def _given_outside(self, path: str, scope: str, call: Call, target: Thing) -> Thing:
        owner, last = target.owner, target.external.rpartition(".")[2]
        if not last:
            return outside("")
        if last in self.rules.handing and call.arguments:
            handed = self.value(path, scope, call.arguments[0].value, call.line)
            if handed.kind == "type":
                return Thing("instance", handed.type, how="inferred")
        if owner is not None and self.rules.stores and last in self.rules.relations | self.rules.queries:
            kept = self._row(path, scope, call, owner, last)
            if kept is not None:
                return kept.inferred() if last in self.rules.unwrapping else made(f"{target.external}()", (kept,))
        if owner is not None and owner.arguments and last in self.rules.unwrapping:
            kept = owner.arguments[-1]
            return kept.inferred() if kept.kind != "unknown" else UNKNOWN
        if owner is not None and owner.type is not None:
            return made(f"{target.external}()", self._held_by_base(owner.type))
        if call.is_new or (last[:1].isupper() and self.rules.capitals_construct):
            return made(target.external, self._explicit(path, scope, call))
        return made(f"{target.external}()")

    def _row(self, path: str, scope: str, call: Call, owner: Thing, last: str) -> Thing | None:
        """What a query or relation gives rows of: the type that is handed in, or that of what it is asked of."""
        if last in self.rules.relations:
            handed = self.value(path, scope, call.arguments[0].value, call.line) if call.arguments else UNKNOWN
            return Thing("instance", handed.type, how="inferred") if handed.kind == "type" else None
        if owner.type is not None:
            return Thing("instance", owner.type, how="inferred") if self.stored(owner.type) else None
        return owner.arguments[-1] if owner.kind == "made" and owner.arguments and owner.external.endswith("()") else None

    def _held_by_base(self, of: Type) -> tuple[Thing, ...]:
        """What the generic outside base of a type is given first: ``Owners extends Repository<Owner, Integer>`` holds owners."""
        above = [base for item in self.line(of) for base in self.bases(item) if base.kind == "outside"]
        return above[0].arguments[:1] if len(above) == 1 else ()

    def _returned(self, path: str, definition: Definition, target: Thing, from_path: str, scope: str, call: Call) -> Thing:
        key = (path, definition.qualname, "()")
        if key in self.busy or not self.enter():
            return UNKNOWN
        self.busy.add(key)
        try:
            if definition.returns in _SAME and target.owner is not None and target.owner.type is not None:
                return Thing("instance", target.owner.type, arguments=target.owner.arguments, how="inferred")
            if definition.returns:
                found = self.typed(path, definition.qualname, definition.returns, definition)
                if found.kind == "made" and target.owner is not None:
                    found = self._given(found, target.owner)
                if found.kind == "unknown" and call.type_arguments:
                    found = self.typed(from_path, scope, call.type_arguments[0])
                if found.external == "()" and len(found.arguments) and not call.awaited:
                    return found
                return found.inferred()
            if "generator" in definition.properties:
                return UNKNOWN
            results = [
                self.value(path, definition.qualname, value, value.line) for value in definition.returned if value.kind != "none"
            ]
            known = {(item.kind, id(item.type), item.external): item for item in results}
            return next(iter(known.values())).inferred() if len(known) == 1 else UNKNOWN
        finally:
            self.busy.discard(key)
            self.leave()

    def chosen(self, functions: Sequence[Found], call: Call, path: str, scope: str) -> tuple[str, Definition, bool]:
        """The one of several functions that a call in a scope means, and whether that is sure."""
        return choose(functions, call)

    def called(self, path: str, call: Call) -> Thing:
        """What a call runs: one function, a type, or something outside."""
        target = self._target(path, call, call.scope, call.line)
        if target.kind == "generated" and target.type is not None:
            return Thing("type", target.type, how="inferred")
        if target.kind in ("type", "instance") and target.type is not None:
            return self._constructor(target, target.type, call, path)
        if target.kind == "functions":
            where, definition, sure = self.chosen(target.functions, call, path, call.scope)
            how = target.how if sure or target.how == "name" else "inferred"
            return Thing("functions", functions=((where, definition),), how=how)
        if target.kind == "outside":
            return target
        return UNKNOWN

    def _constructor(self, target: Thing, of: Type, call: Call, path: str) -> Thing:
        if target.kind == "instance" and not call.is_new and not self._is_super(call):
            return UNKNOWN
        holders = self.line(of) if self.rules.inherited_constructors else [of]
        constructors = next((item.constructors for item in holders if item.constructors), [])
        if constructors:
            where, definition, sure = self.chosen(tuple(constructors), call, path, call.scope)
            return Thing("functions", functions=((where, definition),), how=target.how if sure else "inferred")
        for name in sorted(self.rules.constructor_names):
            for item in self.line(of):
                if name in item.methods:
                    where, definition, sure = self.chosen(tuple(item.methods[name]), call, path, call.scope)
                    return Thing("functions", functions=((where, definition),), how=target.how if sure else "inferred")
        return Thing("type", of, how=target.how)

    def _is_super(self, call: Call) -> bool:
        return call.callee.kind == "name" and call.callee.text in (self.rules.supers | self.rules.selfs)

    def _target(self, path: str, call: Call, scope: str, line: int) -> Thing:
        callee = call.callee
        if callee.kind == "name":
            if call.is_new:
                file = self.program.files[path]
                found = self.type_named(file, path, scope, callee.text)
                return found
            found = self._callable(path, scope, callee.text, line)
        elif callee.kind == "attribute" and callee.items:
            below = self.value(path, scope, callee.items[0], line)
            found = self.member(below, callee.text).inferred()
        elif callee.kind in ("function", "other"):
            return UNKNOWN
        else:
            found = self.value(path, scope, callee, line)
        if self.rules.invoked and found.kind in ("variable", "instance", "made"):
            found = self.member(self.evaluate(found), self.rules.invoked).inferred()
        if found.kind == "variable":
            return UNKNOWN
        if found.kind == "type" and not (self.rules.calls_construct or self._makes(callee)):
            return UNKNOWN
        return found

    def _makes(self, callee: Value) -> bool:
        return callee.text.rpartition(".")[2] in self.rules.makers

    def _callable(self, path: str, scope: str, name: str, line: int) -> Thing:
        """A name that is called: a method is meant before a field of the same name."""
        below, _, last = name.rpartition(".")
        if below:
            owner = self.evaluate(self.dotted(path, scope, below, line))
            if owner.kind == "functions" and self.rules.relations:
                owner = self._read(owner)
            return self.member(owner, last) if owner.kind != "unknown" else self.full(name)
        found = self.head(path, scope, name, line)
        if found.kind == "variable" and found.assignment is not None and self.rules.implicit_members:
            owner_type = self.program.enclosing(self.program.files[path], scope)
            while owner_type is not None:
                methods = [item for of in self.line(owner_type) for item in of.methods.get(name, ())]
                if methods:
                    return Thing("functions", functions=tuple(methods))
                owner_type = owner_type.outer
        return found
