"""Which file of the repository an import means.

Python: importable roots are found from the tree (`src` layouts, several projects in one repository, scripts beside each other).
JavaScript and TypeScript: relative paths, `paths` and `baseUrl` of tsconfig, names of workspace packages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from apps.engine.facts import FileFacts, Import
from apps.engine.graph.stdlib import STDLIB

SCRIPT_LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX"})

_SOURCE_FOLDERS = {"src", "lib", "python", "app", "apps", "source", "backend", "server", "packages"}
SIDE_FOLDERS = {
    "tests",
    "test",
    "testing",
    "examples",
    "example",
    "samples",
    "docs",
    "fixtures",
    "vendor",
    "third_party",
    "benchmarks",
}
_SUFFIXES = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_COMPILED = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}


class Located(msgspec.Struct, frozen=True, gc=False):
    """`kind`: file (`path`), folder (`path`, a Python namespace package), external (`name`), missing (of here, not parsed)."""

    kind: str
    path: str = ""
    name: str = ""


MISSING = Located("missing")


@dataclass(frozen=True, slots=True)
class ModuleMaps:
    """What configuration says about module names.

    `aliases`: folder of a tsconfig → pattern → targets, targets relative to the repository (``{"": {"@/*": ("src/*",)}}``).
    `base_urls`: folder of a tsconfig → the folder bare names are looked up in first.
    `packages`: name of a package of this repository → paths to try for the bare name; the first is its folder.
    `roots`: Python import roots besides those found from the tree.
    `prefixes`: language → name of a module, crate or namespace → the folders that hold it (``{"Go": {"a.org/shop": ("",)}}``), of
    C# the folders of the projects that import it everywhere.
    """

    aliases: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    base_urls: Mapping[str, str] = field(default_factory=dict)
    packages: Mapping[str, Sequence[str]] = field(default_factory=dict)
    roots: Sequence[str] = ()
    prefixes: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def ancestors(folder: str) -> list[str]:
    """The folder, its parents, and "" last."""
    out = []
    while folder:
        out.append(folder)
        folder = folder_of(folder)
    out.append("")
    return out


def join(folder: str, relative: str) -> str | None:
    """A normalised path, None where it leaves the repository."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


