"""What lexical search reads: for each term the passages that have it, and for each passage its terms.

A term is known by a number of 64 bits (`engine.retrieval.tokens.term_key`).  A posting is one number, too, of eight bytes
(`engine.retrieval.bm25`).  Both tables say the same; one finds passages, the other tells which terms change when a passage goes.

The rows are many: what holds them is the key to their source or passage, which has keys of its own to the rest.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.search.models.index import IndexedSource, Passage
from apps.tenants.models import Tenant


class TermPostings(models.Model):
    """The passages of one source that have a term, by their numbers, in one row; its bytes are stored as they are."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    indexed = models.ForeignKey(IndexedSource, on_delete=models.CASCADE, related_name="+")
    term = models.BigIntegerField(_("term"))
    frequency = models.PositiveIntegerField(_("frequency"), help_text=_("passages that have it"))
    postings = models.BinaryField(_("postings"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "term", "indexed"], include=["frequency"], name="postings_of_term"),
        ]
        verbose_name = _("postings of a term")
        verbose_name_plural = _("postings of terms")

    def __str__(self) -> str:
        return str(self.term)


class PassageTerms(models.Model):
    """The terms of one passage in rising order, and how often each stands in it.  `length` counts all its tokens."""

    passage = models.OneToOneField(
        Passage, on_delete=models.CASCADE, primary_key=True, related_name="+", verbose_name=_("passage")
    )
    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    indexed = models.ForeignKey(IndexedSource, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    length = models.PositiveIntegerField(_("length"))
    terms = ArrayField(models.BigIntegerField(), verbose_name=_("terms"))
    counts = ArrayField(models.SmallIntegerField(), verbose_name=_("counts"))

    class Meta:
        verbose_name = _("terms of a passage")
        verbose_name_plural = _("terms of passages")

    def __str__(self) -> str:
        return str(self.passage_id)
