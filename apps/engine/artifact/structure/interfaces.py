"""What schemas say of the interface: what answers GraphQL, OpenAPI descriptions, services in Protocol Buffers."""

from __future__ import annotations

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain
from apps.engine.artifact.structure.routes import cite_whole_path, is_one_place, short_handler

SCHEMAS = 3  # schema files told one by one
_GRAPHQL_SERVERS = frozenset(
    {"graphene", "graphene-django", "strawberry-graphql", "ariadne", "apollo-server", "@apollo/server", "type-graphql"}
)


def tell_schemas(draft: Draft) -> str:
    """All of it in sentences, "" where there is none."""
    return " ".join(part for part in (_graphql(draft), _descriptions(draft)) if part)


def _graphql(draft: Draft) -> str:
    """What answers GraphQL, and what its schema files offer."""
    said = []
    served = [endpoint for endpoint in draft.sheet.endpoints if endpoint.serves == "graphql"]
    schemas = [schema for schema in draft.sheet.schemas if schema.kind == "graphql"]
    if served:
        shown = [
            f"{code(endpoint.path, 80)} with {code(short_handler(endpoint.handler), 60)} {cite_whole_path(draft, endpoint)}"
            + ("" if is_one_place(endpoint) else f" {draft.cite_endpoint(endpoint)}")
            for endpoint in {endpoint.path: endpoint for endpoint in served}.values()
        ]
        said.append(f"The application answers GraphQL at {listing(shown, 3)}.")
    for schema in schemas[:SCHEMAS]:
        offers = []
        for kind in ("query", "mutation", "subscription"):
            roots = [root for root in schema.roots if root.kind == kind]
            if roots:
                cites = draft.cite_all((draft.cite_named(root.place, "type", root.name) for root in roots), 2)
                offers.append(f"{exact(sum(root.fields for root in roots), kind)} {cites}")
        said.append(f"The schema file {code(schema.place.path)} offers {listing(offers)}.")
    if len(schemas) > SCHEMAS:
        said.append(f"{capital(exact(len(schemas) - SCHEMAS, 'more schema file'))} define root types too.")
    if served and not schemas:
        said.append("No schema file was found: the schema is built in code, and what it offers is not listed here.")
    if not served and not schemas:
        declared = next((item for item in draft.sheet.dependencies if item.name.lower() in _GRAPHQL_SERVERS), None)
        if declared is not None:
            cite = draft.cite_named(declared.place, "dependency", declared.name)
            said.append(f"{code(declared.name)} is declared {cite}, but no address that answers GraphQL was recognised.")
    return " ".join(said)


def _descriptions(draft: Draft) -> str:
    """Files that describe an interface: OpenAPI and Protocol Buffers, and whether their routes are those of the code."""
    said = []
    for kind, named in (("openapi", "OpenAPI description"), ("protobuf", "Protocol Buffers file")):
        schemas = [schema for schema in draft.sheet.schemas if schema.kind == kind]
        for schema in schemas[:SCHEMAS]:
            offers = [
                f"{exact(root.fields, 'call')} of {code(root.name, 60)} {draft.cite_named(root.place, 'service', root.name)}"
                for root in schema.roots
                if root.kind == "service"
            ]
            offers += [
                f"{exact(root.fields, root.kind.removesuffix('s'))} {draft.cite_named(root.place, root.kind, root.name)}"
                for root in schema.roots
                if root.kind in ("operations", "schemas")
            ]
            tells = "; its routes are among those below" if schema.describes else ""
            said.append(f"The {named} {code(schema.place.path)} declares {listing(offers, 4)}{tells}.")
        if len(schemas) > SCHEMAS:
            left = len(schemas) - SCHEMAS
            said.append(f"{capital(exact(left, f'more {named}'))} {noun(left, 'is', 'are')} not told here.")
    unsure = [fact for fact in draft.sheet.unknowns if fact.kind == "api schema" and fact.place is not None]
    for fact in unsure[:SCHEMAS]:
        said.append(
            f"Nothing is taken from {code(fact.what)}: {plain(fact.reason, 160)} {draft.cite_named(fact.place, 'schema', '')}."
        )
    return " ".join(said)
