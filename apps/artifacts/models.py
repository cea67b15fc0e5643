"""The architecture document of a repo and its immutable, numbered versions."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.engine.errors import InternalError
from apps.repos.models import Blob, Repo
from apps.tenants.models import Tenant


class Artifact(models.Model):
    """`SYSTEM_ARTIFACT.md` of one repo: which version is current, and at which commit it was last found true."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.OneToOneField(Repo, on_delete=models.CASCADE, related_name="artifact")
    current = models.ForeignKey("ArtifactVersion", null=True, on_delete=models.SET_NULL, related_name="+")
    verified_sha = models.CharField(max_length=64, blank=True)
    verified_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")

    def __str__(self) -> str:
        return f"document of {self.repo}"


class VersionChanged(InternalError):
    """Something tried to change a version after it was written."""

    code = "internal:version-changed"


class VersionQuerySet(models.QuerySet["ArtifactVersion"]):
    """Refuses to change anything but `html`."""

    def update(self, **values: Any) -> int:
        if set(values) - {"html"}:
            raise VersionChanged("A version is never changed after it is written.")
        return super().update(**values)


class ArtifactVersion(models.Model):
    """One version.  Never changed after it is written, but for `html`, a cache of what the text renders to.

    `sections` is a list of {"key", "title", "markdown", "evidence"} in the order of the ten sections; citations in the
    Markdown are links to ``cite:<key>``, diagrams fences ``diagram <key>``.  `citations` maps a key to [path, line, end_line,
    fingerprint] at `commit_sha`; `diagrams` a key to a diagram's data.  `facts` is the zlib-compressed canonical JSON of the
    fact sheet.  `digest` covers sections, diagrams and the facts without their lines: equal digest, no new version.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    artifact = models.ForeignKey(Artifact, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    commit_sha = models.CharField(max_length=64)
    branch = models.CharField(max_length=255, blank=True)
    previous_sha = models.CharField(max_length=64, blank=True, help_text=_("Commit the version before was last verified at."))
    generator = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    title = models.CharField(max_length=300)
    sections = models.JSONField()
    citations = models.JSONField(default=dict)
    diagrams = models.JSONField(default=dict)
    facts = models.BinaryField()
    html = models.JSONField(null=True, help_text=_("Rendered sections: {key: html}"))
    created_at = models.DateTimeField(auto_now_add=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["artifact", "number"], name="version_number_per_artifact")]
        verbose_name = _("version")
        verbose_name_plural = _("versions")

    def __str__(self) -> str:
        return f"version {self.number}"

    def save(self, **options: Any) -> None:
        if not self._state.adding and set(options.get("update_fields") or ("everything",)) != {"html"}:
            raise VersionChanged("A version is never changed after it is written.")
        super().save(**options)


class VersionFile(models.Model):
    """A text that a version cites: keeps the blob, so that the source of an old version is shown with no mirror at hand."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey(ArtifactVersion, on_delete=models.CASCADE, related_name="files")
    path = models.TextField()
    key = models.UUIDField(editable=False, help_text=_("text_key of the path"))
    blob = models.ForeignKey(Blob, on_delete=models.RESTRICT, related_name="+")

    class Meta:
        ordering = ["path"]
        constraints = [models.UniqueConstraint(fields=["version", "key"], name="path_per_version")]
        verbose_name = _("cited file")
        verbose_name_plural = _("cited files")

    def __str__(self) -> str:
        return self.path
