"""Finding symbols of the current commit by what a person remembers of their names or paths."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Case, IntegerField, Q, Value, When

from apps.codegraph.models import Capsule
from apps.codegraph.selectors.by_file import Brief, briefs
from apps.repos.models import Repo

FOUND = 30  # symbols of one answer
_LONGEST = 200  # characters looked at
_WORDS = 6
_BEFORE = ("/", "#", ".")  # what stands before a whole name in a symbol
_NAME = re.compile(r"[/#.]")
_SEPARATORS = ("::", "->")  # how languages write what a symbol has a dot for


@dataclass(frozen=True, slots=True)
class Found:
    """`briefs` best first; `is_cut`: more symbols match."""

    briefs: tuple[Brief, ...] = ()
    is_cut: bool = False


def find_symbols(repo: Repo, text: str, *, limit: int = FOUND) -> Found:
    """Symbols that hold every word of a text, in small letters or big ones.  Two queries.

    Those whose whole name the last word is come first, then those whose name begins with it, or holds it, then those that hold
    it in their path; code before prose, and within each what much of the code leads to.
    """
    words = _words(text)
    if not words:
        return Found()
    rows = Capsule.objects.filter(*(Q(symbol__icontains=word) for word in words), tenant_id=repo.tenant_id, repo=repo)
    last = words[-1]
    name = _NAME.split(last.rstrip("".join(_BEFORE)) or last)[-1]
    whole = reduce(or_, (Q(symbol__iendswith=f"{mark}{last}") for mark in _BEFORE), Q(symbol__iexact=last))
    tiers = [whole, Q(name__istartswith=name), Q(name__icontains=name)]
    prose = Case(When(kind="document", then=Value(1)), default=Value(0), output_field=IntegerField())
    tier = Case(*(When(where, then=Value(at)) for at, where in enumerate(tiers)), default=Value(9), output_field=IntegerField())
    found = list(rows.order_by(prose, tier, "-rank", "symbol").values_list("symbol", flat=True)[: limit + 1])
    known = briefs(repo, found[:limit])
    return Found(tuple(known[symbol] for symbol in found[:limit] if symbol in known), len(found) > limit)


def _words(text: str) -> list[str]:
    plain = text[:_LONGEST]
    for mark in _SEPARATORS:
        plain = plain.replace(mark, ".")
    return [word for word in plain.split() if word.strip("".join(_BEFORE))][:_WORDS]
