"""The JavaScript cases of the public call-graph set JCG (opalj/JCG), marked as the set's own harness does.

    python benchmarks/callgraph/javascript.py PATH [--failed]        (a bare or plain clone of it; nothing of it is kept)

A case passes where every direct link is among ours and every indirect link is the target of
one of ours; where the expectation names no line, lines do not count; links that are not expected do not count against a case.
Labels are made as the set's adapters make them: ``File.function:line``, ``<global>`` for the code of a module, ``Native.…`` for
what is built in.  What a built-in method runs of the functions it is given is an edge of ours from its caller on the same line;
the set expects it from the built-in, so it is told as both.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.facts import FileFacts
from apps.engine.graph import Graph
from benchmarks.arguments import described
from benchmarks.callgraph.checkout import graph_of
from benchmarks.callgraph.jcg import clone, documents

_CASE = re.compile(r"^## (\w+)\n(.*?)^\[//\]: # \(END\)", re.M | re.S)
_EXPECTED = re.compile(r"```json\n(.*?)```", re.S)
_FILE = re.compile(r"```js\n// ?([^\n]+)\n(.*?)```", re.S)
_SPELLED = {"Array_prototype_forEach": "Array_prototype_foreach"}


def links(facts: dict[str, FileFacts], graph: Graph) -> set[tuple[str, str]]:
    """Our edges with the labels of the set."""
    names: dict[str, str] = {}
    for path, one in facts.items():
        stem = path.rpartition("/")[2].partition(".")[0]
        names[path] = "<global>"
        for item in one.definitions:
            name = "constructor" if item.kind == "class" else item.name
            names[f"{path}#{item.qualname}"] = f"{stem}.{name}:{item.line}"
    natives: dict[tuple[str, int], list[str]] = defaultdict(list)
    edges = [edge for edge in graph.edges if edge.kind == "calls"]
    for edge in edges:
        if edge.is_external:
            label = edge.target.replace(".", "_")
            natives[edge.source, edge.line].append(f"Native.{_SPELLED.get(label, label)}")
    out: set[tuple[str, str]] = set()
    for edge in edges:
        if not edge.is_external:
            out.add((names[edge.source], names[edge.target]))
            if edge.resolution != "exact":
                out.update((native, names[edge.target]) for native in natives.get((edge.source, edge.line), ()))
    for (source, _), found in natives.items():
        out.update((names[source], native) for native in found)
    return out


def matches(ours: str, expected: str) -> bool:
    """Whether a label is the expected one; lines count only where it names one."""
    return ours == expected if ":" in expected else ours.partition(":")[0] == expected


def missing(text: str) -> tuple[list[str], int]:
    """Expected links of one case that are not among ours, and how many it has."""
    expected = json.loads(re.sub(r",(\s*[}\]])", r"\1", _EXPECTED.findall(text)[0]))
    files = {name.strip(): body for name, body in _FILE.findall(text)}
    facts, graph = graph_of(files, {"JavaScript"})
    ours = links(facts, graph)
    out = []
    for source, target in expected["directLinks"]:
        if not any(matches(one, source) and matches(other, target) for one, other in ours):
            out.append(f"{source} -> {target}")
    for target in expected["indirectLinks"]:
        if not any(matches(other, target) for _, other in ours):
            out.append(f"* -> {target}")
    return out, len(expected["directLinks"]) + len(expected["indirectLinks"])


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("repository", type=clone, metavar="PATH")
    parser.add_argument("--failed", action="store_true", help="print what is missing")
    arguments = parser.parse_args()
    passed = total = 0
    for category, document in documents(arguments.repository, "js"):
        cases = _CASE.findall(document)
        good = 0
        for name, text in cases:
            lost, _ = missing(text)
            good += not lost
            if lost and arguments.failed:
                print(f"  {name}: {'; '.join(lost)}")
        passed, total = passed + good, total + len(cases)
        print(f"{category}: {good} of {len(cases)}")
    print(f"all: {passed} of {total}")


if __name__ == "__main__":
    main()
