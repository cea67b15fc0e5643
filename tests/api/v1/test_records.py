"""What the API tells of repositories, documents, facts, the graph, files and syncs."""

from __future__ import annotations

from apps.codegraph import services as codegraph
from apps.engine import facts
from apps.repos import services as repos
from apps.repos.models import Sync
from tests.api.v1.conftest import World
from tests.factories import (
    make_blob,
    make_capsule,
    make_commit,
    make_file_row,
    make_passages,
    make_repo,
    make_sheet,
    make_sync,
    sha,
)


def test_a_token_says_what_it_is(world: World) -> None:
    me = world.caller.ok("/me")
    assert me["tenant"] == {"slug": "bakers", "name": "Bakers"} and me["scopes"] == ["admin", "ask", "read", "sync"]
    assert me["token"]["member"] == "owner-of-bakers" and me["token"]["repos"] is None and me["token"]["prefix"].startswith("rl_")


def test_repositories_with_their_document_and_how_true_it_is(world: World) -> None:
    repos.record_head(repo=world.repo, branch="main", sha=sha("cake"))
    (row,) = world.caller.ok("/repos")["items"]
    assert (row["slug"], row["url"]) == ("shop", "https://forge.example/acme/shop")
    assert row["standing"]["state"] == "current" and row["standing"]["commit"] == sha("cake")
    assert row["document"]["version"] == 2 and row["last_sync"]["state"] == "done" and row["open_sync"] is None
    one = world.caller.ok("/repos/shop")
    assert one["counts"] == {"files": 2, "capsules": 2, "edges": 1} and one["slug"] == "shop"


def test_repositories_of_one_name_are_told_apart_and_say_what_they_are(world: World) -> None:
    for owner in ("ann", "bob"):
        twin = repos.register_repo(tenant=world.tenant, url=f"https://forge.example/{owner}/oven", name="oven")
        about = facts.Project(f"{owner}-oven", description=f"Bakes for {owner}.")
        codegraph.replace_graph(
            repo=twin, commit_sha=sha(owner), extractor="1", sheet=make_sheet(project=about), capsules=[], edges=[], files=[]
        )
    rows = {row["slug"]: row for row in world.caller.ok("/repos")["items"]}
    told = [(row["name"], row["project"], row["description"]) for slug, row in rows.items() if slug.startswith("oven")]
    assert told == [("ann/oven", "ann-oven", "Bakes for ann."), ("bob/oven", "bob-oven", "Bakes for bob.")]
    assert rows["shop"]["name"] == "shop" and rows["oven-2"]["standing"]["repo_name"] == "bob/oven"
    assert world.caller.ok("/repos/oven")["name"] == world.caller.ok("/repos/oven/facts")["standing"]["repo_name"] == "ann/oven"
    make_passages(twin)
    states = (
        world.caller.ok("/search", q="create_order")["sources"]
        + world.caller.post("/ask", {"q": "create_order"}).json()["sources"]
    )
    assert {(state["repo"], state["repo_name"]) for state in states} == {("shop", "shop"), ("oven-2", "bob/oven")}


def test_why_there_is_nothing_yet_is_said(world: World) -> None:
    repo = make_repo(world.tenant, "oven")
    addresses = ("document", "facts", "capsule?symbol=x", "source?path=x")

    def said() -> set[str]:
        return {
            world.caller.get(f"/repos/oven/{address}").json()["error"]["message"].partition(" yet: ")[2] for address in addresses
        }

    assert said() == {"its first sync has not ended: none was asked for."}
    waiting = make_sync(repo)
    assert said() == {"its first sync has not ended: it waits for its turn."}
    Sync.objects.filter(pk=waiting.pk).delete()
    make_sync(repo, "failed")
    assert said() == {"its last sync failed: The forge refuses access."}
    (row,) = (row for row in world.caller.ok("/repos")["items"] if row["slug"] == "oven")
    assert row["last_sync"]["error"] == "The forge refuses access." and row["document"] is None


def test_the_document_as_data_and_as_markdown_whole_and_by_section(world: World) -> None:
    document = world.caller.ok("/repos/shop/document")
    assert document["version"]["number"] == 2 and document["version"]["is_current"] and len(document["sections"]) == 10
    first = document["sections"][0]
    assert first["citations"] == [{"key": "shop/main.py#create_order", "path": "shop/main.py", "line": 1, "end_line": 2}]
    assert "Sells cake" in first["markdown"] and "cite:" not in first["markdown"] and "https://forge.example" in first["markdown"]
    section = world.caller.ok("/repos/shop/document/purpose", links="paths")
    assert [one["key"] for one in section["sections"]] == ["purpose"] and "forge.example" not in section["sections"][0][
        "markdown"
    ]
    response = world.caller.get("/repos/shop/document", format="markdown")
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response.content.decode().count("\n## ") == 10
    part = world.caller.get("/repos/shop/versions/1/document/purpose", format="markdown").content.decode()
    assert "Sells bread" in part and part.count("\n## ") == 1
    assert world.caller.ok("/repos/shop/versions/1/document")["version"]["is_current"] is False


