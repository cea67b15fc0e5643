"""C and C++, by libclang: what the compiler's own parser sees, without what macros write.

Each file is parsed by itself with every folder of headers on its path; branches of the preprocessor that are not taken are not
counted.  Needs the package `libclang`, which the product does not have: put it on PYTHONPATH.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.census.counting import Counted, NoParser

_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".in")
_FUNCTIONS = frozenset({
    "FUNCTION_DECL", "CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION", "FUNCTION_TEMPLATE",
})  # fmt: skip
_TYPES = frozenset({
    "STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "CLASS_DECL", "CLASS_TEMPLATE", "CLASS_TEMPLATE_PARTIAL_SPECIALIZATION",
})  # fmt: skip
_OPTIONS = 0x1 | 0x200  # with macros; goes on behind headers that are not there
_BUILT_IN = "/usr/lib/gcc/*/*/include"


class ClangCounter:
    """One of the two languages."""

    KINDS = frozenset({"function", "method", "constructor", "class", "struct", "union", "enum", "namespace", "macro"})

    BESIDE = frozenset({"C", "C++"})  # languages of files that are included

    def __init__(self, language: str, flags: tuple[str, ...]) -> None:
        self.LANGUAGE = language
        self._flags = flags

    def count(self, files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
        """Functions and types with bodies or declared, and macros with parameters."""
        try:
            index: Any = importlib.import_module("clang.cindex")
        except ImportError:
            raise NoParser("the package libclang is not on the path") from None
        found: dict[str, list[Counted]] = {}
        uncounted: dict[str, str] = {}
        with TemporaryDirectory() as folder:
            root = Path(folder)
            for path, raw in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(raw)
            folders = sorted({root, *(above for path in files if path.endswith(_HEADERS) for above in _above(root, path))})
            flags = [*self._flags, *(f"-I{name}" for name in folders)]
            flags += [f"-isystem{name}" for name in sorted(Path("/").glob(_BUILT_IN.lstrip("/")))]
            for path in sorted(files):
                try:
                    unit = index.Index.create().parse(str(root / path), flags, options=_OPTIONS)
                except index.TranslationUnitLoadError as error:
                    uncounted[path] = str(error)
                    continue
                found[path] = sorted(set(_counted(unit, str(root / path), files[path])))
        return found, uncounted


def _above(root: Path, path: str) -> Iterator[Path]:
    yield (root / path).parent
    yield (root / path).parent.parent


def _counted(unit: Any, path: str, raw: bytes) -> Iterator[Counted]:
    expanded = {
        item.extent.start.offset
        for item in unit.cursor.get_children()
        if item.kind.name == "MACRO_INSTANTIATION" and item.location.file is not None and item.location.file.name == path
    }
    waiting = [(item, False) for item in unit.cursor.get_children()]
    while waiting:
        item, inside = waiting.pop()
        place = item.location
        if place.file is None or place.file.name != path:
            continue
        kind = item.kind.name
        if kind == "MACRO_DEFINITION":
            end = item.extent.start.offset + len(item.spelling.encode())
            if raw[end : end + 1] == b"(":
                yield Counted(item.spelling, place.line)
            continue
        name = item.spelling.encode()
        written = raw[place.offset : place.offset + len(name)] == name or kind in ("CONVERSION_FUNCTION", "DESTRUCTOR")
        is_bare = item.extent.start.offset == place.offset or not _is_called(raw, place.offset, name)  # no type, no parameters
        if kind in _FUNCTIONS and item.spelling.isupper() and is_bare:
            continue  # a macro of a header that is not there
        is_free = kind in _FUNCTIONS and place.offset not in expanded and not inside
        if is_free and (written or item.spelling.startswith("operator")):
            yield Counted(_path(item), place.line)
        is_type = kind == "NAMESPACE" or (kind in _TYPES and item.is_definition())
        if is_type and place.offset not in expanded and written and _plain(item):
            yield Counted(_path(item), place.line)
        waiting += [(below, inside or kind in _FUNCTIONS) for below in item.get_children()]


def _is_called(raw: bytes, at: int, name: bytes) -> bool:
    return raw[at + len(name) :].lstrip()[:1] == b"("


def _plain(item: Any) -> str:
    """The name without the compiler's own for what has none."""
    name: str = item.spelling
    return (
        ""
        if "(" in name and not name.startswith("operator")
        else name.partition("<")[0]
        if not name.startswith("operator")
        else name
    )


def _path(item: Any) -> str:
    parts = []
    here = item
    while here is not None and here.kind.name != "TRANSLATION_UNIT":
        name = _plain(here)
        if name:
            parts.append(name)
        here = here.semantic_parent
    return ".".join(reversed(parts))


C = ClangCounter("C", ("-x", "c", "-std=gnu11", "-D_GNU_SOURCE"))
CPP = ClangCounter("C++", ("-x", "c++", "-std=c++17"))
