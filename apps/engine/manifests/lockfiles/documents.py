"""Lock files that are documents of JSON or YAML: of Composer, NuGet, Swift, Dart and Helm."""

from __future__ import annotations

from apps.engine.manifests.lockfiles.pins import Pin, Versions
from apps.engine.manifests.lockfiles.printed import lines_of_objects, load, pin_of
from apps.engine.manifests.nodes import read_json, read_yaml


def composer(text: str) -> Versions:
    """``composer.lock``."""
    data = load(text)
    lines = lines_of_objects(text)
    found: Versions = {}
    for part in ("packages", "packages-dev"):
        for value in data.get(part, []) if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("version"), str):
                found[value["name"].lower()] = pin_of(lines, value["name"], value["version"])
    return found


def nuget(text: str) -> Versions:
    """``packages.lock.json``: the first of the target frameworks that has a package."""
    found: Versions = {}
    root = read_json(text).get("dependencies")
    for _, framework in root.entries():
        for name, value in framework.keyed():
            resolved = value.get("resolved")
            if resolved.text:
                found.setdefault(name.text.lower(), Pin(resolved.text, name.line, resolved.line))
    return found


def swift(text: str) -> Versions:
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


def pub(text: str) -> Versions:
    """``pubspec.lock``."""
    found: Versions = {}
    for root in read_yaml(text):
        for name, value in root.get("packages").keyed():
            version = value.get("version")
            if version.text:
                found[name.text] = Pin(version.text, name.line, version.line)
    return found


def charts(text: str) -> Versions:
    """``Chart.lock``."""
    found: Versions = {}
    for root in read_yaml(text):
        for item in root.get("dependencies").items:
            name, version = item.get("name"), item.get("version")
            if name.text and version.text:
                found[name.text] = Pin(version.text, name.line, version.line)
    return found
