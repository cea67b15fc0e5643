"""YAML and JSON as trees whose nodes know their lines.  Read without recursion; depth, size and aliases are bounded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from apps.engine.manifests.collected import Unreadable

MAX_DEPTH = 64
MAX_NODES = 400_000
MAX_YAML = 1_500_000  # characters
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FLOW = re.compile(r"[\[\]{}]")


@dataclass(slots=True)
class Node:
    """`kind`: map, list, text, number or null (the latter three have `text`).  Lines are 1-based."""

    kind: str
    line: int
    end_line: int = 0
    text: str = ""
    pairs: list[tuple[Node, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)

    def entries(self) -> Iterator[tuple[str, Node]]:
        """Keys and values of a map; YAML merge keys (``<<``) are followed, own keys first."""
        seen: set[str] = set()
        waiting = [self]
        for _ in range(10):
            if not waiting:
                return
            merged: list[Node] = []
            for node in waiting:
                for key, value in node.pairs:
                    if key.text == "<<" and value.kind in ("map", "list"):
                        merged += value.items if value.kind == "list" else [value]
                    elif key.text not in seen:
                        seen.add(key.text)
                        yield key.text, value
            waiting = merged

    def keyed(self) -> Iterator[tuple[Node, Node]]:
        """Key nodes (for their lines) and values, without merge keys."""
        yield from self.pairs

    def get(self, *keys: str) -> Node:
        """The value below the keys; an empty null node where there is none."""
        node = self
        for name in keys:
            found = next((value for key, value in node.entries() if key == name), None)
            if found is None:
                return NOTHING
            node = found
        return node

    def texts(self) -> list[str]:
        """Scalars of a list, or the scalar itself."""
        if self.kind == "list":
            return [item.text for item in self.items if item.kind in ("text", "number")]
        return [self.text] if self.kind in ("text", "number") and self.text else []

    def __bool__(self) -> bool:
        return self.kind != "null"


NOTHING = Node("null", 1)


class _Builder:
    """Puts nodes together from a stream of starts, scalars and ends.

    A value that is named again counts again with all it holds, and none holds itself: whoever walks the tree comes to an end.
    """

    def __init__(self) -> None:
        self.roots: list[Node] = []
        self._open: list[Node] = []
        self._keys: list[Node | None] = []
        self._began: list[int] = []
        self._count = 0
        self._named: dict[str, tuple[Node, int]] = {}  # with how much each holds

    def add(self, node: Node, size: int = 1) -> None:
        self._count += size
        if self._count > MAX_NODES:
            raise Unreadable(f"it has more than {MAX_NODES:,} values")
        if not self._open:
            self.roots.append(node)
            return
        parent = self._open[-1]
        if parent.kind == "list":
            parent.items.append(node)
        elif self._keys[-1] is None:
            self._keys[-1] = node
        else:
            key = self._keys[-1]
            if len(parent.pairs) < MAX_NODES:
                parent.pairs.append((key, node))
            self._keys[-1] = None

    def open(self, node: Node) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise Unreadable(f"it is nested deeper than {MAX_DEPTH} levels")
        began = self._count
        self.add(node)
        self._open.append(node)
        self._keys.append(None)
        self._began.append(began)

    def close(self, end_line: int, name: str = "") -> None:
        if not self._open:
            return
        node = self._open.pop()
        self._keys.pop()
        began = self._began.pop()
        node.end_line = end_line
        self.call(name, node, self._count - began)

    def call(self, name: str, node: Node, size: int = 1) -> None:
        """Give a whole value a name by which it can be added again."""
        if name:
            self._named[name] = (node, size)

    def add_named(self, name: str) -> None:
        """Add the value of that name; nothing where it is not known, or not whole yet."""
        self.add(*self._named.get(name, (NOTHING, 1)))

    @property
    def top(self) -> Node | None:
        return self._open[-1] if self._open else None


def read_yaml(text: str) -> list[Node]:
    """The documents of a YAML file.  Tags are ignored, nothing is constructed.  Raises `Unreadable`."""
    if len(text) > MAX_YAML:
        raise Unreadable(f"it is larger than {MAX_YAML:,} characters")
    _check_flow_depth(text)
    builder = _Builder()
    names: list[str] = []  # of the values that are open
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, yaml.ScalarEvent):
                plain_null = event.style is None and event.value in ("", "~", "null", "Null", "NULL")
                kind = "null" if plain_null else "text"
                node = Node(kind, _line(event.start_mark), _line(event.end_mark), event.value)
                builder.add(node)
                builder.call(event.anchor or "", node)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                kind = "map" if isinstance(event, yaml.MappingStartEvent) else "list"
                node = Node(kind, _line(event.start_mark))
                builder.open(node)
                names.append(event.anchor or "")
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                builder.close(max(_line(event.end_mark) - 1, 1), names.pop())
            elif isinstance(event, yaml.AliasEvent):
                builder.add_named(event.anchor or "")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}" if mark is not None else ""
        raise Unreadable(f"it is no valid YAML{where}") from None
    except (ValueError, OverflowError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable("it is no valid YAML") from None
    return builder.roots


def _line(mark: Any) -> int:
    return int(mark.line) + 1


def _check_flow_depth(text: str) -> None:
    """A scanner needs time quadratic in the depth of brackets, so deep ones are refused before it sees them."""
    depth = 0
    for bracket in _FLOW.finditer(text):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > 500:
            raise Unreadable("it is nested deeper than 500 levels")


_TOKEN = re.compile(
    r"[ \t\r]+|\n|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<mark>[{}\[\],:])|(?P<plain>[^\s\"{}\[\],:]+)",
    re.S,
)


def read_json(text: str) -> Node:
    """One JSON value; comments and trailing commas are allowed.  Raises `Unreadable`."""
    builder = _Builder()
    line = 1
    at = 0
    text = text.removeprefix("\ufeff")
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise Unreadable(f"it is no valid JSON in line {line}")
        at = found.end()
        if found["string"] is not None:
            builder.add(Node("text", line, line, _unquote(found["string"], line)))
        elif found["plain"] is not None:
            kind = "null" if found["plain"] == "null" else "number"
            builder.add(Node(kind, line, line, found["plain"]))
        elif found["mark"] is not None:
            _mark(builder, found["mark"], line)
        line += found[0].count("\n")
    if builder.top is not None or len(builder.roots) != 1:
        raise Unreadable("it is no complete JSON value")
    return builder.roots[0]


def _mark(builder: _Builder, mark: str, line: int) -> None:
    if mark in "{[":
        builder.open(Node("map" if mark == "{" else "list", line))
    elif mark in "}]":
        top = builder.top
        if top is None or (top.kind == "map") != (mark == "}"):
            raise Unreadable(f"it is no valid JSON in line {line}")
        builder.close(line)


def _unquote(token: str, line: int) -> str:
    try:
        value = json.loads(token, strict=False)
    except ValueError:
        raise Unreadable(f"it is no valid JSON in line {line}") from None
    return str(value).encode("utf-8", "replace").decode("utf-8")
