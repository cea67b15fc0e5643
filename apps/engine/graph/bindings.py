"""What each name of a file is bound to: an index over `FileFacts` for looking names up."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Definition, Export, FileFacts, Import, ImportedName
from apps.engine.graph.modules import SCRIPT_LANGUAGES


@dataclass(frozen=True, slots=True)
class Binding:
    """One thing a name may mean from `line` on: exactly one of the fields is set."""

    line: int
    definition: Definition | None = None
    assignment: Assignment | None = None
    imported: Import | None = None
    name: ImportedName | None = None  # with `imported`: the name of it, None for the module itself


@dataclass(slots=True)
class FileIndex:
    """Bindings of one file by scope and name; members of `self` by class and name."""

    facts: FileFacts
    definitions: dict[str, Definition] = field(default_factory=dict)
    scopes: dict[str, dict[str, list[Binding]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    short: dict[str, dict[str, list[Assignment]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    own: dict[str, dict[str, list[Assignment]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    heads: set[str] = field(default_factory=set)  # first names of dotted targets, such as ``app`` of ``app.locals = …``
    stars: list[Import] = field(default_factory=list)
    exports: dict[str, Export] = field(default_factory=dict)
    forwards: list[Import] = field(default_factory=list)  # export … from
    public: frozenset[str] | None = None  # names of __all__, None if there is none that can be read

    @property
    def is_script(self) -> bool:
        return self.facts.language in SCRIPT_LANGUAGES

    def class_of(self, scope: str) -> Definition | None:
        """The innermost class around a scope, the scope itself counted in."""
        here = self.definitions.get(scope)
        while here is not None and here.kind not in CLASSES:
            here = self.definitions.get(here.parent)
        return here

    def chain(self, scope: str) -> list[str]:
        """The scope and those around it, the module's "" last."""
        out = []
        while scope:
            out.append(scope)
            definition = self.definitions.get(scope)
            scope = definition.parent if definition is not None else ""
        out.append("")
        return out


CLASSES = frozenset({"class", "interface", "enum", "struct", "trait"})


def index_file(facts: FileFacts) -> FileIndex:
    """Index the facts of one file."""
    index = FileIndex(facts)
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
    for shorts in index.short.values():
        for spans in shorts.values():
            spans.sort(key=lambda span: (span.line, -span.end_line))
    for names in index.scopes.values():
        for bindings in names.values():
            if len(bindings) > 1:
                bindings.sort(key=lambda binding: binding.line)
    return index


def _index_assignment(index: FileIndex, assignment: Assignment) -> None:
    if assignment.kind == "augmented":
        return
    if assignment.kind == "parameter":
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
