"""What is asked of a model, and what comes back.  No provider's types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec


class Prompt(msgspec.Struct, frozen=True):
    """One call: `system` are our instructions, `text` holds what the model is to work on.  It gets no tools."""

    system: str
    text: str
    max_tokens: int


class Usage(msgspec.Struct, frozen=True):
    """Tokens of one call.  `input` is all that was read: those from the cache and those written to it are among them."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_written: int = 0


class Writing(Protocol):
    """A model's answer while it is written.  The text is whole once the pieces end without an error."""

    def __iter__(self) -> Iterator[str]:
        """The text in pieces.  Raises `LlmError` for every end that is not a clean one; what came before it is then a part."""
        ...

    @property
    def usage(self) -> Usage:
        """As the provider told so far; after the end, all of it."""
        ...

    @property
    def is_settled(self) -> bool:
        """Whether the provider told the final usage."""
        ...

    @property
    def request_id(self) -> str:
        """The provider's name of the call, "" if it gave none."""
        ...

    def close(self) -> None:
        """End the connection.  Harmless at any time."""
        ...


class Model(Protocol):
    """A model of one provider."""

    @property
    def name(self) -> str:
        """As configured: it is what prices and ledger know."""
        ...

    def count(self, prompt: Prompt) -> int:
        """Input tokens of the prompt, as the provider counts them; a ceiling where it can't.  Raises `LlmError`."""
        ...

    def write(self, prompt: Prompt) -> Writing:
        """Begin.  Raises `LlmError` where the provider refuses the call."""
        ...
