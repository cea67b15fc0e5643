"""What expressions of JavaScript and TypeScript may be: functions, classes, instances and objects followed as values.

Flow-insensitive and on demand: a question goes back from an expression to everything that may have been put there.  It starts
where names alone give no answer, so a set that grows too large counts as unknown: nothing is guessed from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.entities import Entity
from apps.engine.graph.script_builtins import (
    CALLBACKS,
    CONTAINERS,
    ELEMENT,
    FILLERS,
    FIRST,
    PROMISE_CALLBACKS,
    SAME,
)
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, alias_of, read_type
from apps.engine.graph.stdlib import SCRIPT_GLOBALS

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_DEPTH = 60  # steps in a row
_CALLERS = 40  # calls of one function whose arguments are looked at
_WRITES = 40  # assignments to one property name of a file that are looked at
_BINDINGS = 12
_ALIASES = 6
_NO_BODY = frozenset({"overload", "abstract"})
_FUNCTIONS = frozenset({"function", "lambda"})
_CALLABLE = frozenset({"function", "lambda", "class", "object"})
_CHOICES = frozenset({"||", "&&", "??", "if", ","})


class ScriptFlow:
    """Answers of one run; `callers` and `fed` grow while calls are resolved, `forget` makes the answers follow them."""

    def __init__(self, names: DynamicNames) -> None:
        self.names = names
        self.callers: dict[Thing, list[tuple[FileIndex, Call]]] = defaultdict(list)
        self.fed: dict[tuple[Thing, int], set[Thing]] = defaultdict(set)
        self.expected: dict[Thing, list[tuple[FileIndex, str, str]]] = defaultdict(list)  # … that stand where a type is declared
        self.given: dict[Thing, list[tuple[FileIndex, Call, int]]] = defaultdict(list)  # functions passed as arguments
        self._kept: dict[tuple[object, ...], Things] = {}
        self._busy: set[tuple[object, ...]] = set()
        self._objects: list[tuple[FileIndex, str, Value | Call]] = []
        self._object_places: dict[tuple[str, str, int], int] = {}
        self._signatures: list[tuple[FileIndex, str, Type]] = []
        self._signature_places: dict[tuple[str, str, Type], int] = {}
        self._written: dict[str, dict[str, list[tuple[Assignment, str]]]] = {}
        self._filled: dict[str, dict[str, list[Call]]] = {}
        self._prototypes: dict[str, dict[str, list[tuple[str, Value, int]]]] = {}
        self._below: dict[tuple[str, str], list[tuple[str, str]]] | None = None
        self._before: dict[tuple[object, ...], Things] = {}
        self._annotated: dict[tuple[str, str, str], Things] = {}
        self._types: dict[tuple[str, str, str], Things] = {}
        self._literals: dict[tuple[str, str], list[Thing]] | None = None
        self._parameter_types: dict[tuple[Thing, int], list[Thing]] = {}
        self._depth = 0

    def forget(self) -> None:
        """Answer anew from here on; where a question comes back to itself, the answer of before stands in."""
        self._before = self._kept
        self._kept = {}

    # expressions

    def things(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        """What an expression may be."""
        line = value.line or line
        key = (index.facts.path, scope, id(value), line)
        return self._once(key, lambda: self._expression(index, scope, value, line))

    def _once(self, key: tuple[object, ...], answer: Callable[[], Things]) -> Things:
        """The answer to a question, worked out once; what it was before where it depends on itself."""
        known = self._kept.get(key)
        if known is not None:
            return known
        if key in self._busy or self._depth >= _DEPTH:
            return self._before.get(key, NOTHING)
        self._busy.add(key)
        self._depth += 1
        try:
            found = answer()
        finally:
            self._busy.discard(key)
            self._depth -= 1
        self._kept[key] = found if len(found) <= MOST else NOTHING
        return self._kept[key]

    def _expression(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        kind = value.kind
        if kind == "name":
            return self.dotted(index, scope, value.text, line)
        if kind == "call" and value.call is not None:
            return self.results(index, value.call)
        if kind == "function":
            return self._function_value(index, value)
        if kind == "attribute" and value.items:
            return self.members(self.things(index, scope, value.items[0], line), value.text)
        if kind == "subscript" and len(value.items) == 2:
            return self._subscript(index, scope, value, line)
        if kind == "dict":
            return frozenset({self._object(index, scope, value)})
        if kind == "list":
            return frozenset({Thing("list", "", "Array", self._items(index, scope, value.items, line))})
        if kind == "binary" and value.text in _CHOICES:
            return self._union(self.things(index, scope, item, line) for item in value.items)
        if kind == "cast" and value.items:
            declared = self.annotation(index, scope, value.text)
            return declared or self.things(index, scope, value.items[0], line)
        if kind == "spread" and value.items:
            return self.elements(self.things(index, scope, value.items[0], line))
        return NOTHING

    def _items(self, index: FileIndex, scope: str, items: Iterable[Value], line: int) -> Things:
        return self._union(self.things(index, scope, item, line) for item in list(items)[:_WRITES])

    def _union(self, parts: Iterable[Things]) -> Things:
        out: set[Thing] = set()
        for part in parts:
            out |= part
            if len(out) > MOST:
                return NOTHING
        return frozenset(out)

    def _function_value(self, index: FileIndex, value: Value) -> Things:
        if value.text:
            definition = index.definitions.get(value.text)
            return frozenset({self._defined(index, definition)}) if definition is not None else NOTHING
        if value.items:
            return frozenset({Thing("lambda", index.facts.path, value.items[0].text)})
        return NOTHING

    def _defined(self, index: FileIndex, definition: Definition) -> Thing:
        kind = "function"
        if definition.kind in CLASSES:
            kind = "class"
        elif definition.kind == "namespace":
            kind = "namespace"
        elif definition.kind == "type":
            kind = "class"
        return Thing(kind, index.facts.path, definition.qualname)

    def _object(self, index: FileIndex, scope: str, value: Value | Call) -> Thing:
        key = (index.facts.path, scope, id(value))
        place = self._object_places.get(key)
        if place is None:
            place = self._object_places[key] = len(self._objects)
            self._objects.append((index, scope, value))
        return Thing("object", index.facts.path, str(place))

    def _subscript(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        below, place = value.items
        if below.kind == "function" and place.kind == "number":
            functions = self._function_value(index, below)
            return self._union(self.argument(function, int(place.text)) for function in functions)
        owners = self.things(index, scope, below, line)
        text = self.text(index, scope, place, line)
        out: set[Thing] = set()
        for owner in sorted(owners):
            if owner.kind == "list":
                out |= owner.inner
            elif text:
                out |= self.member(owner, text)
            elif owner.kind == "object":
                out |= self._entries(owner)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def text(self, index: FileIndex, scope: str, value: Value, line: int) -> str:
        """The text of a constant expression, "" where it is none; of a variable, with what is added to it before `line`."""
        if value.kind in ("string", "number"):
            return value.text
        if value.kind == "binary" and value.text == "+":
            parts = [self.text(index, scope, item, line) if item.kind != "binary" else "" for item in value.items]
            return "".join(parts) if all(parts) else ""
        if value.kind == "name" and "." not in value.text:
            for level in index.levels(scope):
                bindings = level.names.get(value.text)
                if bindings:
                    first = bindings[0].assignment if len(bindings) == 1 else None
                    return self._put_together(index, first, line) if first is not None else ""
        return ""

    def _put_together(self, index: FileIndex, first: Assignment, line: int) -> str:
        if first.value is None or first.value.kind != "string":
            return ""
        text = first.value.text
        if first.kind == "const":
            return text
        for assignment in index.facts.assignments:
            if assignment.kind == "augmented" and assignment.target == first.target and assignment.line <= line:
                if assignment.scope != first.scope or assignment.value is None or assignment.value.kind != "string":
                    return ""
                text += assignment.value.text
        return text

    # names

    def dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        """What a dotted name may be."""
        key = ("name", index.facts.path, scope, name, line)
        return self._once(key, lambda: self._dotted(index, scope, name, line))

    def _dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        first, _, rest = name.replace("?.", ".").partition(".")
        found = self._plain(index, scope, first, line)
        for part in rest.split(".") if rest else ():
            found = self.members(found, part)
            if not found:
                break
        return found

    def _plain(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        if name == "this":
            return self._this(index, scope)
        for level in index.levels(scope):
            shorts = [short for short in level.short.get(name, ()) if short.line <= line <= short.end_line]
            if shorts:
                nearest = max(short.line for short in shorts)
                inner = [short for short in shorts if short.line == nearest]
                end = min(short.end_line for short in inner)
                return self._union(self.assigned(index, short) for short in inner if short.end_line == end)
            if level.is_class:
                continue
            bindings = level.names.get(name)
            parameter = level.parameters.get(name)
            if parameter is not None:
                given = self.argument(Thing("function", index.facts.path, level.scope), parameter[0])
                return self._union([given, *(self._binding(index, one) for one in (bindings or ())[:_BINDINGS])])
            if bindings:
                return self._bound(index, bindings)
        return frozenset({Thing("external", "", name)}) if name in SCRIPT_GLOBALS else NOTHING

    def _bound(self, index: FileIndex, bindings: list[Binding]) -> Things:
        defined = [binding for binding in bindings if binding.definition is not None]
        real = [binding for binding in defined if binding.definition and "overload" not in binding.definition.properties]
        chosen = ([binding for binding in bindings if binding.definition is None] + (real or defined))[-_BINDINGS:]
        # a variable that is only declared at first is what is put into it later: all that is written in its scope
        empty = [binding for binding in chosen if binding.assignment is not None and binding.assignment.value is None]
        if 0 < len(empty) < len(chosen):
            found = self._union(self._binding(index, binding) for binding in chosen if binding not in empty)
            if found:
                return found
        return self._union(self._binding(index, binding) for binding in chosen)

    def _binding(self, index: FileIndex, binding: Binding) -> Things:
        if binding.definition is not None:
            return frozenset({self._defined(index, binding.definition)})
        if binding.assignment is not None:
            return self.assigned(index, binding.assignment)
        if binding.imported is None:
            return NOTHING
        self.names.steps = 0
        return self.of(self.names._imported(index, binding))

    def assigned(self, index: FileIndex, assignment: Assignment) -> Things:
        """What an assignment puts into its target."""
        if assignment.annotation:
            declared = self.annotation(index, assignment.scope, assignment.annotation)
            if declared and not _is_made(assignment.value):
                return declared
            if declared and assignment.value is not None:
                made = self.things(index, assignment.scope, assignment.value, assignment.line)
                return made if assignment.kind == "const" and made else self._union([made, declared])
        value = assignment.value
        if value is None or assignment.kind == "except":
            return NOTHING
        found = self.things(index, assignment.scope, value, assignment.line)
        if assignment.kind == "loop":
            return self.elements(found)
        if any(thing.kind == "list" for thing in found):
            found = self._with_fillings(index, assignment, found)
        return found

    def _with_fillings(self, index: FileIndex, assignment: Assignment, found: Things) -> Things:
        """Lists with what ``x.push(…)`` and the like add to the variable."""
        target = assignment.target
        owner = index.definitions.get(assignment.scope)
        if owner is not None and owner.kind in CLASSES and not target.startswith("this."):
            target = f"this.{target}"
        calls = self._fillings(index).get(target, ())
        added: set[Thing] = set()
        for call in calls[:_WRITES]:
            if target.startswith("this.") or not assignment.scope or call.scope.startswith(assignment.scope):
                for argument in call.arguments[-1:] if call.callee.text.endswith(".set") else call.arguments:
                    added |= self.things(index, call.scope, argument.value, call.line)
        if not added:
            return found
        return frozenset(
            thing._replace(inner=thing.inner | frozenset(added)) if thing.kind == "list" else thing for thing in found
        )

    def _fillings(self, index: FileIndex) -> dict[str, list[Call]]:
        known = self._filled.get(index.facts.path)
        if known is None:
            known = self._filled[index.facts.path] = defaultdict(list)
            for call in index.facts.calls:
                base, _, last = call.callee.text.rpartition(".")
                if base and last in FILLERS and call.callee.kind == "name":
                    known[base].append(call)
        return known

    def _this(self, index: FileIndex, scope: str) -> Things:
        found = self.names._special(index, scope, "this")
        if found is not None and found.kind in ("instance", "class"):
            return frozenset({Thing("typed" if found.kind == "instance" else "class", found.path, found.qualname)})
        path = index.facts.path
        here = index.definitions.get(scope)
        while here is not None:
            prefix = here.qualname.removeprefix(f"{here.parent}.") if here.parent else here.qualname
            owner = prefix.rpartition(".")[0]
            outer = index.definitions.get(here.parent)
            if here.kind in ("method", "accessor") and outer is not None and outer.kind not in CLASSES and not owner:
                return frozenset({Thing("instance", path, outer.qualname)})
            if here.kind == "method" and not outer and owner in index.definitions:
                return frozenset({Thing("instance", path, owner)})
            if owner and not owner.startswith(("return", "object")):
                return self.dotted(index, here.parent, owner, here.line)
            if any(name.startswith("this.") for name in index.scopes.get(here.qualname, ())):
                return frozenset({Thing("instance", path, here.qualname)})
            here = outer
        return NOTHING

    def of(self, entity: Entity) -> Things:
        """The things an entity of the search by names stands for."""
        kind = entity.kind
        index = self.names.files.get(entity.path) if entity.path else None
        if kind in ("class", "function") and index is not None and entity.definition is not None:
            return frozenset({self._defined(index, entity.definition)})
        if kind == "instance":
            return frozenset({Thing("typed", entity.path, entity.qualname)})
        if kind == "module":
            return frozenset({Thing("module", entity.path)})
        if kind == "external" and entity.external:
            return frozenset({Thing("external", "", entity.external)})
        if kind in ("variable", "object", "opaque") and entity.assignment is not None and index is not None:
            return self.assigned(index, entity.assignment)
        return NOTHING

    # types

    def types(self, index: FileIndex, scope: str, types: Iterable[Type], depth: int = 0) -> Things:
        """What a value of one of some types may be."""
        out: set[Thing] = set()
        for one in types:
            if one.name == "=>":
                out.add(self._signature(index, scope, one))
            elif one.name.startswith("[]"):
                inner = self.types(index, scope, one.inner, depth + 1) if depth < _ALIASES else NOTHING
                out.add(Thing("list", "", one.name[2:] or "Array", inner))
            elif one.is_value:
                out |= self.dotted(index, scope, one.name, 0)
            elif one.name == "this":
                out |= self._this(index, scope)
            else:
                out |= self._named_type(index, scope, one.name, depth)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def annotation(self, index: FileIndex, scope: str, text: str) -> Things:
        """What a value annotated so may be."""
        key = (index.facts.path, scope, text)
        known = self._annotated.get(key)
        if known is None:
            known = self._annotated[key] = self.types(index, scope, read_type(text))
        return known

    def _named_type(self, index: FileIndex, scope: str, name: str, depth: int) -> Things:
        key = (index.facts.path, scope, name)
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = self._type(index, scope, name, depth)
        return known

    def _type(self, index: FileIndex, scope: str, name: str, depth: int) -> Things:
        self.names.steps = 0
        found = self.names.dotted(index, scope, name, 0)
        definition = found.definition
        if definition is None or found.kind not in ("class", "function"):
            return NOTHING
        if definition.kind == "enum":
            return NOTHING
        if definition.kind == "type":
            there = self.names.files[found.path]
            if there.scopes.get(found.qualname):
                return frozenset({Thing("typed", found.path, found.qualname)})
            text = alias_of(definition.signature)
            if text and depth < _ALIASES:
                return self.types(there, definition.parent, read_type(text), depth + 1)
            return NOTHING
        return frozenset({Thing("typed", found.path, found.qualname)}) if found.kind == "class" else NOTHING

    def _signature(self, index: FileIndex, scope: str, signature: Type) -> Thing:
        key = (index.facts.path, scope, signature)
        place = self._signature_places.get(key)
        if place is None:
            place = self._signature_places[key] = len(self._signatures)
            self._signatures.append((index, scope, signature))
        return Thing("signature", index.facts.path, str(place))

    # members

    def members(self, owners: Things, name: str) -> Things:
        """What a member of one of some things may be."""
        return self._union(self.member(owner, name) for owner in sorted(owners))

    def member(self, owner: Thing, name: str) -> Things:
        """What a member of a thing may be."""
        kind = owner.kind
        if kind == "external":
            return frozenset({Thing("external", "", f"{owner.name}.{name}" if name != "default" else owner.name)})
        if kind == "list":
            return frozenset({Thing("native", "", f"{owner.name}.prototype.{name}", frozenset({owner}))})
        return self._once(("member", owner, name), lambda: self._member(owner, name))

    def _member(self, owner: Thing, name: str) -> Things:
        kind = owner.kind
        if kind == "module":
            index = self.names.files.get(owner.path)
            self.names.steps = 0
            return self.of(self.names.exports.exported(index, name)) if index is not None else NOTHING
        if kind in ("instance", "typed"):
            return self._instance_member(owner, name)
        if kind == "prototype":
            return self._instance_member(Thing("instance", owner.path, owner.name), name)
        if kind == "object":
            return self._object_member(owner, name)
        if kind in ("function", "class", "namespace", "lambda", "signature"):
            return self._static(owner, name)
        return NOTHING

    def _static(self, owner: Thing, name: str) -> Things:
        index = self.names.files[owner.path]
        if name == "prototype" and owner.kind in ("function", "class"):
            return frozenset({Thing("prototype", owner.path, owner.name)})
        if owner.kind == "class":
            found = self._class_member(owner, name, True)
            if found:
                return found
        definition = index.definitions.get(f"{owner.name}.{name}")
        if definition is not None and owner.kind not in ("lambda", "signature"):
            return frozenset({self._defined(index, definition)})
        if name in ("call", "apply", "bind"):
            return frozenset({Thing("native", "", f"Function.prototype.{name}", frozenset({owner}))})
        return self._writes(owner, name)

    def _instance_member(self, owner: Thing, name: str) -> Things:
        index = self.names.files.get(owner.path)
        definition = index.definitions.get(owner.name) if index is not None else None
        if index is None or definition is None:
            return NOTHING
        if definition.kind in CLASSES or definition.kind == "type":
            return self._class_member(owner, name, False) or self._writes(owner, name)
        return self._made_member(index, definition, owner, name)

    def _class_member(self, owner: Thing, name: str, static: bool) -> Things:
        """A member by the classes of the line, the first that has it."""
        line = self.names.classes.of(owner.path, owner.name)
        for cls in line or [Entity("class", owner.path, owner.name)]:
            if cls.kind != "class":
                if cls.kind == "external" and not static and not cls.external.startswith("builtins."):
                    return frozenset({Thing("external", "", f"{cls.external}.{name}")})
                continue
            found = self._own(cls.path, cls.qualname, name, static)
            if found is not None:
                return found
        return NOTHING

    def _own(self, path: str, qualname: str, name: str, static: bool) -> Things | None:
        index = self.names.files[path]
        bindings = index.scopes.get(qualname, {}).get(name)
        defined = [binding.definition for binding in bindings or () if binding.definition is not None]
        if defined:
            getters = [item for item in defined if item.kind == "accessor" and "setter" not in item.properties]
            if getters:
                return self._returned(Thing("function", path, getters[0].qualname))
            real = [item for item in defined if "overload" not in item.properties] or defined
            return frozenset({self._defined(index, real[-1])})
        assignments = [binding.assignment for binding in bindings or () if binding.assignment is not None]
        assignments += index.own.get(qualname, {}).get(name, []) if not static else []
        if assignments:
            return self._union(self.assigned(index, assignment) for assignment in assignments[:_BINDINGS])
        return None

    def _made_member(self, index: FileIndex, function: Definition, owner: Thing, name: str) -> Things:
        """A member of what ``new F()`` of a plain function makes."""
        found: set[Thing] = set()
        here = index.definitions.get(f"{function.qualname}.{name}")
        if here is not None:
            found.add(self._defined(index, here))
        for binding in index.scopes.get(function.qualname, {}).get(f"this.{name}", ())[:_BINDINGS]:
            if binding.assignment is not None:
                found |= self.assigned(index, binding.assignment)
        outer = index.scopes.get(function.parent, {})
        for binding in outer.get(f"{function.name}.prototype.{name}", ())[:_BINDINGS]:
            found |= self._binding(index, binding)
        literal = index.definitions.get(f"{function.qualname}.prototype.{name}")
        if literal is not None:
            found.add(self._defined(index, literal))
        if found:
            return frozenset(found) if len(found) <= MOST else NOTHING
        for binding in outer.get(f"{function.name}.prototype", ())[:_BINDINGS]:
            if binding.assignment is not None and binding.assignment.value is not None:
                found |= self.members(self.assigned(index, binding.assignment), name)
        for scope, value, line in self._chained(index).get(f"{function.name}.prototype", ()):
            found |= self.members(self.things(index, scope, value, line), name)
        for scope, value, line in self._chained(index).get(function.name, ()):
            for parent in self.things(index, scope, value, line):
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
        index, scope, value = self._objects[int(owner.name)]
        found: set[Thing] = set()
        if isinstance(value, Call):  # attributes of an element
            for argument in value.arguments:
                if argument.name == name:
                    found |= self.things(index, scope, argument.value, value.line)
            return frozenset(found)
        spreads: list[Value] = []
        computed: list[Value] = []
        for key, item in zip(value.keys, value.items, strict=False):
            if key.kind == "string" and key.text == name:
                found |= self.things(index, scope, item, value.line)
            elif key.kind == "spread":
                spreads.append(item)
            elif key.kind != "string":
                computed.append(item)
        if not found:
            for item in spreads:
                found |= self.members(self.things(index, scope, item, value.line), name)
        found |= self._writes(owner, name)
        if not found:
            found |= self._items(index, scope, computed, value.line)
        return frozenset(found) if len(found) <= MOST else NOTHING

    def _entries(self, owner: Thing) -> Things:
        index, scope, value = self._objects[int(owner.name)]
        if isinstance(value, Call):
            return NOTHING
        return self._items(index, scope, value.items, value.line)

    def _writes(self, owner: Thing, name: str) -> Things:
        """What assignments of the file put into a property of a thing; where none names it, those whose name is computed."""
        index = self.names.files[owner.path]
        written = self._written.get(owner.path)
        if written is None:
            written = self._written[owner.path] = _writes_of(index)
        found: set[Thing] = set()
        for wanted in (name, "*"):
            for assignment, base in written.get(wanted, ())[:_WRITES]:
                if owner in self.dotted(index, assignment.scope, base, assignment.line):
                    found |= self.assigned(index, assignment)
            if found:
                break
        return frozenset(found) if len(found) <= MOST else NOTHING

    def below(self, path: str, qualname: str) -> list[tuple[str, str]]:
        """All classes that inherit from a class or implement an interface."""
        if self._below is None:
            self._below = defaultdict(list)
            for here in sorted(self.names.files):
                for definition in self.names.files[here].facts.definitions:
                    if definition.bases:
                        for base in self.names.classes.bases(here, definition.qualname):
                            if base.kind == "class":
                                self._below[base.path, base.qualname].append((here, definition.qualname))
        out: list[tuple[str, str]] = []
        todo = [(path, qualname)]
        while todo and len(out) < _CALLERS:
            for child in self._below.get(todo.pop(), ()):
                if child not in out:
                    out.append(child)
                    todo.append(child)
        return out

    def implementation(self, path: str, qualname: str, name: str) -> Thing | None:
        """The method a class defines itself, of overloads the one that has a body."""
        index = self.names.files[path]
        bindings = index.scopes.get(qualname, {}).get(name, ())
        defined = [binding.definition for binding in bindings if binding.definition is not None]
        real = [item for item in defined if not _NO_BODY & set(item.properties)]
        return Thing("function", path, real[-1].qualname) if real else None

    def literals(self, path: str, qualname: str) -> list[Thing]:
        """Object literals that are declared to be of an interface or type: by a variable's or a result's annotation."""
        if self._literals is None:
            self._literals = defaultdict(list)
            for _, index in sorted(self.names.files.items()):
                for assignment in index.facts.assignments:
                    if assignment.annotation and assignment.value is not None and assignment.value.kind == "dict":
                        self._declare(index, assignment.scope, assignment.annotation, assignment.scope, assignment.value)
                for definition in index.facts.definitions:
                    for value in definition.returned if definition.returns else ():
                        if value.kind in ("dict", "name"):
                            self._declare(index, definition.parent, definition.returns, definition.qualname, value)
        return self._literals.get((path, qualname), [])

    def _declare(self, index: FileIndex, outer: str, annotation: str, scope: str, value: Value) -> None:
        declared = [one for one in sorted(self.annotation(index, outer, annotation)) if one.kind == "typed"]
        if not declared or self._literals is None:
            return
        for thing in sorted(self.things(index, scope, value, value.line)):
            if thing.kind == "object":
                for one in declared:
                    self._literals[one.path, one.name].append(thing)

    # calls

    def called(self, index: FileIndex, call: Call) -> Things:
        """What a call may run."""
        callee = call.callee
        if callee.kind == "name":
            found = self.dotted(index, call.scope, callee.text, call.line)
            base, _, last = callee.text.rpartition(".")
            if not found and base and last in PROMISE_CALLBACKS:
                held = self.dotted(index, call.scope, base, call.line)
                return frozenset({Thing("native", "", f"Promise.prototype.{last}", held)})
            return found
        found = self.things(index, call.scope, callee, call.line)
        if not found and callee.kind == "attribute" and callee.text in CALLBACKS and callee.items:
            held = self.things(index, call.scope, callee.items[0], call.line)
            kind = "Promise" if callee.text in PROMISE_CALLBACKS else "Array"
            return frozenset({Thing("native", "", f"{kind}.prototype.{callee.text}", held)})
        return found

    def results(self, index: FileIndex, call: Call) -> Things:
        """What a call may give back."""
        name = call.callee.text if call.callee.kind == "name" else ""
        if name == "require" and call.arguments:
            self.names.steps = 0
            module = self.names.located(self.names.modules.locate_script(index.facts.path, call.arguments[0].value.text))
            return self.of(self.names.exports.whole(module))
        if name == "import" and call.arguments:
            return self.of(self.names.located(self.names.modules.locate_script(index.facts.path, call.arguments[0].value.text)))
        out: set[Thing] = set()
        for thing in sorted(self.called(index, call)):
            out |= self._result(index, call, thing)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _result(self, index: FileIndex, call: Call, thing: Thing) -> Things:
        kind = thing.kind
        if call.is_new and kind in ("class", "function"):
            return frozenset({Thing("instance", thing.path, thing.name)})
        if kind in ("function", "lambda"):
            return self._returned(thing)
        if kind == "signature":
            there, scope, signature = self._signatures[int(thing.name)]
            return self.types(there, scope, signature.returned)
        if kind == "native":
            return self._native_result(index, call, thing)
        if kind == "external":
            return self._outside_result(index, call, thing.name)
        return NOTHING

    def _returned(self, function: Thing) -> Things:
        index = self.names.files[function.path]
        if function.kind == "lambda":
            given = index.facts.lambdas[int(function.name)]
            return self._union(self.things(index, given.scope, value, value.line) for value in given.returned)
        definition = index.definitions.get(function.name)
        if definition is None:
            return NOTHING
        if definition.returns:
            declared = self.annotation(index, definition.parent, definition.returns)
            if declared:
                return declared
        if "generator" in definition.properties:
            return NOTHING
        return self._union(self.things(index, definition.qualname, value, value.line) for value in definition.returned)

    def elements(self, lists: Things) -> Things:
        """What lists hold."""
        return self._union(thing.inner for thing in sorted(lists) if thing.kind == "list")

    def _native_result(self, index: FileIndex, call: Call, thing: Thing) -> Things:
        of, _, last = thing.name.partition(".prototype.")
        receiver = thing.inner
        first = call.arguments[0].value if call.arguments else None
        if of == "Function":
            if last == "bind":
                return receiver
            return self._union(self._returned(one) for one in sorted(receiver) if one.kind in _FUNCTIONS)
        if last in ("map", "flatMap", "then") and first is not None:
            results = self._union(
                self._returned(one) for one in sorted(self.things(index, call.scope, first, call.line)) if one.kind in _FUNCTIONS
            )
            return results if last == "then" else frozenset({Thing("list", "", "Array", results)})
        if last in ("catch", "finally") or last in SAME:
            return receiver
        if last in ELEMENT:
            return self.elements(receiver)
        if last in ("reduce", "reduceRight") and len(call.arguments) > 1:
            return self.things(index, call.scope, call.arguments[1].value, call.line)
        return NOTHING

    def _outside_result(self, index: FileIndex, call: Call, name: str) -> Things:
        given = [self.things(index, call.scope, argument.value, call.line) for argument in call.arguments[:_BINDINGS]]
        if name in CONTAINERS:
            return frozenset({Thing("list", "", CONTAINERS[name], self.elements(given[0]) if given else NOTHING)})
        if name == "Object.assign":
            return self._union(given)
        if name in FIRST and given:
            return given[0]
        if name in ("Object.values", "Array.from") and given:
            held = self._union(self._entries(thing) for thing in sorted(given[0]) if thing.kind == "object")
            return frozenset({Thing("list", "", "Array", held | self.elements(given[0]))})
        if name == "react.useMemo" and given:
            return self._union(self._returned(one) for one in sorted(given[0]) if one.kind in _FUNCTIONS)
        return NOTHING

    # parameters

    def argument(self, function: Thing, position: int) -> Things:
        """What a parameter of a function may be: by its annotation, by its default and by what callers give."""
        index = self.names.files[function.path]
        if function.kind == "lambda":
            held = index.facts.lambdas[int(function.name)]
            parameters, outer, name = held.parameters, held.scope, ""
        else:
            definition = index.definitions.get(function.name)
            if definition is None:
                return NOTHING
            parameters, outer, name = definition.parameters, definition.parent, definition.qualname
        if position >= len(parameters):
            return NOTHING
        parameter = parameters[position]
        out: set[Thing] = set()
        if parameter.annotation:
            out |= self.annotation(index, outer, parameter.annotation)
            if any(self._is_data(thing) for thing in out):
                return frozenset(out)
        if parameter.kind == "rest":
            return frozenset(out)
        if out:  # an interface or a function's type: what runs is what is passed
            passed = self._given_to(function, position)
            out |= {thing for thing in passed if thing.kind in _CALLABLE}
            return frozenset(out) if len(out) <= MOST else NOTHING
        out |= self._expected_types(function, position)
        if out:
            return frozenset(out) if len(out) <= MOST else NOTHING
        if parameter.default_value is not None:
            out |= self.things(index, name or outer, parameter.default_value, 0)
        out |= self.fed.get((function, position), set())
        out |= self._given_to(function, position)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _expected_types(self, function: Thing, position: int) -> set[Thing]:
        """What a parameter without a type is by the type of the place the function stands in."""
        out: set[Thing] = set()
        for there, call, place in self.given.get(function, ())[:_BINDINGS]:
            out |= self._contextual(there, call, place, position)
        for there, scope, annotation in self.expected.get(function, ())[:_BINDINGS]:
            for thing in sorted(self.annotation(there, scope, annotation)):
                for signature in self._callable_as(thing):
                    index, outer, declared = self._signatures[int(signature.name)]
                    if position < len(declared.inner) and declared.inner[position].name == ",":
                        out |= self.types(index, outer, declared.inner[position].inner)
        return out

    def _callable_as(self, thing: Thing) -> list[Thing]:
        """The function types of a thing that is declared to be one, or to be callable."""
        if thing.kind == "signature":
            return [thing]
        index = self.names.files.get(thing.path)
        if index is None or thing.kind != "typed":
            return []
        out: list[Thing] = []
        for binding in index.scopes.get(thing.name, {}).get("()", ())[:_BINDINGS]:
            if binding.assignment is not None:
                found = self.annotation(index, thing.name, binding.assignment.annotation)
                out.extend(sorted(one for one in found if one.kind == "signature"))
        return out

    def _is_data(self, thing: Thing) -> bool:
        """Whether a declared thing is an object whose class says what its members run."""
        if thing.kind != "typed":
            return thing.kind != "signature"
        definition = self.names.files[thing.path].definitions.get(thing.name)
        return definition is not None and definition.kind in CLASSES and definition.kind != "interface"

    def _given_to(self, function: Thing, position: int) -> set[Thing]:
        """What callers pass as a parameter."""
        out: set[Thing] = set()
        for there, call in self.callers.get(function, ())[:_CALLERS]:
            out |= self._passed(there, call, position)
        return out

    def _passed(self, index: FileIndex, call: Call, position: int) -> Things:
        arguments = call.arguments
        if call.callee.kind == "name" and call.callee.text.endswith(".call"):
            position += 1
        if arguments and arguments[0].name and position == 0:
            return frozenset({self._object(index, call.scope, call)})
        if position >= len(arguments) or any(argument.value.kind == "spread" for argument in arguments[: position + 1]):
            return NOTHING
        return self.things(index, call.scope, arguments[position].value, call.line)

    def _contextual(self, index: FileIndex, call: Call, place: int, position: int) -> Things:
        """What a function gets as a parameter by the types of the function it is passed to."""
        out: set[Thing] = set()
        for thing in sorted(self.called(index, call)):
            for signature in self._accepted(thing, place):
                there, scope, declared = self._signatures[int(signature.name)]
                kinds = declared.inner
                if position < len(kinds) and kinds[position].name == ",":
                    out |= self.types(there, scope, kinds[position].inner)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _accepted(self, thing: Thing, place: int) -> list[Thing]:
        """The function types a parameter of a thing has."""
        known = self._parameter_types.get((thing, place))
        if known is None:
            known = self._parameter_types[thing, place] = self._declared(thing, place)
        return known

    def _declared(self, thing: Thing, place: int) -> list[Thing]:
        found: set[Thing] = set()
        index = self.names.files.get(thing.path)
        if index is None:
            return []
        if thing.kind == "function":
            definition = index.definitions.get(thing.name)
            if definition is None:
                return []
            same = [one for one in index.scopes.get(definition.parent, {}).get(definition.name, ()) if one.definition]
            for one in same[:_BINDINGS] or [Binding(0, definition)]:
                if one.definition is not None and place < len(one.definition.parameters):
                    note = one.definition.parameters[place].annotation
                    found |= self.annotation(index, one.definition.parent, note) if note else NOTHING
        elif thing.kind == "typed":
            for binding in index.scopes.get(thing.name, {}).get("()", ())[:_WRITES]:
                note = binding.assignment.annotation if binding.assignment is not None else ""
                for declared in read_type(note):
                    found |= self._types_at(index, thing.name, declared, place)
        elif thing.kind == "signature":
            there, scope, declared = self._signatures[int(thing.name)]
            found |= self._types_at(there, scope, declared, place)
        lists = self.elements(frozenset(found))
        return sorted(one for one in found | lists if one.kind == "signature")

    def _types_at(self, index: FileIndex, scope: str, declared: Type, place: int) -> Things:
        for at, kind in enumerate(declared.inner):
            if kind.name == "..." and place >= at:
                return self.elements(self.types(index, scope, kind.inner))
            if at == place:
                return self.types(index, scope, kind.inner)
        return NOTHING


def _is_made(value: Value | None) -> bool:
    """Whether an expression says more of what it gives than an annotation does: a literal, a function, ``new``."""
    if value is None:
        return False
    return value.kind in ("dict", "function") or (value.kind == "call" and value.call is not None and value.call.is_new)


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
