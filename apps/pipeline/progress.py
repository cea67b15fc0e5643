"""How long work tells how far it is.  One Protocol; a sync writes to its row, a command to the terminal, a test to a list."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """`done` of `total` items of the step (total 0 = not known yet); `note` is one short phrase."""

    def update(self, step: str, done: int, total: int, note: str = "") -> None: ...
