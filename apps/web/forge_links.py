"""Where a source stands at its forge, and what the downloaded document links to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Place
from apps.engine.rendering import Links, RelativeLinks, forge_links
from apps.web.addresses import Lines

if TYPE_CHECKING:
    from apps.repos.models import Repo


def permalink(repo: Repo, sha: str, path: str, lines: Lines) -> str:
    """The forge's own address of the file at the commit, "" for a folder of this machine."""
    if repo.is_local or not sha:
        return ""
    address = forge_links(repo.url, sha).source(Place(path, lines.first or 1, lines.last or 1))
    return address if lines.first else address.partition("#")[0]


def commit_address(repo: Repo, sha: str) -> str:
    """The forge's own page of a commit, "" for a folder of this machine."""
    if repo.is_local or not sha:
        return ""
    forge = forge_links(repo.url, sha)
    page = {"gitlab": "-/commit", "bitbucket": "commits"}.get(forge.style, "commit")
    return f"{forge.base}/{page}/{sha}"


def download_links(repo: Repo, sha: str) -> Links:
    """For a file that leaves the portal: permalinks, or paths where there is no forge."""
    return RelativeLinks() if repo.is_local else forge_links(repo.url, sha)
