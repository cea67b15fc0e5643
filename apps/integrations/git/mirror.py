"""A bare, shallow mirror of one repository: fetched under a lock, read object by object, never checked out.

The mirror is a cache.  The first fetch brings the head alone, later ones every commit since.  Whatever a killed or failed fetch
left is removed under the lock; a mirror that is damaged, outgrown or of another object format is made anew.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from apps.engine.errors import InternalError, LimitExceeded
from apps.engine.facts import ListedEntry, path_from_bytes
from apps.integrations.git import running
from apps.integrations.git.addresses import CloneAddress, check_addresses
from apps.integrations.git.environment import Credential, for_local, for_remote, hardened
from apps.integrations.git.errors import Busy, Damaged, EmptyRepository, GitError, NoBranch, NoRoom, NotFound, Unreachable
from apps.integrations.git.history import CommitRecord, is_sha, list_commits
from apps.integrations.git.limits import Limits
from apps.integrations.git.refs import branch_ref, is_branch
from apps.integrations.git.sources import LocalSource, check_folder
from apps.integrations.git.tree import list_entries, read_objects

HEAD_REF = "refs/repolore/head"
ASK_SECONDS = 60.0
LOCAL_SECONDS = 120.0
REPACK_SECONDS = 600.0
MAX_PACKS = 50
LINK_BYTES = 4_096
# A branch merged today began before the last head: so far back a fetch reaches, once the mirror knows a head.
OVERLAP_SECONDS = 30 * 86_400
LATEST_SINCE = (1 << 31) - 1  # some servers of git count in 32 bits here
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Head:
    """A branch's commit; `branch` is "" for a detached head."""

    sha: str
    branch: str


class Repository(Protocol):
    """What the pipeline asks of a repository's mirror."""

    def head(self, branch: str = "") -> Head: ...
    def fetch(self, head: Head, progress: Report = ...) -> Head: ...
    def commits(self, since: str, until: str, *, limit: int = ...) -> list[CommitRecord]: ...
    def entries(self, sha: str) -> Iterator[ListedEntry]: ...
    def blobs(self, object_ids: Iterable[str]) -> Iterator[tuple[str, bytes]]: ...


def _silent(done: int, total: int) -> None:
    return None


