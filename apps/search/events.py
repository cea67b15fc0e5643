"""What a question is answered with, event by event: Started, then Sentences and Dropped ones, then Finished or Failed.

The structs are plain data: the faces send them as they are (`kind` names the type) or make pages of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from apps.engine.compression import Citation
from apps.engine.retrieval import SourceState


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a user (None for a token without one), through which door (portal, api, mcp), and the token's beginning."""

    user_id: int | None = None
    door: str = "portal"
    token: str = ""


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="started"):
    """The context is there.  `generator` is the model that will write, "passages" where the passages themselves are the answer.

    `id` is the number of the question.  `citations` are all that an answer may refer to; `sources` tell of which commit they
    speak and whether the index is behind.
    `notes` are stable codes: those of the search, and why no model writes (``llm:no-key``, ``spending:month`` …).  `absent` are
    words of the question that stand nowhere.
    """

    id: int
    question: str
    language: str
    task: str
    generator: str
    citations: tuple[Citation, ...] = ()
    sources: tuple[SourceState, ...] = ()
    notes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class Sentence(msgspec.Struct, frozen=True, tag_field="kind", tag="sentence"):
    """One statement, its citations verified.  `text` is one line of Markdown without links, images or HTML.

    `origin`: written by a model, extracted from a passage as it stands.  `heading` is the passage's title where it is extracted.
    `begins`: line (of a paragraph), item (of a list), "" where it goes on after the one before it.
    """

    text: str
    citations: tuple[int, ...]
    origin: str = "written"
    heading: str = ""
    begins: str = ""


class Dropped(msgspec.Struct, frozen=True, tag_field="kind", tag="dropped"):
    """A statement that is not shown since its citations do not hold.  The statement itself is not repeated.

    `reason`: ``uncited``, ``no-such-citation``, ``not-in-source`` (then `subject` is the name or number looked for), ``markup``.
    """

    reason: str
    subject: str = ""


class Finished(msgspec.Struct, frozen=True, tag_field="kind", tag="finished"):
    """The end.  `outcome`: answered, unknown (the sources do not hold it, or hardly), nothing (found), incomplete.

    `answer` is the whole as Markdown with its numbers, `citations` those it uses, `reason` the code of what went wrong, if
    anything, and `message` the same as a sentence.
    """

    outcome: str
    answer: str
    citations: tuple[Citation, ...]
    generator: str
    dropped: int = 0
    reason: str = ""
    message: str = ""


class Failed(msgspec.Struct, frozen=True, tag_field="kind", tag="failed"):
    """The question could not be asked: the code and the one sentence of the error."""

    code: str
    message: str


AskEvent = Started | Sentence | Dropped | Finished | Failed


class Answer(msgspec.Struct, frozen=True):
    """All events of one question at once, for readers that do not stream.  `id` is the number of the question."""

    id: int
    question: str
    language: str
    task: str
    generator: str
    outcome: str
    answer: str
    reason: str
    message: str
    sentences: tuple[Sentence, ...]
    dropped: tuple[Dropped, ...]
    citations: tuple[Citation, ...]
    sources: tuple[SourceState, ...]
    notes: tuple[str, ...]
    absent: tuple[str, ...]


def collected(events: Iterable[AskEvent]) -> Answer | Failed:
    """The answer that a run of events amounts to."""
    started = Started(0, "", "", "", "")
    sentences: list[Sentence] = []
    dropped: list[Dropped] = []
    finished = Finished("incomplete", "", (), "")
    for event in events:
        match event:
            case Failed():
                return event
            case Started():
                started = event
            case Sentence():
                sentences.append(event)
            case Dropped():
                dropped.append(event)
            case Finished():
                finished = event
    return Answer(
        id=started.id,
        question=started.question,
        language=started.language,
        task=started.task,
        generator=finished.generator,
        outcome=finished.outcome,
        answer=finished.answer,
        reason=finished.reason,
        message=finished.message,
        sentences=tuple(sentences),
        dropped=tuple(dropped),
        citations=finished.citations,
        sources=started.sources,
        notes=started.notes,
        absent=started.absent,
    )
