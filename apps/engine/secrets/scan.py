"""Secrets in repository text → typed placeholders such as ``<secret:github-token>``.

Tokens with their issuer's prefix, private keys, passwords in URLs, and random values under secret-like names; also when a literal
is split by concatenation or wrapped in base64.  Look-alikes (hashes, ids, placeholders, references) are left.  Every expression
is bounded, so the time is linear in the text.
"""

from __future__ import annotations

import base64
import binascii
import bisect
import re
import string
from collections.abc import Iterator
from itertools import islice

from apps.engine.secrets.assignments import find_assignments
from apps.engine.secrets.dotenv import find_values, is_environment_file
from apps.engine.secrets.glue import join_literals
from apps.engine.secrets.pem import Edit, find_keys, may_hold_keys
from apps.engine.secrets.providers import find_tokens, may_hold_tokens
from apps.engine.secrets.urls import find_url_passwords
from apps.engine.secrets.view import View, view_of

_LOCK = re.compile(
    r"(^|/)([\w.-]+\.lock|[\w.-]*-lock\.(json|ya?ml)|npm-shrinkwrap\.json|go\.(work\.)?sum|packages\.lock\.json)$", re.I
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,8192}={0,2}(?![A-Za-z0-9+/=_-])")
_BASE64_CHARACTERS = (string.ascii_letters + string.digits + "+/").encode()
_SHORTEST_WORD = 40  # letters from which on it is no name
_SIGNS = (b"+", b"/", b"=")
_MAX_WRAPPED = 20_000

Span = tuple[int, int, str]  # start, end, kind


def replace_secrets(text: str, path: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The text with secrets replaced (same number of lines) and (kind, 1-based line) of each secret, in order.

    Doing it twice changes nothing.  Values of a real environment file (``.env``) are withheld whole.
    """
    if not text:
        return text, ()
    joined = join_literals(text)
    view = joined.view
    edits = find_keys(text) if may_hold_keys(view) else []
    taken = sorted((edit.start, edit.end) for edit in edits)
    spans = [*find_tokens(view), *find_url_passwords(view)]
    if not _LOCK.search(path):
        spans += [*_wrapped_spans(view), *find_assignments(view, path)]
    for start, end, kind in _without_overlaps(spans):
        pieces = joined.pieces(start, end)
        if not any(_touches(piece, taken) for piece in pieces):
            edits += [Edit(a, b, f"<secret:{kind}>" if i == 0 else "", kind if i == 0 else "") for i, (a, b) in enumerate(pieces)]
    if len(joined.starts) > 1 and may_hold_tokens(view):  # a token that is whole before it is joined to something
        taken = sorted((edit.start, edit.end) for edit in edits)
        for start, end, kind in _without_overlaps(list(find_tokens(view_of(text)))):
            if not _touches((start, end), taken):
                edits.append(Edit(start, end, f"<secret:{kind}>", kind))
    edits.sort(key=lambda edit: (edit.start, edit.end))
    if is_environment_file(path):
        edits = find_values(text, edits)
    return _apply(text, edits)


def _apply(text: str, edits: list[Edit]) -> tuple[str, tuple[tuple[str, int], ...]]:
    if not edits:
        return text, ()
    breaks = [found.start() for found in re.finditer("\n", text)]
    out, found, done = [], [], 0
    for edit in edits:
        if edit.start < done:
            continue
        out += [text[done : edit.start], edit.new, "\n" * text.count("\n", edit.start, edit.end)]
        done = edit.end
        if edit.kind:
            found.append((edit.kind, bisect.bisect_left(breaks, edit.start) + 1))
    out.append(text[done:])
    return "".join(out), tuple(found)


def _touches(piece: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    """Does it overlap one of the spans, which are sorted and apart?"""
    at = bisect.bisect_left(taken, (piece[1], -1))
    return at > 0 and taken[at - 1][1] > piece[0]


def _without_overlaps(spans: list[Span]) -> Iterator[Span]:
    """Earlier in `spans` = surer; of two that overlap the surer stays."""
    kept: list[tuple[int, int]] = []
    for start, end, kind in spans:
        at = bisect.bisect_left(kept, (start, end))
        before = at > 0 and kept[at - 1][1] > start
        after = at < len(kept) and kept[at][0] < end
        if not before and not after:
            kept.insert(at, (start, end))
            yield start, end, kind


def _base64(view: View) -> Iterator[tuple[int, str]]:
    """(start, text) of what may be base64 of text.

    That has long runs of letters and digits: the two other signs come of few characters of ASCII, at each third place.
    """
    raw, last = view.raw, 0
    for start, end in view.runs:
        run, between = raw[start:end], raw[last:start].rstrip(_BASE64_CHARACTERS)
        before, last = last, end
        if (before and not between) or b"_" in run or b"-" in run:
            continue  # goes on what was looked at, or is no base64
        at = before + len(between)
        if at == start and raw[end : end + 1] not in _SIGNS and run.isalpha() and len(run) < _SHORTEST_WORD:
            continue
        found = _BASE64.match(view.text, at)
        if found:
            yield at, found[0]


def _wrapped_spans(view: View) -> Iterator[Span]:
    """Base64 of a text that holds a prefixed token."""
    for start, run in islice(_base64(view), _MAX_WRAPPED):
        if run.islower() or (run.isalpha() and len(run) < _SHORTEST_WORD):
            continue
        try:
            decoded = base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if not decoded.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
            continue
        inside = view_of(decoded)
        inner = next(find_tokens(inside), None) or next(find_url_passwords(inside), None)
        keys = find_keys(decoded)
        if inner:
            yield start, start + len(run), inner[2]
        elif keys:
            yield start, start + len(run), keys[0].kind
