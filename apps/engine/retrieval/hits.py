"""What a search finds, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec


class Scored(NamedTuple):
    """What a leg gives, best first: the number of a passage, its score there, and what matched, where that is worth saying.

    `way` is what the passage was compared with: name, file, line, phrase, pattern, similar; "" where the leg says it all.
    """

    passage: int
    score: float
    detail: str = ""
    way: str = ""


class Reason(msgspec.Struct, frozen=True):
    """Why a passage came: the leg that found it, its place there (from 1) and its score there.

    `detail` says what matched, `way` as what: name, file, line, phrase, pattern, similar of the exact leg.
    """

    leg: str  # exact, bm25, vector, document
    rank: int
    score: float
    detail: str = ""
    way: str = ""


class Hit(msgspec.Struct, frozen=True):
    """One passage found.  `source` is its number in the index; `repo` the repository's short name, "" where it has none.

    `anchor` is a capsule's symbol (`git`) or ``section#Sub-heading`` (`system_artifact`).  `text` is all of the passage; for a
    document it is Markdown with citations as `facts.notation` writes them.  `rank` is centrality, 1 where there is none.
    """

    passage: int
    source: int
    source_type: str
    anchor: str
    title: str
    summary: str
    text: str
    path: str
    line: int
    end_line: int
    kind: str
    role: str
    language: str
    rank: float
    repo_id: int = 0
    repo: str = ""
    score: float = 0.0
    is_exact: bool = False
    reasons: tuple[Reason, ...] = ()
    copies: int = 0  # near-duplicates of it that were left out


class SourceState(msgspec.Struct, frozen=True):
    """How true the index is for one source of the answer.

    `state`: current, behind, unknown (then `why` says so).  `behind` counts commits, None where that can't be known.
    `missing_vectors` passages are found by their words only, for now.
    """

    source: int
    source_type: str
    repo_id: int
    repo: str
    repo_name: str
    commit: str
    branch: str
    state: str
    behind: int | None
    why: str
    missing_vectors: int
    version: int = 0  # of the document


NO_PHRASE, NO_PATTERN = "phrase:absent", "pattern:absent"  # nothing holds the quoted words, or fits the regular expression
NO_FILE, NO_LINE = "file:absent", "line:absent"  # nothing stands in a file of this path, or on this line of it
MEANING_ONLY = "meaning:only"  # of a search that found nothing by words
ABSENT = "words:absent"  # some of the words stand nowhere
MOSTLY_ABSENT = "words:mostly-absent"  # half of them, or more
DOUBTS = frozenset({MEANING_ONLY, MOSTLY_ABSENT})  # what was found hardly answers the question


class Retrieval(msgspec.Struct, frozen=True):
    """The answer of a search: at most 15 `hits`, and the document's passages under their own heading (5 or 2).

    `notes` are stable codes of what the reader should know: ``vectors:missing``, ``query:cut``, ``typing:corrected`` …
    `absent` are words of the question that stand nowhere in what was searched.
    """

    question: str
    task: str
    is_architecture: bool
    language: str  # en, es
    hits: tuple[Hit, ...]
    documents: tuple[Hit, ...]
    sources: tuple[SourceState, ...]
    notes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether what was found hardly speaks of what was asked."""
        return not DOUBTS.isdisjoint(self.notes)


def doubts_of(found: Iterable[Hit], *, has_absent: bool, is_mostly: bool) -> list[str]:
    """The notes on how little of a question stands in what was found."""
    hits = list(found)
    is_only_near = bool(hits) and all(reason.leg == "vector" for hit in hits for reason in hit.reasons)
    if is_only_near:
        return [MEANING_ONLY]
    return [MOSTLY_ABSENT] if is_mostly else [ABSENT] if has_absent else []
