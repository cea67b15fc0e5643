"""Lock files of JavaScript and TypeScript: of npm, Yarn, pnpm and Bun."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Unreadable
from apps.engine.manifests.lockfiles.pins import Pin, Versions
from apps.engine.manifests.lockfiles.printed import lines_of_objects, load, pin_of
from apps.engine.manifests.nodes import read_json, read_yaml

_YARN_KEY = re.compile(r'^"?(?P<keys>[^\s#][^\n]*?)"?:\s*$')
_YARN_VERSION = re.compile(r'^\s{2}version:?\s+"?(?P<version>[^"\s]+)"?\s*$')
_PNPM_PEERS = re.compile(r"[(_].*$")  # of version 6 and later, of earlier ones


def npm(text: str) -> Versions:
    """``package-lock.json`` of all versions."""
    data = load(text)
    found: Versions = {}
    if not isinstance(data, dict):
        raise Unreadable("it is no JSON object")
    lines = lines_of_objects(text)
    for path, value in data.get("packages", {}).items():
        folder, marker, name = path.rpartition("node_modules/")
        if marker and isinstance(value, dict) and isinstance(value.get("version"), str):
            folder = folder.rstrip("/")
            if "node_modules" not in folder:
                found[f"{folder}\0{name}" if folder else name] = pin_of(lines, path, value["version"])
    if not found:
        for name, value in data.get("dependencies", {}).items():
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                found[name] = pin_of(lines, name, value["version"])
    return found


def yarn(text: str) -> Versions:
    """``yarn.lock`` of all versions: a key names all requests that one version answers."""
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


def pnpm(text: str) -> Versions:
    """``pnpm-lock.yaml``: what each workspace asks for."""
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


def bun(text: str) -> Versions:
    """``bun.lock``, JSON with comments."""
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
