"""A console with rows of every kind in it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from apps.codegraph import services as codegraph
from apps.engine.extraction.readings import Reading
from apps.engine.facts import FileFacts
from apps.integrations.encryption import new_key
from apps.repos.models import Repo
from apps.search import services as search
from apps.search.events import Asker
from apps.search.models import Embedding, EmbeddingModel, Passage, PassageVector, SearchSettings, VectorIndex
from apps.search.scope import EVERYWHERE
from apps.tenants.models import GitCredential, Tenant, UsageEntry, User
from apps.tenants.services import set_budget
from tests.factories import (
    make_commit,
    make_credential,
    make_member,
    make_operator,
    make_passages,
    make_repo,
    make_sync,
    make_tenant,
    make_token,
    make_version,
    sha,
)

TOKEN = "ghp_CANARY0123456789abcdef"


@dataclass(frozen=True)
class Console:
    """The operator signed in, and what there is to see."""

    client: Client
    operator: User
    tenant: Tenant
    credential: GitCredential
    repo: Repo


def _ask(tenant: Tenant, asker: User) -> None:
    question = search.open_question(tenant=tenant, text="How is bread sold?", scope=EVERYWHERE, asker=Asker(user_id=asker.pk))
    search.close_question(question=question, outcome="answered", answer="By the loaf.", generator="passages")
    search.give_feedback(question=question, user=asker, verdict="down", reason="By weight.")


def _embed(tenant: Tenant) -> None:
    """The vector of one passage, as a model of three dimensions gives it."""
    model = EmbeddingModel.objects.create(name="small", dimensions=3)
    VectorIndex.objects.create(tenant=tenant, model=model, is_current=True)
    passage = Passage.objects.filter(tenant=tenant).earliest("pk")
    given = {"tenant": tenant, "model": model, "key": passage.digest, "vector": [0.5, 0.25, 0.125]}
    Embedding.objects.create(**given)
    PassageVector.objects.create(indexed=passage.indexed, passage=passage, **given)


@pytest.fixture
def console(db: None, settings: Any) -> Console:
    settings.CREDENTIAL_KEYS = [new_key()]
    tenant = make_tenant("bakers")
    ada = make_member(tenant, "owner", "ada")
    credential = make_credential(tenant, TOKEN, name="ci")
    repo = make_repo(tenant, "shop", credential=credential)
    make_version(repo)
    make_commit(repo, "a")
    make_sync(repo, "done")
    make_sync(repo, "failed")
    make_sync(repo, "running")
    codegraph.store_analyses(
        tenant_id=tenant.pk,
        extractor="1",
        items=[((sha("x"), "x.py"), Reading("x = 1", sha("x"), facts=FileFacts("x.py", "Python")))],
    )
    make_passages(repo)
    SearchSettings.objects.create(tenant=tenant)
    _ask(tenant, ada)
    _embed(tenant)
    set_budget(tenant=tenant, month_dollars=Decimal(5), call_dollars=None)
    UsageEntry.objects.create(tenant=tenant, purpose="question", model="claude-opus-5-5", reserved=1)
    operator = make_operator()
    make_token(tenant, operator)
    client = Client()
    client.force_login(operator)
    return Console(client, operator, tenant, credential, repo)
