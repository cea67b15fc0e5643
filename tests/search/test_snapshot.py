"""While a repository is indexed anew, every answer speaks of one commit: the old one, as a whole, or the new one."""

from __future__ import annotations

import pytest

from apps.codegraph import services as codegraph
from apps.engine import facts
from apps.repos.models import Repo
from apps.search import context as contexts
from apps.search.ask import ask
from apps.search.events import Asker, Finished, Started
from apps.search.retrieve import retrieve
from apps.tenants.context import tenant_scope
from tests import factories
from tests.threads import before_the_statement

pytestmark = pytest.mark.django_db(transaction=True)


def capsules(commit: str, lines_above: int) -> list[facts.Capsule]:
    return [
        factories.make_capsule(
            f"shop/oven.py#bake_{name}",
            f'def bake_{name}(dough):\n    """Bakes {name} by the {commit} recipe."""\n    return dough',
            line=lines_above + at,
            start_line=lines_above + at,
            end_line=lines_above + at + 2,
            docstring=f"Bakes {name} by the {commit} recipe.",
        )
        for at, name in ((1, "bread"), (11, "cake"))
    ]


def publish(repo: Repo, commit: str, lines_above: int) -> None:
    found = capsules(commit, lines_above)
    with tenant_scope(repo.tenant_id):
        codegraph.replace_graph(
            repo=repo,
            commit_sha=factories.sha(commit),
            extractor="1",
            sheet=factories.make_sheet(),
            capsules=found,
            edges=[facts.Edge(found[0].symbol, "calls", found[1].symbol, lines_above + 3)],
            files=[factories.make_file_row("shop/oven.py")],
        )
        factories.make_passages(repo, found, commit)


@pytest.fixture
def repo() -> Repo:
    repo = factories.make_repo(factories.make_tenant("bakers"), "shop")
    publish(repo, "first", 0)
    return repo


@pytest.mark.parametrize("table", ["search_termpostings", "search_passage", "repos_repo"])
def test_a_search_gives_texts_and_lines_of_the_commit_it_names(repo: Repo, table: str) -> None:
    with before_the_statement(table, lambda: publish(repo, "second", 40)) as met:
        found = retrieve(repo.tenant, "recipe of bread")
    assert met
    assert {source.commit for source in found.sources} == {factories.sha("first")}
    assert [(hit.line, "first recipe" in hit.text) for hit in found.hits if hit.title == "bake_bread"] == [(1, True)]
    after = retrieve(repo.tenant, "recipe of bread")
    assert {source.commit for source in after.sources} == {factories.sha("second")}
    assert [(hit.line, "second recipe" in hit.text) for hit in after.hits if hit.title == "bake_bread"] == [(41, True)]


@pytest.mark.parametrize(
    ("task", "table"),
    [
        ("code_query", "codegraph_capsule"),
        ("code_query", "search_termpostings"),
        ("refactor", "codegraph_capsule"),
        ("refactor", "codegraph_edge"),
        ("search", "codegraph_capsule"),
    ],
)
def test_a_context_takes_graph_and_passages_of_one_commit(repo: Repo, task: str, table: str) -> None:
    with before_the_statement(table, lambda: publish(repo, "second", 40)) as met:
        made = contexts.context(repo.tenant, "bake_bread", task=task)
    assert met
    assert {(one.commit, one.line > 40) for one in made.citations} == {(factories.sha("first"), False)}
    assert "second recipe" not in made.text
    after = contexts.context(repo.tenant, "bake_bread", task=task)
    assert {(one.commit, one.line > 40) for one in after.citations} == {(factories.sha("second"), True)}
    assert "first recipe" not in after.text


def test_an_answer_is_of_one_commit(repo: Repo) -> None:
    with before_the_statement("search_termpostings", lambda: publish(repo, "second", 40)) as met:
        events = list(ask(repo.tenant, "who calls bake_cake", asker=Asker()))
    assert met
    started, finished = events[0], events[-1]
    assert isinstance(started, Started) and isinstance(finished, Finished)
    assert {source.commit for source in started.sources} == {factories.sha("first")}
    assert {(one.commit, one.line > 40) for one in finished.citations} == {(factories.sha("first"), False)}
