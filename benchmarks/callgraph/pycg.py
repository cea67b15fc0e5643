"""The micro-benchmark of PyCG (github.com/vitsalis/PyCG, Apache-2.0): precision and recall of edges, by category.

    python -m benchmarks.callgraph.pycg PATH        (a bare or plain clone of it; nothing of it is kept)

Names are translated to that set's: files to modules, what is of the language itself to ``<builtin>``.  Making an instance is an
edge to the constructor there, so an edge to a class of the program is left out.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.graph import Graph
from benchmarks.arguments import clone_of, described
from benchmarks.callgraph.frame import calls_of, graph_of
from benchmarks.sources import files

_FOLDER = "micro-benchmark/snippets"
_TYPES = {"str": "<**PyStr**>", "dict": "<**PyDict**>", "list": "<**PyList**>", "int": "<**PyNum**>"}
_CLASSES = frozenset({"class", "enum"})


def _module(path: str) -> str:
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__") if "." in name else name


def _name(symbol: str) -> str:
    path, _, qualname = symbol.partition("#")
    qualname = re.sub(r"<lambda>(?:#(\d+))?", lambda found: f"<lambda{found[1] or 1}>", qualname)
    return f"{_module(path)}.{qualname}" if qualname else _module(path)


def _outside(name: str) -> str:
    first, _, rest = name.partition(".")
    if first != "builtins":
        return name
    owner, _, member = rest.partition(".")
    return f"{_TYPES.get(owner, owner)}.{member}" if member else f"<builtin>.{rest}"


def edges_of(graph: Graph) -> set[tuple[str, str]]:
    """(caller, callee) in the names of the set."""
    classes = {capsule.symbol for capsule in graph.capsules if capsule.kind in _CLASSES}
    return {
        (_name(edge.source), _outside(edge.target) if edge.is_external else _name(edge.target))
        for edge in calls_of(graph)
        if edge.target not in classes
    }


def main() -> None:
    """Print precision and recall by category, and the edges that are wrong or missing."""
    parser = described(__doc__)
    parser.add_argument("repository", type=clone_of("vitsalis/PyCG", _FOLDER), metavar="PATH")
    repository: Path = parser.parse_args().repository
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    details: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        for path, raw in files(repository, _FOLDER):
            (place := Path(temporary, path)).parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(raw)
        for file in sorted(Path(temporary, _FOLDER).glob("*/*/callgraph.json")):
            expected = {(caller, callee) for caller, callees in json.loads(file.read_text()).items() for callee in callees}
            category, case = file.parts[-3:-1]
            file.unlink()
            found = edges_of(graph_of(file.parent))
            for at, size in enumerate((len(found & expected), len(found), len(expected))):
                counts[category][at] += size
                counts["all"][at] += size
            details.extend(f"  {category}/{case}: wrong {edge[0]} -> {edge[1]}" for edge in sorted(found - expected))
            details.extend(f"  {category}/{case}: missing {edge[0]} -> {edge[1]}" for edge in sorted(expected - found))
    for category, (right, found_count, expected_count) in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        precision = right / found_count if found_count else 1.0
        sys.stdout.write(f"{category:16} precision {precision:.3f}  recall {right / expected_count:.3f}  of {expected_count}\n")
    sys.stdout.write("\n".join(details) + "\n")


if __name__ == "__main__":
    main()
