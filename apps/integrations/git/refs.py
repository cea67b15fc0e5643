"""Branch names by git's own rules; git only ever sees them as full ``refs/heads/…``."""

from __future__ import annotations

import re

from apps.integrations.git.errors import NoBranch

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\\ud800-\udfff]|\.\.|//|@\{|^[/.]|/\.|\.lock(?:/|$)|[/.]$")
MAX_BYTES = 250


def is_branch(name: str) -> bool:
    """Whether git allows ``refs/heads/<name>``."""
    return bool(name) and not _FORBIDDEN.search(name) and len(name.encode("utf-8", "surrogatepass")) <= MAX_BYTES


def branch_ref(branch: str) -> str:
    """``refs/heads/<branch>`` for a name that a person gave; raises `NoBranch` where no branch should have it."""
    if not is_branch(branch) or branch.startswith(("-", "refs/")) or branch in ("@", "HEAD"):
        raise NoBranch("This is not a name a branch can have.")
    return f"refs/heads/{branch}"
