"""Versions that lock files hold and the lines that say them, asked for by ecosystem, folder, name and spec."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.engine.facts import Place
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import read_json, read_yaml
from apps.engine.manifests.requirement import normal_name
from apps.engine.manifests.requirements import is_compiled, pins
from apps.engine.manifests.requirements import matches as is_requirements
from apps.engine.manifests.toml import TomlFile


@dataclass(frozen=True, slots=True)
class Pin:
    """A locked version and the lines that name package and version (0 where the text has none)."""

    version: str
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Locked:
    """A locked version; `place` is None where no lines of the lock file show it."""

    version: str
    place: Place | None = None


NOT_LOCKED = Locked("")

# A version under one of three keys: "name", "name@spec" (that very request), "folder\0name" (for that workspace).
Versions = dict[str, Pin]
_YARN_KEY = re.compile(r'^"?(?P<keys>[^\s#][^\n]*?)"?:\s*$')
_YARN_VERSION = re.compile(r'^\s{2}version:?\s+"?(?P<version>[^"\s]+)"?\s*$')
_GEM = re.compile(r"^ {4}(?P<name>[\w.-]+) \((?P<version>[^)\s]+)\)$")
_HEX = re.compile(r'^\s*"(?P<name>\w+)":\s*\{:hex,\s*:\w+,\s*"(?P<version>[^"]+)"')
_PROVIDER = re.compile(r'^provider\s+"(?:[^"/]+\.[^"/]+/)?(?P<name>[^"]+)"')
_PROVIDER_VERSION = re.compile(r'^\s+version\s*=\s*"(?P<version>[^"]+)"')
_PNPM_PEERS = re.compile(r"[(_].*$")  # of version 6 and later, of earlier ones
_TOML_PACKAGE = re.compile(r"^\[\[packages?\]\]\s*$")
_TOML_PAIR = re.compile(r"""^(?P<key>name|version)\s*=\s*["'](?P<value>[^"']*)["']""")
_JSON_OPENS = re.compile(r'^\s*"(?P<key>(?:[^"\\]|\\.)+)"\s*:\s*\{\s*$')
_JSON_NAME = re.compile(r'^\s*"name"\s*:\s*"(?P<key>[^"\\]+)"\s*,?\s*$')
_JSON_VERSION = re.compile(r'^\s*"(?:version|resolved)"\s*:\s*"(?P<version>[^"\\]+)"')


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable("it is no valid JSON") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


def _tables(text: str) -> Iterator[tuple[str, Pin]]:
    """(name, version) of a TOML lock file's `[[package]]` tables, in the file's order."""
    toml = TomlFile(text)
    listed = toml.value("package") or toml.value("packages")
    packages = listed if isinstance(listed, list) else []
    lines = _lines_of_tables(text)
    for number, package in enumerate(packages):
        name, version = package.get("name"), package.get("version")
        if isinstance(name, str) and isinstance(version, str):
            shown = lines[number] if len(lines) == len(packages) else {}
            at = shown.get(("name", name), 0), shown.get(("version", version), 0)
            yield name, Pin(version, min(at), max(at)) if all(at) else Pin(version)


def _lines_of_tables(text: str) -> list[dict[tuple[str, str], int]]:
    """For each `[[package]]`: the lines of its own name and version, before any table inside it."""
    found: list[dict[tuple[str, str], int]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("["):
            inside = _TOML_PACKAGE.match(line.rstrip()) is not None
            if inside:
                found.append({})
        elif inside and (pair := _TOML_PAIR.match(line[:2_000])):
            found[-1].setdefault((pair["key"], pair["value"]), number)
    return found


def _lines_of_objects(text: str) -> dict[tuple[str, str], tuple[int, int]]:
    """(key or name, version) → the lines from an object's key, or its `name`, to its `version`; JSON printed over many lines."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    key, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        line = line[:2_000]
        opened = _JSON_OPENS.match(line) or _JSON_NAME.match(line)
        if opened:
            key, start = opened["key"], number
        elif key and (version := _JSON_VERSION.match(line)):
            found.setdefault((key, version["version"]), (start, number))
            key = ""
    return found


