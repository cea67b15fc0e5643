"""What the steps of a sync store, others see at once or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from apps.codegraph.models import FactSheet
from apps.pipeline.tasks import sync_repo
from apps.pipeline.triggers import request_sync
from apps.repos import services
from apps.repos.models import Repo
from apps.search.indexer import CODE
from apps.search.models import IndexedSource
from apps.tenants.services import create_tenant
from tests.flows.shop import Shop
from tests.threads import together


def commits(repo: Repo) -> tuple[str, str]:
    """The commits of the graph and of the code in the index, as another connection sees them now."""

    def seen(_number: int) -> tuple[str, str]:
        graph, code = FactSheet.objects.filter(repo=repo), IndexedSource.objects.filter(repo=repo, source_type=CODE)
        return "".join(graph.values_list("commit_sha", flat=True)), "".join(code.values_list("commit_sha", flat=True))

    return together(1, seen)[0]


@pytest.mark.django_db(transaction=True)
def test_graph_and_passages_are_those_of_one_commit_at_any_moment(tmp_path: Path, settings: Any) -> None:
    settings.STATE_DIR = tmp_path / "state"
    shop = Shop(tmp_path)
    repo = services.register_local_repo(tenant=create_tenant(name="Bakers", slug="bakers"), path=str(shop.bare))
    met: list[tuple[str, str]] = []

    def looked_at(execute: Callable[..., Any], sql: str, params: Any, many: bool, given: dict[str, Any]) -> Any:
        if any(table in str(sql) for table in ("search_indexedsource", "codegraph_factsheet", "repos_sync")):
            met.append(commits(repo))
        return execute(sql, params, many, given)

    for is_pushed in (False, True):
        head = shop.push("Sharpen the knives", {"shop/knives.py": "def sharpen(): ...\n"}) if is_pushed else shop.first
        sync = request_sync(tenant=repo.tenant, repo=repo, trigger="manual")
        with connection.execute_wrapper(looked_at):
            sync_repo(sync.pk)
        assert commits(repo)[0] == head
    assert {pair[0] for pair in met} >= {"", shop.first}
    assert {pair for pair in met if pair[0] != pair[1]} == set()
