"""What the capsule page needs, out of the database, is what the whole graph tells."""

from __future__ import annotations

import msgspec
import pytest

from apps.codegraph import selectors, services
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.walk import neighbourhood
from apps.repos.models import Repo
from tests.engine.graph.building import graph_of
from tests.factories import make_repo, make_sheet, sha

pytestmark = pytest.mark.django_db

CODE = {
    "shop/oven.py": """
        import requests
        class Oven:
            def __init__(self, size=3): ...
            def bake(self): return self.heat()
            def heat(self): requests.get("x")
            def clean(self): ...
            def visit_door(self, door): ...
        class Steam(Oven):
            def heat(self): ...
        def lonely(): ...
        def _hook(): ...
        HOOKS = [_hook]
        """,
    "shop/main.py": """
        from shop.oven import Oven
        def run(thing):
            Oven().bake()
            thing.clean()
            getattr(thing, f"visit_{thing.kind}")(thing)
        """,
    "tests/test_run.py": """
        from shop.main import run
        def helper(): run(1)
        def test_run(): helper()
        """,
}


def stored() -> tuple[Repo, tuple[facts.Capsule, ...], tuple[facts.Edge, ...]]:
    graph = graph_of(CODE)
    edges = tuple(sorted({*graph.edges, facts.Edge("shop/oven.py#Steam.heat", "overrides", "shop/oven.py#Oven.heat", 10)}))
    repo = make_repo()
    services.replace_graph(
        repo=repo, commit_sha=sha("first"), extractor="1", sheet=make_sheet(), capsules=graph.capsules, edges=edges, files=[]
    )
    return repo, graph.capsules, edges


def edges_of(view: selectors.CapsuleView, name: str) -> tuple[facts.Edge, ...]:
    return view.lists[name].edges if name in view.lists else ()


def test_every_view_agrees_with_the_whole_graph() -> None:
    repo, capsules, edges = stored()
    judge = CallerJudge(capsules, GraphIndex(edges), surroundings_of(make_sheet()))
    verdicts = set()
    for capsule in capsules:
        view = selectors.capsule_view(repo, capsule.symbol)
        assert view is not None
        assert view.verdict == judge.judge(capsule)
        assert edges_of(view, "callers") == judge.callers(capsule)
        around = {edge for name in view.lists for edge in edges_of(view, name)}
        assert around >= {edge for edge in edges if capsule.symbol in (edge.source, edge.target) and edge.kind != "contains"}
        verdicts.add(view.verdict.verdict if view.verdict else "")
    assert verdicts == {"", "found", "none", "unknown"}
    assert selectors.capsule_view(repo, "absent") is None
    assert selectors.capsule_view(make_repo(), "shop/oven.py#Oven") is None


def test_tests_that_reach_it_and_calls_that_leave() -> None:
    repo, _capsules, _edges = stored()
    bake = selectors.capsule_view(repo, "shop/oven.py#Oven.bake")
    assert bake is not None
    assert [(item.symbol, item.distance) for item in bake.tests] == [("tests/test_run.py#test_run", 3)]
    steam = selectors.capsule_view(repo, "shop/oven.py#Steam.heat")
    assert steam is not None and [item.symbol for item in steam.tests] == ["tests/test_run.py#test_run"]
    heat = selectors.capsule_view(repo, "shop/oven.py#Oven.heat")
    assert heat is not None and [edge.target for edge in edges_of(heat, "external")] == ["requests.get"]
    assert [edge.source for edge in edges_of(heat, "callers")] == ["shop/oven.py#Oven.bake"]


def test_routes_lead_to_the_middleware_before_their_handlers() -> None:
    repo, capsules, edges = stored()
    place = facts.Place("shop/main.py", 2, 2)
    passes = (facts.Passed("lonely()", place, "shop/oven.py#lonely", is_guard=True),)
    endpoint = facts.Endpoint("GET", "/oven", "run", place, symbol="shop/main.py#run", passes=passes)
    services.replace_graph(
        repo=repo,
        commit_sha=sha("first"),
        extractor="1",
        sheet=make_sheet(endpoints=(endpoint,)),
        capsules=capsules,
        edges=edges,
        files=[],
    )
    lonely = selectors.capsule_view(repo, "shop/oven.py#lonely")
    assert lonely is not None and [(item.calls, item.is_before) for item in lonely.routes] == [(0, True)]
    run = selectors.capsule_view(repo, "shop/main.py#run")
    assert run is not None and [(item.calls, item.is_before) for item in run.routes] == [(0, False)]
    reached = selectors.impact_of(repo, "shop/oven.py#lonely", depth=2)
    assert reached is not None and [(item.endpoint, item.steps) for item in reached.runs] == [(endpoint, 0)]


def test_a_graph_behind_its_head_says_so() -> None:
    repo, _capsules, _edges = stored()
    Repo.objects.filter(pk=repo.pk).update(head_sha=sha("second"))
    view = selectors.capsule_view(repo, "shop/oven.py#lonely")
    assert view is not None and view.verdict is not None
    assert [reason.kind for reason in view.verdict.reasons] == ["behind"]


def test_neighbourhood_of_the_store_is_that_of_the_graph(django_assert_max_num_queries) -> None:
    repo, capsules, edges = stored()
    for capsule in capsules:
        for direction in ("in", "out", "both"):
            with django_assert_max_num_queries(4):
                found = selectors.near(repo, capsule.symbol, depth=2, direction=direction)
            assert found == neighbourhood(GraphIndex(edges), capsule.symbol, depth=2, direction=direction, limit=400)


def test_one_view_takes_few_queries(django_assert_max_num_queries) -> None:
    repo, _capsules, _edges = stored()
    with django_assert_max_num_queries(14):
        selectors.capsule_view(repo, "shop/oven.py#Oven")


def test_an_index_that_is_behind_is_known_by_ids_and_hashes() -> None:
    repo, capsules, _edges = stored()
    assert not selectors.index_state(repo, capsules).is_behind
    moved = [msgspec.structs.replace(capsule, line=capsule.line + 1) for capsule in capsules if "main.py" in capsule.path]
    other = [capsule for capsule in capsules if "main.py" not in capsule.path and capsule.name != "lonely"]
    changed = msgspec.structs.replace(other[0], content_hash=sha("new"))
    state = selectors.index_state(repo, [*moved, changed, *other[1:]])
    assert (state.missing, state.surplus, state.moved, state.changed) == (0, 1, len(moved), 1)
    assert state.paths == ("shop/main.py", "shop/oven.py") and state.is_behind
