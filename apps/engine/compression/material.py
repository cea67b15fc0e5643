"""What the views work on beside what was found: values that the index and the graph were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from apps.engine.facts import Capsule, Place

Ref = tuple[int, str]  # number of the repository, and a symbol, a path or the key of a citation
Count = Callable[[str], int]  # text → tokens


class Relations(msgspec.Struct, frozen=True):
    """What calls a capsule and what it calls: symbols, the first of so many.

    `verdict` says whether the callers are all of them: found, none (proven), unknown, "" for what is not called; `why` tells in
    the reader's language why there may be more.
    """

    callers: tuple[str, ...] = ()
    caller_count: int = 0
    callees: tuple[str, ...] = ()
    callee_count: int = 0
    outside: tuple[str, ...] = ()
    verdict: str = ""
    why: str = ""


class Folder(msgspec.Struct, frozen=True):
    """A folder of the repository with the number of files in it and below it; "" is the repository itself."""

    path: str
    files: int


class Material(msgspec.Struct, frozen=True):
    """What a view has no use for is left empty.

    `capsules` are what was found and what it is tied to, with their bodies; `places` what documents cite; `contents` what files
    hold, by line and without bodies; `folders` those of the repository `repo_id`, which new code is for.
    """

    capsules: Mapping[Ref, Capsule] = {}
    relations: Mapping[Ref, Relations] = {}
    places: Mapping[Ref, Place] = {}
    contents: Mapping[Ref, tuple[Capsule, ...]] = {}
    folders: tuple[Folder, ...] = ()
    repo_id: int = 0
