"""The graph read by file, and what to read first."""

from __future__ import annotations

import pytest

from apps.codegraph import selectors, services
from apps.engine import facts
from apps.engine.rendering.graphs import FileTie
from apps.repos.models import Repo
from tests.factories import make_capsule, make_repo, make_sheet, sha

pytestmark = pytest.mark.django_db

EDGES = (
    facts.Edge("a/main.py#run", "calls", "a/work.py#bake", 3),
    facts.Edge("a/main.py#run", "calls", "a/work.py#bake", 9),
    facts.Edge("a/main.py#run", "calls", "a/work.py#bake", 12),
    facts.Edge("a/main.py", "imports", "a/work.py", 1),
    facts.Edge("a/work.py#bake", "calls", "C#/oven.cs#Oven.Heat", 4),
    facts.Edge("a/work.py#bake", "calls", "a/work.py#inner", 5),
    facts.Edge("C#/oven.cs#Oven.Heat", "calls", "System.Console.WriteLine", 7, is_external=True),
    facts.Edge("tests/test_main.py#test_run", "tests", "a/main.py#run", 2),
)


def stored() -> Repo:
    symbols = {end for edge in EDGES if not edge.is_external for end in (edge.source, edge.target)}
    paths = {"C#/oven.cs#Oven.Heat": "C#/oven.cs"}
    capsules = [make_capsule(symbol, path=paths.get(symbol, symbol.partition("#")[0]), rank=0.1) for symbol in sorted(symbols)]
    sheet = make_sheet(entry_points=(facts.EntryPoint("main", "", facts.Place("a/main.py"), "a/main.py"),))
    repo = make_repo()
    services.replace_graph(
        repo=repo, commit_sha=sha("first"), extractor="1", sheet=sheet, capsules=capsules, edges=EDGES, files=[]
    )
    return repo


def test_files_hang_together_by_what_stands_in_them() -> None:
    repo = stored()
    assert selectors.file_ties(repo, kinds=["calls"]) == [
        FileTie("a/main.py", "a/work.py", "calls", 3),
        FileTie("a/work.py", "C#/oven.cs", "calls", 1),
    ]
    assert [tie.source for tie in selectors.file_ties(repo, kinds=["tests", "calls"], inside="tests")] == ["tests/test_main.py"]
    assert selectors.file_ties(make_repo(), kinds=["calls"]) == []


def test_around_a_file_step_by_step(django_assert_max_num_queries) -> None:
    repo = stored()
    with django_assert_max_num_queries(4):
        two = selectors.near_file(repo, "a/main.py", depth=2, direction="out", kinds=["calls"])
    assert [(tie.source, tie.target) for tie in two] == [("a/main.py", "a/work.py"), ("a/work.py", "C#/oven.cs")]
    one = selectors.near_file(repo, "a/work.py", depth=1, direction="in", kinds=["calls", "imports", "tests"])
    assert [(tie.source, tie.kind) for tie in one] == [("a/main.py", "calls"), ("a/main.py", "imports")]


def test_what_symbols_are_in_one_query(django_assert_num_queries) -> None:
    repo = stored()
    with django_assert_num_queries(1):
        found = selectors.briefs(repo, ["a/main.py#run", "C#/oven.cs#Oven.Heat", "absent", "a/main.py"])
    assert {symbol: (brief.path, brief.qualified) for symbol, brief in found.items()} == {
        "a/main.py": ("a/main.py", "main.py"),
        "a/main.py#run": ("a/main.py", "run"),
        "C#/oven.cs#Oven.Heat": ("C#/oven.cs", "Oven.Heat"),
    }
    assert selectors.briefs(make_repo(), ["a/main.py#run"]) == {}


def test_what_to_read_first_takes_few_queries(django_assert_max_num_queries) -> None:
    repo = stored()
    with django_assert_max_num_queries(4):
        stops = selectors.start_here(repo)
    assert [(stop.why, stop.symbol, stop.count) for stop in stops] == [
        ("entry", "a/main.py", 0),
        ("central", "a/work.py#bake", 3),
    ]
    assert selectors.start_here(make_repo()) == ()


def test_edges_out_of_the_repository_are_followed_only_if_asked() -> None:
    repo = stored()
    near = selectors.near(repo, "a/work.py#bake", depth=2, direction="out", inside_only=True)
    assert list(near.distance) == ["a/work.py#bake", "C#/oven.cs#Oven.Heat", "a/work.py#inner"]
    assert [edge.target for edge in selectors.leaving(repo, near.distance, ["calls"])] == ["System.Console.WriteLine"]
    assert selectors.leaving(repo, near.distance, ["uses"]) == []


def test_a_class_is_near_what_its_methods_are_near(django_assert_max_num_queries) -> None:
    repo = stored()
    oven = make_capsule("C#/oven.cs#Oven", path="C#/oven.cs", kind="class")
    held = facts.Edge(oven.symbol, "contains", "C#/oven.cs#Oven.Heat", 2)
    capsules = [oven, *(make_capsule(symbol) for symbol in ("C#/oven.cs#Oven.Heat", "a/work.py#bake"))]
    services.replace_graph(
        repo=repo, commit_sha=sha("first"), extractor="1", sheet=make_sheet(), capsules=capsules, edges=[*EDGES, held], files=[]
    )
    with django_assert_max_num_queries(2):
        near = selectors.near(repo, oven.symbol, inside_only=True, with_members=True)
    assert [(edge.source, edge.target, edge.line) for edge in near.edges] == [("a/work.py#bake", oven.symbol, 4)]
    assert selectors.near(repo, oven.symbol, inside_only=True).edges == ()
