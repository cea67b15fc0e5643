"""One child as the parent sees it: its pipes, what it was given and has not answered yet."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apps.integrations.sandbox import child as protocol
from apps.integrations.sandbox.child import HEADER, ITEM, LOAD

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(protocol.__file__).resolve()

READ_BYTES = 1 << 18
WRITE_PARTS = 64
LAST_WORDS_BYTES = 4_000
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": os.defpath}


@dataclass(slots=True, eq=False)
class Job:
    """One payload on its way.  `failures` counts how often it took a child down."""

    index: int
    payload: bytes
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: address space in bytes, seconds per payload, bytes of one result."""

    package: str
    memory_bytes: int
    seconds: float
    output_bytes: int


@dataclass(frozen=True, slots=True)
class Death:
    """Exit code (negative: signal) and what was written to standard error."""

    code: int
    last_words: str

    @property
    def is_time(self) -> bool:
        return self.code == -signal.SIGXCPU

    @property
    def is_memory(self) -> bool:
        """C libraries that can't get memory say so and abort."""
        return any(word in self.last_words for word in ("alloc", "MemoryError", "out of memory", "Out of memory"))


class BrokenProtocol(Exception):
    """The child wrote something that is no reply: it counts as crashed."""


class Child:
    """A running child.  Reads and writes never block; `jobs` are answered in order."""

    def __init__(self, limits: Limits) -> None:
        self._output_bytes = limits.output_bytes
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-I",  # no PYTHON* variables, no user site, no current folder
                "-B",
                str(PROGRAM),
                str(ROOT),
                limits.package,
                str(os.getpid()),
                str(limits.memory_bytes),
                str(limits.seconds),
                str(limits.output_bytes),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd="/",
            env=ENVIRONMENT,
        )
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.stdin = self.process.stdin.fileno()
        self.stdout = self.process.stdout.fileno()
        self.stderr = self.process.stderr.fileno()
        for number in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(number, False)
        self.function = ""
        self.is_loading = False
        self.is_alone = False  # with one payload that took a child down before
        self.jobs: deque[Job] = deque()
        self.job_bytes = 0
        self.since = 0.0  # watched time at which it began what it does now
        self._outbox: deque[bytes | memoryview] = deque()
        self._inbox = bytearray()
        self._sent = self._answered = 0  # numbers of messages: a reply that is out of turn is none
        self._said = b""

    @property
    def is_busy(self) -> bool:
        return self.is_loading or bool(self.jobs)

    @property
    def wants_to_write(self) -> bool:
        return bool(self._outbox)

    def has_room(self, jobs: int, job_bytes: int) -> bool:
        """Whether it takes another payload; one that is alone takes none."""
        return not self.is_alone and (not self.jobs or (len(self.jobs) < jobs and self.job_bytes < job_bytes))

    def load(self, function: str) -> None:
        body = function.encode()
        self.function, self.is_loading = function, True
        self._outbox.append(self._header(LOAD, len(body)) + body)

    def give(self, job: Job) -> None:
        self.jobs.append(job)
        self.job_bytes += len(job.payload)
        self._outbox.append(self._header(ITEM, len(job.payload)))
        if job.payload:
            self._outbox.append(job.payload)

    def _header(self, kind: bytes, length: int) -> bytes:
        self._sent += 1
        return HEADER.pack(kind, self._sent, length)

    def answered(self) -> Job:
        job = self.jobs.popleft()
        self.job_bytes -= len(job.payload)
        return job

    def send(self) -> None:
        """Write what the pipe takes.  A dead child is noticed when its output ends."""
        try:
            written = os.writev(self.stdin, [self._outbox[number] for number in range(min(len(self._outbox), WRITE_PARTS))])
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._outbox.clear()
            return
        while written:
            part = self._outbox.popleft()
            if written < len(part):
                self._outbox.appendleft(memoryview(part)[written:])
                return
            written -= len(part)

    def receive(self) -> bool:
        """Read what is there; False at the end of the child's output."""
        try:
            data = os.read(self.stdout, READ_BYTES)
        except BlockingIOError:
            return True
        self._inbox += data
        return bool(data)

    def replies(self) -> Iterator[tuple[bytes, bytes]]:
        """Complete replies received so far, as (kind, body)."""
        while len(self._inbox) >= HEADER.size:
            kind, number, length = HEADER.unpack_from(self._inbox)
            if (
                kind not in protocol.KINDS
                or number != self._answered + 1
                or length > max(self._output_bytes, protocol.DETAIL_BYTES)
            ):
                raise BrokenProtocol
            end = HEADER.size + length
            if len(self._inbox) < end:
                return
            body = bytes(self._inbox[HEADER.size : end])
            del self._inbox[:end]
            self._answered = number
            yield kind, body

    def end(self) -> Death:
        """Kill it if it still lives, and bury it."""
        self.listen()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        self.process.kill()
        return Death(self.process.wait(), self._said.decode("utf-8", "replace"))

    def listen(self) -> bool:
        """Take what was written to standard error, so that the child never waits for a reader; False at its end."""
        try:
            said = os.read(self.stderr, READ_BYTES)
        except BlockingIOError:
            return True
        self._said = (self._said + said)[-LAST_WORDS_BYTES:]
        return bool(said)
