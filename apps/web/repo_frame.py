"""What every page of a repository shows around its own content: name, freshness, tabs, a running sync."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.artifacts import selectors as artifacts
from apps.repos import selectors as repos
from apps.web.access import Team
from apps.web.freshness import Freshness, freshness

if TYPE_CHECKING:
    from apps.artifacts.models import Artifact
    from apps.repos.models import Repo, Sync


@dataclass(frozen=True, slots=True)
class RepoFrame:
    """`artifact` is None before the first document is written; `open_sync` runs or waits."""

    repo: Repo
    artifact: Artifact | None
    freshness: Freshness | None
    open_sync: Sync | None

    @property
    def is_running(self) -> bool:
        return self.open_sync is not None and self.open_sync.state == "running"


def repo_frame(repo: Repo) -> RepoFrame:
    """Look it all up."""
    artifact = artifacts.artifact(repo)
    fresh = None
    if artifact is not None and artifact.current_id is not None:
        fresh = freshness(repo, artifact, repos.commits_behind(repo, artifact.verified_sha))
    else:
        artifact = None
    return RepoFrame(repo, artifact, fresh, repos.running_or_waiting(repo))


def context_of(team: Team, repo: Repo, tab: str, **more: Any) -> dict[str, Any]:
    """Context of a repository's page; `tab` names the one that is marked."""
    return {"team": team, "repo": repo, "area": "repositories", "tab": tab, "frame": repo_frame(repo), **more}
