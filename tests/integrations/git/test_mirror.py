"""Fetching from clones on this machine: heads, history, locks, damage, limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apps.engine.errors import InternalError, LimitExceeded
from apps.integrations.git import GitError, Head, LocalSource, Mirror, check_git
from apps.integrations.git.errors import cause_of
from apps.integrations.git.mirror import MAX_PACKS
from tests.builders.repositories import DAY, FIRST_DAY, Repository
from tests.integrations.git.conftest import MakeMirror
from tests.integrations.git.processes import processes_naming

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "team" / "shop.git")


def fetched(mirror: Mirror, branch: str = "") -> Head:
    with mirror.locked(5):
        return mirror.fetch(mirror.head(branch))


def texts(mirror: Mirror, sha: str) -> dict[str, bytes]:
    entries = {entry.path: entry for entry in mirror.entries(sha) if entry.kind == "blob"}
    contents = dict(mirror.blobs({entry.object_id for entry in entries.values()}))
    return {path: contents[entry.object_id] for path, entry in entries.items()}


def refusal(mirror: Mirror, branch: str = "") -> GitError:
    with pytest.raises(GitError) as raised:
        fetched(mirror, branch)
    return raised.value


def leftovers(mirror: Mirror) -> list[Path]:
    return [path for path in mirror.folder.rglob("*") if path.name.startswith("tmp_") or path.suffix in (".lock", ".part")]


# --- heads -------------------------------------------------------------------------------------------------------------------


def test_the_head_is_fetched_and_read(repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({"a.py": b"a = 1\n", "deep/er/b.txt": b"\0\xff"})
    mirror = mirror_of(repository.folder)
    head = fetched(mirror)
    assert head == Head(sha, "main")
    assert texts(mirror, sha) == {"a.py": b"a = 1\n", "deep/er/b.txt": b"\0\xff"}
    assert not any(path.name in ("a.py", "b.txt") for path in mirror.folder.rglob("*")), "nothing is checked out"


def test_a_pinned_branch(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"1"})
    other = repository.commit({"a": b"2"}, branch="feature/ünï")
    mirror = mirror_of(repository.folder)
    assert fetched(mirror, "feature/ünï") == Head(other, "feature/ünï")
    assert refusal(mirror, "gone").code == "git:no-branch"
    assert refusal(mirror, "feature").code == "git:no-branch", "a prefix is no branch"


def test_a_detached_head(repository: Repository, mirror_of: MakeMirror) -> None:
    first = repository.commit({"a": b"1"})
    repository.commit({"a": b"2"})
    (repository.folder / "HEAD").write_text(first + "\n")
    mirror = mirror_of(repository.folder)
    assert fetched(mirror) == Head(first, "")
    assert texts(mirror, first) == {"a": b"1"}


def test_an_empty_repository(repository: Repository, mirror_of: MakeMirror) -> None:
    assert refusal(mirror_of(repository.folder)).code == "git:empty"


def test_an_unborn_head(repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({"a": b"1"}, branch="trunk")
    mirror = mirror_of(repository.folder)
    error = refusal(mirror)
    assert error.code == "git:no-branch" and "Name a branch" in error.message
    assert fetched(mirror, "trunk").sha == sha


@pytest.mark.parametrize("name", ["--upload-pack=touch", "-x", "refs/heads/x", "HEAD", "x" * 250])
def test_a_default_branch_with_an_odd_name(name: str, tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "odd.git")
    sha = repository.commit({"a": b"1"}, branch=name)
    (repository.folder / "HEAD").write_text(f"ref: refs/heads/{name}\n")
    mirror = mirror_of(repository.folder)
    assert fetched(mirror) == Head(sha, name)


def test_sha256_repositories(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "wide.git", object_format="sha256")
    first = repository.commit({"a": b"1"})
    mirror = mirror_of(repository.folder)
    assert fetched(mirror).sha == first and len(first) == 64
    second = repository.commit({"a": b"2"})
    assert texts(mirror, fetched(mirror).sha) == {"a": b"2"}
    [commit] = mirror.commits(first, second)
    assert commit.paths == ("a",)


def test_the_object_format_may_change(tmp_path: Path, mirror_of: MakeMirror) -> None:
    narrow, wide = Repository(tmp_path / "n.git"), Repository(tmp_path / "w.git", object_format="sha256")
    narrow.commit({"a": b"1"})
    sha = wide.commit({"a": b"2"})
    fetched(mirror_of(narrow.folder))
    mirror = mirror_of(wide.folder)
    assert texts(mirror, fetched(mirror).sha) == {"a": b"2"} and len(sha) == 64


# --- folders -----------------------------------------------------------------------------------------------------------------


def test_folders_that_are_no_repository_are_told_apart(tmp_path: Path, repository: Repository) -> None:
    repository.commit({"a": b"1"})
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    (tmp_path / "clone" / "sub").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    expected = {
        "missing": "no folder", "file": "is a file", "loop": "no folder", "clone/sub": "Name its top folder: ",
    "state": "not a git",
    }  # fmt: skip
    (tmp_path / "state").mkdir()
    for name, words in expected.items():
        mirror = Mirror(tmp_path / "mirror", LocalSource(tmp_path / name))
        error = refusal(mirror)
        assert error.code == "git:not-a-repository"
        assert words in error.message, error.message
    error = refusal(Mirror(tmp_path / "mirror", LocalSource(tmp_path / "clone")))
    assert error.code in ("git:not-a-repository", "git:failed"), "an empty .git folder"


def run_git(folder: Path, *arguments: str) -> None:
    environment = {
        "PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b",
    }  # fmt: skip
    subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True)


def test_clones_with_a_work_tree_and_linked_work_trees(tmp_path: Path) -> None:
    clone = tmp_path / "a clone: with odd 'name'"
    clone.mkdir()
    run_git(clone, "init", "-q", "-b", "main")
    (clone / "a").write_text("1")
    run_git(clone, "add", "a")
    run_git(clone, "commit", "-qm", "One")
    (clone / "a").write_text("not committed")
    (clone / "b").write_text("not committed")
    run_git(clone, "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    for folder, branch in ((clone, "main"), (tmp_path / "linked", "side")):
        mirror = Mirror(tmp_path / f"mirror-{branch}", LocalSource(folder))
        head = fetched(mirror)
        assert head.branch == branch
        assert texts(mirror, head.sha) == {"a": b"1"}, "uncommitted work is left out"


def test_a_shallow_clone_is_a_source(tmp_path: Path, repository: Repository, mirror_of: MakeMirror) -> None:
    for number in range(3):
        repository.commit({"a": b"%d" % number})
    shallow = tmp_path / "shallow"
    run_git(tmp_path, "clone", "-q", "--depth=1", "--no-local", f"file://{repository.folder}", str(shallow))
    mirror = mirror_of(shallow)
    assert texts(mirror, fetched(mirror).sha) == {"a": b"2"}
    (shallow / "a").write_text("3")
    run_git(shallow, "commit", "-qam", "Three")
    assert texts(mirror, fetched(mirror).sha) == {"a": b"3"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_clone_of_another_user(repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({"a": b"1"})
    for path in (repository.folder, *repository.folder.rglob("*")):
        os.chown(path, 65_534, 65_534)
    mirror = mirror_of(repository.folder)
    assert fetched(mirror).sha == sha


# --- history -----------------------------------------------------------------------------------------------------------------


def test_later_fetches_bring_every_commit_since(repository: Repository, mirror_of: MakeMirror) -> None:
    for number in range(3):
        repository.commit({"old": b"%d" % number})
    mirror = mirror_of(repository.folder)
    first = fetched(mirror)
    [seen] = mirror.commits("", first.sha)
    assert seen.sha == first.sha and len(seen.parents) == 1, "the true parent is told, though it is not here"
    assert seen.paths is None, "what changed can't be known without it"
    added = repository.commit({"old": b"2", "new": b""}, subject="Añade".encode())
    moved = repository.commit({"old": b"2", "folder/new": b""}, subject=b"Move it\n\nA body.")
    second = fetched(mirror)
    commits = mirror.commits(first.sha, second.sha)
    assert [(commit.sha, commit.parents, commit.subject, commit.paths) for commit in commits] == [
        (moved, (added,), "Move it", ("folder/new", "new")),
        (added, (first.sha,), "Añade", ("new",)),
    ]
    assert commits[0].author == "Ada"
    assert commits[0].authored_at == "2026-01-06T12:00:00+00:00"
    assert len(mirror.commits(first.sha, second.sha, limit=1)) == 1


def test_a_merge_of_a_branch_older_than_the_mirror_does_not_bring_all_history(
    repository: Repository, mirror_of: MakeMirror
) -> None:
    early = ""
    for number in range(200):
        early = repository.commit({"a": b"%d" % number}, when=f"{FIRST_DAY + number * DAY} +0000")
        if number == 150:
            fork = early
        if number == 195:
            near = early
    mirror = mirror_of(repository.folder)
    first = fetched(mirror)
    side = repository.commit_tree(repository.files({"side": b"1"}), parents=[fork], when=f"{FIRST_DAY + 199 * DAY} +0000")
    close = repository.commit_tree(repository.files({"close": b"1"}), parents=[near], when=f"{FIRST_DAY + 198 * DAY} +0000")
    tree = repository.files({"a": b"199", "side": b"1", "close": b"1"})
    merge = repository.commit_tree(tree, parents=[early, side, close], when=f"{FIRST_DAY + 200 * DAY} +0000")
    repository.point("main", merge)
    second = fetched(mirror)
    found = {commit.sha: commit for commit in mirror.commits(first.sha, second.sha)}
    assert set(found) == {merge, side, close}
    assert found[merge].paths == ("close", "side")
    assert found[close].paths == ("a", "close"), "its parent is young enough to be here"
    assert found[side].paths is None, "its parent is out of reach, and it is said so"
    count = int(mirror._git("rev-list", "--count", second.sha))
    assert count < 60, "old history stays where it is"


def test_force_pushes(repository: Repository, mirror_of: MakeMirror) -> None:
    base = repository.commit({"a": b"0"})
    old = repository.commit({"a": b"1"})
    mirror = mirror_of(repository.folder)
    assert fetched(mirror).sha == old
    new = repository.point("main", repository.commit_tree(repository.files({"a": b"2"}), parents=[base], subject=b"Instead"))
    assert fetched(mirror).sha == new
    assert texts(mirror, new) == {"a": b"2"}
    assert mirror.commits(old, new)[0].sha == new
    assert texts(mirror, old) == {"a": b"1"}, "what it pointed to before is still readable"


def test_a_force_push_to_something_unrelated_and_old(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"})
    repository.commit({"a": b"1"})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    lonely = repository.point("main", repository.commit_tree(repository.files({"b": b"2"}), when="1000000000 +0000"))
    assert fetched(mirror).sha == lonely
    assert texts(mirror, lonely) == {"b": b"2"}
    assert [commit.sha for commit in mirror.commits("f" * 40, lonely)] == [lonely], "an unknown start is no error"


def test_a_branch_that_moves_meanwhile(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"})
    mirror = mirror_of(repository.folder)
    with mirror.locked(5):
        seen = mirror.head()
        later = repository.commit({"a": b"1"})
        assert mirror.fetch(seen) == Head(later, "main")


@pytest.mark.parametrize(
    ("when", "year"),
    [
        ("0 +0000", "1970"), ("4294967295 +0000", "2106"), ("99999999999 +0000", "5138"), ("18446744073709551614 +0000",
    "9999"),
        ("-1 +0000", ""), ("1700000000 +9999", "2023"), ("x", ""),
    ],
)  # fmt: skip
def test_odd_dates(when: str, year: str, repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"}, when=when)
    sha = repository.commit({"a": b"1"}, when=when)
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    after = repository.commit({"a": b"2"}, when=when)
    assert fetched(mirror).sha == after
    [commit] = mirror.commits(sha, after)
    assert commit.paths == ("a",)
    assert commit.authored_at.startswith(year) and commit.authored_at.endswith("+00:00")


def test_odd_authors_and_subjects(repository: Repository, mirror_of: MakeMirror) -> None:
    first = repository.commit({"a": b"0"})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    tree = repository.files({"a": b"1"})
    odd = [
        (b"\xff\xfe Bad <a@b>", b"bad \xff subject"),
        (b" <>", b""),
        (b"A\x1b[31mB <a>", b"bell\x07 and \x1b[0m"),
        (b"x" * 3_000 + b" <a>", b"long " * 400_000),
        ("日本".encode() * 400 + b" <a>", "日本".encode() * 2_000),
    ]
    parent = first
    for author, subject in odd:
        parent = repository.commit_tree(tree, parents=[parent], author=author, subject=subject)
    repository.point("main", parent)
    fetched(mirror)
    commits = mirror.commits(first, parent)
    assert len(commits) == len(odd)
    for commit in commits:
        for text in (commit.author, commit.subject):
            assert text.isprintable() or "\ufffd" in text
            assert "\x1b" not in text and "\n" not in text
            text.encode()
            assert len(text) <= 1_000


def test_a_file_named_like_a_commit_does_not_confuse(repository: Repository, mirror_of: MakeMirror) -> None:
    first = repository.commit({"a": b"0"})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    second = repository.commit({first: b"", "0" * 40: b""})
    third = repository.commit({second: b"", "\n": b""})
    fetched(mirror)
    paths = {commit.sha: commit.paths for commit in mirror.commits(first, third)}
    assert paths == {second: tuple(sorted(["0" * 40, first, "a"])), third: tuple(sorted(["0" * 40, "\\x0a", first, second]))}


def test_packs_do_not_pile_up(repository: Repository, mirror_of: MakeMirror, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.integrations.git.mirror.MAX_PACKS", 3)
    assert MAX_PACKS > 3
    mirror = mirror_of(repository.folder)
    first = ""
    for number in range(8):
        sha = repository.commit({"a": b"%d" % number})
        first = first or sha
        fetched(mirror)
    assert len(list(mirror.objects.glob("objects/pack/*.pack"))) <= 4
    assert len(mirror.commits(first, sha)) == 7
    assert texts(mirror, sha) == {"a": b"7"}


# --- locks, kills, damage ----------------------------------------------------------------------------------------------------


def test_two_lockers(repository: Repository, mirror_of: MakeMirror) -> None:
    one, two = mirror_of(repository.folder), mirror_of(repository.folder)
    with one.locked(1):
        with pytest.raises(GitError) as busy, two.locked(0.2):
            pass
        assert busy.value.code == "git:busy"
    with two.locked(0):
        pass


def test_fetching_needs_the_lock(repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({"a": b"0"})
    with pytest.raises(InternalError):
        mirror_of(repository.folder).fetch(Head(sha, "main"))


KILLED = """
import sys, time
from pathlib import Path
from apps.integrations.git import LocalSource, Mirror
mirror = Mirror(Path(sys.argv[1]), LocalSource(Path(sys.argv[2])))
def wait(done, total):
    print("receiving", flush=True)
    time.sleep(60)
