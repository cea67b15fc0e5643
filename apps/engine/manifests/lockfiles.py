"""Versions that lock files hold, asked for by ecosystem, folder, name and spec."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import Node, read_json, read_yaml
from apps.engine.manifests.requirement import normal_name
from apps.engine.manifests.requirements import is_compiled, pins
from apps.engine.manifests.requirements import matches as is_requirements
from apps.engine.manifests.toml import TomlFile

# A version under one of three keys: "name", "name@spec" (that very request), "folder\0name" (for that workspace).
Versions = dict[str, str]
_YARN_KEY = re.compile(r'^"?(?P<keys>[^\s#][^\n]*?)"?:\s*$')
_YARN_VERSION = re.compile(r'^\s{2}version:?\s+"?(?P<version>[^"\s]+)"?\s*$')
_GEM = re.compile(r"^ {4}(?P<name>[\w.-]+) \((?P<version>[^)\s]+)\)$")
_PNPM_PEERS = re.compile(r"\(.*$")


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable("it is no valid JSON") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


def _tables(text: str) -> Iterator[tuple[str, str]]:
    """(name, version) of a TOML lock file's `[[package]]` tables."""
    packages = TomlFile(text).value("package")
    for package in packages if isinstance(packages, list) else []:
        name, version = package.get("name"), package.get("version")
        if isinstance(name, str) and isinstance(version, str):
            yield name, version


def _python_toml(text: str) -> Versions:
    return {normal_name(name): version for name, version in _tables(text)}


def _pipfile(text: str) -> Versions:
    data = _load(text)
    found: Versions = {}
    for part in ("default", "develop"):
        for name, value in data.get(part, {}).items() if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                found[normal_name(name)] = value["version"].lstrip("=")
    return found


def _requirements(text: str) -> Versions:
    return {normal_name(name): version for name, version in pins(text)}


def _cargo(text: str) -> Versions:
    found: Versions = {}
    for name, version in _tables(text):
        found[name] = version if name not in found else max(found[name], version, key=_order)
        # A request such as "1.2" means the newest 1.x that is locked.
        parts = version.split(".")
        for size in (1, 2, 3):
            prefix = f"{name}@{'.'.join(parts[:size])}"
            found[prefix] = max(found.get(prefix, version), version, key=_order)
    return found


def _order(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:4]]


def _npm(text: str) -> Versions:
    data = _load(text)
    found: Versions = {}
    if not isinstance(data, dict):
        raise Unreadable("it is no JSON object")
    for path, value in data.get("packages", {}).items():
        folder, marker, name = path.rpartition("node_modules/")
        if marker and isinstance(value, dict) and isinstance(value.get("version"), str):
            folder = folder.rstrip("/")
            if "node_modules" not in folder:
                found[f"{folder}\0{name}" if folder else name] = value["version"]
    if not found:
        for name, value in data.get("dependencies", {}).items():
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                found[name] = value["version"]
    return found


def _yarn(text: str) -> Versions:
    found: Versions = {}
    keys: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip("\r")
        if line and not line[0].isspace():
            match = _YARN_KEY.match(line[:5_000])
            keys = [key.strip().strip('"') for key in match["keys"].split(",")] if match else []
            continue
        version = _YARN_VERSION.match(line) if keys else None
        if version:
            for key in keys:
                name, _, spec = key[1:].partition("@")
                name = key[0] + name
                spec = spec.removeprefix("npm:")
                found[f"{name}@{spec}"] = version["version"]
                found.setdefault(name, version["version"])
            keys = []
    return found


def _pnpm(text: str) -> Versions:
    found: Versions = {}
    for root in read_yaml(text):
        importers = root.get("importers")
        places = list(importers.entries()) if importers.kind == "map" else [(".", root)]
        for folder, importer in places:
            for group in ("dependencies", "devDependencies", "optionalDependencies"):
                for name, value in importer.get(group).entries():
                    version = _PNPM_PEERS.sub("", (value.get("version") if value.kind == "map" else value).text)
                    if version and not version.startswith(("link:", "file:")):
                        found[name if folder == "." else f"{folder}\0{name}"] = version
    return found


def _bun(text: str) -> Versions:
    found: Versions = {}
    for name, value in read_json(text).get("packages").entries():
        first = value.items[0].text if value.items else ""
        version = first.rpartition("@")[2]
        if version and not version.startswith(("workspace:", "file:")):
            found[name] = version
    return found


def _composer(text: str) -> Versions:
    data = _load(text)
    found: Versions = {}
    for part in ("packages", "packages-dev"):
        for value in data.get(part, []) if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("version"), str):
                found[value["name"].lower()] = value["version"]
    return found


def _gems(text: str) -> Versions:
    found: Versions = {}
    for line in text.split("\n"):
        match = _GEM.match(line.rstrip("\r"))
        if match:
            found.setdefault(match["name"], match["version"])
    return found


def _nuget(text: str) -> Versions:
    found: Versions = {}
    root = read_json(text).get("dependencies")
    for _, framework in root.entries():
        for name, value in framework.entries():
            resolved: Node = value.get("resolved")
            if resolved.text:
                found.setdefault(name.lower(), resolved.text)
    return found


_FILES: Mapping[str, tuple[str, Callable[[str], Versions]]] = {
    "poetry.lock": ("pypi", _python_toml),
    "uv.lock": ("pypi", _python_toml),
    "pdm.lock": ("pypi", _python_toml),
    "pylock.toml": ("pypi", _python_toml),
    "Pipfile.lock": ("pypi", _pipfile),
    "Cargo.lock": ("cargo", _cargo),
    "package-lock.json": ("npm", _npm),
    "npm-shrinkwrap.json": ("npm", _npm),
    "yarn.lock": ("npm", _yarn),
    "pnpm-lock.yaml": ("npm", _pnpm),
    "bun.lock": ("npm", _bun),
    "composer.lock": ("packagist", _composer),
    "Gemfile.lock": ("rubygems", _gems),
    "gems.locked": ("rubygems", _gems),
    "packages.lock.json": ("nuget", _nuget),
}
_REQUIREMENTS_LOCK = re.compile(r"^requirements[\w.-]*\.lock$")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name in _FILES or _REQUIREMENTS_LOCK.match(name) is not None


class Locks:
    """All lock files of a commit."""

    def __init__(self, out: Collector) -> None:
        self._found: dict[tuple[str, str], Versions] = {}
        for path in sorted(out.texts):
            name = path.rpartition("/")[2]
            if name in _FILES:
                ecosystem, read = _FILES[name]
            elif _REQUIREMENTS_LOCK.match(name) or (is_requirements(path) and is_compiled(path, out.texts[path])):
                ecosystem, read = "pypi", _requirements
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
            for key, version in versions.items():
                kept.setdefault(key, version)

    def version(self, ecosystem: str, manifest: str, name: str, spec: str) -> str:
        """The locked version, "" if no lock file at or above the manifest names it."""
        if ecosystem == "pypi":
            name = normal_name(name)
        elif ecosystem in ("packagist", "nuget"):
            name = name.lower()
        asked = spec.lstrip("^~=v ").split(",")[0].strip() if ecosystem == "cargo" else spec
        folder = start = posixpath.dirname(manifest)
        while True:
            versions = self._found.get((ecosystem, folder))
            if versions:
                below = posixpath.relpath(start, folder or ".") if start != folder else ""
                for key in (f"{below}\0{name}", f"{name}@{asked}", name):
                    if key in versions:
                        return versions[key]
            if not folder:
                return ""
            folder = posixpath.dirname(folder)
