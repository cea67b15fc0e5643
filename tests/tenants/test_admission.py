"""The one way in for tokens: what the header may look like, and with which status each of the others is sent away."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache

from apps.tenants.admission import NotAdmitted, admit
from apps.tenants.services.tokens import GUESSES
from tests.factories import make_tenant, make_token

pytestmark = pytest.mark.django_db
HERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def counts() -> None:
    cache.clear()


def refused(authorization: str, scope: str = "read") -> NotAdmitted:
    with pytest.raises(NotAdmitted) as error:
        admit(authorization=authorization, address=HERE, scope=scope)
    return error.value


def test_the_word_may_be_written_in_any_case_with_spaces_around_the_token(settings: Any) -> None:
    tenant = make_tenant()
    text = make_token(tenant)
    for header in (f"Bearer {text}", f"bearer {text}", f"BEARER   {text} "):
        admitted = admit(authorization=header, address=HERE)
        assert admitted.bearer.tenant == tenant and admitted.headers["RateLimit-Limit"] == str(settings.API_RATES["read"])


def test_what_is_no_bearer_is_refused_with_a_challenge() -> None:
    text = make_token(make_tenant())
    for header in ("", text, f"Basic {text}", f"Bearer{text}", "Bearer", "Bearer ", f"Bearer {text} {text}", f"Token {text}"):
        error = refused(header)
        assert (error.status, error.code) == (HTTPStatus.UNAUTHORIZED, "token:refused"), header
        assert error.headers == {"WWW-Authenticate": 'Bearer realm="Repolore"'}


def test_each_refusal_has_its_own_status(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "read": 2}
    header = f"Bearer {make_token(make_tenant())}"
    assert refused(header, "sync").status == HTTPStatus.FORBIDDEN
    for _ in range(3):
        try:
            admit(authorization=header, address=HERE)
        except NotAdmitted as error:
            assert (error.status, error.code) == (HTTPStatus.TOO_MANY_REQUESTS, "rate:exceeded")
            assert 1 <= int(error.headers["Retry-After"]) <= 60
            break
    else:
        pytest.fail("a token was never told to wait")
    for _ in range(GUESSES):
        assert refused("Bearer rl_guess").status == HTTPStatus.UNAUTHORIZED
    error = refused("Bearer rl_guess")
    assert (error.status, error.headers) == (HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "600"})
