"""Helm charts: values with their defaults, what templates read of them, charts a chart needs."""

from __future__ import annotations

import posixpath
import re

from apps.engine.facts import ConfigKey, Place
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import Node, read_yaml

_VALUES = re.compile(r"(?:^|/)values(?:[.-][\w.-]+)?\.ya?ml$")
_TEMPLATE = re.compile(r"(?:^|/)templates/.*\.(?:ya?ml|tpl|txt)$")
_READ = re.compile(r"(?<![\w)])\$?\.Values\.(?P<name>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)")
_COMMENT = re.compile(r"\{\{-?\s*/\*.*?\*/\s*-?\}\}", re.S)
MAX_VALUES = 2_000
_LEVELS = 3  # of names joined by dots
_SHOWN = 200  # characters of a default


def matches(path: str) -> bool:
    return path.rpartition("/")[2] == "Chart.yaml" or is_values(path)


def is_values(path: str) -> bool:
    return _VALUES.search(path) is not None


def is_template(path: str, out: Collector) -> bool:
    """A file below ``templates/`` of a folder that holds a chart."""
    if not _TEMPLATE.search(path):
        return False
    folder = path[: path.rindex("templates/")].rstrip("/")
    return posixpath.join(folder, "Chart.yaml") in out.texts


def read(path: str, text: str, out: Collector) -> None:
    if path.rpartition("/")[2] == "Chart.yaml":
        for root in read_yaml(text):
            _chart(root, path, out)
    elif "{{" not in text or is_values(path):
        for root in read_yaml(text):
            _values(root, path, out)


def _chart(root: Node, path: str, out: Collector) -> None:
    name = root.get("name")
    if name.text and root.get("apiVersion"):
        out.project(name.text, path, name.line, description=root.get("description").text, version=root.get("version").text)
    for item in root.get("dependencies").items:
        named = item.get("name")
        spec = item.get("version").text
        out.dependency(named.text, spec, path, named.line, group="chart", ecosystem="helm", source="Chart.yaml")


def _values(root: Node, path: str, out: Collector) -> None:
    """Settings of a chart: leaves down to three levels."""
    waiting: list[tuple[str, Node]] = [("", root)]
    count = 0
    while waiting and count < MAX_VALUES:
        prefix, node = waiting.pop(0)
        for key, value in node.keyed():
            count += 1
            name = f"{prefix}.{key.text}" if prefix else key.text
            if value.kind == "map" and value.pairs and name.count(".") < _LEVELS - 1:
                waiting.append((name, value))
            else:
                shown = value.text if value.kind != "map" else ""
                place = Place(path, key.line, key.line)
                out.deployment.append(ConfigKey(name, "helm", place, "values", shown[:_SHOWN], None, "manifest:helm"))
    if waiting:
        raise Unreadable(f"it has more than {MAX_VALUES:,} values; the rest is left out")


def read_template(path: str, text: str, out: Collector) -> None:
    """Values that templates read, each once a chart, where it is read first."""
    chart = path[: path.rindex("templates/")]
    kept = out.worked_out.setdefault(("helm", chart), set())
    seen: set[str] = kept if isinstance(kept, set) else set()
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        for found in _READ.finditer(line[:5_000]):
            if found["name"] not in seen and len(seen) < MAX_VALUES:
                seen.add(found["name"])
                place = Place(path, number, number)
                out.deployment.append(ConfigKey(found["name"], "helm", place, ".Values", "", None, "manifest:helm"))
