"""How far behind what was found is, told of many repositories at the price of one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.api.mcp.tools import TOOLS
from apps.engine.retrieval import SourceState
from apps.repos.services import record_head
from apps.search.retrieve import retrieve
from apps.tenants.models import Tenant
from apps.tenants.services import use_token
from tests.factories import make_capsule, make_commit, make_passages, make_repo, make_tenant, make_token, make_version, sha

pytestmark = pytest.mark.django_db


def with_stale_repos(count: int) -> Tenant:
    """A team whose repositories each hold the same name, and are one, two, three … commits behind."""
    tenant = make_tenant()
    for number in range(count):
        repo = make_repo(tenant)
        for commit in range(number + 2):
            make_commit(repo, f"{repo.pk}-{commit}", [f"{repo.pk}-{commit - 1}"], minute=commit)
        capsule = make_capsule("shop/oven.py#bake_the_bread", f"def bake_the_bread(): return {'warm ' * 9 * number}{number}")
        make_passages(repo, [capsule], commit=f"{repo.pk}-0")
        make_version(repo, f"{repo.pk}-0")
        record_head(repo=repo, branch="main", sha=sha(f"{repo.pk}-{number + 1}"))
    return tenant


def asked(tenant: Tenant) -> tuple[tuple[SourceState, ...], int]:
    with CaptureQueriesContext(connection) as queries:
        found = retrieve(tenant, "bake_the_bread")
    return found.sources, len(queries)


def test_a_search_tells_of_many_stale_repositories_with_as_many_queries_as_of_two() -> None:
    few, of_few = asked(with_stale_repos(2))
    many, of_many = asked(with_stale_repos(12))
    assert sorted(state.behind or 0 for state in few) == [1, 2]
    assert sorted(state.behind or 0 for state in many) == list(range(1, 13))
    assert of_many == of_few


def test_the_list_of_repositories_too() -> None:
    counts = []
    for number in (2, 12):
        bearer = use_token(text=make_token(with_stale_repos(number)))
        tool = TOOLS["repositories"]
        with CaptureQueriesContext(connection) as queries:
            text = tool.run(bearer, tool.read({})).text
        assert [f"{behind:,} commit{'s' * (behind > 1)} behind" in text for behind in range(1, number + 1)] == [True] * number, (
            text
        )
        counts.append(len(queries))
    assert counts[0] == counts[1]
