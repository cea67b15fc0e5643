"""Calls inside a loop over a list that the code spells out: the arguments of each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from apps.engine.facts import Assignment, Call, FileFacts, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import dict_item

Placed = tuple[str, str, Value]  # file, scope and the expression there
_EACH = ("forEach", "map")
_DEEP = 4  # levels of an argument that are looked at
_ROUNDS = 500
_HANDS = 4  # functions that hand a list on to further functions


def expanded(code: Code, facts: FileFacts, call: Call) -> list[list[Placed]]:
    """The arguments of a call; inside a loop over a list of routes, once for each of its items."""
    plain = [(facts.path, call.scope, item.value) for item in call.arguments]
    heads = sorted({name.partition(".")[0] for item in call.arguments for name in _names(item.value, _DEEP)})
    rounds: list[Placed] = []
    bound_in_loop: list[tuple[str, Bound]] = []
    for head in heads:
        bound = code.names.bind(facts.path, call.scope, head, call.line)
        items: list[Placed] = []
        if bound.assignment is not None and bound.assignment.kind == "loop" and bound.value is not None:
            items = _items(code, bound.path, bound.scope, bound.value)
        elif bound.kind == "parameter":
            items = _iterated(code, facts, call)
        if items and (not rounds or items == rounds):
            rounds = items
            bound_in_loop.append((head, bound))
    if not rounds:
        return [plain]
    found = []
    for item in rounds[:_ROUNDS]:
        known = {head: value for head, bound in bound_in_loop if (value := _given(code, head, bound, call, item)) is not None}
        found.append([_replaced(argument, known) for argument in plain])
    return found


def _names(value: Value, levels: int) -> Iterator[str]:
    """Names an expression is made of, its parts and arguments included."""
    if value.kind == "name":
        yield value.text
    elif levels > 0 and value.kind in ("template", "binary", "list"):
        for item in value.items:
            yield from _names(item, levels - 1)
    elif levels > 0 and value.call is not None:
        for argument in value.call.arguments:
            yield from _names(argument.value, levels - 1)


def _iterated(code: Code, facts: FileFacts, call: Call) -> list[Placed]:
    """Items of the list whose `forEach` or `map` runs the function that `call` stands in."""
    best: tuple[int, Call, str] | None = None
    for other in facts.calls:
        receiver, _, last = other.callee.text.rpartition(".")
        if last not in _EACH and other.callee.text not in _EACH:
            continue
        for item in other.arguments:
            value = item.value
            inside = value.kind == "function" and value.line <= call.line and call.end_line <= value.end_line
            if inside and (best is None or other.line > best[0]):
                best = (other.line, other, receiver)
    if best is None:
        return []
    _, outer, receiver = best
    value = (
        Value("name", receiver, line=outer.line) if outer.callee.kind == "name" else (outer.callee.items or (outer.callee,))[0]
    )
    return _items(code, facts.path, outer.scope, value)


def _items(code: Code, path: str, scope: str, value: Value) -> list[Placed]:
    """The items of a list; of ``Object.entries({ … })`` a list of key and value each."""
    bound = code.names.of(path, scope, value)
    current = bound.value
    if current is not None and current.kind == "cast" and current.items:
        current = current.items[0]
    if current is None:
        return _handed(code, bound)
    if current.call is not None and current.call.callee.text in ("Object.entries", "Object.values") and current.call.arguments:
        inner = code.names.of(bound.path, bound.scope, current.call.arguments[0].value)
        shape = inner.value
        if shape is None or shape.kind != "dict" or any(key.kind == "spread" for key in shape.keys):
            return []
        if current.call.callee.text == "Object.values":
            return [(inner.path, inner.scope, item) for item in shape.items]
        pairs = zip(shape.keys, shape.items, strict=True)
        return [(inner.path, inner.scope, Value("list", "", (key, item), line=key.line)) for key, item in pairs]
    if current.kind != "list":
        return []
    return [(bound.path, bound.scope, item) for item in current.items]


def _handed(code: Code, bound: Bound) -> list[Placed]:
    """The items of the lists that callers hand a parameter: ``new App([new Users(), new Orders()])``."""
    found: list[Placed] = []
    waiting = [bound]
    for _ in range(_HANDS):
        if not waiting:
            break
        current = waiting.pop(0)
        function = current.definition if current.kind == "parameter" else None
        names = [parameter.name for parameter in function.parameters] if function is not None else []
        if function is None or current.name not in names:
            continue
        at = names.index(current.name)
        called = function.parent if function.name == "constructor" else function.qualname
        for facts in code.script():
            for call in facts.calls:
                if call.callee.text.rpartition(".")[2] != called.rpartition(".")[2] or len(call.arguments) <= at:
                    continue
                target = code.names.of(facts.path, call.scope, call.callee)
                if target.definition is None or (target.path, target.definition.qualname) != (current.path, called):
                    continue
                given = code.names.of(facts.path, call.scope, call.arguments[at].value)
                if given.kind == "parameter":
                    waiting.append(given)
                elif given.value is not None and given.value.kind == "list":
                    found += [(given.path, given.scope, item) for item in given.value.items]
    return found


def _given(code: Code, head: str, bound: Bound, call: Call, item: Placed) -> Placed | None:
    """What the loop's variable is in one round: the item, or the part of it that the pattern names."""
    path, scope, value = item
    assignment = bound.assignment
    if assignment is None and bound.kind == "parameter" and bound.definition is None:
        listed = code.index(bound.path).assignments.get((bound.scope, head), ())
        assignment = next((one for one in listed if one.kind == "parameter" and one.line <= call.line <= one.end_line), None)
    is_whole = any(name.startswith(f"{head}.") for given in call.arguments for name in _names(given.value, _DEEP))
    if assignment is not None and assignment.kind == "parameter" and assignment.value is not None:
        is_whole = is_whole or (assignment.value.kind == "subscript" and assignment.value.items[0].kind == "function")
    part = dict_item(value, head) if not is_whole else None
    if part is None and value.kind == "list" and assignment is not None:
        place = _position(code, bound, assignment)
        part = value.items[place] if 0 <= place < len(value.items) else None
    if part is not None:
        return path, scope, part
    return None if value.kind == "list" else item


