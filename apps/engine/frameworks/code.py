"""The repository as a framework's module sees it: parsed files, their roles, and names joined across files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from apps.engine.facts import Asides, Definition, Dependency, FileEntry, FileFacts, Place, Value
from apps.engine.frameworks.bindings import Bindings
from apps.engine.frameworks.branches import Branches
from apps.engine.frameworks.file_index import FileIndex
from apps.engine.frameworks.module_files import ModuleFiles
from apps.engine.frameworks.text import Folder
from apps.engine.graph.resolve import Resolver

_CONSTANTS = 4  # names followed in one expression
FOREIGN = frozenset({"generated", "vendored"})


def _imported(files: Mapping[str, FileFacts]) -> frozenset[str]:
    """The packages that files import, by the first part of their names."""
    return frozenset(item.module.partition(".")[0] for facts in files.values() for item in facts.imports if not item.level)


class Code:
    """Everything a module may look at.  Built once; modules only read it."""

    def __init__(
        self,
        files: Mapping[str, FileFacts],
        texts: Mapping[str, str],
        resolver: Resolver,
        dependencies: Sequence[Dependency],
        inventory: Sequence[FileEntry],
    ) -> None:
        self.files = {path: files[path] for path in sorted(files)}
        self.texts = texts
        self.roles = {entry.path: entry.role for entry in inventory}
        self.languages = {entry.path: entry.language for entry in inventory}
        self.dependencies = tuple(dependencies)
        self.resolver = resolver
        self.imports = _imported(files)
        self.names = Bindings(self.files, ModuleFiles(resolver, self.files))
        self.branches = Branches(texts)
        self.folder = Folder(self.names, self.branches)
        self._own: dict[str, list[tuple[str, FileFacts]]] = {}

    def without(self, asides: Asides) -> Code:
        """The same repository as if the folders beside the program were not there; names are followed as before."""
        rest = copy(self)
        rest.files = {path: facts for path, facts in self.files.items() if not asides.holds(path)}
        rest.texts = {path: text for path, text in self.texts.items() if not asides.holds(path)}
        rest.roles = {path: role for path, role in self.roles.items() if not asides.holds(path)}
        rest.dependencies = tuple(item for item in self.dependencies if not asides.holds(item.place.path))
        rest.imports = _imported(rest.files)
        rest._own = {}
        return rest

    def index(self, path: str) -> FileIndex:
        """A file's facts by name."""
        return self.names.index[path]

    def own(self, *languages: str, tests: bool = False, migrations: bool = False) -> Iterator[FileFacts]:
        """Parsed files of these languages that people of the project wrote, sorted by path.

        Folders whose names begin with a dot hold what tools need (rules of a linter, scripts of CI): they are no part of it.
        """
        for language in languages:
            if language not in self._own:
                self._own[language] = self._of_language(language)
        found = (
            self._own[languages[0]]
            if len(languages) == 1
            else sorted((item for language in languages for item in self._own[language]), key=lambda item: item[1].path)
        )
        for role, facts in found:
            if (role != "test" or tests) and (role != "migration" or migrations):
                yield facts

    def _of_language(self, language: str) -> list[tuple[str, FileFacts]]:
        """The files that `own` gives of one language, each with its role."""
        return [
            (role, facts)
            for path, facts in self.files.items()
            if facts.language == language
            and not path.startswith(".")
            and "/." not in path
            and (role := self.roles.get(path, "code")) not in FOREIGN
        ]

    def python(self, *, tests: bool = False) -> Iterator[FileFacts]:
        """The project's own Python files."""
        return self.own("Python", tests=tests)

    def script(self, *, tests: bool = False) -> Iterator[FileFacts]:
        """The project's own JavaScript and TypeScript files."""
        return self.own("JavaScript", "TypeScript", "TSX", tests=tests)

    def depends_on(self, *names: str) -> bool:
        """Whether a manifest names one of these packages."""
        wanted = set(names)
        return any(dependency.name.lower().replace("_", "-") in wanted for dependency in self.dependencies)

    def constant_places(self, path: str, scope: str, value: Value | None) -> tuple[Place, ...]:
        """Where the names that a piece of text is made of get their values: ``prefix=settings.API`` → the line of `API`."""
        found: list[Place] = []
        waiting = [value] if value is not None else []
        while waiting and len(found) < _CONSTANTS:
            item = waiting.pop(0)
            if item.kind in ("template", "binary"):
                waiting += item.items[:_CONSTANTS]
            elif item.kind in ("name", "attribute"):
                bound = self.names.of(path, scope, item)
                if bound.kind == "assignment" and bound.assignment is not None:
                    found.append(Place(bound.path, bound.assignment.line, bound.assignment.end_line))
                elif bound.kind == "value" and bound.value is not None and bound.value is not item and bound.value.line:
                    found.append(Place(bound.path, bound.value.line, bound.value.end_line or bound.value.line))
        return tuple(found)


def place_of(path: str, definition: Definition) -> Place:
    """The place of a definition: its own line to its last."""
    return Place(path, definition.line, definition.end_line)


def symbol_of(path: str, qualname: str) -> str:
    """``path#qualname``."""
    return f"{path}#{qualname}" if qualname else path
