"""How true what is known of a repository is: its graph or document against the head of its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.retrieval import SourceState
from apps.repos import selectors as repos

if TYPE_CHECKING:
    from apps.repos.models import Repo

GRAPH, DOCUMENT = "git", "system_artifact"


def standing(repo: Repo, source_type: str, commit: str, *, version: int = 0, counted: bool = True) -> SourceState:
    """What was found out at `commit`, "" for nothing yet.  Without `counted` it is not counted how many commits it is behind."""
    state, behind, why = "behind", None, ""
    if not commit:
        state, why = "unknown", "it was not read yet"
    elif not repo.head_sha:
        state, why = "unknown", "the branch was not looked at yet"
    elif commit == repo.head_sha:
        state, behind = "current", 0
    elif counted:
        behind = repos.commits_behind(repo, commit)
        if behind is None:
            state, why = "unknown", "the commits in between are not known here"
    return SourceState(
        source=0, source_type=source_type, repo_id=repo.pk, repo=repo.slug, repo_name=repo.name, commit=commit,
        branch=repo.branch, state=state, behind=behind, why=why, missing_vectors=0, version=version,
    )  # fmt: skip
