"""A limit on failed sign-ins, by name and by address, so that passwords can't be tried out."""

from __future__ import annotations

import hashlib

from apps.tenants import limits

WINDOW = 15 * 60  # seconds
PER_NAME = 10
PER_ADDRESS = 50


def is_blocked(name: str, address: str) -> bool:
    """Whether too many sign-ins with this name, or from this address, failed within the last quarter of an hour."""
    return any((limits.counted(key) or 0) >= most for key, most in _limits(name, address).items())


def note_failure(name: str, address: str) -> None:
    """Count a failed sign-in."""
    for key in _limits(name, address):
        limits.count(key, WINDOW)


def forget(name: str, address: str) -> None:
    """A sign-in that worked clears the count of its name."""
    limits.forget(next(iter(_limits(name, address))))


def _limits(name: str, address: str) -> dict[str, int]:
    digest = hashlib.sha256(name.strip().casefold().encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return {f"sign-in:name:{digest}": PER_NAME, f"sign-in:address:{address}": PER_ADDRESS}
