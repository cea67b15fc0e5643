"""What was asked, and what readers thought of the answers."""

from __future__ import annotations

from apps.search.models import Feedback, Outcome, Question
from apps.tenants.models import Tenant, User


def recent_questions(tenant: Tenant, user: User, limit: int = 10) -> list[Question]:
    """The user's own questions that came to an end, newest first, each wording once."""
    rows = Question.objects.filter(tenant=tenant, user=user).exclude(outcome__in=(Outcome.OPEN, Outcome.REFUSED))
    found: dict[str, Question] = {}
    for question in rows.defer("answer", "citations").order_by("-pk")[: limit * 5]:
        found.setdefault(question.text.casefold(), question)
    return list(found.values())[:limit]


def question_by_number(tenant: Tenant, number: int, user: User | None = None) -> Question | None:
    """One question of the tenant with its answer; with `user` only if it is theirs."""
    rows = Question.objects.filter(tenant=tenant, pk=number)
    if user is not None:
        rows = rows.filter(user=user)
    return rows.first()


def feedback_of(question: Question, user: User) -> Feedback | None:
    """What the user thought of the answer, if they said so."""
    return Feedback.objects.filter(tenant_id=question.tenant_id, question=question, user=user).first()
