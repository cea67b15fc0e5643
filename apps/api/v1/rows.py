"""Records as the API tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from apps.api.standing import DOCUMENT, GRAPH, standing
from apps.api.v1 import schemas
from apps.api.v1.errors import NotFound
from apps.codegraph.selectors import current_commit
from apps.codegraph.words import reasons_in_words, verdict_in_words
from apps.engine.graph.callers import Callers
from apps.engine.graph.walk import Reached
from apps.engine.retrieval import SourceState
from apps.repos.selectors import repo_card
from apps.repos.words import lack_in_words

if TYPE_CHECKING:
    from apps.artifacts.models import Artifact, ArtifactVersion
    from apps.codegraph.models import Capsule
    from apps.repos.models import Commit, Repo, Sync
    from apps.tenants.models import ApiToken


def state_of(found: SourceState) -> Any:
    """How true something is, as it is sent."""
    return schemas.State.model_validate(found)


def graph_state(repo: Repo, *, counted: bool = False) -> Any:
    """Of which commit the repository's graph is, and whether that is still its head."""
    return state_of(standing(repo, GRAPH, current_commit(repo) or "", behind=None if counted else {}))


def not_in_graph(kind: str, repo: Repo) -> NotFound:
    """There is none in the repository; or, before its first sync, that is not known."""
    return NotFound(kind, repo=repo.slug) if current_commit(repo) else not_read(kind, repo)


def not_read(kind: str, repo: Repo) -> NotFound:
    """Nothing is known of the repository yet, and why."""
    return NotFound(kind, f"Nothing is known of this repository yet: {lack_in_words(repo_card(repo))}")


def document_state(repo: Repo, version: ArtifactVersion) -> Any:
    """The same of a version of its document: the current one counts from where it was last found true."""
    is_current = version.pk == version.artifact.current_id
    commit = version.artifact.verified_sha if is_current else version.commit_sha
    return state_of(standing(repo, DOCUMENT, commit, version=version.number))


def sync_values(sync: Sync) -> dict[str, Any]:
    """A sync, without its progress and the paths it left out."""
    return {
        "id": sync.pk,
        "repo": sync.repo.slug,
        "state": sync.state,
        "step": sync.step,
        "trigger": sync.trigger,
        "requested_by": None if sync.requested_by is None else sync.requested_by.username,
        "branch": sync.branch,
        "commit": sync.commit_sha,
        "attempts": sync.attempts,
        "outcome": sync.outcome,
        "error_code": sync.error_code,
        "error": sync.error,
        "counts": sync.counts,
        "created_at": sync.created_at,
        "started_at": sync.started_at,
        "finished_at": sync.finished_at,
    }


def sync_row(sync: Sync) -> schemas.SyncRow:
    """As lists have it."""
    return schemas.SyncRow(**sync_values(sync))


def sync_mark(sync: Sync | None) -> schemas.SyncMark | None:
    """A sync in short."""
    if sync is None:
        return None
    return schemas.SyncMark(
        id=sync.pk,
        state=sync.state,
        step=sync.step,
        outcome=sync.outcome,
        error_code=sync.error_code,
        commit=sync.commit_sha,
        finished_at=sync.finished_at,
        error=sync.error,
    )


def document_mark(artifact: Artifact, version: ArtifactVersion) -> schemas.DocumentMark:
    """Which version is current."""
    return schemas.DocumentMark(
        version=version.number,
        commit=version.commit_sha,
        verified_commit=artifact.verified_sha,
        verified_at=artifact.verified_at,
    )


def version_row(version: ArtifactVersion, commit: Commit | None) -> schemas.VersionRow:
    """A version with the subject of its commit, if that is known."""
    return schemas.VersionRow(
        number=version.number,
        commit=version.commit_sha,
        branch=version.branch,
        subject="" if commit is None else commit.subject,
        generator=version.generator,
        created_at=version.created_at,
        is_current=version.pk == version.artifact.current_id,
    )


def capsule_row(capsule: Capsule) -> schemas.CapsuleRow:
    """A capsule without its body."""
    return schemas.CapsuleRow.model_validate(capsule)


def verdict_answer(verdict: Callers | None) -> schemas.VerdictAnswer | None:
    """Whether all callers are known, in a word, a sentence and its reasons."""
    if verdict is None:
        return None
    reasons = [
        schemas.Because(kind=reason.kind, count=reason.count, detail=reason.detail, words=said.text, places=tuple(reason.places))
        for reason, said in zip(verdict.reasons, reasons_in_words(verdict), strict=True)
    ]
    is_complete = verdict.verdict != "unknown" and not reasons
    words = verdict_in_words(verdict)
    return schemas.VerdictAnswer(verdict=verdict.verdict, is_complete=is_complete, words=words, reasons=reasons)


def reaching(found: Iterable[Reached]) -> list[schemas.Reaching]:
    """What a walk came to; what it began at is none of it."""
    return [
        schemas.Reaching(symbol=item.symbol, distance=item.distance, by=schemas.Edge.model_validate(item.way[-1]))
        for item in found
        if item.way
    ]


def token_row(token: ApiToken, slugs: Mapping[int, str]) -> schemas.TokenRow:
    """A token; `slugs` are the short names of the tenant's repositories by their numbers."""
    return schemas.TokenRow(
        id=token.pk,
        name=token.name,
        prefix=token.prefix,
        member=token.created_by.username,
        scopes=token.scopes,
        repos=None if token.repos is None else [slugs[pk] for pk in token.repos if pk in slugs],
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
    )
