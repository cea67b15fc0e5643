"""Whether an index is that of the files: capsule ids and content hashes, stored against computed anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from apps.engine.facts import Capsule

Identity = tuple[str, str]  # capsule id, content hash


class IndexState(msgspec.Struct, frozen=True, gc=False):
    """How an index differs from the files: numbers of capsules, and the paths they stand in, sorted.

    `moved` are those whose line or signature differs and whose text does not, `changed` those whose text differs.
    """

    missing: int = 0
    surplus: int = 0
    moved: int = 0
    changed: int = 0
    paths: tuple[str, ...] = ()

    @property
    def is_behind(self) -> bool:
        """Whether anything differs."""
        return bool(self.missing or self.surplus or self.moved or self.changed)


def identities(capsules: Iterable[Capsule]) -> dict[str, Identity]:
    """{symbol: (capsule id, content hash)}."""
    return {capsule.symbol: (capsule.capsule_id, capsule.content_hash) for capsule in capsules}


def compare(stored: Mapping[str, Identity], current: Mapping[str, Identity]) -> IndexState:
    """What of `stored` is no longer, or not yet, as in `current`; both by symbol."""
    counts = {"missing": 0, "surplus": 0, "moved": 0, "changed": 0}
    paths: set[str] = set()
    for symbol in stored.keys() | current.keys():
        before, now = stored.get(symbol), current.get(symbol)
        if before == now:
            continue
        if before is None or now is None:
            kind = "missing" if before is None else "surplus"
        else:
            kind = "moved" if before[1] == now[1] else "changed"
        counts[kind] += 1
        paths.add(symbol.partition("#")[0])
    return IndexState(**counts, paths=tuple(sorted(paths)))
