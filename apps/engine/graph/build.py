"""Files → capsules and edges.  A wrong edge is worse than a missing one: what can't be followed is counted, not guessed."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.engine.facts import Capsule, Definition, Edge, FileFacts, Unknown, Value
from apps.engine.graph.rank import rank
from apps.engine.graph.resolve import Resolution, Resolver

_TEST_PARTS = ("tests/", "test/", "__tests__/", "spec/", "e2e/")


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of a commit; tuples are sorted."""

    capsules: tuple[Capsule, ...]
    edges: tuple[Edge, ...]
    call_count: int
    resolved_call_count: int
    external_call_count: int
    unknowns: tuple[Unknown, ...] = ()


def is_test(path: str) -> bool:
    """Whether a file is one of tests, by its place or name."""
    name = path.rpartition("/")[2].lower()
    low = path.lower()
    return (
        name.startswith("test_")
        or name.partition(".")[0].endswith(("_test", "_spec"))
        or ".test." in name
        or ".spec." in name
        or name == "conftest.py"
        or any(low.startswith(part) or f"/{part}" in low for part in _TEST_PARTS)
    )


def build_graph(files: Mapping[str, FileFacts], texts: Mapping[str, str], resolver: Resolver) -> Graph:
    """Capsules and edges of all parsed files."""
    edges: set[Edge] = set()
    unresolved: Counter[str] = Counter()
    calls = resolved = external = 0
    for path in sorted(files):
        facts = files[path]
        _structure(facts, resolver, edges)
        for call in facts.calls:
            calls += 1
            source = _symbol(facts, call.scope)
            found = resolver.resolve_value(path, call.scope, call.callee)
            if found.kind == "external":
                external += 1
                edges.add(Edge(source, "calls", found.external, call.line, found.how, True))
            elif found.kind == "definition" and found.definition is not None and not found.is_instance:
                resolved += 1
                edges.add(Edge(source, "calls", found.symbol, call.line, found.how))
                if is_test(path) and not is_test(found.path):
                    edges.add(Edge(source, "tests", found.symbol, call.line, found.how))
            else:
                unresolved[source] += 1
        for reference in facts.references:
            found = resolver.resolve(path, reference.scope, reference.name, reference.line)
            if _is_function(found):
                edges.add(Edge(_symbol(facts, reference.scope), "calls", found.symbol, reference.line, "inferred"))
    ordered = tuple(sorted(edges))
    capsules = [capsule for path in sorted(files) for capsule in _capsules(files[path], texts.get(path, ""), unresolved)]
    ranks = rank(ordered, [capsule.symbol for capsule in capsules])
    ranked = tuple(replace(capsule, rank=ranks.get(capsule.symbol, 0.0)) for capsule in sorted(capsules, key=lambda c: c.symbol))
    return Graph(ranked, ordered, calls, resolved, external)


def _symbol(facts: FileFacts, scope: str) -> str:
    return f"{facts.path}#{scope}" if scope else facts.path


def _is_function(found: Resolution) -> bool:
    return (
        found.kind == "definition"
        and found.definition is not None
        and not found.is_instance
        and found.definition.kind in ("function", "method", "component")
    )


def _structure(facts: FileFacts, resolver: Resolver, edges: set[Edge]) -> None:
    for imported in facts.imports:
        target = resolver.modules.find(facts.path, imported)
        if target is not None:
            edges.add(Edge(facts.path, "imports", target, imported.line))
        names = [name.name for name in imported.names] or [""]
        for name in names:
            found = resolver.resolve_module(facts.path, imported, "" if name == "*" else name)
            if found.kind == "module" and found.path not in (target, facts.path):
                edges.add(Edge(facts.path, "imports", found.path, imported.line))
            elif found.kind == "external" and target is None:
                edges.add(Edge(facts.path, "imports", found.external, imported.line, "exact", True))
    for definition in facts.definitions:
        symbol = _symbol(facts, definition.qualname)
        edges.add(Edge(_symbol(facts, definition.parent), "contains", symbol, definition.line))
        for base in resolver.bases(facts.path, definition):
            if base.kind == "definition" and not base.is_instance:
                edges.add(Edge(symbol, "inherits", base.symbol, definition.line, base.how))
            elif base.kind == "external":
                edges.add(Edge(symbol, "inherits", base.external, definition.line, base.how, True))


def _capsules(facts: FileFacts, text: str, unresolved: Mapping[str, int]) -> list[Capsule]:
    lines = text.split("\n")
    made = [_module(facts, lines, unresolved)]
    for definition in facts.definitions:
        symbol = _symbol(facts, definition.qualname)
        body = "\n".join(lines[definition.start_line - 1 : definition.end_line])
        made.append(
            Capsule(
                symbol=symbol,
                kind=definition.kind,
                name=definition.name,
                path=facts.path,
                language=facts.language,
                line=definition.line,
                start_line=definition.start_line,
                end_line=definition.end_line,
                signature=definition.signature,
                docstring=definition.docstring,
                body=body,
                content_hash=_digest(body),
                parent=_symbol(facts, definition.parent),
                properties=definition.properties,
                bases=tuple(_base(base) for base in definition.bases),
                decorators=tuple(decorator.name for decorator in definition.decorators),
                complexity=definition.complexity,
                unresolved_calls=unresolved.get(symbol, 0),
            )
        )
    return made


def _module(facts: FileFacts, lines: list[str], unresolved: Mapping[str, int]) -> Capsule:
    """The file itself; its body is the top-level code, the bodies of what it defines left out."""
    own = _outside(facts.definitions, len(lines))
    body = "\n".join(lines[number - 1] for number in own).strip("\n")
    return Capsule(
        symbol=facts.path,
        kind="module",
        name=facts.path.rpartition("/")[2],
        path=facts.path,
        language=facts.language,
        line=1,
        start_line=1,
        end_line=max(facts.lines, 1),
        signature="",
        docstring=facts.docstring,
        body=body,
        content_hash=_digest(body),
        unresolved_calls=unresolved.get(facts.path, 0),
    )


def _outside(definitions: tuple[Definition, ...], count: int) -> list[int]:
    covered: defaultdict[int, bool] = defaultdict(bool)
    for definition in definitions:
        if not definition.parent:
            for number in range(definition.start_line, definition.end_line + 1):
                covered[number] = True
    return [number for number in range(1, count + 1) if not covered[number]]


def _base(value: Value) -> str:
    if value.kind in ("subscript", "call") and value.items:
        return _base(value.items[0])
    return value.text


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
