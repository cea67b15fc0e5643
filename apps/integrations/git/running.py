"""Running git: never through a shell, in a process group of its own, under clocks and limits, ended with this process."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from apps.engine.errors import LimitExceeded
from apps.integrations.git import guard
from apps.integrations.git.errors import GitError, GitMissing, TimedOut, cause_of
from apps.integrations.git.limits import Limits

OLDEST = (2, 31)  # reads configuration from the environment
TICK = 0.25  # seconds between two looks at clock and disk
READ_BYTES = 1 << 16
STDERR_BYTES = 64_000
OUTPUT_BYTES = 64 << 20
READ_SECONDS = 120.0  # without a byte of a local stream
PROGRAM = str(Path(guard.__file__).resolve())

Progress = Callable[[int, int], None]

_RECEIVING = re.compile(rb"Receiving objects:\s+\d+% \((\d+)/(\d+)\)")


def check_git() -> str:
    """Git's version, such as ``git version 2.39.5``; raises `GitMissing` where it is missing or too old."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "HOME": os.devnull}
    told = subprocess.run(
        [find_git(), "--version"], capture_output=True, check=False, timeout=30, env=environment, cwd="/"
    ).stdout.decode("ascii", "replace")
    found = re.match(r"git version (\d+)\.(\d+)[\w. ()-]*", told)
    if found is None:
        raise GitMissing("The git command does not answer with its version. Install git 2.31 or newer and try again.")
    if (int(found[1]), int(found[2])) < OLDEST:
        raise GitMissing(f"Git {found[1]}.{found[2]} is too old. Install git 2.31 or newer and try again.")
    return told.strip()


def find_git() -> str:
    """The full path of the git command."""
    path = shutil.which("git")
    if path is None:
        raise GitMissing("Git is not installed. Install git 2.31 or newer and try again.")
    return path


