"""Small programs as text → the call graph of the engine."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from apps.engine.facts import Edge
from apps.engine.graph import Graph, Resolver, build_graph
from apps.engine.parsing import PARSED_LANGUAGES, decode_text, language_of, parse

CALLING = frozenset({"calls", "tests"})


@dataclass(frozen=True, slots=True)
class Case:
    """A program in `folder` and the edges that are expected of it."""

    name: str
    category: str
    folder: Path
    expected: object


def graph_of(folder: Path) -> Graph:
    """The graph of all files of a folder, by paths relative to it."""
    texts: dict[str, str] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            path = file.relative_to(folder).as_posix()
            texts[path] = decode_text(file.read_bytes(), path).text
    facts = {
        path: parse(path, language, text)
        for path, text in texts.items()
        if (language := language_of(path, text)) in PARSED_LANGUAGES and language is not None
    }
    return build_graph(facts, texts, Resolver(facts))


def calls_of(graph: Graph) -> list[Edge]:
    """The edges that are calls."""
    return [edge for edge in graph.edges if edge.kind in CALLING]


def lines_of(graph: Graph) -> Mapping[str, int]:
    """{symbol: line of its definition}."""
    return {capsule.symbol: capsule.line for capsule in graph.capsules}


def report(results: Iterable[tuple[str, str, bool, str]]) -> int:
    """Print passed of total by category, and the cases that did not pass; the number that passed."""
    by_category: dict[str, list[bool]] = defaultdict(list)
    failed: list[str] = []
    for category, name, passed, why in results:
        by_category[category].append(passed)
        if not passed:
            failed.append(f"  {name}: {why}")
    for category in sorted(by_category):
        outcomes = by_category[category]
        sys.stdout.write(f"{category:32} {sum(outcomes):3} of {len(outcomes)}\n")
    total = sum(len(outcomes) for outcomes in by_category.values())
    passed_count = sum(sum(outcomes) for outcomes in by_category.values())
    sys.stdout.write(f"{'all':32} {passed_count:3} of {total}\n")
    if failed:
        sys.stdout.write("not passed:\n" + "\n".join(failed) + "\n")
    return passed_count
