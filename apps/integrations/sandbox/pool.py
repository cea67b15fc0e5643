"""The pool: feeds children, watches their time, brings results back in order."""

from __future__ import annotations

import re
import selectors
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal

from apps.integrations.sandbox import child as protocol
from apps.integrations.sandbox.errors import SandboxError
from apps.integrations.sandbox.process import BrokenProtocol, Child, Death, Job, Limits

Failure = Literal["", "crashed", "time", "memory"]

WINDOW = 1024  # payloads on their way, or answered and waiting for an earlier one
WINDOW_BYTES = 64 << 20
CHILD_JOBS = 16  # given to one child at a time, so that it never waits for us
CHILD_BYTES = 1 << 20
OUTPUT_BYTES = 256 << 20
START_SECONDS = 60.0
START_ATTEMPTS = 3
TICK_SECONDS = 1.0

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one payload.  `value` is None exactly where `failure` is set.

    `detail` says where a function raised (type, file and line of ours); it holds nothing of the payload.
    """

    value: bytes | None
    failure: Failure = ""
    detail: str = ""


class Pool:
    """Children that run engine functions on bytes.

    `memory_bytes` bounds a child's address space, `seconds` its time for one payload, by the clock and on the processor.
    A payload that takes its child down is tried once more, alone in a fresh child (`retries`); then it is a failed `Outcome`,
    and nobody else's result is touched.  Children are started when there is work and die with the pool or with this process.
    The thread that opens a pool uses it and outlives it.
    """

    def __init__(
        self,
        processes: int,
        memory_bytes: int,
        seconds: float,
        *,
        package: str = "apps.engine",
        retries: int = 1,
        output_bytes: int = OUTPUT_BYTES,
    ) -> None:
        if processes < 1 or memory_bytes < 1 or seconds <= 0:
            raise SandboxError("A pool needs at least one process, and limits above zero.")
        self._processes = processes
        self._limits = Limits(package, memory_bytes, seconds, output_bytes)
        self._retries = retries
        self._children: list[Child] = []
        self._selector = selectors.DefaultSelector()
        self._is_mapping = False
        self._failed_starts = 0
        # Time spent waiting for children.  Clocks of payloads run on it: a slow consumer or producer is not their fault.
        self._watched = 0.0
        self._function = ""
        self._suspects: deque[Job] = deque()  # took a child down, to be tried alone
        self._returned: deque[Job] = deque()  # were queued behind such a one
        self._results: dict[int, Outcome] = {}
        self._bytes = 0  # of payloads on their way and results not yet taken

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Kill every child.  The pool can't be used any more."""
        for child in list(self._children):
            self._remove(child)
        self._selector.close()

    def map(self, function: str, payloads: Iterable[bytes]) -> Iterator[Outcome]:
        """Outcomes in the order of the payloads, which are drawn as needed: never more than a bounded window ahead.

        `function` is the dotted name of a function bytes → bytes below the pool's package.  Raises SandboxError where it can't
        be loaded or children can't be started.
        """
        self._check(function)
        return self._map(function, iter(payloads))

    def _check(self, function: str) -> None:
        if not _NAME.fullmatch(function) or not function.startswith(f"{self._limits.package}."):
            raise SandboxError(f"{function!r} is not a function below {self._limits.package}.")

    def _map(self, function: str, payloads: Iterator[bytes]) -> Iterator[Outcome]:
        if self._is_mapping:
            raise SandboxError("A pool runs one map at a time.")
        self._is_mapping, self._function = True, function
        try:
            yield from self._run(payloads)
        finally:
            for child in [child for child in self._children if child.jobs]:  # abandoned halfway
                self._remove(child)
            self._suspects.clear()
            self._returned.clear()
            self._results.clear()
            self._bytes = 0
            self._is_mapping = False

    def _run(self, payloads: Iterator[bytes]) -> Iterator[Outcome]:
        drawn, taken, has_more = 0, 0, True
        waiting: Job | None = None
        while True:
            while self._suspects and (alone := self._fresh_child()) is not None:
                alone.is_alone = True
                self._give(alone, self._suspects.popleft())
            while True:
                if waiting is None and self._returned:
                    waiting = self._returned.popleft()
                elif waiting is None and has_more and (drawn == taken or self._has_room(drawn - taken)):
                    payload = next(payloads, None)
                    if payload is None:
                        has_more = False
                    else:
                        waiting = Job(drawn, payload)
                        self._bytes += len(payload)
                        drawn += 1
                child = None if waiting is None else self._free_child()
                if waiting is None or child is None:
                    break
                self._give(child, waiting)
                waiting = None
            while taken in self._results:
                outcome = self._results.pop(taken)
                self._bytes -= len(outcome.value or b"")
                taken += 1
                yield outcome
            if taken == drawn and not has_more:
                return
            self._pump()

    # --- giving ---------------------------------------------------------------------------------------------------------

    def _has_room(self, on_their_way: int) -> bool:
        return on_their_way < WINDOW and self._bytes < WINDOW_BYTES

    def _fresh_child(self) -> Child | None:
        """A new child in place of an idle one; None while all are busy."""
        if len(self._children) >= self._processes:
            idle = next((child for child in self._children if not child.is_busy), None)
            if idle is None:
                return None
            self._remove(idle)
        return self._start()

    def _free_child(self) -> Child | None:
        """The child that takes the next payload: the least loaded; None where all have enough."""
        able = [child for child in self._children if child.has_room(CHILD_JOBS, CHILD_BYTES)]
        best = min(able, key=lambda child: (len(child.jobs), child.job_bytes), default=None)
        if (best is None or best.jobs) and len(self._children) < self._processes:
            return self._start()
        return best

    def _start(self) -> Child:
        child = Child(self._limits)
        child.since = self._watched
        self._children.append(child)
        self._selector.register(child.stdout, selectors.EVENT_READ, child)
        self._selector.register(child.stderr, selectors.EVENT_READ, child)
        return child

    def _give(self, child: Child, job: Job) -> None:
        if child.function != self._function:
            child.load(self._function)
            child.since = self._watched
        if not child.is_busy:
            child.since = self._watched
        child.give(job)
        child.send()
        self._watch_writing(child)

    def _watch_writing(self, child: Child) -> None:
        is_watched = child.stdin in self._selector.get_map()
        if child.wants_to_write and not is_watched:
            self._selector.register(child.stdin, selectors.EVENT_WRITE, child)
        elif not child.wants_to_write and is_watched:
            self._selector.unregister(child.stdin)

    # --- taking ---------------------------------------------------------------------------------------------------------

    def _pump(self) -> None:
        """Wait for something to happen and deal with it; kill whoever is over time."""
        busy = [child for child in self._children if child.is_busy]
        if not busy:
            return
        wait = min(self._deadline(child) for child in busy) - self._watched
        before = time.monotonic()
        events = self._selector.select(min(max(wait, 0.0), TICK_SECONDS))
        self._watched += time.monotonic() - before
        for key, mask in events:
            child: Child = key.data
            if child not in self._children:
                continue
            if mask & selectors.EVENT_WRITE:
                child.send()
                self._watch_writing(child)
            elif key.fd == child.stderr:
                if not child.listen():
                    self._selector.unregister(child.stderr)
            else:
                self._receive(child)
        for child in busy:
            if child in self._children and child.is_busy and self._watched >= self._deadline(child):
                self._lose(child, "time")

    def _deadline(self, child: Child) -> float:
        return child.since + (START_SECONDS if child.is_loading else self._limits.seconds)

    def _receive(self, child: Child) -> None:
        is_open = child.receive()
        try:
            for kind, body in child.replies():
                self._take(child, kind, body)
                if child not in self._children:
                    return
        except BrokenProtocol:
            is_open = False
        if not is_open:
            self._lose(child, "crashed")

    def _take(self, child: Child, kind: bytes, body: bytes) -> None:
        child.since = self._watched
        if kind in (protocol.LOADED, protocol.NOT_LOADED):
            if not child.is_loading:
                raise BrokenProtocol
            if kind == protocol.NOT_LOADED:
                raise SandboxError(f"{body.decode('utf-8', 'replace')}.")
            child.is_loading = False
            self._failed_starts = 0
            return
        if child.is_loading or not child.jobs:
            raise BrokenProtocol
        if kind == protocol.NO_MEMORY:
            self._lose(child, "memory", body.decode("utf-8", "replace"))
            return
        job = child.answered()
        child.is_alone = False
        if kind == protocol.VALUE:
            self._finish(job, Outcome(body))
        else:
            self._finish(job, Outcome(None, "crashed", body.decode("utf-8", "replace")))

    def _finish(self, job: Job, outcome: Outcome) -> None:
        self._bytes += len(outcome.value or b"") - len(job.payload)
        self._results[job.index] = outcome

    def _lose(self, child: Child, failure: Failure, detail: str = "") -> None:
        """The child is gone or goes now: its payload is tried alone or has failed, those behind it go to others."""
        jobs, was_loading = list(child.jobs), child.is_loading
        death = self._remove(child)
        if failure == "crashed" and death.is_time:
            failure = "time"
        elif failure == "crashed" and death.is_memory:
            failure = "memory"
        if was_loading:
            self._failed_starts += 1
            if self._failed_starts >= START_ATTEMPTS:
                said = death.last_words.strip().rpartition("\n")[2][:300]
                raise SandboxError(f"A child can't be started (exit code {death.code}). {said}".rstrip())
            self._returned.extendleft(reversed(jobs))
            return
        if jobs:
            suspect = jobs.pop(0)
            suspect.failures += 1
            if suspect.failures > self._retries:
                self._finish(suspect, Outcome(None, failure, detail))
            else:
                self._suspects.append(suspect)
        self._returned.extendleft(reversed(jobs))

    def _remove(self, child: Child) -> Death:
        self._children.remove(child)
        for number in (child.stdout, child.stderr, child.stdin):
            if number in self._selector.get_map():
                self._selector.unregister(number)
        return child.end()


def run_once(function: str, payload: bytes, *, seconds: float, memory_bytes: int, package: str = "apps.engine") -> Outcome:
    """One call in a child of its own, without a second try: for rendering and the like."""
    with Pool(1, memory_bytes, seconds, package=package, retries=0) as pool:
        return next(pool.map(function, (payload,)))
