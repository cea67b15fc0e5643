"""The form of all answers: errors, pages, tags, compression, the schema and its page."""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from typing import Any

import pytest
from django.test import Client

from apps.api.v1.application import api
from apps.codegraph import selectors as codegraph
from apps.codegraph import services as graph
from apps.engine import facts
from apps.engine.retrieval.query import QueryRefused, parse_query
from apps.repos.models import Repo
from apps.repos.services import delete_repo
from tests.api.v1.conftest import Caller, World
from tests.factories import make_capsule, make_repo, make_sheet, make_sync, make_token, make_version, sha

NEST = "[" * 100_000


def error_of(response: Any) -> tuple[int, str]:
    found = response.json()
    assert list(found) == ["error"] and list(found["error"]) == ["code", "message"], found
    assert found["error"]["message"].endswith((".", "”")) and response["Content-Type"] == "application/json"
    assert "Traceback" not in found["error"]["message"]
    return response.status_code, found["error"]["code"]


def test_errors_have_one_shape_wherever_they_come_from(world: World, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    caller = world.caller
    assert error_of(Caller().get("/me")) == (401, "token:refused")
    for address in ("/nothing", "/me/", "/repos/shop/nothing", "/../v2/me"):
        assert error_of(caller.get(address)) == (404, "request:not-found"), address
    assert error_of(Client().get("/api/")) == (404, "request:not-found")
    assert error_of(Client().post("/api/v2/me")) == (404, "request:not-found")
    response = caller.post("/me")
    assert error_of(response) == (405, "request:method") and response["Allow"] == "GET, HEAD"
    assert error_of(caller.get("/repos", limit=0)) == (422, "request:invalid")
    assert "limit" in caller.get("/repos", limit="many").json()["error"]["message"]
    assert error_of(caller.get("/search")) == (422, "request:invalid")
    assert error_of(caller.get("/repos/shop/capsule", symbol="a\0b")) == (400, "request:malformed")
    assert error_of(caller.get("/me%00")) == (404, "request:not-found")
    assert error_of(caller.client.get("/api/v1/me", headers={"Host": "evil.example"})) == (400, "request:malformed")


def test_a_name_that_no_operation_knows_is_no_filter_that_was_passed_over(world: World) -> None:
    for address, name, needed in (
        ("/repos", "limti", {}), ("/search", "repos", {"q": "bread"}), ("/context", "tokens", {"q": "bread"}), ("/me", "x", {}),
        ("/repos/shop/capsules", "symbol", {}), ("/repos/shop/callers", "limit", {"symbol": "shop/main.py#run"}),
    ):  # fmt: skip
        assert world.caller.get(address, **needed).status_code == 200
        response = world.caller.get(address, **needed, **{name: "1"})
        assert error_of(response) == (422, "request:invalid") and f"'{name}'" in response.json()["error"]["message"], address
    assert error_of(world.caller.post("/search?q=cake", {"q": "bread"})) == (422, "request:invalid")


def test_a_refusal_says_what_to_do(world: World) -> None:
    def said(address: str, **query: Any) -> str:
        return str(world.caller.get(address, **query).json()["error"]["message"])

    for message, words in (
        (said("/repos/nothing"), ("/api/v1/repos", "slug")),
        (
            said("/repos/shop/capsule", symbol="x"),
            ("path/to/file.py#Class.method", "/api/v1/repos/shop/capsules?name=", "/api/v1/search"),
        ),
        (said("/repos/shop/callers", symbol="x"), ("path/to/file.py#Class.method",)),
        (said("/repos/shop/impact/tests", symbol="x"), ("path/to/file.py#Class.method",)),
        (said("/repos/shop/versions/9"), ("/api/v1/repos/shop/versions",)),
        (said("/repos/shop/facts/models", version=9), ("/api/v1/repos/shop/versions",)),
        (said("/repos/shop/source", path="x"), ("/api/v1/repos/shop/files",)),
        (said("/repos/shop/docs", path="x"), ("/api/v1/docs?repo=shop",)),
        (said("/syncs/999999"), ("/api/v1/syncs",)),
        (said("/nothing"), ("/api/v1/openapi.json",)),
        (said("/repos/shop/capsule"), ("symbol is missing: ", "path/to/file.py#Class.method")),
        (said("/repos/shop/source"), ("path is missing: ", "path of a file")),
        (said("/search"), ("q is missing: ", "a sentence")),
        (said("/repos/shop/impact", symbol=""), ("symbol is empty: ", "path/to/file.py#Class.method")),
        (said("/search", q=""), ("q is empty: ", "a sentence")),
        (said("/repos", limti=1), ("'limti'", "there are cursor, limit")),
        (said("/repos/shop/capsules", repo="other"), ("'repo'", "cursor, limit, path, kind, language, name")),
        (said("/me", x=1), ("'x'", "takes none")),
        (str(world.caller.post("/search", {"q": "a", "repos": []}).json()), ("'repos'", "q, task, limit")),
        (str(world.caller.post("/search", "").json()), ("the body is missing: ", "Content-Type: application/json")),
        (
            str(Caller(make_token(world.tenant, world.owner)).post("/ask", {"q": "x"}).json()),
            ("lacks the scope ask", "Assistants"),
        ),
    ):
        assert all(word in message for word in words), (message, words)


def test_words_of_closed_sets_are_of_them_and_others_may_be_of_none(world: World) -> None:
    for address, name in (("/repos/shop/capsules", "kind"), ("/search", "kind"), ("/context", "kind"), ("/search", "role")):
        needed = {} if "repos" in address else {"q": "bread"}
        response = world.caller.get(address, **needed, **{name: "banana"})
        assert error_of(response) == (422, "request:invalid"), (address, name)
        assert ("'function'" if name == "kind" else "'code'") in response.json()["error"]["message"]
        assert world.caller.get(address, **needed, **{name: "function" if name == "kind" else "test"}).status_code == 200
    for address in ("/search", "/context", "/ask"):
        assert error_of(world.caller.post(address, {"q": "bread", "role": ["cook"]})) == (422, "request:invalid"), address
        assert error_of(world.caller.post(address, {"q": "bread", "kind": ["banana"]})) == (422, "request:invalid"), address
        notes = world.caller.post(address, {"q": "create_order", "language": ["COBOL"], "source_type": ["git", "wiki"]}).json()[
            "notes"
        ]
        assert {"language:absent", "source-type:absent"} <= set(notes), address
        notes = world.caller.post(address, {"q": "create_order", "language": ["Python"], "source_type": ["git"]}).json()["notes"]
        assert not {"language:absent", "source-type:absent"} & set(notes), address


def test_the_api_begins_with_what_there_is_to_read(world: World, settings: Any) -> None:
    for address in ("/api/v1/", "/api/v1"):
        response = Client().get(address)
        found = response.json()
        assert response.status_code == 200 and response["ETag"] and found["version"] == "1"
        for name in ("reference", "schema"):
            assert found[name].startswith(f"{settings.PUBLIC_URL}/api/v1/")
            assert Client().get(found[name].removeprefix(settings.PUBLIC_URL)).status_code == 200
        assert error_of(Client().post(address)) == (405, "request:method")


def test_a_body_that_says_it_is_something_else_is_refused(world: World) -> None:
    def status(kind: str) -> int:
        headers = world.caller.headers
        return world.caller.client.post("/api/v1/search", b'{"q": "bread"}', content_type=kind, headers=headers).status_code

    assert {status(kind) for kind in ("application/json", "application/json; charset=utf-8", "application/vnd.x+json")} == {200}
    for kind in (
        "application/xml",
        "multipart/form-data; boundary=x",
        "image/png",
        "text/plain",
        "application/x-www-form-urlencoded",
    ):
        assert status(kind) == 415, kind
    assert error_of(
        world.caller.client.post("/api/v1/search", b"<q/>", content_type="text/xml", headers=world.caller.headers)
    ) == (415, "request:media-type")


def test_what_a_header_asks_for_and_is_not_so_is_said_in_the_shape_of_errors(world: World) -> None:
    response = world.caller.get("/me", **{"If-Match": '"other"'})
    assert error_of(response) == (412, "request:precondition") and response["RateLimit-Limit"]


def test_every_answer_says_how_long_it_is_and_what_is_left_of_the_rate(world: World) -> None:
    first = world.caller.get("/me")
    for response in (
        first, world.caller.get("/me", **{"If-None-Match": first["ETag"]}), world.caller.get("/repos/nothing"),
        world.caller.get("/repos", limit=0), world.caller.post("/search", {"q": ""}),
    ):  # fmt: skip
        assert int(response["RateLimit-Remaining"]) >= 0, response.status_code
    for response in (Caller().get("/me"), world.caller.post("/me"), world.caller.get("/nothing"), first):
        assert response["Content-Length"] == str(len(response.content)), response.status_code


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422), ("{", 400), ("[]", 422), ("null", 422), (NEST, 400), ('{"a":' * 50_000, 400), ('{"q": "\\ud800"}', 400),
        (b'{"q": "\xff"}', 400), ('{"q": 5}', 422), ('{"q": "a", "budget": false}', 422), ('{"q": "a", "budget": "9"}', 422), ('{"q": "a", "what": 1}', 422), ('{"q": "a\\u0000b"}', 422),
        (json.dumps({"q": "x" * 300_000}), 413), ('{"q": "x", "budget": 1e400}', 400), ('{"q": "x", "repo": {"a": 1}}', 422),
    ],
)  # fmt: skip
def test_bodies_that_cannot_be_used(body: bytes | str, status: int, world: World) -> None:
    assert error_of(world.caller.post("/context", body))[0] == status


