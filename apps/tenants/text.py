"""Texts at the border of PostgreSQL: what it can't store is replaced, what is too long for an index gets a key."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

from apps.engine.facts import show_hidden

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def clean(text: str, limit: int | None = None) -> str:
    """The text with NUL and lone surrogates replaced, cut to `limit` characters."""
    if limit is not None:
        text = text[:limit]
    if text.isascii():
        return text.replace("\0", REPLACEMENT) if "\0" in text else text
    text = text.replace("\0", REPLACEMENT)
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def clean_shown(text: str, limit: int) -> str:
    """The same for what people read in lists: characters that hide or reorder what stands beside them are shown as such."""
    return show_hidden(clean(text, limit))[:limit]


def clean_json(value: Any) -> Any:
    """`clean` for every text in lists, tuples and dictionaries (their keys too), a few levels deep as ours are."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): clean_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean_json(item) for item in value]
    return value


def text_key(*parts: str) -> uuid.UUID:
    """First 128 bits of the SHA-256 of the parts: what unique indexes hold, since a path may be longer than an index allows."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return uuid.UUID(bytes=hashlib.sha256(joined).digest()[:16])
