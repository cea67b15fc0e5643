"""A team with a document, its people, and a foreign team beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from apps.artifacts.models import ArtifactVersion
from apps.engine.compression import Citation
from apps.repos.models import Repo, Sync
from apps.search import services as search
from apps.search.events import Asker
from apps.search.models import Question
from apps.search.scope import EVERYWHERE
from apps.tenants import services as tenants
from apps.tenants.models import ApiToken, GitCredential, Tenant, User
from tests import factories


@dataclass(frozen=True)
class Shop:
    """A tenant with a repository at two versions, a sync, a credential, one member of each role, and the reader's token."""

    tenant: Tenant
    repo: Repo
    first: ArtifactVersion
    second: ArtifactVersion
    sync: Sync
    credential: GitCredential
    owner: User
    maintainer: User
    reader: User
    question: Question  # of the owner
    token: ApiToken
    key: str  # the token's text

    def at(self, rest: str = "") -> str:
        """An address below the repository's."""
        return f"/t/{self.tenant.slug}/r/{self.repo.slug}/{rest}"


def make_question(tenant: Tenant, user: User) -> Question:
    """A question of the user, answered with a citation."""
    question = search.open_question(tenant=tenant, text="How is bread sold?", scope=EVERYWHERE, asker=Asker(user_id=user.pk))
    cited = Citation(1, "git", f"{tenant.slug}-repo", "shop/main.py#create_order", "create_order", "shop/main.py", 1, 2, "")
    search.close_question(question=question, outcome="answered", answer="By the loaf [1].", citations=[cited], generator="claude")
    question.refresh_from_db()
    return question


def make_shop(slug: str) -> Shop:
    tenant = factories.make_tenant(slug)
    repo = factories.make_repo(tenant, f"{slug}-repo")
    factories.make_commit(repo, "bread", paths=["shop/main.py"])
    factories.make_commit(repo, "cake", ["bread"], minute=1, paths=["shop/main.py"])
    first = factories.make_version(repo, "bread")
    second = factories.make_version(repo, "cake")
    reader = factories.make_member(tenant, "reader", f"{slug}-reader")
    token, key = tenants.create_token(tenant=tenant, actor=reader, name="assistant", scopes=["read"])
    owner = factories.make_member(tenant, "owner", f"{slug}-owner")
    return Shop(
        tenant=tenant,
        repo=repo,
        first=first,
        second=second,
        sync=factories.make_sync(repo, "done"),
        credential=factories.make_credential(tenant),
        owner=owner,
        question=make_question(tenant, owner),
        maintainer=factories.make_member(tenant, "maintainer", f"{slug}-maintainer"),
        reader=reader,
        token=token,
        key=key,
    )


@pytest.fixture
def shop(db: None) -> Shop:
    return make_shop("bakers")


@pytest.fixture
def foreign(db: None) -> Shop:
    return make_shop("butchers")


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    """A browser in which the user is signed in."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture(autouse=True)
def _no_collected_files(settings, tmp_path) -> None:
    """Static files come from their sources; an empty folder stands for the collected ones."""
    settings.STATIC_ROOT = tmp_path
