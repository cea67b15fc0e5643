"""What repositories are called: by their names, and where these are the same, by their addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

_LEAST = 2  # parts of an address: one is the name that says too little


class Named(Protocol):
    """A repository, as far as it is called something."""

    @property
    def pk(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def url(self) -> str: ...


def told_apart(repos: Iterable[Named]) -> dict[int, str]:
    """{id: the end of its address that no other of that name has}, of those repositories that share their name."""
    alike: dict[str, dict[int, Named]] = defaultdict(dict)
    for repo in repos:
        alike[repo.name.casefold()][repo.pk] = repo
    return {pk: end for group in alike.values() if len(group) > 1 for pk, end in _ends(list(group.values())).items()}


def names_of(repos: Iterable[Named]) -> dict[int, str]:
    """{id: what it is called on every door}: its name, or the end of its address where another has that name too."""
    every = list(repos)
    return {repo.pk: repo.name for repo in every} | told_apart(every)


def _ends(repos: list[Named]) -> dict[int, str]:
    parts = {repo.pk: _parts(repo.url) for repo in repos}
    return {pk: "/".join(own[-_enough(own, [other for key, other in parts.items() if key != pk]) :]) for pk, own in parts.items()}


def _enough(own: list[str], others: list[list[str]]) -> int:
    """How many parts, counted from the end, no other address has."""
    counts = (count for count in range(_LEAST, len(own)) if not any(own[-count:] == other[-count:] for other in others))
    return next(counts, len(own))


def _parts(url: str) -> list[str]:
    """Host and folders; of a folder on this machine its folders."""
    return [part for part in url.rpartition("://")[2].split("/") if part]
