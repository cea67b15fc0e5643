"""What the mirror saw: the head and the commits since the last one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.repos.models import Commit, Repo
from apps.tenants.context import tenant_scope
from apps.tenants.text import clean, clean_json, clean_shown

if TYPE_CHECKING:
    from apps.integrations.git import CommitRecord


def record_fetch(*, repo: Repo, branch: str, sha: str, commits: Sequence[CommitRecord]) -> None:
    """The head and its new commits, together: whoever sees the head sees what led to it."""
    with tenant_scope(repo.tenant_id):
        store_commits(repo=repo, commits=commits)
        record_head(repo=repo, branch=branch, sha=sha)


def record_head(*, repo: Repo, branch: str, sha: str) -> None:
    """The head as just seen.  The default branch follows the remote; a pinned branch stays pinned."""
    with tenant_scope(repo.tenant_id):
        values = {"head_sha": sha, "head_seen_at": timezone.now()}
        if not repo.pinned_branch:
            values["default_branch"] = clean(branch, 255)
        Repo.objects.filter(pk=repo.pk, tenant_id=repo.tenant_id).update(**values)
        for name, value in values.items():
            setattr(repo, name, value)


def store_commits(*, repo: Repo, commits: Sequence[CommitRecord]) -> None:
    """Add commits.  One that is there already only gains paths and parents it had not (the history was shallow)."""
    rows = [
        Commit(
            tenant_id=repo.tenant_id,
            repo=repo,
            sha=commit.sha,
            parents=list(commit.parents),
            author=clean_shown(commit.author, 300),
            authored_at=datetime.fromisoformat(commit.authored_at),
            committed_at=datetime.fromisoformat(commit.committed_at),
            subject=clean_shown(commit.subject, 500),
            paths=None if commit.paths is None else clean_json(list(commit.paths)),
        )
        for commit in sorted(commits, key=lambda commit: commit.sha)
    ]
    with tenant_scope(repo.tenant_id):
        Commit.objects.bulk_create((row for row in rows if row.paths is None), ignore_conflicts=True, batch_size=500)
        Commit.objects.bulk_create(
            (row for row in rows if row.paths is not None),
            update_conflicts=True,
            unique_fields=["repo", "sha"],
            update_fields=["parents", "paths"],
            batch_size=500,
        )
