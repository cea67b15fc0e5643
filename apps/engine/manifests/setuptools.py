"""setup.cfg, and the literal lists of setup.py (read as text, never run)."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.requirement import read_requirement

_SECTION = re.compile(r"^\[(?P<name>[^\]]+)\]\s*$")
_OPTION = re.compile(r"^(?P<key>[A-Za-z0-9_.-]+)\s*[=:]\s*(?P<value>.*)$")
_LIST = re.compile(r"\b(?P<key>install_requires|tests_require|setup_requires)\s*=\s*\[")
_EXTRAS = re.compile(r"\bextras_require\s*=\s*\{")
_STRING = re.compile(r"(?P<quote>[\"'])(?P<text>[^\"'\n]{0,300})(?P=quote)|(?P<end>[\]}])|(?P<open>[\[{(])|(?P<comment>#[^\n]*)")
_META = re.compile(r"\b(?P<key>name|version|description|license)\s*=\s*(?P<quote>[\"'])(?P<text>[^\"'\n]{1,300})(?P=quote)")
_GROUPS = {"install_requires": "runtime", "tests_require": "test", "setup_requires": "setup"}


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("setup.cfg", "setup.py")


def read(path: str, text: str, out: Collector) -> None:
    if path.endswith(".cfg"):
        _read_cfg(path, text, out)
    elif "setup(" in text:
        _read_py(path, text, out)


def _add(item: str, path: str, line: int, group: str, out: Collector, source: str) -> None:
    found = read_requirement(item)
    if found:
        out.dependency(found.name, found.spec, path, line, group=group, ecosystem="pypi", source=source, extras=found.extras)


def _read_cfg(path: str, text: str, out: Collector) -> None:
    section = key = ""
    meta: dict[str, tuple[str, int]] = {}
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip()
        header = _SECTION.match(line)
        if header:
            section, key = header["name"], ""
            continue
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        value = line.strip()
        if not line[0].isspace():
            option = _OPTION.match(line)
            if not option:
                continue
            key, value = option["key"], option["value"].strip()
        if not value:
            continue
        if section == "metadata" and key not in meta:
            meta[key] = (value, number)
        elif section == "options" and key in _GROUPS:
            _add(value, path, number, _GROUPS[key], out, "setup.cfg")
        elif section == "options.extras_require":
            _add(value, path, number, key, out, "setup.cfg")
        elif section == "options.entry_points" and key in ("console_scripts", "gui_scripts") and "=" in value:
            name, _, target = value.partition("=")
            out.command("console script", name.strip(), target.strip(), path, number)
    if "name" in meta:
        shown = {name: value for name, (value, _) in meta.items() if not value.startswith(("attr:", "file:"))}
        out.project(
            meta["name"][0],
            path,
            meta["name"][1],
            description=shown.get("description", ""),
            version=shown.get("version", ""),
            license_name=shown.get("license", ""),
        )


def _read_py(path: str, text: str, out: Collector) -> None:
    call = text.index("setup(")
    meta: dict[str, tuple[str, int]] = {}
    for found in _META.finditer(text, call):
        meta.setdefault(found["key"], (found["text"], text.count("\n", 0, found.start()) + 1))
    if "name" in meta:
        values = {key: value for key, (value, _) in meta.items()}
        out.project(
            values["name"],
            path,
            meta["name"][1],
            description=values.get("description", ""),
            version=values.get("version", ""),
            license_name=values.get("license", ""),
        )
    for begin in _LIST.finditer(text):
        _strings(path, text, begin.end(), _GROUPS[begin["key"]], out)
    for begin in _EXTRAS.finditer(text):
        _extras(path, text, begin.end(), out)


def _strings(path: str, text: str, at: int, group: str, out: Collector) -> None:
    for found in _STRING.finditer(text, at, at + 20_000):
        if found["end"] or found["open"]:
            return
        if found["text"]:
            _add(found["text"], path, text.count("\n", 0, found.start()) + 1, group, out, "setup.py")


def _extras(path: str, text: str, at: int, out: Collector) -> None:
    group, inside = "", False
    for found in _STRING.finditer(text, at, at + 20_000):
        if found["end"] == "}":
            return
        if found["open"]:
            inside = True
        elif found["end"]:
            inside = False
        elif found["text"] and inside:
            _add(found["text"], path, text.count("\n", 0, found.start()) + 1, group, out, "setup.py")
        elif found["text"]:
            group = found["text"]
