"""Fill the fingerprint of every place in a fact, from the texts the facts were found in."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from apps.engine.facts import Place, fingerprint

T = TypeVar("T")


class Fingerprints:
    """Fingerprints places; lines of a text are split once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._lines: dict[str, list[str]] = {}

    def of(self, place: Place) -> Place:
        """The place with its fingerprint, or as it is where its text was not kept."""
        if place.fingerprint or place.path not in self._texts:
            return place
        lines = self._lines.get(place.path)
        if lines is None:
            lines = self._lines[place.path] = self._texts[place.path].split("\n")
        return dataclasses.replace(place, fingerprint=fingerprint(lines, place.line, place.end_line))

    def fill(self, fact: T) -> T:
        """A copy of a dataclass or tuple in which every place, at any (shallow) depth, carries its fingerprint."""
        filled: Any = self._fill(fact)
        return filled  # type: ignore[no-any-return]

    def _fill(self, value: Any) -> Any:
        if isinstance(value, Place):
            return self.of(value)
        if isinstance(value, tuple):
            return tuple(self._fill(item) for item in value)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            changed = {}
            for field in dataclasses.fields(value):
                old = getattr(value, field.name)
                if isinstance(old, (Place, tuple)) or dataclasses.is_dataclass(old):
                    new = self._fill(old)
                    if new is not old and new != old:
                        changed[field.name] = new
            return dataclasses.replace(value, **changed) if changed else value
        return value
