"""Where a search may look."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scope:
    """Filters of one search inside a tenant.  Empty means no filter, but for `repos`: None is all repositories, () is none.

    `repos` are repo numbers a token or a filter allows, `source_types`, `kinds` (of capsules), `languages`, `roles` values of
    passages, `path` a folder or file.

    `reach` are the repos that who asks may see at all, where that is not the whole tenant: statistics of words tell of no others.
    """

    repos: tuple[int, ...] | None = None
    source_types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    path: str = ""
    reach: tuple[int, ...] | None = None


EVERYWHERE = Scope()

# Notes of a search: nothing of where it may look is of a type, or in a language, that it was narrowed down to.
SOURCE_TYPE_ABSENT, LANGUAGE_ABSENT = "source-type:absent", "language:absent"
