"""go.mod: required modules, direct and indirect."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector

_REQUIRE = re.compile(r"^\s*(?:require\s+)?(?P<name>[^\s()]+)\s+(?P<version>v[^\s()]+)\s*(?P<comment>//.*)?$")


def matches(path: str) -> bool:
    return path.rpartition("/")[2] == "go.mod"


def read(path: str, text: str, out: Collector) -> None:
    block = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if line.startswith("module "):
            name = line.removeprefix("module ").split("//")[0].strip().strip('"')
            out.project(name, path, number)
        elif line.endswith("("):
            block = line[:-1].strip()
        elif line == ")":
            block = ""
        elif block == "require" or (not block and line.startswith("require ")):
            found = _REQUIRE.match(line)
            if found and "." in found["name"]:
                indirect = "indirect" in (found["comment"] or "")
                out.dependency(
                    found["name"].strip('"'),
                    found["version"],
                    path,
                    number,
                    group="indirect" if indirect else "direct",
                    ecosystem="go",
                    source="go.mod",
                    resolved=found["version"],
                )
