"""The lock file of Cargo, which may hold several versions of one package."""

from __future__ import annotations

import re

from apps.engine.manifests.lockfiles.pins import Pin, Versions
from apps.engine.manifests.lockfiles.printed import tables


def cargo(text: str) -> Versions:
    """``Cargo.lock``: the newest version of each name, and the newest that fits each shorter request."""
    found: Versions = {}
    for name, pin in tables(text):
        found[name] = _newer(found.get(name, pin), pin)
        # A request such as "1.2" means the newest 1.x that is locked.
        parts = pin.version.split(".")
        for size in (1, 2, 3):
            prefix = f"{name}@{'.'.join(parts[:size])}"
            found[prefix] = _newer(found.get(prefix, pin), pin)
        fitting = f"{name}@^{compatible(pin.version)}"
        found[fitting] = _newer(found.get(fitting, pin), pin)
    return found


def compatible(version: str) -> str:
    """The part of a version that all share which Cargo takes for one another: up to the first number that is not 0."""
    parts = version.partition("-")[0].partition("+")[0].split(".")
    length = next((at for at, part in enumerate(parts) if part.strip() not in ("0", "")), len(parts) - 1) + 1
    return ".".join(parts[:length])


def _newer(one: Pin, other: Pin) -> Pin:
    return other if _order(other.version) > _order(one.version) else one


def _order(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:4]]
