"""How a team's search weighs: its own settings where it has some, else the product's."""

from __future__ import annotations

from dataclasses import dataclass

from apps.search.models import SearchSettings
from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class Weights:
    """`boosts` of source types, those the team has set; `words` of questions about the architecture, () for the product's."""

    boosts: dict[str, float]
    words: tuple[str, ...]


def weights_of(tenant: Tenant) -> Weights:
    """The tenant's.  Boosts that are no numbers are left out: a mistake in a setting is no reason not to search."""
    row = SearchSettings.objects.filter(tenant=tenant).first()
    if row is None:
        return Weights({}, ())
    given = row.boosts if isinstance(row.boosts, dict) else {}
    boosts = {
        str(name): max(float(value), 0.0)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    return Weights(boosts, tuple(word.strip() for word in row.architecture_words.splitlines() if word.strip()))
