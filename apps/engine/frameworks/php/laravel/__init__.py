"""Laravel and Lumen, and Slim, whose routers are told the same way: routes in rows of calls, groups, resources, mounted files."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apps.engine.facts import Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.call_chains import Chain, Step, chains
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.php.laravel.groups import Context, middleware_groups, of_controller, required, within
from apps.engine.frameworks.php.laravel.handlers import Handler, handler_of, method_of
from apps.engine.frameworks.php.laravel.loops import put, turns
from apps.engine.frameworks.php.laravel.mounts import Files, named_files
from apps.engine.frameworks.php.laravel.resources import NAMES as RESOURCES
from apps.engine.frameworks.php.laravel.resources import actions
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START

_VERBS = {
    "get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS", "any": "ANY",
    "view": "GET", "redirect": "ANY", "permanentRedirect": "ANY", "match": "", "map": "", "fallback": "GET", "livewire": "GET",
}  # fmt: skip
_FACADE = "Illuminate.Support.Facades.Route"
_ROUTERS = frozenset({"Router", "Registrar", "RouteRegistrar"})
_SLIM = frozenset({"App", "RouteCollectorProxy", "RouteCollectorProxyInterface"})
_DEPTH = 8
_UNKNOWN_PATH = "The path of this route is put together when the program runs."


@dataclass(slots=True)
class _File:
    facts: FileFacts
    framework: str
    chains: list[Chain]
    groups: list[Chain] = field(default_factory=list)
    groups_of_middleware: dict[str, str] = field(default_factory=dict)
    mounts: list[tuple[str, Context]] = field(default_factory=list)  # (file that runs it, context there)


def find(code: Code) -> Found:
    """Endpoints of the routers; routes whose files are run where it can't be told keep an unknown beginning."""
    found = Found()
    files: dict[str, _File] = {}
    for facts in code.own("PHP"):
        told = _told(facts)
        if told is not None:
            files[facts.path] = told
    if not files:
        return found
    groups = middleware_groups(code)
    for file in files.values():
        file.groups_of_middleware = groups
    _mount(code, files)
    for path, file in sorted(files.items()):
        before = len(found.endpoints)
        for start in _starts(path, file, files, 0):
            for chain in file.chains:
                _register(code, file, chain, start, found)
        if len(found.endpoints) > before:
            found.frameworks.append(file.framework)
    unknown = [item for item in found.endpoints if not item.prefix_known]
    for framework in sorted({item.framework for item in unknown}):
        found.unknowns += prefix_unknowns([item for item in unknown if item.framework == framework], framework)
    return found


def _told(facts: FileFacts) -> _File | None:
    """The rows of calls on a router of a file, None where it has none."""
    slim = any(item.module == "Slim" or item.module.startswith("Slim.") for item in facts.imports)
    heads = _slim_heads(facts) if slim else _heads(facts)
    if not heads and not any("withRouting" in call.callee.text or "loadRoutesFrom" in call.callee.text for call in facts.calls):
        return None
    told = [chain for chain in chains(facts) if chain.head in heads or chain.step("withRouting") is not None]
    file = _File(facts, "Slim" if slim else "Laravel", told)
    file.groups = [chain for chain in told if _body(chain) is not None]
    return file


def _heads(facts: FileFacts) -> set[str]:
    found = {"\\Route"}
    names = {(item.alias or item.name): f"{of.module}.{item.name}" for of in facts.imports for item in of.names}
    found |= {name for name, full in names.items() if full in (_FACADE, ".Route", "Route")}
    if "Route" not in names and not facts.package:
        found.add("Route")
    found |= _typed(facts, _ROUTERS, names)
    if facts.path.startswith("routes/") or "/routes/" in facts.path:
        found |= {"$router", "$app"}
    used = {call.callee.text.rpartition(".")[0] for call in facts.calls if call.callee.kind == "name"}
    return found & used


def _slim_heads(facts: FileFacts) -> set[str]:
    names = {(item.alias or item.name): f"{of.module}.{item.name}" for of in facts.imports for item in of.names}
    found = _typed(facts, _SLIM, names)
    for item in facts.assignments:
        call = item.value.call if item.value is not None else None
        if call is not None and (
            call.callee.text.endswith("AppFactory.create") or (call.is_new and _is(call.callee.text, _SLIM, names))
        ):
            found.add(item.target)
    return found


