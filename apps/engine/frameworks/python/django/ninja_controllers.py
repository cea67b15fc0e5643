"""Django Ninja Extra: classes whose methods are operations, and those that make them of a model."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Call, Decorator, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.python.classes import class_fields
from apps.engine.frameworks.routing import Key, Node, guarded
from apps.engine.frameworks.text import argument, keyword, source_of

_PACKAGE = "ninja_extra"
_NAME = "Django Ninja"
_SOURCE = "framework:django-ninja"
_VERBS = frozenset({"get", "post", "put", "patch", "delete"})
_UNMOUNTED: Key = ("", "", "controllers")
_ONE = ("find_one", "update", "patch", "delete")
_GENERATED = {
    "create": "POST", "list": "GET", "find_one": "GET", "update": "PUT", "patch": "PATCH", "delete": "DELETE",
}  # fmt: skip
_MODEL_BASES = ("ModelControllerBase", "ModelControllerBuilder")
_TYPES = {"UUIDField": "uuid", "CharField": "str", "SlugField": "str", "EmailField": "str"}


def add_controllers(code: Code, mounting: Mounting, files: list[FileFacts]) -> None:
    """Hang controllers below the APIs they are registered with; what nothing registers hangs below a root that nobody reaches."""
    if _PACKAGE not in code.imports:
        return
    discovered: dict[Key, bool] = {}
    for facts in files:
        if any(item.module.partition(".")[0] == _PACKAGE for item in facts.imports):
            for definition in facts.definitions:
                said = _controller(code, facts.path, definition) if definition.kind == "class" else None
                if said is not None:
                    key = (facts.path, definition.parent, definition.qualname)
                    discovered[key] = _read(code, mounting, key, definition, said)
    mounted: set[Key] = set()
    for facts in files if discovered else ():
        for call in facts.calls:
            mounted |= _registered(code, mounting, facts.path, call, discovered)
    for key in discovered.keys() - mounted:
        mounting.routes.nodes.setdefault(_UNMOUNTED, Node(_UNMOUNTED, is_root=True))
        mounting.routes.mount(_UNMOUNTED, key, mounting.routes.nodes[key].prefix)


def guard_of(path: str, value: Value | None) -> Guard | None:
    """What ``auth=`` asks for; ``auth=None`` says that nothing is."""
    if value is None:
        return None
    text = "" if value.kind == "none" else source_of(value)
    return Guard(text, Place(path, value.line or 1, value.end_line or value.line or 1))


def _controller(code: Code, path: str, definition: Definition) -> Decorator | None:
    """``@api_controller("/prefix")`` on a class."""
    for decorator in definition.decorators:
        name = code.names.bind(path, definition.parent, decorator.name, decorator.line).external
        if name.startswith(_PACKAGE) and name.endswith("api_controller"):
            return decorator
    return None


def _read(code: Code, mounting: Mounting, key: Key, definition: Definition, said: Decorator) -> bool:
    """Register the operations of a controller; whether an API that looks for controllers finds it."""
    path = key[0]
    call = Call(Value("name", said.name), said.arguments, said.line)
    given = argument(call, 0, "prefix_or_class")
    prefix = code.folder.route(path, definition.parent, given) if given is not None else ""
    guard = guard_of(path, keyword(said.arguments, "auth")) or guard_of(path, keyword(said.arguments, "permissions"))
    mounting.routes.nodes[key] = Node(key, prefix=prefix, place=Place(path, said.line, said.end_line or said.line), guard=guard)
    is_found = keyword(said.arguments, "auto_import")
    seen: set[str] = set()
    is_of_model = any(base.endswith(_MODEL_BASES) for base in code.names.external_bases(path, definition))
    for at, current in code.names.ancestors(path, definition):
        for item in class_fields(code, at, current):
            if item.target == "auto_import" and is_found is None:
                is_found = item.value
            elif item.target == "model_config" and is_of_model and item.value is not None and item.value.call is not None:
                _generated(code, mounting, key, definition, at, item.value.call)
        for method in code.index(at).children.get(current.qualname, ()):
            if method.name not in seen and method.decorators:
                seen.add(method.name)
                for endpoint in _operations(code, at, method):
                    mounting.routes.add(key, endpoint)
    return is_found is None or is_found.text != "false"


def _operations(code: Code, path: str, method: Definition) -> Iterator[Endpoint]:
    """What the decorators of a method make: ``@route.get("/x")``, ``@http_post("/x")``, ``@route.generic("/x", methods=[…])``."""
    for decorator in method.decorators:
        name = code.names.bind(path, method.parent, decorator.name, decorator.line).external
        verb = name.rpartition(".")[2].removeprefix("http_")
        if not name.startswith(_PACKAGE) or (verb not in _VERBS and verb != "generic"):
            continue
        call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
        route = argument(call, 0, "path")
        text = code.folder.route(path, method.parent, route) if route is not None else ""
        methods = [verb.upper()]
        if verb == "generic":
            texts = code.folder.texts(path, method.parent, keyword(decorator.arguments, "methods"))
            methods = sorted({item.upper() for item in texts}) if texts else ["ANY"]
        yield from operations(code, path, method, decorator, methods, text)


def operations(
    code: Code, path: str, function: Definition, decorator: Decorator, methods: list[str], text: str
) -> Iterator[Endpoint]:
    """An endpoint for each HTTP method of one operation."""
    named = keyword(decorator.arguments, "url_name")
    guard = guard_of(path, keyword(decorator.arguments, "auth"))
    guard = guard or guard_of(path, keyword(decorator.arguments, "permissions"))
    for method in methods:
        endpoint = Endpoint(
            method,
            text,
            function.qualname,
            place_of(path, function),
            Place(path, decorator.line, max(decorator.end_line, function.line)),
            symbol_of(path, function.qualname),
            (code.folder.text(path, "", named) or "") if named is not None else "",
            _NAME,
            docstring=function.docstring,
            source=_SOURCE,
        )
        yield guarded(endpoint, guard)


def _generated(code: Code, mounting: Mounting, key: Key, definition: Definition, path: str, config: Call) -> None:
    """The operations a controller of a model has without a method of its own."""
    listed = keyword(config.arguments, "allowed_routes")
    allowed = code.folder.texts(path, definition.qualname, listed) if listed is not None else list(_GENERATED)
    here = Place(path, config.line, config.end_line)
    one = _key_of(code, path, definition.qualname, keyword(config.arguments, "model"))
    for name in allowed or ():
        if name in _GENERATED:
            mounting.routes.add(
                key,
                Endpoint(
                    _GENERATED[name], one if name in _ONE else "/", f"{definition.qualname}.{name}", place_of(key[0], definition),
                    here, symbol_of(key[0], definition.qualname), framework=_NAME, source=_SOURCE,
                ),
            )  # fmt: skip


def _key_of(code: Code, path: str, scope: str, model: Value | None) -> str:
    """The part of a path that says which row: by the model's key, Django's own where none is declared."""
    bound = code.names.of(path, scope, model) if model is not None else None
    if bound is not None and bound.definition is not None and bound.definition.kind in CLASSES:
        for at, current in code.names.ancestors(bound.path, bound.definition):
            for item in class_fields(code, at, current):
                call = item.value.call if item.value is not None else None
                is_key = keyword(call.arguments, "primary_key") if call is not None else None
                if call is not None and is_key is not None and is_key.text == "true":
                    return f"/{{{_TYPES.get(call.callee.text.rpartition('.')[2], 'int')}:{item.target}}}"
    return "/{int:id}"


def _registered(code: Code, mounting: Mounting, path: str, call: Call, discovered: dict[Key, bool]) -> set[Key]:
    """The controllers that a call registers with an API."""
    owner, _, last = call.callee.text.rpartition(".")
    if call.callee.kind != "name" or last not in ("register_controllers", "auto_discover_controllers"):
        return set()
    api = mounting.node(path, call.scope, Value("name", owner, line=call.line), parameters=False)
    if api is None:
        return set()
    found = {key for key, is_found in discovered.items() if is_found} if last == "auto_discover_controllers" else set()
    for item in call.arguments if last == "register_controllers" else ():
        bound = code.names.of(path, call.scope, item.value)
        if item.value.kind == "string":
            module, _, name = item.value.text.rpartition(".")
            target = code.names.modules.python(path, module)
            bound = code.names.bind(target, "", name) if target is not None else bound
        if bound.definition is not None:
            found.add((bound.path, bound.definition.parent, bound.definition.qualname))
    found &= discovered.keys()
    for key in found:
        node = mounting.routes.nodes[key]
        own = (node.place,) if node.prefix and node.place is not None else ()
        mounting.routes.mount(api, key, node.prefix, (Place(path, call.line, call.end_line), *own))
    return found
