"""Lock files that keep their lines only as they are printed: tables of TOML, objects of JSON over many lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from apps.engine.manifests.collected import Unreadable
from apps.engine.manifests.lockfiles.pins import Pin
from apps.engine.manifests.toml import TomlFile

_TOML_PACKAGE = re.compile(r"^\[\[packages?\]\]\s*$")
_TOML_PAIR = re.compile(r"""^(?P<key>name|version)\s*=\s*["'](?P<value>[^"']*)["']""")
_JSON_OPENS = re.compile(r'^\s*"(?P<key>(?:[^"\\]|\\.)+)"\s*:\s*\{\s*$')
_JSON_NAME = re.compile(r'^\s*"name"\s*:\s*"(?P<key>[^"\\]+)"\s*,?\s*$')
_JSON_VERSION = re.compile(r'^\s*"(?:version|resolved)"\s*:\s*"(?P<version>[^"\\]+)"')


def load(text: str) -> Any:
    """What a text of JSON holds; raises `Unreadable` where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable("it is no valid JSON") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


def tables(text: str) -> Iterator[tuple[str, Pin]]:
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


def lines_of_objects(text: str) -> dict[tuple[str, str], tuple[int, int]]:
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


def pin_of(lines: Mapping[tuple[str, str], tuple[int, int]], key: str, version: str) -> Pin:
    """The version of a key with its lines, if they are shown."""
    return Pin(version, *lines.get((key, version), (0, 0)))
