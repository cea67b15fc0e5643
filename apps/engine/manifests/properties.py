"""Spring's application*.properties and application*.yml: every key, and the environment variables in placeholders."""

from __future__ import annotations

import re

from apps.engine.facts import ConfigKey, Place
from apps.engine.manifests.addresses import add_property
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_yaml

_FILE = re.compile(r"(?:^|/)(?:application|bootstrap)(?:-(?P<profile>[\w.-]+))?\.(?P<kind>properties|ya?ml)$")
_LINE = re.compile(r"^\s*(?P<key>(?:[^\s=:#!\\]|\\.)+)\s*(?:[=:]|\s)\s*(?P<value>.*)$")
_PLACEHOLDER = re.compile(r"\$\{(?P<name>[A-Z][A-Z0-9_]*)(?::(?P<default>[^{}]*))?\}")
MAX_KEYS = 5_000


def matches(path: str) -> bool:
    return _FILE.search(path) is not None


def read(path: str, text: str, out: Collector) -> None:
    found = _FILE.search(path)
    profile = (found["profile"] or "") if found else ""
    if found and found["kind"] == "properties":
        _properties(path, text, profile, out)
    else:
        for root in read_yaml(text):
            own = (
                root.get("spring", "config", "activate", "on-profile").text or root.get("spring.config.activate.on-profile").text
            )
            _yaml(root, path, own or profile, out)


def _add(name: str, value: str, path: str, lines: tuple[int, int], profile: str, out: Collector) -> None:
    place = Place(path, *lines)
    access = f"profile {profile}" if profile else ""
    out.config_keys.append(ConfigKey(name, "property", place, access, value, None, "manifest:spring"))
    if "/test/" not in f"/{path}":
        add_property(name, value, path, lines[0], out)
    for variable in _PLACEHOLDER.finditer(value):
        default = variable["default"]
        out.config_keys.append(
            ConfigKey(variable["name"], "env", place, "placeholder", default or "", default is None, "manifest:spring")
        )


def _properties(path: str, text: str, profile: str, out: Collector) -> None:
    start, parts = 0, list[str]()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not parts and (not line or line[0] in "#!"):
            continue
        start = start or number
        if line.endswith("\\") and len(parts) < 200:
            parts.append(line[:-1])
            continue
        found = _LINE.match("".join([*parts, line])[:5_000])
        if found:
            _add(found["key"].replace("\\", ""), found["value"].strip(), path, (start, number), profile, out)
        start, parts = 0, []


def _yaml(root: Node, path: str, profile: str, out: Collector) -> None:
    waiting: list[tuple[str, Node]] = [("", root)]
    count = 0
    while waiting and count < MAX_KEYS:
        prefix, node = waiting.pop(0)
        for key, value in node.keyed():
            count += 1
            name = f"{prefix}.{key.text}" if prefix else key.text
            if value.kind == "map":
                waiting.append((name, value))
            else:
                shown = ", ".join(value.texts()) if value.kind == "list" else value.text
                _add(name, shown, path, (key.line, key.line), profile, out)
