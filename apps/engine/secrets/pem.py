"""Private keys in PEM blocks, also inside string literals, on one line, indented, without an end, or as base64 of the whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.secrets.view import View

KIND = "private-key"
MAX_BLOCK = 64_000  # characters from the first marker to the last
_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]:")
_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-MAC:")
_BODY_STARTS = re.compile(r"[A-Za-z0-9+/]{32}")
_RUN = re.compile(r"(?:\\{0,2}[nr])?[A-Za-z0-9+/=]{4,}(?:\\{1,2}[nr][A-Za-z0-9+/=]{4,})*")
_DRESSING = re.compile(r"""^[\s"'`+,.\\;()]*|[\s"'`+,.\\;()]*$""")
_WRAPPED = re.compile(r"LS0tLS1CRUdJTi[A-Za-z0-9+/_-]{60,16000}={0,2}")
_HEADER_LINE = re.compile(r"^[\s\"'`+,]*[A-Za-z-]{3,30}: ")


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace text[start:end] by `new`; `kind` is "" for a part of a finding that is reported elsewhere."""

    start: int
    end: int
    new: str
    kind: str = ""


def may_hold_keys(view: View) -> bool:
    """Whether it is worth while to look for keys."""
    return (
        (b"key" in view.names and b"PRIVATE KEY" in view.raw)
        or b"PuTTY-User-Key-File" in view.near
        or b"LS0tLS1CRUdJTi" in view.near
    )


def find_keys(text: str) -> list[Edit]:
    """Edits that take private keys out of the text and keep its lines and the quotes around."""
    edits: list[Edit] = []
    if "PRIVATE KEY" in text or "PuTTY-User-Key-File" in text:
        done = 0
        for begin in _BEGIN.finditer(text):
            if begin.start() >= done:
                found = _block(text, begin)
                if found:
                    edits += found
                    done = found[-1].end
    if "LS0tLS1CRUdJTi" in text:
        for wrapped in _WRAPPED.finditer(text):
            # base64 of "PRIVATE KEY" in its three alignments
            if any(core in wrapped[0][:80] for core in ("UFJJVkFURSBLRV", "BSSVZBVEUgS0", "QUklWQVRFIEtF")):
                edits.append(Edit(wrapped.start(), wrapped.end(), f"<secret:{KIND}>", KIND))
    return edits


def _block(text: str, begin: re.Match[str]) -> list[Edit]:
    body = begin.end()
    first = _BODY_STARTS.search(text, body, body + 600)
    if not first:
        return []  # only a mention of the marker
    next_begin = _BEGIN.search(text, body, body + MAX_BLOCK)
    end = _END.search(text, body, next_begin.start() if next_begin else body + MAX_BLOCK)
    stop = end.end() if end else _end_of_body(text, first.start())
    if "\n" not in text[begin.start() : stop]:
        return [Edit(begin.start(), stop, f"<secret:{KIND}>", KIND)]
    edits = [Edit(begin.start(), body, f"<secret:{KIND}>", KIND)]
    last = end.start() if end else stop
    for start, line in _lines(text, body, last):
        edits += _line_edits(start, line)
    if end:
        edits.append(Edit(end.start(), end.end(), ""))
    return edits


def _lines(text: str, start: int, stop: int) -> Iterator[tuple[int, str]]:
    while start < stop:
        end = text.find("\n", start, stop)
        end = stop if end < 0 else end
        yield start, text[start:end]
        start = end + 1


def _line_edits(start: int, line: str) -> list[Edit]:
    if _HEADER_LINE.match(line):
        return []
    bare = _DRESSING.sub("", line)
    runs = list(_RUN.finditer(line))
    whole = len(runs) == 1 and len(runs[0][0]) >= len(bare)
    return [Edit(start + run.start(), start + run.end(), "") for run in runs if whole or len(run[0]) >= 16]


def _end_of_body(text: str, start: int) -> int:
    """Where the lines of base64 end when the closing marker is missing."""
    stop = start
    for at, line in _lines(text, start, min(len(text), start + MAX_BLOCK)):
        bare = _DRESSING.sub("", line)
        if not bare or not re.fullmatch(r"[A-Za-z0-9+/=\\]+", bare):
            break
        stop = at + len(line)
    return max(stop, start + 32)
