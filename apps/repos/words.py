"""What is said of a repository of which nothing is known yet.  In English: programs and assistants are told it."""

from __future__ import annotations

from apps.repos.models import SyncState
from apps.repos.selectors import RepoCard

_BROKEN = (SyncState.FAILED, SyncState.QUARANTINED)


def lack_in_words(card: RepoCard) -> str:
    """Why there is nothing yet, to stand behind a colon: ``its last sync failed: The branch is gone.``"""
    last, running = card.last_sync, card.running_sync
    state = "" if running is None else "is under way" if running.state == SyncState.RUNNING else "waits for its turn"
    if last is not None and last.state in _BROKEN:
        return f"its last sync failed: {last.error}" + (f" Another one {state}." if state else "")
    if state:
        return f"its first sync has not ended: it {state}."
    return "its first sync has not ended: none was asked for." if last is None else "its syncs wrote none."