class Mirror:
    """The mirror of `source` in `folder`.  Use `locked` around `fetch` and whatever reads what was fetched.

    Raises `GitError` (told apart by its code) for what the owner or operator can mend and `LimitExceeded` for what is too large.
    """

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
        self.objects = self.folder / "mirror.git"
        self._credential = credential
        self._allowed_internal = tuple(allowed_internal)
        self._home = self.folder / "home"  # does not exist
        self._damage = self.folder / "damaged"
        self._held: int | None = None

    # --- the lock ------------------------------------------------------------------------------------------------------
    @contextmanager
    def locked(self, seconds: float) -> Iterator[None]:
        """Hold the mirror's lock; it ends with this process and its git, however they end.  Raises `Busy`."""
        if self._held is not None:
            raise InternalError("The mirror is locked twice.")
        try:
            self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.mkdir(mode=0o700, exist_ok=True)  # private code: for nobody else on the machine
            descriptor = os.open(self.folder / "mutex", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise NoRoom.at(self.folder, error.strerror) from error
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
        """Checks the source afresh: an address may lead elsewhere by now."""
        if isinstance(self.source, LocalSource):
            check_folder(self.source.path)
            try:
                return for_local(self._home, self.folder / "local.gitconfig")
            except OSError as error:
                raise NoRoom.at(self.folder, error.strerror) from error
        port = self.source.port or self.source.default_port
        addresses = check_addresses(self.source.host, port, allowed_internal=self._allowed_internal)
        return for_remote(self._home, self.source, self._credential, addresses, self.limits.stall_seconds)

    def head(self, branch: str = "") -> Head:
        """Ask the remote where `branch` ("" = its default branch) is.  Needs no lock and stores nothing."""
        wanted = branch_ref(branch) if branch else "HEAD"
        environment = self._remote_environment()
        sha, name = "", branch
        for value, ref in self._ask(environment, "--symref", "--", self.source.url, wanted):
            if ref != wanted.encode():
                continue
            if value.startswith(b"ref: refs/heads/"):
                pointed = value.removeprefix(b"ref: refs/heads/").decode("utf-8", "surrogateescape")
                name = pointed if not branch and is_branch(pointed) else name
            elif is_sha(value.decode("ascii", "replace")):
                sha = value.decode("ascii")
        if not sha:
            raise self._nothing(branch, environment)
        return Head(sha, name)

    def _ask(self, environment: dict[str, str], *arguments: str) -> Iterator[tuple[bytes, bytes]]:
        seconds = min(ASK_SECONDS, self.limits.fetch_seconds)
        listed = running.output(["ls-remote", *arguments], environment, self.limits, seconds=seconds)
        for line in listed.split(b"\n"):
            value, _, ref = line.partition(b"\t")
            yield value, ref

    def _nothing(self, branch: str, environment: dict[str, str]) -> GitError:
        if not any(ref for _, ref in self._ask(environment, "--", self.source.url)):
            return EmptyRepository("The repository has no commit yet. Push one, then sync again.")
        if branch:
            return NoBranch("The repository has no branch of this name. Choose another one, or leave the branch empty.")
        return NoBranch("The repository's default branch has no commit. Name a branch to follow.")

    def fetch(self, head: Head, progress: Report = _silent) -> Head:
        """Bring `head`'s branch and, after the first time, every commit since; returns where it really was by then.

        `progress` gets objects received and in all.  After a failure the mirror is as before, or gone.
        """
        if self._held is None:
            raise InternalError("The mirror is fetched without its lock.")
        if not is_sha(head.sha):
            raise InternalError("The head is not a commit id.")
        self._clean_up()
        is_new = self._make(head)
        if not is_new and self._resolve(HEAD_REF) == head.sha:
            return head
        try:
            try:
                return self._bring(head, progress)
            except (Damaged, LimitExceeded):
                if is_new:
                    raise
                self._remove()  # our copy may be what is damaged, or what has grown over the years
                self._make(head)
                return self._bring(head, progress)
        finally:
            self._clean_up()
            if not self._resolve(HEAD_REF):
                self._remove()

    def _bring(self, head: Head, progress: Report) -> Head:
        source_ref = f"refs/heads/{head.branch}" if head.branch else "HEAD"
        environment = {**self._remote_environment(), "GIT_DIR": str(self.objects)}
        ways = self._depths()
        for number, depth in enumerate(ways):
            arguments = [
                "fetch", "--progress", "--force", "--update-shallow", "--no-tags", "--no-recurse-submodules",
                "--no-write-fetch-head", *depth, "--", self.source.url, f"+{source_ref}:{HEAD_REF}",
            ]  # fmt: skip
            try:
                running.transfer(arguments, environment, self.limits, self.folder, progress=progress, held=self._locks())
                break
            except GitError as error:
                if type(error) not in (GitError, Unreachable) or number + 1 == len(ways):
                    raise
                self._clean_up()
        found = self._resolve(HEAD_REF)
        if not found:
            raise Damaged("The branch does not lead to a commit. Run git fsck on the repository.")
        self._repack()
        return Head(found, head.branch)

    def _locks(self) -> list[int]:
        return [] if self._held is None else [self._held]

    def _depths(self) -> list[list[str]]:
        """How far back to fetch, best first: a server may not know every way, and a branch may start over."""
        known = self._resolve(HEAD_REF)
        if not known:
            return [["--depth=1"]]
        if not self._boundary():
            return [[], ["--depth=1"]]  # all of the history is here
        told = self._git("show", "-s", "--format=%ct", known).strip()
        since = (int(told) if told.isdigit() else 0) - OVERLAP_SECONDS
        if not 0 < since < LATEST_SINCE:
            return [[], ["--depth=1"]]
        return [[f"--shallow-since=@{since} +0000"], ["--depth=1"]]

    def _repack(self) -> None:
        """Put many small packs together; what no branch reaches any more goes."""
        packs = list((self.objects / "objects" / "pack").glob("*.pack"))
        if len(packs) > MAX_PACKS:
            running.output(
                ["repack", "-a", "-d", "-q", "--window=0"],
                self._environment(),
                self.limits,
                seconds=REPACK_SECONDS,
                held=self._locks(),
            )

    def _clean_up(self) -> None:
        """Remove what a killed git left.  The lock proves that none is at work."""
        for parent, folders, files in os.walk(self.objects):
            for name in files:
                if name.endswith(".lock") or name.startswith(("tmp_", ".tmp-")):
                    with suppress(FileNotFoundError):
                        (Path(parent) / name).unlink()
            for name in folders:
                if name.startswith("tmp_objdir"):
                    shutil.rmtree(Path(parent) / name, ignore_errors=True)
        shutil.rmtree(self._aside, ignore_errors=True)

    @property
    def _aside(self) -> Path:
        return self.folder / "new.git"

    def _remove(self) -> None:
        shutil.rmtree(self.objects, ignore_errors=True)
        self._damage.unlink(missing_ok=True)

    def _make(self, head: Head) -> bool:
        """See that there is a sound mirror of the head's object format; whether it is new."""
        wanted = "sha256" if len(head.sha) == 64 else "sha1"
        if self._is_sound(wanted):
            return False
        self._remove()
        running.output(
            ["init", "-q", "--bare", "--template=", f"--object-format={wanted}", "--", str(self._aside)],
            hardened(self._home),
            self.limits,
            is_quick=True,
        )
        self._aside.rename(self.objects)
        return True

    def _is_sound(self, object_format: str) -> bool:
        if self._damage.exists() or not self.objects.is_dir():
            return False
        try:
            told = self._git("rev-parse", "--is-bare-repository", "--show-object-format").split()
            self._git("cat-file", "-e", f"{HEAD_REF}^{{tree}}")
        except GitError:
            return False
        return told == [b"true", object_format.encode()]

    # --- what was fetched ----------------------------------------------------------------------------------------------
    def _environment(self) -> dict[str, str]:
        return {**hardened(self._home), "GIT_DIR": str(self.objects)}

    def _git(self, *arguments: str) -> bytes:
        """A quick question about the mirror."""
        return running.output(arguments, self._environment(), self.limits, seconds=LOCAL_SECONDS, is_quick=True)

    def _resolve(self, name: str) -> str:
        """The commit a ref or id means here; "" where it is not known."""
        if not self.objects.is_dir():
            return ""
        try:
            return self._git("rev-parse", "--verify", "-q", "--end-of-options", f"{name}^{{commit}}").decode().strip()
        except GitError:
            return ""

    def _boundary(self) -> frozenset[str]:
        """Commits whose parents are not here."""
        try:
            return frozenset((self.objects / "shallow").read_text("ascii").split())
        except FileNotFoundError:
            return frozenset()

    def _known(self, sha: str) -> str:
        if is_sha(sha) and self._resolve(sha) == sha:
            return sha
        if sha == self._pointed():
            raise Damaged("The mirror is damaged and will be made anew. Sync again.")
        raise NotFound("The commit is not in the mirror. Sync again.")

    def _pointed(self) -> str:
        """What the mirror's head names, whether that can be read or not."""
        try:
            return self._git("rev-parse", "--verify", "-q", HEAD_REF).decode().strip()
        except GitError:
            return ""

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A copy that can't be read is made anew by the next fetch."""
        try:
            yield
        except Damaged:
            with suppress(OSError):
                self._damage.touch()
            raise

    def commits(self, since: str, until: str, *, limit: int = 1_000) -> list[CommitRecord]:
        """Commits reachable from `until` and not from `since`, newest first; only `until` where `since` is not known here."""
        known = since if is_sha(since) and self._resolve(since) == since else ""
        with self._reading():
            return list_commits(self._environment(), self.limits, known, self._known(until), limit, self._boundary())

    def entries(self, sha: str) -> Iterator[ListedEntry]:
        """Every path of a commit, streamed; ends with `LimitExceeded` as soon as a limit is met."""
        with self._reading():
            yield from list_entries(self._environment(), self.limits, self._known(sha))

    def blobs(self, object_ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """(id, bytes) of each blob, in order, from one stream."""
        wanted = list(object_ids)
        if not all(is_sha(object_id) for object_id in wanted):
            raise InternalError("An object id is malformed.")
        with self._reading():
            yield from read_objects(self._environment(), self.limits, wanted, self.limits.blob_bytes)

    def link_target(self, object_id: str) -> str:
        """Where a symbolic link points, as canonical text; it is never followed."""
        with self._reading():
            [(_, raw)] = read_objects(self._environment(), self.limits, [object_id], LINK_BYTES)
        return path_from_bytes(raw)
