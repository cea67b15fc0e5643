"""Pages of lists, by cursor: where a page ended, not how many rows came before, so that nothing is skipped or told twice.

A cursor is opaque to callers and good for one list only.  One into a list that is made anew at every commit holds the commit,
and is refused once that is another.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from pydantic import BaseModel, Field

from apps.api.v1.errors import ApiError
from apps.api.v1.formats import NO_NUL

MOST, USUAL = 200, 50
_LONGEST = 32_000  # characters: a cursor holds the name that its page ended with

Item = TypeVar("Item")


class Page(BaseModel, Generic[Item]):
    """`next` is the cursor of the page that follows, null at the end."""

    items: Sequence[Item]
    next: str | None


class Paging(BaseModel):
    """Which page of a list."""

    cursor: str = Field("", max_length=_LONGEST, pattern=NO_NUL, description="`next` of the page before; empty for the first.")
    limit: int = Field(USUAL, ge=1, le=MOST, description="Items of a page.")


class NoSuchPage(ApiError):
    """The cursor is none of this list."""

    def __init__(self) -> None:
        message = "This cursor is none of this list. Take `next` of the page before, or begin without one."
        super().__init__(HTTPStatus.NOT_FOUND, "cursor:unknown", message)


class ListChanged(ApiError):
    """The list was made anew since the cursor was given."""

    def __init__(self) -> None:
        message = "The repository was synced since this list was begun. Begin it again without a cursor."
        super().__init__(HTTPStatus.CONFLICT, "cursor:stale", message)


def cursor_of(name: str, *position: int | str) -> str:
    """A cursor of the list called `name`."""
    return base64.urlsafe_b64encode(msgspec.json.encode([name, *position])).rstrip(b"=").decode()


def position_of(name: str, cursor: str, *kinds: type) -> list[Any]:
    """What a cursor of the list holds, values of these kinds; [] for none.  Raises `NoSuchPage`."""
    if not cursor:
        return []
    try:
        found = msgspec.json.decode(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise NoSuchPage from None
    if not isinstance(found, list) or [type(item) for item in found] != [str, *kinds] or found[0] != name:
        raise NoSuchPage
    position = found[1:]
    if any(isinstance(item, int) and not 0 <= item < 2**63 for item in position) or "\0" in "".join(map(str, position)):
        raise NoSuchPage
    return position


def sliced(name: str, items: Sequence[Item], *, made_of: str, cursor: str, limit: int) -> Page[Item]:
    """A page of a list held in memory, which is the same as long as `made_of` (a commit, say) is."""
    position = position_of(name, cursor, str, int)
    if position and position[0] != made_of:
        raise ListChanged
    start = position[1] if position else 0
    end = start + limit
    return Page(items=items[start:end], next=cursor_of(name, made_of, end) if end < len(items) else None)


def begun(
    lists: Mapping[str, Sequence[Any]], *, of: str, made_of: str, most: int, address: Callable[[str], str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """The first items of lists that have pages of their own, and the addresses of what follows of those that are longer.

    `of` is what they are lists of: the page of each is `sliced` by the name `name_of` gives.  `address` is that of its pages.
    """
    pages = {part: sliced(name_of(part, of), items, made_of=made_of, cursor="", limit=most) for part, items in lists.items()}
    rest = {part: f"{address(part)}&{urlencode({'cursor': page.next})}" for part, page in pages.items() if page.next is not None}
    return {part: page.items for part, page in pages.items()}, rest


def part_address(operation: str, repo: str, part: str, **asked: object) -> str:
    """Where the pages of a list of a repository's symbol are."""
    return f"{reverse(f'api-v1:{operation}', kwargs={'repo': repo, 'part': part})}?{urlencode(asked)}"


def name_of(part: str, of: str) -> str:
    """What a list of a symbol is called in its cursors."""
    return f"{part} of {of}"


def cut(name: str, rows: Sequence[Item], limit: int, *, at: Any) -> tuple[Sequence[Item], str | None]:
    """The first `limit` of rows, of which one more was asked for, and the cursor behind them; `at` gives a row's position."""
    if len(rows) <= limit:
        return rows, None
    return rows[:limit], cursor_of(name, at(rows[limit - 1]))
