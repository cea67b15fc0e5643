"""What a start reaches: the shortest ways through the calls to models and to systems outside."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.engine.facts import Capsule, Edge, ExternalService, FlowStep, Model, Place
from apps.engine.graph.doc_places import documented_at
from apps.engine.graph.family import Family
from apps.engine.graph.lines import Lines
from apps.engine.graph.outside import HTTP, Outside
from apps.engine.graph.testfiles import is_test

STEPS = 8  # of one flow
DEPTH = 6
_DOWN = 3  # calls passed until the main work of a start is seen
_PHASES = 5  # calls told of it
_STEPS_OF_PHASES = 12
FILLED = 6  # steps up to which calls that reach nothing are told too
_COLLECTED = 400  # steps looked at
_WALKED = frozenset({"calls", "uses"})
CLASSES = frozenset({"class", "interface", "enum", "struct", "trait"})
CALLABLE = frozenset({"function", "method", "component", "constructor", "accessor"})
STORED = frozenset({"table", "document"})
_CONSTRUCTORS = frozenset({"__init__", "constructor", "__new__"})
_TAG = re.compile(r"(?m)^\s*[@:]\w|\s@(?:param|returns?|throws)\b")
# Names of what checks, reports or shapes: told last.
_ASIDE = re.compile(
    r"(^|_|\.)(log|logger|debug|warn|print|assert|raise|error|check|valid|is|has|format|serializ|parse|to|as)(_|[A-Z]|$)|valid|serializ|error"
)
_WRITES = re.compile(
    r"\.(\w*create|save|insert|update|delete|remove|destroy|upsert|set|put|add|bulk_create|get_or_create)\w*\(|\bnew [A-Z]", re.I
)


@dataclass(slots=True)
class Node:
    """A step, the node above it (-1 for the start), and what reaching it tells: 3 outside, 2 a stored model, 1 a schema."""

    step: FlowStep
    above: int
    effect: int = 0
    line: int = 0
    is_writing: bool = False


@dataclass(frozen=True, slots=True)
class Journey:
    """The steps chosen, how many other calls of the functions told are left out, and in how many steps something is changed."""

    steps: tuple[FlowStep, ...]
    left_out: int = 0
    writes: int = 0


class Journeys:
    """Walks the graph from a start."""

    def __init__(
        self,
        edges: Iterable[Edge],
        capsules: Sequence[Capsule],
        models: Sequence[Model],
        services: Sequence[ExternalService],
        texts: Mapping[str, str],
        needed: Sequence[tuple[Edge, Place | None]],
    ) -> None:
        every = list(edges)
        self.known = {capsule.symbol: capsule for capsule in capsules}
        self.family = Family(every, self.known)
        self._edges: dict[str, list[Edge]] = defaultdict(list)
        self._sorted: set[str] = set()  # symbols whose edges are in order: few are ever walked from
        for edge in every:
            if edge.kind in _WALKED and edge.resolution != "name":
                self._edges[edge.source].append(edge)
        self._needed = dict(needed)
        self._models = {model.symbol: model for model in models if "#" in model.symbol}
        for model in models:
            self._models.setdefault(f"{model.place.path}#{model.name}", model)
        self._outside = Outside(services)
        self._lines = Lines(texts)

    def is_stored(self, step: FlowStep) -> bool:
        """Whether the model of a step is kept in a database."""
        model = self._models.get(step.symbol)
        return model is not None and model.kind in STORED

    def between(self, path: str, first: int, last: int) -> list[Edge]:
        """Edges of a module's own code between two lines."""
        return [edge for edge in self._leaving(path) if first <= edge.line <= last]

    def _leaving(self, symbol: str) -> Sequence[Edge]:
        """Edges from a symbol, by their lines."""
        edges = self._edges.get(symbol)
        if edges is None:
            return ()
        if symbol not in self._sorted:
            edges.sort(key=lambda edge: (edge.line, edge.kind, edge.target))
            self._sorted.add(symbol)
        return edges

    def from_handlers(self, start: FlowStep, handlers: Sequence[str], *, in_phases: bool = False) -> Journey:
        """The way from functions that a start runs; `in_phases` tells the steps of its main work, not the shortest ways."""
        nodes = [Node(start, -1)]
        for symbol in handlers:
            capsule = self.known[symbol]
            place = Place(capsule.path, capsule.line, capsule.end_line)
            noted = documented_at(capsule, self._lines)
            step = FlowStep("handler", _name(capsule), place, symbol, 1, _said(capsule.docstring), "exact", noted=noted)
            nodes.append(Node(step, 0, 0, capsule.line))
        grown = self._grown(nodes, list(range(1, len(nodes))))
        told = phases(grown) if in_phases else set()
        return self._told(grown, told) if told else self._chosen(grown)

    def from_edges(self, start: FlowStep, edges: Sequence[Edge]) -> Journey:
        """The way from code without a name of its own, by the edges that leave it."""
        nodes = [Node(start, -1)]
        self._add(nodes, 0, edges, set(), set())
        return self._chosen(self._grown(nodes, [at for at in range(1, len(nodes)) if nodes[at].step.kind == "call"]))

    # the walk: breadth first, so that each function stands on the shortest way to it

    def _grown(self, nodes: list[Node], border: list[int]) -> list[Node]:
        seen = {nodes[at].step.symbol for at in border}
        told: set[tuple[str, str]] = set()
        while border:
            following: list[int] = []
            for at in border:
                step = nodes[at].step
                if step.depth > DEPTH or len(nodes) >= _COLLECTED or step.implementations > 1:
                    continue
                before = len(nodes)
                self._add(nodes, at, self._leaving(step.symbol), seen, told)
                following.extend(number for number in range(before, len(nodes)) if nodes[number].step.kind == "call")
            border = following
        return nodes

    def _add(self, nodes: list[Node], at: int, edges: Sequence[Edge], seen: set[str], told: set[tuple[str, str]]) -> None:
        for edge in edges:
            made = self._node(edge, at, nodes[at].step.depth + 1, seen)
            if made is None:
                continue
            if made.step.kind == "call":
                seen.add(made.step.symbol)
            else:
                key = (edge.source, f"{made.step.kind} {made.step.name}")
                if key in told:
                    twin = next((node for node in nodes if node.above == at and node.step.name == made.step.name), None)
                    if twin is not None and made.is_writing and not twin.is_writing:
                        twin.step, twin.line, twin.is_writing = made.step, made.line, True
                    continue
                told.add(key)
            nodes.append(made)

    def _node(self, edge: Edge, above: int, depth: int, seen: set[str]) -> Node | None:
        """The step an edge leads to, None where it tells nothing or was told before."""
        if edge.is_external:
            return self._external(edge, above, depth)
        if is_test(edge.target.partition("#")[0]):
            return None
        owner, _, last = edge.target.rpartition(".")
        is_made = last in _CONSTRUCTORS
        model = self._models.get(edge.target) or (self._models.get(owner) if is_made else None)
        if model is not None:
            called = self._line(edge, model.name)
            if called is None:
                return None
            symbol = edge.target if edge.target in self._models else owner
            relation = "needs" if edge in self._needed else "creates" if edge.kind == "calls" else "names"
            if relation == "needs" and model.kind in STORED and not self._is_record(edge, called, model.name):
                return None
            step = FlowStep("model", model.name, model.place, symbol, depth, "", edge.resolution, called, relation)
            effect = 2 if model.kind in STORED else 1
            return Node(step, above, effect, edge.line, self._is_writing(called))
        target, count = self.family.implementation(edge.target)
        capsule = self.known.get(target)
        if capsule is None or target in seen:
            return None
        is_class = capsule.kind in CLASSES
        if (capsule.kind not in CALLABLE and not is_class) or (is_class and edge.kind == "uses"):
            return None
        made_class = target if is_class else target.rpartition(".")[0] if is_made else ""
        if made_class and (self.family.is_exception(made_class)):
            return None
        shown = self.known.get(made_class, capsule) if made_class else capsule
        called = self._line(edge, shown.name) or Place(edge.source.partition("#")[0], edge.line, edge.line)
        relation = "creates" if made_class else "calls"
        if edge.kind == "uses":
            relation = "needs" if edge in self._needed else "names"
        via = edge.resolution if target == edge.target else "inferred"
        place = Place(shown.path, shown.line, shown.end_line)
        step = FlowStep(
            "call", _name(shown), place, target, depth, _said(shown.docstring), via, called, relation,
            self._needed.get(edge), count, documented_at(shown, self._lines),
        )  # fmt: skip
        return Node(step, above, 0, edge.line)

    def _external(self, edge: Edge, above: int, depth: int) -> Node | None:
        source = self.known.get(edge.source)
        found = self._outside.system(edge, source)
        if found is None:
            return None
        last = edge.target.rpartition(".")[2].partition("(")[0]
        called = self._line(edge, last) or Place(edge.source.partition("#")[0], edge.line, edge.line)
        name, how = found
        address = self._lines.holding(called.path, f"//{name}") if how == "http" and name != HTTP else None
        spelled = address if address != called else None  # the call may name a constant that holds the address
        step = FlowStep("external", name, called, edge.target, depth, edge.target, edge.resolution, called, how, spelled)
        return Node(step, above, 3, edge.line)

    def _line(self, edge: Edge, name: str) -> Place | None:
        """The line on which the source names what it reaches; a call that starts on `edge.line` may run over several."""
        capsule = self.known.get(edge.source)
        return self._lines.naming(edge.source.partition("#")[0], edge.line, name, capsule.end_line if capsule is not None else 0)

    def _is_record(self, edge: Edge, called: Place, name: str) -> bool:
        """Whether a function uses a field or method of the parameter that a model is named for; a type alone tells nothing."""
        capsule = self.known.get(edge.source)
        lines = self._lines.of(called.path)
        if capsule is None or not lines:
            return True
        written = re.search(rf"(\w+)\??\s*:[^,()]*?(?<![\w$]){re.escape(name)}(?![\w$])", lines[called.line - 1])
        if written is None:
            return True
        used = re.compile(rf"(?<![\w$.]){re.escape(written[1])}\??\.\w")
        return any(used.search(line) for line in lines[called.line - 1 : capsule.end_line])

    def _is_writing(self, place: Place) -> bool:
        lines = self._lines.of(place.path)
        return place.line <= len(lines) and _WRITES.search(lines[place.line - 1]) is not None

    # the choice

    def _chosen(self, nodes: list[Node]) -> Journey:
        """The ways to what is reached, then calls that reach nothing, in the order of the code."""
        kept = {0, *(at for at, node in enumerate(nodes) if node.step.kind == "handler")}
        reached: set[str] = set()
        ends = sorted(
            (at for at, node in enumerate(nodes) if node.effect),
            key=lambda at: (-min(nodes[at].effect, 2), not nodes[at].is_writing, nodes[at].step.depth, at),
        )
        has_stored = any(node.effect > 1 for node in nodes)
        for at in ends:
            step = nodes[at].step
            way = _way(nodes, at) - kept
            if step.name in reached or len(kept) + len(way) > STEPS or (has_stored and nodes[at].effect == 1):
                continue
            reached.add(step.name)
            kept |= way
        for at, node in enumerate(nodes):
            if len(kept) >= FILLED:
                break
            if node.step.kind == "call" and node.above in kept and node.step.depth <= 2 and not _is_aside(node.step):
                kept.add(at)
        return self._told(nodes, kept)

    def _told(self, nodes: list[Node], kept: set[int]) -> Journey:
        if len(kept) == 1:
            return Journey((nodes[0].step,))
        writes = sum(nodes[at].is_writing and nodes[at].effect > 1 for at in kept)
        return Journey(_in_order(nodes, kept), self._left_out(nodes, kept), writes)

    def _left_out(self, nodes: Sequence[Node], kept: set[int]) -> int:
        """Functions of the repository that those told call as well."""
        told = {(nodes[nodes[at].above].step.symbol, nodes[at].step.symbol) for at in kept if nodes[at].above >= 0}
        others: set[tuple[str, str]] = set()
        for at in sorted(kept):
            source = nodes[at].step.symbol
            if nodes[at].step.kind not in ("handler", "call"):
                continue
            for edge in self._leaving(source):
                if edge.kind != "calls" or edge.is_external or is_test(edge.target.partition("#")[0]):
                    continue
                owner = edge.target.rpartition(".")[0]
                target = self.family.implementation(edge.target)[0]
                if (source, target) not in told and (source, owner) not in told:
                    others.add((source, target))
        return len(others)


