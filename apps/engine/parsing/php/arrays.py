"""Arrays and escapes of PHP as values."""

from __future__ import annotations

import re

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.values import Budget

ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\}|([nrtvef\\$\"]))")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b", "f": "\f"}


def array(node: Node, values: Values, level: int, line: int, end_line: int) -> Value | None:
    """An array: a list where no entry has a key, else a map with the positions of entries without one as keys."""
    entries = [child for child in node.named_children if child.type == "array_element_initializer"]
    budget = Budget()
    keys: list[Value] = []
    items: list[Value] = []
    has_keys = False
    for entry in entries:
        parts = [part for part in entry.named_children if part.type != "comment"]
        if not parts or budget.left <= 1:
            continue
        value = values.build(parts[-1], level + 1, budget)
        if len(parts) == 2:
            has_keys = True
            keys.append(values.build(parts[0], level + 1, budget))
        elif value.kind == "spread":
            keys.append(Value("spread", line=value.line, end_line=value.end_line))
        else:
            keys.append(Value("number", str(len(items)), line=value.line, end_line=value.end_line))
        items.append(value.items[0] if value.kind == "spread" and has_keys and value.items else value)
    if has_keys:
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
    return Value("list", items=tuple(items), line=line, end_line=end_line)


def escaped(match: re.Match[str]) -> str:
    octal, byte, point, simple = match.groups()
    if simple is not None:
        return _ESCAPES.get(simple, simple)
    number = int(octal, 8) & 0xFF if octal else int(byte or point, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
