"""A part of the graph as a picture that can be taken in: symbols where they are few, else their files, else folders.

The picture and the list of its ties say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from apps.engine.facts import Component, Diagram, DiagramEdge, DiagramNode, Edge
from apps.engine.graph.packages import package_of

Level = Literal["symbol", "file", "folder"]

BOXES = 80
ARROWS = 140  # more of them hide one another
_STRONGEST = 80  # arrows of a picture that is cut
_NUMBERED = 50  # arrows with numbers; numbers of more of them push the boxes apart
_DEEPEST = 6  # folders below one another that are told apart
_OUTSIDE = "ext:"
_SURE = {"exact": 0, "inferred": 1}


class Named(msgspec.Struct, frozen=True, gc=False):
    """What a picture says of a symbol: what kind it is and where it stands."""

    kind: str
    path: str


class Box(msgspec.Struct, frozen=True, gc=False):
    """Something drawn.  `level` tells what it stands for; `members` counts the symbols or files folded into it."""

    key: str
    label: str
    level: Level
    path: str = ""  # "" for what is outside the repository
    kind: str = ""
    members: int = 1

    @property
    def is_external(self) -> bool:
        return not self.path


class Tie(msgspec.Struct, frozen=True, gc=False, order=True):
    """An arrow: all edges between two boxes.  `resolution` is that of the surest, `line` that of the first where it is one."""

    source: str
    target: str
    kinds: tuple[str, ...]
    count: int
    resolution: str
    line: int = 0


class Picture(msgspec.Struct, frozen=True, gc=False):
    """`level` is what the boxes stand for; `left_out` counts ties that found no room."""

    boxes: tuple[Box, ...]
    ties: tuple[Tie, ...]
    level: Level
    left_out: int = 0


def picture_of(edges: Iterable[Edge], centre: str, named: Mapping[str, Named]) -> Picture:
    """What is around a symbol, which is never folded into another box."""
    listed = list(edges)
    folds: list[tuple[Level, Callable[[str, bool], Box]]] = [
        ("symbol", lambda symbol, outside: _as_symbol(symbol, outside, named))
    ]
    folds += _foldings(lambda symbol, outside: "" if outside else _path(symbol, named))
    rows = [(edge.source, edge.target, edge.kind, edge.resolution, edge.line, 1, edge.is_external) for edge in listed]
    return _fitting(rows, folds, centre, _as_symbol(centre, is_external=False, named=named))


class FileTie(msgspec.Struct, frozen=True, gc=False, order=True):
    """Edges of one kind between two files, counted."""

    source: str
    target: str
    kind: str
    count: int


def picture_of_files(ties: Iterable[FileTie], centre: str = "", inside: str = "") -> Picture:
    """How files hang together.  Those in the folder `inside` are shown, what is around it is told by its folder."""
    folds = _foldings(lambda path, _outside: path)
    if inside:
        folds = [(level, _outside_folded(fold, inside)) for level, fold in folds]
    rows = [(tie.source, tie.target, tie.kind, "", 0, tie.count, False) for tie in ties]
    return _fitting(rows, folds, centre, _as_file(centre, is_external=False) if centre else None)


def picture_of_components(components: Sequence[Component]) -> Picture:
    """The components of a fact sheet and what they use of one another; tests are left out where there are other ones."""
    parts = [part for part in components if part.role != "tests"] or list(components)
    boxes = {part.name: Box(part.name, part.name, "folder", part.path or ".", part.role, part.files) for part in parts}
    ties = [
        Tie(part.name, name, ("uses",), count, "", 0)
        for part in parts
        for name, count in part.uses
        if name in boxes and name != part.name
    ]
    return _cut(boxes, sorted(ties), "folder", "")


def to_diagram(picture: Picture, title: str, centre: str = "") -> Diagram:
    """The picture as data for `to_dot`: each box cites its own key."""
    nodes = tuple(
        DiagramNode(
            box.key,
            box.label,
            "entry" if box.key == centre else "external" if box.is_external else "component" if box.members == 1 else "group",
            box.key,
            box.path if picture.level == "symbol" and not box.is_external else "",
        )
        for box in picture.boxes
    )
    is_dense = len(picture.ties) > _NUMBERED
    arrows = tuple(
        DiagramEdge(
            tie.source,
            tie.target,
            f"{tie.count}" if tie.count > 1 and not is_dense else "",
            "inferred" if tie.resolution in ("inferred", "name") else "calls",
        )
        for tie in picture.ties
    )
    return Diagram("graph", title, nodes, arrows)


_Row = tuple[
    str, str, str, str, int, int, bool
]  # source, target, kind, resolution, line, how many, whether the target is outside


def _fitting(
    rows: Sequence[_Row], folds: Sequence[tuple[Level, Callable[[str, bool], Box]]], centre: str, own: Box | None
) -> Picture:
    """The first way of folding that leaves few enough boxes, else the last one; cut where that is not enough."""
    for position, (level, fold) in enumerate(folds):
        is_last = position == len(folds) - 1
        boxes, ties = _folded(rows, fold, centre, own, len(rows) * 2 + 1 if is_last else BOXES)
        if len(boxes) <= BOXES or is_last:
            return _cut(boxes, ties, level, centre)
    return Picture((), (), "symbol")


def _folded(
    rows: Sequence[_Row], fold: Callable[[str, bool], Box], centre: str, own: Box | None, most: int
) -> tuple[dict[str, Box], list[Tie]]:
    """(boxes by key, their ties sorted: none where there are more boxes than `most`)."""
    boxes: dict[str, Box] = {} if own is None else {centre: own}
    held: dict[str, set[str]] = {}
    box_of: dict[tuple[str, bool], str] = {}
    for row in rows:
        for end in ((row[0], False), (row[1], row[6])):
            if end not in box_of:
                box = own if own is not None and end[0] == centre else fold(*end)
                boxes.setdefault(box.key, box)
                held.setdefault(box.key, set()).add(end[0])
                box_of[end] = box.key
    made: dict[tuple[str, str], list[_Row]] = {}
    for row in rows if len(boxes) <= most else ():
        source, target = box_of[row[0], False], box_of[row[1], row[6]]
        if source != target:
            made.setdefault((source, target), []).append(row)
    ties = []
    for (source, target), found in made.items():
        surest = min((row[3] for row in found), key=lambda word: (_SURE.get(word, 2), word))
        count = sum(row[5] for row in found)
        ties.append(
            Tie(source, target, tuple(sorted({row[2] for row in found})), count, surest, found[0][4] if len(found) == 1 else 0)
        )
    counted = {
        key: msgspec.structs.replace(box, members=len(held.get(key, (key,)))) if key != centre else box
        for key, box in boxes.items()
    }
    return counted, sorted(ties)


def _cut(boxes: Mapping[str, Box], ties: Sequence[Tie], level: Level, centre: str) -> Picture:
    """All ties if they have room, else the strongest, that of each box first so that no part is lost, and what they tie."""
    room = ARROWS if len(ties) <= ARROWS else _STRONGEST
    ordered = sorted(ties, key=lambda tie: (-tie.count, tie))
    first: dict[str, Tie] = {}
    for tie in ordered:
        first.setdefault(tie.source, tie)
        first.setdefault(tie.target, tie)
    leading = set(first.values()) if len(boxes) <= BOXES else set()
    is_whole = len(ties) <= ARROWS and len(boxes) <= BOXES
    kept = set(boxes) if is_whole else {centre} & boxes.keys()
    chosen: list[Tie] = []
    for tie in sorted(ordered, key=lambda tie: tie not in leading):
        ends = {tie.source, tie.target} - kept
        if len(chosen) < room and len(kept) + len(ends) <= BOXES:
            kept |= ends
            chosen.append(tie)
    return Picture(tuple(boxes[key] for key in sorted(kept)), tuple(sorted(chosen)), level, len(ties) - len(chosen))


def _path(symbol: str, named: Mapping[str, Named]) -> str:
    known = named.get(symbol)
    return symbol.partition("#")[0] if known is None else known.path


def _as_symbol(symbol: str, is_external: bool, named: Mapping[str, Named]) -> Box:
    if is_external:
        return Box(f"{_OUTSIDE}{symbol}", symbol, "symbol")
    path, known = _path(symbol, named), named.get(symbol)
    label = symbol[len(path) + 1 :] or path.rpartition("/")[2]
    return Box(symbol, label, "symbol", path, "" if known is None else known.kind)


def _as_file(path: str, is_external: bool) -> Box:
    return Box(path, path.rpartition("/")[2] or path, "file", path)


def _foldings(path_of: Callable[[str, bool], str]) -> list[tuple[Level, Callable[[str, bool], Box]]]:
    """By file, then by folder of less and less depth."""

    def by_file(name: str, outside: bool) -> Box:
        path = path_of(name, outside)
        return Box(path, path, "file", path) if path else _as_package(name)

    def by_folder(depth: int) -> Callable[[str, bool], Box]:
        def fold(name: str, outside: bool) -> Box:
            path = path_of(name, outside)
            if not path:
                return _as_package(name)
            folder = "/".join(path.rpartition("/")[0].split("/")[:depth])
            return Box(f"{folder}/", f"{folder}/" if folder else "./", "folder", folder or ".")

        return fold

    levels: list[tuple[Level, Callable[[str, bool], Box]]] = [("file", by_file)]
    return levels + [("folder", by_folder(depth)) for depth in range(_DEEPEST, 0, -1)]


def _outside_folded(fold: Callable[[str, bool], Box], inside: str) -> Callable[[str, bool], Box]:
    """What is not in the folder, as the folder in which it parts from it."""
    own = inside.split("/")

    def folded(path: str, outside: bool) -> Box:
        if path.startswith(f"{inside}/"):
            return fold(path, outside)
        parts = path.split("/")
        same = next(
            (at for at, (one, other) in enumerate(zip(parts, own, strict=False)) if one != other), min(len(parts), len(own))
        )
        folder = "/".join(parts[: min(same + 1, len(parts) - 1)])
        return Box(f"{folder}/", f"{folder}/" if folder else "./", "folder", folder or ".")

    return folded


def _as_package(name: str) -> Box:
    package = package_of(name)
    return Box(f"{_OUTSIDE}{package}", package, "symbol")