def test_versions_and_what_changed_between_them(world: World) -> None:
    make_commit(world.repo, "bread")
    make_commit(world.repo, "cake", ["bread"], minute=1)
    assert [row["number"] for row in world.caller.ok("/repos/shop/versions")["items"]] == [2, 1]
    assert world.caller.ok("/repos/shop/versions/2")["subject"] == "cake"
    diff = world.caller.ok("/repos/shop/diff")
    assert (diff["old"]["number"], diff["new"]["number"]) == (1, 2)
    assert {row["status"] for row in diff["sections"] if row["key"] == "purpose"} == {"changed"}
    assert [commit["subject"] for commit in diff["commits"]] == ["cake"] and diff["is_complete"]
    assert world.caller.ok("/repos/shop/diff", old=2, new=1)["new"]["number"] == 1
    response = world.caller.get("/repos/shop/diff", new=1)
    assert response.status_code == 404 and response.json()["error"]["code"] == "version-before:not-found"


def test_facts_by_kind(world: World) -> None:
    found = world.caller.ok("/repos/shop/facts")
    assert found["counts"]["endpoints"] == 1 and found["project"]["name"] == "shop"
    (endpoint,) = world.caller.ok("/repos/shop/facts/endpoints")["items"]
    assert (endpoint["method"], endpoint["path"], endpoint["place"]["path"]) == ("POST", "/orders", "shop/main.py")
    assert world.caller.ok("/repos/shop/facts/endpoints", version=1)["commit"] == sha("bread")
    assert world.caller.get("/repos/shop/facts/secrets").status_code == 422


def test_every_kind_of_fact_can_be_told(world: World) -> None:
    place = facts.Place("a.py", 1, 2, "0" * 16)
    sheet = make_sheet(languages=(facts.Language("Python", 1, 2),), unknowns=(facts.Unknown("call", "x", "why", place),))
    codegraph.replace_graph(repo=world.repo, commit_sha=sha("x"), extractor="1", sheet=sheet, capsules=[], edges=[], files=[])
    for kind, number in world.caller.ok("/repos/shop/facts")["counts"].items():
        assert len(world.caller.ok(f"/repos/shop/facts/{kind}")["items"]) == number
    assert world.caller.ok("/repos/shop/facts/unknowns")["items"][0]["reason"] == "why"


def test_capsules_callers_and_callees(world: World) -> None:
    names = [row["symbol"] for row in world.caller.ok("/repos/shop/capsules")["items"]]
    assert names == ["shop/main.py#run", "shop/oven.py#run"]
    assert [row["path"] for row in world.caller.ok("/repos/shop/capsules", path="shop/oven.py")["items"]] == ["shop/oven.py"]
    assert world.caller.ok("/repos/shop/capsules", kind="class")["items"] == []
    assert world.caller.ok("/repos/shop/capsules", language="COBOL")["notes"] == ["language:absent"]
    assert world.caller.ok("/repos/shop/capsules", language="Python", name="none")["notes"] == []
    one = world.caller.ok("/repos/shop/capsule", symbol="shop/oven.py#run")
    assert one["body"] == "def bake(): ...\n" and one["related"]["callers"] == {"symbols": 1, "places": 1}
    callers = world.caller.ok("/repos/shop/callers", symbol="shop/oven.py#run")
    assert [row["symbol"] for row in callers["items"]] == ["shop/main.py#run"]
    assert callers["verdict"]["verdict"] == "found" and callers["items"][0]["lines"][0]["line"] == 2
    callees = world.caller.ok("/repos/shop/callees", symbol="shop/main.py#run")
    assert [row["symbol"] for row in callees["items"]] == ["shop/oven.py#run"] and callees["verdict"] is None
    assert world.caller.ok("/repos/shop/relations/subclasses", symbol="shop/main.py#run")["items"] == []


def test_nobody_is_told_from_unknown(world: World) -> None:
    verdict = world.caller.ok("/repos/shop/callers", symbol="shop/main.py#run")["verdict"]
    assert verdict["verdict"] in ("none", "unknown") and verdict["words"]
    assert (verdict["verdict"] == "none") == verdict["is_complete"]


def test_what_is_near_and_what_a_change_reaches(world: World) -> None:
    graph = world.caller.ok("/repos/shop/graph", symbol="shop/main.py#run")
    assert {(node["symbol"], node["distance"]) for node in graph["nodes"]} == {("shop/main.py#run", 0), ("shop/oven.py#run", 1)}
    assert graph["edges"][0]["kind"] == "calls"
    impact = world.caller.ok("/repos/shop/impact", symbol="shop/oven.py#run")
    assert [row["symbol"] for row in impact["reached"]] == ["shop/main.py#run"] and impact["counts"]["reached"] == 1
    assert impact["reached"][0]["by"]["target"] == "shop/oven.py#run"


