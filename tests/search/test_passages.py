"""What is replaced in the index is one source of one tenant, and never more."""

from __future__ import annotations

import msgspec
import pytest

from apps.engine.facts import Capsule
from apps.repos.models import Repo
from apps.search import selectors, services
from apps.search.indexer import CODE, DOCUMENT
from apps.search.models import IndexedSource, Passage
from apps.search.scope import Scope
from tests.factories import make_capsule, make_passages, make_repo, make_tenant, make_text, sha

pytestmark = pytest.mark.django_db

TWO = [make_capsule("shop/main.py#create_order", "def create_order(): ..."), make_capsule("shop/oven.py#bake", "def bake(): ...")]


def anchors(repo: Repo, source_type: str) -> set[str]:
    rows = Passage.objects.filter(indexed__repo=repo, indexed__source_type=source_type)
    return set(rows.values_list("anchor", flat=True))


def index(repo: Repo, capsules: list[Capsule], commit: str = "first") -> services.Replaced:
    return services.index_code(
        repo=repo, commit_sha=sha(commit), capsules=capsules, roles={capsule.path: "code" for capsule in capsules}
    )


def source_of(repo: Repo, source_type: str = CODE) -> IndexedSource:
    return IndexedSource.objects.get(repo=repo, source_type=source_type)


def test_indexing_code_again_leaves_the_document_alone() -> None:
    repo = make_repo()
    services.index_document(repo=repo, commit_sha=sha("first"), text=make_text())
    before = anchors(repo, DOCUMENT)
    index(repo, TWO)
    index(repo, TWO[:1], "second")
    assert len(before) == 10 and anchors(repo, DOCUMENT) == before
    assert anchors(repo, CODE) == {"shop/main.py#create_order"}


def test_a_new_document_of_one_repository_leaves_those_of_the_others_alone() -> None:
    tenant = make_tenant()
    one, other, foreign = make_repo(tenant), make_repo(tenant), make_repo(make_tenant())
    for repo in (one, other, foreign):
        services.index_document(repo=repo, commit_sha=sha("first"), text=make_text(word="bread"))
    services.index_document(repo=one, commit_sha=sha("second"), text=make_text(word="cake"))
    for repo, word in ((one, "cake"), (other, "bread"), (foreign, "bread")):
        assert len(anchors(repo, DOCUMENT)) == 10
        assert word in Passage.objects.get(indexed__repo=repo, anchor="purpose").text


def test_the_same_again_writes_nothing() -> None:
    repo = make_repo()
    assert index(repo, TWO) == services.Replaced(added=2, moved=0, removed=0, kept=0)
    rows, generation = set(Passage.objects.values_list("pk", "record")), source_of(repo).generation
    assert index(repo, TWO) == services.Replaced(added=0, moved=0, removed=0, kept=2)
    assert set(Passage.objects.values_list("pk", "record")) == rows
    assert source_of(repo).generation == generation


def test_what_moved_keeps_its_number_and_what_changed_gets_another() -> None:
    repo = make_repo()
    index(repo, TWO)
    numbers = dict(Passage.objects.values_list("anchor", "pk"))
    moved = msgspec.structs.replace(TWO[0], line=9, start_line=9, end_line=10, rank=4.0)
    changed = make_capsule("shop/oven.py#bake", "def bake(): return 1")
    assert index(repo, [moved, changed], "second") == services.Replaced(added=1, moved=1, removed=1, kept=0)
    main, oven = (Passage.objects.get(anchor=capsule.symbol) for capsule in TWO)
    assert (main.pk, main.line, main.end_line, main.rank) == (numbers[main.anchor], 9, 10, 4.0)
    assert oven.pk != numbers[oven.anchor] and oven.text == "def bake(): return 1"
    assert index(repo, [moved, changed], "second").kept == 2


def test_a_source_tells_its_commit_its_size_and_its_generation() -> None:
    repo = make_repo()
    index(repo, TWO)
    first = source_of(repo)
    assert (first.commit_sha, first.passages, first.source) == (sha("first"), 2, str(repo.pk)) and first.indexed_at is not None
    index(repo, TWO[:1], "second")
    second = source_of(repo)
    assert (second.commit_sha, second.passages) == (sha("second"), 1) and second.generation > first.generation
    index(repo, TWO[:1], "third")
    third = source_of(repo)
    assert third.commit_sha == sha("third") and third.generation == second.generation, "nothing that was answered is stale"


def test_a_repository_is_indexed_when_code_and_document_are_of_the_commit() -> None:
    repo = make_repo()
    index(repo, TWO)
    assert not selectors.is_indexed(repo, sha("first"))
    services.index_document(repo=repo, commit_sha=sha("first"), text=make_text())
    assert selectors.is_indexed(repo, sha("first")) and not selectors.is_indexed(repo, sha("second"))
    IndexedSource.objects.update(indexer="earlier")
    assert not selectors.is_indexed(repo, sha("first"))


def test_a_scope_names_the_sources_a_search_looks_into() -> None:
    tenant = make_tenant()
    one, other, foreign = make_repo(tenant), make_repo(tenant), make_repo(make_tenant())
    for repo in (one, other, foreign):
        make_passages(repo)
        services.index_document(repo=repo, commit_sha=sha("first"), text=make_text())

    def found(**values: object) -> set[tuple[int | None, str]]:
        return {(source.repo_id, source.source_type) for source in selectors.indexed_sources(tenant, Scope(**values))}

    assert found() == {(repo.pk, kind) for repo in (one, other) for kind in (CODE, DOCUMENT)}
    assert found(repos=(one.pk, foreign.pk), source_types=(CODE,)) == {(one.pk, CODE)}
    assert found(repos=()) == set()


def test_what_postgresql_cannot_store_is_replaced_and_comes_back_unchanged() -> None:
    repo = make_repo()
    odd = [make_capsule("a\ud800.py#f\0", "x = '\0\udfff'")]
    assert index(repo, odd).added == 1
    assert "\0" not in Passage.objects.get().anchor
    assert index(repo, odd).kept == 1


def test_a_deleted_repository_takes_its_passages_with_it() -> None:
    repo, other = make_repo(), make_repo()
    make_passages(repo)
    make_passages(other)
    repo.delete()
    assert set(Passage.objects.values_list("indexed__repo_id", flat=True)) == {other.pk}
