"""Vectors: of texts, which are kept so that none is embedded twice, and of passages, which are searched."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from apps.search.models.index import IndexedSource, Passage
from apps.tenants.models import Tenant

INDEX_NAMES = "vectors_of_model_"  # what the names of all search indexes begin with


class EmbeddingModel(models.Model):
    """A model whose vectors are stored, by the version that keys them.  Each has a search index of its own; no tenant's text."""

    name = models.CharField(max_length=160, unique=True)
    dimensions = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")

    def __str__(self) -> str:
        return self.name

    @property
    def index_name(self) -> str:
        """Of the index of the database that holds this model's vectors, and no others."""
        return f"{INDEX_NAMES}{self.pk}_{self.dimensions}"


class VectorIndex(models.Model):
    """A team's vectors of one model.  Questions are asked of the current one; another is built beside it and takes its place.

    `problem` says why it does not grow, empty while it does.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.PROTECT, related_name="+")
    is_current = models.BooleanField(_("current"), default=False)
    problem = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "model"], name="one_index_per_model"),
            models.UniqueConstraint(fields=["tenant"], condition=models.Q(is_current=True), name="one_current_index"),
        ]
        verbose_name = _("vector index")
        verbose_name_plural = _("vector indexes")

    def __str__(self) -> str:
        return f"{self.tenant} · {self.model}"


class Embedding(models.Model):
    """The vector of a text that was embedded once; `key` is that of `engine.retrieval.vector_texts`."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField(editable=False)
    vector = HalfVectorField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "model", "key"], name="text_embedded_once")]
        verbose_name = _("embedded text")
        verbose_name_plural = _("embedded texts")

    def __str__(self) -> str:
        return str(self.key)


class PassageVector(models.Model):
    """The vector of a passage.  It stands here a second time, so that a search reads one table."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    indexed = models.ForeignKey(IndexedSource, on_delete=models.CASCADE, related_name="+", db_index=False)
    passage = models.ForeignKey(Passage, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.ForeignKey(EmbeddingModel, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.UUIDField(editable=False)
    vector = HalfVectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["passage", "model"], name="one_vector_per_passage")]
        indexes = [models.Index(fields=["indexed", "model"], name="vectors_of_source")]
        verbose_name = _("vector of a passage")
        verbose_name_plural = _("vectors of passages")

    def __str__(self) -> str:
        return str(self.passage_id)