with mirror.locked(5):
    if sys.argv[3] == "lock":
        print("locked", flush=True)
        time.sleep(60)
    mirror.fetch(mirror.head(), wait)
"""


@pytest.mark.parametrize("moment", ["lock", "fetch"])
def test_a_killed_process_frees_the_lock_and_leaves_nothing(moment: str, repository: Repository, mirror_of: MakeMirror) -> None:
    blobs = {f"{number}": os.urandom(300_000) for number in range(40)}
    sha = repository.commit(blobs)
    mirror = mirror_of(repository.folder)
    mirror.folder.mkdir(parents=True)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(mirror.folder), str(repository.folder), moment],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().strip() == {"lock": "locked", "fetch": "receiving"}[moment]
    with pytest.raises(GitError), mirror.locked(0.1):
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with mirror.locked(10):
        assert not processes_naming(str(mirror.folder)), "no git outlives the process that started it"
        assert mirror.fetch(mirror.head()).sha == sha
    assert texts(mirror, sha) == blobs
    assert not leftovers(mirror)


def test_leftovers_are_removed(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    pack = mirror.objects / "objects" / "pack"
    for name in ("tmp_pack_abc", "tmp_idx_abc", "pack-1.lock"):
        (pack / name).write_bytes(b"half")
    for path in (mirror.objects / "shallow.lock", mirror.objects / "refs" / "repolore" / "head.lock"):
        path.write_bytes(b"")
    (mirror.objects / "objects" / "tmp_objdir-incoming-x" / "pack").mkdir(parents=True)
    (mirror.folder / "new.git").mkdir()
    sha = repository.commit({"a": b"1"})
    assert fetched(mirror).sha == sha
    assert not leftovers(mirror) and not (mirror.folder / "new.git").exists()


@pytest.mark.parametrize("damage", ["pack", "config", "head", "empty", "ref"])
def test_a_damaged_mirror_is_made_anew(damage: str, repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({"a": b"0" * 50_000, "b": os.urandom(50_000)})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    if damage == "pack":
        [pack] = mirror.objects.glob("objects/pack/*.pack")
        pack.chmod(0o600)
        raw = pack.read_bytes()
        pack.write_bytes(raw[:100] + b"\0" * (len(raw) - 100))
        with pytest.raises(GitError) as broken:
            texts(mirror, sha)
        assert broken.value.code == "git:damaged"
    elif damage == "config":
        (mirror.objects / "config").write_text("[core\n")
    elif damage == "head":
        (mirror.objects / "HEAD").unlink()
    elif damage == "empty":
        for path in mirror.objects.glob("objects/pack/*"):
            path.unlink()
    else:
        (mirror.objects / "refs" / "repolore" / "head").write_text("x")
    assert fetched(mirror).sha == sha
    assert set(texts(mirror, sha)) == {"a", "b"}


def test_a_damaged_source_is_told_and_leaves_nothing(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"})
    [blob] = [
        path
        for path in repository.folder.glob("objects/??/*")
        if repository.git("cat-file", "-t", path.parent.name + path.name) == "blob"
    ]
    blob.unlink()
    mirror = mirror_of(repository.folder)
    error = refusal(mirror)
    assert error.code in ("git:damaged", "git:unreachable", "git:failed")
    assert not mirror.objects.exists()
    repository.blob(b"0")
    fetched(mirror)


# --- limits ------------------------------------------------------------------------------------------------------------------


def test_disk_is_bounded(repository: Repository, mirror_of: MakeMirror) -> None:
    sha = repository.commit({str(number): os.urandom(500_000) for number in range(12)})
    mirror = mirror_of(repository.folder, disk_bytes=2_000_000)
    with pytest.raises(LimitExceeded, match="LIMIT_DISK_BYTES"):
        fetched(mirror)
    assert not mirror.objects.exists()
    assert fetched(mirror_of(repository.folder)).sha == sha


def test_time_is_bounded(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({str(number): os.urandom(1_000_000) for number in range(10)})
    mirror = mirror_of(repository.folder, fetch_seconds=0.01)
    with mirror.locked(1):
        head = mirror_of(repository.folder).head()
        with pytest.raises(GitError) as slow:
            mirror.fetch(head, lambda done, total: time.sleep(0.05))
    assert slow.value.code == "git:timeout"
    assert not leftovers(mirror)


def test_a_mirror_that_has_outgrown_its_quota_starts_over(repository: Repository, mirror_of: MakeMirror) -> None:
    mirror = mirror_of(repository.folder, disk_bytes=1_000_000)
    for number in range(6):
        sha = repository.commit({"a": os.urandom(300_000)}, subject=b"%d" % number)
        assert fetched(mirror).sha == sha


def test_progress_is_reported(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({str(number): os.urandom(20_000) for number in range(200)})
    mirror = mirror_of(repository.folder)
    seen: list[tuple[int, int]] = []
    with mirror.locked(1):
        mirror.fetch(mirror.head(), lambda done, total: seen.append((done, total)))
    assert seen[-1] == (202, 202)


def test_git_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert check_git().startswith("git version 2.")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError) as missing:
        check_git()
    assert missing.value.code == "git:missing"
    program = tmp_path / "git"
    for told, words in (("git version 2.30.2", "Git 2.30 is too old"), ("what?", "does not answer")):
        program.write_text(f"#!/bin/sh\necho '{told}'\n")
        program.chmod(0o755)
        with pytest.raises(GitError, match=words.replace("?", ".")):
            check_git()


def test_a_mirror_is_for_its_owner_only(repository: Repository, mirror_of: MakeMirror) -> None:
    repository.commit({"a": b"0"})
    mirror = mirror_of(repository.folder)
    old = os.umask(0o022)
    try:
        fetched(mirror)
    finally:
        os.umask(old)
    assert mirror.folder.stat().st_mode & 0o077 == 0


def test_a_mirror_that_can_not_be_kept_says_where(repository: Repository, tmp_path: Path) -> None:
    repository.commit({"a.py": b"a = 1"})
    in_the_way = tmp_path / "state"
    in_the_way.write_text("a file")
    mirror = Mirror(in_the_way / "mirrors" / "1", LocalSource(repository.folder))
    for attempt in (mirror.head, mirror.locked(1).__enter__):
        with pytest.raises(GitError) as refused:
            attempt()
        assert refused.value.code == "git:no-room"
        assert str(in_the_way) in refused.value.message and "STATE_DIR" in refused.value.message


def test_a_full_disk_is_told_from_a_cut_connection() -> None:
    told = b"fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output\n"
    assert cause_of(told).code == "git:no-room"
