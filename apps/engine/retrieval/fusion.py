"""Lists of the legs → one order: weighted places and scores of the legs, weighed once more by the type of source.

What a leg adds for a passage is the mean of two numbers: its reciprocal rank, which knows no scale, and its score beside the
best of the leg, which knows how far the first are ahead.  Neither alone is right for both short and long questions
(`benchmarks/search/quality.py`; Bruch, Gai and Ingber, *An Analysis of Fusion Functions for Hybrid Retrieval*, 2023).  Inside a
type of source the best passage counts 1, so that a boost weighs types against each other without burying all of one beneath
all of another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from apps.engine.retrieval.hits import Reason, Scored
from apps.engine.retrieval.query import Query

SMOOTHING = 60  # the k of reciprocal rank fusion: how little the first places differ
NEAR = 0.01  # scores this close are a tie
EXACT = 0.5  # from this score of the exact leg on a passage is what was named, and stands before all others

DEFAULT_BOOSTS: Mapping[str, float] = {"system_artifact": 1.0, "git": 0.7, "docs": 1.0, "notion": 0.8, "slack": 0.4}
OTHER_BOOST = 0.5

# Of the legs: for a question that names what it wants, and for one that describes it.  Who asks in a sentence uses other words
# than the code does; the longer a text, the more words there are to find it by, and the less of it one vector holds; the more
# of the words are code, which stands in the text as it was typed, the more they count.
IDENTIFIER: Mapping[str, float] = {"exact": 0.6, "bm25": 0.3, "vector": 0.1, "document": 0.3}
MEANING, ASKED_MEANING, LONG_MEANING, LEAST_MEANING = 0.6, 0.7, 0.3, 0.2
SHORT, EACH_WORD = 12, 0.05  # words up to which a text is short, what each further one costs the meaning
SECTION = 1.5  # a section that all of a question asks for stands before what merely has its words


class Candidate(msgspec.Struct, frozen=True):
    """What the order goes by.  `rank` is centrality; `is_behind`: its source is older than the head of its repository.

    `prior` is how likely a passage of its kind answers the question, before a word of it is read (`priors`).
    """

    passage: int
    source_type: str
    rank: float
    anchor: str
    is_behind: bool = False
    prior: float = 1.0


class Fused(msgspec.Struct, frozen=True):
    """A passage's place in the common order.  `score` is 0..1 times its type's boost."""

    passage: int
    score: float
    is_exact: bool
    reasons: tuple[Reason, ...]


def weights_of_question(query: Query, section_share: float = 0.0, *, describing: float = MEANING) -> dict[str, float]:
    """Weights of the legs for text that describes what it wants, or asks for it.

    `section_share` of its words ask for a section of the document (`sections`); `describing` is the weight of the meaning of a
    short description in plain words.
    """
    short = ASKED_MEANING if query.is_asked else describing
    further = max(len(query.text.split()) - SHORT, 0)
    meaning = max(short - EACH_WORD * further, min(LONG_MEANING, short))
    meaning = max(meaning - query.code_share, LEAST_MEANING)
    return {"vector": meaning, "bm25": 1 - meaning, "exact": 0.6, "document": SECTION * section_share}


def boost_of(source_type: str, boosts: Mapping[str, float]) -> float:
    """The weight of a type of source: the tenant's, else the product's."""
    return boosts.get(source_type, DEFAULT_BOOSTS.get(source_type, OTHER_BOOST))


def reasons_of(legs: Mapping[str, Sequence[Scored]]) -> dict[int, tuple[Reason, ...]]:
    """{passage: why it came}, from each leg's list, best first."""
    found: dict[int, list[Reason]] = defaultdict(list)
    for leg, scored in legs.items():
        for place, item in enumerate(scored, 1):
            found[item.passage].append(Reason(leg, place, item.score, item.detail, item.way))
    return {passage: tuple(reasons) for passage, reasons in found.items()}


def fuse(
    reasons: Mapping[int, Sequence[Reason]],
    candidates: Sequence[Candidate],
    *,
    weights: Mapping[str, float],
    boosts: Mapping[str, float],
    smoothing: int = SMOOTHING,
) -> list[Fused]:
    """All candidates, best first: what was named exactly, then by score; ties by centrality, then freshness, then name."""
    best_of_leg: dict[tuple[str, str], float] = defaultdict(float)
    for item in candidates:
        for reason in reasons[item.passage]:
            key = (item.source_type, reason.leg)
            if reason.score > best_of_leg[key]:
                best_of_leg[key] = reason.score

    raw: list[float] = []
    best: dict[str, float] = defaultdict(float)
    for item in candidates:
        added = 0.0
        for reason in reasons[item.passage]:
            highest = best_of_leg[item.source_type, reason.leg]
            near = max(reason.score, 0.0) / highest if highest else 0.0
            added += weights.get(reason.leg, 1.0) * ((smoothing + 1) / (smoothing + reason.rank) + near) / 2
        raw.append(item.prior * added)
        if raw[-1] > best[item.source_type]:
            best[item.source_type] = raw[-1]
    boost = {source_type: boost_of(source_type, boosts) for source_type in best}
    order: list[tuple[float, int, float, bool, str, int, Fused]] = []
    for item, value in zip(candidates, raw, strict=True):
        why = reasons[item.passage]
        named = _named(why)
        score = boost[item.source_type] * value / (best[item.source_type] or 1.0)
        fused = Fused(item.passage, score, named > 0, tuple(why))
        order.append((-named, -round(score / NEAR), -item.rank, item.is_behind, item.anchor, item.passage, fused))
    order.sort()  # by the numbers of passages at last, of which no two are the same
    return [fused for *_place, fused in order]


def _named(reasons: Sequence[Reason]) -> float:
    """How exactly a passage was named, 0 where it was not."""
    return max((reason.score for reason in reasons if reason.leg == "exact" and reason.score >= EXACT), default=0.0)
