"""Lexical search is BM25 over all of a tenant, and follows every change of a source."""

from __future__ import annotations

import random
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

import pytest

from apps.engine.facts import Capsule
from apps.engine.retrieval.bm25 import COUNT_SHIFT, MASK, PASSAGE_SHIFT
from apps.engine.retrieval.passages import code_texts
from apps.engine.retrieval.tokens import term_key, tokenise, tokenise_query
from apps.repos.models import Repo
from apps.search import selectors, services
from apps.search.legs import lexical
from apps.search.legs.lexical import lexical_leg, lexical_legs
from apps.search.models import IndexedSource, Passage, PassageTerms, TermPostings
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant
from tests.factories import make_capsule, make_repo, make_tenant, make_text, sha

pytestmark = pytest.mark.django_db


def index(repo: Repo, capsules: Sequence[Capsule], commit: str = "first") -> None:
    services.index_code(repo=repo, commit_sha=sha(commit), capsules=capsules, roles={item.path: "code" for item in capsules})


def find(tenant: Tenant, question: str, scope: Scope = EVERYWHERE, limit: int = 100) -> list[tuple[str, float]]:
    """(anchor, score) of what is found."""
    found = lexical_leg(
        tenant, selectors.indexed_sources(tenant, scope), tokenise_query(question, "en"), scope=scope, limit=limit
    )
    anchors = dict(Passage.objects.filter(tenant=tenant).values_list("pk", "anchor"))
    return [(anchors[item.passage], item.score) for item in found]


def bm25(documents: Iterable[Capsule], question: str) -> dict[str, float]:
    """{symbol: score} by the formula, over plain lists."""
    texts = code_texts(list(documents), {}, {item.symbol for item in documents})
    words = {text.anchor: Counter(tokenise("\n".join((text.path, text.title, text.text)))) for text in texts}
    average = sum(counts.total() for counts in words.values()) / len(words)
    scores: dict[str, float] = {}
    for term in tokenise_query(question, "en"):
        having = [anchor for anchor, counts in words.items() if counts[term]]
        weight = log(1 + (len(words) - len(having) + 0.5) / (len(having) + 0.5))
        for anchor in having:
            count, length = words[anchor][term], words[anchor].total()
            part = weight * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))
            scores[anchor] = scores.get(anchor, 0) + part
    return scores


def made_up(number: int, seed: int = 1) -> list[Capsule]:
    """Functions of some words, of which a few stand in half of them and most in hardly any."""
    chance = random.Random(seed)
    words = [f"word{chr(97 + place // 26)}{chr(97 + place % 26)}x" for place in range(300)]
    weights = [1 / (place + 1) for place in range(300)]
    return [
        make_capsule(f"a/f{name}.py#run{name}", body=" ".join(chance.choices(words, weights, k=chance.randint(5, 40))))
        for name in range(number)
    ]


def postings(repo: Repo) -> dict[int, list[tuple[str, int, int]]]:
    """{term: (anchor, count, length) of its postings}; what is counted must be what is there."""
    anchors = dict(Passage.objects.filter(indexed__repo=repo).values_list("pk", "anchor"))
    found = {}
    for row in TermPostings.objects.filter(indexed__repo=repo):
        packed = bytes(row.postings)
        items = struct.unpack(f">{len(packed) // 8}q", packed)
        assert row.frequency == len(items) > 0
        assert list(items) == sorted(items)
        found[row.term] = sorted((anchors[item >> PASSAGE_SHIFT], item >> COUNT_SHIFT & MASK, item & MASK) for item in items)
    return found


def forward(repo: Repo) -> dict[str, tuple[int, list[int], list[int]]]:
    rows = PassageTerms.objects.filter(indexed__repo=repo).values_list("passage__anchor", "length", "terms", "counts")
    return {anchor: (length, terms, counts) for anchor, length, terms, counts in rows}


def test_scores_are_those_of_the_formula() -> None:
    tenant = make_tenant()
    one, other = made_up(40, 1), [make_capsule(f"b/{item.symbol}", body=item.body) for item in made_up(40, 2)]
    index(make_repo(tenant), one)
    index(make_repo(tenant), other)
    for question in ("wordaax wordacx", "wordbcx", "wordaax wordabx wordczx wordabx", "run3"):
        expected = bm25([*one, *other], question)
        found = find(tenant, question)
        assert len(found) == min(len(expected), 100)
        assert [score for _anchor, score in found] == pytest.approx(sorted(expected.values(), reverse=True)[:100])
        assert all(score == pytest.approx(expected[anchor]) for anchor, score in found)