def test_what_is_near_is_as_much_as_asked_for_with_one_edge_of_a_kind(world: World) -> None:
    hub, callers = "shop/oven.py#bake", [f"shop/m{number:03}.py#run" for number in range(90)]
    codegraph.replace_graph(
        repo=world.repo,
        commit_sha=sha("many"),
        extractor="1",
        sheet=make_sheet(),
        capsules=[make_capsule(name) for name in (hub, *callers)],
        edges=[facts.Edge(name, "calls", hub, line) for name in callers for line in (2, 3, 5)],
        files=[],
    )
    near = world.caller.ok("/repos/shop/graph", symbol=hub)
    assert len(near["nodes"]) == 50 and near["is_cut"]
    assert {(edge["line"], edge["target"]) for edge in near["edges"]} == {(2, hub)} and len(near["edges"]) == 49
    whole = world.caller.ok("/repos/shop/graph", symbol=hub, limit=300)
    assert len(whole["nodes"]) == 91 and len(whole["edges"]) == 90 and not whole["is_cut"]


def test_long_lists_begin_with_the_nearest_and_go_on_at_their_own_pages(world: World) -> None:
    hub = "shop/oven.py#bake"
    tests = [f"tests/test_oven{number:03}.py#test_bake" for number in range(90)]
    callers = [f"shop/m{number:03}.py#run" for number in range(90)]
    endpoints = tuple(
        facts.Endpoint("GET", f"/{number:03}", "bake", facts.Place("shop/oven.py", 1, 2), symbol=hub) for number in range(50)
    )
    codegraph.replace_graph(
        repo=world.repo,
        commit_sha=sha("many"),
        extractor="1",
        sheet=make_sheet(endpoints=endpoints),
        capsules=[make_capsule(name) for name in (hub, *tests, *callers)],
        edges=[facts.Edge(name, "calls", hub, 2) for name in (*tests, *callers)],
        files=[],
    )

    def followed(first: list[str], address: str, key: str) -> list[str]:
        told = list(first)
        for _page in range(9):
            page = world.caller.ok(address.removeprefix("/api/v1"))
            told += [row[key] for row in page["items"]]
            if page["next"] is None:
                break
            address = f"{address.partition('&cursor=')[0]}&cursor={page['next']}"
        return told

    capsule = world.caller.ok("/repos/shop/capsule", symbol=hub)
    assert capsule["counts"] == {"tests": 90, "routes": 50} and len(capsule["tests"]) == len(capsule["routes"]) == 20
    assert followed([row["symbol"] for row in capsule["tests"]], capsule["rest"]["tests"], "symbol") == tests
    assert followed([row["path"] for row in capsule["routes"]], capsule["rest"]["routes"], "path") == [
        item.path for item in endpoints
    ]
    impact = world.caller.ok("/repos/shop/impact", symbol=hub, depth=2)
    assert impact["counts"]["reached"] == 180 and impact["counts"]["tests"] == 90 and impact["counts"]["runs"] == 50
    assert set(impact["rest"]) == {"reached", "tests", "runs"} and len(impact["reached"]) == 40
    assert sorted(followed([row["symbol"] for row in impact["reached"]], impact["rest"]["reached"], "symbol")) == [
        *callers,
        *tests,
    ]
    assert followed([row["name"] for row in impact["runs"]], impact["rest"]["runs"], "name") == [
        f"GET {item.path}" for item in endpoints
    ]
    small = world.caller.ok("/repos/shop/capsule", symbol=callers[0])
    assert small["rest"] == {} and small["counts"] == {"tests": 0, "routes": 0}
    cursor = impact["rest"]["tests"].partition("&cursor=")[2]
    other = world.caller.get("/repos/shop/impact/tests", symbol=hub, depth=3, cursor=cursor)
    assert other.json()["error"]["code"] == "cursor:unknown"


