"""Bare repositories written object by object, so that no file system and no check of git's stands in the way."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

BLOB, PROGRAM, LINK, TREE, SUBMODULE = "100644", "100755", "120000", "40000", "160000"
Entry = tuple[str, bytes, str]  # mode, name, object id
DAY = 86_400
FIRST_DAY = 1_767_268_800  # 2026-01-01T12:00:00Z


class Repository:
    """A bare repository at `folder`."""

    def __init__(self, folder: Path, *, object_format: str = "sha1", branch: str = "main") -> None:
        self.folder, self.branch = folder, branch
        self._count = 0
        folder.parent.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "--bare", "-b", branch, f"--object-format={object_format}", "--", str(folder), inside=False)
        self.width = 64 if object_format == "sha256" else 40

    def git(self, *arguments: str, stdin: bytes = b"", inside: bool = True) -> str:
        where = {"GIT_DIR": str(self.folder)} if inside else {}
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", *arguments],
            cwd="/",
            env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C", **where},
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.decode("utf-8", "replace").strip()

    def write(self, kind: str, raw: bytes) -> str:
        """Store any object, well formed or not; returns its id."""
        return self.git("hash-object", "-t", kind, "-w", "--stdin", "--literally", stdin=raw)

    def blob(self, raw: bytes) -> str:
        return self.write("blob", raw)

    def tree(self, entries: Sequence[Entry]) -> str:
        """A tree of exactly these entries, sorted as git sorts them."""
        ordered = sorted(entries, key=lambda entry: entry[1] + (b"/" if entry[0] == TREE else b""))
        return self.write(
            "tree", b"".join(f"{mode} ".encode() + name + b"\0" + bytes.fromhex(sha) for mode, name, sha in ordered)
        )

    def files(self, files: Mapping[bytes | str, bytes | tuple[str, bytes]]) -> str:
        """The tree of path → content, or (mode, content); of a submodule the content is its commit id."""
        folders: dict[bytes, list[Entry]] = {b"": []}
        for path, content in files.items():
            raw = os.fsencode(path)
            mode, body = content if isinstance(content, tuple) else (BLOB, content)
            parent, _, name = raw.rpartition(b"/")
            folders.setdefault(parent, []).append((mode, name, body.decode() if mode == SUBMODULE else self.blob(body)))
            while parent:
                parent = parent.rpartition(b"/")[0]
                folders.setdefault(parent, [])
        for folder in sorted(folders, key=lambda path: (-path.count(b"/"), path)):
            if folder:
                parent, _, name = folder.rpartition(b"/")
                folders[parent].append((TREE, name, self.tree(folders[folder])))
        return self.tree(folders[b""])

    def commit_tree(
        self,
        tree: str,
        *,
        parents: Sequence[str] = (),
        subject: bytes = b"Change",
        author: bytes = b"Ada <ada@example.com>",
        when: str | None = None,
    ) -> str:
        """A commit of exactly these bytes; `when` is seconds and zone as git writes them."""
        self._count += 1
        when = when or f"{FIRST_DAY + DAY * self._count} +0000"
        lines = [f"tree {tree}".encode(), *(f"parent {parent}".encode() for parent in parents)]
        lines += [b"author " + author + b" " + when.encode(), b"committer " + author + b" " + when.encode()]
        return self.write("commit", b"\n".join(lines) + b"\n\n" + subject + b"\n")

    def point(self, branch: str, commit: str) -> str:
        """Let a branch point to a commit, whatever it pointed to before."""
        path = self.folder / "refs" / "heads" / branch
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(commit + "\n")
        return commit

    def commit(
        self,
        files: Mapping[bytes | str, bytes | tuple[str, bytes]],
        *,
        branch: str = "",
        parents: Sequence[str] | None = None,
        subject: bytes = b"Change",
        when: str | None = None,
    ) -> str:
        """A commit with these files alone on top of the branch; returns its id."""
        branch = branch or self.branch
        path = self.folder / "refs" / "heads" / branch
        if parents is None:
            parents = [path.read_text().strip()] if path.exists() else []
        return self.point(branch, self.commit_tree(self.files(files), parents=parents, subject=subject, when=when))
