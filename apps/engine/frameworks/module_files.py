"""Which file of the repository a module's name means, asked of the graph's resolver."""

from __future__ import annotations

from collections.abc import Collection

from apps.engine.facts import Import, ImportedName
from apps.engine.graph.resolve import Resolver

_WHOLE = (ImportedName("*", "module"),)


class ModuleFiles:
    """Remembers the answers."""

    def __init__(self, resolver: Resolver, paths: Collection[str]) -> None:
        self._resolver = resolver
        self._paths = paths
        self._known: dict[tuple[str, str, int], str | None] = {}

    def python(self, importer: str, name: str, level: int = 0) -> str | None:
        """The file of a dotted Python module; `level` counts leading dots."""
        return self._file(importer, name, level, Import(name, alias="module", level=level, kind="import"), "")

    def script(self, importer: str, name: str) -> str | None:
        """The file of a JavaScript or TypeScript module specifier."""
        return self._file(importer, name, -1, Import(name, names=_WHOLE, kind="import"), "*")

    def _file(self, importer: str, name: str, level: int, imported: Import, wanted: str) -> str | None:
        key = (importer, name, level)
        if key not in self._known:
            found = self._resolver.resolve_module(importer, imported, wanted)
            is_file = found.kind == "module" and found.path in self._paths
            self._known[key] = found.path if is_file else None
        return self._known[key]
