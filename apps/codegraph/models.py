"""The current commit's files, capsules and edges, and what each file was parsed to."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.repos.models import Blob, Repo
from apps.tenants.models import Tenant


class SourceFile(models.Model):
    """A path of the repo's current commit.  `path` is canonical text; `blob` is null where the text was not kept (`reason`)."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="files")
    path = models.TextField()
    object_id = models.CharField(max_length=64, help_text=_("git blob id"))
    mode = models.CharField(max_length=6)
    language = models.CharField(max_length=40, blank=True)
    size = models.BigIntegerField(default=0)
    lines = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=12)
    reason = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=300, blank=True)
    blob = models.ForeignKey(Blob, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "path"], name="file_per_repo")]
        verbose_name = _("source file")
        verbose_name_plural = _("source files")

    def __str__(self) -> str:
        return self.path


class FileAnalysis(models.Model):
    """The parse cache: (tenant, git blob id, path, extractor version) → FileFacts as canonical JSON, or why there are none."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    object_id = models.CharField(max_length=64)
    path = models.TextField()
    extractor = models.CharField(max_length=64)
    facts = models.BinaryField(help_text=_("zlib-compressed canonical JSON; empty where parsing failed"))
    failure = models.CharField(max_length=300, blank=True)
    used_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "object_id", "path", "extractor"], name="analysis_per_blob")]
        verbose_name = _("file analysis")
        verbose_name_plural = _("file analyses")

    def __str__(self) -> str:
        return self.path


class Capsule(models.Model):
    """A complete function, method, class or module of the current commit; `symbol` is unique in the repo."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="capsules")
    symbol = models.TextField()
    capsule_id = models.CharField(max_length=64, db_index=True)
    content_hash = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    name = models.TextField()
    path = models.TextField()
    language = models.CharField(max_length=40)
    line = models.PositiveIntegerField()
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    signature = models.TextField(blank=True)
    docstring = models.TextField(blank=True)
    body = models.TextField(blank=True)
    parent = models.TextField(blank=True)
    properties = models.JSONField(default=list)
    bases = models.JSONField(default=list)
    decorators = models.JSONField(default=list)
    complexity = models.PositiveIntegerField(default=1)
    unresolved_calls = models.PositiveIntegerField(default=0)
    rank = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "symbol"], name="symbol_per_repo")]
        indexes = [models.Index(fields=["repo", "path"])]
        verbose_name = _("capsule")
        verbose_name_plural = _("capsules")

    def __str__(self) -> str:
        return self.symbol


class Edge(models.Model):
    """Symbol → symbol or external name."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="edges")
    source = models.TextField()
    kind = models.CharField(max_length=12)
    target = models.TextField()
    line = models.PositiveIntegerField()
    resolution = models.CharField(max_length=12)
    is_external = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["repo", "source", "kind", "target", "line", "is_external"], name="edge_per_repo")
        ]
        indexes = [models.Index(fields=["repo", "target"])]
        verbose_name = _("edge")
        verbose_name_plural = _("edges")

    def __str__(self) -> str:
        return f"{self.source} {self.kind} {self.target}"


class FactSheet(models.Model):
    """The fact sheet of one commit (canonical JSON, zlib-compressed); `is_current` marks the one the files and capsules match."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="fact_sheets")
    commit_sha = models.CharField(max_length=64)
    extractor = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    data = models.BinaryField()
    is_current = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["repo", "commit_sha", "extractor"], name="sheet_per_commit"),
            models.UniqueConstraint(fields=["repo"], condition=models.Q(is_current=True), name="one_current_sheet_per_repo"),
        ]
        verbose_name = _("fact sheet")
        verbose_name_plural = _("fact sheets")

    def __str__(self) -> str:
        return self.commit_sha[:10]
