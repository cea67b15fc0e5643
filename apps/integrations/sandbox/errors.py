"""What is wrong with the sandbox itself, as opposed to a payload."""

from __future__ import annotations

from apps.engine.errors import InternalError


class SandboxError(InternalError):
    """A child can't be started, a function can't be found, or a pool is used the wrong way."""

    code = "internal:sandbox"
