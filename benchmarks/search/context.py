"""A context of each kind of task: milliseconds of its parts, from the cache, and whether budgets held.

    python -m apps.integrations.embedded STATE python benchmarks/search/context.py QUESTIONS [--rounds 3]

STATE is that of `corpus.py`.  Every question is asked once before, so that nothing is read for the first time; of its rounds the
fastest counts, which is what it takes on a machine that does nothing else.  The embedding of the question is told by itself.  The
cache of STATE's servers is emptied.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.cache import cache  # noqa: E402 - Django is set up first
from django.core.management import call_command  # noqa: E402

from apps.engine.compression import BUDGETS, Context, budget_for, compress  # noqa: E402
from apps.integrations.embeddings import embedder  # noqa: E402
from apps.integrations.tokens import TOKENIZER, count_tokens  # noqa: E402
from apps.search.context import context  # noqa: E402
from apps.search.material import gather  # noqa: E402
from apps.search.retrieve import retrieve  # noqa: E402
from apps.search.selectors import indexed_sources  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from benchmarks.arguments import described  # noqa: E402
from benchmarks.search.corpus import tenant  # noqa: E402
from benchmarks.search.questions import questions  # noqa: E402

Result = TypeVar("Result")
PARTS = ("search", "material", "views", "uncached", "cached", "embedding")
REACH = {"uncached": 120.0, "cached": 5.0}


def milliseconds(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and how long it took."""
    start = time.perf_counter()
    result = work()
    return result, (time.perf_counter() - start) * 1_000


def once(of: Tenant, question: str, task: str) -> tuple[Context, dict[str, float]]:
    """One context, made and then taken from the cache, with the time of each part."""
    took: dict[str, float] = {}
    found, took["search"] = milliseconds(lambda: retrieve(of, question, task=task))
    material, took["material"] = milliseconds(lambda: gather(of, found))
    budget = budget_for(task, 0)
    _, took["views"] = milliseconds(lambda: compress(found, material, budget=budget, count=count_tokens, tokenizer=TOKENIZER))
    cache.clear()
    made, took["uncached"] = milliseconds(lambda: context(of, question, task=task))
    kept, took["cached"] = milliseconds(lambda: context(of, question, task=task))
    if kept != made:
        raise SystemExit(f"the cache gave another answer to {question!r}")
    _, took["embedding"] = milliseconds(lambda: embedder().embed([question]))
    return made, took


def share(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main() -> int:
    """Exit status 1 where a budget did not hold or a figure is not reached."""
    parser = described(__doc__)
    parser.add_argument("questions", type=int, metavar="QUESTIONS", help="how many are asked")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    of = tenant()
    print(f"{sum(source.passages for source in indexed_sources(of)):,} passages; p50 / p95 in ms, tokens by {TOKENIZER}")
    asked = questions(of, given.questions)
    for question in asked:
        once(of, question, "code_query")
    every: dict[str, list[float]] = {part: [] for part in PARTS}
    over = 0
    for task, span in BUDGETS.items():
        best: dict[str, list[float]] = {part: [] for part in PARTS}
        tokens: list[float] = []
        for question in asked:
            rounds = [once(of, question, task) for _round in range(max(given.rounds, 1))]
            tokens.append(rounds[0][0].tokens)
            over += sum(count_tokens(made.text) > span.ceiling for made, _took in rounds)
            for part in PARTS:
                best[part].append(min(took[part] for _made, took in rounds))
        told = "  ".join(f"{part} {share(best[part], 0.5):.1f} / {share(best[part], 0.95):.1f}" for part in PARTS)
        print(f"{task:13} {share(tokens, 0.5):,.0f} of {span.ceiling:,} tokens  {told}", flush=True)
        for part in PARTS:
            every[part] += best[part]
    missed = over > 0
    for part, reach in REACH.items():
        reached = share(every[part], 0.95)
        missed = missed or reached > reach
        print(f"{part}: p95 {reached:.1f} ms of {reach:.0f}")
    print(f"contexts over their budget: {over}")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
