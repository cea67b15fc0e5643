"""Routes in Django's notation: what `path` and `re_path` say, joined."""

from __future__ import annotations

from apps.engine.facts import Assignment, FileFacts, Value
from apps.engine.frameworks.file_index import FileIndex
from apps.engine.frameworks.text import UNKNOWN_START

_OPTIONALS = 3  # optional groups of one pattern that are told apart
_ADDING = ("append", "extend", "insert")
_PATTERNS_ADDED = frozenset({f"urlpatterns.{word}" for word in _ADDING})
_ESCAPED_PLAIN = frozenset("./-_ :@!~#&=,;'\"%<>")


def join(prefix: str, part: str) -> str:
    """Concatenation; what follows an unknown part stays unknown."""
    if part.startswith(UNKNOWN_START):
        return part
    if prefix.startswith(UNKNOWN_START) and not prefix.endswith("/") and part and not part.startswith("/"):
        return f"{prefix}/{part}"
    return prefix + part


def show(route: str) -> str:
    """The full path of a joined route."""
    if route.startswith(UNKNOWN_START):
        return route if route != UNKNOWN_START else f"{UNKNOWN_START}/"
    return route if route.startswith("/") else f"/{route}"


def variants(pattern: str) -> list[str]:
    """The routes a regular expression stands for: without and with each optional group that holds a parameter."""
    found = [pattern]
    for _ in range(_OPTIONALS):
        opened = [one for whole in found for one in _without_option(whole)]
        if opened == found:
            break
        found = opened
    return list(dict.fromkeys(simplify(one) for one in found))


def _without_option(pattern: str) -> list[str]:
    """The pattern without and with its first optional group that holds a named group; itself if there is none."""
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char == "\\":
            position += 2
        elif char == "[":
            position = _class_end(pattern, position) + 1
        elif char == "(":
            end = _group_end(pattern, position)
            group, after = pattern[position : end + 1], pattern[end + 1 : end + 2]
            if after and after in "?*" and "(?P<" in group:
                inner = group[3:-1] if group.startswith("(?:") and "|" not in group else group
                return [pattern[:position] + pattern[end + 2 :], pattern[:position] + inner + pattern[end + 2 :]]
            position += 1
        else:
            position += 1
    return [pattern]


def simplify(pattern: str) -> str:
    """A regular expression of `re_path` as Django shows it: anchors gone, named groups as ``<name>``, others as written."""
    out: list[str] = []
    position, size = 0, len(pattern)
    while position < size:
        char = pattern[position]
        if char == "\\" and position + 1 < size:
            following = pattern[position + 1]
            if following in "AZzbB":
                pass
            elif following in _ESCAPED_PLAIN:
                out.append(following)
            else:
                out.append(char + following)
            position += 2
        elif char in "^$":
            position += 1
        elif char == "(":
            end = _group_end(pattern, position)
            inside = pattern[position + 1 : end]
            optional = pattern[end + 1 : end + 2] in ("?", "*")
            if inside.startswith("?P<"):
                out.append(f"<{inside[3:].partition('>')[0]}>")
            elif inside.startswith("?:"):
                out.append(simplify_once(inside[2:]) if not optional else "")
            elif inside.startswith("?"):
                pass
            else:
                after = pattern[end + 1 : end + 2]
                out.append(pattern[position : end + 1] + (after if after in ("?", "*", "+") else ""))
            position = end + 1
            if pattern[position : position + 1] in ("?", "*", "+"):
                position += 1
        elif char == "[":
            end = _class_end(pattern, position)
            out.append(pattern[position : end + 1])
            position = end + 1
        elif char == "?" and out:
            position += 1
        else:
            out.append(char)
            position += 1
    return "".join(out)


def simplify_once(pattern: str) -> str:
    """The inside of a plain group: kept where it holds no further group."""
    return pattern if "(" not in pattern else f"({pattern})"


def _group_end(pattern: str, start: int) -> int:
    depth, position = 0, start
    while position < len(pattern):
        char = pattern[position]
        if char == "\\":
            position += 2
            continue
        if char == "[":
            position = _class_end(pattern, position)
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if not depth:
                return position
        position += 1
    return len(pattern)


def _class_end(pattern: str, start: int) -> int:
    position = start + 1
    if pattern[position : position + 1] == "^":
        position += 1
    if pattern[position : position + 1] == "]":
        position += 1
    while position < len(pattern) and pattern[position] != "]":
        position += 2 if pattern[position] == "\\" else 1
    return min(position, len(pattern) - 1)


def pattern_values(facts: FileFacts) -> list[tuple[str, Value]]:
    """(scope, value) of everything a file puts into `urlpatterns` at module level."""
    out: list[tuple[int, str, Value]] = []
    for item in facts.assignments:
        if _is_patterns(item) and item.value is not None:
            out.append((item.line, item.scope, item.value))
    if out:
        for call in facts.calls:
            if not call.scope and call.callee.text in _PATTERNS_ADDED and call.arguments:
                out.append((call.line, "", call.arguments[-1].value))
    return [(scope, value) for _, scope, value in sorted(out, key=lambda item: item[0])]


def list_values(file: FileIndex, assignment: Assignment) -> list[Value]:
    """Every value a list of patterns is given, and what the function that puts it together adds to it."""
    scope, target = assignment.scope, assignment.target
    values = [item.value for item in file.assignments.get((scope, target), ()) if item.value is not None]
    if scope:
        adding = [f"{target}.{word}" for word in _ADDING]
        for call in file.facts.calls:
            if call.scope == scope and call.callee.text in adding and call.arguments:
                values.append(call.arguments[-1].value)
    return values


def is_named_group(value: Value) -> bool:
    """``(patterns, app_name)``, as against a list of patterns."""
    return value.kind == "list" and 2 <= len(value.items) <= 3 and value.items[1].kind in ("string", "none")


def _is_patterns(item: Assignment) -> bool:
    return item.target == "urlpatterns" and not item.scope and item.kind not in ("loop", "with", "parameter")
