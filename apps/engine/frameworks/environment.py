"""Configuration read in code: the language's own reads, django-environ, environs, decouple, Joi, zod, envalid and the like."""

from __future__ import annotations

from apps.engine.facts import Call, ConfigKey, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, keyword, source_of

_READERS = frozenset({
    "environ.Env", "environ.environ.Env", "environ.FileAwareEnv", "environs.Env", "environs.env", "environs.FileAwareEnv",
    "goodconf.Env",
})  # fmt: skip
_CASTS = frozenset({
    "str", "bytes", "bool", "int", "float", "json", "list", "tuple", "dict", "url", "db", "db_url", "cache", "cache_url",
    "email", "email_url",
    "search_url", "channels", "channels_url", "path", "decimal", "date", "datetime", "timedelta", "uuid", "log_level",
    "enum", "dj_db_url",
    "dj_email_url", "dj_cache_url", "get_value", "unicode", "time",
})  # fmt: skip
_IMPLIED = {
    "db": "DATABASE_URL", "db_url": "DATABASE_URL", "cache": "CACHE_URL", "cache_url": "CACHE_URL", "email": "EMAIL_URL",
    "email_url": "EMAIL_URL",
    "search_url": "SEARCH_URL", "channels": "CHANNELS_URL", "channels_url": "CHANNELS_URL",
}  # fmt: skip
_FUNCTIONS = frozenset(
    {"decouple.config", "decouple.AutoConfig", "decouple.Config", "starlette.config.Config", "prettyconf.config"}
)
_VALIDATED = frozenset({"process.env", "import.meta.env"})
_SCRIPT_FUNCTIONS = frozenset({"envalid.cleanEnv"})
_PACKAGES = frozenset({"environ", "environs", "decouple", "prettyconf", "starlette", "goodconf"})
_CHAIN = 24


def find(code: Code) -> Found:
    """Every place where an environment variable is read or declared, tests included."""
    found = Found()
    names = _reader_names(code)
    for facts in code.own("Python", "JavaScript", "TypeScript", "TSX", tests=True, migrations=True):
        for read in facts.environment:
            found.config_keys.append(
                ConfigKey(
                    read.name,
                    "env",
                    Place(facts.path, read.line, read.end_line),
                    read.access,
                    read.default,
                    read.required or None,
                    "syntax",
                )
            )
        if facts.language == "Python":
            _python(code, facts, found, names)
        else:
            _script(code, facts, found)
    return found


def _reader_names(code: Code) -> set[str]:
    """Every name under which some file may know an object or function that reads the environment."""
    if not code.imports & _PACKAGES:
        return set()
    names = {"config", "env"}
    for facts in code.files.values():
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None else None
            if call is not None and call.callee.text.rpartition(".")[2].endswith(("Env", "env", "Config")):
                names.add(assignment.target.rpartition(".")[2])
    for facts in code.files.values():
        names |= {name.alias for item in facts.imports for name in item.names if name.alias and name.name in names}
    return names


def _python(code: Code, facts: FileFacts, found: Found, names: set[str]) -> None:
    if not names:
        return
    prefixed = [call for call in facts.calls if call.callee.text.rpartition(".")[2] == "prefixed"]
    for call in facts.calls:
        callee = call.callee
        if callee.kind != "name" or (not call.arguments and callee.text.rpartition(".")[2] not in _IMPLIED):
            continue
        receiver, dot, method = callee.text.rpartition(".")
        if names.isdisjoint(callee.text.split(".")):
            continue
        access, reader = callee.text, False
        if dot and method in _CASTS:
            reader = _is_reader(code, facts.path, call.scope, Value("name", receiver, line=call.line))
        elif not dot or method not in ("read_env", "prefixed"):
            reader = _is_reader(code, facts.path, call.scope, callee) or _is_function(code, facts.path, call.scope, callee)
        if not reader:
            continue
        first = argument(call, 0, "var", "name", "option", "key")
        name = code.folder.text(facts.path, call.scope, first) if first is not None else _IMPLIED.get(method)
        place = Place(facts.path, call.line, call.end_line)
        if not name or any(item.line < call.line for item in prefixed):
            reason = (
                "The name is put together when the program runs."
                if not name
                else "A prefix is put before the name when the program runs."
            )
            found.unknowns.append(Unknown("configuration key", source_of(first) or access, reason, place))
            continue
        given = keyword(call.arguments, "default") or (
            argument(call, 1) if _is_function(code, facts.path, call.scope, callee) else None
        )
        if given is None and dot and "environs" in _maker(code, facts.path, call.scope, receiver):
            given = argument(call, 1)
        found.config_keys.append(ConfigKey(name, "env", place, access, source_of(given), given is None, "framework:environment"))


