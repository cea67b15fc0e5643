"""Where a model answers.  The SDK that speaks to it is loaded with the first model: no process without one waits for it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import cast

import msgspec

from apps.integrations.llm.calls import Model


class Connection(msgspec.Struct, frozen=True):
    """Where the server is, and how long one answer may take: `stall` seconds of silence, `total` seconds in all."""

    base_url: str
    key: str
    stall: float = 60.0
    total: float = 300.0

    def __repr__(self) -> str:
        return f"<Connection {self.base_url}>"


@lru_cache(8)
def messages_api(connection: Connection, name: str) -> Model:
    """The model of this name behind that connection.  Shared by all threads; opens nothing before the first call."""
    door = import_module("apps.integrations.llm.anthropic")
    return cast(Model, door.MessagesApi(connection, name))
