"""Repositories, the commits and texts seen of them, and the runs of the pipeline."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.tenants.models import GitCredential, Tenant, User


class Repo(models.Model):
    """One repository at one forge.  Identity = host + the forge's numeric id where it has one, else the normalised URL."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="repos")
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("slug"), max_length=80)
    url = models.CharField(_("address"), max_length=1000, help_text=_("https address to clone from."))
    identity = models.CharField(max_length=1100, editable=False)
    forge_id = models.CharField(max_length=40, blank=True, editable=False)
    is_local = models.BooleanField(default=False, editable=False, help_text=_("A folder on this machine, made by a command."))
    credential = models.ForeignKey(GitCredential, null=True, blank=True, on_delete=models.SET_NULL, related_name="repos")
    pinned_branch = models.CharField(_("branch"), max_length=255, blank=True, help_text=_("Empty: the default branch."))
    default_branch = models.CharField(max_length=255, blank=True, editable=False)
    head_sha = models.CharField(max_length=64, blank=True, editable=False, help_text=_("Head when last looked at."))
    head_seen_at = models.DateTimeField(null=True, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["tenant", "slug"], name="repo_slug_per_tenant"),
            models.UniqueConstraint(fields=["tenant", "identity"], name="repo_identity_per_tenant"),
        ]
        verbose_name = _("repository")
        verbose_name_plural = _("repositories")

    def __str__(self) -> str:
        return self.name

    @property
    def branch(self) -> str:
        return self.pinned_branch or self.default_branch


class Commit(models.Model):
    """One commit the mirror has seen: what explains a diff.  `paths` is null where the parent was out of reach (shallow)."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="commits")
    sha = models.CharField(max_length=64)
    parents = models.JSONField(default=list)
    author = models.CharField(max_length=300)
    authored_at = models.DateTimeField()
    committed_at = models.DateTimeField()
    subject = models.CharField(max_length=500)
    paths = models.JSONField(null=True)
    seen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "sha"], name="commit_per_repo")]
        indexes = [models.Index(fields=["repo", "-committed_at"])]
        verbose_name = _("commit")
        verbose_name_plural = _("commits")

    def __str__(self) -> str:
        return f"{self.sha[:10]} {self.subject}"


class Blob(models.Model):
    """A text: decoded, secrets replaced, content-addressed per tenant (`digest` = SHA-256 hex of `text`).

    `html` is the highlighted text, rendered in the worker: null until then, "" where that was not possible; the plain text is
    shown in both cases.  Kept while a SourceFile or a version's file cites it.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    text = models.TextField(blank=True)
    lines = models.PositiveIntegerField(default=0)
    encoding = models.CharField(max_length=40, blank=True)
    html = models.TextField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "digest"], name="blob_per_tenant")]
        verbose_name = _("text")
        verbose_name_plural = _("texts")

    def __str__(self) -> str:
        return self.digest[:12]


class SyncState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    SUPERSEDED = "superseded", _("superseded")
    QUARANTINED = "quarantined", _("quarantined")


class SyncTrigger(models.TextChoices):
    PUSH = "push", _("push")
    MANUAL = "manual", _("by hand")
    RECONCILE = "reconcile", _("reconcile")
    COMMAND = "command", _("command line")
    SCHEDULE = "schedule", _("schedule")


class SyncStep(models.TextChoices):
    FETCH = "fetch", _("fetch")
    EXTRACT = "extract", _("extract")
    INDEX = "index", _("index")
    SYNTHESISE = "synthesise", _("write")
    PUBLISH = "publish", _("publish")


class Sync(models.Model):
    """One run of the pipeline for one repo.  The waiting row is the outbox; Postgres, not the queue, holds what is to do.

    `progress` maps a step to {"done": n, "total": m, "seconds": s, "note": text, "started": seconds since 1970}.  `skipped`
    lists what was left out and why as [[path, reason], …] (the first 1,000; `counts["skipped"]` has the number).
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    repo = models.ForeignKey(Repo, on_delete=models.CASCADE, related_name="syncs")
    state = models.CharField(max_length=12, choices=SyncState.choices, default=SyncState.WAITING)
    step = models.CharField(max_length=12, choices=SyncStep.choices, blank=True)
    trigger = models.CharField(max_length=12, choices=SyncTrigger.choices, default=SyncTrigger.MANUAL)
    requested_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    branch = models.CharField(max_length=255, blank=True)
    commit_sha = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    progress = models.JSONField(default=dict, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    skipped = models.JSONField(default=list, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)
    outcome = models.CharField(max_length=40, blank=True, help_text=_("new version, verified, unchanged"))
    worker = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["repo"], condition=Q(state="running"), name="one_running_sync_per_repo"),
            models.UniqueConstraint(fields=["repo"], condition=Q(state="waiting"), name="one_waiting_sync_per_repo"),
        ]
        indexes = [models.Index(fields=["tenant", "-created_at"]), models.Index(fields=["repo", "-id"])]
        verbose_name = _("sync")
        verbose_name_plural = _("syncs")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}: {self.get_state_display()}"