class PythonModules:
    """Finds modules by dotted name."""

    def __init__(self, paths: Iterable[str], roots: Sequence[str]) -> None:
        self._files = {path for path in paths if path.endswith((".py", ".pyi", ".pyw"))}
        self._folders: set[str] = set()
        self._packages: set[str] = set()
        for path in self._files:
            folder = folder_of(path)
            if path.endswith(("/__init__.py", "/__init__.pyi")):
                self._packages.add(folder)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder_of(folder)
        self._declared = tuple(roots)
        self._children: dict[str, set[str]] = defaultdict(set)
        for path in self._files:
            folder, _, name = path.rpartition("/")
            self._children[folder].add(name.rpartition(".")[0])
        for folder in self._packages:
            self._children[folder_of(folder)].add(folder.rpartition("/")[2])
        found = {""}
        for path in sorted(self._files):
            found.add(self._root_of(folder_of(path)))
        self._roots = sorted(found)
        self._sources = [root for root in self._roots if root.rpartition("/")[2] in _SOURCE_FOLDERS]
        self._tops: dict[str, list[str]] = defaultdict(list)
        for root in self._roots:
            for name in sorted(self._children.get(root, ())):
                self._tops[name].append(root)
        self._known: dict[tuple[str, str], Located] = {}

    def _root_of(self, folder: str) -> str:
        while folder in self._packages:
            folder = folder_of(folder)
        return folder

    def locate(self, path: str, module: str, level: int) -> Located:
        """The module that `module`, with `level` leading dots, means in the file `path`."""
        folder = folder_of(path)
        if level:
            return self._relative(folder, module, level)
        key = (folder, module)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._absolute(folder, module)
        return known

    def _relative(self, folder: str, module: str, level: int) -> Located:
        base: str | None = folder
        for _ in range(level - 1):
            if not base:
                return MISSING
            base = folder_of(base)
        return self._find(base or "", module.split(".") if module else []) or MISSING

    def submodule(self, folder: str, name: str) -> Located | None:
        """`name` as a module inside a package folder."""
        return self._find(folder, [name])

    def _find(self, root: str, parts: list[str]) -> Located | None:
        stem = "/".join([root, *parts]) if root else "/".join(parts)
        if parts:
            for ending in (".py", ".pyi"):
                if stem + ending in self._files and not (ending == ".py" and stem in self._packages):
                    return Located("file", stem + ending)
        for name in ("__init__.py", "__init__.pyi"):
            path = f"{stem}/{name}" if stem else name
            if path in self._files:
                return Located("file", path)
        if stem in self._folders or not stem:
            return Located("folder", stem)
        return None

    def _absolute(self, folder: str, module: str) -> Located:
        parts = module.split(".")
        if not parts[0]:
            return MISSING
        above = [here for here in ancestors(folder) if here not in self._packages]
        near = [root for root in self._sources if folder_of(root) in above]
        ordered = [*above, *near, *(root for root in self._declared if root not in above)]
        namespace: Located | None = None
        for root in ordered:
            top = self._find(root, parts[:1])
            if top is None:
                continue
            full = self._find(root, parts)
            if top.kind == "folder":
                if full is not None and namespace is None:
                    namespace = full
                continue
            return full or MISSING
        if namespace is not None and parts[0] not in STDLIB and (namespace.kind == "file" or len(parts) > 1):
            return namespace
        if parts[0] in STDLIB:
            return Located("external", name=module)
        if namespace is not None:
            return namespace
        elsewhere = [root for root in self._tops.get(parts[0], ()) if self._usable(root, folder)]
        matches = [
            found
            for root in elsewhere
            if (found := self._find(root, parts)) is not None and found.kind == "file" and self._is_told(root, parts, found)
        ]
        if len(matches) == 1:
            return matches[0]
        return Located("external", name=module)

    def _is_told(self, root: str, parts: list[str], found: Located) -> bool:
        """Whether a module far away is more than a file that happens to be called like a library (``settings/jwt.py``)."""
        is_package = found.path.endswith(("/__init__.py", "/__init__.pyi"))
        return is_package or len(parts) > 1 or root in self._declared or root.rpartition("/")[2] in _SOURCE_FOLDERS

    def _usable(self, root: str, folder: str) -> bool:
        """Whether a root that is not on the way up may serve `folder`: tests and examples serve only themselves."""
        side = [part for part in root.split("/") if part in SIDE_FOLDERS]
        return not side or all(part in folder.split("/") for part in side)


