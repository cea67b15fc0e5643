"""A scope as SQL over passages."""

from __future__ import annotations

from typing import Any

from apps.search.scope import Scope


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
        sql += f" AND ({alias}.path = %s OR starts_with({alias}.path, %s))"
        values += [path, f"{path}/"]
    return sql, values
