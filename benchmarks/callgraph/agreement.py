"""How far two judgements of the same edges agree.

    python benchmarks/callgraph/agreement.py truth/NAME.judged.json truth/NAME.second.json

Edges are the same where source, line and target are; each that was judged a second time is compared with the first verdict.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

_VERDICT = 4  # its place among the fields of an edge


def verdicts(path: Path) -> dict[tuple[str, int, str], str]:
    """The verdict of each edge of a file."""
    return {(edge[0], edge[1], edge[2]): edge[_VERDICT] for edge in json.loads(path.read_text("utf-8"))["edges"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
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
