"""A sync as people see it: its steps with bars, and its state in words and colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

if TYPE_CHECKING:
    from apps.repos.models import Sync

STEPS = ("fetch", "extract", "index", "synthesise", "publish")
OPTIONAL = frozenset({"index"})  # shown where a run has it

LABELS = {
    "fetch": gettext_noop("Fetch"),
    "extract": gettext_noop("Extract"),
    "index": gettext_noop("Index"),
    "synthesise": gettext_noop("Write"),
    "publish": gettext_noop("Publish"),
}
NOTES = (
    gettext_noop("asking for the head"),
    gettext_noop("receiving objects"),
    gettext_noop("listing files"),
    gettext_noop("reading files"),
    gettext_noop("joining facts"),
    gettext_noop("storing the graph"),
    gettext_noop("writing ten sections"),
    gettext_noop("storing the version"),
    gettext_noop("rendering"),
)
COUNTS = {
    "files": gettext_noop("Files"),
    "skipped": gettext_noop("Left out"),
    "capsules": gettext_noop("Definitions"),
    "edges": gettext_noop("Calls and imports"),
    "endpoints": gettext_noop("Endpoints"),
    "models": gettext_noop("Models"),
    "dependencies": gettext_noop("Dependencies"),
    "configuration": gettext_noop("Configuration keys"),
    "secrets": gettext_noop("Secrets replaced"),
}
OUTCOMES = {
    "new version": gettext_noop("new version"),
    "verified": gettext_noop("still true, no new version"),
    "unchanged": gettext_noop("nothing new"),
}
TONES = {"waiting": "calm", "running": "busy", "done": "good", "failed": "bad", "superseded": "calm", "quarantined": "bad"}


@dataclass(frozen=True, slots=True)
class Step:
    """`state`: done, running, waiting, failed.  `total` 0 while running: not known how much there is."""

    key: str
    label: str
    state: str
    done: int = 0
    total: int = 0
    seconds: float | None = None
    note: str = ""

    @property
    def icon(self) -> str:
        return {"done": "check", "running": "sync", "failed": "cross", "waiting": "dot"}[self.state]

    @property
    def counts(self) -> str:
        """``12 / 340`` while there is something to count."""
        if self.state != "running" or self.total < 2:
            return ""
        return f"{grouped(min(self.done, self.total))} / {grouped(self.total)}"


def grouped(number: int) -> str:
    """A number with its thousands grouped as the reader's language does."""
    return number_format(number, use_l10n=True, force_grouping=True)


def steps_of(sync: Sync) -> list[Step]:
    """The steps in order.  A step before the current one is done; the current one carries the run's state."""
    progress: dict[str, Any] = sync.progress or {}
    keys = [key for key in STEPS if key in progress or key not in OPTIONAL]
    at = keys.index(sync.step) if sync.step in keys else (len(keys) if sync.state == "done" else -1)
    return [_step(sync, key, progress.get(key) or {}, position, at) for position, key in enumerate(keys)]


def current_step(sync: Sync) -> Step | None:
    """The step a running sync is at."""
    return next((step for step in steps_of(sync) if step.state == "running"), None)


def _step(sync: Sync, key: str, values: dict[str, Any], position: int, at: int) -> Step:
    if sync.state == "done":
        state = "done" if values else "waiting"
    elif position < at:
        state = "done"
    elif position > at:
        state = "waiting"
    else:
        state = "running" if sync.state == "running" else "failed"
    note = str(values.get("note") or "")
    return Step(
        key=key,
        label=_(LABELS[key]),
        state=state,
        done=int(values.get("done") or 0),
        total=int(values.get("total") or 0),
        seconds=float(values["seconds"]) if values.get("seconds") is not None else None,
        note=_note(note),
    )


def _note(note: str) -> str:
    """A note of the pipeline in the reader's language."""
    if note in NOTES:
        return _(note)
    return ", ".join(map(_counted, note.split(", ")))


def _counted(note: str) -> str:
    first, _space, second = note.partition(" ")
    digits = first.replace(",", "")
    if digits.isdecimal():
        number = int(digits)
        count = {"count": grouped(number)}
        if second == "commits":
            return ngettext("%(count)s commit", "%(count)s commits", number) % count
        if second == "files":
            return ngettext("%(count)s file", "%(count)s files", number) % count
        if second == "capsules":
            return ngettext("%(count)s definition", "%(count)s definitions", number) % count
        if second == "citations":
            return ngettext("%(count)s citation", "%(count)s citations", number) % count
    if first == "version" and second.isdecimal():
        return _("version %(number)s") % {"number": second}
    return note


def outcome_of(sync: Sync) -> str:
    """What came of a sync that is done, in words."""
    return _(OUTCOMES[sync.outcome]) if sync.outcome in OUTCOMES else sync.outcome


def advice_for(code: str) -> str:
    """What to do about a failed sync, by the family of its code; "" where the message says it already."""
    if code in ("source:no-access", "source:not-found"):
        return _("Check the address, and that the credential may read this repository. Then sync again.")
    if code == "source:shrunk":
        return _("If the repository really got that much smaller, sync again by hand: that confirms it.")
    if code.startswith("internal:"):
        return _("This is a fault of the portal, not of the repository. Sync again; if it stays, tell the operator the code.")
    if code.startswith("source:"):
        return _("Once that is mended, sync again.")
    return ""


def counts_of(sync: Sync) -> list[tuple[str, int]]:
    """What the run counted, in a fixed order."""
    return [(_(label), int(sync.counts[key])) for key, label in COUNTS.items() if sync.counts.get(key) is not None]
