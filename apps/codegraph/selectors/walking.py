"""Walks over the stored graph: a query a step, so many rows and symbols at most."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence

from django.db.models import Q

from apps.codegraph.models import Edge
from apps.engine import facts
from apps.repos.models import Repo
from apps.tenants.text import text_key

BORDER = 1_000  # symbols whose edges one step asks for
MOST_ROWS = 20_000  # edges one step reads
COLUMNS = ("source", "kind", "target", "line", "resolution", "is_external")

Row = tuple[str, str, str, int, str, bool]


def as_facts(rows: Iterable[Row]) -> Iterable[facts.Edge]:
    """Rows of `COLUMNS` as edges."""
    return (facts.Edge(*row) for row in rows)


def spread(
    repo: Repo,
    starts: Sequence[str],
    depth: int,
    touching: Callable[[Sequence[uuid.UUID]], Q],
    limit: int,
    *,
    most: int = MOST_ROWS,
) -> tuple[list[facts.Edge], bool]:
    """(edges within some steps of the starts, sorted, whether some are missing).

    `touching` tells which edges a step reads, by the keys of the symbols it stands at.  It reads at most `most` rows a step, and
    stops where there are more symbols than `limit`.
    """
    known = set(starts)
    border = sorted(known)
    found: set[facts.Edge] = set()
    is_cut = False
    for step in range(1, depth + 1):
        keys = [text_key(symbol) for symbol in border[:BORDER]]
        rows = Edge.objects.filter(touching(keys), tenant_id=repo.tenant_id, repo=repo)
        read = list(as_facts(rows.order_by("source_key", "target_key", "line", "kind").values_list(*COLUMNS)[:most]))
        is_cut = is_cut or len(read) == most or len(border) > BORDER
        found.update(read)
        border = sorted({end for edge in read for end in (edge.source, edge.target)} - known)
        known.update(border)
        if not border:
            break
        if len(known) > limit:
            is_cut = is_cut or step < depth
            break
    return sorted(found), is_cut
