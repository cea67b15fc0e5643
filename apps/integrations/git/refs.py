"""Branch names by git's own rules; git only ever sees them as full ``refs/heads/…``."""

from __future__ import annotations

import re

from apps.integrations.git.errors import NoBranch

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|//|@\{|^[-/.]|/\.|\.lock(?:/|$)|[/.]$")
MAX_BYTES = 250


def branch_ref(branch: str) -> str:
    """``refs/heads/<branch>``; raises `NoBranch` where no branch can have that name."""
    if not branch or branch == "@" or _FORBIDDEN.search(branch) or len(branch.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise NoBranch("This is not a name a branch can have.")
    return f"refs/heads/{branch}"
