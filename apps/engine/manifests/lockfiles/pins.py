"""Versions that a lock file holds, each with the lines that say it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pin:
    """A locked version and the lines that name package and version (0 where the text has none)."""

    version: str
    line: int = 0
    end_line: int = 0


# A version under one of three keys: "name", "name@spec" (that very request), "folder\0name" (for that workspace).
Versions = dict[str, Pin]
