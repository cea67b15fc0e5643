"""The embedding models that the settings name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

from apps.integrations.embeddings.api import ApiEmbedder
from apps.integrations.embeddings.files import prepare_graph
from apps.integrations.embeddings.local import LocalEmbedder
from apps.integrations.embeddings.protocol import Embedder


def embedder() -> Embedder:
    """The configured model: one object per process, which loads what it needs at its first use."""
    if settings.EMBEDDING_URL:
        return _api(
            settings.EMBEDDING_URL, settings.EMBEDDING_MODEL, settings.EMBEDDING_KEY, settings.EMBEDDING_DIMENSIONS,
            settings.EMBEDDING_WINDOW,
        )  # fmt: skip
    return _local(Path(settings.MODELS_DIR))


def embedder_named(name: str) -> Embedder | None:
    """The model that made vectors of this name, if the settings still reach it."""
    return next((model for model in (embedder(), _local(Path(settings.MODELS_DIR))) if model.name == name), None)


def prepare_models() -> None:
    """Make the model of this machine ready, once.  Raises `EmbeddingsUnavailable`."""
    prepare_graph(Path(settings.MODELS_DIR))


@cache
def _local(folder: Path) -> LocalEmbedder:
    return LocalEmbedder(folder)


@cache
def _api(url: str, model: str, key: str, dimensions: int, window: int) -> ApiEmbedder:
    return ApiEmbedder(url, model, key, dimensions, window=window)
