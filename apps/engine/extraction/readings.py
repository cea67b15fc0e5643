"""What reading one file gave, on its way out of the child that read it, and as it is kept."""

from __future__ import annotations

import zlib

import msgspec

from apps.engine.extraction.sharing import share
from apps.engine.facts import FileFacts

_LEVEL = 3  # of zlib: a tenth of the time of the highest for a few per cent of the size


class Reading(msgspec.Struct, frozen=True):
    """What a file holds.  `reason` is "" or why there is no text; `facts` is null where the language is not parsed.

    `digest` is the SHA-256 (hex) of the text, `secrets` pairs of type and line.
    """

    text: str = ""
    digest: str = ""
    encoding: str = ""
    note: str = ""
    reason: str = ""
    language: str = ""
    lines: int = 0
    secrets: tuple[tuple[str, int], ...] = ()
    facts: FileFacts | None = None


def encode_reading(reading: Reading) -> bytes:
    """MessagePack of a reading."""
    return msgspec.msgpack.encode(reading)


def decode_reading(data: bytes) -> Reading:
    """What `encode_reading` made.  Raises `msgspec.DecodeError` where it is something else."""
    reading = msgspec.msgpack.decode(data, type=Reading)
    if reading.facts is not None:
        share(reading.facts)
    return reading


def pack(reading: Reading) -> bytes:
    """A reading without its text, which is found again by its digest."""
    return zlib.compress(encode_reading(with_text(reading, "")), _LEVEL)


def unpack(packed: bytes) -> Reading | None:
    """What `pack` made, or None where it can't be read or says nothing."""
    try:
        reading = decode_reading(zlib.decompress(packed))
    except (zlib.error, msgspec.DecodeError):
        return None
    return reading if reading.digest or reading.reason else None


def with_text(reading: Reading, text: str) -> Reading:
    """The reading with another text."""
    return msgspec.structs.replace(reading, text=text)
