"""Reads of documents and their versions."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping

import msgspec
from django.db import connection
from django.db.models import F

from apps.artifacts.models import Artifact, ArtifactVersion, VersionFile
from apps.engine import facts
from apps.engine.facts import ArtifactText
from apps.repos.models import Blob, Repo
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

HEAVY = ("sections", "citations", "diagrams", "facts", "html")


def artifact(repo: Repo) -> Artifact | None:
    """The repo's document: which version is current, where it was last found true."""
    return Artifact.objects.filter(tenant_id=repo.tenant_id, repo=repo).select_related("repo").first()


def current_version(repo: Repo) -> ArtifactVersion | None:
    """The current version, with its text."""
    found = ArtifactVersion.objects.filter(tenant_id=repo.tenant_id, artifact__repo=repo, artifact__current_id=F("pk"))
    return found.select_related("artifact").first()


def current_versions(tenant: Tenant) -> dict[int, ArtifactVersion]:
    """{repo id: its current version with `artifact`}, without texts and facts, in one query."""
    found = ArtifactVersion.objects.filter(tenant=tenant, artifact__current_id=F("pk"))
    return {version.artifact.repo_id: version for version in found.select_related("artifact").defer(*HEAVY)}


def current_citations(tenant: Tenant, wanted: Mapping[int, Collection[str]]) -> dict[int, dict[str, facts.Place]]:
    """{repo id: {citation key: its place}} of these keys in the current versions, in one query."""
    found: dict[int, dict[str, facts.Place]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.repo_id, c.key, c.value FROM artifacts_artifact AS a"
            " JOIN artifacts_artifactversion AS v ON v.id = a.current_id AND v.tenant_id = a.tenant_id"
            " CROSS JOIN LATERAL jsonb_each_text(v.citations) AS c"
            " WHERE a.tenant_id = %s AND a.repo_id = ANY(%s) AND c.key = ANY(%s)",
            [tenant.pk, list(wanted), sorted({key for keys in wanted.values() for key in keys})],
        )
        for repo_id, key, place in cursor:
            if key in wanted[repo_id]:
                found.setdefault(repo_id, {})[key] = facts.Place(*msgspec.json.decode(place))
    return found


def current_numbers(tenant: Tenant, repo_ids: Iterable[int]) -> dict[int, int]:
    """{repo id: number of its current version}, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.repo_id, v.number FROM artifacts_artifact AS a"
            " JOIN artifacts_artifactversion AS v ON v.id = a.current_id AND v.tenant_id = a.tenant_id"
            " WHERE a.tenant_id = %s AND a.repo_id = ANY(%s)",
            [tenant.pk, sorted(set(repo_ids))],
        )
        return dict(cursor.fetchall())


def version(repo: Repo, number: int) -> ArtifactVersion | None:
    """The version with this number, with its text."""
    found = ArtifactVersion.objects.filter(tenant_id=repo.tenant_id, artifact__repo=repo, number=number)
    return found.select_related("artifact").first()


def versions(repo: Repo) -> list[ArtifactVersion]:
    """All versions, newest first, without texts and facts."""
    found = ArtifactVersion.objects.filter(tenant_id=repo.tenant_id, artifact__repo=repo)
    return list(found.select_related("artifact").defer(*HEAVY).order_by("-number"))


def numbers_by_commit(tenant: Tenant, repo_ids: Iterable[int]) -> dict[tuple[int, str], int]:
    """{(repo id, commit): number of the version written from it}, in one query."""
    found = ArtifactVersion.objects.filter(tenant=tenant, artifact__repo_id__in=set(repo_ids))
    return {(repo, sha): number for repo, sha, number in found.values_list("artifact__repo_id", "commit_sha", "number")}


def previous_version(version: ArtifactVersion) -> ArtifactVersion | None:
    """The version before this one, with its text."""
    found = ArtifactVersion.objects.filter(
        tenant_id=version.tenant_id, artifact_id=version.artifact_id, number__lt=version.number
    )
    return found.select_related("artifact").order_by("-number").first()


def document(version: ArtifactVersion) -> ArtifactText:
    """The version's text as data."""
    citations = tuple((key, facts.Place(*place)) for key, place in sorted(version.citations.items()))
    sections = msgspec.convert(version.sections, tuple[facts.Section, ...])
    diagrams = tuple(msgspec.convert(data, facts.Diagram) for _key, data in sorted(version.diagrams.items()))
    return ArtifactText(title=version.title, sections=sections, citations=citations, diagrams=diagrams)


def fact_sheet(version: ArtifactVersion) -> facts.FactSheet:
    """The version's own copy of the fact sheet it was written from."""
    return facts.decode(zlib.decompress(version.facts), facts.FactSheet)


def version_file(version: ArtifactVersion, path: str) -> Blob | None:
    """The text of a file as it was at the version's commit, if the version cites it."""
    found = VersionFile.objects.filter(tenant_id=version.tenant_id, version=version, key=text_key(path))
    row = found.select_related("blob").first()
    return None if row is None else row.blob


def version_paths(version: ArtifactVersion) -> list[str]:
    """The paths a version cites whose texts are kept with it."""
    found = VersionFile.objects.filter(tenant_id=version.tenant_id, version=version)
    return list(found.order_by("path").values_list("path", flat=True))
