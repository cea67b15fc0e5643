"""How true a document is right now: found to be current, known to be behind, or not known, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from apps.artifacts.models import Artifact
    from apps.repos.models import Repo


@dataclass(frozen=True, slots=True)
class Freshness:
    """`state`: current, behind, unknown.  `behind` counts commits, None where the number is not known."""

    state: str
    branch: str
    verified_sha: str
    verified_at: datetime | None
    head_seen_at: datetime | None
    behind: int | None = None
    why: str = ""

    @property
    def words(self) -> str:
        """One short phrase."""
        return lag_in_words(self.state, self.behind)

    @property
    def checked_at(self) -> datetime | None:
        """When this was last found out: a head that did not move confirms what was verified before."""
        if self.state == "current" and self.verified_at is not None and self.head_seen_at is not None:
            return max(self.verified_at, self.head_seen_at)
        return self.verified_at if self.state == "current" else self.head_seen_at

    @property
    def tone(self) -> str:
        return {"current": "good", "behind": "warn", "unknown": "calm"}[self.state]


def lag_in_words(state: str, behind: int | None) -> str:
    """One short phrase for how far something is behind its branch: `state` as above, `behind` commits, None if not known."""
    if state == "current":
        return _("up to date")
    if state == "unknown":
        return _("unknown how far behind")
    if behind is None:
        return _("new commits wait")
    return ngettext("%(count)d commit behind", "%(count)d commits behind", behind) % {"count": behind}


def freshness(repo: Repo, artifact: Artifact, behind: int | None, *, counted: bool = True) -> Freshness:
    """Compare the commit the document was last found true at with the head as last seen.

    `counted` says that `behind` was looked up: then None means that it can't be known.
    """
    known = partial(
        Freshness,
        branch=repo.branch,
        verified_sha=artifact.verified_sha,
        verified_at=artifact.verified_at,
        head_seen_at=repo.head_seen_at,
    )
    if not repo.head_sha:
        return known(state="unknown", why=_("The branch has not been looked at yet."))
    if artifact.verified_sha == repo.head_sha:
        return known(state="current", behind=0)
    if behind is None and counted:
        why = _("The commits in between are not known here: the history was rewritten, or it is cut off.")
        return known(state="unknown", why=why)
    return known(state="behind", behind=behind)
