"""The files of one commit as git lists and stores them: streamed, bounded, never checked out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from apps.engine.errors import LimitExceeded
from apps.engine.facts import ListedEntry, path_from_bytes
from apps.integrations.git import running
from apps.integrations.git.errors import Damaged
from apps.integrations.git.limits import Limits

HEADER_BYTES = 200  # more than mode, kind, id and size of an entry take
OBJECT_BYTES = 256 << 20  # never more in memory at a time


def list_entries(environment: Mapping[str, str], limits: Limits, sha: str) -> Iterator[ListedEntry]:
    """Every path of a commit; ends with `LimitExceeded` as soon as a limit is met, however much there would be to come.

    A file larger than `limits.blob_bytes` is listed with its size and does not count towards `limits.bytes`: nobody reads it.
    """
    count = total = 0
    seen: set[str] = set()
    rest = b""
    with running.stream(["ls-tree", "-r", "-l", "-z", "--full-tree", sha], environment, limits) as (git, stream):
        for piece in stream.pieces():
            *lines, rest = (rest + piece).split(b"\0")
            for line in lines:
                entry = _entry(line, limits)
                count += 1
                total += entry.size if entry.size <= limits.blob_bytes else 0
                if count > limits.files:
                    raise LimitExceeded("Number of files (LIMIT_FILES)", count, limits.files)
                if total > limits.bytes:
                    raise LimitExceeded("Size of all files (LIMIT_BYTES)", total, limits.bytes, "bytes")
                if entry.path not in seen:  # a malformed tree may name a path twice; git reads the first, too
                    seen.add(entry.path)
                    yield entry
            if len(rest) > limits.path_bytes + HEADER_BYTES:
                raise LimitExceeded("Length of a path (LIMIT_PATH_BYTES)", len(rest), limits.path_bytes, "bytes")
        if git.wait(10):
            raise Damaged("The commit's files can't be listed: objects are missing or malformed. Sync again.")


def _entry(line: bytes, limits: Limits) -> ListedEntry:
    head, _, raw = line.partition(b"\t")
    mode, _kind, object_id, size = head.split()
    if len(raw) > limits.path_bytes:
        raise LimitExceeded("Length of a path (LIMIT_PATH_BYTES)", len(raw), limits.path_bytes, "bytes")
    depth = raw.count(b"/")
    if depth > limits.depth:
        raise LimitExceeded("Depth of folders (LIMIT_DEPTH)", depth, limits.depth)
    path, object_name, octal = path_from_bytes(raw), object_id.decode(), mode.decode()
    if octal == "160000":
        return ListedEntry(path, octal, "submodule", object_name, 0)
    if not size.isdigit():
        raise Damaged("A file of the commit is missing. Sync again.")
    return ListedEntry(path, octal, "link" if octal == "120000" else "blob", object_name, int(size))


def read_objects(
    environment: Mapping[str, str], limits: Limits, object_ids: Iterable[str], largest: int = OBJECT_BYTES
) -> Iterator[tuple[str, bytes]]:
    """(id, bytes) of each object, in order, from one stream; raises `LimitExceeded` on one of more than `largest` bytes."""
    wanted: list[str] = list(object_ids)
    if not wanted:
        return
    lines = (f"{object_id}\n".encode() for object_id in wanted)
    with running.stream(["cat-file", "--batch"], environment, limits, lines) as (_git, stream):
        for object_id in wanted:
            header = stream.line().split()
            if len(header) != 3 or not header[2].isdigit():
                raise Damaged("A file of the commit is missing or malformed. Sync again.")
            size = int(header[2])
            if size > largest:
                raise LimitExceeded("Size of a file (LIMIT_BLOB_BYTES)", size, largest, "bytes")
            raw = stream.exactly(size)
            stream.exactly(1)
            yield object_id, raw
