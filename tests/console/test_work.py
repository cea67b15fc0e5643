"""The operator runs the product from the console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from apps.codegraph.models import FactSheet
from apps.engine.extraction.version import extractor_version
from apps.repos import services as repo_services
from apps.repos.locks import repo_lock
from apps.repos.models import Repo, Sync
from apps.tenants import services
from apps.tenants.models import AuditEvent, GitCredential, Membership, Tenant
from tests.console.conftest import TOKEN, Console
from tests.factories import (
    make_commit,
    make_credential,
    make_member,
    make_repo,
    make_sync,
    make_tenant,
    make_user,
    make_version,
    sha,
)
from tests.flows.shop import Shop
from tests.servers.git_http import GitServer

NEW = "ghp_NEWCANARY0123456789wxyz"


def said(response: Any) -> str:
    return " ".join(str(message) for message in response.context["messages"])


def members_form(*rows: dict[str, Any], initial: int = 0) -> dict[str, Any]:
    form = {"memberships-TOTAL_FORMS": len(rows), "memberships-INITIAL_FORMS": initial}
    for number, row in enumerate(rows):
        form |= {f"memberships-{number}-{name}": value for name, value in row.items()}
    return form


def test_a_tenant_is_added_with_its_members(console: Console) -> None:
    user = make_user("bea")
    form = {"name": "Millers", "slug": "millers", "allowed_hosts": "Forge.Example", "allowed_repositories": "acme/*"}
    response = console.client.post(reverse("admin:tenants_tenant_add"), form | members_form({"user": user.pk, "role": "owner"}))
    assert response.status_code == 302, response.context and response.context["errors"]
    tenant = Tenant.objects.get(slug="millers")
    assert tenant.allowed_hosts == "forge.example"
    assert Membership.objects.get(tenant=tenant).user == user
    events = AuditEvent.objects.filter(tenant=tenant)
    assert {(event.action, event.actor_id) for event in events} == {
        ("tenant.created", console.operator.pk),
        ("member.added", console.operator.pk),
    }


def test_a_bad_host_is_named_in_the_form(console: Console) -> None:
    form = {"name": "X", "slug": "x", "allowed_hosts": "https://forge.example", "allowed_repositories": "*"}
    response = console.client.post(reverse("admin:tenants_tenant_add"), form | members_form())
    assert response.status_code == 200 and "is not a forge host" in response.content.decode()


def test_the_last_owner_is_not_taken_away(console: Console) -> None:
    owner = Membership.objects.get(tenant=console.tenant)
    form = {"name": "Bakers", "allowed_hosts": "forge.example", "allowed_repositories": "*"}
    page = reverse("admin:tenants_tenant_change", args=[console.tenant.pk])
    row = {"id": owner.pk, "tenant": console.tenant.pk, "user": owner.user_id, "role": "owner"}
    for change in ({"DELETE": "on"}, {"role": "reader"}):
        response = console.client.post(page, form | members_form(row | change, initial=1))
        assert response.status_code == 200 and "keeps at least one owner" in response.content.decode()
    response = console.client.post(reverse("admin:tenants_membership_delete", args=[owner.pk]), {"post": "yes"}, follow=True)
    assert "only owner" in said(response)
    assert Membership.objects.filter(pk=owner.pk, role="owner").exists()
    other = {"tenant": console.tenant.pk, "user": make_user().pk, "role": "owner"}
    response = console.client.post(page, form | members_form(row | {"role": "reader"}, other, initial=1))
    assert response.status_code == 302
    assert dict(Membership.objects.values_list("user_id", "role")) == {owner.user_id: "reader", other["user"]: "owner"}


def test_a_credential_is_stored_rotated_and_never_shown(console: Console) -> None:
    add = reverse("admin:tenants_gitcredential_add")
    form = {"tenant": console.tenant.pk, "name": "robot", "host": "forge.example", "username": "", "token": NEW}
    refused = console.client.post(add, form | {"host": "https://forge.example"}, follow=True)
    assert NEW not in refused.content.decode() and "host name" in refused.content.decode()
    assert console.client.post(add, form).status_code == 302
    credential = GitCredential.objects.get(name="robot")
    assert services.reveal_credential(credential=credential) == NEW

    chosen = {"action": "rotate_secret", "_selected_action": [credential.pk]}
    response = console.client.post(reverse("admin:tenants_gitcredential_changelist"), chosen, follow=True)
    page = reverse("admin:tenants_gitcredential_rotate", args=[credential.pk])
    assert response.redirect_chain == [(page, 302)] and "…wxyz" in response.content.decode()
    bad = console.client.post(page, {"token": f"{NEW} two words"})
    assert "Copy it again" in bad.content.decode() and NEW not in bad.content.decode()
    response = console.client.post(page, {"token": TOKEN}, follow=True)
    assert "was replaced" in said(response) and TOKEN not in response.content.decode()
    credential.refresh_from_db()
    assert services.reveal_credential(credential=credential) == TOKEN
    assert AuditEvent.objects.filter(action="credential.rotated", actor=console.operator, subject="robot").exists()
    noted = str(list(LogEntry.objects.values())) + str(list(AuditEvent.objects.values()))
    assert TOKEN not in noted and NEW not in noted
    assert console.client.get(reverse("admin:tenants_gitcredential_rotate", args=[10**9])).status_code == 404


@pytest.fixture
def forge(console: Console, tmp_path: Path, settings: Any) -> Iterator[GitServer]:
    """A forge on this machine with one repository, which the team may read from."""
    oven = tmp_path / "acme"
    oven.mkdir()
    Shop(oven).bare.rename(oven / "oven.git")
    settings.INTERNAL_HOSTS = ["127.0.0.1"]
    with GitServer(tmp_path) as server:
        Tenant.objects.filter(pk=console.tenant.pk).update(allowed_hosts=f"forge.example\nhttp://127.0.0.1:{server.port}")
        yield server


def test_a_repository_is_added_by_the_rules_of_registration(console: Console, forge: GitServer) -> None:
    add = reverse("admin:repos_repo_add")
    form = {"tenant": console.tenant.pk, "url": f"{forge.url}/acme/oven.git", "name": "", "pinned_branch": "main"}
    foreign = make_credential(make_tenant())
    for change, sentence in (
        ({"url": "https://other.example/acme/oven"}, "is not among what Bakers may clone"),
        ({"url": "ext::sh -c true"}, "must start with https://"),
        ({"url": "https://ada:pw@forge.example/acme/oven"}, "neither user nor password"),
        ({"pinned_branch": "a..b"}, "not a branch name"),
        ({"pinned_branch": "nowhere"}, "no branch of this name"),
        ({"url": f"{forge.url}/acme/absent.git"}, "There is no repository at this address"),
        ({"credential": foreign.pk}, "belongs to another tenant"),
    ):
        response = console.client.post(add, form | change)
        assert response.status_code == 200 and sentence in response.content.decode(), change
    assert Repo.objects.count() == 1, "what can't be read is not added"
    assert console.client.post(add, form).status_code == 302
    repo = Repo.objects.get(slug="oven")
    assert (repo.name, repo.pinned_branch, repo.tenant) == ("oven", "main", console.tenant)
    change = reverse("admin:repos_repo_change", args=[repo.pk])
    response = console.client.post(change, {"name": "Oven", "pinned_branch": "x y", "credential": "", "is_active": "on"})
    assert "not a branch name" in response.content.decode()
    response = console.client.post(change, {"name": "Oven", "pinned_branch": ""})
    assert response.status_code == 302
    repo.refresh_from_db()
    assert (repo.name, repo.slug, repo.pinned_branch, repo.is_active) == ("Oven", "oven", "", False)


def test_syncs_are_requested_from_the_lists_and_the_page(console: Console) -> None:
    other = make_repo(console.tenant, "oven")
    chosen = {"action": "sync_now", "_selected_action": [console.repo.pk, other.pk]}
    response = console.client.post(reverse("admin:repos_repo_changelist"), chosen, follow=True)
    assert "2 syncs were requested" in said(response)
    waiting = Sync.objects.filter(state="waiting")
    assert {(sync.repo_id, sync.trigger, sync.requested_by_id) for sync in waiting} == {
        (repo.pk, "manual", console.operator.pk) for repo in (console.repo, other)
    }
    run = reverse("admin:repos_repo_run", args=[other.pk, "sync"])
    assert console.client.get(run).status_code == 405
    assert "1 sync was requested" in said(console.client.post(run, follow=True))
    failed = Sync.objects.filter(state="failed").first()
    assert failed is not None
    chosen = {"action": "sync_now", "_selected_action": [failed.pk]}
    response = console.client.post(reverse("admin:repos_sync_changelist"), chosen, follow=True)
    assert "1 sync was requested" in said(response)
    assert Sync.objects.filter(state="waiting").count() == 2, "one waits per repository, however often it is asked for"


def test_the_connection_is_tested_and_the_answer_shown(console: Console, tmp_path: Any) -> None:
    Repo.objects.filter(pk=console.repo.pk).update(url=str(tmp_path / "absent"), is_local=True)
    chosen = {"action": "ask_connection", "_selected_action": [console.repo.pk]}
    response = console.client.post(reverse("admin:repos_repo_changelist"), chosen, follow=True)
    assert response.status_code == 200 and said(response).startswith("shop: ") and len(said(response)) > 10


def test_syncing_is_switched_off_and_on(console: Console) -> None:
    for action, active in (("switch_off", False), ("switch_on", True)):
        chosen = {"action": action, "_selected_action": [console.repo.pk]}
        console.client.post(reverse("admin:repos_repo_changelist"), chosen)
        console.repo.refresh_from_db()
        assert console.repo.is_active is active


def test_a_sync_shows_its_steps_and_times(console: Console) -> None:
    sync = Sync.objects.filter(state="done").first()
    assert sync is not None
    html = console.client.get(reverse("admin:repos_sync_change", args=[sync.pk])).content.decode()
    assert "logo.png – binary" in html and "fetch: 0 / 0" in html
    listed = console.client.get(reverse("admin:repos_sync_changelist") + "?state__exact=failed").content.decode()
    assert "source:no-access The forge refuses access." in listed


@pytest.mark.parametrize("by", ["page", "action"])
def test_a_deletion_is_shown_in_numbers_first(console: Console, by: str) -> None:
    doomed = make_repo(console.tenant, "doomed")
    make_version(doomed)
    listing = reverse("admin:repos_repo_changelist")
    page = reverse("admin:repos_repo_delete", args=[doomed.pk])
    chosen = {"action": "delete_selected", "_selected_action": [doomed.pk]}
    shown = console.client.get(page) if by == "page" else console.client.post(listing, chosen)
    html = shown.content.decode()
    assert "Capsules: 2" in html and "Documents: 1" in html and "shop/main.py#run" not in html
    with repo_lock(doomed.pk):
        refused = console.client.post(page, {"post": "yes"}, follow=True)
    assert "Wait until it ends" in said(refused) and Repo.objects.filter(pk=doomed.pk).exists()
    if by == "page":
        console.client.post(page, {"post": "yes"})
    else:
        console.client.post(listing, chosen | {"post": "yes"})
    assert set(Repo.objects.values_list("slug", flat=True)) == {"shop"}
    assert AuditEvent.objects.get(action="repository.deleted").actor == console.operator


def test_a_tenant_is_deleted_with_all_that_is_its_own(console: Console) -> None:
    other = make_tenant()
    make_version(make_repo(other))
    make_member(other, "owner")
    page = reverse("admin:tenants_tenant_delete", args=[console.tenant.pk])
    html = console.client.get(page).content.decode()
    assert "Repositories: 1" in html and "Memberships: 1" in html
    assert console.client.post(page, {"post": "yes"}).status_code == 302
    assert list(Tenant.objects.all()) == [other] and Repo.objects.count() == 1


def test_the_list_of_repositories_tells_those_of_one_name_apart_and_shows_what_an_operator_looks_for(console: Console) -> None:
    for team in ("north", "south"):
        repo = repo_services.register_repo(tenant=console.tenant, url=f"https://forge.example/{team}/oven")
        make_sync(repo, "failed")
    page = console.client.get(reverse("admin:repos_repo_changelist"))
    html = page.content.decode()
    for words in ("oven (oven-2)", "https://forge.example/north/oven", "https://forge.example/south/oven"):
        assert words in html
    columns = re.findall(r'class="(?:sortable )?column-(\w+)', html)
    assert columns[1:7] == ["tenant", "version", "index", "last_state", "last_error", "is_active"]
    assert re.search(r"failed <span class=\"when\">\d{4}-\d\d-\d\d \d\d:\d\d UTC", html)
    listed = console.client.get(reverse("admin:repos_sync_changelist")).content.decode()
    assert "oven (oven-2)" in listed
    assert re.search(r"field-created_at[^>]*>\d{4}-\d\d-\d\d \d\d:\d\d UTC<", listed)


def test_filters_offer_only_what_can_be_found(console: Console) -> None:
    html = console.client.get(reverse("admin:repos_sync_changelist")).content.decode()
    found = set(re.findall(r"\?(state|step|trigger)__exact=(\w+)", html))
    there = {
        (name, value) for name in ("state", "step", "trigger") for value in Sync.objects.values_list(name, flat=True) if value
    }
    assert found == there
    assert ("trigger", "schedule") not in found
    empty = console.client.get(reverse("admin:repos_sync_changelist") + "?trigger__exact=push").content.decode()
    assert "?trigger__exact=push" in empty, "the chosen one stays, so that it can be seen and taken back"


def test_a_local_repository_is_not_called_an_address(console: Console, tmp_path: Path) -> None:
    local = repo_services.register_local_repo(tenant=console.tenant, path=str(tmp_path))
    for repo, words in ((local, "A folder on this machine"), (console.repo, "https address to clone from.")):
        assert words in console.client.get(reverse("admin:repos_repo_change", args=[repo.pk])).content.decode()


def test_an_index_behind_its_commit_is_said(console: Console) -> None:
    lists, own = reverse("admin:repos_repo_changelist"), reverse("admin:repos_repo_change", args=[console.repo.pk])

    def page(address: str) -> str:
        return " ".join(re.sub(r"<[^>]*>", " ", console.client.get(address).content.decode()).split())

    indexed = sha("bread")  # of the graph that the version was made with
    make_commit(console.repo, "bread")
    make_commit(console.repo, "cake", ["bread"], minute=1)
    FactSheet.objects.update(extractor=extractor_version())
    Repo.objects.filter(pk=console.repo.pk).update(head_sha=indexed)
    assert f"It is of commit {indexed[:10]}, the newest that was seen." in page(own)
    Repo.objects.filter(pk=console.repo.pk).update(head_sha=sha("cake"))
    assert "It is 1 commit behind" in page(own) and f"behind: of {indexed[:10]}" in page(lists)
    assert "Repositories whose index is behind: 1" in page(reverse("admin:index"))
    Repo.objects.filter(pk=console.repo.pk).update(head_sha=sha("rewritten"))
    assert "It is behind: it is of commit" in page(own)
    for state, found in (("behind", True), ("current", False), ("older", False), ("none", False), ("odd", True)):
        assert (console.repo.url in page(f"{lists}?index={state}")) is found, state
    Repo.objects.filter(pk=console.repo.pk).update(head_sha=indexed)
    FactSheet.objects.update(extractor="0")
    assert "read by an older version" in page(own) and console.repo.url in page(f"{lists}?index=older")
    FactSheet.objects.all().delete()
    assert "There is none" in page(own) and console.repo.url in page(f"{lists}?index=none")
