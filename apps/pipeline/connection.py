"""Can this repository be reached with this credential?  Asked by a person, answered in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.engine.errors import OwnerError
from apps.pipeline.sources import mirror_of

if TYPE_CHECKING:
    from apps.repos.models import Repo


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """`message` is one sentence that can be shown; it holds no secret and nothing the remote said."""

    ok: bool
    message: str


def test_connection(*, repo: Repo) -> ConnectionReport:
    """Ask the remote for its head, without fetching anything."""
    try:
        head = mirror_of(repo).head(repo.pinned_branch)
    except OwnerError as error:
        return ConnectionReport(False, error.message)
    return ConnectionReport(True, f"Reached: branch {head.branch or '(detached)'} is at {head.sha[:10]}.")


test_connection.__test__ = False  # type: ignore[attr-defined]  # a name that pytest would collect
