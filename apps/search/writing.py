"""A model's answer while it is written: statement by statement, each shown once its citations hold, the others left out."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import msgspec

from apps.engine.answering import SYSTEM, UNKNOWN, Statement, Statements, evidence_of, fault_of, user_text
from apps.engine.compression import Context
from apps.engine.facts.visible import show_hidden
from apps.engine.secrets import replace_secrets
from apps.search.events import AskEvent, Dropped, Sentence
from apps.search.models import Question
from apps.tenants import spending
from apps.tenants.context import release_connection
from apps.tenants.models import Tenant
from apps.tenants.spending import LlmError, Prompt, SpendingRefused

MOST_WRITTEN = 1_500  # tokens of one answer


class Written(msgspec.Struct, frozen=True):
    """What came of it.  `reason` is "" after a clean end; `message` says the same as a sentence."""

    sentences: tuple[Sentence, ...]
    dropped: int
    reason: str = ""
    message: str = ""


def written(tenant: Tenant, row: Question, given: Context) -> Generator[AskEvent, None, Written]:
    """Have the question answered from the context.  What the call cost is in the ledger, also of a reader who leaves."""
    checked = _Checked(given)
    statements = Statements()
    call = None
    reason = message = ""
    try:
        call = spending.begin(tenant=tenant, purpose=spending.QUESTION, prompt=_prompt(given), subject=f"question {row.pk}")
        for piece in call:
            yield from checked.of(statements.feed(piece))
        yield from checked.of(statements.finish())
    except (LlmError, SpendingRefused) as error:
        reason, message = error.code, error.message
    finally:
        if call is not None:
            call.close()
        release_connection()
    return Written(tuple(checked.sentences), checked.dropped, reason, message)


def _prompt(given: Context) -> Prompt:
    """Secrets are taken out where texts are stored; here once more, the question with them, since this leaves the house."""
    return Prompt(SYSTEM, replace_secrets(user_text(given), "")[0], MOST_WRITTEN)


class _Checked:
    """Keeps what was shown, and counts what was not."""

    def __init__(self, given: Context) -> None:
        self._given = given
        self._evidence = evidence_of(given)
        self._begins = ""  # of a statement that was left out: the next one begins in its place
        self.sentences: list[Sentence] = []
        self.dropped = 0

    def of(self, statements: Iterable[Statement]) -> Iterable[AskEvent]:
        for statement in statements:
            if statement.text.strip(" .`*") == UNKNOWN and not statement.citations:
                continue
            fault = fault_of(statement, self._evidence, self._given)
            begins = statement.begins or self._begins
            if fault is not None:
                self.dropped += 1
                self._begins = begins
                yield Dropped(fault.reason, show_hidden(replace_secrets(fault.subject, "")[0]))
                continue
            self._begins = ""
            text = show_hidden(replace_secrets(statement.text, "")[0])
            sentence = Sentence(text, statement.citations, begins=begins)
            self.sentences.append(sentence)
            yield sentence
