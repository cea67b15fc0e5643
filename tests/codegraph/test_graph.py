"""The stored graph: replaced whole, written sparingly, guarded against loss."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import Max, Model

from apps.codegraph import selectors, services
from apps.codegraph.models import Capsule, Edge, FactSheet, SourceFile
from apps.codegraph.services import ShrinkGuard
from apps.engine import facts
from apps.repos.models import Repo
from tests.factories import make_capsule, make_file_row, make_graph, make_repo, make_sheet, make_tenant, sha
from tests.threads import together

pytestmark = pytest.mark.django_db


def graph(count: int, **changes: Any) -> dict[str, Any]:
    """Arguments for `count` files with a function in each, all calling the first."""
    paths = [f"pkg/file_{number:03}.py" for number in range(count)]
    capsules = [make_capsule(f"{path}#run") for path in paths]
    given = {
        "commit_sha": sha("first"),
        "extractor": "1",
        "sheet": make_sheet(),
        "files": [make_file_row(path) for path in paths],
        "capsules": capsules,
        "edges": [facts.Edge(capsule.symbol, "calls", capsules[0].symbol, 2) for capsule in capsules],
    }
    return {**given, **changes}


def ids(kind: type[Model], repo: Repo) -> set[int]:
    return set(kind._default_manager.filter(repo=repo).values_list("pk", flat=True))


def test_running_again_writes_nothing() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(30))
    tables = (SourceFile, Capsule, Edge, FactSheet)
    with connection.cursor() as cursor:
        found = {}
        for name in ("before", "after"):
            rows = []
            for kind in tables:
                cursor.execute(f"SELECT xmin::text, id FROM {kind._meta.db_table} WHERE repo_id = %s ORDER BY id", [repo.pk])
                rows.append(cursor.fetchall())
            found[name] = rows
            services.replace_graph(repo=repo, **graph(30))
    assert found["before"] == found["after"]


def test_only_what_changed_is_written() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(30))
    before = {kind: ids(kind, repo) for kind in (SourceFile, Capsule, Edge)}
    last = {kind: kind._default_manager.aggregate(last=Max("pk"))["last"] for kind in before}
    second = graph(30, commit_sha=sha("second"))
    second["capsules"][3] = make_capsule("pkg/file_003.py#run", body="def run(): return 1\n")
    second["files"][3] = make_file_row("pkg/file_003.py", lines=99)
    del second["edges"][7]
    services.replace_graph(repo=repo, **second)
    after = {kind: ids(kind, repo) for kind in before}
    assert {kind._meta.model_name: len(before[kind] - after[kind]) for kind in before} == {
        "sourcefile": 2,  # the file of the edge too: its record is another
        "capsule": 1,
        "edge": 1,
    }
    assert {kind._meta.model_name: len([pk for pk in after[kind] if pk > last[kind]]) for kind in before} == {
        "sourcefile": 2,
        "capsule": 1,
        "edge": 0,
    }
    assert selectors.current_commit(repo) == sha("second")
    assert Capsule.objects.get(repo=repo, symbol="pkg/file_003.py#run").body == "def run(): return 1\n"


def test_what_is_read_is_what_was_stored() -> None:
    repo = make_repo()
    blobs = make_graph(repo)
    assert selectors.current_sheet(repo) == make_sheet(repo.name)
    assert [row.path for row in selectors.files(repo)] == sorted(blobs)
    file = selectors.source_file(repo, "shop/oven.py")
    assert file is not None and file.blob is not None and file.blob.text == "def bake(): ...\n"
    assert selectors.blob_ids(repo, ["shop/oven.py", "absent"]) == {"shop/oven.py": blobs["shop/oven.py"]}
    assert [capsule.symbol for capsule in selectors.capsules(repo, "shop/main.py")] == ["shop/main.py#run"]
    assert selectors.graph_counts(repo) == selectors.GraphCounts(files=2, capsules=2, edges=1)
    assert {blob.pk for blob in selectors.unrendered_blobs(repo)} == set(blobs.values())
    assert selectors.current_commit(make_repo()) is None


def test_other_repos_are_not_touched() -> None:
    one, two = make_repo(), make_repo(make_tenant())
    make_graph(one)
    make_graph(two)
    services.replace_graph(repo=one, **graph(1))
    assert selectors.graph_counts(two).files == 2


def test_the_guard_keeps_the_old_graph_until_somebody_agrees() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(100))
    with pytest.raises(ShrinkGuard, match=r"49 files.*100"):
        services.replace_graph(repo=repo, **graph(49, commit_sha=sha("second")))
    assert selectors.graph_counts(repo).files == 100 and selectors.current_commit(repo) == sha("first")
    fewer = graph(100, commit_sha=sha("second"))
    fewer["capsules"] = fewer["capsules"][:10]
    with pytest.raises(ShrinkGuard, match="10 capsules"):
        services.replace_graph(repo=repo, **fewer)
    services.replace_graph(repo=repo, **graph(49, commit_sha=sha("second")), allow_shrink=True)
    assert selectors.graph_counts(repo).files == 49
    services.replace_graph(repo=repo, **graph(30, commit_sha=sha("third")))
    services.replace_graph(repo=repo, **graph(3, commit_sha=sha("fourth")))
    assert selectors.graph_counts(repo).files == 3, "a small repository may become smaller"


def test_odd_and_very_long_names_are_stored() -> None:
    repo = make_repo()
    long = "/".join(sha(number) for number in range(120))
    odd = "a\0b\ud800.py"
    services.replace_graph(
        repo=repo,
        commit_sha=sha("first"),
        extractor="1",
        sheet=make_sheet(),
        files=[make_file_row(long), make_file_row(odd, reason="x" * 900, note="tab\tand\\backslash\n")],
        capsules=[make_capsule(f"{long}#run"), make_capsule(f"{odd}#run", body="\0\udfff\\N\t\r\n", properties=("a\0", "b"))],
        edges=[facts.Edge(f"{long}#run", "calls", f"{odd}#run", 1), facts.Edge(f"{odd}#run", "calls", long, 1)] * 2,
    )
    assert len(long.encode()) > 4_000
    assert selectors.source_file(repo, long) is not None
    row = SourceFile.objects.get(repo=repo, path="a\ufffdb\ufffd.py")
    assert len(row.reason) == 300 and row.note == "tab\tand\\backslash\n"
    capsule = Capsule.objects.get(repo=repo, path=row.path)
    assert capsule.body == "\ufffd\ufffd\\N\t\r\n" and capsule.properties == ["a\ufffd", "b"]
    assert selectors.graph_counts(repo).edges == 2


@pytest.mark.django_db(transaction=True)
def test_a_run_that_dies_before_its_commit_leaves_the_old_graph_whole() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(40))
    second = graph(40, commit_sha=sha("second"))
    second["capsules"] = [make_capsule(capsule.symbol, body="new\n") for capsule in second["capsules"]]

    def die(_number: int) -> None:
        with transaction.atomic():
            services.replace_graph(repo=repo, **second)
            assert Capsule.objects.filter(repo=repo, body="new\n").count() == 40
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        together(1, die)
    assert selectors.current_commit(repo) == sha("first")
    assert not Capsule.objects.filter(repo=repo, body="new\n").exists()
    assert selectors.graph_counts(repo) == selectors.GraphCounts(40, 40, 40)
    services.replace_graph(repo=repo, **second)
    assert Capsule.objects.filter(repo=repo, body="new\n").count() == 40


@pytest.mark.django_db(transaction=True)
def test_two_at_once_end_with_one_whole_graph() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(40))
    commits = ["left", "right", "left", "right"]
    together(4, lambda n: services.replace_graph(repo=repo, **graph(40 + n % 2, commit_sha=sha(commits[n]))))
    expected = 41 if selectors.current_commit(repo) == sha("right") else 40
    assert selectors.graph_counts(repo) == selectors.GraphCounts(expected, expected, expected)


def test_what_belongs_to_an_unchanged_file_is_not_looked_at_and_the_rest_is() -> None:
    repo = make_repo()
    services.replace_graph(repo=repo, **graph(30))
    Capsule.objects.filter(repo=repo, symbol="pkg/file_004.py#run").update(record=uuid.uuid4())
    Capsule.objects.filter(repo=repo, symbol="pkg/file_005.py#run").update(record=uuid.uuid4())
    before = ids(Capsule, repo)
    second = graph(30, commit_sha=sha("second"))
    second["edges"][5] = facts.Edge("pkg/file_005.py#run", "calls", "pkg/file_001.py#run", 2)
    services.replace_graph(repo=repo, **second)
    written = ids(Capsule, repo) - before
    assert list(Capsule.objects.filter(pk__in=written).values_list("symbol", flat=True)) == ["pkg/file_005.py#run"]
    assert Edge.objects.get(repo=repo, source="pkg/file_005.py#run").target == "pkg/file_001.py#run"


def test_edges_of_no_file_come_and_go_and_find_their_file() -> None:
    repo = make_repo()
    loose = facts.Edge("pkg/file_030.py#run", "calls", "pkg/file_000.py#run", 2)
    services.replace_graph(repo=repo, **graph(30, edges=[loose]))
    assert Edge.objects.filter(repo=repo).count() == 1
    services.replace_graph(repo=repo, **graph(31, commit_sha=sha("second"), edges=[loose]))
    services.replace_graph(repo=repo, **graph(31, commit_sha=sha("third"), edges=[loose]))
    assert Edge.objects.filter(repo=repo).count() == 1, "it is in a file now, and stays"
    services.replace_graph(repo=repo, **graph(30, commit_sha=sha("fourth"), edges=[]))
    assert not Edge.objects.filter(repo=repo).exists()


def test_files_that_share_a_symbol_come_and_go() -> None:
    """A section ``README.md#x.py`` and a file of that name: one is stored, whichever of their files changes."""
    repo = make_repo()
    section = make_capsule("README.md#x.py", kind="document", path="README.md")
    module = make_capsule("README.md#x.py", path="README.md#x.py")
    helper = make_capsule("README.md#x.py#h", path="README.md#x.py")
    files = [make_file_row("README.md"), make_file_row("README.md#x.py")]
    given = {"extractor": "1", "sheet": make_sheet(), "files": files}
    edge = facts.Edge("README.md#x.py", "calls", "README.md#x.py#h", 3)

    def stored(commit: str, *capsules: facts.Capsule) -> list[tuple[str, str]]:
        services.replace_graph(repo=repo, commit_sha=sha(commit), capsules=capsules, edges=[edge], **given)
        assert Edge.objects.filter(repo=repo).count() == 1
        return sorted(Capsule.objects.filter(repo=repo).values_list("symbol", "path"))

    changed = make_capsule("README.md#x.py#h", body="new", path="README.md#x.py")
    both = [("README.md#x.py", "README.md"), ("README.md#x.py#h", "README.md#x.py")]
    assert stored("first", section, module, helper) == both
    assert stored("second", section, module, changed) == both
    assert stored("third", module, changed) == [("README.md#x.py", "README.md#x.py"), ("README.md#x.py#h", "README.md#x.py")]
    assert stored("fourth", section, module, changed) == both
