"""Answers what names of declared languages mean: the backend of the resolver for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apps.engine.facts import Call, FileFacts, Import
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.declared.c_expressions import CExpressions
from apps.engine.graph.declared.c_tables import calls_through
from apps.engine.graph.declared.csharp_expressions import CSharpExpressions
from apps.engine.graph.declared.expressions import Expressions
from apps.engine.graph.declared.jvm_expressions import JvmExpressions
from apps.engine.graph.declared.program import Program
from apps.engine.graph.declared.rules import FAMILIES, Rules, c_family, csharp, jvm, rust, swift
from apps.engine.graph.declared.rust_names import RustExpressions
from apps.engine.graph.declared.swift_names import SwiftExpressions
from apps.engine.graph.declared.things import Thing
from apps.engine.graph.entities import UNRESOLVED, Resolution
from apps.engine.graph.implied import Implied, Open, Resolved
from apps.engine.graph.modules import ModuleMaps

# By family, where more is known than declarations say.
_ASKED: dict[int, type[Expressions]] = {
    id(c_family.RULES): CExpressions,
    id(csharp.RULES): CSharpExpressions,
    id(jvm.RULES): JvmExpressions,
    id(rust.RULES): RustExpressions,
    id(swift.RULES): SwiftExpressions,
}


class DeclaredNames:
    """Answers for the files of one family."""

    def __init__(self, rules: Rules, files: Mapping[str, FileFacts], maps: ModuleMaps) -> None:
        self._rules, self._files = rules, files
        self._program = Program(files, rules.homes(files, maps), outside_of_types=rules.outside_of_types)
        self._ask = _ASKED.get(id(rules), Expressions)(self._program, rules, maps)

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope`; line 0 means at its end."""
        self._ask.begin()
        return self._answer(self._ask.meant(path, scope, name, line))

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """What an import means, or with `name` what that name of it is: a package is its first file."""
        self._ask.begin()
        included = self._rules.file_of(path, imported, self._files)
        if included:
            return Resolution("module", included)
        module = self._ask.absolute(path, imported)
        found = self._ask.full(f"{module}.{name}" if name and module else name or module)
        if found.kind == "unknown":
            return Resolution("external", external=imported.module)
        return self._answer(found)

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function, or for an instantiation the constructor or type, that a call runs."""
        self._ask.begin()
        return self._answer(self._ask.called(path, call))

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """What a type inherits from, as written: all its parts together where it has several."""
        file = self._program.files[path]
        found = file.types.get(qualname)
        if found is None:
            return []
        self._ask.begin()
        return [self._answer(base) for base in self._ask.bases(found)]

    def implied(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """What open calls run through fields that hold functions, as far as the family keeps functions there."""
        return calls_through(self._ask, still_open) if isinstance(self._ask, CExpressions) else []

    def index(self, path: str) -> FileIndex | None:
        """None: files of these languages are indexed another way."""
        return None

    def _answer(self, found: Thing) -> Resolution:
        kind = found.kind
        if kind == "functions" and found.functions:
            path, definition = found.functions[0]
            return Resolution("definition", path, definition.qualname, "", found.how, definition)
        if kind in ("type", "instance", "generated") and found.type is not None and found.type.parts:
            path, definition = found.type.parts[0]
            return Resolution("definition", path, definition.qualname, "", found.how, definition, is_instance=kind == "instance")
        if kind == "variable" and found.assignment is not None:
            scope = f"{found.assignment.scope}." if found.assignment.scope else ""
            name = f"{scope}{found.assignment.target}"
            return Resolution("assignment", found.path, name, "", found.how, None, found.assignment)
        if kind == "space":
            home = self._ask.home_of(found.external)
            return Resolution("module", home) if home else UNRESOLVED
        if kind in ("outside", "made"):
            return Resolution("external", "", "", found.external, found.how)
        return UNRESOLVED


def factory(rules: Rules) -> Callable[[Mapping[str, FileFacts], ModuleMaps], DeclaredNames]:
    """What makes the backend of a family; one object a family, so that its languages answer together."""

    def make(files: Mapping[str, FileFacts], maps: ModuleMaps) -> DeclaredNames:
        return DeclaredNames(rules, files, maps)

    return make


_MADE = {id(rules): factory(rules) for rules in FAMILIES.values()}
FACTORIES = {language: _MADE[id(rules)] for language, rules in FAMILIES.items()}
