from __future__ import annotations

from apps.engine.errors import OwnerError


class EmbeddedError(OwnerError):
    """A server or process of ours can't be started; the message says why and what to do."""

    code = "embedded:not-started"
