"""What every embedding model is to the rest of the product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]


class Embedder(Protocol):
    """Texts → vectors.  Safe to use from several threads."""

    @property
    def name(self) -> str:
        """Version of the model: equal names give equal vectors.  Part of the keys of caches; at most 120 characters."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    @property
    def window(self) -> int:
        """Tokens of a text that the model reads; what follows them is cut."""

    @property
    def is_far(self) -> bool:
        """Whether a network lies between: whoever asks holds nothing that others may need while the answer is under way."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """An array (texts, dimensions), each row at length 1.  Raises `EmbeddingsUnavailable`."""
