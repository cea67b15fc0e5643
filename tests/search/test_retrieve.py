"""A question finds what it names, says why and how true the index is; what can't be searched is refused with one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from apps.engine import facts
from apps.pipeline.embedding import embed_passages
from apps.repos.models import Repo
from apps.search import services
from apps.search.models import SearchSettings
from apps.search.retrieve import QueryRefused, retrieve
from apps.search.scope import Scope
from tests import factories

pytestmark = pytest.mark.django_db


def capsules() -> list[facts.Capsule]:
    made = factories.make_capsule
    return [
        made("shop/main.py", body="import oven", line=1, end_line=40),
        made("shop/main.py#Order", kind="class", body="class Order:", line=3, end_line=20),
        made("shop/main.py#Order.total", body="def total(self):\n    return sum(self.prices)", line=10, end_line=12),
        made(
            "shop/main.py#create_order", body="def create_order():\n    raise ValueError('no such bread')", line=30, end_line=32
        ),
        made("shop/oven.py#bake", body="def bake(dough):\n    return dough.rise()"),
        made("shop/oven.py#Oven", kind="class", body="class Oven:\n    heat = 200", line=1, end_line=2),
        made("shop/oven.py#Oven.total", body="def total(self):\n    return self.heat"),
    ]


@pytest.fixture
def repo() -> Repo:
    repo = factories.make_repo(factories.make_tenant("bakers"), "shop")
    factories.make_passages(repo, capsules())
    return repo


def found(repo: Repo, question: str, **values: Any) -> list[str]:
    return [hit.anchor for hit in retrieve(repo.tenant, question, **values).hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("create_order", "shop/main.py#create_order"),
        ("CREATE_ORDER", "shop/main.py#create_order"),
        ("shop/main.py#Order.total", "shop/main.py#Order.total"),
        ("Order.total", "shop/main.py#Order.total"),
        ("Order::total()", "shop/main.py#Order.total"),
        ("shop.oven.Oven.total", "shop/oven.py#Oven.total"),
        ("Where is create_order called?", "shop/main.py#create_order"),
        ("what does `bake` return?", "shop/oven.py#bake"),
        ("rename bake to roast", "shop/oven.py#bake"),
        ("what would break if I change Oven", "shop/oven.py#Oven"),
        ("shop/main.py", "shop/main.py"),
        ("main.py", "shop/main.py"),
        ("main.py:31", "shop/main.py#create_order"),
        ("shop/main.py:11", "shop/main.py#Order.total"),
        ('"no such bread"', "shop/main.py#create_order"),
        ("/sum\\(self\\.\\w+\\)/", "shop/main.py#Order.total"),
        ("/CLASS order/i", "shop/main.py#Order"),
    ],
)
def test_what_is_named_exactly_comes_first(repo: Repo, question: str, first: str) -> None:
    answer = retrieve(repo.tenant, question)
    assert answer.hits[0].anchor == first
    assert answer.hits[0].is_exact
    assert answer.hits[0].reasons[0].leg == "exact"


def index_document(repo: Repo, commit: str = "first", **sections: str) -> None:
    """A document whose sections say what is given, by key; the others say nothing."""
    text = factories.make_text()
    written = tuple(
        facts.Section(section.key, section.title, sections.get(section.key, "Nothing.\n"), "e") for section in text.sections
    )
    services.index_document(repo=repo, commit_sha=factories.sha(commit), text=facts.ArtifactText(text.title, written, (), ()))


def test_a_question_finds_by_its_words(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "how high does the dough rise?")
    assert answer.hits[0].anchor == "shop/oven.py#bake"
    assert [reason.leg for reason in answer.hits[0].reasons] == ["bm25"]
    assert not answer.hits[0].is_exact


def test_words_and_meaning_are_one_order(repo: Repo) -> None:
    assert embed_passages(repo.tenant, lambda: True)
    answer = retrieve(repo.tenant, "how high does the dough rise?")
    assert answer.hits[0].anchor == "shop/oven.py#bake"
    assert {reason.leg for reason in answer.hits[0].reasons} == {"bm25", "vector"}
    assert answer.notes == ("words:absent",) and answer.absent == ("high",)


def test_what_a_repository_is_says_its_document(repo: Repo) -> None:
    index_document(repo, purpose="Bread is sold.\n")
    other = factories.make_repo(repo.tenant, "other")
    index_document(other, purpose="A shop of rolls is a shop, a shop.\n")
    first = retrieve(repo.tenant, "What is shop?").documents[0]
    assert (first.repo, first.anchor) == (repo.slug, "purpose")


def test_what_a_project_is_says_the_document_of_its_repository(repo: Repo) -> None:
    index_document(repo, purpose="A shop of rolls is a shop, a shop.\n")
    mirror = factories.make_repo(repo.tenant, "rolls")
    factories.make_graph(mirror)
    Repo.objects.filter(pk=mirror.pk).update(name="mirror", slug="mirror")
    mirror.refresh_from_db()
    index_document(mirror, purpose="Bread is sold.\n")
    first = retrieve(repo.tenant, "What is rolls?").documents[0]
    assert (first.repo, first.anchor) == ("mirror", "purpose")


def test_words_that_stand_nowhere_are_told(repo: Repo) -> None:
    assert retrieve(repo.tenant, "how high does the dough rise?").absent == ("high",)
    answer = retrieve(repo.tenant, "kubernetes helm dough")
    assert answer.absent == ("kubernetes", "helm") and answer.is_doubtful and "words:mostly-absent" in answer.notes
    assert not retrieve(repo.tenant, "kubernetes dough rise").is_doubtful
    assert "words:absent" in retrieve(repo.tenant, "kubernetes dough rise").notes


def test_words_of_a_repository_out_of_scope_stand_nowhere(repo: Repo) -> None:
    other = factories.make_repo(repo.tenant, "other")
    factories.make_passages(other, [factories.make_capsule("a.py#kubernetes", body="def kubernetes(): ...")])
    assert retrieve(repo.tenant, "kubernetes dough rise").absent == ()
    assert retrieve(repo.tenant, "kubernetes dough rise", scope=Scope(repos=(repo.pk,))).absent == ("kubernetes",)


def test_what_is_only_near_in_meaning_is_doubtful(repo: Repo) -> None:
    assert embed_passages(repo.tenant, lambda: True)
    answer = retrieve(repo.tenant, "zzqxv blorft")
    assert answer.hits and answer.is_doubtful and "meaning:only" in answer.notes and answer.absent == ("zzqxv", "blorft")


def test_missing_vectors_are_told(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "dough")
    assert "vectors:missing" in answer.notes
    assert answer.sources[0].missing_vectors == 7
    assert embed_passages(repo.tenant, lambda: True)
    answer = retrieve(repo.tenant, "dough")
    assert "vectors:missing" not in answer.notes
    assert answer.sources[0].missing_vectors == 0


def test_a_spanish_question_finds_english_code(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "¿dónde se suman los precios?")
    assert (answer.language, answer.task) == ("es", "search")
    assert answer.hits[0].anchor == "shop/main.py#Order.total"


@pytest.mark.parametrize(
    ("question", "expected"),
    [("what is the architecture of bread", 5), ("where is bread sold", 2)],
)
def test_passages_of_the_document_stand_beside_the_hits(repo: Repo, question: str, expected: int) -> None:
    index_document(repo, **dict.fromkeys([key for key, _title in facts.SECTIONS[:7]], "Sells bread.\n"))
    answer = retrieve(repo.tenant, question)
    assert len(answer.documents) == expected
    assert {hit.source_type for hit in answer.documents} == {"system_artifact"}
    assert not {hit.passage for hit in answer.documents} & {hit.passage for hit in answer.hits}


def test_more_of_the_document_is_among_the_hits_of_an_architecture_question_only(repo: Repo) -> None:
    index_document(repo, **{key: f"Sells bread {title}.\n" for key, title in facts.SECTIONS[:8]})
    about = {hit.source_type for hit in retrieve(repo.tenant, "what is the architecture of bread").hits}
    assert "system_artifact" in about
    assert {hit.source_type for hit in retrieve(repo.tenant, "where is bread sold").hits} == {"git"}


def test_a_question_about_a_subject_finds_its_section_whatever_its_words(repo: Repo) -> None:
    index_document(repo, **{"services-components": "The oven.\n", "external-dependencies": "Systems: a system of systems.\n"})
    answer = retrieve(repo.tenant, "What is the architecture of the system?")
    assert answer.documents[0].anchor == "services-components"
    assert answer.documents[0].reasons[0].leg == "document"
    assert "external-dependencies" not in {hit.anchor for hit in answer.documents[:3]}
    other = factories.make_repo(repo.tenant, "other")
    assert retrieve(repo.tenant, "What is the architecture of the system?", scope=Scope(repos=(other.pk,))).documents == ()


def test_documents_leave_room_for_code_among_the_hits(repo: Repo) -> None:
    for number in range(4):
        other = factories.make_repo(repo.tenant, f"other{number}")
        index_document(other, **{key: f"A price {title} {number}.\n" for key, title in facts.SECTIONS})
    factories.make_passages(
        repo,
        [factories.make_capsule(f"m{number}.py#sell", body=f"def sell():\n    return {number}, price") for number in range(20)],
    )
    answer = retrieve(repo.tenant, "how does a price come about")
    kinds = [hit.source_type for hit in answer.hits]
    assert len(answer.documents) == 5
    assert (kinds.count("system_artifact"), kinds.count("git")) == (5, 10)
    found = retrieve(repo.tenant, "how does a price come about", scope=Scope(source_types=("system_artifact",)))
    assert [hit.source_type for hit in found.hits] == ["system_artifact"] * 15


def test_code_stands_before_its_tests_and_what_is_written_about_it(repo: Repo) -> None:
    made = factories.make_capsule
    capsules = [
        made(path, body="knead the dough twice") for path in ("CHANGES.md", "docs/dough.md", "tests/knead.py", "shop/knead.py")
    ]
    roles = {"CHANGES.md": "documentation", "docs/dough.md": "documentation", "tests/knead.py": "test", "shop/knead.py": "code"}
    services.index_code(repo=repo, commit_sha=factories.sha("first"), capsules=capsules, roles=roles)
    assert found(repo, "how is dough kneaded")[0] == "shop/knead.py"
    assert found(repo, "how is dough kneaded")[-1] == "CHANGES.md"
    assert found(repo, "which tests knead dough")[0] == "tests/knead.py"


def test_boosts_of_the_team_decide_which_type_comes_first(repo: Repo) -> None:
    index_document(repo, **{key: f"Sells bread {title}.\n" for key, title in facts.SECTIONS[:8]})
    question = "architecture: is there no such bread"
    assert retrieve(repo.tenant, question).hits[0].source_type == "system_artifact"
    SearchSettings.objects.create(tenant=repo.tenant, boosts={"system_artifact": 0.1, "git": "much"})
    assert retrieve(repo.tenant, question).hits[0].source_type == "git"


def test_words_of_the_team_make_a_question_one_about_the_architecture(repo: Repo) -> None:
    assert not retrieve(repo.tenant, "where do the belts meet").is_architecture
    SearchSettings.objects.create(tenant=repo.tenant, architecture_words="belt\n\nfurnace\n")
    assert retrieve(repo.tenant, "where do the belts meet").is_architecture


def test_the_task_can_be_given(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "create_order", task="architecture")
    assert (answer.task, answer.is_architecture) == ("architecture", True)
    with pytest.raises(QueryRefused) as refused:
        retrieve(repo.tenant, "create_order", task="poetry")
    assert refused.value.code == "query:task"


def test_near_duplicates_are_dropped_and_counted() -> None:
    tenant = factories.make_tenant()
    body = "def walk(tree):\n" + "".join(f"    visit_{number}(tree)\n" for number in range(30))
    for name in ("one", "two", "three"):
        factories.make_passages(factories.make_repo(tenant, name), [factories.make_capsule("lib/walk.py#walk", body=body)])
    hits = retrieve(tenant, "visit the tree and walk").hits
    assert [(hit.anchor, hit.copies) for hit in hits] == [("lib/walk.py#walk", 2)]
    assert len(retrieve(tenant, "walk").hits) == 3


def test_at_most_fifteen_or_as_many_as_asked(repo: Repo) -> None:
    many = [factories.make_capsule(f"m{number}.py#run", body=f"def run():\n    return {number}") for number in range(20)]
    factories.make_passages(repo, many)
    assert len(retrieve(repo.tenant, "run").hits) == 15
    assert len(retrieve(repo.tenant, "run", limit=3).hits) == 3


def test_a_scope_is_kept(repo: Repo) -> None:
    other = factories.make_repo(repo.tenant, "other")
    factories.make_passages(other, [factories.make_capsule("a.py#create_order", language="Go", kind="method")])
    here, there = "shop/main.py#create_order", "a.py#create_order"
    assert {here, there} <= set(found(repo, "create_order"))
    for scope, expected, left_out in (
        (Scope(repos=(other.pk,)), there, here),
        (Scope(languages=("Go",)), there, here),
        (Scope(kinds=("function",)), here, there),
        (Scope(path="shop"), here, there),
    ):
        anchors = found(repo, "create_order", scope=scope)
        assert anchors[0] == expected
        assert left_out not in anchors
    for scope in (Scope(repos=()), Scope(source_types=("docs",)), Scope(path="sho"), Scope(roles=("test",))):
        assert found(repo, "create_order", scope=scope) == []


def test_nothing_of_another_team_is_found(repo: Repo) -> None:
    foreign = factories.make_repo(factories.make_tenant())
    for question in ("create_order", '"no such bread"', "/bread/", "main.py:31", "dough", "creat_order"):
        answer = retrieve(foreign.tenant, question, scope=Scope(repos=(repo.pk, foreign.pk)))
        assert (answer.hits, answer.documents, answer.sources) == ((), (), ())


def test_a_typing_error_is_forgiven_where_the_database_knows_trigrams(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "creat_oder")
    assert answer.hits[0].anchor == "shop/main.py#create_order"
    assert "typing:corrected" in answer.notes
    assert not answer.hits[0].is_exact
    with connection.cursor() as cursor:
        cursor.execute("DROP EXTENSION pg_trgm CASCADE")
    assert "typing:corrected" not in retrieve(repo.tenant, "creat_oder").notes
    assert retrieve(repo.tenant, '"no such bread"').hits[0].anchor == "shop/main.py#create_order"


def test_a_plain_word_that_is_known_is_no_typing_error(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "prices")
    assert answer.hits[0].anchor == "shop/main.py#Order.total"
    assert "typing:corrected" not in answer.notes
    assert "typing:corrected" in retrieve(repo.tenant, "orderr").notes


def test_how_far_the_index_is_behind_is_told(repo: Repo) -> None:
    def state() -> tuple[str, int | None, str]:
        (only,) = retrieve(repo.tenant, "create_order").sources
        return only.state, only.behind, only.why

    assert state() == ("unknown", None, "head:never-seen")
    factories.make_commit(repo, "first")
    factories.make_commit(repo, "second", ["first"], minute=1)
    Repo.objects.filter(pk=repo.pk).update(head_sha=factories.sha("second"), default_branch="main")
    assert state() == ("behind", 1, "")
    Repo.objects.filter(pk=repo.pk).update(head_sha=factories.sha("elsewhere"))
    assert state() == ("behind", None, "history:incomplete")
    Repo.objects.filter(pk=repo.pk).update(head_sha=factories.sha("first"))
    assert state() == ("current", 0, "")
    (source,) = retrieve(repo.tenant, "create_order").sources
    assert (source.repo, source.commit, source.branch) == (repo.slug, factories.sha("first"), "main")


def test_the_version_of_the_document_is_told(repo: Repo) -> None:
    factories.make_version(repo)
    index_document(repo, purpose="Sells croissants.\n")
    (source,) = [state for state in retrieve(repo.tenant, "croissants").sources if state.source_type == "system_artifact"]
    assert source.version == 1


def test_where_nothing_is_found_the_sources_looked_into_are_told(repo: Repo) -> None:
    answer = retrieve(repo.tenant, "zarzamora")
    assert answer.hits == ()
    assert [source.repo for source in answer.sources] == [repo.slug]


@pytest.mark.parametrize(
    "question",
    [
        "a" * 10_000,
        "order " * 2_000,
        "create\0order",
        'unbalanced "quote',
        "unbalanced 'quote (and [brackets",
        "foo AND",
        "foo AND (bar OR",
        "!&|:*<->",
        "'; DROP TABLE search_passage; --",
        "%' OR '1'='1",
        "% _ \\",
        "100%",
        "😀🚀",
        "👩‍👩‍👧‍👦",
        "مرحبا بالعالم",
        "\u202eredro_etaerc\u202c order",
        "\ud800 lone",
        "/(a+)+$/",
        "/(x+x+)+y/",
        "/.*.*.*.*.*.*.*=/",
        "`",
        "::",
        ":1",
        "/",
        "../../etc/passwd:1",
        "main.py:999999999",
        "main.py:0",
        "\\",
        '""',
        "order.py:99999999999999999999",
    ],
)
def test_bad_input_gives_results_or_none(repo: Repo, question: str) -> None:
    answer = retrieve(repo.tenant, question)
    assert len(answer.hits) <= 15


@pytest.mark.parametrize("question", ["", " \n", "\0", "/[/", "/(/", "/a{2,1}/", r"/(a)\1/", "/((a{1,200}){1,200}){1,9}/", "/*/"])
def test_what_cannot_be_searched_is_refused_with_one_sentence(repo: Repo, question: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        retrieve(repo.tenant, question)
    assert refused.value.message.endswith(".")
    assert refused.value.code in ("query:empty", "query:pattern")


def test_a_pattern_that_takes_too_long_is_given_up(repo: Repo) -> None:
    body = "x" * 90_000
    factories.make_passages(repo, [factories.make_capsule(f"big{number}.py#run", body=body) for number in range(60)])
    answer = retrieve(repo.tenant, "/x(?=[^y]*y)/")  # looks ahead from everywhere: the square of the length
    assert "pattern:slow" in answer.notes
    assert answer.hits == ()
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)
