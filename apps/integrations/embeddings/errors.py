from __future__ import annotations

from apps.engine.errors import OwnerError


class EmbeddingsUnavailable(OwnerError):
    """The model can't be used now.  `is_lasting`: it will not mend itself; somebody has to change a setting."""

    code = "embeddings:unavailable"

    def __init__(self, message: str, *, is_lasting: bool = False) -> None:
        super().__init__(message)
        self.is_lasting = is_lasting
