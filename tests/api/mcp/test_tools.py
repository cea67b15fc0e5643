"""What an assistant gets, through the SDK's own client over real HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from apps.codegraph import services as codegraph
from apps.codegraph.models import FactSheet
from apps.engine import facts
from apps.pipeline import tasks
from apps.repos import services as repos
from apps.repos.models import Repo
from apps.search import services as search
from apps.tenants import services as tenants
from tests import factories
from tests.api.mcp.conftest import Team, call, failure, text_of, with_client
from tests.servers.portal_http import Portal


@pytest.mark.parametrize("mode", ["auto", "legacy", "2026-07-28"])
def test_the_tools_are_few_read_only_and_described(team: Team, portal: Portal, mode: str) -> None:
    tools = with_client(portal, team.token, lambda client: client.list_tools(), mode=mode).tools
    assert [tool.name for tool in tools] == ["context", "search", "symbol", "document", "repositories"]
    for tool in tools:
        assert tool.annotations is not None and tool.annotations.read_only_hint and not tool.annotations.destructive_hint
        assert tool.description and len(tool.description) < 700
        assert all(value.get("description") for value in tool.input_schema["properties"].values())


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_a_document_by_section_names_commit_and_staleness(team: Team, portal: Portal, mode: str) -> None:
    given = {"repository": team.repo.slug, "section": "Purpose"}
    result = with_client(portal, team.token, lambda client: client.call_tool("document", given), mode=mode)
    text = text_of(result)
    assert not result.is_error
    assert "Sells bread" in text and "## 1. Purpose" in text and "## 2." not in text
    assert f"Source: {team.repo.slug}, branch unknown at commit {factories.sha('bread')[:12]}, document version 1" in text
    assert "unknown how far behind (the branch was not looked at yet)" in text
    assert result.meta is not None and result.meta["repolore/untrusted"] is True
    [source] = result.meta["repolore/sources"]
    assert (source["repo"], source["commit"], source["state"]) == (team.repo.slug, factories.sha("bread"), "unknown")


def test_how_far_behind_is_counted(team: Team, portal: Portal) -> None:
    factories.make_commit(team.repo, "cake", ["bread"], minute=1)
    Repo.objects.filter(pk=team.repo.pk).update(head_sha=factories.sha("cake"), default_branch="main")
    for name, given in (
        ("document", {"repository": team.repo.slug}),
        ("repositories", {}),
        ("symbol", {"repository": team.repo.slug, "symbol": "shop/main.py#run"}),
        ("search", {"repository": team.repo.slug, "query": "bakers_oven"}),
        ("context", {"repository": team.repo.slug, "question": "bakers_oven"}),
    ):
        text = text_of(call(portal, team.token, name, **given))
        assert "branch main at commit " + factories.sha("bread")[:12] in text and "1 commit behind the branch" in text, name


def test_a_long_document_comes_in_pages(team: Team, portal: Portal) -> None:
    sections = tuple(facts.Section(key, title, f"{key} line\n" * 2_000, "e") for key, title in facts.SECTIONS)
    factories.make_version(team.repo, "long", text=facts.ArtifactText("Long", sections, (), ()))
    seen, page = "", 1
    while True:
        text = text_of(call(portal, team.token, "document", repository=team.repo.slug, page=page))
        assert len(text) < 20_000
        seen += text
        if f"`page` {page + 1}" not in text:
            break
        page += 1
    assert page > 10 and all(seen.count(f"{key} line\n") >= 1_900 for key, _title in facts.SECTIONS)


def test_pages_of_a_document_full_of_quotes_lose_nothing(team: Team, portal: Portal) -> None:
    sections = tuple(facts.Section(key, title, f'"{key}\t"\n' * 1_000, "e") for key, title in facts.SECTIONS)
    factories.make_version(team.repo, "quotes", text=facts.ArtifactText("Quotes", sections, (), ()))
    page = 1
    while True:
        text = text_of(call(portal, team.token, "document", repository=team.repo.slug, page=page))
        assert "Cut after" not in text
        if f"`page` {page + 1}" not in text:
            break
        page += 1
    assert page > 5


def test_names_without_end_leave_room_for_the_others(team: Team, portal: Portal) -> None:
    names = [f"mammoth_{letter * 5_000}" for letter in "abcdefgh"]
    capsules = [factories.make_capsule(f"shop/{name[:50]}.py#{name}", f"def {name}(): ...\n") for name in names]
    factories.make_passages(team.repo, capsules, commit="bread")
    for name, given in (("search", {"query": "mammoth", "limit": 15}), ("context", {"question": "mammoth", "budget": 4_000})):
        text = text_of(call(portal, team.token, name, repository=team.repo.slug, **given))
        assert all(f"mammoth_{letter * 8}" in text for letter in "abcdefgh") and "Cut after" not in text, name


def test_a_symbol_with_its_callers_and_what_a_change_reaches(team: Team, portal: Portal) -> None:
    text = text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="shop/oven.py#run"))
    assert "# shop/oven.py#run" in text and "## Called by (1)\n- shop/main.py#run (line 2)" in text
    assert "Callers: found." in text and "within 2 steps\n1 symbol in 1 file," in text
    assert "def bake(): ..." in text.partition("## Code")[2]
    assert (
        text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="shop/oven.py#run", depth=0)).count("##")
        == 2
    )
    lonely = text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="shop/main.py#run"))
    assert "Callers: unknown." in lonely or "Callers: none." in lonely


def test_a_name_of_several_symbols_gives_the_choice(team: Team, portal: Portal) -> None:
    result = call(portal, team.token, "symbol", repository=team.repo.slug, symbol="run")
    assert result.is_error and "- shop/main.py#run (function, line 1)\n- shop/oven.py#run (function, line 1)" in text_of(result)
    assert "no such symbol" in text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="zebra"))


def test_a_class_is_meant_before_its_constructor(team: Team, portal: Portal) -> None:
    owner, made = (
        factories.make_capsule(f"shop/Order.java#{name}", name=name.rpartition(".")[2]) for name in ("Order", "Order.Order")
    )
    codegraph.replace_graph(
        repo=team.repo, commit_sha=factories.sha("bread"), extractor="1", sheet=factories.make_sheet(), capsules=[owner, made],
        edges=[], files=[],
    )  # fmt: skip
    text = text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="Order"))
    assert "# shop/Order.java#Order\n" in text


def test_search_and_context_stay_with_what_the_token_reaches(team: Team, foreign: Team, portal: Portal) -> None:
    hit = text_of(call(portal, team.token, "search", query="bakers_hammer"))
    assert "symbol: shop/bakers_hammer.py#bakers_hammer" in hit and "found by: exact #1" in hit
    assert f"{team.other.slug}: shop/bakers_hammer.py:1-2" in hit
    _row, narrow = tenants.create_token(
        tenant=team.tenant, actor=team.member, name="narrow", scopes=["read"], repos=[team.repo.pk]
    )
    for token, hidden in ((narrow, "hammer"), (foreign.token, "bakers")):
        for name, field in (("search", "query"), ("context", "question")):
            text = text_of(call(portal, token, name, **{field: "bakers_hammer"}))
            assert f"{hidden}.py" not in text and team.other.slug not in text, (name, text)
        for name, more in (
            ("document", {}),
            ("symbol", {"symbol": "run"}),
            ("search", {"query": "run"}),
            ("context", {"question": "run"}),
        ):
            refused = call(portal, token, name, repository=team.other.slug, **more)
            assert refused.is_error and "There is no such repository" in text_of(refused)
        listed = text_of(call(portal, token, "repositories"))
        assert team.other.slug not in listed


def test_the_context_of_a_question_keeps_to_its_budget_and_cites(team: Team, portal: Portal) -> None:
    text = text_of(call(portal, team.token, "context", question="Where is bakers_oven?", budget=600))
    assert "of at most 600 tokens" in text and "[1] bakers-shop: shop/bakers_oven.py:1-2" in text
    assert "bakers_oven" in text.partition("<untrusted-")[2]


def test_a_short_name_is_of_one_whatever_others_are_called(team: Team, portal: Portal) -> None:
    for name in ("bakers-tools", "bakers-shop"):  # each is called as the other's short name
        Repo.objects.filter(tenant=team.tenant, slug=name).update(name="bakers-shop")
    text = text_of(call(portal, team.token, "document", repository="bakers-shop"))
    assert "Sells bread" in text and "no document of it yet" in text_of(
        call(portal, team.token, "document", repository="bakers-tools")
    )


def test_what_is_found_by_meaning_alone_is_doubted(team: Team, portal: Portal) -> None:
    tasks.embed_passages(team.tenant.pk)
    for name, field in (("search", "query"), ("context", "question")):
        text = text_of(call(portal, team.token, name, **{field: "qwerty zxcvb"}))
        assert "near in meaning only" in text.partition("<untrusted-")[0], name
        assert "near in meaning only" not in text_of(call(portal, team.token, name, **{field: "bakers_oven"}))


def test_nothing_found_is_told_from_nothing_searched(team: Team, portal: Portal) -> None:
    empty = factories.make_tenant("empty")
    token = factories.make_token(empty)
    factories.make_repo(empty, "new")
    for name, field in (("search", "query"), ("context", "question")):
        assert "Nothing was searched" in text_of(call(portal, token, name, **{field: "qwerty"})), name
        assert "Nothing was found" in text_of(call(portal, team.token, name, **{field: "qwerty"})), name
    text = text_of(call(portal, token, "symbol", symbol="run"))
    assert "Nothing is known of new yet: its first sync has not ended: none was asked for." in text


def test_without_a_name_the_only_repository_is_meant(team: Team, portal: Portal) -> None:
    _row, narrow = tenants.create_token(
        tenant=team.tenant, actor=team.member, name="narrow", scopes=["read"], repos=[team.repo.pk]
    )
    assert "Sells bread" in text_of(call(portal, narrow, "document"))
    several = call(portal, team.token, "document")
    assert several.is_error and f"{team.repo.slug}, {team.other.slug}" in text_of(several)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("document", {"repository": "bakers-shop", "section": "gossip"}, "no such section"),
    ("document", {"repository": "bakers-shop", "version": 99}, "no version 99"),
    ("document", {"repository": "bakers-tools"}, "no document of it yet"),
    ("document", {"repository": "bakers-shop", "version": "latest"}, "can't be used"),
    ("symbol", {"repository": "bakers-shop", "symbol": "   "}, "Say which symbol"),
    ("symbol", {"repository": "bakers-shop"}, "can't be used"),
    ("symbol", {"repository": "bakers-shop", "symbol": "a\x00b"}, "no such symbol"),
    ("symbol", {"repository": "bakers-shop", "symbol": ["run"]}, "can't be used"),
    ("search", {"query": ""}, "empty"),
    ("search", {"query": "/((((/"}, "regular expression"),
    ("context", {"question": " \n"}, "empty"),
]


def test_what_can_not_be_is_said_in_a_result(team: Team, portal: Portal) -> None:
    for name, given, words in REFUSED:
        result = call(portal, team.token, name, **given)
        assert result.is_error and words in text_of(result), (name, given, text_of(result))


def test_hostile_questions_are_answered_or_refused(team: Team, portal: Portal) -> None:
    for query in ("x" * 10_000, "a\x00b", '"unbalanced', "foo AND", "'; DROP TABLE x; --", "🙂", "שלום", "/(a+)+$/"):
        for name, field in (("search", "query"), ("context", "question"), ("symbol", "symbol")):
            given = {field: query, "repository": team.repo.slug}
            assert len(text_of(call(portal, team.token, name, **given))) < 20_000, (name, query[:20])


def test_what_the_schema_does_not_take_is_refused_with_what_it_takes(team: Team, portal: Portal) -> None:
    for name, given, words in (
        (
            "search",
            {"query": "run", "repo": "bakers-shop"},
            "search has no argument 'repo': it takes query, repository, path, limit.",
        ),
        ("repositories", {"all": True}, "repositories has no argument 'all': it takes none."),
        ("search", {"query": "run", "limit": 500}, "limit: Expected `int` <= 15; it is: How many results: 1 to 15."),
        ("search", {"query": "run", "limit": -3}, "limit: Expected `int` >= 1"),
        ("context", {"question": "run", "budget": -5}, "budget: Expected `int` >= 0"),
        ("context", {"question": "run", "budget": 10**9}, "budget: Expected `int` <= 4000"),
        ("symbol", {"repository": "bakers-shop", "symbol": "shop/main.py#run", "depth": 99}, "depth: Expected `int` <= 5"),
        ("document", {"repository": "bakers-shop", "page": 0}, "page: Expected `int` >= 1"),
        ("document", {"repository": "bakers-shop", "page": 10**6}, "There is no page 1,000,000 of it: the last one is 1."),
    ):
        result = call(portal, team.token, name, **given)
        assert result.is_error and words in text_of(result), (name, text_of(result))
    assert not call(portal, team.token, "document", repository="bakers-shop", section=None, version="1").is_error


def test_the_schema_of_a_tool_says_its_limits(team: Team, portal: Portal) -> None:
    tools = with_client(portal, team.token, lambda client: client.list_tools()).tools
    schemas = {tool.name: tool.input_schema for tool in tools}
    assert not [name for name, schema in schemas.items() if schema["additionalProperties"] is not False]
    numbers = {
        (name, key): (value.get("minimum"), value.get("maximum"))
        for name, schema in schemas.items()
        for key, value in schema["properties"].items()
        if value["type"] == "integer"
    }
    assert numbers == {
        ("context", "budget"): (0, 4_000), ("search", "limit"): (1, 15), ("symbol", "depth"): (0, 5),
        ("document", "version"): (0, 2_147_483_647), ("document", "page"): (1, None),
    }  # fmt: skip


def test_results_are_as_many_as_asked_for_and_sections_are_counted_beside_them(team: Team, portal: Portal) -> None:
    search.index_document(repo=team.repo, commit_sha=factories.sha("bread"), text=factories.make_text("Shop", "bread"))
    text = text_of(call(portal, team.token, "search", query="bread def", limit=1))
    head = text.partition("<untrusted-")[0]
    assert "1 result, best first, and beside them " in head and " of documents." in head


def test_repositories_of_one_name_are_told_apart_and_say_what_they_are(team: Team, portal: Portal) -> None:
    for owner in ("ann", "bob"):
        twin = repos.register_repo(tenant=team.tenant, url=f"https://forge.example/{owner}/oven", name="oven")
        about = facts.Project(f"{owner}-project", description=f"Bakes for {owner}. And more.")
        codegraph.replace_graph(
            repo=twin, commit_sha=factories.sha(owner), extractor="1", sheet=factories.make_sheet(project=about), capsules=[],
            edges=[], files=[],
        )  # fmt: skip
    factories.make_passages(twin, [factories.make_capsule("shop/unique.py#unique_word")], commit="bob")
    factories.make_sync(twin, "failed")
    listed = text_of(call(portal, team.token, "repositories"))
    assert "\noven: ann/oven, the project ann-project: Bakes for ann. No document yet: its first sync has not ended" in listed
    assert (
        "\noven-2: bob/oven, the project bob-project: Bakes for bob. No document yet: its last sync failed: The forge" in listed
    )
    assert "Source: oven-2 (bob/oven), branch" in text_of(call(portal, team.token, "search", query="unique_word"))
    assert "Source: oven-2 (bob/oven), branch" in text_of(call(portal, team.token, "context", question="unique_word"))
    for name in ("oven-2", "bob/oven", "BOB-project"):
        assert "oven-2: There is no document of it yet: its last sync failed: The forge refuses access." in text_of(
            call(portal, team.token, "document", repository=name)
        )


def test_a_symbol_that_is_none_says_how_symbols_are_named(team: Team, portal: Portal) -> None:
    text = text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol="zebra"))
    assert "path/to/file.py#Class.method" in text and "search tool" in text


def test_no_result_is_too_long_and_what_is_cut_says_so(team: Team, portal: Portal) -> None:
    long = "x = 1  # a line of it\n" * 20_000
    target = factories.make_capsule(
        "shop/big.py#big", long, docstring="word " * 5_000, signature="def big(" + "a, " * 5_000 + ")", end_line=20_000
    )
    callers = [factories.make_capsule(f"shop/{'very_' * 40}{number}.py#call") for number in range(300)]
    codegraph.replace_graph(
        repo=team.repo, commit_sha=factories.sha("bread"), extractor="1", sheet=factories.make_sheet(), capsules=[target, *callers],
        edges=[facts.Edge(item.symbol, "calls", target.symbol, 1) for item in callers], files=[],
    )  # fmt: skip
    factories.make_passages(team.repo, [target, *callers], commit="bread")
    for name, given in (
        ("symbol", {"symbol": target.symbol}),
        ("search", {"query": "big", "limit": 15}),
        ("context", {"question": "What does shop/big.py#big do?", "budget": 4_000}),
    ):
        text = text_of(call(portal, team.token, name, repository=team.repo.slug, **given))
        assert 1_000 < len(text) < 20_000, name
    told = text_of(call(portal, team.token, "symbol", repository=team.repo.slug, symbol=target.symbol))
    assert "Called by (300)" in told and "- … and 270 more" in told and "## Code, its first" in told
    assert "Cut after" in told.partition("<untrusted-")[0]


def test_a_fault_of_ours_does_not_tell_its_cause(team: Team, portal: Portal) -> None:
    FactSheet.objects.update(data=b"no sheet")
    for mode in ("legacy", "2026-07-28"):
        words = failure(portal, team.token, "symbol", mode=mode, repository=team.repo.slug, symbol="shop/main.py#run")
        assert "Something went wrong here" in words and "zlib" not in words and "decompress" not in words


def test_a_tool_that_is_none_is_refused(team: Team, portal: Portal) -> None:
    assert "no such tool" in failure(portal, team.token, "delete_everything")
