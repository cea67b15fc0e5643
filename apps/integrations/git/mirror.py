"""A bare, shallow mirror of one repository: fetched under a lock, read object by object, never checked out.

The mirror is a cache.  The first fetch brings the head alone, later ones every commit since.  Whatever a killed fetch left is
removed under the lock before the next one; a mirror that git does not recognise is made anew.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from apps.engine.errors import LimitExceeded
from apps.engine.facts import ListedEntry, path_from_bytes
from apps.integrations.git import running
from apps.integrations.git.addresses import CloneAddress, LocalSource, check_addresses
from apps.integrations.git.environment import Credential, for_local, for_remote, hardened
from apps.integrations.git.errors import Busy, EmptyRepository, GitError, NoBranch, NotARepository, NotFound
from apps.integrations.git.limits import Limits
from apps.integrations.git.refs import branch_ref

HEAD_REF = "refs/repolore/head"
ASK_SECONDS = 60.0
BATCH = 200  # object ids asked for at a time: their lines fit into a pipe
LATEST = 253_402_300_799  # the last second of the year 9999
Report = Callable[[int, int], None]

_FIELDS = "%H%x00%P%x00%an <%ae>%x00%at%x00%ct%x00%s"
_FIELD_COUNT = 6


@dataclass(frozen=True, slots=True)
class Head:
    """A branch's commit; `branch` is "" for a detached head."""

    sha: str
    branch: str


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """One commit.  Dates are ISO 8601 in UTC; `paths` (canonical) differ from the first parent, None where it is out of reach."""

    sha: str
    parents: tuple[str, ...]
    author: str
    authored_at: str
    committed_at: str
    subject: str
    paths: tuple[str, ...] | None


