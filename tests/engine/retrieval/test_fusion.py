"""Lists of the legs become one order; types of sources are weighed without burying each other."""

from __future__ import annotations

from apps.engine.retrieval import Scored
from apps.engine.retrieval.fusion import IDENTIFIER, Candidate, boost_of, fuse, reasons_of, weights_of_question
from apps.engine.retrieval.query import Query


def query(text: str = "pay orders", **values: object) -> Query:
    return Query(text=text, words=text, meaning=text, language="en", **values)  # type: ignore[arg-type]


QUESTION = weights_of_question(query())


def code(passage: int, rank: float = 1.0, anchor: str = "", is_behind: bool = False) -> Candidate:
    return Candidate(passage, "git", rank, anchor or f"a{passage}", is_behind)


def order(legs: dict[str, list[Scored]], candidates: list[Candidate], **values: object) -> list[int]:
    given = {"weights": QUESTION, "boosts": {}, **values}
    return [item.passage for item in fuse(reasons_of(legs), candidates, **given)]  # type: ignore[arg-type]


def test_what_two_legs_find_stands_before_what_one_finds() -> None:
    legs = {"bm25": [Scored(1, 9.0), Scored(2, 8.0)], "vector": [Scored(3, 0.9), Scored(2, 0.8)]}
    assert order(legs, [code(1), code(2), code(3)])[0] == 2


def test_the_kind_of_question_decides_which_leg_counts_more() -> None:
    legs = {"bm25": [Scored(1, 9.0)], "vector": [Scored(2, 0.9)]}
    assert order(legs, [code(1), code(2)]) == [2, 1]
    assert order(legs, [code(1), code(2)], weights=IDENTIFIER) == [1, 2]


def test_the_more_of_a_question_is_code_the_more_its_words_count() -> None:
    legs = {"bm25": [Scored(1, 9.0)], "vector": [Scored(2, 0.9)]}
    assert [
        order(legs, [code(1), code(2)], weights=weights_of_question(query(code_share=share)))[0] for share in (0, 0.3, 1)
    ] == [2, 1, 1]
    assert weights_of_question(query(code_share=1))["vector"] > 0
    assert weights_of_question(query(is_asked=True))["vector"] > QUESTION["vector"]


def test_the_longer_a_text_the_more_its_words_count() -> None:
    weights = [weights_of_question(query("word " * count))["vector"] for count in (12, 13, 17, 100)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == QUESTION["vector"] > weights[1] > weights[2] > weights[3] > 0


def test_a_section_that_all_of_a_question_asks_for_stands_first() -> None:
    legs = {"bm25": [Scored(1, 9.0)], "vector": [Scored(1, 0.9)], "document": [Scored(2, 1.0)]}
    assert [order(legs, [code(1), code(2)], weights=weights_of_question(query(), share))[0] for share in (0.3, 1)] == [1, 2]


def test_how_far_the_best_of_a_leg_is_ahead_counts() -> None:
    """Places alone would put 2 first: it stands higher in the leg that counts more."""
    legs = {"bm25": [Scored(1, 9.0), Scored(2, 1.0)], "vector": [Scored(2, 0.50), Scored(1, 0.49)]}
    assert order(legs, [code(1), code(2)]) == [1, 2]


def test_a_passage_of_a_kind_that_seldom_answers_must_fit_better() -> None:
    legs = {"bm25": [Scored(1, 9.0), Scored(2, 8.9), Scored(3, 1.0)]}
    test = Candidate(1, "git", 1.0, "t", prior=0.7)
    assert order(legs, [test, code(2), code(3)]) == [2, 1, 3]


def test_scores_of_nothing_are_no_error() -> None:
    legs = {"vector": [Scored(1, 0.0), Scored(2, -0.1)]}
    assert order(legs, [code(1), code(2)]) == [1, 2]
    assert fuse({}, [], weights=QUESTION, boosts={}) == []


def test_what_was_named_exactly_stands_first() -> None:
    both = [Scored(1, 9.0), Scored(2, 8.0)]
    legs = {"exact": [Scored(3, 0.8, "bake")], "bm25": both, "vector": both}
    found = fuse(reasons_of(legs), [code(1), code(2), code(3)], weights=QUESTION, boosts={})
    assert [item.passage for item in found] == [3, 1, 2]
    assert [item.is_exact for item in found] == [True, False, False]


def test_a_name_many_have_is_no_exact_find() -> None:
    legs = {"exact": [Scored(3, 0.4, "run")], "bm25": [Scored(1, 9.0)], "vector": [Scored(1, 0.9)]}
    found = fuse(reasons_of(legs), [code(1), code(3)], weights=QUESTION, boosts={})
    assert [(item.passage, item.is_exact) for item in found] == [(1, False), (3, False)]


def test_boosts_weigh_scores_normalised_within_a_type() -> None:
    """Each type's best counts 1: a boost puts one before the other, and buries neither."""
    candidates = [code(number) for number in range(1, 31)] + [Candidate(number, "docs", 1.0, "d") for number in range(31, 61)]
    reasons = reasons_of({"vector": [Scored(number, 1.0 - number / 50) for number in range(1, 31)]})
    reasons |= reasons_of({"vector": [Scored(number, (81.0 - number) / 500) for number in range(31, 61)]})

    def ordered(boosts: dict[str, float]) -> list[int]:
        return [item.passage for item in fuse(reasons, candidates, weights=QUESTION, boosts=boosts)]

    found = ordered({})
    assert found[0] == 31
    assert found.index(1) < found.index(60)
    assert ordered({"docs": 0.1})[:30] == list(range(1, 31))


def test_ties_go_to_what_is_central_then_to_what_is_fresh_then_by_name() -> None:
    legs = {"bm25": [Scored(1, 1.0)], "vector": []}
    tied = {passage: reasons_of(legs)[1] for passage in (1, 2, 3, 4)}
    candidates = [code(1, anchor="b"), code(2, anchor="a", is_behind=True), code(3, rank=2.0, anchor="z"), code(4, anchor="a")]
    assert [item.passage for item in fuse(tied, candidates, weights=QUESTION, boosts={})] == [3, 4, 1, 2]


def test_a_reason_says_leg_place_score_and_what_matched() -> None:
    (reason,) = reasons_of({"exact": [Scored(7, 0.8, "bake")]})[7]
    assert (reason.leg, reason.rank, reason.score, reason.detail) == ("exact", 1, 0.8, "bake")


def test_boosts_of_the_product() -> None:
    given = ("system_artifact", "git", "docs", "notion", "slack", "elsewhere")
    assert [boost_of(name, {}) for name in given] == [1.0, 0.7, 1.0, 0.8, 0.4, 0.5]
    assert boost_of("git", {"git": 0.9}) == 0.9