def _pin(lines: Mapping[tuple[str, str], tuple[int, int]], key: str, version: str) -> Pin:
    return Pin(version, *lines.get((key, version), (0, 0)))


def _python_toml(text: str) -> Versions:
    return {normal_name(name): pin for name, pin in _tables(text)}


def _pipfile(text: str) -> Versions:
    data = _load(text)
    lines = _lines_of_objects(text)
    found: Versions = {}
    for part in ("default", "develop"):
        for name, value in data.get(part, {}).items() if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                shown = _pin(lines, name, value["version"])
                found[normal_name(name)] = Pin(value["version"].lstrip("="), shown.line, shown.end_line)
    return found


def _requirements(text: str) -> Versions:
    return {normal_name(name): Pin(version, line, line) for name, version, line in pins(text)}


def _cargo(text: str) -> Versions:
    found: Versions = {}
    for name, pin in _tables(text):
        found[name] = _newer(found.get(name, pin), pin)
        # A request such as "1.2" means the newest 1.x that is locked.
        parts = pin.version.split(".")
        for size in (1, 2, 3):
            prefix = f"{name}@{'.'.join(parts[:size])}"
            found[prefix] = _newer(found.get(prefix, pin), pin)
        fitting = f"{name}@^{_compatible(pin.version)}"
        found[fitting] = _newer(found.get(fitting, pin), pin)
    return found


def _compatible(version: str) -> str:
    """The part of a version that all share which Cargo takes for one another: up to the first number that is not 0."""
    parts = version.partition("-")[0].partition("+")[0].split(".")
    length = next((at for at, part in enumerate(parts) if part.strip() not in ("0", "")), len(parts) - 1) + 1
    return ".".join(parts[:length])


def _newer(one: Pin, other: Pin) -> Pin:
    return other if _order(other.version) > _order(one.version) else one


def _order(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:4]]


def _npm(text: str) -> Versions:
    data = _load(text)
    found: Versions = {}
    if not isinstance(data, dict):
        raise Unreadable("it is no JSON object")
    lines = _lines_of_objects(text)
    for path, value in data.get("packages", {}).items():
        folder, marker, name = path.rpartition("node_modules/")
        if marker and isinstance(value, dict) and isinstance(value.get("version"), str):
            folder = folder.rstrip("/")
            if "node_modules" not in folder:
                found[f"{folder}\0{name}" if folder else name] = _pin(lines, path, value["version"])
    if not found:
        for name, value in data.get("dependencies", {}).items():
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                found[name] = _pin(lines, name, value["version"])
    return found


def _yarn(text: str) -> Versions:
    found: Versions = {}
    keys: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if line and not line[0].isspace():
            match = _YARN_KEY.match(line[:5_000])
            keys = [key.strip().strip('"') for key in match["keys"].split(",")] if match else []
            start = number
            continue
        version = _YARN_VERSION.match(line) if keys else None
        if version:
            pin = Pin(version["version"], start, number)
            for key in keys:
                name, _, spec = key[1:].partition("@")
                name = key[0] + name
                spec = spec.removeprefix("npm:")
                found[f"{name}@{spec}"] = pin
                found.setdefault(name, pin)
            keys = []
    return found


def _pnpm(text: str) -> Versions:
    found: Versions = {}
    for root in read_yaml(text):
        importers = root.get("importers")
        places = list(importers.entries()) if importers.kind == "map" else [(".", root)]
        for folder, importer in places:
            for group in ("dependencies", "devDependencies", "optionalDependencies"):
                for name, value in importer.get(group).keyed():
                    shown = value.get("version") if value.kind == "map" else value
                    # What is known here by another name says both: string-width@4.2.3.
                    version = _PNPM_PEERS.sub("", shown.text).rpartition("@")[2]
                    if version and not version.startswith(("link:", "file:")):
                        key = name.text if folder == "." else f"{folder}\0{name.text}"
                        found[key] = Pin(version, name.line, shown.line)
    return found


