"""Functions that fields of structs hold: a call through such a field runs what anything in the repository puts there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from apps.engine.facts import Call, Value
from apps.engine.graph.declared.c_expressions import CExpressions
from apps.engine.graph.declared.program import Found, Type
from apps.engine.graph.declared.things import Thing
from apps.engine.graph.entities import Resolution
from apps.engine.graph.implied import Implied
from apps.engine.graph.testfiles import is_test

_MOST = 24  # functions of one field; more say nothing about a call
_ROWS = 5_000  # of one array

Kept = Mapping[tuple[int, str], Sequence[Found]]  # by the identity of a type and the name of its field


def calls_through(ask: CExpressions, still_open: Mapping[str, Sequence[Call]]) -> list[Implied]:
    """What open calls run whose callee is a field that holds functions, for each function it may be."""
    asked = [(path, call) for path in sorted(still_open) for call in still_open[path] if _field(call)]
    kept = _kept(ask, {_field(call) for _, call in asked}) if asked else {}
    out: list[Implied] = []
    for path, call in asked if kept else ():
        ask.begin()
        owner = _owner(ask, path, call)
        functions = kept.get((id(owner), _field(call)), ()) if owner is not None else ()
        for where, definition in functions if len(functions) <= _MOST else ():
            if is_test(where) and not is_test(path):
                continue  # what tests put there runs in them
            target = Resolution("definition", where, definition.qualname, "", "inferred", definition)
            out.append(Implied(path, call.scope, call.line, target, call))
    return out


def _field(call: Call) -> str:
    """The field that a call goes through, as it is written last: ``d->ops->open(1)``."""
    callee = call.callee
    if callee.kind == "name":
        return callee.text.rpartition(".")[2] if "." in callee.text else ""
    return callee.text if callee.kind == "attribute" and callee.items else ""


def _owner(ask: CExpressions, path: str, call: Call) -> Type | None:
    """The type whose field a call goes through."""
    callee = call.callee
    value = callee.items[0] if callee.items else Value("name", callee.text.rpartition(".")[0], line=call.line)
    return _type(ask.value(path, call.scope, value, call.line))


def _type(found: Thing) -> Type | None:
    while found.kind == "made" and found.external == "[]" and found.arguments:
        found = found.arguments[-1]
    return found.type if found.kind == "instance" else None


def _kept(ask: CExpressions, wanted: set[str]) -> Kept:
    """What is put into the fields of these names: by initialisers, whole tables and assignments."""
    found: dict[tuple[int, str], dict[Found, None]] = defaultdict(dict)
    for path, file in ask.program.files.items():
        for assignment in file.facts.assignments:
            value = assignment.value
            if value is None:
                continue
            owner, _, field = assignment.target.rpartition(".")
            put: list[tuple[str, Value]] = []
            holder: Type | None = None
            ask.begin()
            if owner and value.kind == "name" and field in wanted:
                put = [(field, value)]
                holder = _type(ask.value(path, assignment.scope, Value("name", owner, line=assignment.line), assignment.line))
            elif not owner and assignment.annotation and value.kind in ("list", "dict"):
                holder = _type(ask.typed(path, assignment.scope, assignment.annotation))
                put = list(_rows(holder, value)) if holder is not None else []
            for name, given in put if holder is not None else ():
                if name in wanted and given.kind == "name":
                    function = ask.meant(path, assignment.scope, given.text, given.line)
                    if function.kind == "functions":
                        found[id(holder), name][function.functions[0]] = None
    return {key: tuple(functions) for key, functions in found.items()}


def _rows(of: Type, value: Value) -> Iterator[tuple[str, Value]]:
    """(field, value) of ``{.open = f}``, of ``{f, g}`` in the order of the fields, and of each such row of an array."""
    rows = (
        value.items[:_ROWS] if value.kind == "list" and any(item.kind in ("list", "dict") for item in value.items) else (value,)
    )
    for row in rows:
        if row.kind == "dict":
            yield from ((key.text, item) for key, item in zip(row.keys, row.items, strict=False))
        elif row.kind == "list":
            yield from zip(of.fields, row.items, strict=False)
