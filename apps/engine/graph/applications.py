"""Folders that stand on their own by the files directly in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

_MANIFEST = re.compile(
    r"package\.json|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile"
    r"|mix\.exs|.*\.(?:csproj|fsproj|gemspec)"
)
_OLD_MANIFESTS = frozenset({"setup.py", "setup.cfg"})  # beside packages, where inside one they are modules like any other
_MODELS = re.compile(r"/models(?:\.py|/[^/]+\.py)$")
_PACKAGE = frozenset({"__init__.py", "index.js", "index.ts", "index.tsx", "index.jsx", "mod.rs"})


def find_applications(paths: Iterable[str], with_models: Iterable[str] = ()) -> frozenset[str]:
    """Folders below the root with a manifest of their own, and packages with migrations, ``apps.py``, or models of their own.

    `with_models` are files that declare models: they count where they are ``models.py`` or stand in a folder ``models``.
    """
    names, folders = _inside(paths)
    modelled = {path.rpartition("/")[0].removesuffix("/models") for path in with_models if _MODELS.search(path)}
    found = set()
    for folder, files in names.items():
        holds = "apps.py" in files or "migrations" in folders[folder] or folder in modelled
        if folder and (("__init__.py" in files and holds) or _has_manifest(files)):
            found.add(folder)
    return frozenset(found)


def find_packages(paths: Iterable[str]) -> frozenset[str]:
    """Folders that say that they are one thing: packages of a language and what has a manifest of its own."""
    names, _folders = _inside(paths)
    return frozenset(
        folder for folder, files in names.items() if folder and (not files.isdisjoint(_PACKAGE) or _has_manifest(files))
    )


def _has_manifest(files: set[str]) -> bool:
    if any(_MANIFEST.fullmatch(name) for name in files):
        return True
    return "__init__.py" not in files and not files.isdisjoint(_OLD_MANIFESTS)


def _inside(paths: Iterable[str]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """{folder: files directly in it} and {folder: folders directly in it}, by their names."""
    names: dict[str, set[str]] = defaultdict(set)
    folders: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        folder, _, name = path.rpartition("/")
        names[folder].add(name)
        parent, _, last = folder.rpartition("/")
        folders[parent].add(last)
    return names, folders
