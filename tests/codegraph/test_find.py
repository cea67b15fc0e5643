"""Symbols are found by what a person remembers of them."""

from __future__ import annotations

import pytest

from apps.codegraph import selectors, services
from apps.codegraph.selectors.find import FOUND
from apps.repos.models import Repo
from tests import factories


def stored(repo: Repo, *symbols: str, ranks: dict[str, float] | None = None, kinds: dict[str, str] | None = None) -> None:
    given, told = ranks or {}, kinds or {}
    capsules = [factories.make_capsule(item, rank=given.get(item, 0.0), kind=told.get(item, "function")) for item in symbols]
    services.replace_graph(
        repo=repo,
        commit_sha=factories.sha("c"),
        extractor="1",
        sheet=factories.make_sheet(),
        capsules=capsules,
        edges=[],
        files=[],
    )


def found(repo: Repo, text: str) -> list[str]:
    return [brief.symbol for brief in selectors.find_symbols(repo, text).briefs]


@pytest.fixture
def repo(db: None) -> Repo:
    return factories.make_repo(factories.make_tenant("bakers"), "shop")


def test_the_whole_name_comes_first_then_its_beginning_then_the_rest(repo: Repo) -> None:
    stored(repo, "a/bake.py#run", "a/x.py#Oven.bake", "a/x.py#bakery", "a/x.py#rebake", ranks={"a/x.py#rebake": 0.9})
    assert found(repo, "bake") == ["a/x.py#Oven.bake", "a/x.py#bakery", "a/x.py#rebake", "a/bake.py#run"]


def test_names_with_what_they_stand_in_as_languages_write_them(repo: Repo) -> None:
    stored(repo, "a/x.py#Oven.bake", "a/x.py#Grill.bake", "b/oven.py#bake")
    for text in ("Oven.bake", "oven::bake", "Oven->bake", "a/x.py#Oven.bake", "x.py Oven.bake"):
        assert found(repo, text) == ["a/x.py#Oven.bake"], text
    assert found(repo, "oven bake") == ["a/x.py#Oven.bake", "b/oven.py#bake"]
    assert found(repo, "b/oven.py") == ["b/oven.py#bake"]


def test_of_two_alike_the_one_much_leads_to_comes_first_and_prose_last(repo: Repo) -> None:
    stored(
        repo, "a.py#bake", "b.py#bake", "README.md#Bake", "z.py#unbaked", ranks={"b.py#bake": 0.5}, kinds={"README.md#Bake": "document"}
    )  # fmt: skip
    assert found(repo, "BAKE") == ["b.py#bake", "a.py#bake", "z.py#unbaked", "README.md#Bake"]


def test_marks_of_patterns_are_letters(repo: Repo) -> None:
    stored(repo, "a.py#one_two", "a.py#oneXtwo", "a.py#full%", "a.py#back\\slash")
    assert found(repo, "one_two") == ["a.py#one_two"]
    assert found(repo, "%") == ["a.py#full%"]
    assert found(repo, "\\") == ["a.py#back\\slash"]


@pytest.mark.parametrize(
    "text", ["", "   ", "'; DROP TABLE x; --", "a" * 10_000, "x " * 5_000, "....", "###", "::", "‮bake", "%%%", "日本"]
)
def test_odd_words_find_nothing(repo: Repo, text: str) -> None:
    stored(repo, "a.py#bake")
    assert found(repo, text) == []


def test_an_answer_is_short_and_says_so(repo: Repo, django_assert_num_queries) -> None:
    stored(repo, *(f"a.py#bake{number:03}" for number in range(FOUND + 1)))
    with django_assert_num_queries(2):
        many = selectors.find_symbols(repo, "bake")
    assert len(many.briefs) == FOUND and many.is_cut
    assert not selectors.find_symbols(repo, "bake00").is_cut


def test_nothing_of_another_repository_is_found(repo: Repo) -> None:
    stored(repo, "a.py#bake")
    other = factories.make_repo(factories.make_tenant("butchers"), "shop")
    beside = factories.make_repo(repo.tenant, "other")
    assert found(other, "bake") == [] and found(beside, "bake") == []
