"""Calls recorded while the tests of Python projects ran, against our edges.

    python -m benchmarks.callgraph.recorded_python truth/NAME.json FOLDER [--missed 40] [--sample 100 --seed 7]

FOLDER is the project at the commit the truth names; `trace_python.py` recorded it.  A recorded function is the capsule of its
qualified name around its line.  Each pair of capsules counts once, by who calls: the project's functions, the code of modules and
classes, tests; calls of what tests hand in are told apart, for the graph leaves them out.  `--sample` prints edges of the
project's own code drawn at random with their source lines, to be judged by hand (truth/NAME.judged.json).
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.capsules import symbol_of
from apps.engine.graph.testfiles import is_test
from benchmarks.arguments import described, folder, recorded
from benchmarks.callgraph.checkout import graph_of, texts_of
from benchmarks.callgraph.frame import CALLING
from benchmarks.callgraph.recall import FUNCTIONS, Recall

_PARTS = re.compile(r"\.?<(listcomp|setcomp|dictcomp|genexpr)>$")
_CLASSES = frozenset({"class", "enum"})


class Places:
    """Capsules by what the recorder calls a function."""

    def __init__(self, facts: dict[str, FileFacts]) -> None:
        self._facts = facts
        self._named: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        for path, one in facts.items():
            for item in one.definitions:
                self._named[path, re.sub(r"#\d+", "", item.qualname)].append(item)

    def symbol(self, path: str, line: int, name: str) -> str:
        """The symbol of a recorded function, "" where there is none."""
        while (shorter := _PARTS.sub("", name)) != name:  # a comprehension runs in what is around it
            name = shorter
        if name in ("", "<module>"):
            return path if path in self._facts else ""
        found = [item for item in self._named.get((path, name), ()) if item.start_line <= line <= item.end_line]
        return symbol_of(path, min(found, key=lambda item: abs(item.line - line)).qualname) if found else ""


def main() -> None:
    """Print recall by kind of caller."""
    parser = described(__doc__)
    parser.add_argument("truth", type=recorded, metavar="truth/NAME.json")
    parser.add_argument("folder", type=folder, metavar="FOLDER")
    parser.add_argument("--missed", type=int, default=0, help="print as many missed pairs")
    parser.add_argument("--sample", type=int, default=0, help="print as many edges to judge by hand")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    truth = arguments.truth
    texts = texts_of(arguments.folder)
    if not any(path in texts for path in truth["paths"]):
        parser.error(f"{str(arguments.folder)!r} holds none of the files of the project that was recorded")
    facts, graph = graph_of(texts, {"Python"})
    kinds = {capsule.symbol: capsule.kind for capsule in graph.capsules}
    ours = {(edge.source, edge.target) for edge in graph.edges if edge.kind in CALLING and not edge.is_external}
    places = Places(facts)
    known = [places.symbol(truth["paths"][path], line, name) for path, line, name in truth["functions"]]
    recall = Recall()
    unplaced = 0
    for caller, callee in truth["calls"]:
        source, target = known[caller], known[callee]
        if source and target:
            recall.add(source, target, is_body=kinds[source] == "module" or kinds[source] in _CLASSES)
        else:
            unplaced += 1
    recall.report(ours.__contains__)
    print(f"{unplaced} recorded pairs have an end that is no capsule; {len(ours)} edges")
    missed = sorted(recall.wanted[FUNCTIONS] - ours)
    random.Random(arguments.seed).shuffle(missed)
    for source, target in missed[: arguments.missed]:
        print("missed", source, "->", target)
    if arguments.sample:
        drawn = sorted(edge for edge in graph.edges if edge.kind == "calls" and not edge.is_external and not is_test(edge.source))
        for edge in random.Random(arguments.seed).sample(drawn, min(arguments.sample, len(drawn))):
            line = texts[edge.source.partition("#")[0]].split("\n")[edge.line - 1].strip()
            print(f"{edge.resolution:8} {edge.source}:{edge.line} -> {edge.target}\n         {line[:150]}")


if __name__ == "__main__":
    sys.exit(main())
