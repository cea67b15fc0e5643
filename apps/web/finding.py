"""The search for symbols, as the pages show it that hold its box."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from apps.codegraph import selectors as graph
from apps.web.access import Team
from apps.web.addresses import capsule_address, graph_address, impact_address

if TYPE_CHECKING:
    from apps.repos.models import Repo

SHOWN = 200  # characters of what was typed
PLACES = {
    "graph": gettext_noop("Each leads to the graph around it."),
    "capsule": gettext_noop("Each leads to its own page."),
    "impact": gettext_noop("Each leads to what a change of it can reach."),
}
_ADDRESSES: dict[str, Callable[[str, str, str], str]] = {
    "graph": lambda tenant, repo, symbol: graph_address(tenant, repo, symbol=symbol),
    "capsule": capsule_address,
    "impact": impact_address,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was typed (`words`), which page the matches lead to (`to`, told by `hint`), and the matches with their addresses."""

    words: str
    to: str
    hint: str
    matches: tuple[tuple[graph.Brief, str], ...] = ()
    is_cut: bool = False


def finding(team: Team, repo: Repo, to: str, words: str = "") -> Finding:
    """Look for the words, if there are any."""
    place = to if to in PLACES else "graph"
    typed = words[:SHOWN].strip()
    found = graph.find_symbols(repo, typed) if typed else graph.Found()
    return Finding(typed, place, PLACES[place], leading(team, repo, place, found.briefs), found.is_cut)


def leading(team: Team, repo: Repo, to: str, briefs: Iterable[graph.Brief]) -> tuple[tuple[graph.Brief, str], ...]:
    """Symbols with the addresses of their pages of one kind."""
    here = (team.tenant.slug, repo.slug)
    address = _ADDRESSES[to]
    return tuple((brief, address(*here, brief.symbol)) for brief in briefs)
