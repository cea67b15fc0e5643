"""Index: the commit's capsules become searchable text at once; their vectors follow in a job of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.integrations.git import Head
from apps.pipeline.analysis import Analysis
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress
from apps.search import services

if TYPE_CHECKING:
    from apps.repos.models import Repo


def run(repo: Repo, head: Head, analysis: Analysis, progress: Progress) -> None:
    """Replace the passages of the repo's code; a second run of the same commit changes nothing."""
    count = len(analysis.capsules)
    progress.update("index", 0, count, "storing passages")
    roles = {entry.path: entry.role for entry in analysis.files}
    reached("index:before-commit")
    done = services.index_code(repo=repo, commit_sha=head.sha, capsules=analysis.capsules, roles=roles)
    reached("index:after-commit")
    progress.update("index", count, count, f"{done.added:,} new, {done.removed:,} gone")
