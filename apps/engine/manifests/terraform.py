"""Terraform: variables with type and default, values given to them, providers and modules that are needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import ConfigKey, Place
from apps.engine.manifests.collected import Collector

_BLOCK = re.compile(r'^\s*(?P<kind>[A-Za-z_]\w*)(?P<labels>(?:\s+"[^"\n]*"){0,3})\s*\{\s*(?P<rest>[^#]*)$')
_PAIR = re.compile(r"^\s*(?P<key>[A-Za-z_][\w-]*)\s*=\s*(?P<value>.*)$")
_LABEL = re.compile(r'"([^"\n]*)"')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_MOST = 200  # characters of a value
_TYPE = 60  # characters of a type; of longer ones only the outermost word is told


@dataclass(frozen=True, slots=True)
class _Block:
    """A block at any depth: ``variable "x" { … }``; `pairs` are what it sets itself, with their lines."""

    kind: str
    labels: tuple[str, ...]
    line: int
    above: tuple[str, ...]  # kinds of the blocks around it
    pairs: dict[str, tuple[str, int]]


def matches(path: str) -> bool:
    return path.endswith((".tf", ".tofu", ".tfvars"))


def read(path: str, text: str, out: Collector) -> None:
    if path.endswith(".tfvars"):
        for block in _blocks(text):
            for name, (value, line) in block.pairs.items() if not block.above and not block.kind else ():
                place = Place(path, line, line)
                out.deployment.append(ConfigKey(name, "terraform", place, "tfvars", _bare(value), None, "manifest:terraform"))
        return
    for block in _blocks(text):
        if block.kind == "variable" and block.labels and not block.above:
            given = block.pairs.get("default")
            wanted = block.pairs.get("type", ("", 0))[0]
            wanted = wanted if len(wanted) <= _TYPE else wanted.partition("(")[0]
            access = f"variable, {wanted}" if wanted else "variable"
            place = Place(path, block.line, block.line)
            shown = _bare(given[0]) if given is not None else ""
            out.deployment.append(
                ConfigKey(block.labels[0], "terraform", place, access, shown, given is None, "manifest:terraform")
            )
        elif block.kind == "module" and block.labels and not block.above:
            source, line = block.pairs.get("source", ("", 0))
            if source and not _bare(source).startswith((".", "/")):
                spec = _bare(block.pairs.get("version", ("", 0))[0])
                _add(_bare(source), spec, path, line, "module", out)
        elif block.kind == "required_providers" and block.above[-1:] == ("terraform",):
            for name, (value, line) in block.pairs.items():
                said = dict(re.findall(r'(source|version)\s*=\s*"([^"]*)"', value))
                _add(
                    said.get("source", f"hashicorp/{name}"),
                    said.get("version", "" if said else _bare(value)),
                    path,
                    line,
                    "provider",
                    out,
                )


def _add(name: str, spec: str, path: str, line: int, group: str, out: Collector) -> None:
    out.dependency(name, spec, path, line, group=group, ecosystem="terraform", source="terraform")


def _bare(value: str) -> str:
    value = " ".join(value.split())[:_MOST]
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _blocks(text: str) -> Iterator[_Block]:
    """All blocks in the file's order of ending, and one without a kind for what stands outside of all."""
    outer = _Block("", (), 1, (), {})
    stack = [outer]
    key, value, depth, start = "", [""], 0, 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = _without_comment(raw[:2_000])
        if key:  # a value over several lines
            value.append(line.strip())
            depth += _depth(line)
        else:
            pair = _PAIR.match(line)
            block = None if pair else _BLOCK.match(line)
            if pair:
                key, value, depth, start = pair["key"], [pair["value"].strip()], _depth(pair["value"]), number
            elif block:
                above = tuple(item.kind for item in stack[1:])
                labels = tuple(_LABEL.findall(block["labels"]))
                stack.append(_Block(block["kind"], labels, number, above, {}))
                rest = block["rest"].strip()
                inner = _PAIR.match(rest.removesuffix("}"))
                if inner:
                    stack[-1].pairs[inner["key"]] = (inner["value"].strip(), number)
                if rest.endswith("}") and len(stack) > 1:
                    yield stack.pop()
                if len(stack) > 100:
                    return
                continue
            else:
                for _ in range(line.count("}")):
                    if len(stack) > 1:
                        yield stack.pop()
                continue
        if depth <= 0:
            stack[-1].pairs.setdefault(key, (" ".join(value)[:1_000], start))
            key = ""
        elif len(value) > 200:
            value = value[:200]
    yield outer


def _without_comment(line: str) -> str:
    bare = _STRING.sub(lambda found: "_" * len(found[0]), line)
    cut = min((at for at in (bare.find("#"), bare.find("//")) if at >= 0), default=len(line))
    return line[:cut]


def _depth(text: str) -> int:
    bare = _STRING.sub("", text)
    return sum(bare.count(char) for char in "([{") - sum(bare.count(char) for char in ")]}")
