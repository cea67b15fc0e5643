"""A question → its answer, event by event, with citations that hold.  Without a model: the best passages as they stand."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

import msgspec

from apps.engine.answering import Extract, extract
from apps.engine.compression import Citation, Context, Material
from apps.engine.retrieval import Retrieval
from apps.search.context import context_of
from apps.search.events import Asker, AskEvent, Failed, Finished, Sentence, Started
from apps.search.indexer import CODE
from apps.search.material import gather_ties
from apps.search.models import Outcome, Question
from apps.search.retrieve import QueryRefused, retrieved
from apps.search.scope import EVERYWHERE, Scope
from apps.search.services import close_question, open_question
from apps.search.writing import Written, written
from apps.tenants import spending
from apps.tenants.context import release_connection
from apps.tenants.models import Tenant

PASSAGES = "passages"  # the generator of an answer without a model
BUDGET = 4_000  # tokens of context for a model
NAMED = 2  # capsules that the question named, of which callers and callees are told
UNVERIFIED, DOUBTFUL = "ask:unverified", "ask:doubtful"
_ONLY_NEAR = "No passage holds a word of the question: these are only near it in meaning."
_HARDLY = "No passage holds these words of the question: {words}."
_NOTHING_HELD = "Nothing that the model wrote could be verified against its sources, so none of it is shown."


def ask(tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, asker: Asker) -> Generator[AskEvent, None, None]:
    """Answer the question.  The first event is `Started` (or `Failed`, and nothing after it), the last one `Finished`.

    Where a model is configured but can't or may not write, the passages are the answer, and `Finished.reason` says why.
    Holds no database connection while a model writes or its reader has the word.  A reader who stops early closes the generator.
    """
    model = spending.model_name(spending.QUESTION)
    try:
        with retrieved(tenant, question, scope=scope) as found:
            given = _given(tenant, found) if model and (found.hits or found.documents) else None
            ties = _ties(tenant, found) if given is None else Material()
    except QueryRefused as error:
        release_connection()
        yield Failed(error.code, error.message)
        return
    row = open_question(tenant=tenant, text=found.question, scope=scope, asker=asker)
    taken = given.citations if given else ()
    extracted = extract(found, taken, ties)
    citations = tuple({one.number: one for one in (*taken, *extracted.citations)}.values())
    passages = [_extracted(one) for one in extracted.extracts]
    finished: Finished | None = None
    try:
        if given is None:
            finished = _of_passages(found, passages, citations)
            _close(row, found, finished)
        release_connection()
        generator = model if given else PASSAGES
        yield Started(
            row.pk, row.text, found.language, found.task, generator, citations, found.sources, found.notes, found.absent
        )
        if given is not None:
            finished = yield from _by_model(tenant, row, found, given, model, passages, citations)
        elif finished is not None:
            yield from passages
            yield finished
    finally:
        if finished is None:
            _close(row, found, Finished(Outcome.INCOMPLETE.value, "", (), model, reason=spending.LEFT))
            release_connection()


def _given(tenant: Tenant, found: Retrieval) -> Context:
    """What a model is handed."""
    task = "code_query" if found.task == "search" else found.task  # a map of names answers nothing
    return context_of(tenant, msgspec.structs.replace(found, task=task), budget=BUDGET)


def _ties(tenant: Tenant, found: Retrieval) -> Material:
    """What calls the code that was named, and what it calls."""
    named = [hit for hit in found.hits if hit.is_exact and hit.source_type == CODE][:NAMED]
    if found.task not in ("refactor", "code_query") or not named:
        return Material()
    return gather_ties(tenant, found, named)


def _by_model(
    tenant: Tenant,
    row: Question,
    found: Retrieval,
    given: Context,
    model: str,
    passages: Sequence[Sentence],
    citations: Sequence[Citation],
) -> Generator[AskEvent, None, Finished]:
    """The model's statements that hold; where none came since the call failed, the passages."""
    result = yield from written(tenant, row, given)
    if result.reason and not result.sentences:
        yield from passages
        finished = _of_passages(found, passages, citations, result)
    else:
        finished = _of_model(result, citations, model)
    _close(row, found, finished)
    release_connection()
    yield finished
    return finished


def _of_passages(
    found: Retrieval, passages: Sequence[Sentence], citations: Iterable[Citation], failed: Written | None = None
) -> Finished:
    """The passages.  Where they hardly speak of what was asked, they are near, and no answer."""
    dropped, reason, message = (failed.dropped, failed.reason, failed.message) if failed else (0, "", "")
    outcome = Outcome.ANSWERED if passages else Outcome.NOTHING
    if passages and found.is_doubtful:
        outcome = Outcome.UNKNOWN
        if not reason:
            reason, message = DOUBTFUL, _HARDLY.format(words=", ".join(found.absent)) if found.absent else _ONLY_NEAR
    return Finished(outcome.value, _markdown(passages), _used(passages, citations), PASSAGES, dropped, reason, message)


def _of_model(result: Written, citations: Iterable[Citation], model: str) -> Finished:
    reason, message = result.reason, result.message
    if reason:
        outcome = Outcome.INCOMPLETE
    elif result.sentences:
        outcome = Outcome.ANSWERED
    else:
        outcome = Outcome.UNKNOWN
        if result.dropped:
            reason, message = UNVERIFIED, _NOTHING_HELD
    cited = _used(result.sentences, citations)
    return Finished(outcome.value, _markdown(result.sentences), cited, model, result.dropped, reason, message)


def _used(sentences: Iterable[Sentence], citations: Iterable[Citation]) -> tuple[Citation, ...]:
    numbers = {number for sentence in sentences for number in sentence.citations}
    return tuple(one for one in citations if one.number in numbers)


def _extracted(one: Extract) -> Sentence:
    return Sentence(one.text, (*one.beside, one.citation), "extracted", one.heading, "item")


def _markdown(sentences: Iterable[Sentence]) -> str:
    """The answer as a whole: paragraphs and items, each sentence followed by its numbers."""
    text = ""
    before = ""
    for sentence in sentences:
        begins = sentence.begins if text else sentence.begins or "line"
        between = {"item": "\n" if before == "item" else "\n\n", "line": "\n\n"}.get(begins, " ") if text else ""
        said = sentence.text if sentence.origin == "extracted" else ""  # there some stand beside what they are of
        numbers = "".join(f"[{number}]" for number in sentence.citations if f" [{number}]" not in said)
        text += f"{between}{'- ' if begins == 'item' else ''}{sentence.text} {numbers}".rstrip()
        before = begins or before
    return text


def _close(row: Question, found: Retrieval, finished: Finished) -> None:
    close_question(
        question=row, outcome=finished.outcome, reason=finished.reason, task=found.task, language=found.language,
        generator=finished.generator, answer=finished.answer, citations=finished.citations, dropped=finished.dropped,
    )  # fmt: skip
