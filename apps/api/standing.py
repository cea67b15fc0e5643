"""How true what is known of a repository is: its graph or document against the head of its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.retrieval import SourceState
from apps.search.freshness import compared

if TYPE_CHECKING:
    from apps.repos.models import Repo

GRAPH, DOCUMENT = "git", "system_artifact"


def standing(repo: Repo, source_type: str, commit: str, *, version: int = 0, counted: bool = True) -> SourceState:
    """What was found out at `commit`, "" for nothing yet.  Without `counted` it is not counted how many commits it is behind."""
    state, behind, why = compared(repo, commit, {} if counted else {(repo.pk, commit): None})
    return SourceState(
        source=0, source_type=source_type, repo_id=repo.pk, repo=repo.slug, repo_name=repo.name, commit=commit,
        branch=repo.branch, state=state, behind=behind, why=why if counted else "", missing_vectors=0, version=version,
    )  # fmt: skip