def test_a_body_says_how_long_it_is(world: World) -> None:
    caller = Caller(make_token(world.tenant, world.owner), **{"Transfer-Encoding": "chunked"})
    assert error_of(caller.post("/context", {"q": "bread"})) == (411, "request:no-length")


def test_a_mistake_of_ours_is_noted_and_says_nothing_of_itself(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sync = make_sync(world.repo, "failed", skipped=[["a row that no release wrote"]])
    response = world.caller.get(f"/syncs/{sync.pk}")
    assert error_of(response) == (500, "internal:unexpected")
    assert "ValueError" in caplog.text and f"GET /api/v1/syncs/{sync.pk}" in caplog.text


def test_pages_tell_everything_once_and_in_order(world: World) -> None:
    for number in range(6):
        make_repo(world.tenant, f"repo-{number}")
    capsules = [make_capsule(f"a.py#{name}") for name in ("b", "C", "a", "_x", "é", "ab")]
    graph.replace_graph(
        repo=world.repo, commit_sha=sha("x"), extractor="1", sheet=make_sheet(), capsules=capsules, edges=[], files=[]
    )
    for address, key, whole in (
        ("/repos", "slug", 7),
        ("/repos/shop/capsules", "symbol", 6),
        ("/syncs", "id", 1),
        ("/audit", "id", 10),
        ("/repos/shop/versions", "number", 2),
    ):
        every = [row[key] for row in world.caller.ok(address, limit=200)["items"]]
        assert len(every) >= whole
        for size in (1, 2, 3):
            told, cursor = [], ""
            for _page in range(len(every) + 1):
                page = world.caller.ok(address, limit=size, cursor=cursor)
                told += [row[key] for row in page["items"]]
                cursor = page["next"]
                if cursor is None:
                    break
            assert told == every, (address, size)


def test_a_page_goes_on_where_it_ended_whatever_was_added(world: World) -> None:
    for name in ("b", "d"):
        make_repo(world.tenant, name)
    first = world.caller.ok("/repos", limit=1)
    assert [row["slug"] for row in first["items"]] == ["b"]
    make_repo(world.tenant, "a")
    make_repo(world.tenant, "c")
    assert [row["slug"] for row in world.caller.ok("/repos", cursor=first["next"])["items"]] == ["c", "d", "shop"]


def test_a_repository_that_goes_between_two_pages_is_gone_from_the_second(world: World) -> None:
    for name in ("a", "b", "c"):
        make_repo(world.tenant, name)
    repos = world.caller.ok("/repos", limit=1)
    capsules = world.caller.ok("/repos/shop/capsules", limit=1)
    syncs = world.caller.ok("/syncs", limit=1)
    delete_repo(repo=Repo.objects.get(tenant=world.tenant, slug="b"))
    assert [row["slug"] for row in world.caller.ok("/repos", cursor=repos["next"])["items"]] == ["c", "shop"]
    delete_repo(repo=world.repo)
    assert [row["slug"] for row in world.caller.ok("/repos", cursor=repos["next"])["items"]] == ["c"]
    gone = world.caller.get("/repos/shop/capsules", cursor=capsules["next"])
    assert error_of(gone) == (404, "repository:not-found") and syncs["next"] is None
    assert world.caller.ok("/search", q="create_order")["hits"] == []


def test_a_cursor_is_good_for_its_own_list_and_commit(world: World) -> None:
    flows = tuple(facts.Command("make", name, f"run {name}", facts.Place("Makefile")) for name in "abc")
    make_version(world.repo, "rye")
    sheet = make_sheet(commands=flows)
    graph.replace_graph(repo=world.repo, commit_sha=sha("x"), extractor="1", sheet=sheet, capsules=[], edges=[], files=[])
    cursor = world.caller.ok("/repos/shop/facts/commands", limit=2)["next"]
    assert len(world.caller.ok("/repos/shop/facts/commands", cursor=cursor)["items"]) == 1
    graph.replace_graph(repo=world.repo, commit_sha=sha("y"), extractor="1", sheet=sheet, capsules=[], edges=[], files=[])
    assert error_of(world.caller.get("/repos/shop/facts/commands", cursor=cursor)) == (409, "cursor:stale")
    for wrong in (cursor, "x", "WyJyZXBvcyJd", "e30", "/etc/passwd", "WyJyZXBvcyIsNV0", "é" * 20, "A" * 1999):
        assert error_of(world.caller.get("/repos", cursor=wrong)) == (404, "cursor:unknown"), wrong


def test_many_callers_come_in_pages(world: World) -> None:
    names = [f"shop/m{number:03}.py#run" for number in range(130)]
    edges = [facts.Edge(name, "calls", "shop/main.py#hub", 2) for name in names]
    capsules = [make_capsule(name) for name in [*names, "shop/main.py#hub"]]
    graph.replace_graph(
        repo=world.repo, commit_sha=sha("x"), extractor="1", sheet=make_sheet(), capsules=capsules, edges=edges, files=[]
    )
    told, cursor = [], ""
    for _page in range(5):
        page = world.caller.ok("/repos/shop/callers", symbol="shop/main.py#hub", cursor=cursor)
        assert page["symbols"] == 130
        told += [row["symbol"] for row in page["items"]]
        cursor = page["next"] or ""
        if not cursor:
            break
    assert told == names and codegraph.ON_A_PAGE < 130


def test_what_has_not_changed_is_not_sent_again(world: World) -> None:
    for address in ("/repos/shop/document", "/repos/shop/capsules", "/me", "/openapi.json"):
        first = world.caller.get(address)
        assert first["ETag"] and "no-cache" in first["Cache-Control"] and "Authorization" in first["Vary"]
        again = world.caller.get(address, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), address
        assert world.caller.get(address, **{"If-None-Match": '"other"'}).status_code == 200
    before = world.caller.get("/repos/shop/document")["ETag"]
    make_version(world.repo, "rye")
    after = world.caller.get("/repos/shop/document", **{"If-None-Match": before})
    assert after.status_code == 200 and after["ETag"] != before
    assert "ETag" not in world.caller.get("/nothing")
    assert world.caller.get("/nothing")["Cache-Control"] == "no-store"


def test_long_answers_are_compressed_for_those_who_can_read_that(world: World) -> None:
    plain = world.caller.get("/repos/shop/document")
    packed = world.caller.get("/repos/shop/document", **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain and packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content and len(packed.content) < len(plain.content)
    again = world.caller.get("/repos/shop/document", **{"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
    assert again.status_code == 304


def test_head_is_get_without_the_body(world: World) -> None:
    response = world.caller.client.head("/api/v1/me", headers=world.caller.headers)
    assert response.status_code == 200 and response.content == b""


def test_the_schema_is_openapi_3_1_and_its_names_are_each_one_thing(world: World) -> None:
    schema = Client().get("/api/v1/openapi.json").json()
    assert schema["openapi"] == "3.1.0" and len(schema["paths"]) > 30
    ids = [operation["operationId"] for methods in schema["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids)) and all(name.isidentifier() and "apps" not in name for name in ids)
    named: dict[str, Any] = {}
    for bound in api._get_bound_routers():
        for view in bound.path_operations.values():
            for operation in view.operations:
                for model in operation.response_models.values():
                    if isinstance(model, type):
                        for name, found in model.model_json_schema(mode="serialization").get("$defs", {}).items():
                            assert named.setdefault(name, found) == found, f"two schemas are called {name}"


def test_patterns_of_the_schema_mean_the_same_in_every_language() -> None:
    """JavaScript knows no `\\U`, and takes `\\w` and `\\d` for ASCII, where the server takes them for all of Unicode."""
    patterns = set(re.findall(r'"pattern": ?"((?:[^"\\\\]|\\\\.)*)"', json.dumps(api.get_openapi_schema())))
    assert patterns and not [text for text in patterns if re.search(r"\\[wWdDsSbBUpPzZA]", json.loads(f'"{text}"'))]


def test_what_can_be_seen_can_be_asked_for() -> None:
    """The schema's rule and the search's are one: a question that the one takes the other does not refuse."""
    schema = api.get_openapi_schema()["components"]["schemas"]["SearchBody"]["properties"]["q"]
    for number in (*range(1, 0xD800), *range(0xE000, 0x10000)):
        if unicodedata.category(char := chr(number)) in ("Cc", "Cf", "Zs", "Zl", "Zp") or number % 97 == 0:
            try:
                parse_query(char)
                is_asked = char not in "\u200c\u200d"  # they join what is on both sides, and alone are nothing
            except QueryRefused:
                is_asked = False
            assert bool(re.search(schema["pattern"], char)) == is_asked, hex(number)


def test_the_page_of_the_schema_keeps_to_the_policy(world: World) -> None:
    response = Client().get("/api/v1/reference")
    html = response.content.decode()
    assert response.status_code == 200 and "swagger-ui-bundle.js" in html
    assert "unsafe-inline" not in response["Content-Security-Policy"]
    assert "http://" not in html and "https://" not in html and "<script>" not in html and "<style>" not in html


def test_answers_are_english_whatever_the_browser_speaks(world: World) -> None:
    caller = Caller(make_token(world.tenant, world.owner), **{"Accept-Language": "es"})
    assert "There is no such repository: " in caller.get("/repos/nothing").content.decode()
    words = caller.ok("/repos/shop/callers", symbol="shop/main.py#run")["verdict"]["words"]
    assert words.startswith(("Nothing in the repository", "There may be"))
