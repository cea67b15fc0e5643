"""The events of a streamed answer of the Messages API, read strictly: what has another shape is no event."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.integrations.llm.calls import Usage


class Counts(msgspec.Struct, frozen=True):
    """Numbers of tokens as sent; the input tokens are those that have nothing to do with the cache.  All are totals so far."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None

    def over(self, before: Counts) -> Counts:
        """These numbers, with those before where there is no new one."""
        return Counts(
            *(
                new if new is not None else old
                for new, old in zip(msgspec.structs.astuple(self), msgspec.structs.astuple(before), strict=True)
            )
        )

    def usage(self) -> Usage:
        """What is paid for."""
        read, written = self.cache_read_input_tokens or 0, self.cache_creation_input_tokens or 0
        return Usage((self.input_tokens or 0) + read + written, self.output_tokens or 0, read, written)


class Message(msgspec.Struct, frozen=True):
    usage: Counts


class MessageStart(msgspec.Struct, frozen=True):
    message: Message


class Delta(msgspec.Struct, frozen=True):
    type: str
    text: str = ""


class BlockDelta(msgspec.Struct, frozen=True):
    delta: Delta


class Stop(msgspec.Struct, frozen=True):
    stop_reason: str | None = None


class MessageDelta(msgspec.Struct, frozen=True):
    delta: Stop
    usage: Counts = Counts()


class Fault(msgspec.Struct, frozen=True):
    type: str = ""


class FaultEvent(msgspec.Struct, frozen=True):
    error: Fault = Fault()


EVENTS: dict[str, type[Any]] = {
    "message_start": MessageStart,
    "content_block_delta": BlockDelta,
    "message_delta": MessageDelta,
    "error": FaultEvent,
}
