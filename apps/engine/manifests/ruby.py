"""Gemfile and *.gemspec, read line by line (never run)."""

from __future__ import annotations

import re

from apps.engine.manifests.collected import Collector

_GEM = re.compile(r"""^\s*gem\s*\(?\s*["'](?P<name>[\w.-]+)["'](?P<rest>.*)$""")
_VERSION = re.compile(r"""^\s*,\s*["'](?P<text>[^"']+)["']""")
_GROUP = re.compile(r"^\s*group\s*\(?\s*(?P<names>:[\w, :]+?)\s*\)?\s+do\b")
_INLINE = re.compile(r"\bgroups?(?::|\s*=>)\s*\[?\s*(?P<names>:[\w, :]+)")
_OPENS = re.compile(r"\bdo\b(?:\s*\|[^|]*\|)?\s*$|^\s*(?:if|unless|case|begin|def)\b")
_SPEC = re.compile(
    r"""\.add_(?P<kind>runtime_|development_|)dependency\s*\(?\s*["'](?P<name>[\w.-]+)["'](?:\.freeze)?(?P<rest>.*)$"""
)
_META = re.compile(r"""\.(?P<key>name|summary|license|version)\s*=\s*["'](?P<text>[^"']+)["']""")


def matches(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name in ("Gemfile", "gems.rb") or name.endswith(".gemspec")


def read(path: str, text: str, out: Collector) -> None:
    if path.endswith(".gemspec"):
        _gemspec(path, text, out)
        return
    groups: list[str] = []
    for number, line in _lines(text):
        found = _GEM.match(line)
        if found:
            inline = _INLINE.search(found["rest"])
            group = _names(inline["names"]) if inline else next((name for name in reversed(groups) if name), "runtime")
            out.dependency(found["name"], _spec(found["rest"]), path, number, group=group, ecosystem="rubygems", source="Gemfile")
            continue
        block = _GROUP.match(line)
        if block:
            groups.append(_names(block["names"]))
        elif _OPENS.search(line):
            groups.append("")
        elif re.match(r"^\s*end\b", line) and groups:
            groups.pop()


def _lines(text: str) -> list[tuple[int, str]]:
    """Numbered lines without comments; a run of blanks is one, as many of them would cost their square."""
    return [(n, re.sub(r"(?:^|\s)#.*$", "", " ".join(line[:2_000].split()))) for n, line in enumerate(text.split("\n"), 1)]


def _names(text: str) -> str:
    return ", ".join(re.findall(r"\w+", text))


def _spec(rest: str) -> str:
    specs = []
    for _ in range(5):
        found = _VERSION.match(rest)
        if not found:
            break
        specs.append(found["text"])
        rest = rest[found.end() :]
    return ", ".join(specs)


def _gemspec(path: str, text: str, out: Collector) -> None:
    meta: dict[str, tuple[str, int]] = {}
    for number, line in _lines(text):
        found = _SPEC.search(line)
        if found:
            group = "dev" if found["kind"] == "development_" else "runtime"
            out.dependency(found["name"], _spec(found["rest"]), path, number, group=group, ecosystem="rubygems", source="gemspec")
        named = _META.search(line)
        if named:
            meta.setdefault(named["key"], (named["text"], number))
    if "name" in meta:
        values = {key: value for key, (value, _) in meta.items()}
        out.project(
            values["name"],
            path,
            meta["name"][1],
            description=values.get("summary", ""),
            version=values.get("version", ""),
            license_name=values.get("license", ""),
        )
