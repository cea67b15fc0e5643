"""A commit in a mirror → its fact sheet, capsules and edges.  No database: what sync and every command call.

Bytes stream out of git through children that may be killed (`integrations.sandbox`) and come back as texts without secrets
and facts; the engine then joins them.  The result depends on the commit's tree and the project's name alone.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from apps.engine.extraction.extract import Extraction, extract
from apps.engine.extraction.inventory import refine, take_inventory
from apps.engine.extraction.reading import Request
from apps.engine.extraction.readings import Reading, decode_reading
from apps.engine.extraction.version import extractor_version
from apps.engine.facts import Capsule, Edge, FactSheet, FileEntry, FileFacts, Finding, ListedEntry, Place
from apps.engine.parsing import PROSE_LANGUAGES
from apps.integrations.git import Mirror
from apps.integrations.sandbox import Pool
from apps.pipeline.progress import Progress

READ_FUNCTION = "apps.engine.extraction.reading.read_payload"
READ_SECONDS = 5.0  # a file that hangs is tried twice, so it costs ten
READ_MEMORY = 2 << 30
MAX_PROCESSES = 4
RULE_FILES = (".gitattributes", ".gitignore")
RULE_FILE_BYTES = 200_000

Key = tuple[str, str]  # git blob id, canonical path

_FAILURES = {
    "crashed": "the parser crashed on it",
    "time": f"the parser took longer than {READ_SECONDS:.0f} seconds",
    "memory": "the parser needed too much memory",
}


class AnalysisCache(Protocol):
    """Readings of files read before, with their texts, by blob and path, for one extractor version."""

    def load(self, extractor: str, keys: Sequence[Key]) -> Mapping[Key, Reading]: ...

    def store(self, extractor: str, items: Iterable[tuple[Key, Reading]]) -> None: ...


class NoCache:
    """Remembers nothing: for the commands."""

    def load(self, extractor: str, keys: Sequence[Key]) -> Mapping[Key, Reading]:
        return {}

    def store(self, extractor: str, items: Iterable[tuple[Key, Reading]]) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Text:
    """A kept text: secrets replaced, `digest` its SHA-256 (hex)."""

    text: str
    digest: str
    encoding: str
    lines: int
    language: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """One commit, analysed.  `texts` and `objects` are keyed by canonical path."""

    extractor: str
    extraction: Extraction
    files: tuple[FileEntry, ...]
    texts: Mapping[str, Text] = field(repr=False)
    objects: Mapping[str, ListedEntry] = field(repr=False)

    @property
    def sheet(self) -> FactSheet:
        return self.extraction.sheet

    @property
    def capsules(self) -> tuple[Capsule, ...]:
        return self.extraction.capsules

    @property
    def edges(self) -> tuple[Edge, ...]:
        return self.extraction.edges

    def counts(self) -> dict[str, int | float]:
        """Numbers a person wants to see of a run."""
        sheet = self.sheet
        return {
            "files": len(self.files),
            "skipped": sum(1 for entry in self.files if entry.status == "skipped"),
            "capsules": len(self.capsules),
            "edges": len(self.edges),
            "endpoints": len(sheet.endpoints),
            "models": len(sheet.models),
            "dependencies": len(sheet.dependencies),
            "configuration": len(sheet.config_keys),
            "secrets": len(sheet.findings),
        }

    def skipped(self, limit: int = 1_000) -> list[list[str]]:
        """[[path, reason], …] of what was left out."""
        return [[entry.path, entry.reason] for entry in self.files if entry.status == "skipped"][:limit]


def processes(wanted: int) -> int:
    """How many children to parse in: as asked, else one a core, at most four."""
    return wanted or max(1, min(MAX_PROCESSES, os.cpu_count() or 1))


def analyse(
    mirror: Mirror,
    sha: str,
    *,
    name: str,
    progress: Progress,
    cache: AnalysisCache | None = None,
    process_count: int = 0,
    blob_limit: int = 2_000_000,
) -> Analysis:
    """Everything that can be known of a commit without a model.  `name` is used where no manifest names the project."""
    cache = cache or NoCache()
    extractor = extractor_version()
    progress.update("extract", 0, 0, "listing files")
    listed = list(mirror.entries(sha))
    inventory = take_inventory(listed, blob_limit=blob_limit, rules=_rules(mirror, listed))
    objects = {entry.path: entry for entry in listed}
    known = dict(cache.load(extractor, [(object_id, path) for path, object_id in inventory.wanted]))
    readings = _read_all(mirror, inventory.wanted, known, progress, process_count)

    entries = {entry.path: entry for entry in inventory.files}
    texts: dict[str, Text] = {}
    facts: dict[str, FileFacts] = {}
    prose: dict[str, FileFacts] = {}
    fresh: list[tuple[Key, Reading]] = []
    findings: list[Finding] = []
    for path, reading, failure in readings:
        key = (objects[path].object_id, path)
        entry = entries[path]
        if reading is not None and not failure and key not in known:
            fresh.append((key, reading))
        if reading is None or reading.reason:
            reason = failure or (reading.reason if reading else "")
            entries[path] = replace(entry, status="skipped", reason=reason)
            continue
        entry = refine(
            replace(entry, language=reading.language or entry.language, lines=reading.lines, note=reading.note), reading.text
        )
        if failure:
            entry = replace(entry, status="listed", reason=failure)
        entries[path] = entry
        if entry.status == "skipped":
            continue
        texts[path] = Text(reading.text, reading.digest, reading.encoding, reading.lines, entry.language)
        findings.extend(Finding(kind, Place(path, line, line)) for kind, line in reading.secrets)
        found = reading.facts
        if found is not None:
            if found.language in PROSE_LANGUAGES:
                prose[path] = found
            elif entry.status == "analysed":
                facts[path] = found
                if found.syntax_errors:
                    places = "1 place" if found.syntax_errors == 1 else f"{found.syntax_errors} places"
                    note = f"{places} with syntax the parser does not know"
                    entries[path] = replace(entry, note="; ".join(part for part in (entry.note, note) if part))
    cache.store(extractor, fresh)
    files = tuple(entries[path] for path in sorted(entries))
    progress.update("extract", len(inventory.wanted), len(inventory.wanted), "joining facts")
    extraction = extract(
        name=name,
        files=files,
        facts=facts,
        texts={path: text.text for path, text in texts.items()},
        findings=findings,
        prose=prose,
    )
    return Analysis(extractor=extractor, extraction=extraction, files=files, texts=texts, objects=objects)


def _rules(mirror: Mirror, listed: Sequence[ListedEntry]) -> dict[str, str]:
    """Texts of the files that say which paths are ignored or generated, by path."""
    wanted = {
        entry.path: entry.object_id
        for entry in listed
        if entry.kind == "blob" and entry.size <= RULE_FILE_BYTES and entry.path.rpartition("/")[2] in RULE_FILES
    }
    contents = dict(mirror.blobs(sorted(set(wanted.values()))))
    return {path: contents[object_id].decode("utf-8", "replace") for path, object_id in wanted.items()}


def _read_all(
    mirror: Mirror,
    wanted: Sequence[tuple[str, str]],
    known: Mapping[Key, Reading],
    progress: Progress,
    process_count: int,
) -> Iterator[tuple[str, Reading | None, str]]:
    """Yield (path, reading or None, failure) of every wanted file; a file that fails is read once more without its parser."""
    unread: list[tuple[str, str]] = []
    for path, object_id in wanted:
        reading = known.get((object_id, path))
        if reading is None:
            unread.append((path, object_id))
        else:
            yield path, reading, ""
    if not unread:
        return
    failed: list[tuple[str, str]] = []
    reasons: dict[str, str] = {}
    object_ids = dict(unread)
    already = len(wanted) - len(unread)
    with Pool(processes=processes(process_count), memory_bytes=READ_MEMORY, seconds=READ_SECONDS) as pool:
        for done, (path, reading, failure) in enumerate(_map(pool, mirror, unread, parse=True), already + 1):
            progress.update("extract", done, len(wanted) + 1, "reading files")
            if failure:
                failed.append((path, object_ids[path]))
                reasons[path] = _FAILURES.get(failure, failure)
            else:
                yield path, reading, ""
        for path, reading, failure in _map(pool, mirror, failed, parse=False):
            yield path, None if failure else reading, reasons[path]


def _map(
    pool: Pool, mirror: Mirror, wanted: Sequence[tuple[str, str]], *, parse: bool
) -> Iterator[tuple[str, Reading | None, str]]:
    paths: dict[str, list[str]] = defaultdict(list)
    for path, object_id in wanted:
        paths[object_id].append(path)
    order: list[str] = []

    def payloads() -> Iterator[bytes]:
        for object_id, raw in mirror.blobs(list(paths)):
            for path in paths[object_id]:
                order.append(path)
                yield msgspec.msgpack.encode(Request(path, raw, parse))

    for index, outcome in enumerate(pool.map(READ_FUNCTION, payloads())):
        reading = decode_reading(outcome.value) if outcome.value is not None else None
        yield order[index], reading, outcome.failure
