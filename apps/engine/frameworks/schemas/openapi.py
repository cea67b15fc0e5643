"""OpenAPI and Swagger descriptions: what they offer, and, where no code registers it, their routes and schemas as facts.

A description that shares a route with the code describes that code: it tells nothing new.  One beside code that registers other
routes may be that of another system; it counts as the project's own only where it tells more than the code does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from apps.engine.facts import ApiSchema, Endpoint, Place, SchemaRoot, Unknown
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.described import Answer, answers
from apps.engine.frameworks.schemas.openapi_types import FRAMEWORK, SOURCE, models_of, schemas_of
from apps.engine.frameworks.schemas.references import Files
from apps.engine.frameworks.schemas.sources import own_texts
from apps.engine.manifests.nodes import Node

_ENDINGS = (".yaml", ".yml", ".json")
_VERSION = re.compile(r"""(?:^|[{,])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\b""", re.M)
_HEAD = 4_000  # characters in which a description says what it is
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_VARIABLE = re.compile(r"[{}<>\[\]:*]")
_BRACES = re.compile(r"\{([^{}]*)\}")
# Packages that make a client from a description: it is that of the system the client calls.
_CLIENTS = (
    "openapi-typescript", "openapi-typescript-codegen", "@hey-api/openapi-ts", "orval", "swagger-typescript-api",
    "openapi-fetch", "openapi-python-client", "@rtk-query/codegen-openapi",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Operation:
    method: str
    path: str  # without the base path
    place: Place
    node: Node


def find(code: Code, endpoints: Sequence[Endpoint]) -> Found:
    """What descriptions say, given the endpoints that code registers."""
    found = Found()
    files = Files(code.texts)
    registered = [item for item in endpoints if item.source != "folder name" and item.method != "RPC"]
    routes = {(item.method, _shape(item.path)) for item in registered}
    seen: set[tuple[str, str]] = set()
    named: set[str] = set()
    answered: Mapping[str, Answer] | None = None
    # A bundle stands deeper than what it is made of, or later by name.
    for path in sorted(_candidates(code), key=lambda name: (name.count("/"), name)):
        root = files.tree(path)
        operations = list(_operations(files, path))
        if path in files.problems:
            found.unknowns.append(Unknown("api schema", path, files.problems[path], Place(path, 1, 1)))
        if not operations and not schemas_of(root):
            continue
        bases = _bases(root)
        described = any(_is_registered(item, bases, routes) for item in operations)
        found.schemas.append(_schema(path, root, operations, described))
        if described:
            continue
        if code.depends_on(*_CLIENTS) or (registered and len(registered) >= len(operations)):
            why = "a client is made from it" if code.depends_on(*_CLIENTS) else "the code registers other routes"
            reason = f"{why}, so the routes and schemas it describes may be those of another system"
            found.unknowns.append(Unknown("api schema", path, reason, Place(path, 1, 1)))
            continue
        answered = answers(code) if answered is None else answered
        for item in operations:
            endpoint = _endpoint(code, item, root, path, bases, answered)
            if (endpoint.method, _shape(endpoint.path)) not in seen:
                seen.add((endpoint.method, _shape(endpoint.path)))
                found.endpoints.append(endpoint)
        for model in models_of(files, path):
            if model.name not in named:
                named.add(model.name)
                found.models.append(model)
    return found


def _candidates(code: Code) -> Iterator[str]:
    for path, text in own_texts(code, *_ENDINGS):
        name = path.rpartition("/")[2].lower()
        head = text if "openapi" in name or "swagger" in name else text[:_HEAD]
        if _VERSION.search(head):
            yield path


def _operations(files: Files, path: str) -> Iterator[_Operation]:
    for key, value in files.tree(path).get("paths").keyed():
        if not key.text.startswith("/"):
            continue
        item = files.follow(path, value)
        for verb, operation in item.node.keyed():
            if verb.text in _METHODS:
                place = Place(item.path, verb.line, max(verb.line, operation.end_line))
                yield _Operation(verb.text.upper(), key.text, place, operation)


def _bases(root: Node) -> tuple[str, ...]:
    """Paths below which the interface is offered, each once; ("",) where nothing is said."""
    if root.get("swagger"):
        return (_path_of(root.get("basePath").text),)
    found = []
    for server in root.get("servers").items:
        variables = server.get("variables")
        address = server.get("url").text
        for name in _BRACES.findall(address):
            address = address.replace(f"{{{name}}}", variables.get(name, "default").text)
        found.append(_path_of(address))
    return tuple(dict.fromkeys(found)) or ("",)


def _path_of(address: str) -> str:
    """The path of an address, without a slash at its end."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    path = path.rstrip("/")
    return path if path.startswith("/") or not path else f"/{path}"


def _shape(path: str) -> str:
    """A path with its variables as ``{}``, whatever the notation."""
    parts = ["{}" if _VARIABLE.search(part) else part for part in path.strip("/").split("/")]
    return "/".join(parts)


def _is_registered(item: _Operation, bases: Sequence[str], routes: set[tuple[str, str]]) -> bool:
    shapes = {_shape(base + item.path) for base in ("", *bases)}
    shapes |= {f"…/{shape}" for shape in shapes}
    return any((method, shape) in routes for method in (item.method, "ANY") for shape in shapes)


def _schema(path: str, root: Node, operations: Sequence[_Operation], described: bool) -> ApiSchema:
    line = next((key.line for key, _ in root.keyed() if key.text in ("openapi", "swagger")), 1)
    roots = []
    if operations:
        block = next((key for key, _ in root.keyed() if key.text == "paths"), None)
        at = block.line if block is not None else line
        roots.append(SchemaRoot("operations", root.get("info", "title").text, len(operations), Place(path, at, at)))
    schemas = schemas_of(root)
    if schemas:
        roots.append(SchemaRoot("schemas", "schemas", len(schemas.pairs), Place(path, schemas.line, schemas.line)))
    return ApiSchema("openapi", Place(path, line, line), tuple(roots), SOURCE, described)


def _endpoint(
    code: Code, item: _Operation, root: Node, path: str, bases: Sequence[str], answered: Mapping[str, Answer]
) -> Endpoint:
    one = len(bases) == 1
    prefix = bases[0] if one else ""
    word = "basePath" if root.get("swagger") else "servers"
    at = next((key.line for key, _ in root.keyed() if key.text == word), 0)
    handler = item.node.get("operationId").text
    controller = item.node.get("x-openapi-router-controller").text or item.node.get("x-swagger-router-controller").text
    place, symbol = _handler(code, f"{controller}.{handler}" if controller else handler)
    answer = answered.get(handler) if place is None else None
    if answer is not None:
        place, symbol = answer.place, answer.symbol
    words = (item.node.get("summary").text or item.node.get("description").text).strip()
    return Endpoint(
        item.method,
        prefix + item.path if one else f"…{item.path}",
        answer.handler if answer is not None else handler or path.rpartition("/")[2],
        place or item.place,
        item.place,
        symbol,
        handler,
        FRAMEWORK,
        one,
        words,
        SOURCE,
        prefix,
        (Place(path, at, at),) if prefix and at else (),
        auth=answer.auth if answer is not None else "",
        auth_at=answer.auth_at if answer is not None else None,
        documented=item.place if place is not None and words else None,
    )


def _handler(code: Code, name: str) -> tuple[Place | None, str]:
    """The Python function an operation names by its module, as Connexion does; none where the name is no such thing."""
    module, _, function = name.rpartition(".")
    if not module:
        return None, ""
    ending = f"{module.replace('.', '/')}.py"
    for path, facts in code.files.items():
        if path == ending or path.endswith(f"/{ending}"):
            for definition in facts.definitions:
                if definition.qualname == function:
                    return Place(path, definition.line, definition.end_line), symbol_of(path, function)
    return None, ""
