"""Files → capsules and edges.  A wrong edge is worse than a missing one: what can't be followed is counted, not guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.facts import Call, Capsule, Edge, FileFacts, Import, Place
from apps.engine.graph.capsules import make_capsules, symbol_of, symbols_of
from apps.engine.graph.entities import Resolution
from apps.engine.graph.guesses import Guesses
from apps.engine.graph.rank import rank
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.testfiles import is_test
from apps.engine.graph.uses import used_by_call, used_by_names, used_by_parameters

__all__ = ["Graph", "build_graph", "is_test"]

_QUIET = ("builtins.",)  # calls of these are known to leave the repository and make no edge


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of a commit; capsules by symbol, edges by all their fields.

    `needed` are the edges of what a function's parameters depend on, with the place of the alias that names it, if there is one.
    """

    capsules: tuple[Capsule, ...]
    edges: tuple[Edge, ...]
    call_count: int
    resolved_call_count: int
    external_call_count: int
    needed: tuple[tuple[Edge, Place | None], ...] = ()


def build_graph(files: Mapping[str, FileFacts], texts: Mapping[str, str], resolver: Resolver) -> Graph:
    """Capsules and edges of all parsed files.

    An edge ``tests`` takes the place of ``calls`` where a test calls what is no test; ``uses`` leads to what is named only.
    """
    edges: set[Edge] = set()
    needs: dict[Edge, Place | None] = {}
    unresolved: Counter[tuple[str, str]] = Counter()
    guesses = Guesses(files)
    calls = inside = outside = 0
    for path in sorted(files):
        facts = files[path]
        _structure(facts, resolver, edges)
        for call in facts.calls:
            calls += 1
            found = resolver.resolve_call(path, call)
            if found.kind == "unknown":
                found = guesses.target(facts, call) or found
            source = symbol_of(path, call.scope)
            if found.kind != "definition":
                used = used_by_call(facts, call, resolver)
                if used is not None:
                    edges.add(used)
            if found.kind == "external":
                outside += 1
                if found.external and not found.external.startswith(_QUIET):
                    edges.add(Edge(source, "calls", found.external, call.line, found.how, True))
            elif found.kind == "definition" and not found.is_instance:
                inside += 1
                kind = "tests" if is_test(path) and not is_test(found.path) else "calls"
                edges.add(Edge(source, kind, found.symbol, call.line, found.how))
            elif _is_import(call):
                calls -= 1
            elif found.kind == "unknown" and guesses.leaves(facts, call):
                outside += 1
            else:
                unresolved[source, called_name(call)] += 1
        edges.update(used_by_names(facts, resolver))
        for definition in facts.definitions:
            if definition.parameters:
                for needed in used_by_parameters(facts, definition, resolver):
                    edges.add(needed.edge)
                    needs.setdefault(needed.edge, needed.spelled)
    ordered = tuple(sorted(edges, key=_order))
    capsules = make_capsules(files, texts, unresolved, rank(ordered, symbols_of(files)))
    by_parameters = tuple((edge, needs[edge]) for edge in sorted(needs, key=_order))
    return Graph(capsules, ordered, calls, inside, outside, by_parameters)


def _order(edge: Edge) -> tuple[str, str, str, int, str, bool]:
    return (edge.source, edge.kind, edge.target, edge.line, edge.resolution, edge.is_external)


def called_name(call: Call) -> str:
    """The last part of what is called: ``save`` of ``self.items[0].save()``; "" where it has no name."""
    callee = call.callee
    return callee.text.rpartition(".")[2] if callee.kind in ("name", "attribute") else ""


def _is_import(call: Call) -> bool:
    """``require("x")`` and ``import("x")`` of a module that is not parsed."""
    return call.callee.kind == "name" and call.callee.text in ("require", "import")


def _structure(facts: FileFacts, resolver: Resolver, edges: set[Edge]) -> None:
    """Edges imports, contains and inherits of one file."""
    path = facts.path
    for imported in facts.imports:
        for found in _imported(path, imported, resolver):
            if found.kind == "external":
                edges.add(Edge(path, "imports", found.external, imported.line, "exact", True))
            elif found.path and found.path != path:
                target = found.symbol if found.kind == "definition" else found.path
                edges.add(Edge(path, "imports", target, imported.line))
    for definition in facts.definitions:
        symbol = symbol_of(path, definition.qualname)
        edges.add(Edge(symbol_of(path, definition.parent), "contains", symbol, definition.line))
        if not definition.bases:
            continue
        for base in resolver.bases(path, definition.qualname):
            if base.kind == "definition" and base.symbol != symbol:
                edges.add(Edge(symbol, "inherits", base.symbol, definition.line, base.how))
            elif base.kind == "external" and base.external:
                edges.add(Edge(symbol, "inherits", base.external, definition.line, base.how, True))


def _imported(path: str, imported: Import, resolver: Resolver) -> list[Resolution]:
    """What an import brings in: definitions and modules of the repository, or what is outside."""
    module = resolver.resolve_module(path, imported)
    found = []
    for name in imported.names:
        if name.name == "*":
            found.append(module)
            continue
        item = resolver.resolve_module(path, imported, name.name)
        is_there = item.kind in ("definition", "module", "external") and not item.is_instance
        if is_there or (item.kind == "assignment" and item.path != module.path):
            found.append(item)
    return found or [module]
