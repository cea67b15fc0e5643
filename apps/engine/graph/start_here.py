"""The reading order for somebody new: where the program starts, what its principal flows run through, what all else leans on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from apps.engine.facts import Capsule, EntryPoint, FactSheet, Flow, find_asides
from apps.engine.facts.sentences import first_sentence
from apps.engine.graph.testfiles import is_test

Why = Literal["entry", "flow", "central"]

MOST = 12
_ENTRIES = 3
_FLOW_STOPS = 5
_IN_A_FILE = 2  # central symbols told of one file
_RUN = frozenset({"endpoint", "entry", "handler", "call"})  # steps of a flow that are code which runs
_READ = frozenset({"code"})  # roles of files worth reading first
_CENTRAL = frozenset({
    "function", "method", "class", "interface", "struct", "trait", "enum", "type", "component", "record", "protocol", "object",
    "procedure", "table",
})  # fmt: skip
_FUNCTIONS = frozenset({"function", "method", "component", "procedure"})
_MUCH = 3  # places that use what is said to be used much
_SCRIPT = "script"
_KINDS = ("asgi", "wsgi", "app", "main", "worker", "cli", _SCRIPT)  # what a program starts with, before what it is helped by


class Stop(msgspec.Struct, frozen=True, gc=False):
    """Something to read.

    `why`: "entry" (`about` is the kind of entry point), "flow" (`about` is the flow's title), "central" (`count` places use it).
    `symbol` is a file's path where what is read has no symbol of its own.
    """

    symbol: str
    name: str
    kind: str
    path: str
    line: int
    end_line: int
    why: Why
    about: str = ""
    count: int = 0
    says: str = ""  # first sentence of its documentation, at most 160 characters


def symbols_of(sheet: FactSheet) -> tuple[str, ...]:
    """The symbols that the sheet itself puts into the order, sorted: what `reading_order` needs beside the central ones."""
    named = {entry.symbol or entry.place.path for entry in sheet.entry_points}
    named.update(step.symbol for flow in sheet.flows for step in flow.steps if step.symbol)
    return tuple(sorted(named))


def reading_order(
    sheet: FactSheet, capsules: Iterable[Capsule], used: Mapping[str, int], *, most: int = MOST
) -> tuple[Stop, ...]:
    """At most `most` stops: entry points, then what flows run through, then what is most central.

    `capsules` hold those of `symbols_of` and the most central ones, `used` tells from how many places each is used.
    Nothing is told of tests, of examples and the like, and nothing that is generated, vendored or a migration.
    """
    roles = {entry.path: entry.role for entry in sheet.files}
    asides = find_asides(sheet.files)
    known = {
        item.symbol: item
        for item in capsules
        if roles.get(item.path, "code") in _READ and not is_test(item.path) and not asides.holds(item.path)
    }
    found: dict[str, Stop] = {}
    for entry in _entries(sheet.entry_points, known):
        item = known[entry.symbol or entry.place.path]
        found.setdefault(item.symbol, _stop(item, "entry", about=entry.kind))
        if len(found) == _ENTRIES:
            break
    before = len(found)
    for flow, symbol in _flow_stops(sheet.flows):
        if symbol in known and symbol not in found and known[symbol].parent not in found:
            found[symbol] = _stop(known[symbol], "flow", about=flow.title)
        if len(found) - before == _FLOW_STOPS:
            break
    central = _central([item for item in known.values() if used.get(item.symbol, 0) >= _MUCH], used, found, most - len(found))
    stops = [_stop(item, "central", count=used[item.symbol]) for item in central]
    return (*found.values(), *sorted(stops, key=lambda stop: (-stop.count, stop.symbol)))[:most]


def _central(candidates: Iterable[Capsule], used: Mapping[str, int], told: Container[str], places: int) -> list[Capsule]:
    """What has a high rank and is used much; types first, of which the rest of the program tells, in half of the places.

    The rank alone puts a helper that one central function calls before the type that everything takes.
    """
    ordered = sorted(candidates, key=lambda item: (-item.rank * used[item.symbol], item.symbol))
    open_to = [item for item in ordered if item.kind in _CENTRAL and item.symbol not in told and item.parent not in told]
    types = [item for item in open_to if item.kind not in _FUNCTIONS]
    chosen: dict[str, Capsule] = {}
    in_file: Counter[str] = Counter()
    for limit, items in ((places // 2, types), (places, open_to)):
        for item in items:
            if len(chosen) < limit and item.symbol not in chosen and in_file[item.path] < _IN_A_FILE:
                in_file[item.path] += 1
                chosen[item.symbol] = item
    return list(chosen.values())


def _entries(entries: Sequence[EntryPoint], known: Mapping[str, Capsule]) -> list[EntryPoint]:
    """Entry points that can be read, one a file, programs before commands, those near the root first.

    Scripts, which help to build and release, are told where nothing else starts.
    """
    ordered = sorted(entries, key=lambda entry: (_order(entry.kind), entry.place.path.count("/"), entry.place, entry.symbol))
    first: dict[str, EntryPoint] = {}
    for entry in ordered:
        if (entry.symbol or entry.place.path) in known:
            first.setdefault(entry.place.path, entry)
    programs = [entry for entry in first.values() if entry.kind != _SCRIPT]
    return programs or list(first.values())


def _order(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _flow_stops(flows: Sequence[Flow]) -> list[tuple[Flow, str]]:
    """The handler of each flow, then what each of them calls first."""
    told = [
        (flow, list(dict.fromkeys(step.symbol for step in flow.steps if step.symbol and step.kind in _RUN))) for flow in flows
    ]
    return [(flow, symbols[at]) for at in (0, 1) for flow, symbols in told if len(symbols) > at]


def _stop(item: Capsule, why: Why, *, about: str = "", count: int = 0) -> Stop:
    name = item.symbol[len(item.path) + 1 :] or item.path
    return Stop(
        item.symbol, name, item.kind, item.path, item.line, item.end_line, why, about, count, first_sentence(item.docstring)
    )
