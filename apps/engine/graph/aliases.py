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
_CONDITIONS = 60  # conditions of one target
_BUILT = frozenset({"dist", "build", "lib", "out", "esm", "cjs", "es", "types", "_esm", "_cjs"})  # folders of build results
_DECLARATION = re.compile(r"\.d\.([mc]?)ts$")
_CHAIN = 16  # configurations that extend one another


def path_aliases(texts: Mapping[str, str]) -> ModuleMaps:
    """Path aliases, base folders and package names of a repository, by the folder they hold in."""
    configs: dict[str, dict[str, Any]] = {}
    packages: dict[str, list[str]] = {}
    aliases: dict[str, dict[str, Sequence[str]]] = {}
    roots = set()
    for path in sorted(texts):
        folder, _, name = path.rpartition("/")
        if name in ("pyproject.toml", "setup.py", "setup.cfg"):
            roots.add(folder)
        elif name == "package.json" and "node_modules/" not in path:
            _read_package(folder, _read(texts[path]), packages, aliases)
        elif name.endswith(".json") and len(texts[path]) <= LIMIT and (_CONFIGS.match(name) or "compilerOptions" in texts[path]):
            configs[path] = _read(texts[path])
    bases: dict[str, str] = {}
    for path in sorted(configs, key=lambda path: (folder_of(path), "tsconfig.json" not in path, path)):
        if not _CONFIGS.match(path.rpartition("/")[2]):
            continue  # one that is only extended
        paths, base = _options(path, configs, packages)
        folder = folder_of(path)
        if base is not None:
            bases.setdefault(folder, base)
        for pattern, targets in paths.items():
            aliases.setdefault(folder, {}).setdefault(pattern, targets)
    return ModuleMaps(aliases, bases, packages, tuple(sorted(roots)))


def _options(
    path: str, configs: Mapping[str, dict[str, Any]], packages: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Sequence[str]], str | None]:
    """(paths, baseUrl) of a configuration, its own or those it extends; both relative to the repository."""
    paths: dict[str, Sequence[str]] | None = None
    base: str | None = None
    todo = [path]
    for _ in range(_CHAIN):
        if not todo:
            break
        here = todo.pop(0)
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
        listed = extended if isinstance(extended, list) else [extended]
        # the last of several counts most; what they extend themselves counts less
        found = [_extended(folder, one, configs, packages) for one in reversed(listed) if isinstance(one, str)]
        todo[:0] = [one for one in found if one is not None]
    return paths or {}, base


def _extended(folder: str, name: str, configs: Mapping[str, object], packages: Mapping[str, Sequence[str]]) -> str | None:
    """The configuration that ``extends`` names: a file, or one of a package of the repository."""
    where: str | None = None
    if name.startswith("."):
        where = join(folder, name)
    else:
        parts = name.split("/")
        count = 2 if name.startswith("@") else 1
        package = packages.get("/".join(parts[:count]))
        if package is not None:
            where = join(package[0], "/".join(parts[count:]) or "tsconfig.json")
    if where is None:
        return None
    return next((one for one in (where, f"{where}.json", f"{where}/tsconfig.json") if one in configs), None)


def _read_package(
    folder: str, package: dict[str, Any], packages: dict[str, list[str]], aliases: dict[str, dict[str, Sequence[str]]]
) -> None:
    inner = package.get("imports")
    if isinstance(inner, dict):
        for pattern, target in sorted(inner.items()):
            targets = _targets(folder, target)
            if str(pattern).startswith("#") and targets:
                aliases.setdefault(folder, {}).setdefault(str(pattern), targets)
    name = package.get("name")
    if not isinstance(name, str) or not name or name in packages:
        return
    entries = [path for key in _ENTRIES if isinstance(entry := package.get(key), str) for path in _targets(folder, entry)]
    exported = package.get("exports")
    if isinstance(exported, dict) and any(str(key).startswith(".") for key in exported):
        for pattern, target in sorted(exported.items()):
            targets = _targets(folder, target)
            if pattern == ".":
                entries[:0] = targets
            elif str(pattern).startswith("./") and targets:
                aliases.setdefault("", {}).setdefault(f"{name}/{pattern[2:]}", targets)
    elif exported is not None:
        entries[:0] = _targets(folder, exported)
    packages[name] = [folder, *entries]


def _targets(folder: str, target: object) -> tuple[str, ...]:
    """The paths a target of ``exports`` or ``imports`` may mean under any condition; what is built stands for its source."""
    out: list[str] = []
    todo: list[object] = [target]
    seen = 0
    while todo and seen < _CONDITIONS:
        here = todo.pop()
        seen += 1
        if isinstance(here, dict):
            todo.extend(here[key] for key in sorted(here, key=_preference, reverse=True))
        elif isinstance(here, list):
            todo.extend(reversed(here))
        elif isinstance(here, str):
            path = join(folder, here)
            if path is not None:
                out.extend(one for one in _sources(folder, path) if one not in out)
    return tuple(out)


def _preference(condition: str) -> tuple[int, str]:
    known = ("source", "development", "import", "module", "node", "default", "require", "browser", "types")
    return (known.index(condition) if condition in known else len(known), condition)


def _sources(folder: str, path: str) -> list[str]:
    """A path and, where it lies in a folder of build results, those its source may have."""
    inside = path[len(folder) + 1 :] if folder else path
    plain = _DECLARATION.sub(r".\1ts", inside)
    out = [inside] if plain == inside else [plain, inside]
    parts = plain.split("/")
    if len(parts) > 1 and parts[0] in _BUILT:
        rest = parts[1:]
        while len(rest) > 1 and rest[0] in _BUILT:
            rest = rest[1:]
        out.extend(["/".join(["src", *rest]), "/".join(rest)])
    return [f"{folder}/{one}" if folder else one for one in out]


def _read(text: str) -> dict[str, Any]:
    if len(text) > LIMIT:
        return {}
    plain = _STRING_OR_COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
    try:
        found = json.loads(_LAST_COMMA.sub(r"\1", plain))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
