"""TOML values with the lines where they are written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from apps.engine.manifests.collected import Unreadable

_HEADER = re.compile(r"^\s*\[\[?(?P<name>[^\]\n]{1,300})\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""^\s*(?P<key>(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'))*)\s*="""
)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
MAX_TOML = 4_000_000
# A key of many parts costs its square, in the reader of TOML and here.
_LONG_CHAIN = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){64}""")

Table = dict[str, Any]


class TomlFile:
    """`data` is what the file says; `line_of` finds where.  Raises `Unreadable` for what is no TOML."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TOML:
            raise Unreadable(f"it is larger than {MAX_TOML:,} characters")
        if text.count("[") - text.count("]") > 200 or "[" * 50 in text or "{" * 50 in text or _LONG_CHAIN.search(text):
            raise Unreadable("it is nested too deeply")
        try:
            self.data: Table = tomllib.loads(text.replace("\r\n", "\n"))
        except ValueError as error:  # also a number of thousands of digits
            raise Unreadable(f"it is no valid TOML: {str(error)[:120]}") from None
        except RecursionError:
            raise Unreadable("it is nested too deeply") from None
        self._lines = text.replace("\r\n", "\n").split("\n")
        self._index: dict[tuple[str, ...], int] = {}
        self._ends: dict[int, int] = {}
        self._scan()

    def _scan(self) -> None:
        table: tuple[str, ...] = ()
        starts: list[int] = []
        for number, line in enumerate(self._lines, 1):
            if len(line) > 5_000:
                line = line[:5_000]
            header = _HEADER.match(line)
            key = None if header else _KEY.match(line)
            if header:
                table = _split(header["name"])
                self._index.setdefault(table, number)
                starts.append(number)
            elif key:
                full = (*table, *_split(key["key"]))
                for depth in range(len(table) + 1, len(full) + 1):
                    self._index.setdefault(full[:depth], number)
                starts.append(number)
        for start, following in pairwise([*starts, len(self._lines) + 1]):
            self._ends[start] = following - 1

    def table(self, *keys: str) -> Table:
        """The table below the keys, {} where there is none or it is something else."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value if isinstance(value, dict) else {}

    def value(self, *keys: str) -> Any:
        return self.table(*keys[:-1]).get(keys[-1])

    def text(self, *keys: str) -> str:
        value = self.value(*keys)
        return value if isinstance(value, str) else ""

    def line_of(self, *keys: str) -> int:
        """Line of the key (or of the nearest table above it that is written out)."""
        for depth in range(len(keys), 0, -1):
            if keys[:depth] in self._index:
                return self._index[keys[:depth]]
        return 1

    def lines_of_items(self, items: Sequence[str], *keys: str) -> list[int]:
        """Line of each string of the array below the keys."""
        start = self.line_of(*keys)
        stop = self._ends.get(start, start)
        found = []
        at = start
        for item in items:
            line = next((n for n in range(at, min(stop, len(self._lines)) + 1) if _quoted(item, self._lines[n - 1])), 0)
            found.append(line or start)
            at = line or at
        return found


def _quoted(item: str, line: str) -> bool:
    return f'"{item}"' in line or f"'{item}'" in line or item.replace('"', '\\"') in line


def _split(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") if part[0] in "\"'" else part for part in _PART.findall(name))
