"""One file's bytes → its text with secrets replaced, and its facts.  Runs in a child process that may be killed.

Nothing of a file is kept before `replace_secrets` has seen it, so facts, stored texts and documents hold placeholders only.
"""

from __future__ import annotations

import hashlib

import msgspec

from apps.engine.extraction.sharing import share
from apps.engine.facts import FileFacts
from apps.engine.parsing import EXTRACTOR_VERSION, PARSED_LANGUAGES, PROSE_LANGUAGES, decode_text, language_of, parse
from apps.engine.secrets import replace_secrets

READING_VERSION = "1"
_READ = PARSED_LANGUAGES | PROSE_LANGUAGES


class Request(msgspec.Struct, frozen=True):
    """A file to read.  `parse` is false where its facts are known already or a parser failed on it before."""

    path: str
    raw: bytes
    parse: bool = True


class Read(msgspec.Struct, frozen=True):
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


class Reading(Read, frozen=True):
    """The same as it comes back from the child."""

    def __post_init__(self) -> None:
        if self.facts is not None:
            share(self.facts)


def extractor_version() -> str:
    """Names everything a file's facts depend on besides its bytes and path."""
    return f"{READING_VERSION}-{EXTRACTOR_VERSION}"


def count_lines(text: str) -> int:
    """Line feeds, plus a last line without one."""
    return text.count("\n") + (1 if text and not text.endswith("\n") else 0)


def read(request: Request) -> Read:
    """Decode, replace secrets, find the language and, if asked and known, parse."""
    decoded = decode_text(request.raw, request.path)
    if decoded.reason:
        return Read(reason=decoded.reason, language=language_of(request.path))
    text, secrets = replace_secrets(decoded.text, request.path)
    language = language_of(request.path, text)
    facts = parse(request.path, language, text) if request.parse and language in _READ else None
    return Read(
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
    return msgspec.msgpack.encode(read(msgspec.msgpack.decode(payload, type=Request)))
