"""What each name of a file is bound to: an index over `FileFacts` for looking names up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from apps.engine.facts import Assignment, Definition, Export, FileFacts, Import, ImportedName, Parameter
from apps.engine.graph.entities import Entity, Resolution
from apps.engine.graph.modules import SCRIPT_LANGUAGES
from apps.engine.parsing.python.narrowing import EXCLUDED, NARROWED


class Binding(msgspec.Struct, frozen=True, gc=False):
    """One thing a name may mean from `line` on: exactly one of the fields is set."""

    line: int
    definition: Definition | None = None
    assignment: Assignment | None = None
    imported: Import | None = None
    name: ImportedName | None = None  # with `imported`: the name of it, None for the module itself


class Level(msgspec.Struct, frozen=True):
    """One of the scopes a name is looked up in: its definition, if it has one, and what is bound there."""

    scope: str
    definition: Definition | None
    is_class: bool
    names: dict[str, list[Binding]]
    short: dict[str, list[Assignment]]
    parameters: dict[str, tuple[int, Parameter]]  # by name: position and parameter


ASKED = frozenset({NARROWED, EXCLUDED})  # of a name of which `isinstance` was asked

_NOTHING: dict[str, list[Binding]] = {}
_NO_SPANS: dict[str, list[Assignment]] = {}
_NO_PARAMETERS: dict[str, tuple[int, Parameter]] = {}


@dataclass(slots=True)
class FileIndex:
    """Bindings of one file by scope and name; members of `self` by class and name."""

    facts: FileFacts
    is_script: bool = False
    definitions: dict[str, Definition] = field(default_factory=dict)
    scopes: dict[str, dict[str, list[Binding]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    short: dict[str, dict[str, list[Assignment]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    own: dict[str, dict[str, list[Assignment]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    excluded: set[tuple[str, str]] = field(default_factory=set)  # (scope, name) of names that `isinstance` rules classes out for
    heads: set[str] = field(default_factory=set)  # first names of dotted targets, such as ``app`` of ``app.locals = …``
    stars: list[Import] = field(default_factory=list)
    exports: dict[str, Export] = field(default_factory=dict)
    forwards: list[Import] = field(default_factory=list)  # export … from
    public: frozenset[str] | None = None  # names of __all__, None if there is none that can be read
    merged: dict[str, list[str]] = field(default_factory=dict)  # by a script's class: interfaces of its name, which add to it
    merges_into: dict[str, str] = field(default_factory=dict)  # the class of such an interface

    bound: set[str] = field(default_factory=set)  # every name that is bound anywhere in the file
    inner: set[str] = field(default_factory=set)  # those that something else than the module itself binds
    free: dict[str, Entity] = field(default_factory=dict)  # names that nothing in the file binds, builtins for the most part
    settled: dict[tuple[str, str], Entity | None] = field(default_factory=dict)  # names by scope whose meaning no line changes
    named: dict[tuple[str, str], Resolution] = field(default_factory=dict)  # dotted names by scope, where no line matters
    called: dict[tuple[str, str], Resolution] = field(default_factory=dict)  # what a call of such a name runs
    dotted: dict[tuple[str, str], Entity] = field(default_factory=dict)  # what such a name stands for
    _levels: dict[str, tuple[Level, ...]] = field(default_factory=dict)

    def class_of(self, scope: str) -> Definition | None:
        """The innermost class around a scope, the scope itself counted in."""
        here = self.definitions.get(scope)
        while here is not None and here.kind not in CLASSES:
            here = self.definitions.get(here.parent)
        return here

    def own_this(self, scope: str) -> Definition | None:
        """The innermost function around a scope, or the scope itself, that has a ``this`` of its own and is no member of a class.

        Functions in object literals and those written with ``function`` have, arrows have that of what is around them.
        """
        here = self.definitions.get(scope)
        while here is not None and here.kind not in CLASSES:
            around = self.definitions.get(here.parent)
            if around is not None and around.kind in CLASSES:
                return None
            name = here.qualname.removeprefix(f"{here.parent}.") if here.parent else here.qualname
            if (here.kind in ("method", "accessor") or "function" in _words(here.signature)) and not name.startswith("this."):
                return here
            here = around
        return None

    def is_settled(self, scope: str, name: str) -> bool:
        """Whether no line changes what the dotted name means, once it has been looked up."""
        head = name.partition(".")[0]
        return (scope, head) in self.settled and head not in self.heads

    def levels(self, scope: str) -> tuple[Level, ...]:
        """The scope and those around it, the module's last."""
        known = self._levels.get(scope)
        if known is not None:
            return known
        missing = [scope]
        while missing[-1] and missing[-1] not in self._levels:
            definition = self.definitions.get(missing[-1])
            missing.append(definition.parent if definition is not None else "")
        above = self._levels.get(missing.pop()) if missing[-1] in self._levels else ()
        for here in reversed(missing):
            above = self._levels[here] = (self._level(here), *(above or ()))
        return self._levels[scope]

    def _level(self, scope: str) -> Level:
        definition = self.definitions.get(scope)
        is_class = definition is not None and definition.kind in CLASSES
        parameters = _NO_PARAMETERS
        if definition is not None and not is_class and definition.parameters:
            parameters = {item.name: (at, item) for at, item in reversed(list(enumerate(definition.parameters)))}
        return Level(scope, definition, is_class, self.scopes.get(scope, _NOTHING), self.short.get(scope, _NO_SPANS), parameters)