def _maker(code: Code, path: str, scope: str, name: str) -> str:
    bound = code.names.bind(path, scope, name)
    return bound.external or code.names.maker(bound).external


def _is_reader(code: Code, path: str, scope: str, value: Value) -> bool:
    """Whether the expression is an object that reads the environment."""
    bound = code.names.of(path, scope, value)
    return bound.external in ("environs.env",) or code.names.maker(bound).external in _READERS


def _is_function(code: Code, path: str, scope: str, value: Value) -> bool:
    bound = code.names.of(path, scope, value)
    return bound.external in ("decouple.config", "prettyconf.config") or code.names.maker(bound).external in _FUNCTIONS


def _script(code: Code, facts: FileFacts, found: Found) -> None:
    for call in facts.calls:
        whole = [item.value for item in call.arguments if item.value.kind == "name" and item.value.text in _VALIDATED]
        if not whole and not any(_spreads_environment(item.value) for item in call.arguments):
            continue
        last = call.callee.text.rpartition(".")[2]
        schemas: list[tuple[str, str, Value]] = []
        if last in ("validate", "validateSync", "validateAsync", "parse", "safeParse", "attempt", "assert"):
            if call.callee.kind == "attribute" and call.callee.items:
                schemas.append((facts.path, call.scope, call.callee.items[0]))
            elif call.callee.kind == "name" and "." in call.callee.text:
                schemas.append((facts.path, call.scope, Value("name", call.callee.text.rpartition(".")[0], line=call.line)))
        if last in ("cleanEnv", "validate", "attempt", "from", "assert"):
            schemas += [
                (facts.path, call.scope, item.value)
                for item in call.arguments
                if item.value.kind in ("name", "dict", "call", "attribute")
            ]
        for path, scope, value in schemas:
            for at, key, item in _keys(code, path, scope, value):
                found.config_keys.append(
                    ConfigKey(
                        key.text,
                        "env",
                        Place(at, key.line, max(item.end_line, key.line)),
                        "schema over process.env",
                        _default(item),
                        True if _has_call(item, "required") else None,
                        "framework:environment",
                    )
                )


def _spreads_environment(value: Value) -> bool:
    return value.kind == "dict" and any(
        key.kind == "spread" and item.kind == "name" and item.text in _VALIDATED
        for key, item in zip(value.keys, value.items, strict=False)
    )


def _keys(code: Code, path: str, scope: str, value: Value) -> list[tuple[str, Value, Value]]:
    """(file, key, value) of every key of the object schemas in a chain of calls."""
    out: list[tuple[str, Value, Value]] = []
    waiting = [(path, scope, value)]
    steps = 0
    while waiting and steps < _CHAIN:
        steps += 1
        bound: Bound = code.names.of(*waiting.pop(0))
        current = bound.value
        if current is None:
            continue
        if current.kind == "dict":
            out += [
                (bound.path, key, item)
                for key, item in zip(current.keys, current.items, strict=False)
                if key.kind in ("string", "name") and key.text.isidentifier()
            ]
        elif current.kind == "attribute" and current.items:
            waiting.append((bound.path, bound.scope, current.items[0]))
        elif current.kind == "call" and current.call is not None:
            call = code.index(bound.path).whole(current.call)
            last = call.callee.text.rpartition(".")[2]
            if call.callee.kind == "attribute" and call.callee.items:
                waiting.append((bound.path, bound.scope, call.callee.items[0]))
            elif (
                call.callee.kind == "name"
                and call.callee.text.count(".") == 1
                and last not in ("object", "strictObject", "looseObject")
            ):
                waiting.append((bound.path, bound.scope, Value("name", call.callee.text.rpartition(".")[0], line=call.line)))
            if last in ("keys", "object", "append", "extend", "shape", "strictObject", "looseObject", "concat", "merge"):
                waiting += [(bound.path, bound.scope, item.value) for item in call.arguments]
    return out


def _links(value: Value) -> list[Call]:
    """The calls of a chain, outermost first."""
    out: list[Call] = []
    current: Value | None = value
    while current is not None and len(out) < _CHAIN:
        if current.kind == "call" and current.call is not None:
            out.append(current.call)
            current = current.call.callee
        elif current.kind == "attribute" and current.items:
            current = current.items[0]
        else:
            break
    return out


def _default(value: Value) -> str:
    for call in _links(value):
        if call.callee.text.rpartition(".")[2] == "default" and call.arguments:
            return source_of(call.arguments[0].value, script=True)
    return ""


def _has_call(value: Value, name: str) -> bool:
    return any(call.callee.text.rpartition(".")[2] == name for call in _links(value))
