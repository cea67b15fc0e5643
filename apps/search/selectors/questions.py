"""What was asked, and what readers thought of the answers."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from apps.search.models import Feedback, Outcome, Question
from apps.tenants.models import Tenant, User

SPARE_SECONDS = 60.0  # beside what a model may take, for what is read before and written after it


def recent_questions(tenant: Tenant, user: User, limit: int = 10) -> list[Question]:
    """The user's own questions that came to an end, newest first, each wording once."""
    rows = Question.objects.filter(tenant=tenant, user=user).exclude(outcome__in=(Outcome.OPEN, Outcome.REFUSED))
    found: dict[str, Question] = {}
    for question in rows.defer("answer", "citations").order_by("-pk")[: limit * 5]:
        found.setdefault(question.text.casefold(), question)
    return list(found.values())[:limit]


def question_by_number(tenant: Tenant, number: int, user: User | None = None) -> Question | None:
    """One question of the tenant with its answer; with `user` only if it is theirs.

    Nobody answers one for longer than a model may take: its process died, and it stays as it is.
    """
    rows = Question.objects.filter(tenant=tenant, pk=number)
    if user is not None:
        rows = rows.filter(user=user)
    found = rows.first()
    longest = timedelta(seconds=settings.LLM_TOTAL_SECONDS + SPARE_SECONDS)
    if found is not None and found.outcome == Outcome.OPEN and found.created_at < timezone.now() - longest:
        found.outcome = Outcome.INCOMPLETE
    return found


def feedback_of(question: Question, user: User) -> Feedback | None:
    """What the user thought of the answer, if they said so."""
    return Feedback.objects.filter(tenant_id=question.tenant_id, question=question, user=user).first()
