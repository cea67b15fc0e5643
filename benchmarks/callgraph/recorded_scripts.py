"""Calls recorded while the tests of JavaScript and TypeScript projects ran, against our edges.

    python benchmarks/callgraph/recorded_scripts.py truth/NAME.json FOLDER [--missed 40] [--sample 100 --seed 7]

FOLDER is the project at the commit the truth names (see truth/README.md for how it was recorded).  A recorded function is the
capsule of its name on its line; one without a name belongs to the capsule around it, as in our graph.  Recall counts each pair
of capsules once, by who calls (`recall.py`, as for Python); pairs whose callee has no name are told apart, for what they run is
inside a capsule that is already one end.
`--sample` prints edges drawn at random with their source lines, to be judged by hand.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.capsules import symbol_of
from benchmarks.arguments import described, folder, recorded
from benchmarks.callgraph.checkout import graph_of, texts_of
from benchmarks.callgraph.recall import HANDED_IN, Recall

_LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX"})
_NEAR = 3  # lines between where the recorder and where we say a function starts
_KINDS = frozenset({"calls", "tests"})


def symbol(facts: FileFacts, line: int, end_line: int, name: str) -> tuple[str, bool]:
    """The capsule of a recorded function, and whether it is that function itself."""
    named = [
        (abs(item.line - line), item.qualname)
        for item in facts.definitions
        if name and item.name == name and abs(item.line - line) <= _NEAR
    ]
    if named:
        return symbol_of(facts.path, min(named)[1]), True
    around = [item for item in facts.definitions if item.line <= line and end_line <= item.end_line and _runs(item)]
    if not around:
        return facts.path, False
    exact = [item for item in around if (item.line, item.end_line) == (line, end_line)]
    inner = min(exact or around, key=lambda item: (item.end_line - item.line, -item.line))
    return symbol_of(facts.path, inner.qualname), bool(exact) and not name


def _runs(item: Definition) -> bool:
    return item.kind not in ("class", "interface", "enum", "type", "namespace")


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("truth", type=recorded, metavar="truth/NAME.json")
    parser.add_argument("folder", type=folder, metavar="FOLDER")
    parser.add_argument("--missed", type=int, default=0, help="print as many missed pairs")
    parser.add_argument("--sample", type=int, default=0, help="print as many edges to judge by hand")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    truth = arguments.truth
    texts = texts_of(arguments.folder)
    if not any(path in texts for path, *_ in truth["functions"]):
        parser.error(f"{str(arguments.folder)!r} holds none of the files of the project that was recorded")
    start = time.monotonic()
    facts, graph = graph_of(texts, _LANGUAGES)
    seconds = time.monotonic() - start
    around = {
        symbol_of(path, item.qualname): symbol_of(path, item.parent)
        for path, one in facts.items()
        for item in one.definitions
        if not _runs(item)
    }
    ours: set[tuple[str, str]] = set()
    for edge in graph.edges:
        if edge.kind in _KINDS and not edge.is_external:
            origin = edge.source
            while origin in around:  # the body of a class runs where the class stands
                origin = around[origin]
            ours.add((origin, edge.target))

    def place(number: int) -> tuple[str, bool]:
        if number < 0:
            return truth["paths"][-1 - number], True
        path, line, end_line, name = truth["functions"][number]
        return symbol(facts[path], line, end_line, name) if path in facts else ("", False)

    recall = Recall()
    inside = 0
    for caller, callee in truth["calls"]:
        source, target = place(caller), place(callee)
        if not target[1] or not source[0]:
            inside += 1
        else:
            recall.add(source[0], target[0], is_body="#" not in source[0])
    wanted = {pair for pairs in recall.wanted.values() for pair in pairs}
    constructed = {target.rpartition(".")[0]: target for _, target in wanted if target.endswith(".constructor")}
    found = {
        pair
        for pair in wanted
        if pair in ours or (pair[1] in constructed.values() and (pair[0], pair[1].rpartition(".")[0]) in ours)
    }
    recall.report(found.__contains__)
    unnamed = inside + truth["unnamed"]
    print(f"{unnamed} recorded pairs run a function without a name; {len(ours)} edges; parsed and joined in {seconds:.1f} s")
    for pair in sorted(wanted - found - recall.wanted[HANDED_IN])[: arguments.missed]:
        print("missed", *pair)
    if arguments.sample:
        drawn = sorted(edge for edge in graph.edges if edge.kind in _KINDS and not edge.is_external)
        for edge in random.Random(arguments.seed).sample(drawn, min(arguments.sample, len(drawn))):
            line = texts[edge.source.partition("#")[0]].split("\n")[edge.line - 1].strip()
            print(f"{edge.resolution:8} {edge.source}:{edge.line} -> {edge.target}\n         {line[:150]}")


if __name__ == "__main__":
    main()
