"""What is stored of a commit as rows: of its files, capsules and edges.  Pure: the same records, the same rows."""

from __future__ import annotations

import hashlib
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import Model

from apps.codegraph.models import Capsule, Edge, SourceFile
from apps.engine import facts
from apps.engine.graph import describe
from apps.tenants.text import clean, clean_json, text_key

Row = tuple[Any, ...]
# Rows made in another way are other rows, though the capsules and edges be the same.
_MADE_BY = hashlib.sha256(b"".join(Path(source).read_bytes() for source in (__file__, describe.__file__))).digest()


@dataclass(frozen=True, slots=True)
class SourceFileRow:
    """A path of the commit.  `blob_id` is None where the text was not kept (`reason` says why)."""

    path: str
    object_id: str
    mode: str
    language: str
    size: int
    lines: int
    role: str
    status: str
    reason: str
    note: str
    blob_id: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """Where rows go."""

    model: type[Model]
    columns: tuple[str, ...]  # what identifies a row and what may change, in the order of the rows
    compared: tuple[str, ...]  # what tells a changed row from an unchanged one


FILES = Table(
    SourceFile,
    ("key", "path", "object_id", "mode", "language", "size", "lines", "role", "status", "reason", "note", "blob_id", "record"),
    ("object_id", "mode", "language", "size", "lines", "role", "status", "reason", "note", "blob_id", "record"),
)
CAPSULES = Table(
    Capsule,
    (
        "key", "record", "symbol", "capsule_id", "content_hash", "kind", "name", "path", "path_key", "language", "line",
        "start_line", "end_line", "signature", "docstring", "body", "parent", "properties", "bases", "decorators", "complexity",
        "unresolved_calls", "unresolved", "details", "rank",
    ),
    ("record",),
)  # fmt: skip
EDGES = Table(
    Edge,
    ("key", "path_key", "source", "kind", "target", "source_key", "target_key", "line", "resolution", "is_external"),
    ("path_key", "resolution"),
)


class ByPath:
    """The capsules and edges of a commit by the path they belong to: an edge belongs to the file of its source.

    Edges whose source the commit does not have stand under "".  Of capsules with the same symbol (a path may have a ``#``)
    the first counts, wherever the others stand: so a file's record tells what is stored of it.
    """

    def __init__(self, paths: Iterable[str], capsules: Iterable[facts.Capsule], edges: Iterable[facts.Edge]) -> None:
        self.paths = tuple(paths)
        self.capsules: dict[str, list[facts.Capsule]] = defaultdict(list)
        self.edges: dict[str, list[facts.Edge]] = defaultdict(list)
        homes: dict[str, str] = {}
        for capsule in capsules:
            symbol = clean(capsule.symbol)
            if symbol not in homes:
                self.capsules[capsule.path].append(capsule)
                homes[symbol] = capsule.path
        for path in self.paths:
            homes.setdefault(clean(path), path)
        for edge in edges:
            self.edges[homes.get(clean(edge.source), "")].append(edge)

    def record(self, path: str) -> uuid.UUID:
        """Equal record, equal rows of capsules and edges."""
        total = hashlib.sha256(_MADE_BY)
        for records in (self.capsules.get(path, ()), self.edges.get(path, ())):
            try:
                total.update(facts.encode(records))
            except UnicodeEncodeError:  # lone surrogates: no bytes of their own
                total.update(repr(records).encode("utf-8", "backslashreplace"))
        return uuid.UUID(bytes=total.digest()[:16])


def keyed(rows: Iterable[Row]) -> dict[uuid.UUID, Row]:
    """By key, sorted by nothing but arrival; where a key repeats the first row counts."""
    found: dict[uuid.UUID, Row] = {}
    for row in rows:
        found.setdefault(row[0], row)
    return found


def path_keys(paths: Iterable[str]) -> dict[str, uuid.UUID]:
    """Paths with their keys."""
    return {path: text_key(clean(path)) for path in paths}


def file_row(row: SourceFileRow, record: uuid.UUID) -> Row:
    """A row of `FILES`."""
    path = clean(row.path)
    return (
        text_key(path),
        path,
        row.object_id,
        row.mode,
        clean(row.language, 40),
        row.size,
        row.lines,
        clean(row.role, 20),
        row.status,
        clean(row.reason, 300),
        clean(row.note, 300),
        row.blob_id,
        record,
    )


def capsule_row(capsule: facts.Capsule, path_key: uuid.UUID) -> Row:
    """A row of `CAPSULES`."""
    symbol, path = clean(capsule.symbol), clean(capsule.path)
    values = (
        symbol,
        capsule.capsule_id,
        capsule.content_hash,
        capsule.kind,
        clean(capsule.name),
        path,
        path_key,
        clean(capsule.language, 40),
        capsule.line,
        capsule.start_line,
        capsule.end_line,
        clean(capsule.signature),
        clean(capsule.docstring),
        clean(capsule.body),
        clean(capsule.parent),
        _json(capsule.properties),
        _json(capsule.bases),
        _json(capsule.decorators),
        capsule.complexity,
        capsule.unresolved_calls,
        _document(dict(capsule.unresolved)),
        _document(describe.details(capsule)),
        capsule.rank,
    )
    return (text_key(symbol), uuid.UUID(bytes=hashlib.sha256(facts.encode(values)).digest()[:16]), *values)


def edge_rows(edges: Iterable[tuple[facts.Edge, uuid.UUID]]) -> Iterator[Row]:
    """Rows of `EDGES`, of edges with the key of the path they belong to."""
    keys: dict[str, tuple[str, uuid.UUID]] = {}  # a symbol stands in many edges

    def known(text: str) -> tuple[str, uuid.UUID]:
        found = keys.get(text)
        if found is None:
            cleaned = clean(text)
            found = keys[text] = (cleaned, text_key(cleaned))
        return found

    for edge, path_key in edges:
        source, source_key = known(edge.source)
        target, target_key = known(edge.target)
        key = text_key(source, edge.kind, target, str(edge.line), str(edge.is_external))
        yield key, path_key, source, edge.kind, target, source_key, target_key, edge.line, edge.resolution, edge.is_external


def _json(values: Sequence[str]) -> str:
    return facts.encode([clean(value) for value in values]).decode() if values else "[]"


def _document(value: Mapping[str, Any]) -> str:
    """JSON that PostgreSQL takes: it refuses NUL and lone surrogates, which hardly any value has."""
    try:
        text = facts.encode(value).decode()
        if "\\u0000" not in text:
            return text
    except UnicodeEncodeError:
        pass
    return facts.encode(clean_json(value)).decode()
