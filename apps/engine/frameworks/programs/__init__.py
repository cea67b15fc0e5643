"""Where programs of any kind start."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.programs import by_place, compiled, interpreted

__all__ = ["find"]


def find(code: Code) -> Found:
    """Entry points that the languages themselves show, and files that start a program by where they stand."""
    found = Found()
    interpreted.find(code, found)
    compiled.find(code, found)
    by_place.find(code, found)
    return found
