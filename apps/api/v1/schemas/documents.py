"""The architecture document, its versions, and what changed between two."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.api.v1.formats import Sent
from apps.api.v1.schemas.base import State
from apps.engine.artifact.diff import FactChange, SectionDiff


class VersionRow(Sent):
    """A numbered, immutable version.  `generator` is what wrote it; `subject` is that of its commit, where it is known."""

    number: int
    commit: str
    branch: str
    subject: str
    generator: str
    created_at: datetime
    is_current: bool


class CitedPlace(Sent):
    """What a section stands on: lines at the version's commit."""

    key: str
    path: str
    line: int
    end_line: int


class DocumentSection(Sent):
    """One of the ten.  `markdown` starts below the heading; its citations are links already."""

    key: str
    number: int
    title: str
    markdown: str
    citations: Sequence[CitedPlace]


class DocumentAnswer(Sent):
    """A version of the architecture document, whole or one section of it."""

    repo: str
    version: VersionRow
    standing: State
    title: str
    sections: Sequence[DocumentSection]


class CommitRow(Sent):
    """A commit between two versions."""

    sha: str
    subject: str
    author: str
    committed_at: datetime


class DiffAnswer(Sent):
    """What changed from one version to another.  `commits` are the newest of those between; not `is_complete`: there are more,
    or some are not known here.
    """

    repo: str
    old: VersionRow
    new: VersionRow
    sections: Sequence[SectionDiff]
    facts: Sequence[FactChange]
    diagrams: Sequence[str]
    commits: Sequence[CommitRow]
    is_complete: bool
