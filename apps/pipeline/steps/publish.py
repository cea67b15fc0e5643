"""Publish: a new version, or the current one marked true at this commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.artifacts import selectors, services
from apps.codegraph import selectors as graph_selectors
from apps.engine.extraction.version import extractor_version
from apps.engine.facts import ArtifactText, FactSheet
from apps.integrations.git import Head
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress
from apps.pipeline.rendering import highlight_blobs, render_version
from apps.search import selectors as search_selectors
from apps.search import services as search_services
from apps.tenants.context import tenant_scope

if TYPE_CHECKING:
    from apps.repos.models import Repo

GENERATOR = "facts"
CITED = 500  # cited texts highlighted before the run ends; the rest follows in its own job


def verify_unchanged(repo: Repo, sha: str) -> bool:
    """True where nothing is to do: the current version was verified at this very commit, graph and index are of it.

    What another version of the extractor or of the indexer made is made again.
    """
    artifact = selectors.artifact(repo)
    return (
        artifact is not None
        and artifact.current is not None
        and artifact.current.html is not None  # a run that died after publishing has yet to be rendered
        and artifact.verified_sha == sha
        and graph_selectors.is_extracted(repo, sha, extractor_version())
        and search_selectors.is_indexed(repo, sha)
    )


def run(repo: Repo, head: Head, text: ArtifactText, digest: str, sheet: FactSheet, progress: Progress) -> str:
    """Store the version if it differs, render it, and say what came of it: "new version" or "verified"."""
    progress.update("publish", 0, 2, "storing the version")
    cited = sorted({place.path for _key, place in text.citations})
    files = graph_selectors.blob_ids(repo, cited)
    reached("publish:before-commit")
    with tenant_scope(repo.tenant_id):  # a version is published and searchable in one moment
        version, created = services.publish_version(
            repo=repo,
            commit_sha=head.sha,
            branch=head.branch,
            text=text,
            sheet=sheet,
            digest=digest,
            generator=GENERATOR,
            files=files,
        )
        search_services.index_document(repo=repo, commit_sha=head.sha, text=text)
    reached("publish:after-commit")
    progress.update("publish", 1, 2, "rendering")
    if version.html is None:
        services.store_html(version=version, html=render_version(repo, version.number, text))
    highlight_blobs(repo, graph_selectors.unrendered_blobs(repo, limit=CITED, paths=cited))
    progress.update("publish", 2, 2, f"version {version.number}")
    return "new version" if created else "verified"
