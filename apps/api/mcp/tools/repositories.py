"""Which repositories there are, and how true what is known of each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.api.mcp.answers import Answer, standing_in_words
from apps.api.mcp.tools.tool import Arguments, Tool
from apps.api.standing import DOCUMENT, standing
from apps.artifacts import selectors as artifacts
from apps.codegraph.selectors.listing import projects
from apps.engine.facts.sentences import first_sentence
from apps.repos.names import names_of
from apps.repos.selectors import RepoCard, commits_behind_of, repo_cards
from apps.repos.words import lack_in_words
from apps.tenants.services import Bearer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.artifacts.models import ArtifactVersion
    from apps.engine.facts import Project

_COUNTED = 20  # repositories of which the commits they are behind are counted
_NAME = 80  # characters of what a project calls itself


class RepositoriesArguments(Arguments):
    """None."""


def run(bearer: Bearer, _asked: RepositoriesArguments) -> Answer:
    """One line a repository."""
    cards = repo_cards(bearer.tenant)
    every = [card for card in cards if bearer.reaches(card.repo.pk)]
    if not every:
        return Answer((f"The team {bearer.tenant.slug} has no repository that this token reaches.",))
    versions = artifacts.current_versions(bearer.tenant)
    said = projects(bearer.tenant, [card.repo.pk for card in every])
    names = names_of(card.repo for card in cards)
    first = [card.repo for card in every[:_COUNTED]]
    counted = {(repo, versions[repo.pk].artifact.verified_sha) for repo in first if repo.pk in versions}
    behind = commits_behind_of(bearer.tenant, counted)
    lines = [_line(card, names, said.get(card.repo.pk), versions.get(card.repo.pk), behind) for card in every]
    says = f"Repositories of the team {bearer.tenant.slug}: {len(every):,}. The word before the colon is what to name each by."
    return Answer((says,), "\n".join(lines))


def _line(
    card: RepoCard,
    names: Mapping[int, str],
    said: Project | None,
    version: ArtifactVersion | None,
    behind: Mapping[tuple[int, str], int | None],
) -> str:
    repo = card.repo
    about = f"{repo.slug}: {_named(names[repo.pk], said)}."
    if version is None:
        return f"{about} No document yet: {lack_in_words(card)}"
    verified = version.artifact.verified_sha
    state = standing(repo, DOCUMENT, verified, version=version.number, behind=behind, names=names)
    return f"{about} {standing_in_words(state)}"


def _named(name: str, said: Project | None) -> str:
    """``ann/oven, the project oven: Bakes bread``"""
    if said is None:
        return name
    project = f", the project {said.name[:_NAME]}" if said.name.casefold() != name.casefold() else ""
    description = first_sentence(said.description).rstrip(".")
    return f"{name}{project}" + (f": {description}" if description else "")


TOOL = Tool(
    name="repositories",
    title="Repositories of the team",
    description=(
        "Lists the repositories this token reaches, each with what the project in it is called and is, its branch, the commit "
        "its architecture document was last found true at, and how many commits it is behind; or why there is no document yet. "
        "Call it first when you do not know a repository's name."
    ),
    arguments=RepositoriesArguments,
    run=run,
)
