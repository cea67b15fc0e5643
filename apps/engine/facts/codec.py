"""The one way to and from bytes: canonical JSON, in one fixed order.

Strings may hold lone surrogates only if they came that way; `encode` refuses them, so texts are cleaned at the boundary.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(facts: Any) -> bytes:
    """Canonical JSON of a dataclass, tuple or dict of facts."""
    return _ENCODER.encode(facts)


def decode(data: bytes | str, kind: type[T]) -> T:
    """The facts of type `kind` in `data`; raises `msgspec.ValidationError` where it does not fit."""
    return msgspec.json.decode(data, type=kind)


def digest(facts: Any) -> str:
    """SHA-256 (hex) of the canonical JSON."""
    return hashlib.sha256(encode(facts)).hexdigest()
