"""How far the index stands behind the repositories it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.artifacts.selectors import current_numbers
from apps.engine.retrieval import SourceState
from apps.repos.names import names_of
from apps.repos.selectors import Headed, RepoHead, commits_behind_of
from apps.search.indexer import DOCUMENT
from apps.search.selectors import Source
from apps.tenants.models import Tenant


def source_states(
    tenant: Tenant, sources: Sequence[Source], repos: Mapping[int, RepoHead], missing_vectors: Mapping[int, int]
) -> tuple[SourceState, ...]:
    """The states of these sources, in their order; `repos` are all of the tenant."""
    of = [(source, repos.get(source.repo_id or 0)) for source in sources]
    behind = commits_behind_of(tenant, {(repo, source.commit_sha) for source, repo in of if repo and source.commit_sha})
    documented = {repo.pk for source, repo in of if repo and source.source_type == DOCUMENT}
    versions = current_numbers(tenant, documented) if documented else {}
    names = names_of(repos.values())
    return tuple(_state(source, repo, names, behind, versions, missing_vectors.get(source.pk, 0)) for source, repo in of)


def _state(
    source: Source,
    repo: RepoHead | None,
    names: Mapping[int, str],
    behind: Mapping[tuple[int, str], int | None],
    versions: Mapping[int, int],
    missing: int,
) -> SourceState:
    state, count, why = compared(repo, source.commit_sha, behind)
    return SourceState(
        source=source.pk,
        source_type=source.source_type,
        repo_id=repo.pk if repo else 0,
        repo=repo.slug if repo else "",
        repo_name=names[repo.pk] if repo else "",
        commit=source.commit_sha,
        branch=repo.branch if repo else "",
        state=state,
        behind=count,
        why=why,
        missing_vectors=missing,
        version=versions.get(repo.pk, 0) if repo and source.source_type == DOCUMENT else 0,
    )


def compared(repo: Headed | None, sha: str, behind: Mapping[tuple[int, str], int | None]) -> tuple[str, int | None, str]:
    """(state, commits behind, why it is not known better) of what was made at this commit.

    `behind` holds what `commits_behind_of` counted.
    """
    if repo is None:
        return "unknown", None, "source:no-repository"
    if not sha or not repo.head_sha:
        return "unknown", None, "head:never-seen" if sha else "index:no-commit"
    if sha == repo.head_sha:
        return "current", 0, ""
    count = behind[repo.pk, sha]
    return "behind", count, "" if count is not None else "history:incomplete"
