"""NestJS: controllers below their application's prefix and version, GraphQL operations, messages, and scheduled work.

The classes that its handlers take and return are models.
"""

from __future__ import annotations

from apps.engine.facts import Endpoint, EntryPoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.schemas.graphql import GRAPHQL
from apps.engine.frameworks.scripts.nestjs.applications import read_applications, read_modules
from apps.engine.frameworks.scripts.nestjs.controllers import find_routes
from apps.engine.frameworks.scripts.nestjs.messages import find_messages
from apps.engine.frameworks.scripts.nestjs.names import FRAMEWORK, SOURCE, join, uses
from apps.engine.frameworks.scripts.nestjs.operations import PACKAGES, find_operations
from apps.engine.frameworks.text import argument, dict_item

__all__ = ["find"]

_FACTORY = "@nestjs/core"


def find(code: Code) -> Found:
    """Endpoints, applications and jobs of NestJS (and operations of TypeGraphQL, whose decorators are the same)."""
    found = Found()
    if not any(name.startswith("@nestjs/") or name == "type-graphql" for name in code.imports):
        return found
    files = [facts for facts in code.script() if uses(facts, "@nestjs/", "type-graphql")]
    own = {call.scope for facts in files for call in facts.calls if call.callee.text == "Controller" and call.scope}
    if own:  # decorators of the project's own: what they stand on need not name the framework
        known = {facts.path for facts in files}
        files = [facts for facts in code.script() if facts.path in known or _stands_on(facts, own)]
    applications = read_applications(code, [facts for facts in code.script() if _sets_up(facts)])
    if any(uses(facts, "@nestjs/common", _FACTORY) for facts in files):
        found.frameworks.append(FRAMEWORK)
    for application in applications:
        what = f"{FRAMEWORK} application" + (f" of `{application.root[1]}`" if application.root else "")
        found.entry_points.append(
            EntryPoint("main", what, application.place, symbol_of(application.place.path, application.scope), SOURCE)
        )
    find_routes(code, files, read_modules(code, files), applications, found)
    find_operations(code, [facts for facts in files if uses(facts, *sorted(PACKAGES))], found)
    find_messages(code, files, frozenset(item.symbol for item in found.endpoints), found)
    _schemas(code, files, found)
    found.unknowns += [
        *prefix_unknowns(found.endpoints, FRAMEWORK),
    ]
    return found


def _stands_on(facts: FileFacts, own: set[str]) -> bool:
    """Whether a class of a file is decorated by one of these functions."""
    return any(decorator.name in own for definition in facts.definitions for decorator in definition.decorators)


def _sets_up(facts: FileFacts) -> bool:
    """Whether a file may make an application or set something on one."""
    return uses(facts, _FACTORY) or any(
        call.callee.text.endswith((".setGlobalPrefix", ".enableVersioning")) for call in facts.calls
    )


def _schemas(code: Code, files: list[FileFacts], found: Found) -> None:
    """``GraphQLModule.forRoot({ path })`` answers a whole schema at one address, outside of the application's prefix."""
    for facts in files:
        for call in facts.calls:
            if not call.callee.text.startswith("GraphQLModule.for"):
                continue
            if not code.names.of(facts.path, call.scope, call.callee).external.startswith("@nestjs/graphql."):
                continue
            place = Place(facts.path, call.line, call.end_line)
            given = dict_item(argument(call, 0), "path")
            path = join(code.folder.route(facts.path, call.scope, given)) if given is not None else "/graphql"
            if path.startswith("…"):
                found.unknowns.append(
                    Unknown("endpoint", "GraphQLModule", "The path of this route is put together when the program runs.", place)
                )
                continue
            found.endpoints.append(
                Endpoint(
                    "ANY", path, "GraphQLModule", place, place, symbol_of(facts.path, call.scope), "", FRAMEWORK,
                    source=f"{SOURCE}, handler outside", serves=GRAPHQL,
                )
            )  # fmt: skip
