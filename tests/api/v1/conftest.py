"""A team with a repository that was synced twice, another team with one of the same name, and callers with their tokens."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.repos.models import Repo
from apps.search import services as search
from apps.tenants.models import Tenant, User
from tests.factories import (
    make_member,
    make_passages,
    make_repo,
    make_sync,
    make_tenant,
    make_text,
    make_token,
    make_version,
    sha,
)


class Caller:
    """Calls the API with a token."""

    def __init__(self, token: str = "", **headers: str) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = ({"Authorization": f"Bearer {token}"} if token else {}) | headers

    def get(self, address: str, **query: Any) -> Any:
        headers = self.headers | {name: query.pop(name) for name in list(query) if "-" in name}
        return self.client.get(f"/api/v1{address}", query, headers=headers)

    def post(self, address: str, body: Any = None, **options: Any) -> Any:
        data = body if isinstance(body, bytes | str) else json.dumps({} if body is None else body)
        return self.client.post(f"/api/v1{address}", data, content_type="application/json", headers=self.headers, **options)

    def delete(self, address: str) -> Any:
        return self.client.delete(f"/api/v1{address}", headers=self.headers)

    def ok(self, address: str, **query: Any) -> Any:
        response = self.get(address, **query)
        assert response.status_code == 200, response.content
        return response.json()


@dataclass
class World:
    """`caller` may do everything in `tenant`; its `repo` has two versions of the document, a graph and passages."""

    tenant: Tenant
    owner: User
    repo: Repo
    caller: Caller
    foreign_tenant: Tenant
    foreign_repo: Repo
    foreigner: Caller


SCOPES = ("read", "ask", "sync", "admin")


def make_team(slug: str) -> tuple[Tenant, User, Repo, Caller]:
    """A team with the repository ``shop`` and a token for all of it."""
    tenant = make_tenant(slug)
    owner = make_member(tenant, "owner", f"owner-of-{slug}")
    repo = make_repo(tenant, "shop")
    make_version(repo, "bread")
    make_version(repo, "cake")
    make_passages(repo)
    search.index_document(repo=repo, commit_sha=sha("cake"), text=make_text("Shop", "cake"))
    make_sync(repo, "done")
    return tenant, owner, repo, Caller(make_token(tenant, owner, SCOPES))


@pytest.fixture
def world(db: None) -> World:
    """Two teams."""
    cache.clear()
    foreign_tenant, _owner, foreign_repo, foreigner = make_team("rivals")
    make_repo(foreign_tenant, "secret-plans")
    return World(*make_team("bakers"), foreign_tenant, foreign_repo, foreigner)
