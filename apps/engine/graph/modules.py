"""Which file an import means.

Python: a dotted name is found below an importable root, a folder that is no package itself; roots nearer to the importing
file come first.  JavaScript and TypeScript: relative paths with the usual endings, path aliases, package folders of a workspace.
What is not found in the repository is external.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping

from apps.engine.facts import FileFacts, Import

SCRIPT_LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX"})
_ENDINGS = ("", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".d.ts")
_INDEXES = tuple(f"/index{ending}" for ending in _ENDINGS if ending)
_FROM_SCRIPT = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}  # TypeScript names its output


class Modules:
    """Index of the modules of a repository."""

    def __init__(self, files: Mapping[str, FileFacts], *, aliases: Mapping[str, str] | None = None) -> None:
        self._files = files
        # "@/" → "src/": prefixes in imports that stand for folders
        self._aliases = sorted((aliases or {}).items(), key=lambda item: (-len(item[0]), item[0]))
        self._packages = {path.rpartition("/")[0] for path in files if path.endswith("__init__.py")}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(files):
            if files[path].language == "Python":
                self._index(path)

    def _index(self, path: str) -> None:
        parts = path.removesuffix(".py").removesuffix(".pyi").split("/")
        if parts[-1] == "__init__":
            parts.pop()
        for start in range(len(parts)):
            self._by_name[".".join(parts[start:])].append(path)

    # --- Python --------------------------------------------------------------------------------------------------------
    def python(self, importer: str, name: str, level: int = 0) -> str | None:
        """The file of a module; a package is its ``__init__.py``.  `level` counts leading dots."""
        if level:
            folder = importer.rpartition("/")[0]
            for _ in range(level - 1):
                folder = folder.rpartition("/")[0]
            return self._python_file(posixpath.join(folder, *name.split(".")) if name else folder)
        found = [(self._root(path, name), path) for path in self._by_name.get(name, ())]
        found = [(root, path) for root, path in found if root not in self._packages]
        near = [(root, path) for root, path in found if not root or importer.startswith(f"{root}/")]
        if near:
            return max(near, key=lambda item: (len(item[0]), item[1]))[1]
        # Another part of a monorepo: believed only where one file alone can be meant, and by more than a bare word.
        return found[0][1] if len(found) == 1 and "." in name else None

    @staticmethod
    def _root(path: str, name: str) -> str:
        stem = path.removesuffix("/__init__.py").removesuffix(".pyi").removesuffix(".py")
        return stem[: len(stem) - len(name)].rstrip("/")

    def _python_file(self, stem: str) -> str | None:
        stem = stem.strip("/")
        candidates = (f"{stem}.py", f"{stem}/__init__.py", f"{stem}.pyi") if stem else ("__init__.py",)
        return next((path for path in candidates if path in self._files), None)

    def is_package_folder(self, importer: str, name: str, level: int = 0) -> bool:
        """Whether a dotted name is the beginning of a module's name in this repository."""
        return not level and any(found.startswith(f"{name}.") for found in self._by_name) and bool(importer)

    # --- JavaScript, TypeScript ------------------------------------------------------------------------------------------
    def script(self, importer: str, module: str) -> str | None:
        """The file of an import's module, None where it is another package's."""
        if module.startswith("."):
            return self._script_file(posixpath.normpath(posixpath.join(posixpath.dirname(importer), module)))
        for prefix, folder in self._aliases:
            if module.startswith(prefix) or module == prefix.rstrip("/"):
                found = self._script_file(posixpath.normpath(posixpath.join(folder, module[len(prefix) :])))
                if found:
                    return found
        if module.startswith("/"):
            return None
        return self._script_file(module) if "/" in module and not module.startswith("@") else None

    def _script_file(self, stem: str) -> str | None:
        for candidate in self._candidates(stem):
            if candidate in self._files and self._files[candidate].language in SCRIPT_LANGUAGES:
                return candidate
        return None

    @staticmethod
    def _candidates(stem: str) -> Iterable[str]:
        for ending in _ENDINGS:
            yield stem + ending
        base, ending = posixpath.splitext(stem)
        for other in _FROM_SCRIPT.get(ending, ()):
            yield base + other
        for index in _INDEXES:
            yield stem + index

    # --- either --------------------------------------------------------------------------------------------------------
    def find(self, importer: str, imported: Import) -> str | None:
        """The file an import statement names."""
        if self._files[importer].language == "Python":
            return self.python(importer, imported.module, imported.level)
        return self.script(importer, imported.module)
