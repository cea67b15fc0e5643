"""Routes that nested blocks of code build: which block a call stands in, and the path down to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.engine.facts import Call, Place, Value
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.text import UNKNOWN_START


@dataclass(slots=True)
class Block:
    """The lines of a function without a name that is handed to a call, and what holds inside.

    `path` is what the call puts before the paths inside, None where that can't be known; `method` the HTTP method it names.
    """

    call: Call
    line: int
    end_line: int
    above: "Block | None" = None
    path: str | None = ""
    method: str = ""
    auth: str = ""


def last_name(call: Call) -> str:
    """The last part of what is called."""
    return call.callee.text.rpartition(".")[2]


def lambda_of(call: Call) -> Value | None:
    """The last function without a name that a call is given."""
    return next((item.value for item in reversed(call.arguments) if item.value.kind == "function" and item.value.line), None)


def innermost(blocks: Iterable[Block], call: Call, line: int) -> Block | None:
    """The block that a line of a call stands in: the shortest one, of equals the one that opened last."""
    best: Block | None = None
    for block in blocks:
        if block.call is call or not block.line <= line <= block.end_line:
            continue
        if best is None or block.end_line - block.line <= best.end_line - best.line:
            best = block
    return best


def path_of(block: Block | None, path: str | None) -> str:
    """The path from the outermost block down to `path`; what follows a part that can't be known begins with ``…``."""
    if path is None:
        return UNKNOWN_START
    parts = [path]
    while block is not None:
        if block.path is None:
            rest = join_all(reversed(parts))
            return UNKNOWN_START if rest == "/" else f"{UNKNOWN_START}{rest}"
        parts.append(block.path)
        block = block.above
    return join_all(reversed(parts))


def guard_of(path: str, block: Block | None) -> Guard | None:
    """What the innermost block that says so requires of who asks."""
    while block is not None:
        if block.auth:
            return Guard(block.auth, Place(path, block.call.line, block.call.line))
        block = block.above
    return None


def join_all(parts: Iterable[str]) -> str:
    """Parts of a path joined by single slashes."""
    named = [part.strip("/") for part in parts if part.strip("/")]
    return "/" + "/".join(named)
