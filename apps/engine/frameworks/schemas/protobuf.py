"""Protocol Buffers: messages as models, the calls of services as endpoints, with the HTTP routes their options give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from apps.engine.facts import ApiSchema, Endpoint, Field, Model, Place, Relation, SchemaRoot
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.schemas.proto_file import Block, ProtoField, ProtoFile, Rpc, Service, read_proto
from apps.engine.frameworks.schemas.sources import own_texts

FRAMEWORK = "Protocol Buffers"
SOURCE = "schema:protobuf"
# Packages whose files are copied into repositories that use them.
_SHARED = (
    "google.protobuf", "google.api", "google.rpc", "google.type", "google.longrunning", "validate", "buf.validate", "gogoproto",
    "grpc.gateway", "grpc.health", "grpc.reflection",
)  # fmt: skip


def find(code: Code) -> Found:
    """What the repository's own `.proto` files declare.  Copies of a file (one a service) tell nothing new."""
    found = Found()
    files = {path: read_proto(text) for path, text in own_texts(code, ".proto")}
    own = {path: file for path, file in files.items() if not _is_shared(file.package)}
    files = own or files
    known = _names(files.values())
    seen: set[str] = set()
    # The file nearest to the root is the one that the others are copies of.
    for path in sorted(files, key=lambda name: (name.count("/"), name)):
        file = files[path]
        roots: list[SchemaRoot] = []
        for block in file.blocks:
            name = _full(file.package, block.name)
            if name not in seen:
                seen.add(name)
                found.models.append(_model(path, file.package, block, known))
        for service in file.services:
            name = _full(file.package, service.name)
            if name not in seen:
                seen.add(name)
                roots.append(SchemaRoot("service", service.name, len(service.rpcs), Place(path, service.line, service.end_line)))
                found.endpoints += _endpoints(path, file, service)
        if roots:
            place = Place(path, roots[0].place.line, roots[0].place.line)
            found.schemas.append(ApiSchema("protobuf", place, tuple(roots), SOURCE))
    if found.endpoints:
        found.frameworks.append("gRPC")
    return found


def _names(files: Iterable[ProtoFile]) -> dict[str, str]:
    """Full name → name of the model: the last part; where that repeats, with the message around it (``Order_Item``)."""
    blocks = {_full(file.package, block.name): block.name for file in files for block in file.blocks}
    times = Counter(name.rpartition(".")[2] for name in set(blocks.values()))
    return {
        full: name.replace(".", "_") if times[name.rpartition(".")[2]] > 1 else name.rpartition(".")[2]
        for full, name in blocks.items()
    }


def _is_shared(package: str) -> bool:
    return any(package == name or package.startswith(f"{name}.") for name in _SHARED)


def _full(package: str, name: str) -> str:
    return f"{package}.{name}" if package else name


def _model(path: str, package: str, block: Block, known: dict[str, str]) -> Model:
    fields, relations = [], []
    for item in block.fields:
        fields.append(Field(item.name, _type(item), _detail(item), False, item.line))
        target = _resolve(item.type, _full(package, block.name), known)
        if target:
            many = item.label in ("repeated", "map")
            relations.append(Relation(item.name, "to many" if many else "to one", target, item.line))
    return Model(
        known[_full(package, block.name)],
        Place(path, block.line, block.end_line),
        "schema",
        FRAMEWORK,
        fields=tuple(fields),
        relations=tuple(relations),
        docstring=block.doc,
        source=SOURCE,
    )


def _type(item: ProtoField) -> str:
    if item.label == "map":
        return f"map<{item.key}, {item.type}>"
    return f"repeated {item.type}" if item.label == "repeated" else item.type


def _detail(item: ProtoField) -> str:
    said = [f"number {item.number}"]
    if item.label in ("optional", "required"):
        said.append(item.label)
    if item.group:
        said.append(f"one of {item.group}")
    if item.deprecated:
        said.append("deprecated")
    return ", ".join(said)


def _resolve(name: str, scope: str, known: dict[str, str]) -> str:
    """The model a type means, looked for from the innermost scope outwards; "" for what is not in the repository."""
    if name.startswith("."):
        return known.get(name[1:], "")
    parts = scope.split(".")
    for length in range(len(parts), -1, -1):
        full = ".".join([*parts[:length], name])
        if full in known:
            return known[full]
    return ""


def _endpoints(path: str, file: ProtoFile, service: Service) -> Iterable[Endpoint]:
    for rpc in service.rpcs:
        yield _endpoint("RPC", f"/{_full(file.package, service.name)}/{rpc.name}", path, service, rpc)
        for method, route in rpc.routes:
            yield _endpoint(method, route, path, service, rpc)


def _endpoint(method: str, route: str, path: str, service: Service, rpc: Rpc) -> Endpoint:
    place = Place(path, rpc.line, rpc.end_line)
    return Endpoint(
        method, route, f"{service.name}.{rpc.name}", place, place,
        name=rpc.name, framework="gRPC", docstring=rpc.doc, source=SOURCE,
    )  # fmt: skip
