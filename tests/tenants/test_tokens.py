"""Tokens of the API: what is kept of them, what they are good for, and for how long."""

from __future__ import annotations

import pickle
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.tenants import limits, selectors, services
from apps.tenants.models import ApiToken, AuditEvent, Membership
from apps.tenants.services import TokenRefused, TokenUnusable, TooManyGuesses
from apps.tenants.services.tokens import is_token
from tests.factories import make_member, make_operator, make_tenant, make_token

pytestmark = pytest.mark.django_db
HERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def counts() -> None:
    cache.clear()


def refused(text: str) -> str:
    with pytest.raises(TokenRefused) as error:
        services.use_token(text=text)
    return f"{error.value.code} {error.value}"


def test_a_token_is_shown_once_and_kept_as_a_digest_only() -> None:
    tenant = make_tenant()
    text = make_token(tenant, scopes=["read", "ask"])
    assert text.startswith("rl_") and len(text) == 49 and is_token(text)
    row = ApiToken.objects.get()
    assert row.prefix == text[:11] and row.scopes == ["ask", "read"] and row.repos is None
    kept = f"{row!r} {row} {row.__dict__} {pickle.dumps(row)!r} {list(AuditEvent.objects.values())}"
    assert text not in kept and text[11:] not in kept
    bearer = services.use_token(text=text)
    assert bearer.tenant == tenant and bearer.token == row and bearer.may("ask") and not bearer.may("sync")
    assert bearer.reaches(1)


def test_the_name_of_a_token_hides_nothing() -> None:
    tenant = make_tenant()
    token, _text = services.create_token(tenant=tenant, actor=make_member(tenant), name="ci\u202e", scopes=["read"])
    assert token.name == "ci⟨U+202E⟩"


def test_two_tokens_share_nothing() -> None:
    tenant = make_tenant()
    first, second = make_token(tenant), make_token(tenant)
    assert first[3:11] != second[3:11] and services.use_token(text=first).token != services.use_token(text=second).token


def test_wrong_tokens_get_one_and_the_same_answer() -> None:
    tenant = make_tenant()
    member = make_member(tenant)
    good = make_token(tenant, member)
    expired = make_token(tenant, member)
    ApiToken.objects.filter(prefix=expired[:11]).update(expires_at=timezone.now() - timedelta(seconds=1))
    revoked = make_token(tenant, member)
    services.revoke_token(token=ApiToken.objects.get(prefix=revoked[:11]), actor=member)
    mistyped = good[:-1] + ("a" if good[-1] != "a" else "b")
    answers = {
        refused(text)
        for text in ("", "rl_", mistyped, expired, revoked, good + " ", good.upper(), "é\0" * 40, "\ud800", "x" * 9999)
    }
    assert len(answers) == 1
    assert services.use_token(text=good).member == member


def test_a_slip_of_the_pen_asks_no_database() -> None:
    text = make_token(make_tenant())
    with CaptureQueriesContext(connection) as queries:
        refused(text[:20] + ("0" if text[20] != "0" else "1") + text[21:])
    assert len(queries) == 0


def test_a_token_never_may_more_than_its_member_now() -> None:
    tenant = make_tenant()
    make_member(tenant, "owner")
    owner = make_member(tenant, "owner")
    text = make_token(tenant, owner, ["read", "ask", "sync", "admin"])
    assert services.use_token(text=text).scopes == {"read", "ask", "sync", "admin"}
    membership = Membership.objects.get(user=owner)
    services.change_role(membership=membership, role="maintainer")
    assert services.use_token(text=text).scopes == {"read", "ask", "sync"}
    services.change_role(membership=membership, role="reader")
    assert services.use_token(text=text).scopes == {"read", "ask"}
    services.remove_member(membership=membership)
    refused(text)
    services.add_member(tenant=tenant, user=owner, role="owner")
    assert services.use_token(text=text).may("admin")
    owner.is_active = False
    owner.save()
    refused(text)
    operator = make_operator()
    assert services.use_token(text=make_token(tenant, operator, ["admin"])).may("admin")


