"""Tasks that code files declare: Rake and Mage, read line by line; and what a development container runs."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_json

_NAMESPACE = re.compile(r"""^(?P<indent>\s*)namespace\s*\(?\s*:?["']?(?P<name>\w+)["']?\s*\)?\s+do\b""")
_DESCRIBED = re.compile(r"""^\s*desc\s*\(?\s*(?P<quote>["'])(?P<text>.*?)(?P=quote)\s*\)?\s*$""")
_TASK = re.compile(r"""^\s*(?:multi)?task\s*\(?\s*(?::(?P<symbol>\w+)|["'](?P<quoted>[\w:.-]+)["']|(?P<key>\w+):(?!:))""")
_MAGE = re.compile(r"^func (?P<name>[A-Z]\w*)\s*\(")
_MAGE_TYPE = re.compile(r"^func \(\w*\s*\*?(?P<type>[A-Z]\w*)\)\s+(?P<name>[A-Z]\w*)\s*\(")
_BUILT_BY_MAGE = re.compile(r"^//(?:go:build| \+build) .*\bmage\b", re.M)
_HOOKS = (
    "initializeCommand",
    "onCreateCommand",
    "updateContentCommand",
    "postCreateCommand",
    "postStartCommand",
    "postAttachCommand",
)


def matches(path: str, text: str) -> bool:
    name = path.rpartition("/")[2]
    if name in ("Rakefile", "rakefile", "Rakefile.rb", "devcontainer.json", ".devcontainer.json") or name.endswith(".rake"):
        return True
    return name.endswith(".go") and _BUILT_BY_MAGE.search(text[:2_000]) is not None


def read(path: str, text: str, out: Collector) -> None:
    if path.endswith(".go"):
        _mage(path, text, out)
    elif path.endswith("devcontainer.json"):
        _container(read_json(text), path, out)
    else:
        _rake(path, text, out)


def _rake(path: str, text: str, out: Collector) -> None:
    around: list[tuple[str, str]] = []
    said = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw[:1_000].rstrip()
        opened, described, task = _NAMESPACE.match(line), _DESCRIBED.match(line), _TASK.match(line)
        if opened:
            around.append((opened["indent"], opened["name"]))
        elif around and line == f"{around[-1][0]}end":
            around.pop()
        elif described:
            said = described["text"]
        elif task:
            name = ":".join([*(part for _, part in around), task["symbol"] or task["quoted"] or task["key"]])
            out.command("rake", name, said, path, number)
            said = ""


def _mage(path: str, text: str, out: Collector) -> None:
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        found = _MAGE.match(line[:500])
        method = _MAGE_TYPE.match(line[:500])
        name = f"{method['type']}:{method['name']}" if method else found["name"] if found else ""
        if name:
            above = lines[number - 2].strip() if number > 1 else ""
            out.command("mage", name, above.lstrip("/ ") if above.startswith("//") else "", path, number)


def _container(root: Node, path: str, out: Collector) -> None:
    image = root.get("image")
    if image.text:
        out.command("devcontainer", "image", image.text, path, image.line)
    for hook in _HOOKS:
        command = root.get(hook)
        if command.kind == "map":
            for name, part in command.keyed():
                out.command("devcontainer", f"{hook} {name.text}", " ".join(part.texts()), path, name.line)
        elif command:
            out.command("devcontainer", hook, " ".join(command.texts()), path, command.line)
