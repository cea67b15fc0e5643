"""Bytes → text: 24 kinds of files with a known symbol on a known line."""

from __future__ import annotations

import pytest

from apps.engine.parsing import decode_text, parse

SOURCE = '# été à la mode\nname = "é"\n\ndef wanted():\n    return "ñandú"\n'
JAPANESE = (
    '# これは日本語のコメントです。設定を読み込みます。\n# 関数の説明をここに書きます。\n\ndef wanted():\n    return "値"\n'
)


def definitions(raw: bytes) -> tuple[str, dict[str, int]]:
    found = decode_text(raw, "sample.py")
    assert found.reason == ""
    assert "\0" not in found.text
    found.text.encode("utf-8")
    return found.note, {d.qualname: d.line for d in parse("sample.py", "Python", found.text).definitions}


@pytest.mark.parametrize(
    ("raw", "line", "said"),
    [
        (SOURCE.encode(), 4, ""),
        (b"\xef\xbb\xbf" + SOURCE.encode(), 4, "byte order mark"),
        (SOURCE.encode("utf-16"), 4, "byte order mark"),
        (b"\xfe\xff" + SOURCE.encode("utf-16-be"), 4, "byte order mark"),
        (b"\xff\xfe\0\0" + SOURCE.encode("utf-32-le"), 4, "byte order mark"),
        (SOURCE.encode("utf-16-le"), 4, "UTF-16-LE"),
        (SOURCE.encode("utf-16-be"), 4, "UTF-16-BE"),
        (SOURCE.encode("latin-1"), 4, "detection"),
        (b"# -*- coding: latin-1 -*-\n" + SOURCE.encode("latin-1"), 5, "declare"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n" + SOURCE.encode("cp1252"), 6, "declare"),
        (b"# coding: shift_jis\n" + JAPANESE.encode("shift_jis"), 5, "declare"),
        (JAPANESE.encode("shift_jis"), 4, "detection"),
        (JAPANESE.encode("euc_jp"), 4, "detection"),
        (b"# coding: no-such-coding\n" + SOURCE.encode(), 5, ""),
        (b"# coding: utf-8\n" + SOURCE.encode("latin-1"), 5, "detection"),
        (SOURCE.replace("\n", "\r\n").encode(), 4, ""),
        (SOURCE.replace("\n", "\r").encode(), 4, "CR alone"),
        (SOURCE.replace("\n", "\r\n", 2).encode(), 4, ""),
        (SOURCE.replace("é", "\u2028", 1).encode(), 4, ""),
        (SOURCE.replace("\n\n", "\n\x0c\n").encode(), 4, ""),
        (b'x = "a\0b"\n\n\n' + b"def wanted(): pass\n", 4, "1 NUL byte replaced"),
        ("# \U0001f600 \U0001f680\n\n\ndef wanted(): pass\n".encode(), 4, ""),
        ("ключ = 1\n\n\ndef wanted(): pass\n".encode(), 4, ""),
        (b"test\n\xef\xbf\xbd\n\ndef wanted(): pass\n", 4, ""),
    ],
)
def test_known_symbol_stands_on_its_line(raw: bytes, line: int, said: str) -> None:
    note, found = definitions(raw)
    assert found == {"wanted": line}
    assert said in note
    assert bool(said) == bool(note) or not said


@pytest.mark.parametrize(
    "raw",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(64),
        b"PK\x03\x04rest",
        bytes(range(256)) * 8,
        b"\x7fELF" + b"\0" * 100,
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        b"\0" * 1000,
        b"\x01\x02\x03\x04" * 100,
    ],
)
def test_bytes_that_are_no_text_say_so(raw: bytes) -> None:
    found = decode_text(raw, "data.bin")
    assert (found.text, found.reason) == ("", "binary")


def test_empty_file_is_text() -> None:
    assert decode_text(b"", "x.py").reason == ""


@pytest.mark.parametrize(
    "raw", [b"\xff", b"\xfe\xff\xd8\x00", b"\xff\xfea", b"# coding: rot13\nx", b"\xed\xa0\x80abc", b"\xef\xbb\xbf\xff\xfe"]
)
def test_never_raises(raw: bytes) -> None:
    decode_text(raw, "x").text.encode("utf-8")


def test_small_file_with_a_long_line_stays() -> None:
    raw = b"x = 1\n" + b'y = "' + b"a" * 1170 + b'"\n'
    assert decode_text(raw, "x.py").text.count("\n") == 2
