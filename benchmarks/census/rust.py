"""Rust, by the parser of an installed rustc, which prints its own tree of each file before macros are expanded."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.census.counting import Counted, NoParser

LANGUAGE = "Rust"
KINDS = frozenset({"function", "method", "struct", "enum", "union", "trait", "type", "namespace", "macro"})
_SECONDS = 60
_EDITIONS = ("2021", "2024", "2015")  # each file is read by the first that can
_STEP = 4  # columns a level of the printed tree
_KINDS = frozenset({"Fn", "Struct", "Enum", "Union", "Trait", "TyAlias", "Type", "Mod", "MacroDef", "Impl"})
_KIND = re.compile(r"kind: (\w+)\($")
_NAME = re.compile(r"(?:ident: )?(?:r#)?([^\W\d]\w*)#\d+,$")
_SPAN = re.compile(r"span: .*?:(\d+):(\d+): (\d+):(\d+) ")


@dataclass(slots=True)
class _Item:
    """An item that is being printed: the column of its braces, what it is, where its name stands."""

    column: int
    line: int = 0
    kind: str = ""
    name: str = ""
    type_column: int = 0  # of what an implementation is about
    type_kind: str = ""
    name_column: int = 1 << 30
    is_apart: bool = False  # a module in a file of its own


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Items and what stands in traits, implementations and functions; macros' inside is none."""
    program = shutil.which("rustc")
    if program is None:
        raise NoParser("no rustc is installed")
    found: dict[str, list[Counted]] = {}
    uncounted: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        source = Path(folder) / "source.rs"
        for path, raw in files.items():
            source.write_bytes(raw)
            for edition in _EDITIONS:
                run = subprocess.run(
                    [program, "--edition", edition, "--crate-type", "lib", "-Zunpretty=ast-tree", str(source)],
                    capture_output=True,
                    text=True,
                    timeout=_SECONDS,
                    cwd=folder,
                    env={**os.environ, "RUSTC_BOOTSTRAP": "1"},
                    check=False,
                )
                if not run.returncode:
                    break
            if run.returncode or not run.stdout:
                uncounted[path] = next((line for line in run.stderr.splitlines() if line.startswith("error")), "not read")
            else:
                found[path] = list(_items(run.stdout.splitlines(), raw.decode("utf-8", "replace").split("\n")))
    return found, uncounted


def _items(printed: list[str], source: list[str]) -> Iterator[Counted]:
    around: list[_Item] = []
    for text in printed:
        line = text.lstrip(" ")
        column = len(text) - len(line)
        if around and column <= around[-1].column and line.startswith("}"):
            item = around.pop()
            if item.kind in _KINDS and item.kind != "Impl" and item.name and not item.is_apart:
                if f" r#{item.name}" in source[item.line - 1]:
                    item.name = f"r#{item.name}"  # a name that is a keyword
                yield Counted(".".join([*(above.name for above in around if above.kind in _KINDS), item.name]), item.line)
            continue
        if line == "Item {":
            around.append(_Item(column))
            continue
        if around:
            _read(around[-1], line, column - around[-1].column, source)


def _read(item: _Item, line: str, depth: int, source: list[str]) -> None:
    """Take what a line says of an item; `depth` is how many columns it stands further in."""
    span = _SPAN.match(line)
    if depth == _STEP and span:
        item.line = int(span[1])
    elif depth == _STEP and (kind := _KIND.match(line)):
        item.kind = kind[1]
    elif item.kind == "Impl":
        _read_type(item, line, depth, source)
    elif item.kind and not item.name and depth <= 3 * _STEP and (name := _NAME.match(line)):
        item.name = name[1]
    elif item.kind == "Mod" and line.startswith("Unloaded"):
        item.is_apart = True


def _read_type(item: _Item, line: str, depth: int, source: list[str]) -> None:
    """The last name of the type that an implementation is about, its source where it has none."""
    if line.startswith("self_ty: Ty {"):
        item.type_column = depth
    elif item.type_column and depth == item.type_column + _STEP:
        kind, span = _KIND.match(line), _SPAN.match(line)
        if kind and not item.type_kind:
            item.type_kind = kind[1]
        elif span:
            if item.type_kind not in ("Path", "Ref", "Ptr", "TraitObject") and span[1] == span[3]:
                item.name = source[int(span[1]) - 1][int(span[2]) - 1 : int(span[4]) - 1]
            item.type_column = 0
    elif item.type_column and item.type_kind in ("Ref", "Ptr") and (kind := _KIND.match(line)):
        item.type_kind = kind[1]
    elif item.type_column and depth <= item.name_column and (name := _NAME.match(line)):
        item.name, item.name_column = name[1], depth
