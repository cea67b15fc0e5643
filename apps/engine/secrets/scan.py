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
from collections.abc import Iterator
from itertools import islice

from apps.engine.secrets.assignments import find_assignments
from apps.engine.secrets.dotenv import find_values, is_environment_file
from apps.engine.secrets.pem import Edit, find_keys
from apps.engine.secrets.providers import PROVIDERS
from apps.engine.secrets.runs import long_runs
from apps.engine.secrets.urls import find_url_passwords
from apps.engine.secrets.values import looks_random

_LOCK = re.compile(
    r"(^|/)([\w.-]+\.lock|[\w.-]*-lock\.(json|ya?ml)|npm-shrinkwrap\.json|go\.(work\.)?sum|packages\.lock\.json)$", re.I
)
_TEST = re.compile(
    r"(^|/)(tests?|__tests__|specs?|fixtures?|mocks?|__mocks__|testdata|examples?|samples?|cassettes|e2e)(/|$)"
    r"|(^|/)(test_|conftest)|_tests?\.|\.(test|spec|example|sample|template|dist)(\.|$)",
    re.I,
)
_JUNCTION = re.compile(r"""(["'`])(?=[ \t+.\\\r\n])[ \t]{0,8}[+.\\]?[ \t]{0,8}(?:\r?\n[ \t]{0,80})?[+.]?[ \t]{0,8}\1""")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,8192}={0,2}(?![A-Za-z0-9+/=_-])")
_NEEDLES = sorted({needle for row in PROVIDERS if not row.spread for needle in row.needles})
_SPREAD_NEEDLES = sorted({needle for row in PROVIDERS if row.spread for needle in row.needles})
_SHORTEST_BASE64 = 24
_MAX_WRAPPED = 20_000

Span = tuple[int, int, str]  # start, end, kind


def replace_secrets(text: str, path: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The text with secrets replaced (same number of lines) and (kind, 1-based line) of each secret, in order.

    Doing it twice changes nothing.  Values of a real environment file (``.env``) are withheld whole.
    """
    if not text:
        return text, ()
    edits = find_keys(text)
    taken = sorted((edit.start, edit.end) for edit in edits)
    is_lock, in_test = _LOCK.search(path) is not None, _TEST.search(path) is not None
    glued, starts, offsets = _glue(text)
    runs = long_runs(glued)
    spans = list(_provider_spans(glued, runs))
    spans += find_url_passwords(glued)
    if not is_lock:
        spans += _wrapped_spans(glued, runs)
        spans += find_assignments(glued, path, in_test=in_test)
    for start, end, kind in _without_overlaps(spans):
        pieces = _pieces(start, end, starts, offsets)
        if not any(_touches(piece, taken) for piece in pieces):
            edits += [Edit(a, b, f"<secret:{kind}>" if i == 0 else "", kind if i == 0 else "") for i, (a, b) in enumerate(pieces)]
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


def _glue(text: str) -> tuple[str, list[int], list[int]]:
    """The text with literals joined where only a concatenation stands between; starts of its parts in it and in the original."""
    out, starts, offsets, done, size = [], [0], [0], 0, 0
    for junction in _JUNCTION.finditer(text):
        out.append(text[done : junction.start()])
        size += junction.start() - done
        done = junction.end()
        starts.append(size)
        offsets.append(done)
    if len(starts) == 1:
        return text, starts, offsets
    out.append(text[done:])
    return "".join(out), starts, offsets


def _pieces(start: int, end: int, starts: list[int], offsets: list[int]) -> list[tuple[int, int]]:
    """Spans in the original text that make up a span of the joined one."""
    pieces = []
    index = bisect.bisect_right(starts, start) - 1
    while start < end:
        limit = starts[index + 1] if index + 1 < len(starts) else end
        stop = min(end, limit)
        if stop > start:
            shift = offsets[index] - starts[index]
            pieces.append((start + shift, stop + shift))
        start = max(start, stop)
        index += 1
    return pieces


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


def _provider_spans(text: str, runs: list[str]) -> Iterator[Span]:
    joined = " ".join(runs)
    present = {needle for needle in _NEEDLES if needle in joined}
    present.update([needle for needle in _SPREAD_NEEDLES if needle in text])
    for row in PROVIDERS if present else ():
        if present.isdisjoint(row.needles):
            continue
        for found in row.pattern.finditer(text):
            group = "value" if "value" in row.pattern.groupindex else 0
            value = found[group]
            if is_dummy_token(value) or (row.lively and not looks_random(value)):
                continue
            yield found.start(group), found.end(group), row.kind


_DUMMY_TOKEN = re.compile(r"example|x{5}|placeholder|your[-_]|redacted|dummy|1234567890abcdef|0{10}|<|\.\.\.", re.I)


def is_dummy_token(value: str) -> bool:
    """A prefixed token that stands in documentation: EXAMPLE, xxxxx, zeros, few characters."""
    return _DUMMY_TOKEN.search(value) is not None or len(set(value[-16:])) < 5


def _base64(text: str, runs: list[str]) -> Iterator[tuple[int, str]]:
    """(start, text) of what may be base64.  A run ends only at characters that end base64 too."""
    at = 0
    for outer in runs:
        if len(outer) < _SHORTEST_BASE64:
            continue
        at = text.index(outer, at)
        for found in _BASE64.finditer(outer):
            yield at + found.start(), found[0]
        at += len(outer)


def _wrapped_spans(text: str, runs: list[str]) -> Iterator[Span]:
    """Base64 of a text that holds a prefixed token."""
    for start, run in islice(_base64(text, runs), _MAX_WRAPPED):
        if run.islower() or (run.isalpha() and "=" not in run and len(run) < 40):
            continue
        try:
            decoded = base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if not decoded.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
            continue
        inner = next(iter(_provider_spans(decoded, long_runs(decoded))), None) or next(iter(find_url_passwords(decoded)), None)
        keys = find_keys(decoded)
        if inner:
            yield start, start + len(run), inner[2]
        elif keys:
            yield start, start + len(run), keys[0].kind
