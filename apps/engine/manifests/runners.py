"""Procfile, justfile, Taskfile, tox, nox, and files that pin the version of a language."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import read_yaml

_PROCESS = re.compile(r"^(?P<name>[A-Za-z0-9_-]+)\s*:\s*(?P<command>\S.*)$")
_RECIPE = re.compile(r"^@?(?P<name>[A-Za-z_][\w-]*)(?P<parameters>(?:\s+[^:=]*)?):(?!=)")
_TOX = re.compile(r"^\[(?P<name>testenv(?::[^\]]+)?)\]")
_NOX = re.compile(r"^def (?P<name>\w+)\(\s*session\b")
_TASKFILES = frozenset({"taskfile.yml", "taskfile.yaml"})
_RUNTIMES = {".python-version": "Python", "runtime.txt": "Python", ".nvmrc": "Node.js", ".node-version": "Node.js",
             ".ruby-version": "Ruby"}  # fmt: skip
_VERSION = re.compile(r"^(?:python-|v)?(?P<version>\d+(?:\.[\w*]+){0,3})\s*$")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return (
        name in ("justfile", ".justfile", "tox.ini", "noxfile.py")
        or name in _TASKFILES
        or path in _RUNTIMES
        or re.match(r"^procfile(\.\w+)?$", name) is not None
    )


def read(path: str, text: str, out: Collector) -> None:
    name = path.rpartition("/")[2].lower()
    if name.startswith("procfile"):
        _procfile(path, text, out)
    elif name.endswith("justfile"):
        _just(path, text, out)
    elif name in _TASKFILES:
        _taskfile(path, text, out)
    elif path in _RUNTIMES:
        for number, line in enumerate(text.split("\n")[:5], 1):
            found = _VERSION.match(line[:100])
            if found:
                out.command("runtime", _RUNTIMES[path], found["version"], path, number)
                return
    else:
        _environments(path, text, out, _TOX if name == "tox.ini" else _NOX, "tox" if name == "tox.ini" else "nox")


def _procfile(path: str, text: str, out: Collector) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        found = _PROCESS.match(line.rstrip("\r")[:2_000])
        if found:
            out.command("procfile", found["name"], found["command"], path, number)


def _just(path: str, text: str, out: Collector) -> None:
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        found = _RECIPE.match(line[:500])
        if found and found["name"] not in ("set", "alias", "export", "import", "mod"):
            above = lines[number - 2].strip() if number > 1 else ""
            below = lines[number].strip().lstrip("@-") if number < len(lines) and lines[number][:1] in " \t" else ""
            shown = above.lstrip("# ") if above.startswith("#") else below
            out.command("just", found["name"], shown, path, number)


def _taskfile(path: str, text: str, out: Collector) -> None:
    for root in read_yaml(text):
        for key, task in root.get("tasks").keyed():
            commands = task.get("cmds").texts() or task.texts()
            shown = task.get("desc").text or (commands[0] if commands else "")
            out.command("task", key.text, shown, path, key.line)


def _environments(path: str, text: str, out: Collector, pattern: re.Pattern[str], kind: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        found = pattern.match(line[:500])
        if found:
            out.command(kind, found["name"].removeprefix("testenv:"), "", path, number)
