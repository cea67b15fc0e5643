"""How true what is known of a repository is: its graph or document against the head of its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.retrieval import SourceState
from apps.repos.selectors import commits_behind_of, shown_names
from apps.search.freshness import compared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.repos.models import Repo

GRAPH, DOCUMENT = "git", "system_artifact"


def standing(
    repo: Repo,
    source_type: str,
    commit: str,
    *,
    version: int = 0,
    behind: Mapping[tuple[int, str], int | None] | None = None,
    names: Mapping[int, str] | None = None,
) -> SourceState:
    """What was found out at `commit`, "" for nothing yet.

    `behind` is what `commits_behind_of` counted, of many at once, or {} where that is not asked for; without it, it is counted.
    `names` are the `shown_names` of the tenant; without them, they are looked up.
    """
    known = commits_behind_of(repo.tenant_id, [(repo, commit)]) if behind is None else behind
    is_counted = (repo.pk, commit) in known
    called = shown_names(repo.tenant_id) if names is None else names
    state, count, why = compared(repo, commit, known if is_counted else {(repo.pk, commit): None})
    return SourceState(
        source=0, source_type=source_type, repo_id=repo.pk, repo=repo.slug, repo_name=called.get(repo.pk, repo.name),
        commit=commit, branch=repo.branch, state=state, behind=count, why=why if is_counted else "", missing_vectors=0,
        version=version,
    )  # fmt: skip
