"""Feature cases of JCG (github.com/opalj/JCG, BSD-2): Python.

    python -m benchmarks.callgraph.jcg PATH        (a bare or plain clone of it; nothing of it is kept)

A case passes, as in that set's own evaluation, when no expected edge is missing: caller and callee by file and name, by line too
where the expectation has one, and for indirect ones the callee alone.  Edges beyond those do not count against it.  A caller is
matched by the line of its definition or of the call in it, since the set has both; a callee by its name, or by class and name.
What the set draws as a builtin that calls a function it was given, the engine draws as a call by whoever calls the builtin on
that line.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.facts import Edge
from benchmarks.arguments import clone_of, described
from benchmarks.callgraph.frame import Case, calls_of, graph_of, lines_of, report
from benchmarks.sources import files

_FOLDER = "jcg_testcases/src/main/resources"
_NATIVE = "Native."
_OUTSIDE = "builtins."
clone = clone_of("opalj/JCG", _FOLDER)


def documents(repository: Path, language: str) -> Iterator[tuple[str, str]]:
    """(category, text) of the documents that hold the cases."""
    for path, raw in files(repository, f"{_FOLDER}/{language}"):
        yield Path(path).stem, raw.decode()


def extract(repository: Path, into: Path) -> Iterator[Case]:
    """Write the programs of the cases below `into`."""
    for category, text in documents(repository, "python"):
        for section in text.split("\n## ")[1:]:
            name = section.partition("\n")[0].strip()
            folder = into / name
            expected: object = None
            for block in section.split("\n```")[1:]:
                kind, _, body = block.partition("\n")
                if kind.strip() == "json":
                    expected = json.loads(body)
                elif kind.strip() == "python":
                    head, _, code = body.partition("\n")
                    path = folder / head.lstrip("#/ ").strip()
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(code, encoding="utf-8")
            if expected is not None:
                inner = sorted(item for item in folder.iterdir() if item.is_dir())
                yield Case(name, category, inner[0] if len(inner) == 1 else folder, expected)


def _matches(expected: str, path: str, qualname: str, lines: set[int]) -> bool:
    """Whether an expected ``file.name[:line]`` is a function, or with ``<global>`` a file's own code."""
    if expected == "<global>":
        return not qualname
    wanted, _, line = expected.partition(":")
    if expected.startswith("<") or "<anonymous" in expected:
        _inner, _, line = expected.partition("<anonymous")[2].rstrip(">").partition(":")
        return "<" in qualname and (not line or int(line) in lines)
    names = [part.partition("#")[0] for part in qualname.split(".")]
    stem = Path(path).stem
    known = {f"{stem}.{'.'.join(names[at:])}" for at in range(len(names))}
    return bool(qualname) and wanted in known and (not line or int(line) in lines)


def missing(case: Case) -> list[str]:
    """The expected edges that the engine does not draw."""
    graph = graph_of(case.folder)
    edges, lines = calls_of(graph), lines_of(graph)

    def source(edge: Edge, wanted: str) -> bool:
        path, _, qualname = edge.source.partition("#")
        if wanted.startswith(_NATIVE):
            name = _OUTSIDE + wanted.removeprefix(_NATIVE)
            return any(e.source == edge.source and e.line == edge.line and e.target == name for e in edges)
        return _matches(wanted, path, qualname, {lines.get(edge.source, 0), edge.line})

    def target(edge: Edge, wanted: str) -> bool:
        if wanted.startswith(_NATIVE):
            return edge.is_external and edge.target == _OUTSIDE + wanted.removeprefix(_NATIVE)
        path, _, qualname = edge.target.partition("#")
        return not edge.is_external and _matches(wanted, path, qualname, {lines.get(edge.target, 0)})

    expected = case.expected
    assert isinstance(expected, dict)
    out = []
    for caller, callee in expected["directLinks"]:
        if not any(source(edge, caller) and target(edge, callee) for edge in edges):
            out.append(f"{caller} -> {callee}")
    for callee in expected["indirectLinks"]:
        if not any(target(edge, callee) for edge in edges):
            out.append(f"* -> {callee}")
    return out


def main() -> None:
    """Print what passes, by category."""
    parser = described(__doc__)
    parser.add_argument("repository", type=clone, metavar="PATH")
    repository: Path = parser.parse_args().repository
    with tempfile.TemporaryDirectory() as temporary:
        results = []
        for case in extract(repository, Path(temporary)):
            absent = missing(case)
            results.append((f"python {case.category}", case.name, not absent, ", ".join(absent)))
        report(results)


if __name__ == "__main__":
    main()
