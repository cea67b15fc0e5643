"""One file's bytes → its text with secrets replaced, and its facts.  Runs in a child process that may be killed.

Nothing of a file is kept before `replace_secrets` has seen it, so facts, stored texts and documents hold placeholders only.
"""

from __future__ import annotations

import hashlib

import msgspec

from apps.engine.extraction.readings import Reading, encode_reading
from apps.engine.parsing import (
    PARSED_LANGUAGES,
    PROSE_LANGUAGES,
    decode_text,
    language_of,
    parse,
)
from apps.engine.secrets import replace_secrets

_READ = PARSED_LANGUAGES | PROSE_LANGUAGES


class Request(msgspec.Struct, frozen=True):
    """A file to read.  `parse` is false where its facts are known already or a parser failed on it before."""

    path: str
    raw: bytes
    parse: bool = True


def count_lines(text: str) -> int:
    """Line feeds, plus a last line without one."""
    return text.count("\n") + (1 if text and not text.endswith("\n") else 0)


def read(request: Request) -> Reading:
    """Decode, replace secrets, find the language and, if asked and known, parse."""
    decoded = decode_text(request.raw, request.path)
    if decoded.reason:
        return Reading(reason=decoded.reason, language=language_of(request.path))
    text, secrets = replace_secrets(decoded.text, request.path)
    language = language_of(request.path, text)
    facts = parse(request.path, language, text) if request.parse and language in _READ else None
    return Reading(
        text=text,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        encoding=decoded.encoding,
        note=decoded.note,
        language=language,
        lines=count_lines(text),
        secrets=tuple(secrets),
        facts=facts,
    )


def read_payload(payload: bytes) -> bytes:
    """`read` for the sandbox: MessagePack in, MessagePack out."""
    return encode_reading(read(msgspec.msgpack.decode(payload, type=Request)))
