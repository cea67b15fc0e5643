"""The job that gives passages their vectors: it gives way, goes on where it was ended, and is told again of what is left."""

from __future__ import annotations

import django_rq
import msgspec
import pytest

from apps.pipeline import tasks
from apps.pipeline.embedding import embed_passages
from apps.pipeline.names import EMBED_JOB, EMBED_QUEUE, QUEUES, SYNC_QUEUE
from apps.pipeline.recovery import recover
from apps.repos.models import Repo
from apps.repos.services import delete_repo
from apps.search import selectors, services
from apps.search.indexer import DOCUMENT
from apps.search.models import Embedding, IndexedSource, PassageVector
from tests.factories import make_capsule, make_passages, make_repo, make_tenant, make_text, sha

pytestmark = pytest.mark.django_db(transaction=True)

MANY = [make_capsule(f"shop/shelf.py#shelf_{number}", f"def shelf_{number}(): return {number}") for number in range(130)]


@pytest.fixture(autouse=True)
def _empty_queues() -> None:
    for name in QUEUES:
        django_rq.get_queue(name).empty()


def told() -> list[tuple[str, int]]:
    return [(job.func_name, job.args[0]) for job in django_rq.get_queue(EMBED_QUEUE).jobs]


def with_passages(count: int = 3) -> Repo:
    repo = make_repo()
    make_passages(repo, MANY[:count])
    return repo


def vectors_of(repo: Repo) -> int:
    source = IndexedSource.objects.get(repo=repo)
    assert source.vectors == PassageVector.objects.filter(indexed=source).count()
    return source.vectors


def test_the_job_embeds_everything_and_is_done() -> None:
    repo = with_passages()
    tasks.embed_passages(repo.tenant_id)
    assert vectors_of(repo) == 3 and told() == []


def test_the_job_gives_way_to_a_sync_that_waits_and_is_told_to_go_on() -> None:
    repo = with_passages()
    django_rq.get_queue(SYNC_QUEUE).enqueue("apps.pipeline.tasks.sync_repo", 0)
    tasks.embed_passages(repo.tenant_id)
    assert vectors_of(repo) == 0 and told() == [(EMBED_JOB, repo.tenant_id)]


def test_what_was_done_before_an_end_is_kept_and_the_most_central_come_first() -> None:
    repo = make_repo()
    ranked = [
        make_capsule(f"shop/shelf.py#shelf_{number}", f"def shelf_{number}(): ...", rank=number / 10) for number in range(1, 131)
    ]
    make_passages(repo, ranked)
    steps = iter([True, False])
    assert not embed_passages(repo.tenant, lambda: next(steps))
    assert 0 < vectors_of(repo) < 130
    with_vector = PassageVector.objects.filter(indexed__repo=repo).values_list("passage__rank", flat=True)
    assert min(with_vector) >= 6.6
    kept = set(Embedding.objects.values_list("pk", flat=True))
    tasks.embed_passages(repo.tenant_id)
    assert vectors_of(repo) == 130
    assert kept < set(Embedding.objects.values_list("pk", flat=True)) and Embedding.objects.count() == 130


def test_a_document_does_not_wait_behind_all_the_code() -> None:
    repo = make_repo()
    make_passages(repo, [msgspec.structs.replace(capsule, rank=9.0) for capsule in MANY[:64]])
    services.index_document(repo=repo, commit_sha=sha("first"), text=make_text())
    steps = iter([True, False])
    assert not embed_passages(repo.tenant, lambda: next(steps))
    document = IndexedSource.objects.get(repo=repo, source_type=DOCUMENT)
    assert document.vectors == document.passages == 10


def test_two_processes_do_not_embed_the_same() -> None:
    repo = with_passages()
    with services.embedding_lock(repo.tenant_id) as held:
        assert held
        tasks.embed_passages(repo.tenant_id)
    assert vectors_of(repo) == 0


def test_new_vectors_raise_the_generation_of_their_source_alone() -> None:
    repo = with_passages()
    other = make_repo(repo.tenant)
    before = IndexedSource.objects.get(repo=repo).generation
    tasks.embed_passages(repo.tenant_id)
    after = IndexedSource.objects.get(repo=repo).generation
    assert after > before
    make_passages(other, [make_capsule("other.py#other", "def other(): pass")])
    tasks.embed_passages(repo.tenant_id)
    assert IndexedSource.objects.get(repo=repo).generation == after


def test_a_start_of_the_worker_takes_up_passages_without_a_vector() -> None:
    lacking, whole = with_passages(), with_passages()
    tasks.embed_passages(whole.tenant_id)
    recover()
    assert told() == [(EMBED_JOB, lacking.tenant_id)]


def test_a_count_that_is_wrong_is_set_right() -> None:
    repo = with_passages()
    tasks.embed_passages(repo.tenant_id)
    IndexedSource.objects.filter(repo=repo).update(vectors=1)
    tasks.embed_passages(repo.tenant_id)
    assert vectors_of(repo) == 3 and told() == []
    assert selectors.all_tenants_to_embed() == []


def test_vectors_of_a_deleted_repository_leave_the_cache() -> None:
    tenant = make_tenant()
    doomed, kept = make_repo(tenant), make_repo(tenant)
    make_passages(doomed, MANY[:3])
    make_passages(kept, MANY[2:4])
    tasks.embed_passages(tenant.pk)
    assert Embedding.objects.count() == 4
    number = doomed.pk
    delete_repo(repo=doomed)
    tasks.forget_repo(number)
    assert Embedding.objects.count() == 2 and vectors_of(kept) == 2
