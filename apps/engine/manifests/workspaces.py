"""Packages of one repository: the members that a workspace names, as written (patterns too)."""

from __future__ import annotations

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_yaml
from apps.engine.manifests.toml import TomlFile


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("pnpm-workspace.yaml", "lerna.json")


def read(path: str, text: str, out: Collector) -> None:
    for root in read_yaml(text):
        add_members(root.get("packages"), path, out)


def add_members(listed: Node, path: str, out: Collector) -> None:
    """A list of folders: ``packages/*``."""
    for item in listed.items:
        if item.text and not item.text.startswith("!"):
            out.command("workspace", item.text, "", path, item.line)


def add_toml_members(toml: TomlFile, keys: tuple[str, ...], path: str, out: Collector) -> None:
    """The same in TOML."""
    value = toml.value(*keys)
    members = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    for member, line in zip(members, toml.lines_of_items(members, *keys), strict=True):
        out.command("workspace", member, "", path, line)
