"""Writes: a version is published or found true again, never changed."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import msgspec
from django.utils import timezone

from apps.artifacts.models import Artifact, ArtifactVersion, VersionFile
from apps.engine.facts import ArtifactText, FactSheet, encode
from apps.repos.models import Repo
from apps.tenants.context import tenant_scope
from apps.tenants.text import clean, clean_json, text_key


def publish_version(
    *,
    repo: Repo,
    commit_sha: str,
    branch: str,
    text: ArtifactText,
    sheet: FactSheet,
    digest: str,
    generator: str,
    files: Mapping[str, int],
    html: Mapping[str, str] | None = None,
) -> tuple[ArtifactVersion, bool]:
    """The version that holds this text, and whether it was made now.

    Where the current version has the same digest it is marked true at `commit_sha` instead.  `files` maps each cited path to
    the blob of its text at this commit.  The document's row is locked, so numbers never repeat and have no gaps.
    """
    with tenant_scope(repo.tenant_id):
        artifact = _locked(repo)
        current = artifact.current
        if current is not None and current.digest == digest:
            _verify(artifact, commit_sha)
            return current, False
        last = ArtifactVersion.objects.filter(artifact=artifact).order_by("-number").values_list("number", flat=True).first()
        version = ArtifactVersion(
            tenant_id=repo.tenant_id,
            artifact=artifact,
            number=(last or 0) + 1,
            commit_sha=commit_sha,
            branch=clean(branch, 255),
            previous_sha=artifact.verified_sha,
            generator=generator,
            digest=digest,
            title=clean(text.title, 300),
            sections=clean_json(msgspec.to_builtins(text.sections)),
            citations=clean_json(
                {key: [place.path, place.line, place.end_line, place.fingerprint] for key, place in text.citations}
            ),
            diagrams=clean_json({diagram.key: msgspec.to_builtins(diagram) for diagram in text.diagrams}),
            facts=zlib.compress(encode(sheet), 9),
            html=None if html is None else clean_json(dict(html)),
        )
        version.save()
        VersionFile.objects.bulk_create(
            (
                VersionFile(
                    tenant_id=repo.tenant_id, version=version, path=clean(path), key=text_key(clean(path)), blob_id=blob_id
                )
                for path, blob_id in sorted(files.items())
            ),
            batch_size=1_000,
        )
        artifact.current = version
        artifact.verified_sha, artifact.verified_at = commit_sha, timezone.now()
        artifact.save(update_fields=["current", "verified_sha", "verified_at"])
        return version, True


def store_html(*, version: ArtifactVersion, html: Mapping[str, str]) -> None:
    """Keep what the version's sections render to: a cache, the one thing of a version that may be written again."""
    with tenant_scope(version.tenant_id):
        version.html = clean_json(dict(html))
        ArtifactVersion.objects.filter(pk=version.pk, tenant_id=version.tenant_id).update(html=version.html)


def _locked(repo: Repo) -> Artifact:
    Artifact.objects.bulk_create([Artifact(tenant_id=repo.tenant_id, repo=repo)], ignore_conflicts=True)
    rows = Artifact.objects.select_for_update(of=("self",), no_key=True).select_related("current")
    return rows.get(tenant_id=repo.tenant_id, repo=repo)


def _verify(artifact: Artifact, commit_sha: str) -> None:
    if artifact.verified_sha != commit_sha:
        artifact.verified_sha, artifact.verified_at = commit_sha, timezone.now()
        artifact.save(update_fields=["verified_sha", "verified_at"])
