"""Files that belong together by what they call, import and extend, whatever folders they stand in.

The method of Louvain (Blondel and others, 2008): every file joins the neighbouring group that raises the modularity most, then
groups are joined in the same way.  Files are taken in the order of their paths, so that the same graph gives the same groups.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from apps.engine.facts import Edge

_KINDS = frozenset({"calls", "imports", "inherits", "uses"})
_PASSES = 20  # over the files of one level
_LEVELS = 10
_LEAST = 1e-9  # a gain that counts

Links = Mapping[int, Mapping[int, float]]


def communities(edges: Iterable[Edge], paths: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Groups of the files given, each sorted, the largest first; a file tied to no other is a group of its own."""
    names = sorted(set(paths))
    links = _links(edges, names)
    group_of = list(range(len(names)))
    level: Links = links
    for _ in range(_LEVELS):
        joined = _moved(level)
        if len(set(joined.values())) == len(joined):
            break
        numbers = {group: number for number, group in enumerate(sorted(set(joined.values())))}
        group_of = [numbers[joined[group]] for group in group_of]
        level = _folded(level, joined, numbers)
    groups: dict[int, list[str]] = defaultdict(list)
    for number, name in enumerate(names):
        groups[group_of[number]].append(name)
    return tuple(sorted((tuple(group) for group in groups.values()), key=lambda group: (-len(group), group)))


def modularity(edges: Iterable[Edge], groups: Iterable[Iterable[str]]) -> float:
    """How much more the files of a group refer to each other than chance would have it: 0 = no more, below 1."""
    owner = {name: number for number, group in enumerate(groups) for name in group}
    names = sorted(owner)
    links = _links(edges, names)
    total = sum(sum(row.values()) for row in links.values())
    inside: dict[int, float] = defaultdict(float)
    degree: dict[int, float] = defaultdict(float)
    for number, row in links.items():
        group = owner[names[number]]
        degree[group] += sum(row.values())
        inside[group] += sum(weight for other, weight in row.items() if owner[names[other]] == group)
    return round(sum(inside[group] / total - (degree[group] / total) ** 2 for group in sorted(degree)), 6) if total else 0.0


def _links(edges: Iterable[Edge], names: list[str]) -> Links:
    """{file: {other file: references between them, either way}}."""
    numbers = {name: number for number, name in enumerate(names)}
    counts: Counter[tuple[int, int]] = Counter()
    for edge in edges:
        if edge.kind in _KINDS and not edge.is_external:
            source, target = numbers.get(edge.source.partition("#")[0]), numbers.get(edge.target.partition("#")[0])
            if source is not None and target is not None and source != target:
                counts[min(source, target), max(source, target)] += 1
    links: dict[int, dict[int, float]] = {number: {} for number in range(len(names))}
    for (one, other), count in sorted(counts.items()):
        links[one][other] = links[other][one] = float(count)
    return links


def _moved(links: Links) -> dict[int, int]:
    """{node: its group} once no node gains by going over to a group beside it."""
    degree = {node: sum(row.values()) for node, row in links.items()}
    total = sum(degree.values())
    group_of = {node: node for node in links}
    weight = dict(degree)  # of each group
    if not total:
        return group_of
    for _ in range(_PASSES):
        is_still = True
        for node in sorted(links):
            own = group_of[node]
            weight[own] -= degree[node]
            tied: dict[int, float] = defaultdict(float)
            for other, count in links[node].items():
                if other != node:
                    tied[group_of[other]] += count
            best, gain = own, tied.get(own, 0.0) - weight[own] * degree[node] / total
            for group in sorted(tied):
                here = tied[group] - weight[group] * degree[node] / total
                if here > gain + _LEAST:
                    best, gain = group, here
            weight[best] += degree[node]
            if best != own:
                group_of[node], is_still = best, False
        if is_still:
            break
    return group_of


def _folded(links: Links, group_of: Mapping[int, int], numbers: Mapping[int, int]) -> Links:
    """The links between groups; those inside a group tie it to itself."""
    folded: dict[int, dict[int, float]] = {number: {} for number in sorted(numbers.values())}
    for node in sorted(links):
        row = folded[numbers[group_of[node]]]
        for other, count in sorted(links[node].items()):
            group = numbers[group_of[other]]
            row[group] = row.get(group, 0.0) + count
    return folded
