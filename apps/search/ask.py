"""A question → its answer, event by event, with citations that hold.  Without a model: the best passages as they stand."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from django.db import connection

from apps.engine.answering import Extract, Extracted, extract
from apps.engine.retrieval import Retrieval
from apps.search.events import Asker, AskEvent, Failed, Finished, Sentence, Started
from apps.search.models import Outcome, Question
from apps.search.retrieve import QueryRefused, retrieve
from apps.search.scope import EVERYWHERE, Scope
from apps.search.services import close_question, open_question
from apps.tenants.models import Tenant

PASSAGES = "passages"  # the generator of an answer without a model


def ask(tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, asker: Asker) -> Generator[AskEvent, None, None]:
    """Answer the question.  The first event is `Started` (or `Failed`, and nothing after it), the last one `Finished`.

    Holds no database connection while its reader has the word.  A reader who stops early closes the generator.
    """
    try:
        retrieval = retrieve(tenant, question, scope=scope)
    except QueryRefused as error:
        _release()
        yield Failed(error.code, error.message)
        return
    row = open_question(tenant=tenant, text=retrieval.question, scope=scope, asker=asker)
    extracted = extract(retrieval)
    finished = _of_passages(extracted)
    _close(row, retrieval, finished)
    _release()
    yield Started(
        row.pk, row.text, retrieval.language, retrieval.task, PASSAGES, extracted.citations, retrieval.sources, retrieval.notes
    )
    yield from map(_sentence, extracted.extracts)
    yield finished


def _of_passages(extracted: Extracted) -> Finished:
    outcome = Outcome.ANSWERED if extracted.extracts else Outcome.NOTHING
    return Finished(outcome.value, _markdown([_sentence(one) for one in extracted.extracts]), extracted.citations, PASSAGES)


def _sentence(one: Extract) -> Sentence:
    return Sentence(one.text, (one.citation,), "extracted", one.heading, "item")


def _markdown(sentences: Sequence[Sentence]) -> str:
    """The answer as a whole: paragraphs and items, each sentence followed by its numbers."""
    text = ""
    for sentence in sentences:
        numbers = "".join(f"[{number}]" for number in sentence.citations)
        said = f"{sentence.text} {numbers}" if numbers else sentence.text
        between = {"item": "\n- " if text else "- ", "line": "\n\n" if text else ""}.get(sentence.begins, " ")
        text += between + said
    return text


def _close(row: Question, retrieval: Retrieval, finished: Finished) -> None:
    close_question(
        question=row, outcome=finished.outcome, reason=finished.reason, task=retrieval.task, language=retrieval.language,
        generator=finished.generator, answer=finished.answer, citations=finished.citations, dropped=finished.dropped,
    )  # fmt: skip


def _release() -> None:
    """Give the connection back, unless a transaction around the question needs it."""
    if not connection.in_atomic_block:
        connection.close()