def _typed(facts: FileFacts, kinds: frozenset[str], names: dict[str, str]) -> set[str]:
    """Parameters whose declared type is a router."""
    found = {item.target for item in facts.assignments if item.kind == "parameter" and _is(item.annotation, kinds, names)}
    for definition in facts.definitions:
        found |= {item.name for item in definition.parameters if _is(item.annotation, kinds, names)}
    return found


def _is(written: str, kinds: frozenset[str], names: dict[str, str]) -> bool:
    full = names.get(written, written.replace("\\", ".").strip("."))
    return last(full) in kinds and full.startswith(("Illuminate.", "Slim.", "Laravel."))


def _body(chain: Chain) -> Value | None:
    """The function that a group runs."""
    step = chain.step("group")
    given = step.arguments[-1].value if step is not None and step.arguments else None
    return given if given is not None and given.kind == "function" else None


def _around(file: _File, line: int, end_line: int, chain: Chain | None) -> Chain | None:
    """The innermost group that lines stand in."""
    best: Chain | None = None
    least = 0
    for group in file.groups:
        if group is chain:
            break
        body = _body(group)
        if (
            body is not None
            and body.line <= line
            and end_line <= body.end_line
            and (best is None or body.end_line - body.line <= least)
        ):
            best, least = group, body.end_line - body.line
    return best


def _mount(code: Code, files: dict[str, _File]) -> None:
    """Note for every file where it is run."""
    paths = Files(code)
    for path, file in sorted(files.items()):
        for chain in file.chains:
            configured = chain.step("withRouting")
            if configured is not None:
                _configured(code, file, chain, configured, paths, files)
            step = chain.step("group")
            given = step.arguments[-1].value if step is not None and step.arguments else None
            if given is not None and given.kind not in ("function", "dict"):
                for target in paths.of(path, given):
                    if target in files:
                        files[target].mounts.append((path, _inside(code, file, chain, Context(), 0)))
        given_to_groups = {chain.end_line for chain in file.chains if chain.step("group") and _body(chain) is None}
        for value, call, line in named_files(file.facts):
            if call is not None and call.end_line in given_to_groups:
                continue
            around = _around(file, line, line, None)
            context = _inside(code, file, around, Context(), 0) if around is not None else Context()
            for target in paths.of(path, value):
                if target in files and target != path:
                    files[target].mounts.append((path, context))


def _configured(code: Code, file: _File, chain: Chain, step: Step, paths: Files, files: dict[str, _File]) -> None:
    """``->withRouting(web: …, api: …, apiPrefix: 'api')``."""
    given = {item.name: item.value for item in step.arguments if item.name}
    for word in ("web", "api", "health"):
        value = given.get(word)
        for target in paths.of(file.facts.path, value) if word != "health" else ():
            if target not in files or value is None:
                continue
            prefix = given.get("apiPrefix") if word == "api" else None
            text = text_of(code, file.facts.path, chain.scope, prefix) if prefix is not None else "api" if word == "api" else ""
            place = Place(file.facts.path, (prefix or value).line, (prefix or value).end_line)
            shown = (place,) if text else ()
            files[target].mounts.append((file.facts.path, Context((text or "").strip("/"), text is not None, places=shown)))


def _inside(code: Code, file: _File, chain: Chain, start: Context, level: int) -> Context:
    """The context that a row gives, below the groups around it in its file."""
    around = _around(file, chain.line, chain.end_line, chain) if level < _DEPTH else None
    above = _inside(code, file, around, start, level + 1) if around is not None else start
    if file.framework == "Slim":
        return _slim(code, file, chain, above)
    return within(code, file.facts, chain, above)


def _slim(code: Code, file: _File, chain: Chain, above: Context) -> Context:
    """Slim puts the paths of groups in front of each other as they are."""
    step = chain.step("group")
    if step is None:
        return above
    text = text_of(code, file.facts.path, chain.scope, step.value(0))
    value = step.value(0)
    place = (Place(file.facts.path, value.line, value.end_line),) if value is not None else ()
    return replace(
        above, prefix=f"{above.prefix}{text or ''}", is_known=above.is_known and text is not None, places=(*above.places, *place)
    )


