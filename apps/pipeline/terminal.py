"""Progress in the terminal: a bar a step where a person looks on, one plain line a finished step where not."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from apps.repos import selectors

if TYPE_CHECKING:
    from apps.repos.models import Sync
    from apps.tenants.models import Tenant

POLL = 0.25  # seconds
OPEN = ("waiting", "running")
LABELS = {
    "fetch": "Fetch",
    "extract": "Extract",
    "synthesise": "Write",
    "write": "Write",
    "publish": "Publish",
}


class Steps:
    """Shows steps on standard error; standard output stays the job's own."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tasks: dict[str, TaskID] = {}
        self._last: tuple[str, int, int, str] | None = None
        self._started = time.monotonic()
        self._bars = Progress(
            TextColumn("{task.description:<8}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}", style="dim"),
            console=console,
            disable=not console.is_terminal,
        )

    def update(self, step: str, done: int, total: int, note: str = "") -> None:
        """See `Progress` of this app."""
        if not self._console.is_terminal:
            if self._last and self._last[0] != step:
                self._line()
            self._last = (step, done, total, note)
            return
        for name, task in self._tasks.items():
            if name != step and not self._bars.tasks[task].finished:
                self._bars.update(task, total=self._bars.tasks[task].total or 1, completed=self._bars.tasks[task].total or 1)
        if step not in self._tasks:
            self._tasks[step] = self._bars.add_task(LABELS.get(step, step), total=None, note="")
        self._bars.update(self._tasks[step], completed=done, total=total or None, note=note)

    def _line(self) -> None:
        if self._last:
            step, done, _total, note = self._last
            seconds = time.monotonic() - self._started
            print(f"{LABELS.get(step, step):<8} {done} done, {seconds:.1f} s {note}".rstrip(), file=sys.stderr, flush=True)
            self._started = time.monotonic()

    def __enter__(self) -> Steps:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()
        if not self._console.is_terminal:
            self._line()


@contextmanager
def show_steps() -> Iterator[Steps]:
    """The display for one job; use its `update` as progress."""
    with Steps(Console(stderr=True)) as steps:
        yield steps


def follow(tenant: Tenant, sync_id: int) -> Sync:
    """Show a sync until it ends; returns it as it ended."""
    with show_steps() as steps:
        while True:
            sync = selectors.sync(tenant, sync_id)
            if sync is None:
                raise LookupError(f"sync {sync_id} is gone")
            for step in LABELS:
                state = sync.progress.get(step)
                if state:
                    steps.update(step, state.get("done", 0), state.get("total", 0), state.get("note", ""))
            if sync.state not in OPEN:
                return sync
            time.sleep(POLL)
