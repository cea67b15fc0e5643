"""GraphQL: schema files and what their root types offer, and which endpoints answer a whole schema."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from apps.engine.facts import ApiSchema, Endpoint, Place, SchemaRoot, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found

SOURCE = "framework:graphql"
GRAPHQL = "graphql"
MAX_TEXT = 8_000_000  # characters of one schema file
_ENDINGS = (".graphql", ".graphqls", ".gql")
_ROOTS = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_TOKEN = re.compile(
    r'(?P<newline>\n)|#[^\n]*|"""(?:\\"""|.)*?"""|"(?:\\.|[^"\\\n])*"|(?P<name>[A-Za-z_]\w*)|(?P<mark>[{}():])', re.S
)
# Packages whose views, routers and middleware answer GraphQL, by the beginning of their dotted names.
_FAMILIES = (
    "strawberry.", "ariadne.", "ariadne_django.", "graphene_django.", "graphene_file_upload.", "flask_graphql.",
    "graphql_server.", "starlette_graphene3.", "@apollo/server", "apollo-server", "express-graphql", "graphql-yoga",
    "graphql-http", "@as-integrations/express",
)  # fmt: skip


def find(code: Code) -> Found:
    """Schema files that define root types; those of tests and of other people's code are left out."""
    found = Found()
    for path in sorted(code.texts):
        if not path.lower().endswith(_ENDINGS) or code.roles.get(path) in ("test", "vendored"):
            continue
        roots = read_roots(path, code.texts[path])
        if roots:
            found.schemas.append(ApiSchema(GRAPHQL, Place(path, roots[0].place.line, roots[0].place.line), roots, SOURCE))
    return found


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


def read_roots(path: str, text: str) -> tuple[SchemaRoot, ...]:
    """The blocks of a schema's root types, in order; () for what holds none, such as a file of queries."""
    if len(text) > MAX_TEXT:
        return ()
    names = dict(_ROOTS)
    blocks: list[tuple[str, int, int, int]] = []  # type, first line, last line, fields
    line, depth, parens, fields = 1, 0, 0, 0
    words: list[str] = []  # names since the last block at the outside
    start = 1
    before = ""
    for token in _TOKEN.finditer(text):
        name, sign = token["name"], token["mark"]
        if name is not None:
            if not depth and not parens:
                if not words or name in ("type", "extend", "schema"):
                    start = start if words == ["extend"] else line
                    words = [name] if words != ["extend"] else [*words, name]
                else:
                    words.append(name)
            elif depth == 1 and words[:1] == ["schema"] and before in _ROOTS:
                names[before] = name
            before = name
        elif sign == "{":
            depth += 1
            fields = 0 if depth == 1 else fields
        elif sign == "}":
            depth = max(0, depth - 1)
            if not depth:
                kind = [word for word in words if word != "extend"]
                if len(kind) > 1 and kind[0] == "type":
                    blocks.append((kind[1], start, line, fields))
                words, parens = [], 0
        elif sign == "(":
            parens += 1
        elif sign == ")":
            parens = max(0, parens - 1)
        elif sign == ":" and depth == 1 and not parens:
            fields += 1
        line += token[0].count("\n")
    kinds = {name: kind for kind, name in names.items()}
    return tuple(
        SchemaRoot(kinds[name], name, count, Place(path, first, last)) for name, first, last, count in blocks if name in kinds
    )
