"""How a team's search weighs: its own settings where it has some, else the product's."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.db import connection

from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class Weights:
    """`boosts` of source types, those the team has set; `words` of questions about the architecture, () for the product's."""

    boosts: dict[str, float]
    words: tuple[str, ...]


def weights_of(tenant: Tenant) -> Weights:
    """The tenant's.  Boosts that are no numbers are left out: a mistake in a setting is no reason not to search."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT boosts, architecture_words FROM search_searchsettings WHERE tenant_id = %s", [tenant.pk])
        row = cursor.fetchone()
    if row is None:
        return Weights({}, ())
    given = msgspec.json.decode(row[0])
    given = given if isinstance(given, dict) else {}
    boosts = {
        str(name): max(float(value), 0.0)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    return Weights(boosts, tuple(word.strip() for word in row[1].splitlines() if word.strip()))
