"""A scope as SQL over passages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import connection

from apps.search.models.index import PATH_PREFIX
from apps.search.scope import Scope
from apps.tenants.models import Tenant


def passage_filters(scope: Scope, alias: str = "p") -> tuple[str, list[Any]]:
    """(conditions that begin with AND, their parameters) for what a scope says of passages.

    Repos and source types are not among them: they choose the sources.
    """
    sql, values = "", list[Any]()
    for column, allowed in (("kind", scope.kinds), ("language", scope.languages), ("role", scope.roles)):
        if allowed:
            sql += f" AND {alias}.{column} = ANY(%s)"
            values.append(list(allowed))
    if path := scope.path.strip("/"):
        # The first condition is the one that an index knows.
        sql += f' AND left({alias}.path, {PATH_PREFIX}) COLLATE "C" LIKE %s'
        sql += f" AND ({alias}.path = %s OR starts_with({alias}.path, %s))"
        values += [f"{like(path[:PATH_PREFIX])}%", path, f"{path}/"]
    return sql, values


def passages_below(tenant: Tenant, sources: Collection[int], scope: Scope, most: int) -> list[int] | None:
    """The passages of these sources that pass the filters, where a path is one of them and they are no more than `most`.

    Nobody else knows before he has looked at many: then it is None.
    """
    if not scope.path.strip("/"):
        return None
    filters, values = passage_filters(scope)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.id FROM search_passage AS p"  # noqa: S608 - the filters are ours
            f" WHERE p.tenant_id = %s AND p.indexed_id = ANY(%s){filters} LIMIT %s",
            [tenant.pk, list(sources), *values, most + 1],
        )
        found = [number for (number,) in cursor.fetchall()]
    return found if len(found) <= most else None


def like(text: str) -> str:
    """A text that stands for itself in LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
