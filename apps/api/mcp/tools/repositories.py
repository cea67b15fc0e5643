"""Which repositories there are, and how true what is known of each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.api.mcp.answers import Answer, standing_in_words
from apps.api.mcp.tools.tool import Arguments, Tool, reachable
from apps.api.standing import DOCUMENT, standing
from apps.artifacts import selectors as artifacts
from apps.repos.selectors import commits_behind_of
from apps.tenants.services import Bearer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Repo

_COUNTED = 20  # repositories of which the commits they are behind are counted


class RepositoriesArguments(Arguments):
    """None."""


def run(bearer: Bearer, _asked: RepositoriesArguments) -> Answer:
    """One line a repository."""
    every = reachable(bearer)
    if not every:
        return Answer((f"The team {bearer.tenant.slug} has no repository that this token reaches.",))
    versions = artifacts.current_versions(bearer.tenant)
    counted = {(repo, versions[repo.pk].artifact.verified_sha) for repo in every[:_COUNTED] if repo.pk in versions}
    behind = commits_behind_of(bearer.tenant, counted)
    lines = [_line(repo, versions.get(repo.pk), behind) for repo in every]
    says = f"Repositories of the team {bearer.tenant.slug}: {len(every):,}. The word before the colon is what to name each by."
    return Answer((says,), "\n".join(lines))


def _line(repo: Repo, version: ArtifactVersion | None, behind: Mapping[tuple[int, str], int | None]) -> str:
    if version is None:
        return f"{repo.slug}: {repo.name}. No document yet."
    verified = version.artifact.verified_sha
    state = standing(repo, DOCUMENT, verified, version=version.number, behind=behind)
    return f"{repo.slug}: {repo.name}. {standing_in_words(state)}"


TOOL = Tool(
    name="repositories",
    title="Repositories of the team",
    description=(
        "Lists the repositories this token reaches, each with its branch, the commit its architecture document was last found "
        "true at, and how many commits it is behind. Call it first when you do not know a repository's name."
    ),
    arguments=RepositoriesArguments,
    run=run,
)
