"""Which file of the repository a module's name means, asked of the graph's resolver."""

from __future__ import annotations

from collections.abc import Collection

from apps.engine.facts import Import
from apps.engine.graph.resolve import Resolver

_SOURCE_FOLDERS = frozenset({"", "src", "lib", "python", "app", "apps", "source", "backend", "server", "packages"})


class ModuleFiles:
    """Remembers the answers."""

    def __init__(self, resolver: Resolver, paths: Collection[str]) -> None:
        self._resolver = resolver
        self._paths = paths
        self._known: dict[tuple[str, str, int], str | None] = {}

    def python(self, importer: str, name: str, level: int = 0) -> str | None:
        """The file of a dotted Python module; `level` counts leading dots."""
        return self._file(importer, name, level, Import(name, alias="module", level=level, kind="import"))

    def script(self, importer: str, name: str) -> str | None:
        """The file of a JavaScript or TypeScript module specifier."""
        return self._file(importer, name, -1, Import(name, alias="module", kind="import"))

    def _file(self, importer: str, name: str, level: int, imported: Import) -> str | None:
        key = (importer, name, level)
        if key not in self._known:
            found = self._resolver.resolve_module(importer, imported)
            is_file = found.kind == "module" and found.path in self._paths
            if is_file and level == 0 and "." not in name and not _is_near(importer, found.path):
                is_file = False
            self._known[key] = found.path if is_file else None
        return self._known[key]


def _is_near(importer: str, path: str) -> bool:
    """Whether a module with a bare name stands where the importing file can see it.

    ``import celery`` does not mean ``settings/celery.py`` of another folder: a package of that name is far more likely.
    """
    folder = path.removesuffix("/__init__.py").rpartition("/")[0]
    return not folder or importer.startswith(f"{folder}/") or folder.rpartition("/")[2] in _SOURCE_FOLDERS
