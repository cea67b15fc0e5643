"""kill -9 to the real process that embeds: what was stored stays and is never embedded again, and no slice is kept in part."""

from __future__ import annotations

import os
import random
import signal
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import django_rq
import pytest
from django.db import connection
from django.db.models import F

from apps.engine.retrieval.vector_texts import vector_key
from apps.pipeline.checkpoints import EMBEDDING
from apps.pipeline.embedding import STEP
from apps.pipeline.names import QUEUES
from apps.pipeline.triggers import request_embedding
from apps.search.models import IndexedSource
from apps.tenants.models import Tenant
from tests.factories import make_capsule, make_passages, make_repo, make_tenant
from tests.flows.processes import Process, children_of, wait_until
from tests.servers.embeddings_api import EmbeddingsServer

pytestmark = pytest.mark.django_db(transaction=True)

SLICES = 5
_STORED = """
SELECT vectors, (SELECT array_agg(key) FROM search_passagevector WHERE indexed_id = s.id), (SELECT array_agg(key) FROM search_embedding)
FROM search_indexedsource AS s WHERE id = %s
"""
KILLS = 15  # of the rig


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as served:
        yield served


class Work:
    """A team with passages of a text each, and workers that embed them by the server."""

    def __init__(self, state: Path, server: EmbeddingsServer, passages: int) -> None:
        for name in QUEUES:
            django_rq.get_queue(name).empty()
        self.tenant: Tenant = make_tenant()
        repo = make_repo(self.tenant)
        names = [f"shelf_{number}" for number in range(passages)]
        make_passages(repo, [make_capsule(f"shop/{name}.py#{name}", f"def {name}(): return 'bread'") for name in names])
        self.source = IndexedSource.objects.get(repo=repo)
        self.passages, self.server, self._state = passages, server, state
        state.mkdir()
        request_embedding(tenant_id=self.tenant.pk)

    def worker(self, **extra: str) -> Process:
        named = {
            "EMBEDDING_URL": self.server.url,
            "EMBEDDING_MODEL": "bge-m3",
            "EMBEDDING_DIMENSIONS": str(self.server.dimensions),
        }
        return Process("worker", state=self._state, **named, **extra)

    def asked_for(self) -> Counter[uuid.UUID]:
        """How often the model was asked for each text, by its key."""
        return Counter(vector_key([text]) for text in self.server.texts)

    def stored(self) -> set[uuid.UUID]:
        """The keys of the vectors that are kept: whole slices, and each is on its passage.  All of one moment."""
        with connection.cursor() as cursor:
            cursor.execute(_STORED, [self.source.pk])
            counted, on_passages, keys = cursor.fetchone()
        kept = set(keys or ())
        assert counted == len(on_passages or ()) == len(kept)
        assert set(on_passages or ()) == kept
        assert len(kept) % STEP == 0 or len(kept) == self.passages, "a part of a slice was kept"
        return kept

    def finish(self) -> None:
        """A worker that nobody kills does the rest."""
        with self.worker() as worker:
            wait_until(lambda: len(self.stored()) == self.passages, 120, f"vectors are missing:\n{worker.output()}")
        assert not IndexedSource.objects.exclude(vectors=F("passages")).exists()


@pytest.mark.parametrize("name", EMBEDDING)
@pytest.mark.parametrize("whole_worker", [False, pytest.param(True, marks=pytest.mark.rig)])
def test_embedding_goes_on_where_it_was_killed(name: str, whole_worker: bool, tmp_path: Path, server: EmbeddingsServer) -> None:
    embedding = Work(tmp_path / "state", server, SLICES * STEP - 7)
    marker = tmp_path / "reached"
    with embedding.worker(CHECKPOINT_STOP=name, CHECKPOINT_FILE=str(marker)) as worker:
        wait_until(marker.exists, 120, f"{name} was not reached:\n{worker.output()}")
        horse = int(marker.read_text())
        if whole_worker:
            worker.process.kill()
            worker.process.wait(10)
        else:
            worker.process.send_signal(signal.SIGSTOP)  # so that it can't go on before we have looked
        os.kill(horse, signal.SIGKILL)
        before = embedding.stored()
        assert len(before) == (STEP if name.endswith("after-commit") else 0)
        worker.kill_group()
    asked = embedding.asked_for()
    assert len(asked) == STEP
    embedding.finish()
    again = embedding.asked_for() - asked
    assert not before & set(again), "a text whose vector was stored was embedded again"
    assert sum(again.values()) == embedding.passages - len(before)


@pytest.mark.rig
def test_embedding_killed_at_any_moment_loses_nothing_and_does_nothing_twice(tmp_path: Path, server: EmbeddingsServer) -> None:
    embedding = Work(tmp_path / "state", server, 40 * STEP)
    server.watch = lambda: time.sleep(0.05)
    moments = random.Random(7)
    killed, at_kills = 0, list[tuple[set[uuid.UUID], Counter[uuid.UUID]]]()
    for _kill in range(KILLS):
        done = len(server.requests)
        with embedding.worker() as worker:
            wait_until(lambda done=done: len(server.requests) > done, 120, f"nothing was embedded:\n{worker.output()}")
            time.sleep(moments.uniform(0, 0.3))
            horses = children_of(worker.process.pid)
            worker.process.send_signal(signal.SIGSTOP)
            for horse in horses:
                os.kill(horse, signal.SIGKILL)
            killed += bool(horses)
            worker.kill_group()
        at_kills.append((embedding.stored(), embedding.asked_for()))
        if len(at_kills[-1][0]) == embedding.passages:
            break
    assert killed > 3
    embedding.finish()
    every = embedding.asked_for()
    for before, asked in at_kills:
        assert not before & set(every - asked), "a text whose vector was stored was embedded again"
    assert sum(every.values()) <= embedding.passages + killed * STEP
