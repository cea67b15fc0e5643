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
    r"""^\s*(?P<conf>[A-Za-z]\w*)\s*(?:\(|\s)\s*(?:(?:platform|enforcedPlatform)\s*\(\s*)?libs\.(?!versions|plugins)(?P<alias>[\w.]+)"""
)
_VARIABLE = re.compile(
    r"""^\s*(?:ext\.|extra\[["']|def\s+|val\s+|set\(["'])?(?P<name>[A-Za-z_][\w.]*)["']?[\])]?\s*[=,]\s*["'](?P<value>[^"'\n]{1,200})["']"""
)
_USE = re.compile(r"\$\{?([A-Za-z_][\w.]*)\}?")
_NO_CONFIGURATION = frozenset(
    ["exclude", "because", "version", "strictly", "require", "prefer", "reject", "url", "uri", "name", "mavenBom"]
)
_SETTINGS = re.compile(r"""rootProject\.name\s*=\s*["']([^"']+)["']""")


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
        return
    libraries, plugins = _catalog(folder, out)
    variables = _variables(text) | _properties(folder, out)
    blocks: list[str] = []
    for number, line in _lines(text):
        opened = _BLOCK.match(line)
        inside = blocks[-1] if blocks else ""
        inline = re.match(r"^\s*(plugins|dependencies)\s*\{(.*)\}\s*$", line)
        if inline:
            inside, line = inline[1], inline[2]
        if inside == "plugins" and "pluginManagement" not in blocks:
            _plugin(line, number, path, out, plugins)
        elif inside == "dependencies" and "constraints" not in blocks:
            _dependency(line, number, path, out, libraries, variables)
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


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments; a run of blanks is one, as many of them would cost their square."""
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
    if found["alias"]:
        name, resolved = plugins.get(found["alias"].replace(".", "-").lower(), (f"libs.plugins.{found['alias']}", ""))
    out.dependency(name, version, path, number, group="plugin", ecosystem="maven", source="gradle", resolved=resolved)


def _dependency(
    line: str,
    number: int,
    path: str,
    out: Collector,
    libraries: Mapping[str, tuple[str, str]],
    variables: Mapping[str, str],
) -> None:
    group = name = version = resolved = ""
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
        alias = found["alias"].replace(".", "-").lower()
        name, resolved = libraries.get(alias, (f"libs.{found['alias']}", ""))
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


def _catalog(folder: str, out: Collector) -> tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]]]:
    """(libraries, plugins) by alias with dashes: (coordinates, version)."""
    text = _nearest(folder, "gradle/libs.versions.toml", out)
    if not text:
        return {}, {}
    try:
        toml = TomlFile(text)
    except Unreadable:
        return {}, {}
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
        libraries[re.sub(r"[._]", "-", alias).lower()] = (name, version)
    for alias, value in toml.table("plugins").items():
        if isinstance(value, str):
            name, _, version = value.partition(":")
        elif isinstance(value, dict):
            name, version = str(value.get("id", "")), _catalog_version(value, versions)
        else:
            continue
        plugins[re.sub(r"[._]", "-", alias).lower()] = (name, version)
    return libraries, plugins


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
