"""A team with a document and a graph, a foreign team beside it, and the MCP server over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from apps.repos.models import Repo
from apps.tenants import services as tenants
from apps.tenants.models import ApiToken, Tenant
from tests import factories
from tests.servers.portal_http import Portal


@dataclass(frozen=True)
class Team:
    """A tenant with two repositories, of which the first has a document, and a token that reads all of it."""

    tenant: Tenant
    repo: Repo
    other: Repo
    row: ApiToken
    token: str

    def token_for(self, *repos: Repo, scopes: tuple[str, ...] = ("read",)) -> tuple[ApiToken, str]:
        numbers = [repo.pk for repo in repos] or None
        return tenants.create_token(tenant=self.tenant, actor=self.row.created_by, name="other", scopes=scopes, repos=numbers)


def make_team(slug: str) -> Team:
    tenant = factories.make_tenant(slug)
    repo = factories.make_repo(tenant, f"{slug}-shop")
    other = factories.make_repo(tenant, f"{slug}-tools")
    factories.make_commit(repo, "bread")
    factories.make_version(repo, "bread")
    member = factories.make_member(tenant, "reader", f"{slug}-reader")
    row, text = tenants.create_token(tenant=tenant, actor=member, name="assistant", scopes=["read"])
    return Team(tenant, repo, other, row, text)


@pytest.fixture
def team(transactional_db: None) -> Team:
    return make_team("bakers")


@pytest.fixture
def foreign(transactional_db: None) -> Team:
    return make_team("butchers")


@pytest.fixture
def portal() -> Iterator[Portal]:
    with Portal() as served:
        yield served
