"""Routes that are told in a loop over a list or map that stands in the same file: one for each of its entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from apps.engine.facts import Assignment, FileFacts, Value

_ENTRIES = 500
_LEVELS = 6


def turns(facts: FileFacts, scope: str, line: int, *values: Value | None) -> Iterator[dict[str, Value]]:
    """What the variables of the nearest loop above a line stand for, turn by turn; nothing where they aren't known."""
    named = {name for value in values if value is not None for name in _variables(value)}
    loops = [item for item in facts.assignments if item.kind == "loop" and item.scope == scope and item.line <= line]
    used = [item for item in loops if item.target in named]
    if not used:
        return
    at = max(item.line for item in used)
    header = [item for item in loops if item.line == at]
    walked = next((item for item in header if item.value is not None), None)
    key = next((item.target for item in header if item.value is None), "")
    listed = _literal(facts, scope, at, walked) if walked is not None else None
    if walked is None or listed is None:
        return
    keys = listed.keys or tuple(Value("number", str(number)) for number in range(len(listed.items)))
    for name, item in list(zip(keys, listed.items, strict=True))[:_ENTRIES]:
        yield {walked.target: item, key: name} if key else {walked.target: item}


def _variables(value: Value) -> set[str]:
    """The variables that an expression of text is made of."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if item.kind == "name" and item.text.startswith("$"):
            found.add(item.text)
        elif item.kind in ("template", "binary", "list"):
            waiting += item.items
    return found


def _literal(facts: FileFacts, scope: str, line: int, walked: Assignment) -> Value | None:
    value = walked.value
    if value is not None and value.kind == "name":
        known = [item for item in facts.assignments if item.target == value.text and item.scope == scope and item.line <= line]
        value = known[0].value if len(known) == 1 else None
    if value is None or value.kind not in ("list", "dict") or any(key.kind == "spread" for key in value.keys):
        return None
    return value


def put(value: Value | None, names: Mapping[str, Value], level: int = 0) -> Value | None:
    """An expression with variables replaced by what they stand for."""
    if value is None or level > _LEVELS:
        return value
    if value.kind == "name":
        return names.get(value.text, value)
    if value.kind in ("template", "binary", "list"):
        items = tuple(put(item, names, level + 1) or item for item in value.items)
        return Value(value.kind, value.text, items, value.keys, value.call, value.line, value.end_line)
    return value
