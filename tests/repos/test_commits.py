"""What lies between two commits, as far as shallow histories tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.integrations.git import CommitRecord
from apps.repos import selectors, services
from apps.repos.models import Repo
from apps.tenants.models import Tenant
from tests.factories import make_commit, make_repo, make_tenant, sha

pytestmark = pytest.mark.django_db


def test_a_merge_lists_both_sides_newest_first() -> None:
    repo = make_repo()
    make_commit(repo, "base", ["out of reach"], minute=0)
    make_commit(repo, "left", ["base"], minute=1)
    make_commit(repo, "right", ["base"], minute=2)
    make_commit(repo, "merge", ["left", "right"], minute=3)
    between = selectors.commits_between(repo, sha("base"), sha("merge"))
    assert [commit.subject for commit in between.commits] == ["merge", "right", "left"]
    assert between.complete
    services.record_head(repo=repo, branch="main", sha=sha("merge"))
    assert selectors.commits_behind(repo, sha("left")) == 2
    assert selectors.commits_behind(repo, sha("merge")) == 0


def test_children_come_before_parents_even_where_clocks_were_wrong() -> None:
    repo = make_repo()
    make_commit(repo, "a", minute=5)
    make_commit(repo, "b", ["a"], minute=9)
    make_commit(repo, "c", ["b"], minute=1)
    assert [commit.subject for commit in selectors.commits_between(repo, sha("a"), sha("c")).commits] == ["c", "b"]


def test_after_a_force_push_it_is_said_that_more_may_lie_between() -> None:
    repo = make_repo()
    make_commit(repo, "base", minute=0)
    make_commit(repo, "old", ["base"], minute=1)
    make_commit(repo, "new", ["base"], minute=2)
    between = selectors.commits_between(repo, sha("old"), sha("new"))
    assert [commit.subject for commit in between.commits] == ["new"] and not between.complete
    services.record_head(repo=repo, branch="main", sha=sha("new"))
    assert selectors.commits_behind(repo, sha("old")) is None


def test_a_gap_in_the_stored_history_is_not_taken_for_its_end() -> None:
    repo = make_repo()
    make_commit(repo, "old", minute=0)
    make_commit(repo, "new", ["never fetched"], minute=2)
    assert not selectors.commits_between(repo, sha("old"), sha("new")).complete
    assert not selectors.commits_between(repo, sha("old"), sha("unknown")).complete


def test_more_than_the_limit_is_cut_and_said_so() -> None:
    repo = make_repo()
    make_commit(repo, "0")
    for number in range(1, 6):
        make_commit(repo, str(number), [str(number - 1)], minute=number)
    between = selectors.commits_between(repo, sha("0"), sha("5"), limit=3)
    assert [commit.subject for commit in between.commits] == ["5", "4", "3"] and not between.complete


def record(name: str, paths: list[str] | None, subject: str = "x") -> CommitRecord:
    when = "2026-01-01T12:00:00+00:00"
    known = None if paths is None else tuple(paths)
    return CommitRecord(sha(name), (), "A\udc00da\0", when, when, subject, known)


def test_storing_again_only_adds_what_was_not_known() -> None:
    repo = make_repo()
    services.store_commits(repo=repo, commits=[record("a", None), record("b", ["x.py"])])
    services.store_commits(repo=repo, commits=[record("a", ["y.py"]), record("b", None, "changed")])
    first, second = selectors.commit(repo, sha("a")), selectors.commit(repo, sha("b"))
    assert first is not None and second is not None
    assert first.paths == ["y.py"] and second.paths == ["x.py"] and second.subject == "x"


def test_names_that_postgres_refuses_are_cleaned() -> None:
    repo = make_repo()
    services.record_fetch(repo=repo, branch="ma\0in", sha=sha("a"), commits=[record("a", ["bad\0\ud800.py"], "s\0" + "x" * 900)])
    commit = selectors.commit(repo, sha("a"))
    assert commit is not None
    assert commit.author == "A\ufffdda\ufffd" and len(commit.subject) == 500 and commit.paths == ["bad\ufffd\ufffd.py"]
    assert (repo.head_sha, repo.default_branch) == (sha("a"), "ma\ufffdin")


def test_a_pinned_branch_stays_pinned() -> None:
    repo = make_repo(pinned_branch="release/1.x")
    services.record_head(repo=repo, branch="release/1.x", sha=sha("a"))
    repo.refresh_from_db()
    assert (repo.branch, repo.default_branch) == ("release/1.x", "")


def stale(tenant: Tenant, commits: int, behind: int) -> tuple[Repo, str]:
    """A repo with a line of commits, and the one that is so many before its head."""
    repo = make_repo(tenant)
    for number in range(commits):
        make_commit(repo, f"{repo.pk}-{number}", [f"{repo.pk}-{number - 1}"], minute=number)
    services.record_head(repo=repo, branch="main", sha=sha(f"{repo.pk}-{commits - 1}"))
    repo.refresh_from_db()
    return repo, sha(f"{repo.pk}-{commits - 1 - behind}")


def test_many_repositories_are_counted_in_one_query() -> None:
    tenant = make_tenant()
    asked = [stale(tenant, 6, behind) for behind in range(5)]
    asked.append((asked[0][0], sha(f"{asked[0][0].pk}-1")))  # the same repo at another commit
    stale(make_tenant(), 3, 1)
    with CaptureQueriesContext(connection) as queries:
        found = selectors.commits_behind_of(tenant, asked)
    assert [found[repo.pk, commit] for repo, commit in asked] == [0, 1, 2, 3, 4, 4] and len(queries) == 1
    for repo, commit in asked:
        assert selectors.commits_behind(repo, commit) == found[repo.pk, commit]
    foreign = selectors.commits_behind_of(make_tenant(), asked[1:2])
    assert list(foreign.values()) == [None]


def test_what_lies_far_back_is_looked_for_once_more_and_then_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "NEAR_LIMIT", 4)
    monkeypatch.setattr(selectors, "LEAST_LOOKED_AT", 2)
    tenant = make_tenant()
    asked = [stale(tenant, 12, behind) for behind in (1, 7, 11)]
    with CaptureQueriesContext(connection) as queries:
        found = selectors.commits_behind_of(tenant, asked, limit=16)
    assert list(found.values()) == [1, 7, None] and len(queries) == 2
    assert selectors.commits_behind(*asked[2]) == 11


def test_subjects_and_authors_hide_nothing() -> None:
    repo = make_repo()
    services.store_commits(repo=repo, commits=[replace(record("a", None, "fix \u202eevil\x1b[2J"), author="Eve\u2066")])
    commit = selectors.commit(repo, sha("a"))
    assert commit is not None
    assert (commit.subject, commit.author) == ("fix ⟨U+202E⟩evil⟨U+001B⟩[2J", "Eve⟨U+2066⟩")
