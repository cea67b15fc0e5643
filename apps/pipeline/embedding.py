"""Vectors of passages, the most central first, in small steps: each is kept before the next one begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from apps.integrations.embeddings import EmbeddingsUnavailable, embedder
from apps.pipeline.checkpoints import reached
from apps.search import selectors, services

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.integrations.embeddings import Embedder, Vectors
    from apps.search.models import VectorIndex
    from apps.search.selectors import Unembedded
    from apps.tenants.models import Tenant

LOOK_AHEAD = 1_024  # passages that are looked up at once
STEP = 64  # passages that are embedded and kept at once


def embed_passages(tenant: Tenant, go_on: Callable[[], bool]) -> bool:
    """Embed what has no vector yet while `go_on` says so, which is asked before each step; returns whether all have one now.

    Raises `EmbeddingsUnavailable`.
    """
    model = embedder()
    index = services.open_index(tenant=tenant, model=model)
    try:
        return _embed_all(index, model, go_on)
    except EmbeddingsUnavailable as error:
        services.note_problem(index=index, problem=error.message)
        raise


def _embed_all(index: VectorIndex, model: Embedder, go_on: Callable[[], bool]) -> bool:
    while waiting := selectors.passages_without_vector(index, LOOK_AHEAD):
        for start in range(0, len(waiting), STEP):
            if not go_on():
                return False
            _embed(index, model, waiting[start : start + STEP])
            if index.problem:
                services.note_problem(index=index, problem="")
    return services.settle_complete(index=index)


def _embed(index: VectorIndex, model: Embedder, numbers: Sequence[int]) -> None:
    passages = services.attach(index=index, passages=selectors.texts_to_embed(index, numbers, model.window))
    once = list({passage.key: passage for passage in passages}.values())
    if not once:
        return
    vectors = dict(zip((passage.key for passage in once), _vectors(model, once), strict=True))
    reached("embed:before-commit")
    services.store_vectors(index=index, passages=passages, vectors=np.stack([vectors[passage.key] for passage in passages]))
    reached("embed:after-commit")


def _vectors(model: Embedder, passages: Sequence[Unembedded]) -> Vectors:
    """One vector for each passage: the mean of those of its texts, at length 1."""
    found = model.embed([text for passage in passages for text in passage.texts])
    starts = np.cumsum([0, *(len(passage.texts) for passage in passages)])[:-1]
    sums = np.add.reduceat(found, starts, axis=0)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.asarray(sums / np.maximum(lengths, 1e-9), np.float32)