def _position(code: Code, bound: Bound, assignment: Assignment) -> int:
    """Where in a pattern like ``[path, router]`` a name stands; -1 if it is in none."""
    value = assignment.value
    if assignment.kind == "parameter":
        is_part = value is not None and value.kind == "subscript" and value.items[0].kind == "subscript"
        return int(value.items[1].text) if value is not None and is_part and value.items[1].kind == "number" else -1
    together = [
        other.target
        for other in code.index(bound.path).facts.assignments
        if other.kind == "loop" and other.line == assignment.line and other.value == value and other.scope == assignment.scope
    ]
    return together.index(assignment.target) if len(together) > 1 else -1


def _replaced(argument: Placed, known: Mapping[str, Placed]) -> Placed:
    """An argument that is the loop's variable, a property of it or made of it, as the round at hand gives it."""
    path, scope, value = argument
    whole = _looked_up(value, known)
    return whole if whole is not None else (path, scope, _inside(path, scope, value, known, _DEEP))


def _looked_up(value: Value, known: Mapping[str, Placed]) -> Placed | None:
    if value.kind != "name":
        return None
    parts = value.text.split(".")
    given = known.get(parts[0])
    for part in parts[1:] if given is not None else ():
        if given is None:
            return None
        inner = dict_item(given[2], part)
        if inner is None and given[2].kind in ("name", "call"):
            inner = Value("attribute", part, (given[2],), line=value.line, end_line=value.end_line)
        given = (given[0], given[1], inner) if inner is not None else None
    return given


def _inside(path: str, scope: str, value: Value, known: Mapping[str, Placed], levels: int) -> Value:
    """The expression with the loop's variables replaced where that keeps its meaning: texts, and what stands in the same file."""
    given = _looked_up(value, known)
    if given is not None:
        return given[2] if given[2].kind == "string" or given[:2] == (path, scope) else value
    if levels <= 0:
        return value
    if value.kind in ("template", "binary", "list"):
        return replace(value, items=tuple(_inside(path, scope, item, known, levels - 1) for item in value.items))
    if value.call is not None and value.call.arguments:
        arguments = tuple(
            replace(item, value=_inside(path, scope, item.value, known, levels - 1)) for item in value.call.arguments
        )
        return replace(value, call=replace(value.call, arguments=arguments))
    return value