class Mirror:
    """The mirror of `source` in `folder`.  Use `locked` around `fetch` and whatever reads what was fetched."""

    def __init__(
        self,
        folder: Path,
        source: CloneAddress | LocalSource,
        *,
        credential: Credential | None = None,
        limits: Limits | None = None,
        allowed_internal: Sequence[str] = (),
    ) -> None:
        self.folder = Path(folder).absolute()
        self.source = source
        self.limits = limits or Limits()
        self._credential = credential
        self._allowed_internal = tuple(allowed_internal)
        self._home = self.folder.with_name(self.folder.name + ".home")
        self._mutex = self.folder.with_name(self.folder.name + ".mutex")
        self._held: int | None = None

    # --- the lock ------------------------------------------------------------------------------------------------------
    @contextmanager
    def locked(self, seconds: float) -> Iterator[None]:
        """Hold the mirror's lock; it ends with this process and its git, however they end."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._mutex, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        end = time.monotonic() + seconds
        try:
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > end:
                        raise Busy("Another process is working on this repository's mirror. Try again soon.") from None
                    time.sleep(0.05)
            self._held = descriptor
            yield
        finally:
            self._held = None
            os.close(descriptor)

    # --- the remote ----------------------------------------------------------------------------------------------------
    def _remote_environment(self) -> dict[str, str]:
        self._home.mkdir(parents=True, exist_ok=True)
        if isinstance(self.source, LocalSource):
            return for_local(self._home, _repository_folder(self.source.path), self._home / "safe.gitconfig")
        port = self.source.port or (443 if self.source.scheme == "https" else 80)
        addresses = check_addresses(self.source.host, port, allowed_internal=self._allowed_internal)
        return for_remote(self._home, self.source, self._credential, addresses)

    def head(self, branch: str = "") -> Head:
        """Ask the remote where `branch` ("" = its default branch) is."""
        wanted = branch_ref(branch) if branch else "HEAD"
        environment = self._remote_environment()
        listed = running.output(
            ["ls-remote", "--symref", "--", self.source.url, wanted], environment, self._home, seconds=ASK_SECONDS
        )
        sha, name = "", branch
        for line in listed.split(b"\n"):
            value, _, ref = line.partition(b"\t")
            if ref == wanted.encode():
                if value.startswith(b"ref: refs/heads/"):
                    name = value.removeprefix(b"ref: refs/heads/").decode("utf-8", "replace")
                else:
                    sha = value.decode("ascii", "replace")
        if not sha:
            self._explain_missing(branch, environment)
        return Head(sha, name)

    def _explain_missing(self, branch: str, environment: dict[str, str]) -> None:
        refs = running.output(["ls-remote", "--", self.source.url], environment, self._home, seconds=ASK_SECONDS)
        if not refs.strip():
            raise EmptyRepository("The repository has no commit yet. Push one, then sync again.")
        if branch:
            raise NoBranch("The repository has no branch of this name. Choose another one, or leave the branch empty.")
        raise NoBranch("The repository's default branch has no commit. Name a branch to follow.")

    def fetch(self, head: Head, progress: Report = lambda done, total: None) -> Head:
        """Bring `head`'s branch and, after the first time, every commit since; returns where it really was by then."""
        if self._held is None:
            raise GitError("The mirror is used without its lock.", code="internal:unexpected")
        self._clean_up()
        self._make(head)
        known = self._resolve(HEAD_REF)
        if known == head.sha:
            return head
        source_ref = branch_ref(head.branch) if head.branch else "HEAD"
        depth = [] if known else ["--depth=1"]
        arguments = [
            "fetch", "--progress", "--force", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", *depth, "--",
            self.source.url, f"+{source_ref}:{HEAD_REF}",
        ]  # fmt: skip
        running.transfer(
            arguments, self._remote_environment(), self.folder, seconds=self.limits.fetch_seconds,
            disk_bytes=self.limits.disk_bytes, progress=progress, held=[self._held],
        )  # fmt: skip
        return Head(self._resolve(HEAD_REF) or head.sha, head.branch)

    def _clean_up(self) -> None:
        """Remove what a killed git left.  The lock proves that none is at work."""
        if not self.folder.is_dir():
            return
        for parent, folders, files in os.walk(self.folder):
            for name in files:
                if name.endswith(".lock") or name.startswith(("tmp_", ".tmp-")):
                    with suppress(FileNotFoundError):
                        (Path(parent) / name).unlink()
            for name in folders:
                if name.startswith("tmp_objdir"):
                    shutil.rmtree(Path(parent) / name, ignore_errors=True)

    def _make(self, head: Head) -> None:
        wanted = "sha256" if len(head.sha) == 64 else "sha1"
        if self.folder.is_dir():
            try:
                told = self._git("rev-parse", "--is-bare-repository", "--show-object-format").split()
                self._git("cat-file", "-e", f"{HEAD_REF}^{{tree}}") if self._resolve(HEAD_REF) else None
            except GitError:
                told = []
            if told == [b"true", wanted.encode()]:
                return
            shutil.rmtree(self.folder)
        aside = self.folder.with_name(self.folder.name + ".new")
        shutil.rmtree(aside, ignore_errors=True)
        self._home.mkdir(parents=True, exist_ok=True)
        running.output(
            ["init", "-q", "--bare", "--template=", f"--object-format={wanted}", "--", str(aside)],
            hardened(self._home),
            self._home,
        )
        aside.rename(self.folder)

    # --- what was fetched ----------------------------------------------------------------------------------------------
    def _git(self, *arguments: str, stdin: bytes = b"") -> bytes:
        return running.output(["--git-dir=.", *arguments], hardened(self._home), self.folder, stdin=stdin, seconds=120)

    def _resolve(self, ref: str) -> str:
        try:
            return self._git("rev-parse", "--verify", "-q", f"{ref}^{{commit}}").decode().strip()
        except GitError:
            return ""

    def commits(self, since: str, until: str, *, limit: int = 1_000) -> list[CommitRecord]:
        """Commits reachable from `until` and not from `since`, newest first; only `until` where `since` is not known here."""
        known = self._resolve(since) if since else ""
        span = [f"^{known}", until] if known else ["-n1", until]
        raw = self._git("log", "-z", f"--format={_FIELDS}", f"--max-count={limit if known else 1}", *span, "--")
        fields = raw.split(b"\0")
        records = [fields[at : at + _FIELD_COUNT] for at in range(0, len(fields) - _FIELD_COUNT + 1, _FIELD_COUNT)]
        shas = [record[0].decode() for record in records]
        paths = self._changed_paths(shas)
        return [
            CommitRecord(
                sha=sha,
                parents=tuple(record[1].decode().split()),
                author=_text(record[2]),
                authored_at=_date(record[3]),
                committed_at=_date(record[4]),
                subject=_text(record[5]),
                paths=paths.get(sha),
            )
            for sha, record in zip(shas, records, strict=True)
        ]

    def _changed_paths(self, shas: Sequence[str]) -> dict[str, tuple[str, ...]]:
        shallow = self.folder / "shallow"
        cut = set(shallow.read_text().split()) if shallow.exists() else set()
        wanted = [sha for sha in shas if sha not in cut]
        if not wanted:
            return {}
        raw = self._git(
            "diff-tree", "--stdin", "-r", "-z", "--root", "--name-only", "--no-renames", "--diff-merges=first-parent", "--always",
            stdin="".join(f"{sha}\n" for sha in wanted).encode(),
        )  # fmt: skip
        found: dict[str, list[str]] = {}
        following = iter([*wanted, ""])
        expected, current = next(following), ""
        for part in raw.split(b"\0"):
            if part == expected.encode() and expected:
                current, expected = expected, next(following)
                found[current] = []
            elif part and current:
                found[current].append(path_from_bytes(part))
        return {sha: tuple(names) for sha, names in found.items()}

    def entries(self, sha: str) -> Iterator[ListedEntry]:
        """Every path of a commit, streamed; ends with `LimitExceeded` as soon as a limit is met."""
        limits = self.limits
        process = running.start(
            ["--git-dir=.", "ls-tree", "-r", "-l", "-z", "--full-tree", sha], hardened(self._home), self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdout is not None
        count = total = 0
        rest = b""
        try:
            while chunk := process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
                *lines, rest = (rest + chunk).split(b"\0")
                if len(rest) > limits.path_bytes + 200:
                    raise LimitExceeded("Length of a path (LIMIT_PATH_BYTES)", len(rest), limits.path_bytes, "bytes")
                for line in lines:
                    entry = _entry(line, limits)
                    count, total = count + 1, total + entry.size
                    if count > limits.files:
                        raise LimitExceeded("Number of files (LIMIT_FILES)", count, limits.files)
                    if total > limits.bytes:
                        raise LimitExceeded("Size of all files (LIMIT_BYTES)", total, limits.bytes, "bytes")
                    yield entry
            if process.wait():
                raise NotFound("The commit is not in the mirror. Sync again.")
        finally:
            process.stdout.close()
            running.kill(process)

    def blobs(self, object_ids: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """(id, bytes) of each blob, in order, from one stream."""
        if not object_ids:
            return
        process = running.start(
            ["--git-dir=.", "cat-file", "--batch"], hardened(self._home), self.folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        try:
            for at in range(0, len(object_ids), BATCH):
                wanted = object_ids[at : at + BATCH]
                process.stdin.write("".join(f"{object_id}\n" for object_id in wanted).encode())
                process.stdin.flush()
                for object_id in wanted:
                    header = process.stdout.readline().split()
                    if len(header) != 3:
                        raise NotFound("A file of the commit is not in the mirror. Sync again.")
                    size = int(header[2])
                    raw = process.stdout.read(size)
                    process.stdout.read(1)
                    if len(raw) != size:
                        raise GitError("Git ended while a file was read. Sync again.")
                    yield object_id, raw
        except BrokenPipeError as error:
            raise GitError("Git ended while files were read. Sync again.") from error
        finally:
            running.kill(process)
            process.stdout.close()
            with suppress(BrokenPipeError):
                process.stdin.close()


def _repository_folder(path: Path) -> Path:
    """The folder of a local clone, bare or not; only its top folder counts."""
    try:
        folder = path.resolve(strict=True)
        is_bare = (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()
        if is_bare or (folder / ".git").exists():
            return folder
    except OSError:
        raise NotARepository(f"There is no folder {path}, or it can't be read.") from None
    raise NotARepository(f"{path} is not the top folder of a git repository.")


def _entry(line: bytes, limits: Limits) -> ListedEntry:
    head, _, raw = line.partition(b"\t")
    mode, _kind, object_id, size = head.split()
    if len(raw) > limits.path_bytes:
        raise LimitExceeded("Length of a path (LIMIT_PATH_BYTES)", len(raw), limits.path_bytes, "bytes")
    if raw.count(b"/") >= limits.depth:
        raise LimitExceeded("Depth of folders (LIMIT_DEPTH)", raw.count(b"/") + 1, limits.depth)
    path, object_name, octal = path_from_bytes(raw), object_id.decode(), mode.decode()
    if octal == "160000":
        return ListedEntry(path, octal, "submodule", object_name, 0)
    return ListedEntry(path, octal, "link" if octal == "120000" else "blob", object_name, int(size))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\0", "\ufffd")


def _date(raw: bytes) -> str:
    try:
        seconds = int(raw)
    except ValueError:
        seconds = 0
    return datetime.fromtimestamp(min(max(seconds, 0), LATEST), UTC).isoformat()
