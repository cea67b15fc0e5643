"""Repositories that break other tools: each syncs, and what was left out is listed with its reason."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as graph
from apps.engine.facts import path_from_bytes
from apps.pipeline.tasks import sync_repo
from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.tenants.services import create_tenant

pytestmark = pytest.mark.django_db(transaction=True)

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}  # fmt: skip


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, env=ENVIRONMENT, input=stdin, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def repository(folder: Path, files: dict[bytes, bytes | tuple[str, bytes]], subject: str = "Odd things") -> Path:
    """A bare repository whose tree is written object by object, so that no file system stands in the way."""
    bare = folder / "odd.git"
    git(folder, "init", "-q", "--bare", "-b", "main", str(bare))
    lines = []
    for name, content in files.items():
        mode, raw = content if isinstance(content, tuple) else ("100644", content)
        object_id = raw.decode() if mode == "160000" else git(bare, "hash-object", "-w", "--stdin", stdin=raw)
        lines.append(f"{mode} {object_id}\t".encode() + name + b"\0")
    git(bare, "update-index", "--add", "-z", "--index-info", stdin=b"".join(lines))
    tree = git(bare, "write-tree")
    git(bare, "update-ref", "refs/heads/main", git(bare, "commit-tree", tree, "-m", subject))
    return bare


def synced(bare: Path):
    tenant = create_tenant(name="Odd", slug="odd")
    repo = services.register_local_repo(tenant=tenant, path=str(bare))
    sync = request_sync(tenant=tenant, repo=repo, trigger="manual")
    sync_repo(sync.pk)
    return repo, selectors.sync(tenant, sync.pk)


def symbol_lines(repo) -> dict[str, int]:
    return {capsule.symbol: capsule.line for row in graph.files(repo) for capsule in graph.capsules(repo, row.path)}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, settings) -> None:
    settings.STATE_DIR = tmp_path / "state"


def test_odd_files_are_read_or_listed_with_a_reason(tmp_path: Path) -> None:
    odd = {
        b"no-readme.py": b"def plain():\n    return 1\n",
        b"long.js": b"var a = 1;" * 200_001,
        b"crlf.py": b"# one\r\n# two\r\ndef third():\r\n    pass\r\n",
        b"bom.py": b"\xef\xbb\xbfdef with_bom():\n    pass\n",
        b"utf16.py": "def wide():\n    pass\n".encode("utf-16"),
        b"latin.py": "# -*- coding: latin-1 -*-\ndef caf\xe9():\n    return '\xe9'\n".encode("latin-1"),
        b"with space.py": b"def spaced():\n    pass\n",
        b"quo\"te's.py": b"def quoted():\n    pass\n",
        b"new\nline.py": b"def broken_name():\n    pass\n",
        b"bad\xff.py": b"def bad_name():\n    pass\n",
        b"nul.py": b"def before():\n    pass\n\nx = 'a\0b'\n\n\ndef after():\n    pass\n",
        b"link.py": ("120000", b"/etc/passwd"),
        b"module": ("160000", b"1" * 40),
        b"large.bin": ("100644", b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 123456789\n"),
        b"deep.py": b"x = " + b"(" * 5_000 + b"1" + b")" * 5_000 + b"\n",
    }
    repo, sync = synced(repository(tmp_path, odd))
    assert sync.state == "done", sync.error
    files = {row.path: row for row in graph.files(repo)}
    assert set(files) == {path_from_bytes(name) for name in odd}, "nothing vanishes"
    for path, row in files.items():
        assert row.status == "analysed" or row.reason, f"{path} is {row.status} without a reason"
    assert "link" in files["link.py"].reason and "not followed" in files["link.py"].reason
    assert "repository" in files["module"].reason
    assert "LFS" in files["large.bin"].reason
    assert files["long.js"].status == "skipped"
    lines = {symbol: line for symbol, line in symbol_lines(repo).items() if "#" in symbol}
    assert lines["crlf.py#third"] == 3
    assert lines["bom.py#with_bom"] == 1
    assert lines["utf16.py#wide"] == 1
    assert lines["latin.py#café"] == 2
    assert lines["nul.py#after"] == 7
    assert {"with space.py#spaced", "quo\"te's.py#quoted", "new\\x0aline.py#broken_name", "bad\\xff.py#bad_name"} <= set(lines)
    texts = {row.path: row.blob.text for row in graph.files(repo) if row.blob}
    assert not any("root:" in text for text in texts.values()), "a link was followed"
    assert not any("\0" in text for text in texts.values())
    listed = {path for path, _reason in sync.skipped}
    assert {"long.js"} <= listed
    assert artifacts.current_version(repo).number == 1


def test_an_empty_repository_says_so(tmp_path: Path) -> None:
    bare = tmp_path / "empty.git"
    git(tmp_path, "init", "-q", "--bare", "-b", "main", str(bare))
    _repo, sync = synced(bare)
    assert sync.state == "failed"
    assert sync.error_code == "git:empty"
    assert "commit" in sync.error


def test_a_commit_without_files_has_a_document(tmp_path: Path) -> None:
    repo, sync = synced(repository(tmp_path, {}))
    assert sync.state == "done", sync.error
    assert len(artifacts.document(artifacts.current_version(repo)).sections) == 10


def test_a_token_in_the_name_of_a_commit_is_not_stored(tmp_path: Path) -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC3dE6"
    repo, sync = synced(repository(tmp_path, {b"a.py": b"a = 1\n"}, f"Rotate {token} at last"))
    assert sync.state == "done", sync.error
    assert selectors.commit(repo, sync.commit_sha).subject == "Rotate <secret:github-token> at last"
