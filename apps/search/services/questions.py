"""Questions are noted when they are asked, and once more when they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import msgspec
from django.utils import timezone

from apps.engine.compression import Citation
from apps.engine.errors import OwnerError
from apps.engine.secrets import replace_secrets
from apps.search.events import Asker
from apps.search.models import Feedback, Outcome, Question, Verdict
from apps.search.scope import Scope
from apps.tenants.context import tenant_scope
from apps.tenants.models import Tenant, User
from apps.tenants.text import clean, clean_json, clean_shown

MOST_REASON = 1_000  # characters of a reader's reason


def open_question(*, tenant: Tenant, text: str, scope: Scope, asker: Asker) -> Question:
    """Note that this is being asked.  Secrets that somebody pasted into the question are not kept."""
    with tenant_scope(tenant.pk):
        return Question.objects.create(
            tenant=tenant,
            user_id=asker.user_id,
            door=asker.door,
            token=clean(asker.token, 40),
            text=replace_secrets(clean(text), "")[0],
            scope=clean_json({name: value for name, value in asdict(scope).items() if value not in ((), "", None)}),
        )


def close_question(
    *,
    question: Question,
    outcome: str,
    reason: str = "",
    task: str = "",
    language: str = "",
    generator: str = "",
    answer: str = "",
    citations: Sequence[Citation] = (),
    dropped: int = 0,
) -> None:
    """Note how the question was answered.  Only an open one changes: the first end counts."""
    with tenant_scope(question.tenant_id):
        Question.objects.filter(tenant_id=question.tenant_id, pk=question.pk, outcome=Outcome.OPEN).update(
            outcome=Outcome(outcome),
            reason=clean(reason, 60),
            task=clean(task, 20),
            language=clean(language, 10),
            generator=clean(generator, 80),
            answer=clean(answer),
            citations=clean_json(msgspec.to_builtins(list(citations))),
            dropped=dropped,
            finished_at=timezone.now(),
        )


def give_feedback(*, question: Question, user: User, verdict: str, reason: str = "") -> Feedback:
    """Note what the user thinks of the answer: "up" or "down", and why.  A second opinion replaces the first."""
    if verdict not in Verdict.values:
        raise OwnerError("Say whether the answer was helpful: up or down.", code="feedback:verdict")
    values = {"verdict": verdict, "reason": replace_secrets(clean_shown(reason.strip(), MOST_REASON), "")[0]}
    with tenant_scope(question.tenant_id):
        feedback, _created = Feedback.objects.update_or_create(
            question=question, user=user, tenant_id=question.tenant_id, defaults=values
        )
        return feedback


def withdraw_feedback(*, question: Question, user: User) -> None:
    """Forget what the user thought of the answer."""
    with tenant_scope(question.tenant_id):
        Feedback.objects.filter(tenant_id=question.tenant_id, question=question, user=user).delete()
