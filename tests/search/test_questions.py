"""Questions and what readers think of their answers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.engine.compression import Citation
from apps.engine.errors import OwnerError
from apps.search import selectors, services
from apps.search.events import Asker
from apps.search.models import Feedback, Question
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant, User
from tests.factories import make_member, make_tenant

CITATION = Citation(1, "git", "shop", "shop/main.py#create_order", "create_order", "shop/main.py", 1, 2, "c" * 40)


def ask(tenant: Tenant, user: User | None, text: str, outcome: str = "answered", scope: Scope = EVERYWHERE) -> Question:
    asker = Asker(user_id=user.pk if user else None)
    question = services.open_question(tenant=tenant, text=text, scope=scope, asker=asker)
    services.close_question(
        question=question, outcome=outcome, answer="It bakes [1].", citations=[CITATION], generator="passages"
    )
    question.refresh_from_db()
    return question


@pytest.mark.django_db
def test_a_question_is_kept_with_its_answer_and_what_it_cites() -> None:
    tenant = make_tenant()
    question = ask(tenant, make_member(tenant), "How are orders made?", scope=Scope(repos=(4,), kinds=("function",)))
    assert question.answer == "It bakes [1]." and question.finished_at is not None
    assert question.citations[0]["anchor"] == "shop/main.py#create_order"
    assert question.scope == {"repos": [4], "kinds": ["function"]}
    services.close_question(question=question, outcome="incomplete", reason="llm:dropped")
    question.refresh_from_db()
    assert question.outcome == "answered", "the first end counts"


@pytest.mark.django_db
def test_what_cannot_be_stored_and_pasted_secrets_are_replaced() -> None:
    question = ask(make_tenant(), None, "why\0 does ghp_16C7e42F292c6912E7710c838347Ae178B4a fail \ud800?")
    assert "\0" not in question.text and "ghp_16C7" not in question.text and question.text.startswith("why")


@pytest.mark.django_db
def test_recent_questions_are_ones_own_each_once_and_only_those_that_ended() -> None:
    tenant, other = make_tenant(), make_tenant()
    ada, bob = make_member(tenant), make_member(tenant)
    for text in ("first", "second", "First", "third"):
        ask(tenant, ada, text)
    ask(tenant, bob, "of bob")
    ask(other, ada, "elsewhere")
    ask(tenant, ada, "refused", outcome="refused")
    services.open_question(tenant=tenant, text="still open", scope=EVERYWHERE, asker=Asker(ada.pk))
    assert [question.text for question in selectors.recent_questions(tenant, ada)] == ["third", "First", "second"]
    assert [question.text for question in selectors.recent_questions(tenant, ada, limit=1)] == ["third"]


@pytest.mark.django_db
def test_a_question_is_found_in_its_own_tenant_only() -> None:
    tenant, other = make_tenant(), make_tenant()
    ada, bob = make_member(tenant), make_member(tenant)
    question = ask(tenant, ada, "mine")
    assert selectors.question_by_number(tenant, question.pk) == question
    assert selectors.question_by_number(tenant, question.pk, ada) == question
    assert selectors.question_by_number(tenant, question.pk, bob) is None
    assert selectors.question_by_number(other, question.pk) is None


@pytest.mark.django_db
def test_a_second_opinion_replaces_the_first_and_can_be_withdrawn() -> None:
    tenant = make_tenant()
    ada, bob = make_member(tenant), make_member(tenant)
    question = ask(tenant, ada, "mine")
    services.give_feedback(question=question, user=ada, verdict="up")
    services.give_feedback(
        question=question, user=ada, verdict="down", reason="  outdated\u202e ghp_16C7e42F292c6912E7710c838347Ae178B4a "
    )
    services.give_feedback(question=question, user=bob, verdict="up")
    mine = selectors.feedback_of(question, ada)
    assert (
        mine is not None
        and mine.verdict == "down"
        and mine.reason.startswith("outdated⟨U+202E⟩")
        and "ghp_16C7" not in mine.reason
    )
    services.withdraw_feedback(question=question, user=ada)
    assert selectors.feedback_of(question, ada) is None and Feedback.objects.get().user == bob
    with pytest.raises(OwnerError):
        services.give_feedback(question=question, user=ada, verdict="sideways")


@pytest.mark.django_db
def test_a_question_whose_answer_can_not_come_any_more_is_not_being_answered(settings) -> None:
    settings.LLM_TOTAL_SECONDS = 120
    tenant = make_tenant()
    question = services.open_question(tenant=tenant, text="bread?", scope=EVERYWHERE, asker=Asker())
    told = []
    for seconds in (100, 200):
        Question.objects.filter(pk=question.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
        found = selectors.question_by_number(tenant, question.pk)
        assert found is not None
        told.append(found.outcome)
    assert told == ["open", "incomplete"]
