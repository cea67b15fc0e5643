"""Versions that lock files hold and the lines that say them, asked for by ecosystem, folder, name and spec."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.engine.facts import Place
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.lockfiles import cargo, documents, lines, node, python
from apps.engine.manifests.lockfiles.documents import last_part
from apps.engine.manifests.lockfiles.pins import Versions
from apps.engine.manifests.requirement import normal_name
from apps.engine.manifests.requirements import is_compiled
from apps.engine.manifests.requirements import matches as is_requirements

__all__ = ["NOT_LOCKED", "Locked", "Locks", "is_requirements_lock", "last_part", "matches"]


@dataclass(frozen=True, slots=True)
class Locked:
    """A locked version; `place` is None where no lines of the lock file show it."""

    version: str
    place: Place | None = None


NOT_LOCKED = Locked("")

_FILES: Mapping[str, tuple[str, Callable[[str], Versions]]] = {
    "poetry.lock": ("pypi", python.toml_tables),
    "uv.lock": ("pypi", python.toml_tables),
    "pdm.lock": ("pypi", python.toml_tables),
    "pylock.toml": ("pypi", python.toml_tables),
    "Pipfile.lock": ("pypi", python.pipfile),
    "Cargo.lock": ("cargo", cargo.cargo),
    "package-lock.json": ("npm", node.npm),
    "npm-shrinkwrap.json": ("npm", node.npm),
    "yarn.lock": ("npm", node.yarn),
    "pnpm-lock.yaml": ("npm", node.pnpm),
    "bun.lock": ("npm", node.bun),
    "composer.lock": ("packagist", documents.composer),
    "Gemfile.lock": ("rubygems", lines.gems),
    "gems.locked": ("rubygems", lines.gems),
    "packages.lock.json": ("nuget", documents.nuget),
    "gradle.lockfile": ("maven", lines.gradle),
    "Package.resolved": ("swift", documents.swift),
    "pubspec.lock": ("pub", documents.pub),
    "Chart.lock": ("helm", documents.charts),
    ".terraform.lock.hcl": ("terraform", lines.providers),
    "mix.lock": ("hex", lines.mix),
}
_REQUIREMENTS_LOCK = re.compile(r"(?:^|/)requirements(?:[\w.-]*|/[\w.-]+)\.lock$")


def matches(path: str) -> bool:
    """Whether a path names a lock file."""
    name = path.rpartition("/")[2]
    return name in _FILES or is_requirements_lock(path)


def is_requirements_lock(path: str) -> bool:
    """``requirements-dev.lock``, ``requirements/base.lock``."""
    return _REQUIREMENTS_LOCK.search(path) is not None


class Locks:
    """All lock files of a commit."""

    def __init__(self, out: Collector) -> None:
        self._found: dict[tuple[str, str], dict[str, Locked]] = {}
        for path in sorted(out.texts):
            name = path.rpartition("/")[2]
            if name in _FILES:
                ecosystem, read = _FILES[name]
            elif is_requirements_lock(path) or (is_requirements(path) and is_compiled(path, out.texts[path], out.texts)):
                ecosystem, read = "pypi", python.requirements
            else:
                continue
            try:
                versions = read(out.texts[path])
            except Unreadable as error:
                out.unknown(path, f"the lock file could not be read: {error}", path)
                continue
            except (AttributeError, TypeError):
                out.unknown(path, "the lock file has an unexpected shape", path)
                continue
            kept = self._found.setdefault((ecosystem, posixpath.dirname(path)), {})
            for key, pin in versions.items():
                kept.setdefault(key, Locked(pin.version, Place(path, pin.line, pin.end_line) if pin.line else None))

    def find(self, ecosystem: str, manifest: str, name: str, spec: str) -> Locked:
        """The locked version and its lines; `NOT_LOCKED` if no lock file at or above the manifest names it."""
        if ecosystem == "pypi":
            name = normal_name(name)
        elif ecosystem in ("packagist", "nuget", "swift"):
            name = name.lower()
        asked = spec.lstrip("^~=v ").split(",")[0].strip() if ecosystem == "cargo" else spec
        is_caret = ecosystem == "cargo" and asked[:1].isdigit() and spec[:1] not in "=~"
        fitting = (f"{name}@^{cargo.compatible(asked)}",) if is_caret else ()
        folder = start = posixpath.dirname(manifest)
        while True:
            versions = self._found.get((ecosystem, folder))
            if versions:
                below = posixpath.relpath(start, folder or ".") if start != folder else ""
                for key in (f"{below}\0{name}", *fitting, f"{name}@{asked}", name):
                    if key in versions:
                        return versions[key]
            if not folder or ecosystem == "maven":  # a Gradle project has no lock file but its own
                return NOT_LOCKED
            folder = posixpath.dirname(folder)
