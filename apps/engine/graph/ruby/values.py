"""What expressions of Ruby give and which method a call runs."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, Value
from apps.engine.graph.ruby.builtin_names import KERNEL, ONE_ROW, RECORD, ROWS
from apps.engine.graph.ruby.methods import Methods
from apps.engine.graph.ruby.things import UNKNOWN, Thing, made, outside
from apps.engine.graph.ruby.world import Found, Type, World

_STEPS = 1_000  # of one question
_DEPTH = 24
_LITERALS = {"string": "String", "template": "String", "list": "Array", "dict": "Hash", "number": "Integer", "function": "Proc"}
_SAME = frozenset({"tap", "freeze", "dup", "clone", "itself", "presence", "reload", "try!", "extend"})


class RubyValues:
    """Asks the world.  Answers that cost too many steps are "unknown"."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._steps = self._depth = 0
        self._busy: set[tuple[object, ...]] = set()
        self._returns: dict[tuple[str, str, str], Thing] = {}
        self._methods = Methods(world)

    def begin(self) -> None:
        """A new question."""
        self._steps = self._depth = 0
        self._busy.clear()

    def _enter(self) -> bool:
        self._steps += 1
        if self._steps > _STEPS or self._depth >= _DEPTH:
            return False
        self._depth += 1
        return True

    # names

    def meaning(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a dotted name stands for: a constant, a variable's value, a method."""
        below, _, last = name.rpartition(".")
        if not below:
            if last[:1].isupper() or last.startswith("::"):
                return self._constant(path, scope, last, evaluated=False)
            this = self._methods.this(path, scope)
            if this.kind == "class" and this.type is not None:  # ``before_save :check`` names a method of the instances
                found = self._methods.method(Thing("instance", this.type), last, is_own=True)
                if found.kind == "method":
                    return found
            return self._methods.alone(path, scope, last, line)
        if last[:1].isupper():
            return self._constant(path, scope, name, evaluated=False)
        return self._methods.method(self.dotted(path, scope, below, line), last)

    def dotted(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a chain of names gives."""
        parts = name.split(".")
        count = 0
        while count < len(parts) and (parts[count][:1].isupper() or parts[count].startswith("::")):
            count += 1
        if count:
            found = self._constant(path, scope, ".".join(parts[:count]))
        else:
            found, count = self._first(path, scope, parts[0], line), 1
        for part in parts[count:]:
            if found.kind == "unknown":
                return UNKNOWN
            found = self._given(found, part)
        return found

    def _constant(self, path: str, scope: str, written: str, *, evaluated: bool = True) -> Thing:
        found = self._world.constant(path, scope, written)
        if isinstance(found, Type):
            return Thing("class", found)
        if isinstance(found, str):
            return outside(found) if found else UNKNOWN
        where, assignment = found
        if not evaluated:
            return Thing("variable", path=where, assignment=assignment)
        return self._value_of(where, assignment)

    def _first(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What the first name of a chain gives: a variable, or a method of this object."""
        if name == "self":
            return self._methods.this(path, scope)
        if name.startswith("@"):
            return self._variable(path, scope, name)
        local = self._local(path, scope, name, line)
        if local is not None:
            return local
        return self._result(self._methods.alone(path, scope, name, line))

    def _local(self, path: str, scope: str, name: str, line: int) -> Thing | None:
        """The value of a variable or parameter of the method around, None where there is none."""
        bound = self._world.locals[path].get((scope, name), ())
        chosen: Assignment | None = None
        for assignment in bound:
            if assignment.kind == "parameter":
                if assignment.line <= line <= assignment.end_line:
                    chosen = assignment
            elif assignment.line <= line and (path, scope, name, assignment.line) not in self._busy:
                chosen = assignment
        if chosen is not None:
            value = self._value_of(path, chosen)
            return self._block_variable(path, chosen, value) if chosen.kind == "parameter" else value
        definition = self._world.definitions[path].get(scope)
        parameter = next((item for item in definition.parameters if item.name == name), None) if definition is not None else None
        return UNKNOWN if parameter is not None or bound else None

    def _block_variable(self, path: str, bound: Assignment, receiver: Thing) -> Thing:
        """What the first parameter of a block is: one of many, the object itself (``tap``), a table that is described."""
        call = self._world.blocks[path].get((bound.line, bound.end_line))
        last = call.callee.text.rpartition(".")[2] if call is not None else ""
        if last in ("create_table", "change_table"):
            return made("ActiveRecord.ConnectionAdapters.TableDefinition")
        if receiver.kind == "class" and last in ("new", "create", "create!", "tap") and receiver.type is not None:
            return Thing("instance", receiver.type, how="inferred") if last != "tap" else receiver
        if receiver.kind == "many":
            return Thing("instance", receiver.type, how="inferred")
        return receiver if last in ("tap", "then", "yield_self") else UNKNOWN

    def _value_of(self, path: str, assignment: Assignment) -> Thing:
        key = (path, assignment.scope, assignment.target, assignment.line)
        if assignment.value is None or key in self._busy or assignment.kind == "augmented" or not self._enter():
            return UNKNOWN
        self._busy.add(key)
        try:
            found = self.value(path, assignment.scope, assignment.value, assignment.line)
            if assignment.kind == "except":
                return Thing("instance", found.type, how="inferred") if found.kind == "class" else UNKNOWN
            return found.inferred()
        finally:
            self._busy.discard(key)
            self._depth -= 1

    def _variable(self, path: str, scope: str, name: str) -> Thing:
        """An instance's variable: what all assignments of it in the class agree on."""
        around = self._world.cref(path, scope)
        of = self._world.types.get(around[0]) if around else None
        return self._held(of, name) if of is not None else UNKNOWN

    def _held(self, of: Type, name: str) -> Thing:
        results: dict[tuple[object, ...], Thing] = {}
        for item in self._world.ancestors(of).types:
            for path, assignment in item.variables.get(name, ()):
                if assignment.value is not None and assignment.value.kind == "none":
                    continue
                found = self._value_of(path, assignment)
                results[found.kind, id(found.type), found.external] = found
        return next(iter(results.values())) if len(results) == 1 else UNKNOWN

    # values

    def _given(self, owner: Thing, name: str) -> Thing:
        """What a method of a thing gives, called without arguments."""
        return self._result(self._methods.method(owner, name), name)

    def _is_record(self, of: Type) -> bool:
        return any(name in RECORD for name in self._world.ancestors(of).outside)

    def _result(self, found: Thing, name: str = "") -> Thing:
        """What running a method gives."""
        owner = found.owner
        if found.kind == "class":
            return Thing("instance", found.type, how="inferred")
        if found.kind == "method" and found.found is not None:
            if found.found[1].kind == "constructor":
                of = owner.type if owner is not None else None
                return Thing("instance", of, how="inferred") if of is not None else UNKNOWN
            return self._returned(found.found, owner)
        if owner is not None and owner.type is not None:
            last = name or found.external.rpartition(".")[2]
            return self._of_record(owner, owner.type, last, found)
        return made(f"{found.external}()") if found.kind == "outside" and found.external else UNKNOWN

    def _of_record(self, owner: Thing, of: Type, last: str, found: Thing) -> Thing:
        """What methods that libraries give classes and objects of the repository return."""
        if last in _SAME:
            return owner
        if owner.kind == "instance":
            if last == "class":
                return Thing("class", of, how="inferred")
            for item in self._world.ancestors(of).types:
                if last in item.associations:
                    return self._associated(*item.associations[last])
            return UNKNOWN
        if not self._is_record(of):
            return UNKNOWN
        if last in ONE_ROW:
            return Thing("instance", of, how="inferred")
        if last in ROWS or any(last in item.scopes for item in self._world.ancestors(of).types):
            return Thing("many", of, how="inferred")
        return UNKNOWN

    def _associated(self, path: str, call: Call) -> Thing:
        named = next((item.value for item in call.arguments if item.name == "class_name"), None)
        name = call.arguments[0].value.text
        is_many = call.callee.text in ("has_many", "has_and_belongs_to_many")
        if any(item.name in ("polymorphic", "through") for item in call.arguments):
            return UNKNOWN
        written = named.text.replace("::", ".") if named is not None else _class_name(name, is_many=is_many)
        found = self._world.constant(path, call.scope, written) if written else ""
        return Thing("many" if is_many else "instance", found, how="inferred") if isinstance(found, Type) else UNKNOWN

    def _returned(self, found: Found, owner: Thing | None) -> Thing:
        path, definition = found
        if definition.kind == "accessor":
            of = owner.type if owner is not None and owner.kind == "instance" else None
            return self._held(of, f"@{definition.name}") if of is not None else UNKNOWN
        key = (path, definition.qualname, "()")
        known = self._returns.get(key)
        if known is not None:
            return known
        if key in self._busy or not self._enter():
            return UNKNOWN
        self._busy.add(key)
        try:
            results = {}
            for value in definition.returned:
                if value.kind == "none":
                    continue
                result = self.value(path, definition.qualname, value, value.line)
                results[result.kind, id(result.type), result.external] = result
            known = next(iter(results.values())).inferred() if len(results) == 1 else UNKNOWN
        finally:
            self._busy.discard(key)
            self._depth -= 1
        if not self._busy:
            self._returns[key] = known
        return known

    def value(self, path: str, scope: str, value: Value, line: int) -> Thing:
        """What an expression gives."""
        if not self._enter():
            return UNKNOWN
        try:
            kind = value.kind
            if kind == "name":
                return self.dotted(path, scope, value.text, line)
            if kind == "call" and value.call is not None:
                found = self.target(path, value.call, scope)
                return self._result(found, value.call.callee.text.rpartition(".")[2])
            if kind == "binary" and value.text in ("||", "or"):
                for item in value.items:
                    result = self.value(path, scope, item, line)
                    if result.kind != "unknown":
                        return result.inferred()
            if kind in _LITERALS:
                return made(_LITERALS[kind])
            return UNKNOWN
        finally:
            self._depth -= 1

    def target(self, path: str, call: Call, scope: str | None = None) -> Thing:
        """The method that a call runs."""
        callee = call.callee
        within = call.scope if scope is None else scope
        if callee.kind == "attribute" and callee.items:
            return self._methods.method(self.value(path, within, callee.items[0], call.line), callee.text).inferred()
        if callee.kind != "name":
            return UNKNOWN
        if callee.text == "super":
            return self._methods.overridden(path, within)
        below, _, last = callee.text.rpartition(".")
        if not below:
            if last[:1].isupper() and last not in KERNEL:
                return UNKNOWN
            return self._methods.alone(path, within, last, call.line)
        owner = self.dotted(path, within, below, call.line)
        return self._methods.method(owner, last, is_own=below == "self") if owner.kind != "unknown" else UNKNOWN


def _class_name(association: str, *, is_many: bool) -> str:
    """The class that an association's name means by convention."""
    word = association
    if is_many:
        for ending, into in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
            if word.endswith(ending):
                word = word.removesuffix(ending) + into
                break
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))
