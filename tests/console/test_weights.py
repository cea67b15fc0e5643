"""The operator says how a team's search weighs: what is no weight is named, and each change is in the team's log."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.urls import reverse

from apps.search.models import Feedback, IndexedSource, Question, SearchSettings
from apps.search.weights import weights_of
from apps.tenants.models import AuditEvent
from tests.console.conftest import Console
from tests.factories import make_tenant


def test_weights_are_given_changed_and_taken_back(console: Console) -> None:
    tenant, other = make_tenant(), make_tenant()
    form: dict[str, Any] = {"tenant": tenant.pk, "boosts": '{"git": 0.5}', "architecture_words": "shape"}
    assert console.client.post(reverse("admin:search_searchsettings_add"), form).status_code == 302
    assert weights_of(tenant).boosts == {"git": 0.5} and weights_of(tenant).words == ("shape",)
    row = SearchSettings.objects.get(tenant=tenant)
    change = reverse("admin:search_searchsettings_change", args=[row.pk])
    assert console.client.post(change, form | {"tenant": other.pk, "boosts": "{}"}).status_code == 302
    assert SearchSettings.objects.get(pk=row.pk).tenant == tenant and weights_of(tenant).boosts == {}
    assert console.client.post(reverse("admin:search_searchsettings_delete", args=[row.pk]), {"post": "yes"}).status_code == 302
    events = AuditEvent.objects.filter(tenant=tenant, action__startswith="search.").order_by("pk")
    assert [(event.action, event.actor) for event in events] == [
        ("search.weights-set", console.operator), ("search.weights-set", console.operator),
        ("search.weights-removed", console.operator),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("boosts", "words"),
    [
        ("[1]", "source types with their weights"),
        ('{"gti": 1}', "no source type gti"),
        ('{"git": "much"}', "a number from 0 to 100"),
        ('{"git": true}', "a number from 0 to 100"),
        ('{"git": -1}', "a number from 0 to 100"),
        ('{"git": 1e308}', "a number from 0 to 100"),
        ('{"git": NaN}', "a number from 0 to 100"),
    ],
)
def test_what_is_no_weight_is_named(console: Console, boosts: str, words: str) -> None:
    row = SearchSettings.objects.get(tenant=console.tenant)
    change = reverse("admin:search_searchsettings_change", args=[row.pk])
    response = console.client.post(change, {"boosts": boosts, "architecture_words": ""})
    assert response.status_code == 200 and words in response.content.decode()


def test_lists_shorten_what_is_long(console: Console) -> None:
    Question.objects.update(text="why " * 500)
    Feedback.objects.update(reason="so " * 333)
    IndexedSource.objects.update(commit_sha="ab12" * 10)
    for model in ("question", "feedback", "indexedsource"):
        html = console.client.get(reverse(f"admin:search_{model}_changelist")).content.decode()
        assert "why " * 30 not in html and "so " * 90 not in html and "ab12" * 10 not in html, model
    assert (
        "why " * 400
        in console.client.get(reverse("admin:search_question_change", args=[Question.objects.latest("pk").pk])).content.decode()
    )
    assert "shop" in console.client.get(reverse("admin:search_passage_changelist")).content.decode()


def test_a_passage_has_a_programming_language_and_a_question_that_of_a_person(console: Console) -> None:
    console.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    for model, words in (("passage", "Lenguaje de programación"), ("question", "Idioma")):
        row = apps.get_model("search", model)._default_manager.earliest("pk")
        html = console.client.get(reverse(f"admin:search_{model}_change", args=[row.pk])).content.decode()
        assert f"{words}:" in html, model
