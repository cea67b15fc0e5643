"""pyproject.toml (PEP 621, dependency groups, Poetry, PDM, Hatch, uv) and Pipfile."""

from __future__ import annotations

from typing import Any

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.requirement import read_requirement
from apps.engine.manifests.toml import TomlFile
from apps.engine.manifests.workspaces import add_toml_members


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("pyproject.toml", "Pipfile")


def read(path: str, text: str, out: Collector) -> None:
    toml = TomlFile(text)
    if path.endswith("Pipfile"):
        _poetry(toml, path, out, ("packages",), "runtime", "pipfile")
        _poetry(toml, path, out, ("dev-packages",), "dev", "pipfile")
        for name, command in sorted(toml.table("scripts").items()):
            if isinstance(command, str):
                out.command("pipenv script", name, command, path, toml.line_of("scripts", name))
        return
    _project(toml, path, out)
    _arrays(toml, path, out, ("project", "dependencies"), "runtime")
    for group in toml.table("project", "optional-dependencies"):
        _arrays(toml, path, out, ("project", "optional-dependencies", group), group)
    for group in toml.table("dependency-groups"):
        _arrays(toml, path, out, ("dependency-groups", group), group)
    _arrays(toml, path, out, ("tool", "uv", "dev-dependencies"), "dev")
    for group in toml.table("tool", "pdm", "dev-dependencies"):
        _arrays(toml, path, out, ("tool", "pdm", "dev-dependencies", group), group)
    for environment in toml.table("tool", "hatch", "envs"):
        _arrays(toml, path, out, ("tool", "hatch", "envs", environment, "dependencies"), environment)
    poetry = ("tool", "poetry")
    _poetry(toml, path, out, (*poetry, "dependencies"), "runtime", "pyproject")
    _poetry(toml, path, out, (*poetry, "dev-dependencies"), "dev", "pyproject")
    for group in toml.table(*poetry, "group"):
        _poetry(toml, path, out, (*poetry, "group", group, "dependencies"), group, "pyproject")
    for keys in (("project", "scripts"), ("project", "gui-scripts"), (*poetry, "scripts")):
        for name, target in sorted(toml.table(*keys).items()):
            shown = target if isinstance(target, str) else str(target.get("reference", "")) if isinstance(target, dict) else ""
            out.command("console script", name, shown, path, toml.line_of(*keys, name))
    _tasks(toml, path, out)
    add_toml_members(toml, ("tool", "uv", "workspace", "members"), path, out)
    runtimes: tuple[tuple[str, ...], ...] = (("project", "requires-python"), (*poetry, "dependencies", "python"))
    for wanted in runtimes:
        if version := toml.text(*wanted):
            out.command("runtime", "Python", version, path, toml.line_of(*wanted))
            break


def _tasks(toml: TomlFile, path: str, out: Collector) -> None:
    """Commands that a task runner knows by name."""
    tables: list[tuple[str, tuple[str, ...], str]] = [("poe task", ("tool", "poe", "tasks"), "")]
    tables += [("pdm script", ("tool", "pdm", "scripts"), "")]
    tables += [("taskipy task", ("tool", "taskipy", "tasks"), ""), ("rye script", ("tool", "rye", "scripts"), "")]
    for name in toml.table("tool", "hatch", "envs"):
        prefix = "" if name == "default" else f"{name}:"
        tables.append(("hatch script", ("tool", "hatch", "envs", name, "scripts"), prefix))
    for kind, keys, prefix in tables:
        for name, task in sorted(toml.table(*keys).items()):
            if not name.startswith("_"):
                out.command(kind, prefix + name, _task(task), path, toml.line_of(*keys, name))


def _task(task: Any) -> str:
    """What a task runs, as far as it is written as a command."""
    if isinstance(task, str):
        return task
    if isinstance(task, dict):
        for key in ("cmd", "shell", "script", "call", "chain", "sequence", "composite"):
            if task.get(key):
                return _task(task[key])
        return ""
    return " && ".join(item for item in task if isinstance(item, str)) if isinstance(task, list) else ""


def _project(toml: TomlFile, path: str, out: Collector) -> None:
    for keys in (("project",), ("tool", "poetry")):
        name = toml.text(*keys, "name")
        if name:
            license_value = toml.value(*keys, "license")
            license_name = license_value if isinstance(license_value, str) else toml.text(*keys, "license", "text")
            out.project(
                name,
                path,
                toml.line_of(*keys, "name"),
                description=toml.text(*keys, "description"),
                version=toml.text(*keys, "version"),
                license_name=license_name.split("\n")[0][:80],
            )
            return


def _arrays(toml: TomlFile, path: str, out: Collector, keys: tuple[str, ...], group: str) -> None:
    value = toml.value(*keys)
    items = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    for item, line in zip(items, toml.lines_of_items(items, *keys), strict=True):
        found = read_requirement(item)
        if found is None:
            out.unknown(item[:80], "this requirement could not be read", path, line)
            continue
        out.dependency(found.name, found.spec, path, line, group=group, ecosystem="pypi", source="pyproject", extras=found.extras)


def _poetry(toml: TomlFile, path: str, out: Collector, keys: tuple[str, ...], group: str, source: str) -> None:
    for name, value in toml.table(*keys).items():
        if name.lower() == "python":
            continue
        wanted = value[0] if isinstance(value, list) and value else value
        extras: list[str] = []
        spec = wanted if isinstance(wanted, str) else ""
        if isinstance(wanted, dict):
            for key in ("version", "git", "url", "path", "file"):
                if isinstance(wanted.get(key), str):
                    spec = wanted[key]
                    break
            extras = [item for item in wanted.get("extras", []) if isinstance(item, str)]
        optional = isinstance(wanted, dict) and wanted.get("optional") is True and group == "runtime"
        out.dependency(
            name,
            spec,
            path,
            toml.line_of(*keys, name),
            group="optional" if optional else group,
            ecosystem="pypi",
            source=source,
            extras=",".join(extras),
        )
