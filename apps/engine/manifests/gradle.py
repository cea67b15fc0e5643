"""build.gradle and build.gradle.kts: plugins and dependencies as written; version catalogs and variables are looked up."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.toml import TomlFile

_BLOCK = re.compile(r"^\s*([A-Za-z][\w.]*)\s*(?:\([^()]*\))?\s*\{")
_PLUGIN = re.compile(
    r"""^\s*(?:id\s*\(?\s*(?P<q>["'])(?P<id>[\w.-]+)(?P=q)\s*\)?|kotlin\s*\(\s*["'](?P<kotlin>[\w.-]+)["']\s*\)|`(?P<tick>[\w.-]+)`"""
    r"""|alias\s*\(?\s*libs\.plugins\.(?P<alias>[\w.]+)\s*\)?|(?P<bare>java|application|war|groovy|scala)\s*$)"""
    r"""(?:\s*version\s*\(?\s*["'](?P<version>[^"']+)["']\s*\)?)?"""
)
_COORDINATES = re.compile(
    r"""^\s*(?P<group>[A-Za-z][\w]*)\s*(?P<open>\(|\s)\s*(?:(?:platform|enforcedPlatform|testFixtures)\s*\(\s*)?"""
    r"""(?P<q>["'])(?P<text>[^"'\s]+:[^"'\s]+)(?P=q)"""
)
_MAP = re.compile(
    r"""^\s*(?P<conf>[A-Za-z]\w*)\s*\(?\s*group\s*[:=]\s*["'](?P<group>[^"']+)["']\s*,\s*name\s*[:=]\s*["'](?P<name>[^"']+)["']"""
    r"""(?:\s*,\s*version\s*[:=]\s*(?:["'](?P<version>[^"']+)["']|(?P<variable>[\w.]+)))?"""
)
_KOTLIN = re.compile(
    r"""^\s*(?P<conf>[A-Za-z]\w*)\s*\(\s*kotlin\s*\(\s*["'](?P<name>[\w-]+)["'](?:\s*,\s*["'](?P<version>[^"']+)["'])?\s*\)"""
)
_CATALOG = re.compile(
    r"""^\s*(?P<conf>[A-Za-z]\w*)\s*(?:\(|\s)\s*(?:(?:platform|enforcedPlatform|variantOf)\s*\(\s*)?(?:rootProject\.)?libs\.(?!versions|plugins)(?P<alias>[\w.]+)"""
)
_VARIABLE = re.compile(
    r"""^\s*(?:ext\.|extra\[["']|def\s+|val\s+|set\(["'])?(?P<name>[A-Za-z_][\w.]*)["']?[\])]?\s*[=,]\s*["'](?P<value>[^"'\n]{1,200})["']"""
)
_USE = re.compile(r"\$\{?([A-Za-z_][\w.]*)\}?")
_NO_CONFIGURATION = frozenset(
    ["exclude", "because", "version", "strictly", "require", "prefer", "reject", "url", "uri", "name", "mavenBom"]
)
_SETTINGS = re.compile(r"""rootProject\.name\s*=\s*["']([^"']+)["']""")
_INCLUDED = re.compile(r"""["'](?P<path>:?[\w.:-]+)["']""")
_TASK = re.compile(
    r"""^\s*(?:tasks\.(?:register|create)(?:<[\w.]+>)?\s*\(\s*["'](?P<called>[\w-]+)["']|task\s+(?P<word>[A-Za-z][\w-]*)\s*[({]"""
    r"""|(?:val|def)\s+(?P<value>\w+)\s+by\s+tasks\.(?:registering|creating)\b)"""
)
_OPEN_CALL = re.compile(r"^\s*[A-Za-z]\w*\s*\(\s*$")
_OWN_PLUGIN = re.compile(r"/src/main/(?:kotlin|groovy)/[^/]+\.gradle(?:\.kts)?$")
_DESCRIPTION = re.compile(r"""^\s*description\s*=?\s*["'](?P<text>[^"'\n]+)["']""")
_TASK_LINES = 6  # in which a task says what it is for


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name in ("settings.gradle", "settings.gradle.kts") or (
        name.endswith((".gradle", ".gradle.kts")) and not name.startswith("settings.")
    )


def read(path: str, text: str, out: Collector) -> None:
    folder = posixpath.dirname(path)
    if path.rpartition("/")[2].startswith("settings."):
        named = _SETTINGS.search(text)
        if named:
            out.project(named[1], path, text.count("\n", 0, named.start()) + 1)
        _modules(path, text, out)
        return
    libraries, plugins, bundles = _catalog(folder, out)
    variables = _variables(text) | _properties(folder, out)
    blocks: list[str] = []
    tasks: dict[int, str] = {}
    described: dict[int, str] = {}
    for number, line in _lines(text):
        opened = _BLOCK.match(line)
        inside = next((block for block in reversed(blocks) if block not in ("if", "else")), "")
        inline = re.match(r"^\s*(plugins|dependencies)\s*\{(.*)\}\s*$", line)
        if inline:
            inside, line = inline[1], inline[2]
        if inside == "plugins" and "pluginManagement" not in blocks:
            _plugin(line, number, path, out, plugins)
        elif (inside == "dependencies" or inside.endswith(".dependencies")) and "constraints" not in blocks:
            _dependency(line, number, path, out, libraries, bundles, variables)
        elif (task := _TASK.match(line)) and "dependencies" not in blocks:
            tasks[number] = task["called"] or task["word"] or task["value"]
        elif (said := _DESCRIPTION.match(line)) and tasks and number - max(tasks) <= _TASK_LINES:
            described.setdefault(max(tasks), said["text"])
        if inline:
            continue
        for _ in range(line.count("{") - (1 if opened else 0)):
            blocks.append("")
        if opened:
            blocks.append(opened[1])
        for _ in range(min(line.count("}"), len(blocks))):
            blocks.pop()
        if len(blocks) > 200:
            raise Unreadable("it is nested too deeply")
    for number, name in tasks.items():
        out.command("gradle task", name, described.get(number, ""), path, number)


def _modules(path: str, text: str, out: Collector) -> None:
    """``include(":app", ":core:data")``, over several lines too."""
    is_open = False
    for number, line in _bare_lines(text):
        begins = re.match(r"include\b(?!Build)", line.strip()) is not None
        if begins or is_open:
            for found in _INCLUDED.finditer(line):
                out.command("gradle module", found["path"], "", path, number)
            is_open = line.rstrip().endswith(("(", ","))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments, one that ends in a bracket of a call with the one after it.

    A run of blanks is one, as many of them would cost their square.
    """
    begun, at = "", 0
    for number, line in _bare_lines(text):
        if begun:
            line, number, begun = begun + line.strip(), at, ""
        elif _OPEN_CALL.match(line):
            begun, at = line, number
            continue
        yield number, line
    if begun:
        yield at, begun


def _bare_lines(text: str) -> Iterator[tuple[int, str]]:
    commented = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = " ".join(raw[:2_000].split())
        if commented:
            if "*/" not in line:
                continue
            line, commented = line.split("*/", 1)[1], False
        line = re.sub(r"/\*.*?\*/", "", line) if "*/" in line else line
        if "/*" in line:
            line, commented = line.split("/*", 1)[0], True
        yield number, re.sub(r"(?:^|\s)//.*$", "", line)


def _plugin(line: str, number: int, path: str, out: Collector, plugins: Mapping[str, tuple[str, str]]) -> None:
    found = _PLUGIN.match(line)
    if not found:
        return
    name, version = found["id"] or found["tick"] or found["bare"] or "", found["version"] or ""
    resolved = version
    if found["kotlin"]:
        name = f"org.jetbrains.kotlin.{found['kotlin']}"
    if name and name in _own_plugins(out):
        return
    if found["alias"]:
        name, resolved = plugins.get(_alias(found["alias"]), (f"libs.plugins.{found['alias']}", ""))
    out.dependency(name, version, path, number, group="plugin", ecosystem="maven", source="gradle", resolved=resolved)


def _own_plugins(out: Collector) -> frozenset[str]:
    """Plugins that the repository itself makes, one a file: ``build-logic/src/main/kotlin/shop.conventions.gradle.kts``."""
    kept = out.worked_out.get(("gradle", "plugins"))
    if isinstance(kept, frozenset):
        return kept
    names = (
        path.rpartition("/")[2].removesuffix(".kts").removesuffix(".gradle") for path in out.texts if _OWN_PLUGIN.search(path)
    )
    made = out.worked_out["gradle", "plugins"] = frozenset(names)
    return made


def _dependency(
    line: str,
    number: int,
    path: str,
    out: Collector,
    libraries: Mapping[str, tuple[str, str]],
    bundles: Mapping[str, list[str]],
    variables: Mapping[str, str],
) -> None:
    group = name = version = resolved = ""
    bundle = _CATALOG.match(line)
    if bundle and bundle["alias"].startswith("bundles."):
        for alias in bundles.get(_alias(bundle["alias"].removeprefix("bundles.")), ()):
            name, resolved = libraries.get(alias, ("", ""))
            out.dependency(name, "", path, number, group=bundle["conf"], ecosystem="maven", source="gradle", resolved=resolved)
        return
    found = _COORDINATES.match(line)
    if found:
        parts = found["text"].split("@")[0].split(":")
        group, name, version = found["group"], ":".join(parts[:2]), parts[2] if len(parts) > 2 else ""
    elif found := _MAP.match(line):
        group, name = found["conf"], f"{found['group']}:{found['name']}"
        version = found["version"] or (f"${{{found['variable']}}}" if found["variable"] else "")
    elif found := _KOTLIN.match(line):
        group, name, version = found["conf"], f"org.jetbrains.kotlin:kotlin-{found['name']}", found["version"] or ""
    elif found := _CATALOG.match(line):
        group = found["conf"]
        name, resolved = libraries.get(_alias(found["alias"]), (f"libs.{found['alias']}", ""))
    if not name or group in _NO_CONFIGURATION:
        return
    resolved = resolved or _USE.sub(lambda use: variables.get(use[1].split(".")[-1], use[0]), version)
    out.dependency(
        name,
        version,
        path,
        number,
        group=group,
        ecosystem="maven",
        source="gradle",
        resolved="" if "$" in resolved else resolved,
    )


def _variables(text: str) -> dict[str, str]:
    found = {}
    for _, line in _lines(text):
        variable = _VARIABLE.match(line)
        if variable:
            found[variable["name"].split(".")[-1]] = variable["value"]
    return found


def _nearest(folder: str, name: str, out: Collector) -> str:
    while True:
        path = posixpath.join(folder, name) if folder else name
        if path in out.texts:
            return out.texts[path]
        if not folder:
            return ""
        folder = posixpath.dirname(folder)


def _properties(folder: str, out: Collector) -> dict[str, str]:
    found = {}
    for line in _nearest(folder, "gradle.properties", out).split("\n"):
        key, equals, value = line.partition("=")
        if equals and not key.lstrip().startswith("#"):
            found[key.strip().split(".")[-1]] = value.strip()
    return found


def _alias(name: str) -> str:
    """As aliases are compared: dots, dashes and underscores mean the same."""
    return re.sub(r"[._]", "-", name).lower()


_Catalog = tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]], dict[str, list[str]]]


def _catalog(folder: str, out: Collector) -> _Catalog:
    """(libraries, plugins) by alias with dashes: (coordinates, version); and the aliases of each bundle."""
    text = _nearest(folder, "gradle/libs.versions.toml", out)
    kept = out.worked_out.get(("gradle", text))
    if isinstance(kept, tuple):
        return kept
    made = out.worked_out["gradle", text] = _read_catalog(text)
    return made


def _read_catalog(text: str) -> _Catalog:
    try:
        toml = TomlFile(text)
    except Unreadable:
        return {}, {}, {}
    versions = {key: _version(value) for key, value in toml.table("versions").items()}
    libraries, plugins = {}, {}
    for alias, value in toml.table("libraries").items():
        if isinstance(value, str):
            parts = value.split(":")
            name, version = ":".join(parts[:2]), parts[2] if len(parts) > 2 else ""
        elif isinstance(value, dict):
            name = str(value.get("module") or f"{value.get('group', '')}:{value.get('name', '')}")
            version = _catalog_version(value, versions)
        else:
            continue
        libraries[_alias(alias)] = (name, version)
    for alias, value in toml.table("plugins").items():
        if isinstance(value, str):
            name, _, version = value.partition(":")
        elif isinstance(value, dict):
            name, version = str(value.get("id", "")), _catalog_version(value, versions)
        else:
            continue
        plugins[_alias(alias)] = (name, version)
    bundles = {
        _alias(alias): [_alias(item) for item in value if isinstance(item, str)]
        for alias, value in toml.table("bundles").items()
        if isinstance(value, list)
    }
    return libraries, plugins, bundles


def _version(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return next((str(value[key]) for key in ("strictly", "require", "prefer") if key in value), "")
    return ""


def _catalog_version(value: dict[str, object], versions: Mapping[str, str]) -> str:
    version = value.get("version")
    if isinstance(version, dict) and isinstance(version.get("ref"), str):
        return versions.get(version["ref"], "")
    return _version(version)