def phases(nodes: Sequence[Node]) -> set[int]:
    """The calls in which the main work of a start goes on, and where they lead; empty where it has no such phases.

    The walk goes down as long as one call reaches most of what is reached.  What is called there are the phases.
    """
    below: dict[int, list[int]] = defaultdict(list)
    reach: list[set[str]] = [set() for _ in nodes]
    size = [1] * len(nodes)
    for at in range(len(nodes) - 1, -1, -1):  # what is above a node stands before it
        if nodes[at].effect > 1:
            reach[at].add(nodes[at].step.name)
        if nodes[at].above >= 0:
            reach[nodes[at].above] |= reach[at]
            size[nodes[at].above] += size[at]
            below[nodes[at].above].append(at)
    handlers = [at for at, node in enumerate(nodes) if node.step.kind == "handler"]
    if len(handlers) != 1:
        return set()
    here, kept = handlers[0], {0, handlers[0]}
    for _ in range(_DOWN):
        calls = [at for at in below[here] if nodes[at].step.kind == "call"]
        main = max(calls, key=lambda at: (len(reach[at]), size[at], -at), default=None)
        others = {name for at in calls if at != main for name in reach[at]}
        if main is None or len(reach[main]) < 2 or len(reach[main] - others) * 2 < len(reach[here]):
            break
        here = main
        kept.add(here)
    ordered = sorted(
        (at for at in below[here] if nodes[at].step.kind == "call" and not _is_aside(nodes[at].step)),
        key=lambda at: (-len(reach[at]), -size[at], at),
    )
    chosen = ordered[:_PHASES]
    if len(chosen) < 2 or not reach[here]:
        return set()
    kept.update(chosen)
    told: set[str] = set()
    for phase in chosen:
        ends = [
            at for at, node in enumerate(nodes) if node.effect > 1 and phase in _way(nodes, at) and node.step.name not in told
        ]
        end = min(ends, key=lambda at: (not nodes[at].is_writing, nodes[at].step.depth, at), default=None)
        if end is not None and len(kept | _way(nodes, end)) <= _STEPS_OF_PHASES:
            kept |= _way(nodes, end)
            told.add(nodes[end].step.name)
    return kept


