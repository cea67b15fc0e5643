"""Repositories made to break whoever reads them: everything is listed, nothing is followed, run or unpacked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apps.engine.errors import LimitExceeded, OwnerError
from apps.engine.facts import path_from_bytes, path_to_bytes
from apps.integrations.git import GitError, LocalSource, Mirror
from tests.builders.hostile import LFS_POINTER, LINKS, ODD_NAMES, bomb, canaries, deep, hostile_tree
from tests.builders.repositories import BLOB, TREE, Repository
from tests.integrations.git.conftest import MakeMirror
from tests.integrations.git.processes import processes_naming

ROOT = Path(__file__).resolve().parents[3]


def fetched(mirror: Mirror) -> str:
    with mirror.locked(5):
        return mirror.fetch(mirror.head()).sha


def test_every_odd_entry_is_listed_and_none_is_followed(tmp_path: Path, mirror_of: MakeMirror) -> None:
    evil = tmp_path / "state" / "mirror" / "repo-evil"
    evil.mkdir(parents=True)
    (evil / "secret").write_text("outside canary")
    repository, paths = hostile_tree(tmp_path / "hostile.git")
    mirror = mirror_of(repository.folder)
    entries = {entry.path: entry for entry in mirror.entries(fetched(mirror))}
    assert {path_to_bytes(path) for path in entries} == paths
    assert len(ODD_NAMES) >= 40
    assert all(path.isprintable() for path in entries)
    for name, target in LINKS.items():
        entry = entries[path_from_bytes(name)]
        assert (entry.kind, entry.mode) == ("link", "120000")
        assert mirror.link_target(entry.object_id) == path_from_bytes(target)
    submodules = {path: entry for path, entry in entries.items() if entry.kind == "submodule"}
    assert {path: (entry.object_id, entry.size) for path, entry in submodules.items()} == {
        "listed-submodule": ("1" * 40, 0), "unlisted-submodule": ("2" * 40, 0),
    }  # fmt: skip
    contents = dict(mirror.blobs({entry.object_id for entry in entries.values() if entry.kind != "submodule"}))
    assert contents[entries["large.bin"].object_id] == LFS_POINTER
    assert not any(b"root:" in raw or b"outside canary" in raw for raw in contents.values())
    assert entries["run-me"].mode == "100755"


@pytest.mark.parametrize("levels", [5, 10])
def test_bombs_are_refused_while_they_are_listed(levels: int, tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = bomb(tmp_path / "bomb.git", levels=levels)
    mirror = mirror_of(repository.folder, files=50_000)
    sha = fetched(mirror)
    seen = 0
    with pytest.raises(LimitExceeded, match=r"Number of files \(LIMIT_FILES\).*at least 50,001 found, 50,000 allowed"):
        for _ in mirror.entries(sha):
            seen += 1
    assert seen == 50_000


def test_the_size_of_all_files_is_bounded(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = bomb(tmp_path / "bomb.git", levels=5)
    mirror = mirror_of(repository.folder, bytes=20_000_000)
    sha = fetched(mirror)
    with pytest.raises(LimitExceeded, match="LIMIT_BYTES"):
        list(mirror.entries(sha))


def test_a_large_file_is_listed_and_not_read(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "large.git")
    repository.commit({"large": b"\0" * 3_000_000, "small": b"1"})
    mirror = mirror_of(repository.folder, blob_bytes=2_000_000, bytes=2_500_000)
    entries = {entry.path: entry for entry in mirror.entries(fetched(mirror))}
    assert {path: entry.size for path, entry in entries.items()} == {"large": 3_000_000, "small": 1}
    with pytest.raises(LimitExceeded, match="LIMIT_BLOB_BYTES"):
        list(mirror.blobs([entries["large"].object_id]))


@pytest.mark.parametrize("depth", [65, 5_000])
def test_depth_is_bounded(depth: int, tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = deep(tmp_path / "deep.git", depth=depth) if depth < 100 else very_deep(tmp_path / "deep.git", depth)
    mirror = mirror_of(repository.folder)
    with pytest.raises(OwnerError) as refused:
        list(mirror.entries(fetched(mirror)))
    assert refused.value.code in ("source:too-large", "git:damaged", "git:failed", "git:unreachable")
    if depth < 100:
        assert "LIMIT_DEPTH" in refused.value.message


def very_deep(folder: Path, depth: int) -> Repository:
    """Written in one go: a process an object would take minutes."""
    repository = Repository(folder)
    program = (
        "import hashlib, sys, zlib\nfrom pathlib import Path\n"
        "objects, depth = Path(sys.argv[1]), int(sys.argv[2])\n"
        "def write(kind, raw):\n"
        "    whole = kind + b' %d\\0' % len(raw) + raw\n"
        "    digest = hashlib.sha1(whole).digest(); name = digest.hex()\n"
        "    (objects / name[:2]).mkdir(exist_ok=True); (objects / name[:2] / name[2:]).write_bytes(zlib.compress(whole, 1))\n"
        "    return digest\n"
        "inner = write(b'blob', b'x'); mode = b'100644'\n"
        "for _ in range(depth): inner = write(b'tree', mode + b' d\\0' + inner); mode = b'40000'\n"
        "print(inner.hex())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder / "objects"), str(depth)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    repository.point("main", repository.commit_tree(done.stdout.strip()))
    return repository


def test_long_paths_are_bounded(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "long.git")
    repository.point("main", repository.commit_tree(repository.tree([(BLOB, b"x" * 5_000, repository.blob(b""))])))
    mirror = mirror_of(repository.folder)
    with pytest.raises(LimitExceeded, match="LIMIT_PATH_BYTES"):
        list(mirror.entries(fetched(mirror)))


def test_malformed_trees_do_not_confuse(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "twice.git")
    one, two = repository.blob(b"1"), repository.blob(b"2")
    inner = repository.tree([(BLOB, b"b", two)])
    tree = repository.tree([(BLOB, b"a", one), (BLOB, b"a", two), (BLOB, b"c/b", one), (TREE, b"c", inner)])
    repository.point("main", repository.commit_tree(tree))
    mirror = mirror_of(repository.folder)
    paths = [entry.path for entry in mirror.entries(fetched(mirror))]
    assert paths == sorted(set(paths)) and "a" in paths


def test_a_commit_without_files(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "bare.git")
    sha = repository.commit({})
    mirror = mirror_of(repository.folder)
    assert list(mirror.entries(fetched(mirror))) == []
    assert list(mirror.blobs([])) == []
    [commit] = mirror.commits("", sha)
    assert commit.paths == () and commit.parents == ()


def test_missing_objects_are_told(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = Repository(tmp_path / "a.git")
    sha = repository.commit({"a": b"1"})
    mirror = mirror_of(repository.folder)
    fetched(mirror)
    for wrong in ("f" * 40, "main", "--help", f"{sha}^{{tree}}", ""):
        with pytest.raises(GitError) as unknown:
            list(mirror.entries(wrong))
        assert unknown.value.code == "git:not-found"
    with pytest.raises(GitError) as missing:
        list(mirror.blobs(["e" * 40]))
    assert missing.value.code == "git:damaged"


def test_an_abandoned_listing_leaves_no_process(tmp_path: Path, mirror_of: MakeMirror) -> None:
    repository = bomb(tmp_path / "bomb.git", levels=10)
    mirror = mirror_of(repository.folder)
    entries = mirror.entries(fetched(mirror))
    next(entries)
    assert processes_naming(str(mirror.folder)) or not Path("/proc").is_dir()
    entries.close()  # type: ignore[attr-defined]
    end = time.monotonic() + 5
    while (left := processes_naming(str(mirror.folder))) and time.monotonic() < end:
        time.sleep(0.02)
    assert not left


def test_nothing_in_a_repository_is_executed(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    (tmp_path / "made").mkdir()
    made = canaries(tmp_path / "made", canary)
    assert len(made) >= 25
    for name, folder in made:
        mirror = Mirror(tmp_path / "state" / name, LocalSource(folder))
        with mirror.locked(5):
            head = mirror.fetch(mirror.head())
            entries = list(mirror.entries(head.sha))
            assert list(mirror.blobs({entry.object_id for entry in entries if entry.kind == "blob"}))
            mirror.commits("", head.sha)
        assert not canary.exists(), f"{name} ran"
        shutil.rmtree(tmp_path / "state" / name)


PROGRAM = """
import sys
from pathlib import Path
from apps.integrations.git import LocalSource, Mirror
for number, folder in enumerate(sys.argv[2:]):
    mirror = Mirror(Path(sys.argv[1]) / str(number), LocalSource(Path(folder)))
    with mirror.locked(5):
        head = mirror.fetch(mirror.head())
        list(mirror.blobs({entry.object_id for entry in mirror.entries(head.sha) if entry.kind == "blob"}))
        mirror.commits("", head.sha)
"""


@pytest.mark.rig
def test_only_git_itself_is_started(tmp_path: Path) -> None:
    """Under strace: the list of programs holds git's own, the shell that git's local transport uses, and us."""
    assert shutil.which("strace"), "this rig needs strace"
    (tmp_path / "made").mkdir()
    made = canaries(tmp_path / "made", tmp_path / "canary")
    log = tmp_path / "log"
    folders = [str(folder) for _, folder in made]
    traced = ["strace", "-f", "-qq", "-e", "trace=execve", "-o", str(log), sys.executable, "-c", PROGRAM]
    for attempt in range(3):  # strace gives up where a process it follows is gone at the wrong moment
        command = [*traced, str(tmp_path / f"state{attempt}"), *folders]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, text=True)
        if not ran.stderr.startswith("strace: ptrace("):
            break
    assert ran.returncode == 0, ran.stderr
    started = {
        line.split('execve("', 1)[1].split('"')[0]
        for line in log.read_text().splitlines()
        if 'execve("' in line and line.endswith("= 0")
    }
    assert {Path(program).name.rstrip("0123456789.") for program in started} <= {"git", "git-upload-pack", "sh", "python"}
    assert not (tmp_path / "canary").exists()
