"""Sums over postings are those of the formula, whatever order they come in."""

from __future__ import annotations

import struct
from math import log

import pytest

from apps.engine.retrieval.bm25 import COUNT_SHIFT, PASSAGE_SHIFT, Ranking, term_weights, without_passages

BIG = 2**32  # numbers of passages need more than 32 bits


def packed(*items: tuple[int, int, int]) -> bytes:
    """Postings: (passage, how often it has the term, its tokens)."""
    return struct.pack(f">{len(items)}q", *(passage << PASSAGE_SHIFT | count << COUNT_SHIFT | n for passage, count, n in items))


def test_weights_fall_with_frequency_and_are_never_negative() -> None:
    weights = term_weights({1: 1, 2: 50, 3: 100}, 100)
    assert weights[1] == pytest.approx(2.2 * log(1 + 99.5 / 1.5))
    assert weights[1] > weights[2] > weights[3] > 0


def test_a_passage_gets_the_sum_of_its_terms() -> None:
    rare, common = packed((BIG + 2, 3, 10)), packed((7, 1, 20), (BIG + 2, 1, 10), (BIG + 5, 32_767, 32_767))
    found = Ranking([(2.0, rare), (0.5, common)], average=20.0).best(10)

    def part(weight: float, count: int, length: int) -> float:
        return weight * count / (count + 1.2 * (0.25 + 0.75 * length / 20))

    expected = {
        BIG + 2: part(2.0, 3, 10) + part(0.5, 1, 10),
        7: part(0.5, 1, 20),
        BIG + 5: part(0.5, 32_767, 32_767),
    }
    assert {item.passage: item.score for item in found} == pytest.approx(expected)
    assert [item.passage for item in found] == sorted(expected, key=lambda passage: -expected[passage])


def test_equal_scores_stand_in_the_order_of_their_numbers_also_at_the_limit() -> None:
    postings = packed(*((number, 1, 5) for number in (9, 4, 8, 1, 6)), (3, 2, 5))
    ranking = Ranking([(1.0, postings)], average=5.0)
    assert len(ranking) == 6
    for limit in range(8):
        assert [item.passage for item in ranking.best(limit)] == [3, 1, 4, 6, 8, 9][:limit]


@pytest.mark.parametrize("postings", [[], [(1.0, b"")]])
def test_no_postings_rank_nothing(postings: list[tuple[float, bytes]]) -> None:
    assert Ranking(postings, average=0.0).best(5) == []


def test_passages_go_from_postings_and_others_stay_as_they_were() -> None:
    kept, gone = ((1, 2, 3), (BIG, 1, 1)), ((2, 2, 3), (BIG + 1, 1, 1))
    terms = [packed(kept[0], gone[0], kept[1], gone[1]), packed(*gone), packed(*kept), b""]
    assert without_passages(terms, [2, BIG + 1, 77]) == [packed(*kept), b"", packed(*kept), b""]
    assert without_passages(terms, []) == terms
    assert without_passages([], [2]) == []