def test_every_place_is_that_of_the_formula_among_many() -> None:
    tenant, capsules = make_tenant(), made_up(2_000)
    index(make_repo(tenant), capsules[:1_500])
    index(make_repo(tenant), capsules[1_500:])
    for question in ("wordaax wordabx wordacx wordadx", "wordaax wordabx wordacx wordadx wordaex wordkcx run7"):
        expected = bm25(capsules, question)
        found = find(tenant, question, limit=1_000)
        assert len(found) == 1_000
        assert [score for _anchor, score in found] == pytest.approx(sorted(expected.values(), reverse=True)[:1_000])
        assert all(score == pytest.approx(expected[anchor]) for anchor, score in found)


def test_of_too_many_postings_the_rarest_terms_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    tenant, capsules = make_tenant(), made_up(100)
    index(make_repo(tenant), capsules)
    rare, common = bm25(capsules, "wordbcx"), bm25(capsules, "wordaax")
    assert 0 < len(rare) < len(common)
    monkeypatch.setattr(lexical, "MOST_POSTINGS", len(rare) + len(common) - 1)
    assert dict(find(tenant, "wordaax wordbcx")) == pytest.approx(rare)
    assert dict(find(tenant, "wordaax")) == pytest.approx(common)
    monkeypatch.setattr(lexical, "MOST_POSTINGS", 0)
    assert dict(find(tenant, "wordbcx")) == pytest.approx(rare)


def test_parts_have_their_own_best_from_one_reading() -> None:
    tenant = make_tenant()
    repo = make_repo(tenant)
    index(repo, made_up(30))
    services.index_document(repo=repo, commit_sha=sha("first"), text=make_text(word="wordaax"))
    sources = {source.source_type: source for source in selectors.indexed_sources(tenant)}
    parts = [[sources["system_artifact"]], [], [sources["git"]]]
    terms = ["wordaax", "wordabx"]
    found = lexical_legs(tenant, parts, terms, scope=EVERYWHERE, limit=3).parts
    assert [len(item) for item in found] == [1, 0, 3]
    assert found == [lexical_leg(tenant, part, terms, scope=EVERYWHERE, limit=3) for part in parts]


def test_a_change_of_some_passages_ends_where_making_all_anew_does() -> None:
    tenant, chance = make_tenant(), random.Random(5)
    repo, capsules = make_repo(tenant), made_up(60)
    index(repo, capsules)
    for step, share in enumerate((0.1, 0.05, 0.5, 0.02, 1.0)):
        kept = [item for item in capsules if chance.random() > share]
        capsules = [*kept, *(make_capsule(f"new{step}/{item.symbol}", body=item.body) for item in made_up(5, step + 10))]
        chance.shuffle(capsules)
        index(repo, capsules, f"step {step}")
        anew = make_repo(tenant)
        index(anew, capsules)
        assert postings(repo) == postings(anew)
        assert forward(repo) == forward(anew)
        source = IndexedSource.objects.get(repo=repo)
        assert source.tokens == sum(length for length, _terms, _counts in forward(repo).values()) > 0
        anew.delete()


def test_terms_of_passages_that_did_not_change_are_not_touched() -> None:
    repo = make_repo()
    shop = make_capsule("a.py#f", body="oven bread")
    index(repo, [shop, make_capsule("b.py#g", body="till cash")])
    before = {row.term: row for row in TermPostings.objects.filter(indexed__repo=repo)}
    index(repo, [shop, make_capsule("b.py#g", body="till card")], "second")
    after = {row.term: row for row in TermPostings.objects.filter(indexed__repo=repo)}
    assert bytes(before[term_key("bread")].postings) == bytes(after[term_key("bread")].postings)
    assert term_key("cash") not in after and term_key("card") in after


def test_what_an_older_indexer_made_is_made_again() -> None:
    repo = make_repo()
    index(repo, [make_capsule("a.py#f", body="oven bread")])
    TermPostings.objects.all().delete()
    IndexedSource.objects.update(indexer="older")
    index(repo, [make_capsule("a.py#f", body="oven bread")])
    assert [anchor for anchor, _score in find(repo.tenant, "bread")] == ["a.py#f"]


def test_nothing_crosses_tenants_and_their_numbers_do_not_either() -> None:
    one, other = make_tenant(), make_tenant()
    capsules = [make_capsule("a.py#f", body="oven bread"), make_capsule("a.py#g", body="oven cake and more of it")]
    index(make_repo(one), capsules)
    alone = find(one, "oven bread")
    index(make_repo(other), [*capsules, *made_up(20)])
    assert find(one, "oven bread") == alone
    sources = selectors.indexed_sources(other)
    assert lexical_leg(one, sources, ["bread"], scope=EVERYWHERE) == []


