"""Tokens of the API in the console: made for a team, shown once, revoked."""

from __future__ import annotations

import re
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from apps.repos.services import register_repo
from apps.tenants import services
from apps.tenants.models import ApiToken
from tests.console.conftest import Console
from tests.factories import make_repo, make_tenant


def add(console: Console, **values: object) -> str:
    page = {
        "tenant": console.tenant.pk,
        "name": "ci",
        "scopes": ["read", "sync"],
        "expires_at_0": "",
        "expires_at_1": "",
        **values,
    }
    return console.client.post(reverse("admin:tenants_apitoken_add"), page).content.decode()


def test_a_token_is_made_and_shown_once(console: Console) -> None:
    html = add(console, repos=[console.repo.pk])
    found = re.search(r'value="(rl_\w+)"', html)
    assert found is not None
    bearer = services.use_token(text=found[1])
    assert bearer.tenant == console.tenant and bearer.member == console.operator
    assert bearer.scopes == {"read", "sync"} and bearer.repos == (console.repo.pk,)
    row = ApiToken.objects.get(name="ci")
    for page in ("changelist", "change", "history"):
        arguments = [] if page == "changelist" else [row.pk]
        shown = console.client.get(reverse(f"admin:tenants_apitoken_{page}", args=arguments)).content.decode()
        assert found[1] not in shown and row.digest not in shown


def test_a_token_is_for_repositories_of_its_team(console: Console) -> None:
    html = add(console, repos=[make_repo(make_tenant(), "plans").pk])
    assert "Choose repositories of the token&#x27;s tenant only." in html
    assert not ApiToken.objects.filter(name="ci").exists()


def test_tokens_are_revoked_from_the_list_and_stay_in_it(console: Console) -> None:
    add(console)
    row = ApiToken.objects.get(name="ci")
    chosen = {"action": "revoke", "_selected_action": [row.pk]}
    html = console.client.post(reverse("admin:tenants_apitoken_changelist"), chosen, follow=True).content.decode()
    row.refresh_from_db()
    assert row.revoked_at is not None and "The tokens are revoked" in html and "ci" in html
    assert console.client.post(reverse("admin:tenants_apitoken_delete", args=[row.pk])).status_code == 403


def test_tokens_are_listed_by_their_state(console: Console) -> None:
    first = ApiToken.objects.get()
    given = {"tenant": console.tenant, "actor": console.operator, "scopes": ["read"]}
    revoked, _text = services.create_token(name="gone-one", **given)
    expired, _text = services.create_token(name="old-one", **given, expires_at=timezone.now() + timedelta(days=1))
    services.revoke_token(token=revoked, actor=console.operator)
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(days=1))
    for state, token in (("valid", first), ("revoked", revoked), ("expired", expired)):
        shown = console.client.get(reverse("admin:tenants_apitoken_changelist"), {"state": state}).context["cl"].queryset
        assert list(shown) == [token], state
    assert console.client.get(reverse("admin:tenants_apitoken_changelist"), {"state": "x"}).context["cl"].result_count == 3


def test_repositories_of_one_name_are_told_apart(console: Console) -> None:
    for team in ("north", "south"):
        oven = register_repo(tenant=console.tenant, url=f"https://forge.example/{team}/oven", name="oven")
    html = console.client.get(reverse("admin:tenants_apitoken_add")).content.decode()
    assert "· oven</option>" in html and f"· oven ({oven.slug})</option>" in html
    row, _text = services.create_token(
        tenant=console.tenant, actor=console.operator, name="both", scopes=["read"], repos=[oven.pk, console.repo.pk]
    )
    page = console.client.get(reverse("admin:tenants_apitoken_change", args=[row.pk])).content.decode()
    assert f"oven ({oven.slug}), shop" in page
