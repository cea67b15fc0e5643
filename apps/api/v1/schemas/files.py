"""Files of the current commit, and the documentation among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from apps.api.v1.formats import Sent
from apps.api.v1.schemas.base import State


class FileRow(Sent):
    """A path of the current commit.  `status` tells whether it was read; `reason` why not."""

    path: str
    language: str
    role: str
    size: int
    lines: int
    status: str
    reason: str


class FilePage(Sent):
    """Paths of the current commit, in order."""

    repo: str
    standing: State
    items: Sequence[FileRow]
    next: str | None


class SourceAnswer(Sent):
    """Lines of a file, secrets replaced; `first` to `last` of `lines` there are."""

    repo: str
    commit: str
    path: str
    language: str
    lines: int
    first: int
    last: int
    text: str


class DocsRow(Sent):
    """A page of documentation.  `source_type`: docs; those of a repository are its own prose files, README first."""

    repo: str
    source_type: Literal["docs"]
    path: str
    title: str
    kind: str
    summary: str
    headings: Sequence[str]


class DocsPage(Sent):
    """Pages of documentation, by repository and path."""

    items: Sequence[DocsRow]
    next: str | None


class DocsText(DocsRow):
    """One page with its text, as it stands in the repository."""

    commit: str
    text: str
