"""Repositories and the runs of the pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from apps.api.v1.formats import Sent
from apps.api.v1.schemas.base import State


class DocumentMark(Sent):
    """The current version of a repository's document, and the commit it was last found true at."""

    version: int
    commit: str
    verified_commit: str
    verified_at: datetime | None


class SyncMark(Sent):
    """A run of the pipeline, in short.  `error` says why it failed, as a sentence."""

    id: int
    state: str
    step: str
    outcome: str
    error_code: str
    commit: str
    finished_at: datetime | None
    error: str


class SyncRow(Sent):
    """One run of the pipeline.  `outcome`: new version, verified, unchanged; `error_code` is stable."""

    id: int
    repo: str
    state: str
    step: str
    trigger: str
    requested_by: str | None
    branch: str
    commit: str
    attempts: int
    outcome: str
    error_code: str
    error: str
    counts: Mapping[str, Any]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class Skipped(Sent):
    """A path that was left out, and why."""

    path: str
    reason: str


class SyncDetail(SyncRow):
    """`progress` by step; the first thousand paths that were left out (`counts.skipped` has their number)."""

    progress: Mapping[str, Any]
    skipped: Sequence[Skipped]


class RepoRow(Sent):
    """A repository; `slug` is what addresses and filters name it by.

    `name` is what the portal calls it: where another has that name, the end of its address.  `project` and `description` are what
    its own manifest or README says, "" before its first sync: text of a repository, so data.

    `standing` tells of which commit its graph is, and whether the branch has moved on since.  `last_sync` is the last one that
    ended, `open_sync` the one that runs, else waits.
    """

    slug: str
    name: str
    project: str
    description: str
    url: str
    branch: str
    is_active: bool
    head: str
    head_seen_at: datetime | None
    standing: State
    document: DocumentMark | None
    last_sync: SyncMark | None
    open_sync: SyncMark | None


class Counted(Sent):
    """How many rows the current commit has."""

    files: int
    capsules: int
    edges: int


class RepoDetail(RepoRow):
    """With the size of the graph."""

    counts: Counted
