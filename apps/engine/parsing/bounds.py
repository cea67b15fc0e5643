"""Facts whose lines end where the file does.

A node that ends with the last line feed ends on a line that is none: a macro, a text whose end mark is missing.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from apps.engine.facts import FileFacts

_SPANS = ("definitions", "calls", "assignments", "imports", "environment")
_END = attrgetter("end_line")


def within(facts: FileFacts) -> FileFacts:
    """The facts, with the last line of the file where something ends behind it."""
    last = max(facts.lines, 1)
    changed: dict[str, Any] = {}
    for name in _SPANS:
        items = getattr(facts, name)
        if items and max(map(_END, items)) > last:
            changed[name] = tuple(
                replace(item, line=min(item.line, last), end_line=last) if item.end_line > last else item for item in items
            )
    return replace(facts, **changed) if changed else facts
