"""Why nothing is known of a repository yet, in words."""

from __future__ import annotations

import pytest

from apps.repos.models import Repo, Sync
from apps.repos.selectors import RepoCard
from apps.repos.words import lack_in_words

FAILED = Sync(state="failed", error="The branch is gone.")
QUARANTINED = Sync(state="quarantined", error="The worker died three times.")
RUNNING, WAITING, DONE = Sync(state="running"), Sync(state="waiting"), Sync(state="done")


@pytest.mark.parametrize(
    ("last", "running", "words"),
    [
        (None, None, "its first sync has not ended: none was asked for."),
        (None, WAITING, "its first sync has not ended: it waits for its turn."),
        (None, RUNNING, "its first sync has not ended: it is under way."),
        (FAILED, None, "its last sync failed: The branch is gone."),
        (FAILED, RUNNING, "its last sync failed: The branch is gone. Another one is under way."),
        (FAILED, WAITING, "its last sync failed: The branch is gone. Another one waits for its turn."),
        (QUARANTINED, None, "its last sync failed: The worker died three times."),
        (DONE, None, "its syncs wrote none."),
    ],
)
def test_the_reason_is_that_of_the_last_sync(last: Sync | None, running: Sync | None, words: str) -> None:
    assert lack_in_words(RepoCard(Repo(name="oven"), last, running)) == words
