"""What a tool is, and what all of them share: their arguments as data, and the repositories the token reaches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from apps.api.mcp.answers import Answer
from apps.engine.errors import OwnerError
from apps.repos import selectors as repos
from apps.search.scope import Scope
from apps.tenants.context import tenant_scope
from apps.tenants.services import Bearer
from apps.tenants.text import clean_json

if TYPE_CHECKING:
    from apps.repos.models import Repo

_NAMED = 40  # repositories a refusal names


class Refused(OwnerError):
    """The arguments can't be used; the message says what would do."""

    code = "mcp:arguments"


class Arguments(msgspec.Struct, forbid_unknown_fields=False):
    """Base of all arguments: a field the tool does not know is passed over, since assistants make some up."""


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
        return {"type": "object", "properties": schema["properties"], "required": schema.get("required", [])}

    def read(self, given: Mapping[str, Any]) -> Arguments:
        """The arguments as data.  Raises `Refused` for those that are not what the schema says."""
        try:
            told = {key: clean_json(value) for key, value in given.items() if value is not None}
            return msgspec.convert(told, self.arguments, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(f"The arguments of {self.name} can't be used: {str(error)[:300]}.") from None


def reachable(bearer: Bearer) -> list[Repo]:
    """The repositories the token is good for, by name."""
    return [repo for repo in repos.repos(bearer.tenant) if bearer.reaches(repo.pk)]


def repo_of(bearer: Bearer, name: str) -> Repo:
    """The repository with this short name; without one the only one there is.  Raises `Refused` with the names there are."""
    every = reachable(bearer)
    wanted = name.strip().casefold()
    found = every
    if wanted:  # a short name is of one; names may be shared, also with the short name of another
        found = [repo for repo in every if repo.slug.casefold() == wanted] or [
            repo for repo in every if repo.name.casefold() == wanted
        ]
    if len(found) == 1:
        return found[0]
    names = ", ".join(repo.slug for repo in every[:_NAMED]) or "none yet"
    more = f" and {len(every) - _NAMED:,} more" if len(every) > _NAMED else ""
    why = "Say which repository" if not wanted or found else "There is no such repository"
    raise Refused(f"{why}. This token reaches: {names}{more}.")


def scope_of(bearer: Bearer, repository: str, path: str = "") -> Scope:
    """Where a search of this token may look: the repository named, else all it reaches."""
    if not repository.strip():
        return Scope(repos=bearer.repos, path=path)
    with tenant_scope(bearer.tenant.pk):
        return Scope(repos=(repo_of(bearer, repository).pk,), path=path)


def clamped(value: int, least: int, most: int) -> int:
    """The number, brought into its limits: an assistant that asks for too much gets what there is."""
    return min(max(value, least), most)
