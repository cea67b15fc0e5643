"""The Java cases of the public call-graph set JCG (github.com/opalj/JCG, BSD-2).

    python -m benchmarks.callgraph.jcg_java PATH        (a bare or plain clone of it; nothing of it is kept)

Annotations of the programs say which methods a method calls, on which line, of which class.  A case passes where no expected
callee is missing and none is there that it prohibits.  What an object's type decides is in the engine's graph the method of the
declared type, and `overrides` edges to it: both together say what may run, so that a callee counts as called where a method that
it overrides is.  A method of a prohibited class counts only where an edge leads to it itself.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from apps.engine.facts import Capsule, Edge
from benchmarks.arguments import described
from benchmarks.callgraph.frame import calls_of, graph_of, report
from benchmarks.callgraph.jcg import clone, documents

_ANNOTATION = re.compile(r"@(Direct|Indirect)Call\s*\(")
_ARGUMENT = re.compile(r"(\w+)\s*=\s*(\{[^}]*\}|\"[^\"]*\"|-?\w+)")
_TEXT = re.compile(r'"([^"]*)"')
_FILE = re.compile(r"\n```java\n\s*//\s*(\S+)\n(.*?)\n```", re.S)


class Expected(NamedTuple):
    """What an annotation says: classes as dotted paths; `line` is that of the call, 0 where it says none."""

    path: str
    at: int  # line of the annotation
    name: str
    line: int
    targets: tuple[str, ...]
    prohibited: tuple[str, ...]


def expectations(path: str, text: str) -> Iterator[Expected]:
    """What the annotations of a file say."""
    for found in _ANNOTATION.finditer(text):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        given = dict(_ARGUMENT.findall(text[found.end() : end - 1]))
        classes = {
            key: tuple(name.strip("L;").replace("/", ".").replace("$", ".") for name in _TEXT.findall(given.get(key, "")))
            for key in ("resolvedTargets", "prohibitedTargets")
        }
        yield Expected(
            path, text.count("\n", 0, found.start()) + 1, given["name"].strip('"'), int(given.get("line", 0)),
            classes["resolvedTargets"], classes["prohibitedTargets"],
        )  # fmt: skip


def missing(files: dict[str, str], folder: Path) -> list[str]:
    """What is expected and not drawn, and what is drawn and prohibited."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    graph = graph_of(folder)
    overriding: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        if edge.kind == "overrides":
            overriding[edge.target].append(edge.source)
    out = []
    for wanted in (item for name, text in sorted(files.items()) for item in expectations(name, text)):
        caller = _caller(graph.capsules, wanted)
        called = [edge for edge in calls_of(graph) if edge.source == caller]
        reached = {name for edge in called for name in _reached(edge, overriding)}
        out += [f"{wanted.line}: no {one}.{wanted.name}" for one in wanted.targets if not _is_any(reached, one, wanted.name)]
        drawn = {edge.target for edge in called if edge.line == wanted.line}
        out += [f"{wanted.line}: {one}.{wanted.name}" for one in wanted.prohibited if _is_any(drawn, one, wanted.name)]
    return out


def _caller(capsules: list[Capsule], wanted: Expected) -> str:
    holding = [
        capsule
        for capsule in capsules
        if capsule.path == wanted.path
        and capsule.kind in ("method", "constructor")
        and capsule.start_line <= wanted.at <= capsule.line
    ]
    return min(holding, key=lambda one: one.end_line - one.start_line).symbol if holding else wanted.path


def _reached(edge: Edge, overriding: dict[str, list[str]]) -> set[str]:
    """The methods that a call may run."""
    found = {edge.target}
    waiting = [edge.target]
    while waiting:
        new = set(overriding.get(waiting.pop(), ())) - found
        found |= new
        waiting += sorted(new)
    return found


def _is_any(symbols: set[str], of: str, name: str) -> bool:
    """Whether one of them is the method `name` of the class `of`, a dotted path; a class stands for its constructor."""
    simple = of.rpartition(".")[2]
    for symbol in symbols:
        path, mark, qualname = symbol.partition("#")
        if not mark:
            path, qualname = "", symbol
        names = [part.partition("#")[0] for part in qualname.split(".")]
        package = path.rpartition("/")[0].replace("/", ".")
        whole = ".".join(filter(None, [package, *names])) if path else ".".join(names)
        if name == "<init>":
            if whole in (of, f"{of}.{simple}"):
                return True
        elif whole == f"{of}.{name}":
            return True
    return False


def main() -> None:
    """Print what passes, by category."""
    parser = described(__doc__)
    parser.add_argument("repository", type=clone, metavar="PATH")
    results = []
    for category, text in documents(parser.parse_args().repository, "java"):
        for section in text.split("\n## ")[1:]:
            files = dict(_FILE.findall(section))
            if not any(True for path, body in files.items() for _ in expectations(path, body)):
                continue
            with tempfile.TemporaryDirectory() as folder:
                absent = missing(files, Path(folder))
            results.append((f"java {category}", section.partition("\n")[0].strip(), not absent, "; ".join(absent)))
    report(results)


if __name__ == "__main__":
    main()
