"""GraphQL in code: which endpoints answer a whole schema.  What schemas hold is read by `schemas`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from apps.engine.facts import Endpoint, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code

GRAPHQL = "graphql"
# Packages whose views, routers and middleware answer GraphQL, by the beginning of their dotted names.
_FAMILIES = (
    "strawberry.", "ariadne.", "ariadne_django.", "graphene_django.", "graphene_file_upload.", "flask_graphql.",
    "graphql_server.", "starlette_graphene3.", "@apollo/server", "apollo-server", "express-graphql", "graphql-yoga",
    "graphql-http", "@as-integrations/express",
)  # fmt: skip


def serves_graphql(code: Code, path: str, scope: str, value: Value) -> bool:
    """Whether an expression makes, or is, what a GraphQL package answers requests with."""
    bound = code.names.of(path, scope, value)
    inner = bound.value
    if inner is not None and inner.kind == "call" and inner.call is not None:
        return _is_family(code.names.of(bound.path, bound.scope, inner.call.callee).external)
    return _is_family(bound.external)


def mark(code: Code, endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """The endpoints, those that answer a GraphQL schema marked as such: by the class behind them, or by its name."""
    return [replace(item, serves=GRAPHQL) if not item.serves and _is_graphql(code, item) else item for item in endpoints]


def _is_graphql(code: Code, endpoint: Endpoint) -> bool:
    path, mark_, qualname = endpoint.symbol.partition("#")
    if not mark_:
        return _is_family(endpoint.handler) or endpoint.handler.rpartition(".")[2] in ("GraphQLView", "AsyncGraphQLView")
    index = code.names.index.get(path)
    for name in (qualname, qualname.rpartition(".")[0]):
        definition = index.definitions.get(name) if index is not None and name else None
        if definition is not None and definition.kind in CLASSES:
            bases = code.names.external_bases(path, definition)
            return definition.name.endswith("GraphQLView") or any(_is_family(base) for base in bases)
    return False


def _is_family(name: str) -> bool:
    return name.startswith(_FAMILIES)
