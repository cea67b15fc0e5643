"""Documents and their versions, to be looked at: the product writes them, and a version never changes."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.artifacts.models import Artifact, ArtifactVersion, VersionFile
from apps.console.admin.base import ReadOnlyAdmin, repo_label, short

HEAVY = ("sections", "citations", "diagrams", "facts", "html")


@admin.register(Artifact)
class ArtifactAdmin(ReadOnlyAdmin):
    list_display = ("repository", "tenant", "number", "verified", "verified_at")
    list_filter = ("tenant",)
    list_select_related = ("repo", "tenant", "current")
    search_fields = ("repo__name", "verified_sha")
    date_hierarchy = "verified_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Artifact]:
        return super().get_queryset(request).defer(*(f"current__{name}" for name in HEAVY))

    @admin.display(description=_("repository"), ordering="repo__name")
    def repository(self, artifact: Artifact) -> str:
        return repo_label(artifact.repo)

    @admin.display(description=_("version"), ordering="current__number")
    def number(self, artifact: Artifact) -> str:
        return str(artifact.current.number) if artifact.current else "—"

    @admin.display(description=_("verified at commit"))
    def verified(self, artifact: Artifact) -> str:
        return short(artifact.verified_sha)


@admin.register(ArtifactVersion)
class ArtifactVersionAdmin(ReadOnlyAdmin):
    list_display = ("number", "repo", "tenant", "commit", "branch", "generator", "title", "created_at")
    list_filter = ("generator", "tenant")
    list_select_related = ("artifact__repo", "tenant")
    search_fields = ("title", "commit_sha", "artifact__repo__name")
    date_hierarchy = "created_at"
    exclude = ("html",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ArtifactVersion]:
        return super().get_queryset(request).defer(*HEAVY)

    @admin.display(description=_("repository"), ordering="artifact__repo__name")
    def repo(self, version: ArtifactVersion) -> str:
        return repo_label(version.artifact.repo)

    @admin.display(description=_("commit"))
    def commit(self, version: ArtifactVersion) -> str:
        return short(version.commit_sha)


@admin.register(VersionFile)
class VersionFileAdmin(ReadOnlyAdmin):
    list_display = ("path", "version", "repo", "tenant")
    list_filter = ("tenant",)
    list_select_related = ("version__artifact__repo", "tenant")
    search_fields = ("path", "version__artifact__repo__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[VersionFile]:
        return super().get_queryset(request).defer(*(f"version__{name}" for name in HEAVY))

    @admin.display(description=_("repository"))
    def repo(self, file: VersionFile) -> str:
        return repo_label(file.version.artifact.repo)