def test_filters_choose_among_passages_and_leave_scores_alone() -> None:
    tenant = make_tenant()
    first, second = make_repo(tenant), make_repo(tenant)
    index(
        first,
        [make_capsule(f"shop/{name}.py#f", body="oven bread", kind="class" if name == 3 else "function") for name in range(6)],
    )
    index(second, [make_capsule("till/a.py#f", body="oven oven bread", language="Go"), make_capsule("till/b.py#f", body="cash")])
    services.index_document(repo=second, commit_sha=sha("first"), text=make_text(word="bread"))
    everything = dict(find(tenant, "oven bread"))
    for scope, expected in (
        (Scope(repos=(second.pk,)), {"till/a.py#f", "purpose", *(name for name in everything if "." not in name)}),
        (Scope(source_types=("git",), path="till/"), {"till/a.py#f"}),
        (Scope(path="shop/4.py"), {"shop/4.py#f"}),
        (Scope(kinds=("class",)), {"shop/3.py#f"}),
        (Scope(languages=("Go",)), {"till/a.py#f"}),
        (Scope(roles=("document",)), {name for name in everything if "." not in name}),
        (Scope(repos=()), set()),
    ):
        found = dict(find(tenant, "oven bread", scope))
        assert set(found) == expected
        assert all(everything[anchor] == pytest.approx(score) for anchor, score in found.items())
    assert find(tenant, "oven bread", limit=1) == [max(everything.items(), key=lambda pair: pair[1])]
    assert find(tenant, "oven", Scope(kinds=("class",)), limit=1)[0][0] == "shop/3.py#f"


def test_a_narrow_filter_finds_what_many_better_ones_stand_before(monkeypatch: pytest.MonkeyPatch) -> None:
    tenant = make_tenant()
    long = " ".join(f"filler{chr(97 + number % 26)}" for number in range(80))
    index(
        make_repo(tenant),
        [*(make_capsule(f"a/{name}.py#f", body="oven") for name in range(60)), make_capsule("b/x.py#f", body=f"oven {long}")],
    )
    for few in (lexical.FEW, 0):  # known by their numbers, or looked for among the best
        monkeypatch.setattr(lexical, "FEW", few)
        assert [anchor for anchor, _score in find(tenant, "oven", Scope(path="b"), limit=5)] == ["b/x.py#f"]
        assert len(find(tenant, "oven", Scope(path="a"), limit=50)) == 50


@pytest.mark.parametrize(
    ("path", "found"),
    [("100%", {"100%/a.py#f"}), ("x_y/", {"x_y/a.py#f"}), ("100", set()), (f"{'d' * 250}/e", {f"{'d' * 250}/e/f.py#f"})],
)
def test_a_path_stands_for_itself(path: str, found: set[str]) -> None:
    tenant = make_tenant()
    places = ("100%/a.py", "100x/a.py", "x_y/a.py", "xzy/a.py", f"{'d' * 250}/e/f.py", f"{'d' * 250}/g.py")
    index(make_repo(tenant), [make_capsule(f"{place}#f", body="oven") for place in places])
    assert {anchor for anchor, _score in find(tenant, "oven", Scope(path=path))} == found


@pytest.mark.parametrize("terms", [[], ["nowhere"], ["'; DROP TABLE x; --"], ["%s", "%(a)s", "{"]])
def test_what_is_not_there_is_not_found(terms: list[str]) -> None:
    repo = make_repo()
    index(repo, made_up(3))
    assert lexical_leg(repo.tenant, selectors.indexed_sources(repo.tenant), terms, scope=EVERYWHERE) == []


def test_with_a_repository_its_terms_go() -> None:
    repo, other = make_repo(), make_repo()
    index(repo, made_up(5))
    index(other, made_up(5))
    repo.delete()
    assert set(TermPostings.objects.values_list("indexed__repo", flat=True)) == {other.pk}
    assert PassageTerms.objects.count() == Passage.objects.count() == 5
    other.tenant.delete()
    assert not TermPostings.objects.exists()


def test_scores_tell_nothing_of_repositories_that_may_not_be_seen() -> None:
    mine = make_repo()
    hidden = make_repo(mine.tenant, "hidden")
    seen = [make_capsule(f"a.py#f{number}", "flour\n" * (number + 1) + "water") for number in range(4)]
    index(mine, seen)
    index(hidden, [make_capsule(f"b.py#g{number}", "flour salt") for number in range(30)])
    reach = (mine.pk,)
    found = dict(find(mine.tenant, "flour water", Scope(repos=reach, reach=reach)))
    assert found == pytest.approx(bm25(seen, "flour water"))
    assert found != pytest.approx(dict(find(mine.tenant, "flour water", Scope(repos=reach)))), "a filter changes no statistics"
