"""Sections of architecture documents that a question asks for by their subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection

from apps.engine.retrieval import Scored
from apps.search.legs.filters import passage_filters
from apps.search.scope import Scope
from apps.search.selectors import Source
from apps.tenants.models import Tenant
from apps.tenants.text import text_key


def document_leg(
    tenant: Tenant, sources: Sequence[Source], asked: Mapping[str, float], *, scope: Scope, limit: int = 100
) -> list[Scored]:
    """The beginnings of the sections `asked` for, {key: score}, in the documents among these sources, best first."""
    if not asked or not sources:
        return []
    filters, values = passage_filters(scope)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.id, p.anchor FROM search_passage AS p"  # noqa: S608 - the filters are ours
            f" WHERE p.tenant_id = %s AND p.indexed_id = ANY(%s) AND p.key = ANY(%s){filters} ORDER BY p.id",
            [tenant.pk, [source.pk for source in sources], [text_key(section) for section in asked], *values],
        )
        found = [Scored(passage, asked[anchor]) for passage, anchor in cursor.fetchall()]
    return sorted(found, key=lambda item: -item.score)[:limit]
