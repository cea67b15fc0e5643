"""Tenants and their people."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from apps.engine.errors import OwnerError
from apps.repos import services as repos
from apps.repos.models import Blob, Repo
from apps.tenants import selectors, services
from apps.tenants.models import AuditEvent, Membership, Tenant, User
from apps.tenants.services.people import LastOwner
from tests.factories import (
    make_commit,
    make_credential,
    make_member,
    make_operator,
    make_repo,
    make_sync,
    make_tenant,
    make_version,
)
from tests.threads import together

pytestmark = pytest.mark.django_db


def test_a_foreign_tenant_is_as_unknown_as_one_that_is_not_there() -> None:
    mine, foreign = make_tenant(), make_tenant()
    user = make_member(mine, "maintainer")
    assert selectors.tenant_for_member(user, mine.slug) == mine
    assert selectors.tenant_for_member(user, foreign.slug) is None
    assert selectors.tenant_for_member(user, "nowhere") is None
    assert selectors.tenants_of(user) == [mine]
    assert (selectors.role_of(mine, user), selectors.role_of(foreign, user)) == ("maintainer", "")


def test_nobody_and_the_inactive_see_nothing_the_operator_sees_all() -> None:
    tenant = make_tenant()
    gone = make_member(tenant, "owner")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    gone.refresh_from_db()
    for user in (AnonymousUser(), gone):
        assert selectors.tenants_of(user) == [] and selectors.role_of(tenant, user) == ""
        assert selectors.tenant_for_member(user, tenant.slug) is None
    operator = make_operator()
    assert selectors.tenant_for_member(operator, tenant.slug) == tenant and selectors.role_of(tenant, operator) == "owner"


def test_the_operator_is_made_once_and_the_password_is_told_once() -> None:
    user, password = services.create_operator(username="operator")
    assert password and user.check_password(password) and user.is_superuser and user.is_staff
    again, nothing = services.create_operator(username="operator")
    assert again.pk == user.pk and nothing is None
    assert again.check_password(password)


def test_the_last_owner_stays() -> None:
    tenant = make_tenant()
    owner = Membership.objects.get(user=make_member(tenant, "owner"))
    make_member(tenant, "reader")
    with pytest.raises(LastOwner):
        services.remove_member(membership=owner)
    with pytest.raises(LastOwner):
        services.change_role(membership=owner, role="reader")
    second = make_member(tenant, "owner")
    services.remove_member(membership=owner)
    assert selectors.role_of(tenant, second) == "owner"


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one() -> None:
    tenant = make_tenant()
    owners = [Membership.objects.get(user=make_member(tenant, "owner")) for _ in range(4)]

    def leave(number: int) -> bool:
        try:
            services.remove_member(membership=owners[number])
        except LastOwner:
            return False
        return True

    assert sum(together(4, leave)) == 3
    assert Membership.objects.filter(tenant=tenant, role="owner").count() == 1


def test_what_people_do_is_noted_and_outlives_them() -> None:
    tenant, actor = make_tenant(), make_operator()
    member = make_member(tenant, "reader", "bea")
    services.add_member(tenant=tenant, user=member, role="owner", actor=actor)
    actor.delete()
    newest = selectors.audit_events(tenant)[0]
    assert (newest.action, newest.subject, newest.actor) == ("member.role-changed", "bea", None)
    assert newest.detail == {"from": "reader", "to": "owner"}


def test_hosts_are_checked_and_added_once() -> None:
    tenant = make_tenant(allowed_hosts="GitHub.com\n\n http://git.example.org:3000/ ")
    assert tenant.allowed_hosts == "github.com\nhttp://git.example.org:3000"
    assert selectors.plain_http_hosts(tenant) == ("git.example.org",)
    services.allow_host(tenant=tenant, host="gitlab.com")
    services.allow_host(tenant=tenant, host="gitlab.com")
    assert selectors.allowed_hosts(tenant) == ("github.com", "git.example.org:3000", "gitlab.com")
    for bad in ("https://github.com", "a b", "host/path", "-x", "user@host"):
        with pytest.raises(OwnerError, match="not a forge host"):
            services.allow_host(tenant=tenant, host=bad)


@pytest.mark.parametrize("slug", ["", "with space", "a/b", "é"])
def test_short_names_that_addresses_cannot_hold_are_refused(slug: str) -> None:
    with pytest.raises(OwnerError, match="short name"):
        services.create_tenant(name="x", slug=slug)


def test_a_short_name_is_given_once() -> None:
    make_tenant("bakers")
    with pytest.raises(OwnerError, match="already a tenant"):
        make_tenant("bakers")


def test_deleting_a_tenant_takes_everything_of_it_and_nothing_else() -> None:
    one, two = make_tenant(), make_tenant()
    for tenant in (one, two):
        make_member(tenant, "owner")
        repo = make_repo(tenant, "shop", credential=make_credential(tenant))
        make_version(repo)
        make_commit(repo, "a")
        make_sync(repo, "done")
    preview = dict(services.preview_tenant_deletion(tenant=one))
    assert preview["repositories"] == 1 and preview["capsules"] == 2 and preview["memberships"] == 1
    expected = dict(services.preview_tenant_deletion(tenant=two))
    services.delete_tenant(tenant=Tenant.objects.get(pk=one.pk))
    assert services.preview_tenant_deletion(tenant=one) == []
    assert dict(services.preview_tenant_deletion(tenant=two)) == expected
    assert Repo.objects.count() == 1 and Blob.objects.filter(tenant=two).exists() and User.objects.count() == 2
    assert AuditEvent.objects.filter(tenant=two).exists()
    repos.delete_repo(repo=Repo.objects.get())
