"""Progress in the terminal: a bar a step where a person looks on, one plain line a finished step where not."""

from __future__ import annotations

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
PATIENCE = 5.0  # seconds that a sync may wait before that is said
OPEN = ("waiting", "running")
LABELS = {
    "fetch": "Fetch",
    "extract": "Extract",
    "index": "Index",
    "synthesise": "Write",
    "write": "Write",
    "publish": "Publish",
}


class Steps:
    """Shows steps on standard error; standard output stays the job's own.  A step ends when the next one begins."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tasks: dict[str, TaskID] = {}
        self._current, self._done, self._total, self._note = "", 0, 0, ""
        self._ended: set[str] = set()
        self._began = time.monotonic()
        self._bars = Progress(
            TextColumn("{task.description:<8}", markup=False),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}", style="dim", markup=False),
            console=console,
            disable=not console.is_terminal,
        )

    def update(self, step: str, done: int, total: int, note: str = "") -> None:
        """See `Progress` of this app.  Of a step that has ended nothing more is shown."""
        if step in self._ended:
            return
        if step != self._current:
            self._end_current()
            self._current, self._began = step, time.monotonic()
            self._tasks[step] = self._bars.add_task(LABELS.get(step, step), total=None, note="")
        self._done, self._total, self._note = done, total, note
        self._bars.update(self._tasks[step], completed=done, total=total or None, note=note)

    def _end_current(self) -> None:
        """Mark the step as ended, and where nobody looks on print its line."""
        step = self._current
        if not step:
            return
        self._ended.add(step)
        whole = self._total or self._done or 1
        self._bars.update(self._tasks[step], total=whole, completed=whole)
        if not self._console.is_terminal:
            seconds = time.monotonic() - self._began
            files = f"{self._done:,} files, " if step == "extract" else ""
            line = f"{LABELS.get(step, step):<8} {seconds:>5.1f} s  {files}{self._note}".rstrip(" ,")
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
        self._current = ""

    def say(self, text: str) -> None:
        """One line of text, above the bars where there are any."""
        self._bars.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Steps:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._end_current()
        self._bars.stop()


@contextmanager
def show_steps() -> Iterator[Steps]:
    """The display for one job; use its `update` as progress."""
    with Steps(Console(stderr=True)) as steps:
        yield steps


def follow(tenant: Tenant, sync_id: int) -> Sync:
    """Show a sync until it ends; returns it as it ended."""
    began, is_said = time.monotonic(), False
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
            if sync.state == "waiting" and not is_said and time.monotonic() - began > PATIENCE:
                is_said = True
                steps.say("Waiting for a worker that is free. Where none runs, `manage.py worker` starts one.")
            time.sleep(POLL)
