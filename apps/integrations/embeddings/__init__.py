"""Texts to vectors: the model on this machine, or one behind an interface."""

from apps.integrations.embeddings.configured import embedder, embedder_named, prepare_models
from apps.integrations.embeddings.errors import EmbeddingsUnavailable
from apps.integrations.embeddings.local import LocalEmbedder
from apps.integrations.embeddings.protocol import Embedder, Vectors

__all__ = ["Embedder", "EmbeddingsUnavailable", "LocalEmbedder", "Vectors", "embedder", "embedder_named", "prepare_models"]