class Git:
    """One running git.  Use as a context: it ends, with everything it started, at the latest with the block.

    `held` are descriptors of locks that git holds too, so that a lock outlives us for as long as git writes.  `is_quick` says
    that the call ends by itself at once, whatever the repository holds: it needs no guard, which takes longer to start than git.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        limits: Limits,
        *,
        held: Sequence[int] = (),
        is_quick: bool = False,
    ) -> None:
        git = find_git()
        watched, self._leash = os.pipe()
        bounds = [str(watched), str(limits.memory_bytes), str(limits.disk_bytes)]
        guarded = [] if is_quick else [sys.executable, "-I", "-S", "-B", PROGRAM, *bounds]
        try:
            self.process = subprocess.Popen(
                [*guarded, git, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=dict(environment),
                cwd="/",  # never inside a folder that git could take for a repository
                start_new_session=True,
                pass_fds=(watched, *held),
            )
        except BaseException:
            os.close(self._leash)
            raise
        finally:
            os.close(watched)
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe.fileno(), False)

    def __enter__(self) -> Git:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for pipe in (self.stdin, self.stdout, self.stderr):
            with suppress(OSError):
                pipe.close()
        os.close(self._leash)

    def wait(self, seconds: float) -> int:
        """Exit code, once its output has ended."""
        try:
            return self.process.wait(max(seconds, 1.0))
        except subprocess.TimeoutExpired:
            raise too_slow(seconds) from None


def too_slow(seconds: float) -> TimedOut:
    return TimedOut(f"Git took longer than {seconds:.0f} seconds, so it was stopped. Try again later.")


def disk_full(used: int, limits: Limits) -> LimitExceeded:
    return LimitExceeded("Disk space for the repository (LIMIT_DISK_BYTES)", used, limits.disk_bytes, "bytes")


def output(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    limits: Limits,
    *,
    seconds: float = 60.0,
    stdin: bytes = b"",
    held: Sequence[int] = (),
    is_quick: bool = False,
) -> bytes:
    """Standard output of a call that ends well; raises the error that fits otherwise."""
    with Git(arguments, environment, limits, held=held, is_quick=is_quick) as git:
        told, out = bytearray(), bytearray()
        end = time.monotonic() + seconds
        for is_output, chunk in _chunks(git, stdin):
            if is_output:
                out += chunk
                if len(out) > OUTPUT_BYTES:
                    raise LimitExceeded("What git lists", len(out), OUTPUT_BYTES, "bytes")
            else:
                told += chunk
                del told[:-STDERR_BYTES]
            if time.monotonic() > end:
                raise too_slow(seconds)
        if git.wait(end - time.monotonic()):
            raise cause_of(told)
        return bytes(out)


def transfer(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    limits: Limits,
    folder: Path,
    *,
    progress: Progress,
    held: Sequence[int] = (),
) -> None:
    """Run a fetch into `folder`: `progress` gets objects received and in all.  Ends it at the limits of clock and disk."""
    with Git(arguments, environment, limits, held=held) as git:
        told = bytearray()
        used, looked = 0, 0.0
        alive = time.monotonic()
        end = alive + limits.fetch_seconds
        for _, chunk in _chunks(git, b""):
            now = time.monotonic()
            if chunk:
                told += chunk
                seen = _RECEIVING.findall(told)
                if seen:
                    progress(int(seen[-1][0]), int(seen[-1][1]))
                    del told[: told.rfind(b"Receiving objects:") + 1]
                del told[:-STDERR_BYTES]
                alive = now
            if now - looked > TICK:
                before, used, looked = used, size_of(folder), now
                alive = now if used != before else alive
            if used > limits.disk_bytes:
                raise disk_full(used, limits)
            if now > end:
                raise TimedOut(
                    f"Fetching took longer than {limits.fetch_seconds:.0f} seconds (LIMIT_FETCH_SECONDS), so it was stopped."
                )
            if now - alive > limits.stall_seconds:
                raise TimedOut(f"The server sent nothing for {limits.stall_seconds:.0f} seconds. Try again later.")
        code = git.wait(end - time.monotonic())
        # A fetch faster than our look at the disk ends at the kernel's limit for one file, without a word about it.
        if code and (used := size_of(folder)) >= limits.disk_bytes:
            raise disk_full(used, limits)
        if code:
            raise cause_of(told)


def _chunks(git: Git, stdin: bytes) -> Iterator[tuple[bool, bytes]]:
    """(is standard output, bytes) as they come until both outputs end; empty bytes when nothing came for a tick."""
    waiting = memoryview(stdin)
    with selectors.DefaultSelector() as selector:
        selector.register(git.stdout, selectors.EVENT_READ)
        selector.register(git.stderr, selectors.EVENT_READ)
        if waiting:
            selector.register(git.stdin, selectors.EVENT_WRITE)
        else:
            git.stdin.close()
        is_open = 2
        while is_open:
            events = selector.select(TICK)
            if not events:
                yield False, b""
            for key, _ in events:
                if key.fileobj is git.stdin:
                    try:
                        waiting = waiting[os.write(key.fd, waiting[:READ_BYTES]) :]
                    except BrokenPipeError:
                        waiting = waiting[:0]
                    if not waiting:
                        selector.unregister(git.stdin)
                        git.stdin.close()
                    continue
                chunk = os.read(key.fd, READ_BYTES)
                if chunk:
                    yield key.fileobj is git.stdout, chunk
                else:
                    selector.unregister(key.fileobj)
                    is_open -= 1


class Stream:
    """Reads a running git's standard output piece by piece, feeding its standard input meanwhile."""

    def __init__(self, git: Git, lines: Iterable[bytes] = ()) -> None:
        self._git = git
        self._lines = iter(lines)
        self._outbox: deque[bytes] = deque()
        self._is_fed = False
        self._buffer = bytearray()
        self._said = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(git.stdout, selectors.EVENT_READ)
        self._selector.register(git.stderr, selectors.EVENT_READ)
        self._selector.register(git.stdin, selectors.EVENT_WRITE)

    def close(self) -> None:
        self._selector.close()

    def pieces(self) -> Iterator[bytes]:
        """Whatever comes, until the output ends."""
        while self._fill():
            yield bytes(self._buffer)
            self._buffer.clear()

    def line(self) -> bytes:
        """The next line without its end; b"" at the end of the output."""
        while (at := self._buffer.find(b"\n")) < 0:
            if not self._fill():
                return b""
        found = bytes(self._buffer[:at])
        del self._buffer[: at + 1]
        return found

    def exactly(self, count: int) -> bytes:
        """The next `count` bytes; raises `GitError` where the output ends before."""
        while len(self._buffer) < count:
            if not self._fill():
                raise GitError("Git ended while files were read. Sync again.")
        found = bytes(self._buffer[:count])
        del self._buffer[:count]
        return found

    def _fill(self) -> bool:
        """Wait for more output; False at its end."""
        end = time.monotonic() + READ_SECONDS
        while True:
            events = self._selector.select(TICK)
            if not events and time.monotonic() > end:
                raise too_slow(READ_SECONDS)
            for key, _ in events:
                if key.fileobj is self._git.stdin:
                    self._feed()
                elif key.fileobj is self._git.stderr:
                    if not os.read(key.fd, READ_BYTES):
                        self._selector.unregister(self._git.stderr)
                else:
                    chunk = os.read(key.fd, READ_BYTES * 4)
                    self._buffer += chunk
                    return bool(chunk)

    def _feed(self) -> None:
        """Write more of the lines, as far as the pipe takes them."""
        if not self._outbox:
            batch = b"".join(line for _, line in zip(range(200), self._lines, strict=False))
            if not batch:
                self._selector.unregister(self._git.stdin)
                self._git.stdin.close()
                return
            self._outbox.append(batch)
        part = self._outbox.popleft()
        try:
            written = os.write(self._git.stdin.fileno(), part)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            self._selector.unregister(self._git.stdin)
            return
        if written < len(part):
            self._outbox.appendleft(part[written:])


@contextmanager
def stream(
    arguments: Sequence[str], environment: Mapping[str, str], limits: Limits, lines: Iterable[bytes] = ()
) -> Iterator[tuple[Git, Stream]]:
    """A running git and the stream of its output."""
    with Git(arguments, environment, limits) as git:
        reader = Stream(git, lines)
        try:
            yield git, reader
        finally:
            reader.close()


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    total = 0
    for parent, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += os.lstat(os.path.join(parent, name)).st_size  # noqa: PTH118 - called often
    return total
