"""What tsconfig, jsconfig and package.json say about the names of modules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from apps.engine.graph.modules import ModuleMaps, folder_of, join

_CONFIGS = re.compile(r"^(ts|js)config(\.[\w-]+)*\.json$")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_ENTRIES = ("source", "module", "main", "types", "typings", "browser")
LIMIT = 100_000  # characters of a configuration file that is read
_CHAIN = 8  # configurations that extend one another


def path_aliases(texts: Mapping[str, str]) -> ModuleMaps:
    """Path aliases, base folders and package names of a repository, by the folder they hold in."""
    configs: dict[str, dict[str, Any]] = {}
    packages: dict[str, list[str]] = {}
    roots = set()
    for path in sorted(texts):
        folder, _, name = path.rpartition("/")
        if name in ("pyproject.toml", "setup.py", "setup.cfg"):
            roots.add(folder)
        elif name == "package.json" and "node_modules/" not in path:
            _read_package(folder, _read(texts[path]), packages)
        elif _CONFIGS.match(name) and len(texts[path]) <= LIMIT:
            configs[path] = _read(texts[path])
    aliases: dict[str, dict[str, Sequence[str]]] = {}
    bases: dict[str, str] = {}
    for path in sorted(configs, key=lambda path: (folder_of(path), "tsconfig.json" not in path, path)):
        paths, base = _options(path, configs)
        folder = folder_of(path)
        if base is not None:
            bases.setdefault(folder, base)
        for pattern, targets in paths.items():
            aliases.setdefault(folder, {}).setdefault(pattern, targets)
    return ModuleMaps(aliases, bases, packages, tuple(sorted(roots)))


def _options(path: str, configs: Mapping[str, dict[str, Any]]) -> tuple[dict[str, Sequence[str]], str | None]:
    """(paths, baseUrl) of a configuration, its own or those it extends; both relative to the repository."""
    paths: dict[str, Sequence[str]] | None = None
    base: str | None = None
    here: str | None = path
    for _ in range(_CHAIN):
        if here is None or here not in configs:
            break
        folder = folder_of(here)
        options = configs[here].get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        own_base = options.get("baseUrl")
        own = join(folder, own_base) if isinstance(own_base, str) else None
        if base is None and own is not None:
            base = own
        if paths is None and isinstance(options.get("paths"), dict):
            start = own if own is not None else base if base is not None else folder
            paths = {}
            for pattern, targets in sorted(options["paths"].items()):
                if isinstance(targets, list):
                    joined = [join(start, target) for target in targets if isinstance(target, str)]
                    paths[str(pattern)] = tuple(target for target in joined if target is not None)
        extended = configs[here].get("extends")
        if isinstance(extended, list):
            extended = extended[-1] if extended else None
        here = None
        if isinstance(extended, str) and extended.startswith("."):
            here = join(folder, extended if extended.endswith(".json") else f"{extended}.json")
    return paths or {}, base


def _read_package(folder: str, package: dict[str, Any], packages: dict[str, list[str]]) -> None:
    name = package.get("name")
    if not isinstance(name, str) or not name or name in packages:
        return
    entries = [join(folder, entry) for key in _ENTRIES if isinstance(entry := package.get(key), str)]
    exported = package.get("exports")
    if isinstance(exported, dict):
        exported = exported.get(".", exported.get("default"))
        exported = exported.get("import", exported.get("default")) if isinstance(exported, dict) else exported
    if isinstance(exported, str):
        entries.insert(0, join(folder, exported))
    packages[name] = [folder, *(entry for entry in entries if entry)]


def _read(text: str) -> dict[str, Any]:
    if len(text) > LIMIT:
        return {}
    plain = _STRING_OR_COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    try:
        found = json.loads(_LAST_COMMA.sub(r"\1", plain))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
