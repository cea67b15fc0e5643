"""What git lists of a commit's tree, before any byte of a file is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One path of a commit.

    `path` is canonical text (`places.path_from_bytes`), `mode` git's six octal digits, `object_id` the blob's (or, for a
    submodule, the commit's) hex id, `size` bytes of the blob (0 for a submodule).
    """

    path: str
    mode: str
    kind: Literal["blob", "link", "submodule"]
    object_id: str
    size: int
