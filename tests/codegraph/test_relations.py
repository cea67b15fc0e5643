"""Several capsules at once: what is said of each is what its own page says."""

from __future__ import annotations

import msgspec
import pytest

from apps.codegraph import selectors, services
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.repos.models import Repo
from tests import factories
from tests.codegraph.test_capsule_view import stored

pytestmark = pytest.mark.django_db


def every_symbol(repo: Repo, capsules: tuple[facts.Capsule, ...]) -> list[selectors.Symbol]:
    return [(repo.pk, capsule.symbol) for capsule in capsules]


def test_of_every_capsule_what_the_whole_graph_tells():
    repo, capsules, edges = stored()
    judge = CallerJudge(capsules, GraphIndex(edges), surroundings_of(factories.make_sheet()))
    symbols = every_symbol(repo, capsules)
    found = selectors.relations_of(repo.tenant, symbols, selectors.outlines(repo.tenant, [repo.pk]), bodies=symbols[:1])
    assert set(found) == set(symbols)
    verdicts = set()
    for capsule in capsules:
        tied = found[repo.pk, capsule.symbol]
        assert tied.verdict == judge.judge(capsule)
        assert tied.callers == tuple(dict.fromkeys(edge.source for edge in judge.callers(capsule)))
        assert tied.caller_count == len(tied.callers)
        out = [edge for edge in edges if edge.source == capsule.symbol and edge.kind in ("calls", "tests")]
        assert set(tied.callees) == {edge.target for edge in out if not edge.is_external}
        assert set(tied.outside) == {edge.target for edge in out if edge.is_external}
        assert tied.capsule.body == (capsule.body if capsule is capsules[0] else "")
        verdicts.add(tied.verdict.verdict if tied.verdict else "")
    assert verdicts == {"", "found", "none", "unknown"}


def test_repositories_with_the_same_symbols_are_not_mixed_up():
    repo, capsules, _edges = stored()
    other = factories.make_repo(repo.tenant)
    copies = [msgspec.structs.replace(capsule, unresolved=()) for capsule in capsules]
    services.replace_graph(
        repo=other,
        commit_sha=factories.sha("x"),
        extractor="1",
        sheet=factories.make_sheet(),
        capsules=copies,
        edges=[],
        files=[],
    )
    symbols = [*every_symbol(repo, capsules), *every_symbol(other, capsules)]
    found = selectors.relations_of(repo.tenant, symbols, selectors.outlines(repo.tenant, [repo.pk, other.pk]), bodies=())
    alone = selectors.relations_of(
        repo.tenant, every_symbol(repo, capsules), selectors.outlines(repo.tenant, [repo.pk]), bodies=()
    )
    assert {key: tied for key, tied in found.items() if key[0] == repo.pk} == alone
    assert all(not tied.callers and not tied.callees for key, tied in found.items() if key[0] == other.pk)
    stranger = factories.make_tenant()
    assert selectors.relations_of(stranger, symbols, {}, bodies=symbols) == {}
    assert selectors.outlines(stranger, [repo.pk]) == {}


def test_of_many_callers_the_first_are_read_and_all_are_counted(django_assert_num_queries):
    repo = factories.make_repo()
    target = factories.make_capsule("a.py#f")
    edges = [facts.Edge(f"b.py#c{at:04}", "calls", "a.py#f", line) for at in range(selectors.MOST_ENDS + 40) for line in (1, 2)]
    services.replace_graph(
        repo=repo, commit_sha=factories.sha("x"), extractor="1", sheet=factories.make_sheet(), capsules=[target], edges=edges, files=[]
    )  # fmt: skip
    with django_assert_num_queries(5):
        found = selectors.relations_of(repo.tenant, [(repo.pk, "a.py#f")], {}, bodies=())
    tied = found[repo.pk, "a.py#f"]
    assert len(tied.callers) == selectors.MOST_ENDS and tied.caller_count == selectors.MOST_ENDS + 40


def test_callers_out_of_tests_are_counted_with_the_others_each_once():
    repo = factories.make_repo()
    capsules = [factories.make_capsule("a.py#f"), factories.make_capsule("a.py#g")]
    some, many = selectors.MOST_ENDS // 2, selectors.MOST_ENDS + 40
    edges = [facts.Edge(f"b.py#c{at:04}", "calls", "a.py#f", 1) for at in range(some)]
    edges += [facts.Edge(f"t/test_b.py#c{at:04}", "tests", "a.py#f", 1) for at in range(many)]
    edges += [facts.Edge("t/test_b.py#c0001", "calls", "a.py#f", 2)]
    edges += [facts.Edge("a.py#g", "calls", f"c.py#d{at:04}", 1) for at in range(many)]
    edges += [facts.Edge("a.py#g", "calls", f"os.d{at:04}", 1, is_external=True) for at in range(many + 9)]
    services.replace_graph(
        repo=repo, commit_sha=factories.sha("x"), extractor="1", sheet=factories.make_sheet(), capsules=capsules, edges=edges, files=[]
    )  # fmt: skip
    symbols = [(repo.pk, "a.py#f"), (repo.pk, "a.py#g")]
    found = selectors.relations_of(repo.tenant, symbols, {}, bodies=())
    view = selectors.capsule_view(repo, "a.py#f")
    assert view is not None
    assert found[symbols[0]].caller_count == view.lists["callers"].ends == some + many
    assert found[symbols[1]].callee_count == many


def test_a_graph_that_is_behind_says_so_and_folders_are_counted():
    repo = factories.make_repo()
    files = tuple(facts.FileEntry(path, "Python", 1) for path in ("a.py", "shop/b.py", "shop/far/c.py"))
    services.replace_graph(
        repo=repo, commit_sha=factories.sha("x"), extractor="1", sheet=factories.make_sheet(files=files),
        capsules=[factories.make_capsule("a.py#f")], edges=[], files=[],
    )  # fmt: skip
    outline = selectors.outlines(repo.tenant, [repo.pk])[repo.pk]
    assert outline.folders == {"": 3, "shop": 2, "shop/far": 1} and not outline.surroundings.is_behind
    behind = selectors.outlines(repo.tenant, [repo.pk], behind=[repo.pk])
    tied = selectors.relations_of(repo.tenant, [(repo.pk, "a.py#f")], behind, bodies=())[repo.pk, "a.py#f"]
    assert tied.verdict is not None and "behind" in {reason.kind for reason in tied.verdict.reasons}


def test_what_a_file_defines_by_line():
    repo, _capsules, _edges = stored()
    found = selectors.contents_of(repo.tenant, {(repo.pk, "shop/main.py"), (repo.pk, "tests/test_run.py")}, 100)
    assert [item.symbol for item in found[repo.pk, "tests/test_run.py"]] == [
        "tests/test_run.py#helper",
        "tests/test_run.py#test_run",
    ]
    assert set(found) == {(repo.pk, "shop/main.py"), (repo.pk, "tests/test_run.py")}
