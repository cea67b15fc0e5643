"""The current commit's files, capsules and edges, and what each file was parsed to."""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.repos.models import Blob, Repo
from apps.tenants.models import Tenant


class SourceFile(models.Model):
    """A path of the repo's current commit.  `path` is canonical text; `blob` is null where the text was not kept (`reason`).

    `record` is that of all capsules and edges of the file: equal record, nothing of them to write.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="files")
    path = models.TextField()
    key = models.UUIDField(editable=False, help_text=_("text_key of the path"))
    object_id = models.CharField(max_length=64, help_text=_("git blob id"))
    mode = models.CharField(max_length=6)
    language = models.CharField(max_length=40, blank=True)
    size = models.BigIntegerField(default=0)
    lines = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=12)
    reason = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=300, blank=True)
    blob = models.ForeignKey(Blob, null=True, on_delete=models.RESTRICT, related_name="+")
    record = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering = ["path"]
        constraints = [models.UniqueConstraint(fields=["repo", "key"], name="file_per_repo")]
        verbose_name = _("source file")
        verbose_name_plural = _("source files")

    def __str__(self) -> str:
        return self.path


class FileAnalysis(models.Model):
    """The cache of readings: (tenant, git blob id, path, extractor version) → what the file was read to, without its text."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    object_id = models.CharField(max_length=64)
    path = models.TextField()
    extractor = models.CharField(max_length=200)
    key = models.UUIDField(editable=False, help_text=_("text_key of git blob id, path and extractor"))
    reading = models.BinaryField(help_text=_("zlib-compressed MessagePack of a Reading"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "key"], name="analysis_per_blob")]
        verbose_name = _("file analysis")
        verbose_name_plural = _("file analyses")

    def __str__(self) -> str:
        return self.path


class Capsule(models.Model):
    """A complete function, method, class, module or section of prose of the current commit; `symbol` is unique in the repo.

    `key` is the text_key of the symbol, `record` of the whole row: equal record, nothing to write.  `details` is what
    `engine.graph.describe.details` gives, `unresolved` the calls that could not be followed as {name called: how many}.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="capsules")
    symbol = models.TextField()
    key = models.UUIDField(editable=False)
    record = models.UUIDField(editable=False)
    capsule_id = models.CharField(max_length=64, db_index=True)
    content_hash = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    name = models.TextField()
    path = models.TextField()
    path_key = models.UUIDField(editable=False)
    language = models.CharField(max_length=40, blank=True)
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
    unresolved = models.JSONField(default=dict)
    details = models.JSONField(default=dict)
    rank = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "key"], name="symbol_per_repo")]
        indexes = [
            models.Index(fields=["repo", "path_key"]),
            GinIndex(fields=["unresolved"], name="unresolved_names"),
            models.Index(fields=["repo"], condition=models.Q(details__has_key="lookups"), name="looking_up_names"),
        ]
        verbose_name = _("capsule")
        verbose_name_plural = _("capsules")

    def __str__(self) -> str:
        return self.symbol


class Edge(models.Model):
    """Symbol → symbol or external name.

    Keys are text_keys: of source, of target, of the whole edge, and of the path of the source's file ("" where that is none).
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="edges")
    source = models.TextField()
    kind = models.CharField(max_length=12)
    target = models.TextField()
    key = models.UUIDField(editable=False)
    path_key = models.UUIDField(editable=False)
    source_key = models.UUIDField(editable=False)
    target_key = models.UUIDField(editable=False)
    line = models.PositiveIntegerField()
    resolution = models.CharField(max_length=12)
    is_external = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "key"], name="edge_per_repo")]
        indexes = [models.Index(fields=["repo", "source_key"]), models.Index(fields=["repo", "target_key"])]
        verbose_name = _("edge")
        verbose_name_plural = _("edges")

    def __str__(self) -> str:
        return f"{self.source} {self.kind} {self.target}"


class FactSheet(models.Model):
    """The fact sheet of the commit that files, capsules and edges are of (canonical JSON, zlib-compressed)."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.OneToOneField(Repo, on_delete=models.CASCADE, related_name="fact_sheet")
    commit_sha = models.CharField(max_length=64)
    extractor = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    data = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("fact sheet")
        verbose_name_plural = _("fact sheets")

    def __str__(self) -> str:
        return self.commit_sha[:10]
