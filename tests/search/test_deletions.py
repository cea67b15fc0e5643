"""What is deleted goes as a whole, also while vectors are being made of it and questions asked."""

from __future__ import annotations

import pytest

from apps.pipeline.embedding import embed_passages
from apps.repos import services as repos
from apps.repos.models import Repo
from apps.search.events import Asker
from apps.search.models import IndexedSource, PassageVector, Question
from apps.search.scope import EVERYWHERE
from apps.search.services import open_question
from apps.tenants import services as tenants
from apps.tenants.models import AuditEvent, Tenant
from apps.tenants.removal import ATTEMPTS, StillWritten, delete_beside_writers
from tests import factories
from tests.threads import before_the_statement, together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def repo() -> Repo:
    repo = factories.make_repo(factories.make_tenant("bakers"), "shop")
    factories.make_passages(repo)
    embed_passages(repo.tenant, lambda: True)
    return repo


def test_a_repository_goes_while_its_passages_get_their_vectors(repo: Repo) -> None:
    factories.make_passages(repo, [factories.make_capsule(f"shop/oven.py#bake_{number}") for number in range(3)], "second")
    with before_the_statement('DELETE FROM "search_passage"', lambda: embed_passages(repo.tenant, lambda: True)) as met:
        repos.delete_repo(repo=repo)
    assert met
    assert not Repo.objects.exists() and not IndexedSource.objects.exists() and not PassageVector.objects.exists()
    assert AuditEvent.objects.filter(action="repository.deleted").count() == 1


def test_a_team_goes_while_it_asks(repo: Repo) -> None:
    def ask() -> None:
        open_question(tenant=repo.tenant, text="bread?", scope=EVERYWHERE, asker=Asker())

    with before_the_statement('DELETE FROM "tenants_tenant"', ask) as met:
        tenants.delete_tenant(tenant=repo.tenant)
    assert met
    assert not Tenant.objects.exists() and not Question.objects.exists()


def test_what_is_written_again_and_again_is_not_deleted_and_nothing_is_lost(repo: Repo) -> None:
    attempts: list[int] = []

    def delete() -> None:
        attempts.append(1)
        IndexedSource.objects.filter(tenant=repo.tenant)._raw_delete("default")

    with pytest.raises(StillWritten):
        delete_beside_writers(repo.tenant_id, delete)
    assert len(attempts) == ATTEMPTS
    assert together(1, lambda _number: IndexedSource.objects.count()) == [1]
