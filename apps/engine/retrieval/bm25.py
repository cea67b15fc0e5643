"""BM25 over postings: numbers of 64 bits, one for each passage that has a term, summed by the thousand.

Source: Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009), with the inverse document
frequency that Lucene uses, which is never negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from math import log

import numpy as np
from numpy.typing import NDArray

from apps.engine.retrieval.hits import Scored

K1, B = 1.2, 0.75
# A posting: the passage's number, below 2³³, then how often it has the term, then how many tokens it has, 15 bits each.
PASSAGE_SHIFT, COUNT_SHIFT, MASK = 30, 15, (1 << 15) - 1
POSTING = np.dtype(">i8")  # as PostgreSQL sends a bigint


def term_weights(frequencies: Mapping[int, int], passages: int) -> dict[int, float]:
    """{term: how much it weighs}, from how many of so many passages have it: its inverse document frequency times k1 + 1."""
    return {term: (K1 + 1) * log(1 + (passages - found + 0.5) / (found + 0.5)) for term, found in frequencies.items()}


def without_passages(postings: Sequence[bytes], passages: Sequence[int]) -> list[bytes]:
    """The postings of several terms, each without those of these passages."""
    rows = [np.frombuffer(packed, POSTING) for packed in postings]
    read = np.concatenate(rows) if rows else np.empty(0, POSTING)
    stays = np.isin(read >> PASSAGE_SHIFT, np.asarray(passages, np.int64), invert=True)
    ends = np.cumsum([len(found) for found in rows])
    kept = np.concatenate(([0], np.cumsum(stays)))
    left = read[stays].astype(POSTING).tobytes()  # joined arrays have the byte order of the machine
    starts = kept[np.concatenate(([0], ends[:-1])).astype(np.int64)] if rows else kept[:0]
    return [
        left[POSTING.itemsize * start : POSTING.itemsize * end]
        for start, end in zip(starts.tolist(), kept[ends.astype(np.int64)].tolist(), strict=True)
    ]


class Ranking:
    """Passages with their scores, from postings of several terms.  `average`: tokens a passage has, on average."""

    def __init__(self, postings: Iterable[tuple[float, bytes]], average: float) -> None:
        """`postings`: for each term its weight and, in any order, its postings."""
        rows = [(weight, np.frombuffer(packed, POSTING)) for weight, packed in postings]
        read = np.concatenate([found for _weight, found in rows]).astype(np.int64) if rows else np.empty(0, np.int64)
        weights = np.repeat([weight for weight, _found in rows], [len(found) for _weight, found in rows])
        counts = read >> COUNT_SHIFT & MASK
        parts = weights * counts / (counts + (K1 * (1 - B) + K1 * B / (average or 1) * (read & MASK)))
        passages = read >> PASSAGE_SHIFT
        # Terms come as runs that rise by themselves: a stable sort merges these.
        order = np.argsort(passages, kind="stable")
        passages = passages[order]
        starts = np.flatnonzero(np.diff(passages, prepend=-1))
        self._passages: NDArray[np.int64] = passages[starts]
        self._scores: NDArray[np.float64] = np.add.reduceat(parts[order], starts) if len(starts) else np.empty(0)

    def __len__(self) -> int:
        return len(self._passages)

    def among(self, passages: Sequence[int]) -> Ranking:
        """The same of these passages alone."""
        chosen = np.isin(self._passages, np.asarray(passages, np.int64))
        found = copy(self)
        found._passages, found._scores = self._passages[chosen], self._scores[chosen]
        return found

    def best(self, limit: int) -> list[Scored]:
        """The best, best first; of equal ones the older first."""
        if limit < 1 or not len(self):
            return []
        last = max(len(self) - limit, 0)
        near = np.flatnonzero(self._scores >= np.partition(self._scores, last)[last])
        order = near[np.lexsort((self._passages[near], -self._scores[near]))][:limit]
        return [
            Scored(passage, score)
            for passage, score in zip(self._passages[order].tolist(), self._scores[order].tolist(), strict=True)
        ]