def _starts(path: str, file: _File, files: dict[str, _File], level: int) -> list[Context]:
    """The contexts a file is run in."""
    found: list[Context] = []
    for runner, context in file.mounts:
        above = _starts(runner, files[runner], files, level + 1) if level < _DEPTH and runner != path else [Context()]
        for start in above:
            found.append(
                replace(
                    context,
                    prefix="/".join(part for part in (start.prefix, context.prefix) if part),
                    is_known=start.is_known and context.is_known,
                    guards=(*start.guards, *context.guards),
                    places=(*start.places, *context.places),
                    name=start.name + context.name,
                )
            )
    if found:
        return list(dict.fromkeys(found))
    folder, _, name = path.rpartition("/")
    is_file_of_routes = last(folder.replace("/", ".")) == "routes" and not any(chain.scope for chain in file.chains)
    if file.framework == "Slim" or not is_file_of_routes or name == "web.php":
        return [Context()]
    return [Context(is_known=False)]


def _register(code: Code, file: _File, chain: Chain, start: Context, found: Found) -> None:
    at = next((number for number, step in enumerate(chain.steps) if step.name in _VERBS or step.name in RESOURCES), None)
    if at is None or chain.step("withRouting") is not None or chain.step("group") is not None:
        return
    step = chain.steps[at]
    context = _inside(code, file, chain, start, 0)
    place = Place(file.facts.path, step.call.line, chain.end_line)
    if step.name in RESOURCES:
        for action in actions(chain, step):
            given = action.controller
            handler = Handler(action.name, place)
            if given is not None and given.kind == "name":
                handler = method_of(code, file.facts, chain.scope, given.text, action.name, place)
            elif given is not None and given.kind == "string":
                named = Value("string", f"{given.text}@{action.name}", line=given.line, end_line=given.end_line)
                handler = handler_of(code, file.facts, chain.scope, named, context, place)
            found.endpoints.append(
                _endpoint(code, file, action.method, action.path, handler, context, place, context.name + action.route)
            )
        return
    methods = [_VERBS[step.name]] if _VERBS[step.name] else [item.text.upper() for item in listed(step.value(0))]
    if "" in methods or not methods:
        return
    shift = 0 if _VERBS[step.name] else 1
    given, answer = step.value(shift), step.value(shift + 1)
    for names in list(turns(file.facts, chain.scope, chain.line, given, answer)) or [{}]:
        _told_once(code, file, chain, step, context, methods, (put(given, names), put(answer, names)), found)


def _told_once(
    code: Code,
    file: _File,
    chain: Chain,
    step: Step,
    context: Context,
    methods: list[str],
    said: tuple[Value | None, Value | None],
    found: Found,
) -> None:
    """The endpoints of one verb with its path and what answers it."""
    place = Place(file.facts.path, step.call.line, chain.end_line)
    is_fallback = step.name == "fallback"
    path = "{fallbackPlaceholder}" if is_fallback else text_of(code, file.facts.path, chain.scope, said[0])
    handler = _handler(code, file, chain, step, context, place, said[0] if is_fallback else said[1])
    if path is None:
        found.unknowns.append(Unknown("endpoint", handler.name, _UNKNOWN_PATH, place))
        return
    for method in methods:
        found.endpoints.append(_endpoint(code, file, method, path, handler, context, place, _name(chain, context)))


def _name(chain: Chain, context: Context) -> str:
    return context.name if chain.step("name", "as") is not None else ""


def _handler(code: Code, file: _File, chain: Chain, step: Step, context: Context, place: Place, given: Value | None) -> Handler:
    if step.name == "view":
        return Handler(f"view {given.text}" if given is not None and given.kind == "string" else "view", place)
    if step.name in ("redirect", "permanentRedirect"):
        return Handler("redirect", place)
    return handler_of(code, file.facts, chain.scope, given, context, place)


def _endpoint(
    code: Code, file: _File, method: str, path: str, handler: Handler, context: Context, place: Place, name: str
) -> Endpoint:
    if file.framework == "Slim":
        full = f"{context.prefix}{path}" or "/"
    else:
        full = "/" + "/".join(part for part in (context.prefix, path.strip("/")) if part)
    prefix = context.prefix if file.framework == "Slim" else f"/{context.prefix}" if context.prefix else ""
    owner, _, last_name = handler.symbol.partition("#")[2].rpartition(".")
    held = of_controller(code.files[handler.place.path], owner, last_name) if owner and handler.place.path in code.files else ()
    guards = required((*context.guards, *held), file.groups_of_middleware)
    return Endpoint(
        method,
        full if context.is_known else UNKNOWN_START + full,
        handler.name,
        handler.place,
        place,
        handler.symbol,
        name,
        file.framework,
        context.is_known,
        handler.docstring,
        f"framework:{file.framework.lower()}",
        prefix,
        context.places,
        auth=", ".join(text for text, _ in guards),
        auth_at=guards[0][1] if guards else None,
    )
