"""Every class and module of a repository's Ruby, joined over all its openings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Call, Definition, FileFacts, Value
from apps.engine.graph.ruby.builtin_names import LIBRARIES

TYPES = frozenset({"class", "module", "struct"})
Found = tuple[str, Definition]  # path, definition
Written = tuple[str, str, str]  # path, scope, name as written
TOP = "::"  # in front of a constant that is looked up from the outermost level
_ANCESTORS = 80
_LIBRARY = re.compile(r"(?:^|/)lib/\w+\.rb$")  # the file that a library is required by
_ASSOCIATIONS = frozenset({"belongs_to", "has_one", "has_many", "has_and_belongs_to_many"})
_SCOPES = frozenset({"scope", "named_scope"})


@dataclass(slots=True)
class Type:
    """A class or module.  `singleton` are methods of the class itself."""

    name: str
    parts: list[Found] = field(default_factory=list)
    methods: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    singleton: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    for_includers: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))  # ``class_methods do``
    constants: dict[str, tuple[str, Assignment]] = field(default_factory=dict)
    variables: dict[str, list[tuple[str, Assignment]]] = field(default_factory=lambda: defaultdict(list))
    above: list[Written] = field(default_factory=list)
    included: list[Written] = field(default_factory=list)
    prepended: list[Written] = field(default_factory=list)
    extended: list[Written] = field(default_factory=list)
    associations: dict[str, tuple[str, Call]] = field(default_factory=dict)
    scopes: set[str] = field(default_factory=set)

    @property
    def is_module(self) -> bool:
        """Whether it can only be included."""
        return self.parts[0][1].kind == "module"


@dataclass(frozen=True, slots=True)
class Ancestors:
    """What a type takes methods from, nearest first (itself counted in), and names of what is outside the repository."""

    types: tuple[Type, ...]
    outside: tuple[str, ...]  # superclasses
    mixed_in: tuple[str, ...]  # modules


class World:
    """The index."""

    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        self.types: dict[str, Type] = {}
        self.constants: dict[str, tuple[str, Assignment]] = {}
        self.functions: dict[str, list[Found]] = defaultdict(list)  # at the outermost level
        self.definitions: dict[str, dict[str, Definition]] = {}
        self.locals: dict[str, dict[tuple[str, str], list[Assignment]]] = {}
        self._homes: dict[tuple[str, str], str] = {}  # path and qualified name of a type's part → its full name
        self._ancestors: dict[str, Ancestors] = {}
        self._constants: dict[Written, Type | tuple[str, Assignment] | str] = {}
        self.blocks: dict[str, dict[tuple[int, int], Call]] = {}  # lines of a block → the call it is given to
        own = {path.rpartition("/")[2].removesuffix(".rb").replace("_", "") for path in files if _LIBRARY.search(path)}
        self._foreign = frozenset(name for name in LIBRARIES if name.lower() not in own)
        self.makes_records = False  # whether the tests make their data by a library of factories
        self.includers: dict[str, list[Type]] = defaultdict(list)
        for path in sorted(files):
            self.definitions[path] = {item.qualname: item for item in files[path].definitions}
        for _ in range(2):  # names written with their module need the names of the others
            self._name(files)
        for path in sorted(files):
            self._fill(path, files[path])
        self._constants.clear()  # what was asked before all was known
        self._ancestors.clear()
        for name in sorted(self.types):
            of = self.types[name]
            for path, scope, written in of.included:
                found = self.constant(path, scope, written)
                if isinstance(found, Type):
                    self.includers[found.name].append(of)

    def _name(self, files: Mapping[str, FileFacts]) -> None:
        known = set(self._homes.values())
        for path in sorted(files):
            for item in files[path].definitions:
                if item.kind not in TYPES:
                    continue
                outer = self.cref(path, item.parent)
                around = outer[0] if outer else ""
                if item.signature.startswith((f"class {TOP}", f"module {TOP}")):
                    around = ""
                elif item.owner:
                    head = item.owner.partition(".")[0]
                    around = next((name for name in outer if f"{name}.{head}" in known), "")
                dotted = f"{item.owner}.{item.name}" if item.owner else item.name
                self._homes[path, item.qualname] = f"{around}.{dotted}" if around else dotted

    def cref(self, path: str, scope: str) -> list[str]:
        """Full names of the types whose bodies a scope stands in, innermost first."""
        out = []
        known = self.definitions[path]
        here = known.get(scope)
        while here is not None:
            name = self._homes.get((path, here.qualname))
            if name is not None:
                out.append(name)
            here = known.get(here.parent)
        return out

    def _fill(self, path: str, facts: FileFacts) -> None:
        locals_: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
        self.locals[path] = locals_
        for item in facts.definitions:
            home = self._homes.get((path, item.qualname))
            if home is not None:
                of = self.types.get(home)
                if of is None:
                    of = self.types[home] = Type(home)
                of.parts.append((path, item))
                of.above += [(path, item.parent, base.text) for base in item.bases if base.kind == "name"]
                of.above += [(path, item.parent, _base(base)) for base in item.bases if base.kind in ("subscript", "call")]
            else:
                self._method(path, item)
        for assignment in facts.assignments:
            self._bind(path, assignment, locals_)
        for conformance in facts.conformances:
            of = self._taker(path, conformance.scope, conformance.type)
            if conformance.base.text.startswith("FactoryBot"):
                self.makes_records = True
            if of is not None:
                kept = {"include": of.included, "prepend": of.prepended}.get(conformance.kind, of.extended)
                kept.append((path, conformance.scope, conformance.base.text))
        self.blocks[path] = blocks = {}
        if any(item.module.startswith("factory_bot") for item in facts.imports):
            self.makes_records = True
        for call in facts.calls:
            last = call.arguments[-1] if call.arguments else None
            if last is not None and last.name == "&" and last.value.kind == "function":
                blocks[last.value.line, last.value.end_line] = call
            if call.callee.text in _ASSOCIATIONS or call.callee.text in _SCOPES:
                self._declared(path, call)

    def _taker(self, path: str, scope: str, written: str) -> Type | None:
        if written:
            found = self.constant(path, scope, written) if written[:1].isupper() else None
            return found if isinstance(found, Type) else None
        if (path, scope) not in self._homes:  # a method that adds to one object
            return None
        around = self.cref(path, scope)
        return self.types.get(around[0]) if around else None

    def _method(self, path: str, item: Definition) -> None:
        if item.owner:
            found = self.types.get(item.owner) or self.types.get(".".join([*self.cref(path, item.parent)[:1], item.owner]))
            around = self.cref(path, item.parent)
            name = found.name if found is not None else (around[0] if around and around[0].endswith(item.owner) else "")
        else:
            around = self.cref(path, item.parent)
            name = around[0] if around else ""
        of = self.types.get(name)
        if of is None:
            if not item.parent and item.kind == "function" and "static" not in item.properties:
                self.functions[item.name].append((path, item))
            return
        if item.decorators:
            of.for_includers[item.name].append((path, item))
        elif "static" in item.properties:
            of.singleton[item.name].append((path, item))
        else:
            of.methods[item.name].append((path, item))

    def _bind(self, path: str, assignment: Assignment, locals_: dict[tuple[str, str], list[Assignment]]) -> None:
        target = assignment.target
        if target.startswith(("@", "self.")):
            around = self.cref(path, assignment.scope)
            of = self.types.get(around[0]) if around else None
            if of is not None:
                of.variables[target.removeprefix("self.")].append((path, assignment))
        elif target[:1].isupper() or target.startswith(TOP):
            around = self.cref(path, assignment.scope)
            of = self.types.get(around[0]) if around and not target.startswith(TOP) else None
            (of.constants if of is not None else self.constants).setdefault(target.removeprefix(TOP), (path, assignment))
        else:
            locals_[assignment.scope, target].append(assignment)

    def _declared(self, path: str, call: Call) -> None:
        around = self.cref(path, call.scope)
        of = self.types.get(around[0]) if around else None
        first = call.arguments[0].value if call.arguments else None
        if of is None or first is None or first.kind != "string":
            return
        if call.callee.text in _SCOPES:
            of.scopes.add(first.text)
        else:
            of.associations[first.text] = (path, call)

    def constant(self, path: str, scope: str, written: str) -> Type | tuple[str, Assignment] | str:
        """What a dotted constant means in a scope.

        A type, an assignment with its path, or the name of what is outside ("" = unknown).
        """
        key = (path, scope, written)
        known = self._constants.get(key)
        if known is None:
            known = self._constants[key] = self._constant(path, scope, written)
        return known

    def _constant(self, path: str, scope: str, written: str) -> Type | tuple[str, Assignment] | str:
        head, *rest = written.removeprefix(TOP).split(".")
        around = [] if written.startswith(TOP) else self.cref(path, scope)
        found: Type | tuple[str, Assignment] | None = None
        for name in around:
            found = self._inside(name, head)
            if found is not None:
                break
        if found is None and around:
            of = self.types.get(around[0])
            if of is not None:
                found = self._inherited(of, head)
        if found is None and head in self._foreign:
            return self.types.get(written.removeprefix(TOP), written.removeprefix(TOP)) if rest else head
        found = found or self.types.get(head) or self.constants.get(head)
        if found is None:
            return written.removeprefix(TOP)
        for part in rest:
            if not isinstance(found, Type):
                return ""
            below = self._inside(found.name, part) or self._inherited(found, part)
            if below is None:
                return written.removeprefix(TOP) if found.name == head and self._is_shell(found) else ""
            found = below
        return found

    def _is_shell(self, of: Type) -> bool:
        """A module of a library that the repository only adds to: it defines next to nothing of it."""
        return of.is_module and not of.methods and not of.singleton

    def _inside(self, name: str, part: str) -> Type | tuple[str, Assignment] | None:
        below = self.types.get(f"{name}.{part}")
        if below is not None:
            return below
        of = self.types.get(name)
        return of.constants.get(part) if of is not None else None

    def _inherited(self, of: Type, part: str) -> Type | tuple[str, Assignment] | None:
        for above in self.ancestors(of).types[1:]:
            found = self._inside(above.name, part)
            if found is not None:
                return found
        return None

    def ancestors(self, of: Type) -> Ancestors:
        """Prepended modules, the type, included modules (the last first), then the same of its superclass."""
        known = self._ancestors.get(of.name)
        if known is not None:
            return known
        self._ancestors[of.name] = Ancestors((of,), (), ())  # a circle ends here
        types: list[Type] = []
        outside: list[str] = []
        mixed_in: list[str] = []
        self._take(reversed(of.prepended), types, mixed_in, outside, mixed_in, of)
        types.append(of)
        self._take(reversed(of.included), types, mixed_in, outside, mixed_in, of)
        self._take(of.above[:1], types, outside, outside, mixed_in, of)
        known = self._ancestors[of.name] = Ancestors(
            tuple(_once(types)[:_ANCESTORS]),
            tuple(dict.fromkeys(outside)),
            tuple(dict.fromkeys(mixed_in)),
        )
        return known

    def _take(
        self, listed: Iterable[Written], types: list[Type], own: list[str], outside: list[str], mixed_in: list[str], of: Type
    ) -> None:  # fmt: skip
        for path, scope, written in listed:
            if written == "self":
                continue
            found = self.constant(path, scope, written)
            if isinstance(found, Type) and found is not of:
                above = self.ancestors(found)
                types += above.types
                outside += above.outside
                mixed_in += above.mixed_in
            elif isinstance(found, str) and found:
                own.append(found)


def _once(types: Iterable[Type]) -> list[Type]:
    seen: dict[str, Type] = {}
    for item in types:
        seen.setdefault(item.name, item)
    return list(seen.values())


def _base(value: Value) -> str:
    """The name in ``ActiveRecord::Migration[7.0]`` and ``Struct.new(:a)``."""
    if value.kind == "subscript":
        return value.items[0].text
    return value.call.callee.text.removesuffix(".new").removesuffix(".define") if value.call is not None else ""
