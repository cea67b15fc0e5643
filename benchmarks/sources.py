"""The files of a repository: from a folder, or from the head of a git directory, checked out or bare."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path


def files(source: Path, under: str = ".") -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of every regular file below `under`, by path.  A folder without git is read as it lies there."""
    if (source / ".git").exists() or (source / "objects").is_dir():
        yield from _of_git(source, under)
        return
    for path in sorted((source / under).rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(source).as_posix(), path.read_bytes()


def _of_git(source: Path, under: str) -> Iterator[tuple[str, bytes]]:
    git = ["git", "-C", str(source)]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", "HEAD", under], capture_output=True, check=True).stdout.split(b"\0")
    wanted = []
    for line in listed:
        about, _, path = line.partition(b"\t")
        if about[:3] == b"100":
            wanted.append((path.decode("utf-8", "replace"), about.split()[2]))
    asked = b"".join(object_id + b"\n" for _, object_id in wanted)
    answer = subprocess.run([*git, "cat-file", "--batch"], input=asked, capture_output=True, check=True).stdout
    at = 0
    for path, _ in wanted:
        header_end = answer.index(b"\n", at)
        if answer[at:header_end].endswith(b" missing"):  # of a clone without its largest files
            at = header_end + 1
            continue
        size = int(answer[at:header_end].split()[2])
        yield path, answer[header_end + 1 : header_end + 1 + size]
        at = header_end + size + 2
