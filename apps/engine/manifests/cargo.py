"""Cargo.toml: packages and workspaces.  ``x = { workspace = true }`` takes the version that the workspace declares."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.toml import TomlFile
from apps.engine.manifests.workspaces import add_toml_members

_GROUPS = {"dependencies": "runtime", "dev-dependencies": "dev", "build-dependencies": "build"}


def matches(path: str) -> bool:
    return path.rpartition("/")[2] == "Cargo.toml"


def read(path: str, text: str, out: Collector) -> None:
    toml = TomlFile(text)
    out.project(
        toml.text("package", "name"),
        path,
        toml.line_of("package", "name"),
        description=toml.text("package", "description"),
        version=toml.text("package", "version"),
        license_name=toml.text("package", "license"),
    )
    for table, group in _GROUPS.items():
        _add(toml, path, out, (table,), group)
        for target in toml.table("target"):
            _add(toml, path, out, ("target", target, table), group)
    _add(toml, path, out, ("workspace", "dependencies"), "workspace")
    add_toml_members(toml, ("workspace", "members"), path, out)
    programs = toml.value("bin")
    for program in programs if isinstance(programs, list) else []:
        if isinstance(program, dict) and isinstance(program.get("name"), str):
            out.command("console script", program["name"], str(program.get("path", "")), path, toml.line_of("bin"))


def workspace_spec(folder: str, name: str, out: Collector) -> str:
    """What the nearest workspace at or above a folder asks of a package, "" where it says nothing."""
    return _workspace(folder, out).get(name, "")


def _workspace(folder: str, out: Collector) -> Mapping[str, str]:
    while True:
        path = posixpath.join(folder, "Cargo.toml")
        if "[workspace" in out.texts.get(path, ""):
            kept = out.worked_out.get(("Cargo.toml", folder))
            if isinstance(kept, dict):
                return kept
            try:
                table = TomlFile(out.texts[path]).table("workspace", "dependencies")
            except Unreadable:
                table = {}
            found = {name: _spec(value) for name, value in table.items()}
            out.worked_out["Cargo.toml", folder] = found
            return found
        if not folder:
            return {}
        folder = posixpath.dirname(folder)


def _add(toml: TomlFile, path: str, out: Collector, keys: tuple[str, ...], group: str) -> None:
    for name, value in toml.table(*keys).items():
        out.dependency(
            str(value.get("package", name)) if isinstance(value, dict) else name,
            _spec(value),
            path,
            toml.line_of(*keys, name),
            group=group,
            ecosystem="cargo",
            source="Cargo.toml",
            extras=",".join(item for item in value.get("features", []) if isinstance(item, str))
            if isinstance(value, dict)
            else "",
        )


def _spec(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return next((str(value[key]) for key in ("version", "git") if isinstance(value.get(key), str)), "")
    return ""
