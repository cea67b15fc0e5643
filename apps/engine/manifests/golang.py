"""go.mod: required modules, direct and indirect, with what replaces them; the modules of a go.work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.manifests.collected import Collector

_REQUIRE = re.compile(r"^(?P<name>[^\s()]+)\s+(?P<version>v[^\s()]+)\s*(?P<comment>//.*)?$")
_REPLACE = re.compile(r"^(?P<name>\S+)(?:\s+(?P<version>v\S+))?\s*=>\s*(?P<target>\S+)(?:\s+(?P<other>v\S+))?")
_WORDS = frozenset({"module", "go", "toolchain", "require", "replace", "exclude", "retract", "tool", "use", "godebug"})


def matches(path: str) -> bool:
    return path.rpartition("/")[2] in ("go.mod", "go.work")


def read(path: str, text: str, out: Collector) -> None:
    replaced: dict[tuple[str, str], str] = {}
    for _, word, rest in _directives(text):
        found = _REPLACE.match(rest) if word == "replace" else None
        if found:
            # A folder has no version; another module has its own.
            replaced[found["name"].strip('"'), found["version"] or ""] = found["other"] or ""
    for number, word, rest in _directives(text):
        if word == "module":
            out.project(rest.split("//")[0].strip().strip('"'), path, number)
        elif word == "go":
            out.command("runtime", "Go", rest.split("//")[0].strip(), path, number)
        elif word == "use":
            out.command("go module", rest.split("//")[0].strip().strip('"'), "", path, number)
        elif word == "require":
            _require(number, rest, replaced, path, out)


def _directives(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, word, rest) of every directive, those of a block in brackets each with the block's word."""
    block = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = " ".join(raw[:2_000].split())
        word, _, rest = line.partition(" ")
        if line.split("//")[0].strip() == ")":
            block = ""
        elif block:
            yield number, block, line
        elif line.split("//")[0].rstrip().endswith("("):
            block = line.partition("(")[0].strip()
        elif word in _WORDS:
            yield number, word, rest


def _require(number: int, rest: str, replaced: dict[tuple[str, str], str], path: str, out: Collector) -> None:
    found = _REQUIRE.match(rest)
    if not found or "." not in found["name"]:
        return
    name, version = found["name"].strip('"'), found["version"]
    indirect = "indirect" in (found["comment"] or "")
    out.dependency(
        name,
        version,
        path,
        number,
        group="indirect" if indirect else "direct",
        ecosystem="go",
        source="go.mod",
        resolved=replaced.get((name, version), replaced.get((name, ""), version)),
    )
