"""Package.swift: the packages it asks for, its targets and products, read as text (never run)."""

from __future__ import annotations

import re

from apps.engine.manifests.brackets import arguments_of, calls_of
from apps.engine.manifests.collected import Collector
from apps.engine.manifests.lockfiles import last_part

_STRING = re.compile(r'^(?:(?P<label>\w+)\s*:\s*)?"(?P<text>[^"\\\n]*)"$')


def matches(path: str) -> bool:
    return path.rpartition("/")[2] == "Package.swift"


def read(path: str, text: str, out: Collector) -> None:
    for line, end_line, inside in calls_of(text, ".package"):
        values: dict[str, str] = {}
        wanted = ""
        for item in arguments_of(inside):
            said = _STRING.match(item)
            if said and said["label"] in ("url", "path", "name", "id"):
                values[said["label"]] = said["text"]
            elif item and not item.startswith("traits"):
                wanted = " ".join(item.split())
        address = values.get("url", "") or values.get("id", "")
        if address:
            out.dependency(
                last_part(address),
                wanted,
                path,
                line,
                end_line=end_line,
                group="runtime",
                ecosystem="swift",
                source="Package.swift",
            )
    for line, _, inside in calls_of(text, "Package"):
        named = next(
            (said["text"] for item in arguments_of(inside) if (said := _STRING.match(item)) and said["label"] == "name"), ""
        )
        out.project(named, path, line)
        break
    for kind in (".executableTarget", ".executable"):
        for line, end_line, inside in calls_of(text, kind):
            for item in arguments_of(inside):
                said = _STRING.match(item)
                if said and said["label"] == "name":
                    out.command("console script", said["text"], "", path, line, end_line=end_line)
