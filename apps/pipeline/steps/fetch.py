"""Fetch: the mirror gets the head's commit, PostgreSQL gets every commit since the last one seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.engine.secrets import replace_secrets
from apps.integrations.git import CommitRecord, Head, Mirror
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress
from apps.pipeline.sources import mirror_of
from apps.repos import services

if TYPE_CHECKING:
    from apps.repos.models import Repo

LOCK_SECONDS = 60.0
COMMITS = 1_000  # of one fetch; older ones of a longer push are not listed


@dataclass(frozen=True, slots=True)
class Fetched:
    """The mirror and the commit it now holds."""

    mirror: Mirror
    head: Head


def run(repo: Repo, progress: Progress) -> Fetched:
    """Fetch the head of the repo's branch and store the commits since the one known before."""
    mirror = mirror_of(repo)
    progress.update("fetch", 0, 0, "asking for the head")
    with mirror.locked(LOCK_SECONDS):
        head = mirror.head(repo.pinned_branch)
        head = mirror.fetch(head, lambda done, total: progress.update("fetch", done, total, "receiving objects"))
        commits = [_without_secrets(commit) for commit in mirror.commits(repo.head_sha, head.sha, limit=COMMITS)]
    reached("fetch:before-commit")
    services.record_fetch(repo=repo, branch=head.branch, sha=head.sha, commits=commits)
    reached("fetch:after-commit")
    number = max(len(commits), 1)
    progress.update("fetch", number, number, "1 commit" if len(commits) == 1 else f"{len(commits):,} commits")
    return Fetched(mirror, head)


def _without_secrets(commit: CommitRecord) -> CommitRecord:
    """What people wrote in a commit is text of the repository like any other."""
    return replace(commit, author=replace_secrets(commit.author, "")[0], subject=replace_secrets(commit.subject, "")[0])
