"""Bytes of a repository file → text, or the reason why they are none.

Order: byte order mark, PEP 263 declaration, UTF-8, UTF-16 without a mark, declaration of XML, HTML or CSS, detector, "binary".
Line ends: CRLF becomes LF; a file that knows CR alone is given LF and says so; any other lone CR, form feed or U+2028 stays in
its line.  The text holds no NUL and no lone surrogate.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from apps.engine.parsing.source import clean

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\x7fELF", b"%PDF-", b"BZh", b"\xfd7zXZ",
    b"7z\xbc\xaf", b"Rar!", b"\xca\xfe\xba\xbe", b"\xfe\xed\xfa", b"\xcf\xfa\xed\xfe", b"SQLite format 3\0", b"wOFF", b"wOF2",
    b"OggS", b"ID3", b"\0asm", b"RIFF", b"!<arch>\n", b"\x28\xb5\x2f\xfd", b"\0\0\1\0", b"MZ\x90\0",
)  # fmt: skip
_PEP263 = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_MARKUP = re.compile(rb"""<\?xml[^>]{0,200}encoding=["']([-\w.]+)|<meta[^>]{0,200}charset=["']?([-\w.]+)|^@charset "([-\w.]+)""")
_NOT_CODINGS = {"unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined", "mbcs", "oem", "utf-7"}
_WHOLE = {"ascii", "utf-8"}  # never decoded to a lone surrogate
_WIDE = {
    "shift_jis", "cp932", "shift_jis_2004", "shift_jisx0213", "euc_jp", "euc_jis_2004", "euc_jisx0213", "iso2022_jp", "gb2312",
    "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_kr", "cp949", "johab", "hz",
}  # fmt: skip
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27})
_SAMPLE = 65536
BINARY = "binary"


@dataclass(frozen=True, slots=True)
class Decoded:
    """`note` says in words what was done beyond plain UTF-8, "" if nothing; with a `reason` there is no text."""

    text: str
    encoding: str
    note: str = ""
    reason: str = ""


def decode_text(raw: bytes, path: str) -> Decoded:
    """The text of a file.  Never raises."""
    if not raw:
        return Decoded("", "utf-8")
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            text = raw[len(mark) :].decode(encoding, "replace")
            if encoding == "utf-32-le" and "\ufffd" in text:
                continue
            broken = text.count("\ufffd") > len(text) // 10
            if encoding == "utf-8" and broken:
                break
            return _finish(text, encoding, "byte order mark")
    if raw.startswith(_MAGIC):
        return Decoded("", "", "", BINARY)
    zeros = raw.count(0)
    if zeros:
        encoding = _wide_without_mark(raw)
        if encoding:
            return _finish(raw.decode(encoding, "replace"), encoding, f"read as {encoding.upper()}, which has no byte order mark")
    if _is_binary(raw, zeros):
        return Decoded("", "", "", BINARY)
    return _decode_bytes(raw)


def _decode_bytes(raw: bytes) -> Decoded:
    declared = _declared(raw)
    if declared:
        text = _strict(raw, declared)
        if text is not None:
            plain = declared in ("utf-8", "ascii")
            return _finish(text, declared, "" if plain else f"read as {declared}, as its first lines declare")
    text = _strict(raw, "utf-8")
    if text is not None:
        return _finish(text, "utf-8", f"declares {declared}, which does not fit: read as utf-8" if declared else "")
    markup = _markup(raw)
    if markup:
        text = _strict(raw, markup)
        if text is not None:
            return _finish(text, markup, f"read as {markup}, as the file declares")
    return _detected(raw)


def _detected(raw: bytes) -> Decoded:
    sample = raw[:_SAMPLE]
    best = from_bytes(sample).best()
    found = best.encoding if best is not None else ""
    high = sum(byte >= 0x80 for byte in sample)
    if found in ("utf_8", "ascii"):
        found = ""
    # Few bytes above ASCII say little about a one-byte encoding; the Western one is by far the likeliest.
    if found not in _WIDE and (not found or high * 4 < len(sample)):
        found = "cp1252"
        if any(byte in b"\x81\x8d\x8f\x90\x9d" for byte in sample):
            found = "latin-1"
        if high * 2 > len(sample):
            return Decoded("", "", "", BINARY)
    name = codecs.lookup(found).name
    text = raw.decode(name, "replace")
    lost = text.count("\ufffd")
    note = f"read as {name}, by detection" + (f"; {lost} characters could not be read" if lost else "")
    return _finish(text, name, note)


def _finish(text: str, encoding: str, note: str) -> Decoded:
    notes = [note] if note else []
    zeros = text.count("\0")
    if zeros:
        notes.append(f"{zeros} NUL {'byte' if zeros == 1 else 'bytes'} replaced")
    if encoding in _WHOLE:
        text = text.replace("\0", "\ufffd") if zeros else text
    else:
        text = clean(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\r" in text and "\n" not in text:
            text = text.replace("\r", "\n")
            notes.append("lines end in CR alone: counted like LF")
    return Decoded(text, encoding, "; ".join(notes))


def _strict(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except (UnicodeError, ValueError):
        return None


def _codec(name: bytes) -> str:
    """Python's name of a text encoding, "" if it knows none of that name or the name is a transformation."""
    try:
        info = codecs.lookup(name.decode("ascii"))
    except (LookupError, UnicodeError, ValueError):
        return ""
    if info.name in _NOT_CODINGS or not getattr(info, "_is_text_encoding", True):
        return ""
    return info.name


def _declared(raw: bytes) -> str:
    for line in raw[:1000].split(b"\n")[:2]:
        match = _PEP263.match(line)
        if match:
            return _codec(match[1])
        if line.strip() and not line.lstrip().startswith(b"#"):
            return ""
    return ""


def _markup(raw: bytes) -> str:
    match = _MARKUP.search(raw[:2000])
    return _codec(match[1] or match[2] or match[3]) if match else ""


def _wide_without_mark(raw: bytes) -> str:
    """UTF-16 by its zero bytes: nearly all in one half of every pair, and none in the other."""
    sample = raw[: _SAMPLE // 16 * 2]
    sample = sample[: len(sample) // 2 * 2]
    if len(sample) < 4:
        return ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    for encoding, zeros, others in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if zeros * 10 >= half * 4 and others * 50 <= half:
            text = sample.decode(encoding, "replace")
            controls = sum(char < " " and char not in "\t\n\r\f" for char in text)
            if controls * 50 <= len(text) and "\ufffd" not in text[:-1]:
                return encoding
    return ""


def _is_binary(raw: bytes, zeros: int) -> bool:
    """Control bytes no text has, or NUL bytes that are more than an accident."""
    if zeros and (zeros > 8 and zeros * 200 > len(raw)):
        return True
    sample = raw[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS)) - sample.count(0)
    return controls * 50 > len(sample) and controls > 2