def _way(nodes: Sequence[Node], at: int) -> set[int]:
    way: set[int] = set()
    while at >= 0:
        way.add(at)
        at = nodes[at].above
    return way


def _in_order(nodes: Sequence[Node], kept: set[int]) -> tuple[FlowStep, ...]:
    """Each step below the one that reaches it, those of one function by their lines."""
    below: dict[int, list[int]] = defaultdict(list)
    for at in sorted(kept):
        below[nodes[at].above].append(at)
    out: list[FlowStep] = []
    waiting = [0]
    while waiting:
        at = waiting.pop()
        out.append(nodes[at].step)
        following = sorted(below.get(at, ()), key=lambda number: (_told_at(nodes[number]), number), reverse=True)
        waiting.extend(following)
    return tuple(out)


def _told_at(node: Node) -> int:
    return node.step.called.line if node.step.called is not None else node.line


def _is_aside(step: FlowStep) -> bool:
    return step.relation != "calls" or _ASIDE.search(step.name) is not None


def _name(capsule: Capsule) -> str:
    return capsule.symbol.partition("#")[2] or capsule.name


def _said(docstring: str) -> str:
    """The first sentence, or the first paragraph cut; tags (``@param``, ``:param``) are no part of it."""
    paragraph = " ".join(_TAG.split(docstring.strip().split("\n\n")[0])[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return (sentence + stop).strip()[:160].rstrip(",;: ")
