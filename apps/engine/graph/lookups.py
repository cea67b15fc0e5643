"""Names that a program looks up while it runs: what is reached so is called although no call says its name.

A pattern is a name, or one with ``*`` for what is not known of it: ``visit_*``; ``*`` alone where nothing is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.graph.modules import SCRIPT_LANGUAGES

ANY = "*"
_LOOKUPS = {"getattr": 1, "methodcaller": 0, "attrgetter": 0}  # position of the name among the arguments
_LOOKING = tuple(_LOOKUPS)
_NAMESPACES = frozenset({"globals", "locals", "vars"})
_ALL = ("getmembers", "__dict__.values", "__dict__.items", "walk_packages", "iter_modules")  # these go through all names
_HOLDING = frozenset({"list", "dict"})
_DEPTH = 5  # levels of lists and dictionaries in which strings may name code


def looked_up(facts: FileFacts) -> dict[str, tuple[str, ...]]:
    """{scope: patterns of the names looked up in it, sorted}."""
    found: dict[str, set[str]] = defaultdict(set)
    is_script = facts.language in SCRIPT_LANGUAGES
    for call in facts.calls:
        callee = call.callee
        if callee.text.endswith(_ALL):
            found[call.scope].add(ANY)
        elif callee.text.endswith(_LOOKING):
            position = _LOOKUPS.get(callee.text.rpartition(".")[2])
            if position is not None and len(call.arguments) > position:
                found[call.scope].add(pattern(call.arguments[position].value))
        elif callee.kind == "subscript" and len(callee.items) == 2 and (is_script or _is_namespace(callee.items[0])):
            found[call.scope].add(pattern(callee.items[1]))
        elif callee.kind == "attribute" and callee.text in ("values", "items") and any(map(_is_namespace, callee.items)):
            found[call.scope].add(ANY)
    if any(ANY in names for names in found.values()):  # the name that is looked up here may come from a call beside it
        for call in facts.calls:
            for argument in call.arguments:
                if argument.value.kind == "string" and argument.value.text.isidentifier():
                    found[call.scope].add(argument.value.text)
    for item in facts.assignments:
        if item.value is not None and (item.value.kind in _HOLDING or item.value.kind == "string"):
            found[item.scope].update(_paths(item.value))
    return {scope: tuple(sorted(names)) for scope, names in found.items() if names}


def pattern(value: Value) -> str:
    """The pattern of the names an expression may give."""
    if value.kind == "string":
        return value.text
    if value.kind == "template":
        parts = [item.text if item.kind == "string" else ANY for item in value.items] or [""]
        return parts[0] if len(parts) == 1 else f"{parts[0].partition(ANY)[0]}{ANY}{parts[-1].rpartition(ANY)[2]}"
    if value.kind == "binary" and len(value.items) == 2:
        left, right = pattern(value.items[0]), pattern(value.items[1])
        if value.text == "+":
            return _joined(left, right)
        if value.text == "%" and value.items[0].kind == "string":
            head, mark, rest = left.partition("%")
            return f"{head}{ANY}{rest.rpartition('%')[2].lstrip('sdr') if rest else ''}" if mark else left
    return ANY


def fits(name: str, wanted: str) -> bool:
    """Whether a pattern may mean this name."""
    head, star, tail = wanted.partition(ANY)
    if not star:
        return name == wanted
    return len(name) >= len(head) + len(tail) and name.startswith(head) and name.endswith(tail)


def _joined(left: str, right: str) -> str:
    return f"{left.partition(ANY)[0]}{ANY}{right.rpartition(ANY)[2]}" if ANY in left or ANY in right else left + right


def _is_namespace(value: Value) -> bool:
    call: Call | None = value.call
    return call is not None and call.callee.text in _NAMESPACES


def _paths(value: Value) -> Iterable[str]:
    """Last parts of the dotted paths among strings: ``middleware.Gate`` names ``Gate``."""
    level = [value]
    for _ in range(_DEPTH):
        below: list[Value] = []
        for item in level:
            if item.kind == "string":
                if item.text.startswith("from ") and " import " in item.text:  # a statement that is run as text
                    words = [word.strip() for word in item.text.partition(" import ")[2].split(",")]
                    yield from [word for word in words if word.isidentifier()]
                    continue
                name = item.text.replace(":", ".").rpartition(".")
                if name[1] and name[2].isidentifier() and name[0].replace(".", "_").isidentifier():
                    yield name[2]
            else:
                below.extend(item.items)
        level = below
