"""The two families of errors, with stable codes.

`OwnerError` is for what the owner of a repository (or the operator) can mend: the code names the cause, the message is one
plain sentence that says what happened and what to do.  `InternalError` is for our own mistakes.
"""

from __future__ import annotations


class RepoloreError(Exception):
    """Base of both families.  `code` is stable and made of `family:cause`, `message` is safe to show (no secrets)."""

    code = "internal:unexpected"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return self.message


class OwnerError(RepoloreError):
    """The repository, its address, its credential or a limit: something its owner or the operator can change."""

    code = "source:unusable"


class LimitExceeded(OwnerError):
    """A limit was met.  The message names the limit, what was found and what is allowed."""

    code = "source:too-large"

    def __init__(self, limit: str, found: int, allowed: int, unit: str = "") -> None:
        suffix = f" {unit}" if unit else ""
        more = "at least " if found == allowed + 1 else ""
        super().__init__(f"{limit} is over its limit: {more}{found:,}{suffix} found, {allowed:,}{suffix} allowed.")
        self.limit, self.found, self.allowed = limit, found, allowed


class InternalError(RepoloreError):
    """A mistake of ours: an invariant that does not hold."""

    code = "internal:unexpected"
