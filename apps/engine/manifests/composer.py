"""composer.json."""

from __future__ import annotations

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.nodes import read_json

_GROUPS = {"require": "runtime", "require-dev": "dev"}


def matches(path: str) -> bool:
    return path.rpartition("/")[2] == "composer.json"


def read(path: str, text: str, out: Collector) -> None:
    root = read_json(text)
    if root.kind != "map":
        raise Unreadable("it is no JSON object")
    for key, value in root.keyed():
        if key.text == "name":
            out.project(
                value.text,
                path,
                key.line,
                description=root.get("description").text,
                version=root.get("version").text,
                license_name=", ".join(root.get("license").texts()),
            )
        elif key.text in _GROUPS and value.kind == "map":
            for name, spec in value.keyed():
                if name.text == "php":
                    out.command("runtime", "PHP", spec.text, path, name.line)
                out.dependency(
                    name.text, spec.text, path, name.line, group=_GROUPS[key.text], ecosystem="packagist", source="composer.json"
                )
        elif key.text == "scripts" and value.kind == "map":
            for name, command in value.keyed():
                out.command("composer script", name.text, " && ".join(command.texts()), path, name.line)