def test_files_their_lines_and_pages_of_documentation(world: World) -> None:
    blob = make_blob(world.tenant, "# Shop\n\nBread.\n")
    document = facts.Document("Shop", "Bread.", facts.Place("README.md", 1, 3), ("Shop",))
    codegraph.replace_graph(
        repo=world.repo,
        commit_sha=sha("docs"),
        extractor="1",
        sheet=make_sheet(documents=(document,)),
        capsules=[make_capsule("README.md")],
        edges=[],
        files=[make_file_row("README.md", blob.pk), make_file_row("logo.png", None, reason="binary")],
    )
    rows = world.caller.ok("/repos/shop/files")["items"]
    assert [(row["path"], row["reason"]) for row in rows] == [("README.md", ""), ("logo.png", "binary")]
    text = world.caller.ok("/repos/shop/source", path="README.md", first=2, last=9)
    assert (text["text"], text["first"], text["last"], text["lines"], text["commit"]) == ("\nBread.", 2, 3, 3, sha("docs"))
    unread = world.caller.get("/repos/shop/source", path="logo.png")
    assert unread.status_code == 404 and "not kept: binary." in unread.json()["error"]["message"]
    for first, last in ((4, 0), (3, 2), (900, 20)):
        error = world.caller.get("/repos/shop/source", path="README.md", first=first, last=last)
        assert (error.status_code, error.json()["error"]["code"]) == (404, "lines:not-found"), (first, last)
        assert "the file has 3" in error.json()["error"]["message"]
    (page,) = world.caller.ok("/docs")["items"]
    assert (page["repo"], page["path"], page["title"], page["headings"]) == ("shop", "README.md", "Shop", ["Shop"])
    assert world.caller.ok("/repos/shop/docs", path="README.md")["text"] == "# Shop\n\nBread.\n"
    assert world.caller.get("/repos/shop/docs", path="logo.png").status_code == 404


def test_syncs_and_asking_for_one(world: World) -> None:
    failed = make_sync(make_repo(world.tenant, "oven"), "failed")
    assert [row["state"] for row in world.caller.ok("/syncs")["items"]] == ["failed", "done"]
    assert [row["repo"] for row in world.caller.ok("/syncs", repo="shop")["items"]] == ["shop"]
    one = world.caller.ok(f"/syncs/{failed.pk}")
    assert one["error_code"] == "source:no-access" and one["skipped"] == []
    first, second = world.caller.post("/repos/shop/syncs"), world.caller.post("/repos/shop/syncs")
    assert first.status_code == 202 and first.json()["id"] == second.json()["id"]
    assert Sync.objects.get(state="waiting").requested_by == world.owner
    repos.set_active(repo=world.repo, is_active=False, actor=None)
    response = world.caller.post("/repos/shop/syncs")
    assert (response.status_code, response.json()["error"]["code"]) == (409, "repository:paused")


def test_what_is_not_there_is_said_by_its_kind(world: World) -> None:
    empty = make_repo(world.tenant, "empty")
    for address, code in {
        "/repos/nothing": "repository:not-found",
        f"/repos/{empty.slug}/document": "document:not-found",
        f"/repos/{empty.slug}/facts": "fact-sheet:not-found",
        "/repos/shop/versions/9": "version:not-found",
        "/repos/shop/capsule?symbol=x": "symbol:not-found",
        "/repos/shop/callers?symbol=x": "symbol:not-found",
        "/repos/shop/callees?symbol=x": "symbol:not-found",
        "/repos/shop/graph?symbol=x": "symbol:not-found",
        "/repos/shop/impact?symbol=x": "symbol:not-found",
        "/syncs/999999": "sync:not-found",
    }.items():
        response = world.caller.get(address)
        assert (response.status_code, response.json()["error"]["code"]) == (404, code), address
    for address in ("capsule?symbol=x", "callees?symbol=x", "impact?symbol=x", "source?path=x", "docs?path=x", "facts"):
        error = world.caller.get(f"/repos/{empty.slug}/{address}").json()["error"]
        assert "first sync has not ended" in error["message"], address
        known = world.caller.get(f"/repos/shop/{address}")
        assert known.status_code == 200 or "There is no such" in known.json()["error"]["message"], address
    assert world.caller.ok(f"/repos/{empty.slug}/capsules")["items"] == []
    assert world.caller.ok(f"/repos/{empty.slug}")["standing"]["state"] == "unknown"


def test_names_without_end_are_listed_page_by_page_and_open(world: World) -> None:
    names = [f"shop/main.py#{letter * 5_000}" for letter in "abc"]
    edges = [facts.Edge(names[0], "calls", name, 1) for name in names[1:]]
    capsules = [make_capsule(name) for name in names]
    codegraph.replace_graph(
        repo=world.repo, commit_sha=sha("x"), extractor="1", sheet=make_sheet(), capsules=capsules, edges=edges, files=[]
    )
    found, cursor = list[str](), ""
    for _page in range(len(names) + 1):
        page = world.caller.ok("/repos/shop/capsules", limit=1, cursor=cursor)
        found += [item["symbol"] for item in page["items"]]
        cursor = page["next"]
        if not cursor:
            break
    assert found == names
    for name in names:
        assert world.caller.ok("/repos/shop/capsule", symbol=name)["capsule"]["symbol"] == name
    assert [item["symbol"] for item in world.caller.ok("/repos/shop/callees", symbol=names[0])["items"]] == names[1:]