def test_a_member_gives_no_scope_that_the_role_lacks() -> None:
    tenant = make_tenant()
    reader, maintainer = make_member(tenant), make_member(tenant, "maintainer")
    assert selectors.allowed_scopes(tenant, reader) == ["read", "ask"]
    assert selectors.allowed_scopes(tenant, maintainer) == ["read", "ask", "sync"]
    assert selectors.allowed_scopes(make_tenant(), maintainer) == []
    for member, scopes in ((reader, ["sync"]), (maintainer, ["read", "admin"]), (make_member(make_tenant(), "owner"), ["read"])):
        with pytest.raises(TokenUnusable, match="does not allow"):
            make_token(tenant, member, scopes)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"name": " "}, "needs a name"),
        ({"scopes": []}, "at least one of the scopes"),
        ({"scopes": ["everything"]}, "at least one of the scopes"),
        ({"repos": []}, "at least one repository"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "a day to come"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(values: dict[str, Any], words: str) -> None:
    with pytest.raises(TokenUnusable, match=words):
        make_token(make_tenant(), **values)
    assert not ApiToken.objects.exists()


def test_a_token_for_some_repositories_reaches_no_other() -> None:
    bearer = services.use_token(text=make_token(make_tenant(), repos=[7, 3, 7]))
    assert bearer.repos == (3, 7) and bearer.reaches(3) and not bearer.reaches(4)


def test_the_last_use_is_written_once_a_minute() -> None:
    text = make_token(make_tenant())
    services.use_token(text=text)
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    with CaptureQueriesContext(connection) as queries:
        services.use_token(text=text)
    assert len(queries) == 1 and ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    services.use_token(text=text)
    assert ApiToken.objects.get().last_used_at > first


def test_revoking_is_at_once_noted_and_once() -> None:
    tenant = make_tenant()
    text = make_token(tenant)
    row = services.use_token(text=text).token
    services.revoke_token(token=row, actor=None)
    services.revoke_token(token=row, actor=None)
    refused(text)
    assert row.revoked_at is not None
    assert AuditEvent.objects.filter(tenant=tenant, action="token.revoked").count() == 1


def test_lists_are_of_one_tenant() -> None:
    tenant, foreign = make_tenant(), make_tenant()
    member = make_member(tenant)
    make_token(tenant, member)
    make_token(tenant)
    make_token(foreign)
    assert len(selectors.api_tokens(tenant)) == 2
    (mine,) = selectors.api_tokens(tenant, member)
    assert selectors.api_token(tenant, mine.pk) == mine and selectors.api_token(foreign, mine.pk) is None


def test_an_address_that_guesses_is_shut_out_but_not_who_was_known_there() -> None:
    tenant = make_tenant()
    known, other = make_token(tenant), make_token(tenant)
    services.use_token(text=known, address=HERE)
    for text in ["rl_guess", ""] * 99 + ["rl_guess"]:
        with pytest.raises(TokenRefused):
            services.use_token(text=text, address=HERE)
    with pytest.raises(TokenRefused):
        services.use_token(text="", address=HERE)
    for text in ("rl_guess", other):
        with pytest.raises(TooManyGuesses) as error:
            services.use_token(text=text, address=HERE)
        assert error.value.retry_after == 600
    assert services.use_token(text=known, address=HERE).tenant == tenant
    assert services.use_token(text=other, address="192.0.2.8").tenant == tenant


def test_without_the_cache_good_tokens_still_open(settings: Any) -> None:
    text = make_token(make_tenant())
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:9/0"}}
    assert limits.count("x", 10) is None and limits.counted("x") is None
    services.use_token(text=text, address=HERE)
    for _ in range(40):
        with pytest.raises(TokenRefused):
            services.use_token(text="rl_guess", address=HERE)
