"""Milliseconds of a hybrid search, and of its two legs alone on the same connection, in a tenant of 100,000 passages.

    python -m apps.integrations.embedded STATE python benchmarks/search/latency.py QUESTIONS [--rounds 3]

STATE is that of `corpus.py`, with its vectors made.  Questions are embedded before the clock starts.  Each is asked once before,
so that nothing is read for the first time; of its rounds the fastest counts, which is what it takes on a machine that does
nothing else.  A search ends with the hits: what they say, why they came, and the state of their sources.  So a leg alone is a
search that has no other: it reads which sources there are, asks the leg, and reads the texts of as many as a search gives.  Its
bare time, which ends with numbers of passages and begins where the sources are known, is told beside it, with the ratio to that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.engine.retrieval import Scored  # noqa: E402
from apps.engine.retrieval.query import parse_query  # noqa: E402
from apps.engine.retrieval.tokens import tokenise_query  # noqa: E402
from apps.search import retrieve as search  # noqa: E402
from apps.search.legs.lexical import lexical_leg  # noqa: E402
from apps.search.legs.vector import embed_question, vector_leg  # noqa: E402
from apps.search.scope import EVERYWHERE  # noqa: E402
from apps.search.selectors import Source, indexed_sources, texts_of  # noqa: E402
from apps.tenants.context import tenant_scope  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from benchmarks.arguments import described  # noqa: E402
from benchmarks.search.context import milliseconds, share  # noqa: E402
from benchmarks.search.corpus import tenant  # noqa: E402
from benchmarks.search.questions import questions  # noqa: E402

REACH_MS, REACH_RATIO = 60.0, 1.5
LEGS = ("lexical", "vector")


def once(of: Tenant, question: str) -> dict[str, float]:
    """A search and its legs."""
    query = parse_query(question)
    terms = tokenise_query(query.words, query.language) if query.words else []
    vector = embed_question(of, query.meaning) if query.meaning else None
    search.embed_question = lambda _tenant, _text: vector
    with tenant_scope(of.pk):
        took: dict[str, float] = {}
        if terms:
            took |= _alone(of, "lexical", lambda sources: lexical_leg(of, sources, terms, scope=EVERYWHERE))
        if vector is not None:
            took |= _alone(of, "vector", lambda sources: vector_leg(of, sources, vector, scope=EVERYWHERE))
    took["hybrid"] = milliseconds(lambda: search.retrieve(of, question))[1]
    return took


def _alone(of: Tenant, name: str, leg: Callable[[Sequence[Source]], list[Scored]]) -> dict[str, float]:
    """A search by this leg and no other, and of that the leg."""
    sources, reading = milliseconds(lambda: indexed_sources(of))
    found, bare = milliseconds(lambda: leg(sources))
    _, naming = milliseconds(lambda: texts_of(of, [item.passage for item in found[: search.HITS]]))
    return {name: reading + bare + naming, f"{name}, bare": bare}


def main() -> int:
    """Exit status 1 where a figure is not reached, or vectors are missing."""
    parser = described(__doc__)
    parser.add_argument("questions", type=int, metavar="QUESTIONS", help="how many are asked")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    of = tenant()
    sources = indexed_sources(of)
    passages, vectors = sum(source.passages for source in sources), sum(source.vectors for source in sources)
    print(f"{passages:,} passages, {vectors:,} vectors, {len(sources)} sources; mean / p50 / p95 / slowest in ms")
    every: dict[str, list[float]] = {part: [] for part in (*LEGS, *(f"{leg}, bare" for leg in LEGS), "hybrid")}
    for question in questions(of, given.questions):
        once(of, question)
        rounds = [once(of, question) for _round in range(max(given.rounds, 1))]
        for part, values in every.items():
            values.append(min(took.get(part, 0.0) for took in rounds))
    for part, values in every.items():
        told = " / ".join(f"{number:.1f}" for number in (share(values, 0.5), share(values, 0.95), max(values)))
        print(f"{part:13} {sum(values) / len(values):.1f} / {told}")
    ratio, bare = (sum(every["hybrid"]) / sum(sum(every[leg + way]) for leg in LEGS) for way in ("", ", bare"))
    reached = share(every["hybrid"], 0.95)
    print(f"hybrid: p95 {reached:.1f} ms of {REACH_MS:.0f}, {ratio:.2f} times the sum of its legs of {REACH_RATIO}")
    print(f"hybrid: {bare:.2f} times the bare sum of its legs")
    return int(reached > REACH_MS or ratio > REACH_RATIO or vectors < passages)


if __name__ == "__main__":
    raise SystemExit(main())
