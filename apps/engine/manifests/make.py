"""Makefile targets with their help text."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector

_TARGET = re.compile(r"^(?P<names>[A-Za-z0-9][\w./ -]*?)\s*::?(?!=)(?P<rest>[^=]*)$")
_HELP = re.compile(r"##\s*(?P<text>.*)$")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name in ("Makefile", "makefile", "GNUmakefile") or name.endswith(".mk")


def read(path: str, text: str, out: Collector) -> None:
    lines = [line.rstrip("\r")[:2_000] for line in text.split("\n")]
    seen: set[str] = set()
    for index, line in enumerate(lines):
        if not line or line[0] in "\t #.":
            continue
        found = _TARGET.match(re.sub(r"##.*$", "", line).rstrip())
        if not found or "$" in found["names"] or "%" in found["names"]:
            continue
        shown = _HELP.search(line)
        description = shown["text"] if shown else _comment_above(lines, index) or _recipe(lines, index)
        description = description or (f"runs {', '.join(found['rest'].split()[:8])}" if found["rest"].strip() else "")
        for name in found["names"].split():
            if name not in seen:
                seen.add(name)
                out.command("make", name, description, path, index + 1)


def _comment_above(lines: list[str], index: int) -> str:
    above = lines[index - 1].strip() if index else ""
    if above.startswith(".PHONY") and index > 1:
        above = lines[index - 2].strip()
    text = above.lstrip("# ").strip() if above.startswith("#") else ""
    return text if any(char.isalpha() for char in text) else ""


def _recipe(lines: list[str], index: int) -> str:
    for line in lines[index + 1 : index + 6]:
        if line.startswith(("\t", "    ")) and line.strip():
            command = line.strip().lstrip("@-").rstrip("\\").strip()
            if command and not command.startswith("#"):
                return command
        elif line.strip() and not line.startswith("#"):
            break
    return ""