CLASSES = frozenset({"class", "interface", "enum", "struct", "trait"})


def index_file(facts: FileFacts) -> FileIndex:
    """Index the facts of one file."""
    index = FileIndex(facts, facts.language in SCRIPT_LANGUAGES)
    for definition in facts.definitions:
        index.definitions[definition.qualname] = definition
        name = definition.name
        if index.is_script:  # a function in an object literal is known as ``object.name`` only
            name = definition.qualname.removeprefix(f"{definition.parent}.").partition("#")[0] or name
            if "#" in definition.qualname and not definition.qualname.rpartition("#")[2].isdigit():
                name = definition.name
            index.heads.add(name.partition(".")[0])
        index.scopes[definition.parent][name].append(Binding(definition.line, definition))
    for assignment in facts.assignments:
        _index_assignment(index, assignment)
    for imported in facts.imports:
        _index_import(index, imported)
    for export in facts.exports:
        index.exports.setdefault(export.name, export)
    inner = index.inner
    for definition in facts.definitions:
        if definition.parameters:
            inner.update([parameter.name for parameter in definition.parameters])
    for scope, shorts in index.short.items():
        inner.update(shorts)
        for name, spans in shorts.items():
            asked = [span.properties for span in spans]
            if EXCLUDED in asked:
                index.excluded.add((scope, name))
            if not ASKED.isdisjoint(asked):
                spans[:] = [_until_bound(span, index.scopes.get(scope, {}).get(name, ())) for span in spans]
            spans.sort(key=_by_span)
    for scope, names in index.scopes.items():
        if scope:
            inner.update(names)
        for bindings in names.values():
            if len(bindings) > 1:
                bindings.sort(key=_by_line)
                if index.is_script:
                    _merge_declarations(index, bindings)
    index.bound = inner.union(index.scopes.get("", ()))
    return index


def _words(signature: str) -> list[str]:
    return signature.replace("(", " ").replace("*", " ").split()


def _merge_declarations(index: FileIndex, bindings: list[Binding]) -> None:
    """A name that is a class and an interface is the class, to which the interface adds; of interfaces alone, the last."""
    defined = [one.definition for one in bindings if one.definition is not None]
    classes = [one.qualname for one in defined if one.kind == "class"]
    others = [one.qualname for one in defined if one.kind == "interface"]
    if not others or len(classes) > 1:  # several classes of one name stand in blocks of their own
        return
    chosen = classes[0] if classes else others.pop()
    index.merged[chosen] = others
    index.merges_into.update(dict.fromkeys(others, chosen))
    bindings[:] = [one for one in bindings if one.definition is None or one.definition.qualname not in others]


def _until_bound(span: Assignment, bindings: Iterable[Binding]) -> Assignment:
    """A name that is narrowed in some lines is so until it is bound anew."""
    later = [binding.line for binding in bindings if span.line <= binding.line <= span.end_line]
    if span.properties not in ASKED or not later:
        return span
    return msgspec.structs.replace(span, end_line=min(later))


def _by_span(span: Assignment) -> tuple[int, int]:
    return span.line, -span.end_line


def _by_line(binding: Binding) -> int:
    return binding.line


def _index_assignment(index: FileIndex, assignment: Assignment) -> None:
    if assignment.kind == "augmented":
        return
    if assignment.kind == "parameter":
        if "." in assignment.target:
            return
        index.short[assignment.scope][assignment.target].append(assignment)
        return
    target = assignment.target
    first, dot, rest = target.partition(".")
    if not dot:
        if assignment.target == "__all__" and assignment.value is not None and assignment.value.kind == "list":
            names = [item.text for item in assignment.value.items]
            if all(item.kind == "string" for item in assignment.value.items):
                index.public = frozenset(names)
        index.scopes[assignment.scope][target].append(Binding(assignment.line, assignment=assignment))
    elif first in ("self", "this", "cls") and "." not in rest:
        owner = index.class_of(assignment.scope)
        if owner is not None:
            index.own[owner.qualname][rest].append(assignment)
        else:
            index.heads.add(first)
            index.scopes[assignment.scope][target].append(Binding(assignment.line, assignment=assignment))
    else:
        index.heads.add(first)
        index.scopes[assignment.scope][target].append(Binding(assignment.line, assignment=assignment))


def _index_import(index: FileIndex, imported: Import) -> None:
    if imported.kind == "export-from":
        index.forwards.append(imported)
        return
    names = index.scopes[imported.scope]
    for name in imported.names:
        if name.name == "*" and not name.alias:
            index.stars.append(imported)
        else:
            names[name.alias or name.name].append(Binding(imported.line, imported=imported, name=name))
    if imported.alias:
        names[imported.alias].append(Binding(imported.line, imported=imported))
    elif not imported.names and imported.kind == "import" and not index.is_script and not imported.level:
        first = imported.module.partition(".")[0]
        names[first].append(Binding(imported.line, imported=imported))
