"""Tokens at rest, and the rotation of keys."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from apps.engine.errors import OwnerError
from apps.integrations.encryption import Keyring, KeysUnusable, new_key
from apps.tenants import selectors, services
from apps.tenants.models import AuditEvent, GitCredential
from apps.tenants.services import CredentialUnreadable, RotationCounts
from apps.tenants.services import credentials as module
from tests.factories import make_credential, make_operator, make_tenant

pytestmark = pytest.mark.django_db
TOKEN = "ghp_CANARY0123456789abcdef"


@pytest.fixture(autouse=True)
def key(settings: Any) -> str:
    settings.CREDENTIAL_KEYS = [new_key()]
    return settings.CREDENTIAL_KEYS[0]


def test_a_token_is_nowhere_in_plain_but_where_it_is_asked_for() -> None:
    tenant = make_tenant()
    credential = make_credential(tenant, TOKEN)
    stored = GitCredential.objects.get(pk=credential.pk)
    assert TOKEN.encode() not in bytes(stored.ciphertext)
    assert stored.last_four == "cdef"
    assert TOKEN not in f"{stored!r} {stored} {stored.__dict__} {pickle.dumps(stored)!r}"
    assert services.reveal_credential(credential=stored) == TOKEN
    events = list(AuditEvent.objects.filter(tenant=tenant).values_list("action", flat=True))
    assert events == ["credential.used", "credential.stored", "tenant.created"]
    assert TOKEN not in str(list(AuditEvent.objects.values()))


def test_a_short_token_shows_nothing_of_itself() -> None:
    assert make_credential(make_tenant(), "hunter2").last_four == ""


def test_a_new_token_replaces_the_old_one() -> None:
    credential = make_credential(make_tenant(), TOKEN)
    services.rotate_credential(credential=credential, token="ghp_another-one-wxyz", actor=make_operator())
    stored = GitCredential.objects.get(pk=credential.pk)
    assert services.reveal_credential(credential=stored) == "ghp_another-one-wxyz"
    assert stored.last_four == "wxyz" and stored.rotated_at is not None


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "nul\0", "é", "x" * 5_000])
def test_what_no_header_can_carry_is_refused(token: str) -> None:
    with pytest.raises(OwnerError, match="Copy it again") as refused:
        make_credential(make_tenant(), token)
    assert not token or token not in str(refused.value)


def test_hosts_are_host_names_and_names_are_given_once() -> None:
    tenant = make_tenant()
    with pytest.raises(OwnerError, match="host name"):
        make_credential(tenant, host="https://github.com")
    make_credential(tenant, name="ci", host="GitHub.com")
    with pytest.raises(OwnerError, match="already has a credential named ci"):
        make_credential(tenant, name="ci")
    found = selectors.credential_for_host(tenant, "github.com")
    assert found is not None and found.name == "ci"
    assert selectors.credential_for_host(make_tenant(), "github.com") is None


def test_a_lost_key_says_so_and_shows_nothing(settings: Any) -> None:
    credential = make_credential(make_tenant(), TOKEN)
    settings.CREDENTIAL_KEYS = [new_key()]
    with pytest.raises(CredentialUnreadable, match="Re-enter") as lost:
        services.reveal_credential(credential=credential)
    assert lost.value.__cause__ is None and TOKEN not in str(lost.value)
    assert not services.is_readable(credential=credential)


@pytest.mark.parametrize("keys", [[], ["short"], [new_key(), ""], ["é" * 44]])
def test_missing_and_malformed_keys_are_refused_without_showing_them(settings: Any, keys: list[str]) -> None:
    settings.CREDENTIAL_KEYS = keys
    with pytest.raises(KeysUnusable) as refused:
        services.check_keys()
    assert all(key not in str(refused.value) for key in keys if key)
    assert repr(Keyring([new_key()])) == "<Keyring>"


def test_rotation_goes_on_where_it_was_killed(settings: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROTATION_BATCH", 10)
    tenant = make_tenant()
    tokens = {make_credential(tenant, f"ghp_token-number-{number}").pk: f"ghp_token-number-{number}" for number in range(35)}
    lost = make_credential(tenant, "ghp_written-with-a-lost-key")
    GitCredential.objects.filter(pk=lost.pk).update(ciphertext=Keyring([new_key()]).encrypt("gone"))
    new = new_key()
    settings.CREDENTIAL_KEYS = [new, key]
    assert services.rotate_encryption_keys(dry_run=True) == RotationCounts(rotated=35, unreadable=1)

    turns = iter(range(25))
    rotate = Keyring.rotate

    def dying(self: Keyring, token: bytes) -> bytes:
        if next(turns, None) is None:
            raise KeyboardInterrupt
        return rotate(self, token)

    with monkeypatch.context() as patch:
        patch.setattr(Keyring, "rotate", dying)
        with pytest.raises(KeyboardInterrupt):
            services.rotate_encryption_keys()
    assert services.rotate_encryption_keys() == RotationCounts(rotated=15, current=20, unreadable=1)
    settings.CREDENTIAL_KEYS = [new]
    assert {pk: services.reveal_credential(credential=GitCredential.objects.get(pk=pk)) for pk in tokens} == tokens
    assert services.rotate_encryption_keys(tenant=make_tenant()) == RotationCounts()
