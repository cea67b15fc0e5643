"""Settings files of frameworks: appsettings*.json of .NET, YAML of Rails with Ruby in it, YAML of Symfony with ``%env(X)%``."""

from __future__ import annotations

import re

from apps.engine.facts import ConfigKey, Place
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.nodes import Node, read_json

_APPSETTINGS = re.compile(r"^appsettings(?:\.(?P<profile>[\w-]+))?\.json$", re.I)
_YAML = re.compile(r"(?:^|/)(?:config|\.kamal)/.*\.ya?ml(?:\.erb)?$")
_TAG = re.compile(r"<%.*?%>", re.S)
_RUBY = re.compile(
    r"""\bENV(?:\[\s*(?P<q>["'])(?P<plain>\w+)(?P=q)\s*\](?:\s*\|\|\s*(?P<or>[^%}\n]+?)\s*-?(?=%>|\)|$))?"""
    r"""|\.fetch\(?\s*(?P<r>["'])(?P<fetched>\w+)(?P=r)(?:\s*,\s*(?P<second>[^)%\n]+?))?\s*\)?(?:\s*\{\s*(?P<block>[^}\n]*?)\s*\})?(?=[\s)%.,]|$))"""
)
_SYMFONY = re.compile(r"%env\((?:[a-z_]+:)*(?P<name>[A-Z][A-Z0-9_]*)\)%")
_SYMFONY_DEFAULT = re.compile(r"^\s*env\((?P<name>[A-Z][A-Z0-9_]*)\)\s*:\s*(?P<value>.*)$")
MAX_KEYS = 5_000


def matches(path: str) -> bool:
    return _APPSETTINGS.match(path.rpartition("/")[2]) is not None


def reads_environment(path: str, text: str) -> bool:
    """Is it a YAML file of settings that takes values from the environment?"""
    return _YAML.search(path) is not None and (("<%" in text and "ENV" in text) or "%env(" in text)


def read(path: str, text: str, out: Collector) -> None:
    found = _APPSETTINGS.match(path.rpartition("/")[2])
    if found:
        _appsettings(read_json(text), path, found["profile"] or "", out)
        return
    if "<%" in text:
        _ruby(path, text, out)
    if "%env(" in text:
        _symfony(path, text, out)


def _appsettings(root: Node, path: str, profile: str, out: Collector) -> None:
    """Leaves, with the names .NET gives them: ``Logging:LogLevel:Default``."""
    access = f"profile {profile}" if profile else ""
    waiting: list[tuple[str, int, Node]] = [("", 1, root)]
    count = 0
    while waiting and count < MAX_KEYS:
        name, line, node = waiting.pop(0)
        if node.kind == "map" and node.pairs:
            waiting += [(f"{name}:{key.text}" if name else key.text, key.line, value) for key, value in node.keyed()]
        elif name:
            count += 1
            shown = ", ".join(node.texts()) if node.kind == "list" else node.text
            out.config_keys.append(ConfigKey(name, "setting", Place(path, line, line), access, shown, None, "manifest:dotnet"))


def _ruby(path: str, text: str, out: Collector) -> None:
    """Reads of the environment in the Ruby of a file that is filled in when it is read."""
    for tag in _TAG.finditer(text):
        for found in _RUBY.finditer(tag[0][:5_000]):
            line = text.count("\n", 0, tag.start() + found.start()) + 1
            if tag[0].startswith("<%#"):
                continue
            fetched = found["fetched"]
            default = next((part.strip() for part in (found["or"], found["second"], found["block"]) if part), "")
            out.config_keys.append(
                ConfigKey(
                    fetched or found["plain"],
                    "env",
                    Place(path, line, line),
                    "ENV.fetch" if fetched else "ENV",
                    default,
                    bool(fetched) and not default,
                    "manifest:rails",
                )
            )


def _symfony(path: str, text: str, out: Collector) -> None:
    defaults: dict[str, str] = {}
    lines = text.split("\n")
    for line in lines:
        given = _SYMFONY_DEFAULT.match(line[:1_000])
        if given:
            defaults[given["name"]] = given["value"].strip().strip("\"'")
    for number, line in enumerate(lines, 1):
        for found in _SYMFONY.finditer("" if line.lstrip().startswith("#") else line[:2_000]):
            default = defaults.get(found["name"], "")
            out.config_keys.append(
                ConfigKey(
                    found["name"], "env", Place(path, number, number), "%env()%", default, found["name"] not in defaults,
                    "manifest:symfony",
                )
            )  # fmt: skip
