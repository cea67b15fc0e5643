"""Takes live secrets out of outgoing text: as they are, URL-encoded, escaped for JSON or HTML, in hex, and inside base64."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from urllib.parse import quote, quote_plus

PLACEHOLDER = "<secret:redacted>"
MIN_LENGTH = 4  # shorter values would shred the text
_HOLE = "\0\1\0"  # stands for the placeholder until the end, so that no secret is found inside one
_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")


def _plain_forms(secret: str) -> set[str]:
    raw = secret.encode("utf-8", "surrogatepass")
    forms = {
        secret,
        quote(secret, safe="", errors="replace"),
        quote(secret, errors="replace"),
        quote_plus(secret, errors="replace"),
    }
    forms |= {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], html.escape(secret), repr(secret)[1:-1]}
    forms |= {_lower_escapes(form) for form in forms if "%" in form}
    if len(raw) >= 8:
        forms |= {raw.hex(), raw.hex().upper()}
    return {form for form in forms if len(form) >= MIN_LENGTH}


def _lower_escapes(text: str) -> str:
    """`%2F` → `%2f`: both are written in the wild."""
    parts = text.split("%")
    return parts[0] + "".join("%" + part[:2].lower() + part[2:] for part in parts[1:])


def _base64_cores(secret: str) -> set[str]:
    """What base64 of any text that holds the secret must contain, for each of the three alignments."""
    raw = secret.encode("utf-8", "surrogatepass")
    cores = set()
    for offset, skip in ((0, 0), (1, 2), (2, 3)):
        bits = (offset + len(raw)) * 8
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            core = encode(b"\0" * offset + raw).decode()[skip : bits // 6]
            if len(core) >= 6:
                cores.add(core)
    return cores


def _cut(text: str, core: str) -> str:
    """Replace every run of base64 that holds `core`, whole."""
    out = []
    done = 0
    found = text.find(core)
    while found >= 0:
        start, end = found, found + len(core)
        while start > done and text[start - 1] in _BASE64:
            start -= 1
        while end < len(text) and text[end] in _BASE64:
            end += 1
        while end < len(text) and text[end] == "=":
            end += 1
        out += [text[done:start], _HOLE]
        done = end
        found = text.find(core, done)
    return "".join(out) + text[done:] if out else text


def redact(text: str, live: Sequence[str]) -> str:
    """`text` without the secrets in `live` (those under four characters are left).  Longest first, order of `live` is irrelevant.

    Basic-auth headers (``base64(user:token)``) go as a whole.
    """
    secrets = sorted({secret for secret in live if len(secret) >= MIN_LENGTH}, key=lambda secret: (-len(secret), secret))
    for secret in secrets:
        for form in sorted(_plain_forms(secret), key=lambda form: (-len(form), form)):
            text = text.replace(form, _HOLE)
        for core in sorted(_base64_cores(secret), key=lambda core: (-len(core), core)):
            text = _cut(text, core)
    return text.replace(_HOLE, PLACEHOLDER)
