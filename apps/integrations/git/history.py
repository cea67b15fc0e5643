"""Commits of a mirror: who, when, what it is called and which paths it touches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from apps.engine.facts import path_from_bytes
from apps.integrations.git import running
from apps.integrations.git.limits import Limits
from apps.integrations.git.tree import read_objects

LATEST = 253_402_300_799  # the last second of the year 9999
MAX_PATHS = 10_000  # of one commit
MAX_LISTED = 64 << 20  # bytes of changed paths in one go
COMMIT_BYTES = 4 << 20
SECONDS = 120.0

# Columns are cut by git itself: a subject may be megabytes long.
_FIELDS = "%H%x00%P%x00%<(300,trunc)%an%x00%at%x00%ct%x00%<(1000,trunc)%s"
_FIELD_COUNT = 6
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """One commit.  Dates are ISO 8601 in UTC, clamped to the years 1970 to 9999.

    `paths` (canonical) differ from the first parent; None where they are not known: the parent is out of reach, or they are more
    than 10,000.
    """

    sha: str
    parents: tuple[str, ...]
    author: str
    authored_at: str
    committed_at: str
    subject: str
    paths: tuple[str, ...] | None


def is_sha(text: str) -> bool:
    return _SHA.fullmatch(text) is not None


def list_commits(
    environment: Mapping[str, str], limits: Limits, since: str, until: str, limit: int, boundary: frozenset[str]
) -> list[CommitRecord]:
    """Commits reachable from `until` and not from `since` ("" = `until` alone), newest first.

    `boundary` holds the commits where the mirror ends, most of them with parents that it lacks.
    """
    span = [f"--max-count={limit}", f"^{since}", until] if since else ["--max-count=1", until]
    raw = running.output(
        ["log", "-z", "--no-show-signature", "--topo-order", f"--format={_FIELDS}", *span, "--"],
        environment,
        limits,
        seconds=SECONDS,
    )
    fields = raw.split(b"\0")
    rows = [fields[at : at + _FIELD_COUNT] for at in range(0, len(fields) - _FIELD_COUNT + 1, _FIELD_COUNT)]
    shas = [row[0].decode() for row in rows]
    parents = dict(_true_parents(environment, limits, [sha for sha in shas if sha in boundary]))
    # A commit without parents may be on the boundary, too: what it brings is known.
    paths = dict(_changed_paths(environment, limits, [sha for sha in shas if not parents.get(sha)]))
    return [
        CommitRecord(
            sha=sha,
            parents=parents.get(sha, tuple(row[1].decode().split())),
            author=_line(row[2]),
            authored_at=_date(row[3]),
            committed_at=_date(row[4]),
            subject=_line(row[5]),
            paths=paths.get(sha),
        )
        for sha, row in zip(shas, rows, strict=True)
    ]


def _changed_paths(
    environment: Mapping[str, str], limits: Limits, shas: Sequence[str]
) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    """(sha, paths).  Entries start with a colon and ids do not: a file named like an id can't be taken for one."""
    if not shas:
        return
    arguments = ["diff-tree", "--stdin", "-r", "-z", "--root", "--raw", "--no-renames", "--diff-merges=first-parent", "--always"]
    sha, is_path, found, size, rest = "", False, set[str](), 0, b""
    with running.stream(arguments, environment, limits, (f"{sha}\n".encode() for sha in shas)) as (_git, stream):
        for piece in stream.pieces():
            *parts, rest = (rest + piece).split(b"\0")
            size += len(piece)
            for part in parts:
                if is_path:
                    is_path = False
                    if len(found) <= MAX_PATHS:
                        found.add(path_from_bytes(part))
                elif part.startswith(b":"):
                    is_path = True
                else:
                    if sha:
                        yield sha, _known(found)
                    sha, found = part.strip().decode("ascii", "replace"), set()
            if size > MAX_LISTED or len(rest) > limits.path_bytes + 1_000:
                return
    if sha:
        yield sha, _known(found)


def _known(paths: set[str]) -> tuple[str, ...] | None:
    return tuple(sorted(paths)) if len(paths) <= MAX_PATHS else None


def _true_parents(environment: Mapping[str, str], limits: Limits, shas: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Parents as the commit itself names them, where git's log pretends there are none."""
    for sha, raw in read_objects(environment, limits, shas, COMMIT_BYTES):
        head = raw.partition(b"\n\n")[0].split(b"\n")
        named = [line.removeprefix(b"parent ").decode("ascii", "replace") for line in head if line.startswith(b"parent ")]
        yield sha, tuple(parent for parent in named if is_sha(parent))


def _line(raw: bytes) -> str:
    """One printable line."""
    return _UNPRINTABLE.sub(" ", raw.decode("utf-8", "replace")).strip()


def _date(raw: bytes) -> str:
    try:
        seconds = int(raw)
    except ValueError:
        seconds = 0
    return datetime.fromtimestamp(min(max(seconds, 0), LATEST), UTC).isoformat()
