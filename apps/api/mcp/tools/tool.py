"""What a tool is, and what all of them share: their arguments as data, and the repositories the token reaches."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from apps.api.mcp.answers import Answer
from apps.codegraph.selectors.listing import projects
from apps.engine.errors import OwnerError
from apps.repos import selectors as repos
from apps.search.scope import Scope
from apps.tenants.context import tenant_scope
from apps.tenants.services import Bearer
from apps.tenants.text import clean_json

if TYPE_CHECKING:
    from apps.repos.models import Repo

_NAMED = 40  # repositories a refusal names
_LONGEST = 60  # characters of an argument's name
_AT = re.compile(r" - at `\$\.(\w+)`$")


class Refused(OwnerError):
    """The arguments can't be used; the message says what would do."""

    code = "mcp:arguments"


class Arguments(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all arguments.  One the tool does not know is refused: what it was to narrow down would be told whole."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One read-only tool.

    `run` is called in a transaction of the bearer's tenant; with `opens_own_scope` it waits for a model first, and opens its own.
    """

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Bearer, Any], Answer]
    opens_own_scope: bool = False

    def schema(self) -> dict[str, Any]:
        """JSON schema of its arguments."""
        _reference, found = msgspec.json.schema_components([self.arguments])
        schema = next(iter(found.values()))
        return {
            "type": "object",
            "properties": schema["properties"],
            "required": schema.get("required", []),
            "additionalProperties": False,
        }

    def read(self, given: Mapping[str, Any]) -> Arguments:
        """The arguments as data.  Raises `Refused` for those that are not what the schema says."""
        known = self.schema()["properties"]
        unknown = sorted(given.keys() - known.keys())
        if unknown:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise Refused(f"{self.name} has no argument {clean_json(unknown[0][:_LONGEST])!r}: {takes}.")
        try:
            told = {key: clean_json(value) for key, value in given.items() if value is not None}
            return msgspec.convert(told, self.arguments, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(f"The arguments of {self.name} can't be used: {_mended(str(error)[:300], known)}.") from None


def _mended(wrong: str, known: Mapping[str, Any]) -> str:
    """What is wrong with an argument, and what it is to be: ``limit: Expected `int` <= 15. How many results: 1 to 15``."""
    at = _AT.search(wrong)
    if at is None or at[1] not in known:
        return wrong
    about = str(known[at[1]].get("description", "")).rstrip(".")
    return f"{at[1]}: {wrong[: at.start()]}; it is: {about}"


def reachable(bearer: Bearer) -> list[Repo]:
    """The repositories the token is good for, by name."""
    return [repo for repo in repos.repos(bearer.tenant) if bearer.reaches(repo.pk)]


def repo_of(bearer: Bearer, name: str) -> Repo:
    """The repository that is called so; without a name the only one there is.  Raises `Refused` with the short names there are.

    Its short name is meant first, then what the portal calls it, its own name, and what the project in it is called.
    """
    every = reachable(bearer)
    wanted = name.strip().casefold()
    found = _called(bearer, every, wanted) if wanted else every
    if len(found) == 1:
        return found[0]
    names = ", ".join(repo.slug for repo in every[:_NAMED]) or "none yet"
    more = f" and {len(every) - _NAMED:,} more" if len(every) > _NAMED else ""
    why = "Say which repository" if not wanted or found else "There is no such repository"
    raise Refused(f"{why}. This token reaches: {names}{more}.")


def _called(bearer: Bearer, every: Sequence[Repo], wanted: str) -> list[Repo]:
    """Those that are meant: a short name is of one; names may be shared, also with the short name of another."""
    found = [repo for repo in every if repo.slug.casefold() == wanted]
    if not found:
        names = repos.shown_names(bearer.tenant)
        found = [repo for repo in every if names[repo.pk].casefold() == wanted]
    if not found:
        found = [repo for repo in every if repo.name.casefold() == wanted]
    if not found:
        said = projects(bearer.tenant, [repo.pk for repo in every])
        called = {pk: project.name.casefold() for pk, project in said.items()}
        found = [repo for repo in every if wanted in (name := called.get(repo.pk, ""), name.rpartition("/")[2])]
    return found


def scope_of(bearer: Bearer, repository: str, path: str = "") -> Scope:
    """Where a search of this token may look: the repository named, else all it reaches."""
    if not repository.strip():
        return Scope(repos=bearer.repos, path=path, reach=bearer.repos)
    with tenant_scope(bearer.tenant.pk):
        return Scope(repos=(repo_of(bearer, repository).pk,), path=path, reach=bearer.repos)
