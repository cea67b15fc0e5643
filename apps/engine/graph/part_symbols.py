"""What a part gives to others, and what it holds: its public functions and classes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from apps.engine.facts import Capsule, Edge, Model, PartSymbol, Place
from apps.engine.graph.lines import Lines
from apps.engine.graph.testfiles import is_test

KEPT = 5
_KINDS = frozenset({"class", "function", "interface", "component", "enum"})
_USES = frozenset({"calls", "uses", "inherits"})
_CONSTRUCTORS = (".__init__", ".constructor", ".__new__")
_SCRIPTS = frozenset({"JavaScript", "TypeScript", "TSX"})
_STARTS = frozenset({"main", "setup", "handler", "Command"})  # names of what is run, not used


def part_symbols(
    capsules: Sequence[Capsule],
    edges: Iterable[Edge],
    owner: Mapping[str, str],
    models: Sequence[Model],
    lines: Lines,
) -> tuple[dict[str, tuple[PartSymbol, ...]], dict[str, tuple[PartSymbol, ...]]]:
    """({folder: what other parts use, most used first}, {folder: models, else public definitions}).  `owner`: path → folder."""
    using = {path: folder for path, folder in owner.items() if not is_test(path)}
    public = {
        capsule.symbol: PartSymbol(
            capsule.name, capsule.symbol, Place(capsule.path, capsule.line, capsule.end_line), capsule.kind
        )
        for capsule in capsules
        if capsule.path in using
        and capsule.kind in _KINDS
        and capsule.parent == capsule.path
        and not capsule.name.startswith("_")
    }
    for model in models:  # some are made by a library's call and have no definition of their own
        symbol = f"{model.place.path}#{model.name}"
        if model.place.path in owner and not model.name.startswith("_"):
            public.setdefault(symbol, PartSymbol(model.name, symbol, model.place, "model"))
    used: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.kind not in _USES or edge.is_external or edge.resolution == "name":
            continue
        source = using.get(edge.source.partition("#")[0])
        target = owner.get(edge.target.partition("#")[0]) if source is not None else None
        if source is None or target is None or source == target:
            continue
        symbol = edge.target if edge.target in public else _outer(edge.target)
        if symbol in public:
            used[symbol].append(edge)
    shared: dict[str, list[PartSymbol]] = defaultdict(list)
    for symbol in sorted(used):
        made = _shared(public[symbol], used[symbol], owner, lines)
        if made is not None:
            shared[owner[made.place.path]].append(made)
    for group in shared.values():
        group.sort(key=lambda item: (-item.parts, -item.places, item.name, item.symbol))
    held = _held(public, {capsule.symbol: capsule for capsule in capsules}, owner, models)
    return {folder: _once(group) for folder, group in shared.items()}, {folder: _once(group) for folder, group in held.items()}


def _outer(symbol: str) -> str:
    """The top-level definition of a member: ``a.py#Order`` of ``a.py#Order.save``."""
    path, mark, qualname = symbol.partition("#")
    return f"{path}{mark}{qualname.partition('.')[0]}"


def _shared(item: PartSymbol, edges: Sequence[Edge], owner: Mapping[str, str], lines: Lines) -> PartSymbol | None:
    """A definition with its uses; None where no line of a use names it."""
    places = {(edge.source.partition("#")[0], edge.line) for edge in edges}
    direct = {item.symbol, *(item.symbol + end for end in _CONSTRUCTORS)}
    for edge in sorted(edges, key=lambda edge: (edge.resolution != "exact", edge.kind == "uses", edge.source, edge.line)):
        if edge.target in direct:
            named = lines.naming(edge.source.partition("#")[0], edge.line, item.name)
            if named is not None:
                return replace(item, places=len(places), parts=len({owner[path] for path, _line in places}), used_at=named)
    return None


def _held(
    public: Mapping[str, PartSymbol], known: Mapping[str, Capsule], owner: Mapping[str, str], models: Sequence[Model]
) -> dict[str, list[PartSymbol]]:
    """Models, the most connected first; in parts without any the most central definitions, of scripts the exported ones."""
    found: dict[str, list[PartSymbol]] = defaultdict(list)
    for model in sorted(models, key=lambda model: (-len(model.relations), -len(model.fields), model.name, model.place)):
        item = public.get(f"{model.place.path}#{model.name}")
        if item is not None:
            found[owner[item.place.path]].append(item)
    with_models = set(found)
    for symbol in sorted(public, key=lambda symbol: (-known[symbol].rank if symbol in known else 0.0, symbol)):
        item, capsule = public[symbol], known.get(symbol)
        folder = owner[item.place.path]
        if folder in with_models or capsule is None or item.name in _STARTS:
            continue
        if capsule.language not in _SCRIPTS or "exported" in capsule.properties:
            found[folder].append(item)
    return found


def _once(group: Sequence[PartSymbol]) -> tuple[PartSymbol, ...]:
    """The first of each name."""
    names = {item.name: item for item in reversed(group)}
    return tuple(item for item in group if names[item.name] is item)[:KEPT]
