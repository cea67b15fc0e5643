"""What only says how a function may be called is told with the callers of the function that does it."""

from __future__ import annotations

import pytest

from apps.codegraph import selectors, services
from apps.repos.models import Repo
from tests.engine.graph.building import graph_of
from tests.factories import make_repo, make_sheet, sha

pytestmark = pytest.mark.django_db

CODE = {
    "shop/box.py": """
        from typing import overload
        class Box:
            @overload
            def open(self, key: int) -> int: ...
            @overload
            def open(self, key: str) -> str: ...
            def open(self, key): return key
        """,
    "shop/main.py": """
        from shop.box import Box
        def run(): Box().open(1)
        """,
    "tests/test_run.py": """
        from shop.main import run
        def test_run(): run()
        """,
}


@pytest.fixture
def repo() -> Repo:
    graph = graph_of(CODE)
    repo = make_repo()
    services.replace_graph(
        repo=repo,
        commit_sha=sha("first"),
        extractor="1",
        sheet=make_sheet(),
        capsules=graph.capsules,
        edges=graph.edges,
        files=[],
    )
    return repo


@pytest.mark.parametrize("symbol", ["shop/box.py#Box.open", "shop/box.py#Box.open#1", "shop/box.py#Box.open#2"])
def test_callers_tests_and_impact_of_an_overload_are_those_of_the_function(repo: Repo, symbol: str) -> None:
    view = selectors.capsule_view(repo, symbol)
    assert view is not None and view.verdict is not None and view.verdict.verdict == "found"
    assert [(edge.source, edge.target) for edge in view.lists["callers"].edges] == [("shop/main.py#run", "shop/box.py#Box.open")]
    assert [item.symbol for item in view.tests] == ["tests/test_run.py#test_run"]
    reached = selectors.impact_of(repo, symbol, depth=3)
    assert reached is not None
    assert {"shop/main.py#run", "tests/test_run.py#test_run"} <= {item.symbol for item in reached.reached}
    assert [item.symbol for item in reached.tests] == ["tests/test_run.py#test_run"]
    outline = selectors.outlines(repo.tenant, [repo.pk])
    tied = selectors.relations_of(repo.tenant, [(repo.pk, symbol)], outline, bodies=())[repo.pk, symbol]
    assert (tied.callers, tied.caller_count) == (("shop/main.py#run",), 1)
