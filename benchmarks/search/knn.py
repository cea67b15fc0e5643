"""Nearest neighbours against a comparison with every vector: recall@10 and milliseconds, everywhere and in one repository.

    python -m apps.integrations.embedded STATE python benchmarks/search/knn.py QUESTIONS

STATE is that of `corpus.py`; passages without a vector get one first, for --minutes at most.  A question is the first sentence of
the documentation of a passage, embedded.  The last row asks for a team of 50 passages beside the corpus; it is made and taken
away again in one transaction.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import django
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - Django is set up first
from django.db import transaction  # noqa: E402

from apps.engine.facts import Capsule  # noqa: E402
from apps.engine.retrieval import Scored  # noqa: E402
from apps.integrations.embeddings import Vectors, embedder  # noqa: E402
from apps.pipeline.embedding import embed_passages  # noqa: E402
from apps.repos import services as repos  # noqa: E402
from apps.search import services  # noqa: E402
from apps.search.indexer import CODE  # noqa: E402
from apps.search.legs import vector as leg  # noqa: E402
from apps.search.models import IndexedSource, Passage, PassageVector  # noqa: E402
from apps.search.scope import EVERYWHERE, Scope  # noqa: E402
from apps.search.selectors import indexed_sources  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from apps.tenants.services import create_tenant  # noqa: E402
from benchmarks.arguments import described  # noqa: E402
from benchmarks.search.corpus import tenant  # noqa: E402

NEAREST = 10
EVERY = 10**9  # vectors


def questions(of: Tenant, count: int, chance: random.Random) -> list[Vectors]:
    """Vectors of what passages say of themselves."""
    numbers = list(Passage.objects.filter(tenant=of).exclude(summary="").order_by("pk").values_list("pk", flat=True))
    chosen = Passage.objects.filter(pk__in=chance.sample(numbers, min(count, len(numbers)))).order_by("pk")
    return list(embedder().embed([passage.summary for passage in chosen]))


def folders_of(of: Tenant) -> set[str]:
    """Paths of passages that stand in a folder."""
    return set(Passage.objects.filter(tenant=of, path__contains="/").values_list("path", flat=True))


def small_team(size: int) -> Tenant:
    """A team of that many passages, with vectors."""
    small = create_tenant(name="Small", slug="small-team", allowed_hosts="forge.example")
    repo = repos.register_repo(tenant=small, url="https://forge.example/acme/small", name="small")
    capsules = [
        Capsule(
            symbol=f"small.py#step_{number}", kind="function", name=f"step_{number}", path="small.py", language="Python",
            line=number + 1, start_line=number + 1, end_line=number + 1, signature=f"def step_{number}()", docstring="",
            body=f"def step_{number}(): return {number} * {number + 1}", content_hash=str(number),
        )
        for number in range(size)
    ]  # fmt: skip
    services.index_code(repo=repo, commit_sha="0" * 40, capsules=capsules, roles={"small.py": "code"})
    embed_passages(small, lambda: True)
    return small


def exactly(of: Tenant, sources: list[IndexedSource], vector: Vectors, scope: Scope, limit: int) -> list[Scored]:
    """The truth: every vector compared."""
    kept, leg.EXACT = leg.EXACT, EVERY
    try:
        return leg.vector_leg(of, sources, vector, scope=scope, limit=limit)
    finally:
        leg.EXACT = kept


def measure(name: str, of: Tenant, scopes: list[Scope], asked: list[Vectors], limit: int) -> None:
    """One row: how the product answers, compared with the truth."""
    recalls, seconds, shortfalls = [], [], 0
    for number, vector in enumerate(asked):
        scope = scopes[number % len(scopes)]
        sources = indexed_sources(of, scope)
        start = time.perf_counter()
        found = leg.vector_leg(of, sources, vector, scope=scope, limit=limit)
        seconds.append(time.perf_counter() - start)
        truth = exactly(of, sources, vector, scope, limit)
        best = {hit.passage for hit in truth[:NEAREST]}
        recalls.append(len(best & {hit.passage for hit in found[:NEAREST]}) / max(len(best), 1))
        shortfalls += len(found) < len(truth)
    milliseconds = np.array(seconds) * 1_000
    print(
        f"{name:34} recall@{NEAREST} {np.mean(recalls):.3f}, least {np.min(recalls):.1f}; "
        f"{np.median(milliseconds):.1f} ms, p95 {np.percentile(milliseconds, 95):.1f} ms; too few: {shortfalls}"
    )


def main() -> int:
    """Exit status 0; the figures are printed."""
    parser = described(__doc__)
    parser.add_argument("questions", type=int, metavar="QUESTIONS", help="how many are asked")
    parser.add_argument("--minutes", type=float, default=90)
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    of, chance, end = tenant(), random.Random(1), time.monotonic() + 60 * given.minutes
    embed_passages(of, lambda: time.monotonic() < end)
    print(
        f"{PassageVector.objects.filter(tenant=of).count():,} vectors of {Passage.objects.filter(tenant=of).count():,} passages"
    )
    asked = questions(of, given.questions, chance)
    code = list(
        IndexedSource.objects.filter(tenant=of, source_type=CODE, vectors__gte=2 * NEAREST)
        .order_by("pk")
        .values_list("repo_id", "vectors")
    )
    per_repo = [Scope(repos=(repo_id,)) for repo_id, _vectors in code if repo_id]
    largest = max(code, key=lambda pair: pair[1])[0] or 0
    leg.vector_leg(of, indexed_sources(of), asked[0], scope=EVERYWHERE)  # what a first query reads from disk is not measured
    measure("everywhere", of, [EVERYWHERE], asked, 100)
    measure("code alone", of, [Scope(source_types=(CODE,))], asked, 100)
    measure("functions outside of tests", of, [Scope(kinds=("function", "method"), roles=("code",))], asked, 100)
    measure(f"one repository of {len(per_repo)}", of, per_repo, asked, 100)
    measure("the largest repository", of, [Scope(repos=(largest,))], asked, 100)
    paths = [Scope(path=path.partition("/")[0]) for path in chance.sample(sorted(folders_of(of)), 50)]
    measure("a folder, in all repositories", of, paths, asked, 100)
    with transaction.atomic():
        measure("a team of 50, k = 20", small_team(50), [EVERYWHERE], asked, 20)
        transaction.set_rollback(True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
