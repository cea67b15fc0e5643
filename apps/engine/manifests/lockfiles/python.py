"""Lock files of Python: of Poetry, uv, PDM and Pipenv, and requirements that are compiled."""

from __future__ import annotations

from apps.engine.manifests.lockfiles.pins import Pin, Versions
from apps.engine.manifests.lockfiles.printed import lines_of_objects, load, pin_of, tables
from apps.engine.manifests.requirement import normal_name
from apps.engine.manifests.requirements import pins


def toml_tables(text: str) -> Versions:
    """``[[package]]`` tables: of Poetry, uv, PDM, and ``pylock.toml``."""
    return {normal_name(name): pin for name, pin in tables(text)}


def pipfile(text: str) -> Versions:
    """``Pipfile.lock``."""
    data = load(text)
    lines = lines_of_objects(text)
    found: Versions = {}
    for part in ("default", "develop"):
        for name, value in data.get(part, {}).items() if isinstance(data, dict) else []:
            if isinstance(value, dict) and isinstance(value.get("version"), str):
                shown = pin_of(lines, name, value["version"])
                found[normal_name(name)] = Pin(value["version"].lstrip("="), shown.line, shown.end_line)
    return found


def requirements(text: str) -> Versions:
    """Requirements whose versions are all given."""
    return {normal_name(name): Pin(version, line, line) for name, version, line in pins(text)}
