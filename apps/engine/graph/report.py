"""Capsules and call graph for scripts and scorers (JSON), and as summaries for people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from apps.engine.facts import Capsule, Edge, FactSheet
from apps.engine.graph.callers import CALLED_KINDS, CallerJudge, Callers, Surroundings
from apps.engine.graph.describe import describe
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.walk import CALLING

EXTERNAL = "ext:"
MADE_CALLS = frozenset({"calls", "tests"})
_SHOWN = 10  # rows of a table
_ENCODER = msgspec.json.Encoder(order="deterministic")


def target_name(edge: Edge) -> str:
    """The target of an edge, with ``ext:`` before what is outside the repository."""
    return f"{EXTERNAL}{edge.target}" if edge.is_external else edge.target


def capsule_lines(capsules: Iterable[Capsule], edges: Sequence[Edge], around: Surroundings) -> Iterator[bytes]:
    """One JSON object a line and capsule, in the order of the capsules.

    Beside what `describe` tells: `calls` and `called_by` (symbol, line of the call, how it was resolved), `edges` of other kinds
    that leave it and `edges_in` that lead to it, `callers` (verdict and reasons), null for what is not called.
    """
    index = GraphIndex(edges)
    judge = CallerJudge(capsules := tuple(capsules), index, around)
    for capsule in capsules:
        leaving = index.leaving(capsule.symbol)
        arriving = [edge for edge in index.arriving(capsule.symbol) if not edge.is_external]
        found = {
            **describe(capsule),
            "calls": [_end(edge, target_name(edge)) for edge in leaving if edge.kind in MADE_CALLS],
            "called_by": [_end(edge, edge.source) for edge in judge.callers(capsule)],
            "edges": _by_kind((edge, target_name(edge)) for edge in leaving if edge.kind not in MADE_CALLS),
            "edges_in": _by_kind((edge, edge.source) for edge in arriving if edge.kind not in CALLING),
            "callers": _verdict(judge.judge(capsule)),
        }
        yield _ENCODER.encode(found) + b"\n"


def capsule_summary(capsules: Sequence[Capsule], edges: Sequence[Edge], around: Surroundings) -> str:
    """Numbers by language and kind, how sure the callers are, and the most central capsules."""
    judge = CallerJudge(capsules, GraphIndex(edges), around)
    kinds = Counter((capsule.language, capsule.kind) for capsule in capsules)
    verdicts = Counter(found.verdict for capsule in capsules if (found := judge.judge(capsule)) is not None)
    lines = [f"{len(capsules):,} capsules"]
    lines += [f"  {language:18} {kind:14} {count:8,}" for (language, kind), count in sorted(kinds.items())]
    lines += ["", "Callers", *(f"  {verdict:33} {verdicts[verdict]:8,}" for verdict in ("found", "none", "unknown"))]
    lines += [f"  {'calls that could not be followed':33} {sum(capsule.unresolved_calls for capsule in capsules):8,}"]
    unnamed = sum(count for capsule in capsules for _name, count in capsule.unnamed)
    lines += [f"  {'calls that leave it, without a name':35} {unnamed:6,}"]
    central = sorted(capsules, key=lambda capsule: (-capsule.rank, capsule.symbol))[:_SHOWN]
    lines += ["", "Most central", *(f"  {capsule.symbol}:{capsule.line}" for capsule in central)]
    return "\n".join(lines) + "\n"


def callgraph_json(capsules: Iterable[Capsule], edges: Iterable[Edge]) -> bytes:
    """``{caller symbol: [callee symbol, …]}``, sorted and indented, externals as ``ext:name``.

    Every capsule that holds code is a caller, module bodies under their path; one that calls nothing has an empty list.
    """
    found: dict[str, set[str]] = {
        capsule.symbol: set() for capsule in capsules if capsule.kind == "module" or capsule.kind in CALLED_KINDS
    }
    for edge in edges:
        if edge.kind in MADE_CALLS:
            found.setdefault(edge.source, set()).add(target_name(edge))
    graph = {caller: sorted(callees) for caller, callees in sorted(found.items())}
    return msgspec.json.format(_ENCODER.encode(graph), indent=1) + b"\n"


def callgraph_summary(sheet: FactSheet, edges: Iterable[Edge]) -> str:
    """How many calls were followed and how, and what is called most."""
    made = [edge for edge in edges if edge.kind in MADE_CALLS]
    callers: dict[str, set[str]] = defaultdict(set)
    for edge in made:
        callers[target_name(edge)].add(edge.source)
    unknown = sheet.call_count - sheet.resolved_call_count - sheet.external_call_count
    ways = Counter(edge.resolution for edge in made)
    rows: list[tuple[str, int]] = [
        ("calls seen", sheet.call_count),
        ("followed inside the repository", sheet.resolved_call_count),
        ("known to leave it", sheet.external_call_count),
        ("  of these, to what has no name", sheet.unnamed_call_count),
        ("not followed", unknown),
        *((f"edges found {way}", ways[way]) for way in sorted(ways)),
    ]
    lines = [f"{label:34} {count:8,}" for label, count in rows]
    for title, is_external in (("Called from the most places", False), ("Outside, called from the most places", True)):
        named = [name for name in callers if name.startswith(EXTERNAL) == is_external]
        most = sorted(named, key=lambda name: (-len(callers[name]), name))[:_SHOWN]
        lines += ["", title, *(f"  {len(callers[name]):6,}  {name}" for name in most)]
    return "\n".join(lines) + "\n"


def _end(edge: Edge, symbol: str) -> dict[str, Any]:
    found = {"symbol": symbol, "line": edge.line, "resolution": edge.resolution}
    return found if edge.kind == "calls" else {**found, "kind": edge.kind}


def _by_kind(ends: Iterable[tuple[Edge, str]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for edge, symbol in ends:
        found[edge.kind].append({"symbol": symbol, "line": edge.line, "resolution": edge.resolution})
    return found


def _verdict(found: Callers | None) -> dict[str, Any] | None:
    if found is None:
        return None
    reasons = [
        {name: value for name, value in msgspec.structs.asdict(reason).items() if value or name == "kind"}
        for reason in found.reasons
    ]
    return {"verdict": found.verdict, "reasons": reasons}
