"""What one repository may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`files` and `bytes` count one commit's tree; `blob_bytes` is the largest file that is read.

    `fetch_seconds`, `stall_seconds` (without any sign of progress) and `disk_bytes` bound a fetch, `memory_bytes` each process
    of git.
    """

    files: int = 100_000
    bytes: int = 1_000_000_000
    blob_bytes: int = 2_000_000
    path_bytes: int = 4_096
    depth: int = 64
    fetch_seconds: float = 600
    disk_bytes: int = 5_000_000_000
    memory_bytes: int = 2 << 30
    stall_seconds: float = 60
