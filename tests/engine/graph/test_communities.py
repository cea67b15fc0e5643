"""Groups of files by what ties them."""

from __future__ import annotations

import itertools

from apps.engine.facts import Edge
from apps.engine.graph.communities import communities, modularity


def ring(names: list[str], kind: str = "calls") -> list[Edge]:
    """Every file refers to every other."""
    return [Edge(f"{one}#f", kind, f"{other}#g", 1) for one, other in itertools.permutations(names, 2)]


LEFT, RIGHT = [f"flat/{letter}.py" for letter in "abcd"], [f"flat/{letter}.py" for letter in "wxyz"]
EDGES = [*ring(LEFT), *ring(RIGHT, "imports"), Edge("flat/a.py", "imports", "flat/z.py", 1)]


def test_files_that_refer_to_each_other_are_one_group() -> None:
    found = communities(EDGES, [*LEFT, *RIGHT, "alone.py"])
    assert found == (tuple(LEFT), tuple(RIGHT), ("alone.py",))
    assert communities(reversed(EDGES), ["alone.py", *reversed(RIGHT), *LEFT]) == found
    assert communities([], []) == () and communities([], ["a.py"]) == (("a.py",),)


def test_chains_of_groups_are_joined_on_higher_levels() -> None:
    rings = [[f"{n}/{letter}.py" for letter in "abc"] for n in range(30)]
    ties = [Edge(f"{n}/a.py", "calls", f"{n + 1}/b.py", 1) for n in range(29)]
    found = communities([*itertools.chain.from_iterable(map(ring, rings)), *ties], itertools.chain(*rings))
    assert all(any(set(one) <= set(group) for group in found) for one in rings) and len(found) < 30


def test_what_no_repository_shares_ties_nothing() -> None:
    outside = [Edge("a.py", "calls", "requests.get", 1, "exact", True), Edge("a.py", "contains", "b.py", 1)]
    assert communities(outside, ["a.py", "b.py"]) == (("a.py",), ("b.py",))


def test_modularity_tells_better_groups_from_worse() -> None:
    assert modularity(EDGES, [LEFT, RIGHT]) > 0.4 > modularity(EDGES, [[*LEFT, *RIGHT]]) == 0.0
    assert modularity(EDGES, [LEFT[:2] + RIGHT[:2], LEFT[2:] + RIGHT[2:]]) < 0.1
    assert modularity([], [["a.py"]]) == 0.0
