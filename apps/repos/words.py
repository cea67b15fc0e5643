"""What is said of a repository of which nothing is known yet.  In English: programs and assistants are told it."""

from __future__ import annotations

from apps.repos.models import SyncState
from apps.repos.selectors import RepoCard

_BROKEN = (SyncState.FAILED, SyncState.QUARANTINED)


def lack_in_words(card: RepoCard) -> str:
    """Why there is nothing yet, to stand behind a colon: ``its last sync failed: The branch is gone.``"""
    last, running = card.last_sync, card.running_sync
    if last is not None and last.state in _BROKEN:
        again = " Another one is under way." if running is not None else ""
        return f"its last sync failed: {last.error}{again}"
    if running is not None:
        state = "is under way" if running.state == SyncState.RUNNING else "waits for its turn"
        return f"its first sync has not ended: it {state}."
    return "its first sync has not ended: none was asked for." if last is None else "its syncs wrote none."
