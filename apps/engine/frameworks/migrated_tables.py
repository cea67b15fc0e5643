"""Tables as migrations leave them, while these are gone through."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Constraint, Place


@dataclass(slots=True)
class Column:
    """`said` are words on it, such as unique or a default; `target` is the table it refers to, "" for none."""

    name: str
    type: str
    place: Place
    said: list[str] = field(default_factory=list)
    is_key: bool = False
    target: str = ""


@dataclass(slots=True)
class Table:
    """`columns` are by name, in the order they came."""

    name: str
    place: Place
    columns: dict[str, Column] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
