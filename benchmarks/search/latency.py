"""Milliseconds of a hybrid search, and of its two legs alone on the same connection, in a tenant of 100,000 passages.

    python -m apps.integrations.embedded STATE python benchmarks/search/latency.py QUESTIONS [--rounds 3]

STATE is that of `corpus.py`, with its vectors made.  Questions are embedded before the clock starts.  Each is asked once before,
so that nothing is read for the first time; of its rounds the fastest counts, which is what it takes on a machine that does
nothing else.  A search ends with the hits: what they say, why they came, and the state of their sources.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first

from apps.engine.retrieval.query import parse_query  # noqa: E402
from apps.engine.retrieval.tokens import tokenise_query  # noqa: E402
from apps.search import retrieve as search  # noqa: E402
from apps.search.legs.lexical import lexical_leg  # noqa: E402
from apps.search.legs.vector import embed_question, vector_leg  # noqa: E402
from apps.search.scope import EVERYWHERE  # noqa: E402
from apps.search.selectors import indexed_sources  # noqa: E402
from apps.tenants.context import tenant_scope  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from benchmarks.arguments import described  # noqa: E402
from benchmarks.search.context import milliseconds, share  # noqa: E402
from benchmarks.search.corpus import tenant  # noqa: E402
from benchmarks.search.questions import questions  # noqa: E402

REACH_MS, REACH_RATIO = 60.0, 1.5


def once(of: Tenant, question: str) -> dict[str, float]:
    """A search and its legs."""
    query = parse_query(question)
    terms = tokenise_query(query.words, query.language) if query.words else []
    vector = embed_question(of, query.meaning) if query.meaning else None
    search.embed_question = lambda _tenant, _text: vector
    with tenant_scope(of.pk):
        sources = indexed_sources(of)
        took = {
            "lexical": milliseconds(lambda: lexical_leg(of, sources, terms, scope=EVERYWHERE))[1] if terms else 0.0,
            "vector": milliseconds(lambda: vector_leg(of, sources, vector, scope=EVERYWHERE))[1] if vector is not None else 0.0,
        }
    took["hybrid"] = milliseconds(lambda: search.retrieve(of, question))[1]
    return took


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
    every: dict[str, list[float]] = {"lexical": [], "vector": [], "hybrid": []}
    for question in questions(of, given.questions):
        once(of, question)
        rounds = [once(of, question) for _round in range(max(given.rounds, 1))]
        for part, values in every.items():
            values.append(min(took[part] for took in rounds))
    for part, values in every.items():
        told = " / ".join(f"{number:.1f}" for number in (share(values, 0.5), share(values, 0.95), max(values)))
        print(f"{part:8} {sum(values) / len(values):.1f} / {told}")
    ratio = sum(every["hybrid"]) / (sum(every["lexical"]) + sum(every["vector"]))
    reached = share(every["hybrid"], 0.95)
    print(f"hybrid: p95 {reached:.1f} ms of {REACH_MS:.0f}, {ratio:.2f} times the sum of its legs of {REACH_RATIO}")
    return int(reached > REACH_MS or ratio > REACH_RATIO or vectors < passages)


if __name__ == "__main__":
    raise SystemExit(main())