def _bun(text: str) -> Versions:
    found: Versions = {}
    root = read_json(text)
    # A version of its own that a workspace needs stands under the workspace's name.
    folders = {item.get("name").text: folder for folder, item in root.get("workspaces").entries() if folder}
    for name, value in root.get("packages").entries():
        first = value.items[0] if value.items else None
        version = first.text.rpartition("@")[2] if first is not None else ""
        if first is not None and version and not version.startswith(("workspace:", "file:")):
            pin = found[name] = Pin(version, first.line, first.line)
            owner, inner = _owner_of(name)
            if owner in folders:
                found[f"{folders[owner]}\0{inner}"] = pin
    return found


def _owner_of(name: str) -> tuple[str, str]:
    """``@shop/web/react`` → ("@shop/web", "react"); the first is "" for a package that all share."""
    parts = name.split("/")
    size = 2 if name.startswith("@") else 1
    return ("/".join(parts[:size]), "/".join(parts[size:])) if len(parts) > size else ("", name)


def _composer(text: str) -> Versions:
    data = _load(text)
    lines = _lines_of_objects(text)
    found: Versions = {}
    for part in ("packages", "packages-dev"):
        for value in data.get(part, []) if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("version"), str):
                found[value["name"].lower()] = _pin(lines, value["name"], value["version"])
    return found


def _gems(text: str) -> Versions:
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = _GEM.match(line.rstrip("\r"))
        if match:
            found.setdefault(match["name"], Pin(match["version"], number, number))
    return found


def _nuget(text: str) -> Versions:
    found: Versions = {}
    root = read_json(text).get("dependencies")
    for _, framework in root.entries():
        for name, value in framework.keyed():
            resolved = value.get("resolved")
            if resolved.text:
                found.setdefault(name.text.lower(), Pin(resolved.text, name.line, resolved.line))
    return found


def _gradle(text: str) -> Versions:
    """``group:artifact:version=configurations``"""
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        parts = line[:1_000].partition("=")[0].split(":")
        if len(parts) == 3 and not line.startswith("#"):
            found.setdefault(":".join(parts[:2]), Pin(parts[2], number, number))
    return found


def _swift(text: str) -> Versions:
    """Versions by the last part of the address, in lower case; of the first form of the file and the later ones."""
    found: Versions = {}
    root = read_json(text)
    for pin in (root.get("pins") or root.get("object", "pins")).items:
        address = pin.get("location") or pin.get("repositoryURL")
        version = pin.get("state", "version")
        if address.text and version.text:
            found[last_part(address.text)] = Pin(version.text, address.line, version.line)
    return found


def last_part(address: str) -> str:
    """``https://github.com/apple/swift-nio.git`` → swift-nio."""
    return address.rstrip("/").rpartition("/")[2].removesuffix(".git").lower()


def _pub(text: str) -> Versions:
    found: Versions = {}
    for root in read_yaml(text):
        for name, value in root.get("packages").keyed():
            version = value.get("version")
            if version.text:
                found[name.text] = Pin(version.text, name.line, version.line)
    return found


def _charts(text: str) -> Versions:
    found: Versions = {}
    for root in read_yaml(text):
        for item in root.get("dependencies").items:
            name, version = item.get("name"), item.get("version")
            if name.text and version.text:
                found[name.text] = Pin(version.text, name.line, version.line)
    return found


def _providers(text: str) -> Versions:
    """``provider "registry.terraform.io/hashicorp/aws" {`` and the version below it."""
    found: Versions = {}
    name, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        begun = _PROVIDER.match(line[:500])
        version = _PROVIDER_VERSION.match(line[:500])
        if begun:
            name, start = begun["name"], number
        elif name and version:
            found[name] = Pin(version["version"], start, number)
            name = ""
    return found


def _mix(text: str) -> Versions:
    found: Versions = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = _HEX.match(line[:1_000])
        if match:
            found[match["name"]] = Pin(match["version"], number, number)
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
    "gradle.lockfile": ("maven", _gradle),
    "Package.resolved": ("swift", _swift),
    "pubspec.lock": ("pub", _pub),
    "Chart.lock": ("helm", _charts),
    ".terraform.lock.hcl": ("terraform", _providers),
    "mix.lock": ("hex", _mix),
}
_REQUIREMENTS_LOCK = re.compile(r"(?:^|/)requirements(?:[\w.-]*|/[\w.-]+)\.lock$")


def matches(path: str) -> bool:
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
        fitting = (f"{name}@^{_compatible(asked)}",) if is_caret else ()
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
