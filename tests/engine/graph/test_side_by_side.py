"""Folders of many files, parted by what these refer to."""

from __future__ import annotations

import itertools

from apps.engine.facts import Edge, FileEntry
from apps.engine.graph.components import find_components, part_of
from apps.engine.graph.side_by_side import split_flat

PARSING = [f"src/parse_{number:02}.c" for number in range(12)]
STORING = [f"src/store_{number:02}.c" for number in range(12)]
ALONE = "src/version.c"
PATHS = [*PARSING, *STORING, ALONE]
LINES = {**dict.fromkeys(PATHS, 100), PARSING[4]: 300, STORING[7]: 300}
OWNER = dict.fromkeys(PATHS, "src")


def tangle(paths: list[str]) -> list[Edge]:
    """Each calls all others."""
    return [Edge(f"{one}#f", "calls", f"{other}#f", 1) for one, other in itertools.permutations(paths, 2)]


EDGES = [*tangle(PARSING), *tangle(STORING), Edge(f"{PARSING[0]}#f", "imports", f"{STORING[0]}#f", 1)]


def test_files_that_refer_to_each_other_are_a_part_named_by_the_largest() -> None:
    assert split_flat(LINES, OWNER, EDGES) == {PARSING[4]: tuple(PARSING), STORING[7]: tuple(STORING)}
    assert split_flat(dict(reversed(LINES.items())), OWNER, EDGES[::-1]) == split_flat(LINES, OWNER, EDGES)


def test_few_files_a_small_share_and_files_that_all_refer_to_each_other_stay_one_part() -> None:
    few = dict.fromkeys([*PARSING[:6], *STORING[:6]], 100)
    assert split_flat(few, OWNER, EDGES) == {}
    elsewhere = {**LINES, "lib/big.c": 100_000}
    assert split_flat(elsewhere, {**OWNER, "lib/big.c": "lib"}, EDGES) == {}
    assert split_flat(LINES, OWNER, tangle(PATHS)) == {}


def test_the_parts_are_components_and_every_file_is_in_one() -> None:
    inventory = [FileEntry(path, "C", 3_000, LINES[path], role="code") for path in PATHS]
    found = find_components(inventory, [], EDGES)
    assert {part.path: part.files for part in found} == {"src": 1, PARSING[4]: 12, STORING[7]: 12}
    group = next(part for part in found if part.path == PARSING[4])
    assert group.members == tuple(PARSING) and group.uses == (("store_07.c", 1),)
    assert [part_of(path, found) for path in (PARSING[0], STORING[0], ALONE, "docs/x.md")] == [
        "parse_04.c", "store_07.c", "src", "",
    ]  # fmt: skip
