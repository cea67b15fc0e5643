"""The order of lexical search beside that of the library bm25s, on the same tokens: the first ten of every question, up to ties.

    python -m apps.integrations.embedded STATE python benchmarks/search/bm25.py 100

STATE holds the corpus that `benchmarks/search/corpus.py` made.  bm25s is asked with its method "lucene", k1 1.2 and b 0.75, in
memory.  Ties are scores that differ by less than a hundred-thousandth: bm25s has 32 bits.  Each side's seconds are said, too.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup()

import bm25s  # noqa: E402 - Django is set up first
import numpy as np  # noqa: E402

from apps.engine.retrieval import PassageText  # noqa: E402
from apps.engine.retrieval.bm25 import K1, B  # noqa: E402
from apps.engine.retrieval.language import language_of  # noqa: E402
from apps.engine.retrieval.tokens import tokenise_query  # noqa: E402
from apps.search.legs.lexical import lexical_leg  # noqa: E402
from apps.search.models import Passage  # noqa: E402
from apps.search.scope import EVERYWHERE  # noqa: E402
from apps.search.selectors import indexed_sources  # noqa: E402
from apps.search.services.terms import tokens_of  # noqa: E402
from apps.tenants.models import Tenant  # noqa: E402
from benchmarks.arguments import described  # noqa: E402
from benchmarks.search.corpus import tenant  # noqa: E402
from benchmarks.search.questions import questions  # noqa: E402

TIE = 1e-5  # of a score
TOP = 10


def reference(of: Tenant) -> tuple[bm25s.BM25, list[int]]:
    """The library's index of every passage, and the numbers of the passages in its order."""
    numbers: list[int] = []
    vocabulary: dict[str, int] = {}
    documents: list[list[int]] = []
    rows = Passage.objects.filter(tenant=of).order_by("pk").values_list("pk", "path", "title", "text")
    for number, path, title, text in rows.iterator(chunk_size=1_000):
        tokens = tokens_of(PassageText(anchor="", title=title, summary="", text=text, path=path))
        documents.append([vocabulary.setdefault(token, len(vocabulary)) for token in tokens])
        numbers.append(number)
    index = bm25s.BM25(method="lucene", k1=K1, b=B)
    index.index((documents, vocabulary), show_progress=False)
    return index, numbers


def differs(expected: np.ndarray, places: list[int]) -> bool:
    """Whether the passages at these places are others than the first ten, ties aside."""
    best = np.sort(expected)[::-1][:TOP]
    best = best[best > 0]
    given = expected[places[:TOP]]
    return len(given) != len(best) or not np.allclose(given, best, rtol=TIE, atol=0)


def main() -> int:
    """Exit status 0 where every question has the same first ten."""
    parser = described(__doc__)
    parser.add_argument("questions", type=int, metavar="QUESTIONS", help="how many are asked")
    given = parser.parse_args()
    if given.questions < 1:
        parser.error("QUESTIONS is at least 1")
    of = tenant()
    index, numbers = reference(of)
    place_of = {number: place for place, number in enumerate(numbers)}
    sources = indexed_sources(of)
    different, asked, ours, theirs = [], 0, 0.0, 0.0
    for question in questions(of, given.questions):
        terms = tokenise_query(question, language_of(question))
        known = [term for term in terms if term in index.vocab_dict]
        if not known:
            continue
        asked += 1
        start = time.perf_counter()
        found = lexical_leg(of, sources, terms, scope=EVERYWHERE)
        ours += time.perf_counter() - start
        start = time.perf_counter()
        expected = index.get_scores(known)
        theirs += time.perf_counter() - start
        if differs(expected, [place_of[item.passage] for item in found]):
            different.append(question)
    print(f"{len(numbers):,} passages, {asked} questions: {asked - len(different)} with the same first {TOP} up to ties")
    print(f"on average {ours / max(asked, 1) * 1000:.1f} ms here, {theirs / max(asked, 1) * 1000:.1f} ms in memory")
    for question in different:
        print(f"differs: {question}")
    return 1 if different or not asked else 0


if __name__ == "__main__":
    raise SystemExit(main())
