"""What members of objects, instances and classes of scripts may be."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.entities import Entity
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, holding, plain

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_BELOW = 40  # classes below one class that are looked at
_WRITES = 40  # assignments to one property name of a file that are looked at
_BINDINGS = 12
_NO_BODY = frozenset({"overload", "abstract"})


class Membership:
    """Members, by what declares or writes them."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._written: dict[str, dict[str, list[tuple[Assignment, str]]]] = {}
        self._prototypes: dict[str, dict[str, list[tuple[str, Value, int]]]] = {}
        self._below: dict[tuple[str, str], list[tuple[str, str]]] | None = None
        self._literals: dict[tuple[str, str], list[Thing]] | None = None
        self._above: dict[Thing, list[Thing]] = {}

    def members(self, owners: Things, name: str) -> Things:
        """What a member of one of some things may be."""
        return self._flow.union(self.member(owner, name) for owner in sorted(owners))

    def member(self, owner: Thing, name: str) -> Things:
        """What a member of a thing may be."""
        kind = owner.kind
        if kind == "external":
            return frozenset({Thing("external", "", f"{owner.name}.{name}" if name != "default" else owner.name)})
        if kind == "list":
            return frozenset({holding("native", f"{owner.name}.prototype.{name}", frozenset({owner}))})
        asked = owner._replace(is_self=False) if owner.is_self else owner
        found = self._flow.once(("member", asked, name), lambda: self._member(asked, name))
        return self.of_receivers(found, frozenset({owner}))

    def of_receivers(self, things: Things, receivers: Things) -> Things:
        """What a member gives with those it was asked of in place of itself."""
        if not any(thing.is_self for thing in things):
            return things
        out: set[Thing] = set()
        for thing in things:
            same = [one for one in receivers if self._is_one(one, thing)] if thing.is_self else []
            out.update(same or [thing._replace(is_self=False)])
        return frozenset(out)

    def taken_as(self, found: Things, declared: Things) -> Things:
        """What is left of some things where the code says of what type they are: those that can be of it, else that type."""
        types = [thing for thing in sorted(declared) if thing.kind == "typed"]
        if not types:
            return found
        kept = {
            thing
            for thing in found
            if thing.kind not in ("typed", "instance") or any(self._is_one(thing, declared) for declared in types)
        }
        return frozenset(kept) if any(thing.kind in ("typed", "instance") for thing in kept) else frozenset({*kept, *types})

    def _is_one(self, receiver: Thing, declared: Thing) -> bool:
        return receiver.kind in ("instance", "typed") and self.is_below(
            receiver.path, receiver.name, declared.path, declared.name
        )

    def is_below(self, path: str, qualname: str, above: str, name: str) -> bool:
        """Whether a class is another one or inherits from it."""
        line = self._flow.names.classes.of(path, qualname)
        return any((cls.path, cls.qualname) == (above, name) for cls in line if cls.kind == "class")

    def _member(self, owner: Thing, name: str) -> Things:
        kind = owner.kind
        if kind == "module":
            index = self._flow.names.files.get(owner.path)
            self._flow.names.steps = 0
            return self._flow.variables.of(self._flow.names.exports.exported(index, name)) if index is not None else NOTHING
        if kind in ("instance", "typed"):
            return self._instance_member(owner, name)
        if kind == "super":
            return self._class_member(owner, name, static=False)
        if kind == "prototype":
            return self._instance_member(Thing("instance", owner.path, owner.name), name)
        if kind == "object":
            return self._object_member(owner, name)
        if kind in ("function", "class", "namespace", "lambda", "signature"):
            return self._static(owner, name)
        return NOTHING

    def _static(self, owner: Thing, name: str) -> Things:
        index = self._flow.names.files[owner.path]
        if name == "prototype" and owner.kind in ("function", "class"):
            return frozenset({Thing("prototype", owner.path, owner.name)})
        if owner.kind == "class":
            found = self._class_member(owner, name, True)
            if found:
                return found
        definition = index.definitions.get(f"{owner.name}.{name}")
        if definition is not None and owner.kind not in ("lambda", "signature"):
            return frozenset({self._flow.defined(index, definition)})
        if name in ("call", "apply", "bind"):
            return frozenset({holding("native", f"Function.prototype.{name}", frozenset({owner}))})
        return self._writes(owner, name)

    def _instance_member(self, owner: Thing, name: str) -> Things:
        index = self._flow.names.files.get(owner.path)
        definition = index.definitions.get(owner.name) if index is not None else None
        if index is None or definition is None:
            return NOTHING
        if definition.kind in CLASSES or definition.kind == "type":
            found = self._class_member(owner, name, False) or self._writes(owner, name)
            return self._of_literals(owner, name, found) if definition.kind in ("interface", "type") else found
        return self._made_member(index, definition, owner, name)

    def _of_literals(self, owner: Thing, name: str, declared: Things) -> Things:
        """A field of an interface or type: what its type says, and of one that says no class what the literals of it hold."""
        if any(thing.kind not in ("signature", "typed") or self.is_class(thing) for thing in declared):
            return declared
        literals = self.literals(owner.path, owner.name)
        for path, below in self.below(owner.path, owner.name):
            literals = literals + self.literals(path, below)
        return self._flow.union([declared, *(self.member(literal, name) for literal in dict.fromkeys(literals))])

    def is_class(self, thing: Thing) -> bool:
        """Whether a thing that is declared to be one is of a class: its members are what the class says."""
        definition = self._flow.names.files[thing.path].definitions.get(thing.name) if thing.kind == "typed" else None
        return definition is not None and definition.kind in CLASSES and definition.kind != "interface"

    def _class_member(self, owner: Thing, name: str, static: bool) -> Things:
        """A member by the classes of the line, the first that has it."""
        line = self._flow.names.classes.of(owner.path, owner.name)
        if owner.kind == "super":
            line = line[1:]
        for cls in line or [Entity("class", owner.path, owner.name)]:
            if cls.kind != "class":
                if cls.kind == "external" and not static and not cls.external.startswith("builtins."):
                    return frozenset({Thing("external", "", f"{cls.external}.{name}")})
                continue
            found = self._own(cls.path, cls.qualname, name, static, owner)
            if found is not None:
                return found
        return NOTHING

    def _own(self, path: str, qualname: str, name: str, static: bool, owner: Thing) -> Things | None:
        index = self._flow.names.files[path]
        bindings = index.scopes.get(qualname, {}).get(name)
        defined = [binding.definition for binding in bindings or () if binding.definition is not None]
        if defined:
            getters = [item for item in defined if item.kind == "accessor" and "setter" not in item.properties]
            if getters:
                return self._flow.outcomes.returned(Thing("function", path, getters[0].qualname))
            real = [item for item in defined if "overload" not in item.properties] or defined
            return frozenset({self._flow.defined(index, real[-1])})
        assignments = [binding.assignment for binding in bindings or () if binding.assignment is not None]
        assignments += index.own.get(qualname, {}).get(name, []) if not static else []
        if assignments:
            return plain(self._flow.union(self._put(index, qualname, one, owner) for one in assignments[:_BINDINGS]))
        return None

    def _put(self, index: FileIndex, qualname: str, assignment: Assignment, owner: Thing) -> Things:
        """What an assignment puts into a member; of what a constructor is given only what it is for the owner's class."""
        maker = index.definitions.get(assignment.scope)
        value = assignment.value
        is_making = maker is not None and maker.kind == "constructor" and maker.parent == qualname and owner.name != qualname
        if is_making and maker is not None and value is not None and value.kind == "name" and not assignment.annotation:
            found = self._flow.arguments.made_with(index, maker, value.text, owner)
            if found:
                return found
        return self._flow.variables.assigned(index, assignment)

    def _made_member(self, index: FileIndex, function: Definition, owner: Thing, name: str) -> Things:
        """A member of what ``new F()`` of a plain function makes."""
        found: set[Thing] = set()
        here = index.definitions.get(f"{function.qualname}.{name}")
        if here is not None:
            found.add(self._flow.defined(index, here))
        for binding in index.scopes.get(function.qualname, {}).get(f"this.{name}", ())[:_BINDINGS]:
            if binding.assignment is not None:
                found |= self._flow.variables.assigned(index, binding.assignment)
        outer = index.scopes.get(function.parent, {})
        for binding in outer.get(f"{function.name}.prototype.{name}", ())[:_BINDINGS]:
            found |= self._flow.variables.binding(index, binding)
        literal = index.definitions.get(f"{function.qualname}.prototype.{name}")
        if literal is not None:
            found.add(self._flow.defined(index, literal))
        if found:
            return frozenset(found) if len(found) <= MOST else NOTHING
        for binding in outer.get(f"{function.name}.prototype", ())[:_BINDINGS]:
            if binding.assignment is not None and binding.assignment.value is not None:
                found |= self.members(self._flow.variables.assigned(index, binding.assignment), name)
        for scope, value, line in self._chained(index).get(f"{function.name}.prototype", ()):
            found |= self.members(self._flow.things(index, scope, value, line), name)
        for scope, value, line in self._chained(index).get(function.name, ()):
            for parent in self._flow.things(index, scope, value, line):
                if parent.kind in ("function", "class"):
                    found |= self.member(Thing("prototype", parent.path, parent.name), name)
        return frozenset(found) if len(found) <= MOST else NOTHING

    def _chained(self, index: FileIndex) -> dict[str, list[tuple[str, Value, int]]]:
        """What ``Object.setPrototypeOf``, ``Object.assign`` and ``inherits`` put below a plain name."""
        known = self._prototypes.get(index.facts.path)
        if known is None:
            known = self._prototypes[index.facts.path] = defaultdict(list)
            for call in index.facts.calls:
                name = call.callee.text
                if name in ("Object.setPrototypeOf", "Object.assign") or name.rpartition(".")[2] == "inherits":
                    targets = [argument.value for argument in call.arguments]
                    if len(targets) > 1 and targets[0].kind == "name":
                        known[targets[0].text].extend((call.scope, value, call.line) for value in targets[1:])
        return known

    def _object_member(self, owner: Thing, name: str) -> Things:
        index, scope, value = self._flow.objects[int(owner.name)]
        found: set[Thing] = set()
        if isinstance(value, Call):  # attributes of an element
            for argument in value.arguments:
                if argument.name == name:
                    found |= self._flow.things(index, scope, argument.value, value.line)
            return frozenset(found)
        spreads: list[Value] = []
        computed: list[Value] = []
        for key, item in zip(value.keys, value.items, strict=False):
            if key.kind == "string" and key.text == name:
                found |= self._flow.things(index, scope, item, value.line)
            elif key.kind == "spread":
                spreads.append(item)
            elif key.kind != "string":
                computed.append(item)
        if not found:
            for item in spreads:
                found |= self.members(self._flow.things(index, scope, item, value.line), name)
        found |= self._writes(owner, name)
        if not found:
            found |= self._flow.items(index, scope, computed, value.line)
        return frozenset(found) if len(found) <= MOST else NOTHING

    def keyed(self, owner: Thing, key: Value) -> Things:
        """What an object holds under a computed key, as it is written: ``[Kind.A]``."""
        index, scope, value = self._flow.objects[int(owner.name)]
        if key.kind != "name" or isinstance(value, Call):
            return NOTHING
        pairs = zip(value.keys, value.items, strict=False)
        same = [item for written, item in pairs if written.kind == "name" and written.text == key.text]
        return self._flow.items(index, scope, same, value.line)

    def entries(self, owner: Thing) -> Things:
        """All values an object holds."""
        index, scope, value = self._flow.objects[int(owner.name)]
        if isinstance(value, Call):
            return NOTHING
        return self._flow.items(index, scope, value.items, value.line)

    def _writes(self, owner: Thing, name: str) -> Things:
        """What assignments of the file put into a property of a thing; where none names it, those whose name is computed."""
        index = self._flow.names.files[owner.path]
        written = self._written.get(owner.path)
        if written is None:
            written = self._written[owner.path] = _writes_of(index)
        found: set[Thing] = set()
        for wanted in (name, "*"):
            for assignment, base in written.get(wanted, ())[:_WRITES]:
                if owner in plain(self._flow.variables.dotted(index, assignment.scope, base, assignment.line)):
                    copied = _copied(assignment) if wanted == "*" else None
                    if copied is not None:
                        from_there = self._flow.things(index, assignment.scope, copied, assignment.line)
                        found |= self.members(from_there, name)
                    else:
                        found |= self._flow.variables.assigned(index, assignment)
            if found:
                break
        return plain(frozenset(found)) if len(found) <= MOST else NOTHING

    def below(self, path: str, qualname: str) -> list[tuple[str, str]]:
        """All classes that inherit from a class or implement an interface."""
        if self._below is None:
            self._below = defaultdict(list)
            for here in sorted(self._flow.names.files):
                index = self._flow.names.files[here]
                for definition in index.facts.definitions:
                    if definition.bases:
                        for base in self._flow.names.classes.bases(here, definition.qualname):
                            if base.kind == "class":
                                child = (here, index.merges_into.get(definition.qualname, definition.qualname))
                                self._below[base.path, base.qualname].append(child)
        out: list[tuple[str, str]] = []
        todo = [(path, qualname)]
        while todo and len(out) < _BELOW:
            for child in self._below.get(todo.pop(), ()):
                if child not in out:
                    out.append(child)
                    todo.append(child)
        return out

    def declared_above(self, method: Thing) -> list[Thing]:
        """The methods of classes and interfaces above that a method is called by the name of."""
        known = self._above.get(method)
        if known is None:
            known = self._above[method] = self._declared_above(method)
        return known

    def _declared_above(self, method: Thing) -> list[Thing]:
        definition = self._flow.names.files[method.path].definitions.get(method.name) if method.kind == "function" else None
        owner = self._flow.names.files[method.path].definitions.get(definition.parent) if definition is not None else None
        if definition is None or owner is None or owner.kind not in CLASSES or definition.kind != "method":
            return []
        out: list[Thing] = []
        todo, seen = [(method.path, owner.qualname)], {(method.path, owner.qualname)}
        while todo and len(seen) < _BELOW:
            for base in self._flow.names.classes.bases(*todo.pop()):
                if base.kind == "class" and (base.path, base.qualname) not in seen:
                    seen.add((base.path, base.qualname))
                    todo.append((base.path, base.qualname))
                    bindings = self._flow.names.files[base.path].scopes.get(base.qualname, {}).get(definition.name, ())
                    out.extend(Thing("function", base.path, one.definition.qualname) for one in bindings if one.definition)
        return out

    def implementation(self, path: str, qualname: str, name: str) -> Thing | None:
        """The method a class defines itself, of overloads the one that has a body."""
        index = self._flow.names.files[path]
        bindings = index.scopes.get(qualname, {}).get(name, ())
        defined = [binding.definition for binding in bindings if binding.definition is not None]
        real = [item for item in defined if not _NO_BODY & set(item.properties)]
        return Thing("function", path, real[-1].qualname) if real else None

    def literals(self, path: str, qualname: str) -> list[Thing]:
        """Object literals that are declared to be of an interface or type: by a variable's or a result's annotation."""
        if self._literals is None:
            self._literals = defaultdict(list)
            for _, index in sorted(self._flow.names.files.items()):
                for assignment in index.facts.assignments:
                    if assignment.annotation and assignment.value is not None and assignment.value.kind in ("dict", "list"):
                        self._declare(index, assignment.scope, assignment.annotation, assignment.scope, assignment.value)
                for definition in index.facts.definitions:
                    for value in definition.returned if definition.returns else ():
                        if value.kind in ("dict", "name"):
                            self._declare(index, definition.parent, definition.returns, definition.qualname, value)
        return self._literals.get((path, qualname), [])

    def _declare(self, index: FileIndex, outer: str, annotation: str, scope: str, value: Value) -> None:
        types, values = self._flow.typed.annotation(index, outer, annotation), [value]
        if value.kind == "list":
            types, values = self._flow.outcomes.elements(types), [item for item in value.items if item.kind == "dict"]
        declared = [one for one in sorted(types) if one.kind == "typed"]
        if not declared or self._literals is None:
            return
        for thing in sorted(self._flow.items(index, scope, values, value.line)):
            if thing.kind == "object":
                for one in declared:
                    self._literals[one.path, one.name].append(thing)


def _copied(assignment: Assignment) -> Value | None:
    """The object whose members ``a[key] = b[key]`` copies, by the names they have."""
    value = assignment.value
    if value is None or value.kind != "subscript" or len(value.items) != 2 or value.items[1].kind != "name":
        return None
    return value.items[0] if assignment.target.endswith(f"[{value.items[1].text}]") else None


def _writes_of(index: FileIndex) -> dict[str, list[tuple[Assignment, str]]]:
    """Assignments of a file to properties, by the property: ``a.b.c = …`` and ``a.b["c"] = …`` by c, ``a.b[c] = …`` by ``*``."""
    out: dict[str, list[tuple[Assignment, str]]] = defaultdict(list)
    for assignment in index.facts.assignments:
        target = assignment.target
        if target.endswith("]"):
            base, _, key = target[:-1].rpartition("[")
            name = key.strip("\"'") if key[:1] in "\"'0123456789" else "*"
            out[name].append((assignment, base))
        elif "." in target:
            base, _, name = target.rpartition(".")
            out[name].append((assignment, base))
    return out
