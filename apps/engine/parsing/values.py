"""What builders of structured values share: the caps, and the fast test for a dotted name."""

from __future__ import annotations

import re

LEVELS = 8
ITEMS = 2000
# JavaScript names may hold $ and private names start with #; optional chaining counts as a plain step.
SCRIPT_DOTTED = re.compile(r"(?:[^\W\d]|\$)[\w$]*(?:\??\.#?(?:[^\W\d]|\$)[\w$]*)*").fullmatch


class Budget:
    """Counts the items of one value; `cut` tells that something below was cut short."""

    __slots__ = ("cut", "left")

    def __init__(self) -> None:
        self.left = ITEMS
        self.cut = False

    def take(self, level: int) -> bool:
        """Whether one more value at `level` fits."""
        if self.left <= 0 or level > LEVELS:
            self.cut = True
            return False
        self.left -= 1
        return True


def head(name: str) -> str:
    """First part of a dotted name."""
    return name.partition(".")[0]
