"""How far two judgements of the same edges agree.

    python benchmarks/callgraph/agreement.py truth/NAME.judged.json truth/NAME.second.json

Edges are the same where source, line and target are; each that was judged a second time is compared with the first verdict.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.arguments import described, judged

_VERDICT = 4  # its place among the fields of an edge


def verdicts(document: dict[str, Any]) -> dict[tuple[str, int, str], str]:
    """The verdict of each edge of a file."""
    return {(edge[0], edge[1], edge[2]): edge[_VERDICT] for edge in document["edges"]}


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("first", type=judged, metavar="NAME.judged.json")
    parser.add_argument("second", type=judged, metavar="NAME.second.json")
    arguments = parser.parse_args()
    first, second = verdicts(arguments.first), verdicts(arguments.second)
    both = sorted(second.keys() & first.keys())
    differing = [edge for edge in both if first[edge] != second[edge]]
    alike = len(both) - len(differing)
    print(f"{alike} of {len(both)} edges judged alike = {alike / max(len(both), 1):.2f}")
    for edge in differing:
        print(f"{edge[0]}:{edge[1]} -> {edge[2]}: first {first[edge]}, then {second[edge]}")


if __name__ == "__main__":
    main()
