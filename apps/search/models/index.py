"""What is searchable: sources and their passages, and how a team weighs them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Func, Value
from django.db.models.functions import Collate, Left, Lower, Right
from django.utils.translation import gettext_lazy as _

from apps.repos.models import Repo
from apps.tenants.models import Tenant

PATH_PREFIX = 200  # characters of a path by which what is below a folder is found


def _last_part(field: str, pattern: str) -> Lower:
    """The part of a text that a pattern finds, in small letters: no longer than an index may hold."""
    return Lower(Func(Right(F(field), 500), Value(pattern), function="SUBSTRING", output_field=models.TextField()))


# What is named exactly is looked up by the last part of its name, or of its path; `legs.exact` says the same in SQL.
LAST_OF_NAME = _last_part("title", r"([^.#/]+)(?:#\d+)?$")
LAST_OF_PATH = _last_part("path", "[^/]+$")


class IndexedSource(models.Model):
    """One source in the index: (tenant, source type, source).  What is replaced or deleted is never wider than this.

    `source` is the repo's number for `git` and `system_artifact`.  `generation` is raised by every change of its passages or
    their vectors: what was computed from an older one is stale.  `commit_sha` is the commit its passages speak of.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    source_type = models.CharField(max_length=20)
    source = models.CharField(max_length=64)
    repo = models.ForeignKey(Repo, null=True, on_delete=models.CASCADE, related_name="+")
    commit_sha = models.CharField(max_length=64, blank=True)
    indexer = models.CharField(max_length=64, blank=True, help_text=_("version of what made the passages"))
    passages = models.PositiveIntegerField(default=0)
    tokens = models.BigIntegerField(default=0, help_text=_("lexical tokens of all passages"))
    vectors = models.PositiveIntegerField(default=0, help_text=_("passages with a vector of the team's current model"))
    generation = models.BigIntegerField(default=0)
    indexed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "source_type", "source"], name="one_source_per_tenant")]
        verbose_name = _("indexed source")
        verbose_name_plural = _("indexed sources")

    def __str__(self) -> str:
        return f"{self.source_type} {self.repo or self.source}"


class Passage(models.Model):
    """One searchable piece of text.  `anchor` names it in its source: a capsule's symbol, ``section#Sub-heading`` of a document.

    `record` covers the whole row, `digest` what is searched of it: a passage that merely moved keeps its terms and vector.
    `rank` is the centrality of a capsule, 1 where there is none.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    indexed = models.ForeignKey(IndexedSource, on_delete=models.CASCADE, related_name="+")
    key = models.UUIDField(editable=False, help_text=_("text_key of the anchor"))
    record = models.UUIDField(editable=False)
    digest = models.UUIDField(editable=False)
    anchor = models.TextField()
    title = models.TextField(blank=True)
    summary = models.TextField(blank=True)
    text = models.TextField(blank=True)
    path = models.TextField(blank=True)
    line = models.PositiveIntegerField(default=0)
    end_line = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=20, blank=True)
    role = models.CharField(max_length=20, blank=True)
    language = models.CharField(max_length=40, blank=True)
    rank = models.FloatField(default=1)
    tokens = models.PositiveIntegerField(default=0, help_text=_("lexical tokens"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["indexed", "key"], name="anchor_per_source")]
        indexes = [
            models.Index("tenant", LAST_OF_NAME, name="passage_name"),
            models.Index("tenant", LAST_OF_PATH, name="passage_file"),
            models.Index("tenant", Collate(Left("path", PATH_PREFIX), "C"), name="passage_path"),
        ]
        verbose_name = _("passage")
        verbose_name_plural = _("passages")

    def __str__(self) -> str:
        return self.anchor


class SearchSettings(models.Model):
    """How a team's search weighs.  An empty field means the product's own default."""

    tenant = models.OneToOneField(Tenant, on_delete=models.CASCADE, related_name="+")
    boosts = models.JSONField(_("boosts"), default=dict, blank=True, help_text=_('Weights of source types, like {"git": 0.7}.'))
    architecture_words = models.TextField(
        _("architecture words"), blank=True, help_text=_("One a line: questions with such a word are about the architecture.")
    )

    class Meta:
        verbose_name = _("search settings")
        verbose_name_plural = _("search settings")

    def __str__(self) -> str:
        return str(self.tenant)