class ScriptModules:
    """Finds JavaScript and TypeScript modules by specifier."""

    def __init__(self, paths: Iterable[str], maps: ModuleMaps) -> None:
        self._files = {path for path in paths if path.endswith(_SUFFIXES)}
        self._maps = maps
        self._known: dict[tuple[str, str], Located] = {}

    def locate(self, path: str, specifier: str) -> Located:
        """The module that `specifier` means in the file `path`."""
        key = (folder_of(path), specifier)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._locate(*key)
        return known

    def _locate(self, folder: str, specifier: str) -> Located:
        specifier = specifier.partition("?")[0]
        if specifier.startswith(".") or specifier == "":
            target = join(folder, specifier)
            return (self.file(target) if target is not None else None) or MISSING
        if specifier.startswith("/"):
            return self.file(specifier.strip("/")) or MISSING
        found = self._aliased(folder, specifier)
        if found is not None:
            return found
        for here in ancestors(folder):
            if here in self._maps.base_urls:
                located = self.file(join(self._maps.base_urls[here], specifier) or "")
                if located is not None:
                    return located
                break
        found = self._package(specifier)
        if found is not None:
            return found
        if specifier.startswith(("@/", "~/")):
            rest = specifier[2:]
            for here in ancestors(folder):
                for base in ("src", "app", ""):
                    located = self.file(join(here, f"{base}/{rest}") or "")
                    if located is not None:
                        return located
            return MISSING
        return Located("external", name=specifier.removeprefix("node:"))

    def _aliased(self, folder: str, specifier: str) -> Located | None:
        for here in ancestors(folder):
            patterns = self._maps.aliases.get(here)
            if not patterns:
                continue
            matching = []
            for pattern, targets in patterns.items():
                before, star, after = pattern.partition("*")
                if star and specifier.startswith(before) and specifier.endswith(after) and len(specifier) >= len(before + after):
                    matching.append((-len(before), pattern, specifier[len(before) : len(specifier) - len(after)], targets))
                elif pattern == specifier:
                    matching.append((-len(pattern) - 1, pattern, "", targets))
            for _, _, rest, targets in sorted(matching, key=lambda item: item[:3]):
                for target in targets:
                    located = self.file(join("", target.replace("*", rest)) or "")
                    if located is not None:
                        return located
                if specifier.startswith(("@/", "~/", "#")):
                    return MISSING
        return None

    def _package(self, specifier: str) -> Located | None:
        parts = specifier.split("/")
        count = 2 if specifier.startswith("@") else 1
        name = "/".join(parts[:count])
        paths = self._maps.packages.get(name)
        if paths is None:
            return None
        rest = "/".join(parts[count:])
        if rest:
            for base in (paths[0], join(paths[0], "src")):
                located = self.file(join(base or "", rest) or "")
                if located is not None:
                    return located
            return MISSING
        for path in [*paths[1:], join(paths[0], "src/index") or "", join(paths[0], "index") or ""]:
            located = self.file(path)
            if located is not None:
                return located
        return MISSING

    def file(self, stem: str) -> Located | None:
        """The parsed file a path without or with its ending means."""
        if stem in self._files:
            return Located("file", stem)
        for ending, sources in _COMPILED.items():
            if stem.endswith(ending):
                for source in sources:
                    if stem[: -len(ending)] + source in self._files:
                        return Located("file", stem[: -len(ending)] + source)
        for suffix in _SUFFIXES:
            if stem + suffix in self._files:
                return Located("file", stem + suffix)
        for suffix in _SUFFIXES:
            path = f"{stem}/index{suffix}" if stem else f"index{suffix}"
            if path in self._files:
                return Located("file", path)
        return None


class Modules:
    """Both kinds of modules of a repository, by importing file."""

    def __init__(self, files: Mapping[str, FileFacts], maps: ModuleMaps | None = None) -> None:
        maps = maps or ModuleMaps()
        self._languages = {path: facts.language for path, facts in files.items()}
        self._python = PythonModules(files, maps.roots)
        self._scripts = ScriptModules(files, maps)

    def locate(self, importer: str, imported: Import) -> Located:
        """What an import statement names."""
        if self._languages.get(importer) == "Python":
            return self._python.locate(importer, imported.module, imported.level)
        return self._scripts.locate(importer, imported.module)

    def locate_python(self, importer: str, name: str, level: int = 0) -> Located:
        return self._python.locate(importer, name, level)

    def locate_script(self, importer: str, module: str) -> Located:
        return self._scripts.locate(importer, module)

    def submodule(self, folder: str, name: str) -> Located | None:
        """`name` as a module inside a Python package folder."""
        return self._python.submodule(folder, name)

    def python(self, importer: str, name: str, level: int = 0) -> str | None:
        """The file of a Python module; a package is its ``__init__.py``.  `level` counts leading dots."""
        return _file(self._python.locate(importer, name, level))

    def script(self, importer: str, module: str) -> str | None:
        """The file of a JavaScript or TypeScript module, None where it is another package's."""
        return _file(self._scripts.locate(importer, module))

    def find(self, importer: str, imported: Import) -> str | None:
        """The file an import statement names."""
        return _file(self.locate(importer, imported))


def _file(located: Located) -> str | None:
    return located.path if located.kind == "file" else None
