"""Schemas over the environment: Joi, yup, zod, envalid and their like say which variables there are and which must be set."""

from __future__ import annotations

from apps.engine.facts import Call, ConfigKey, FileFacts, Place, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import dict_item, source_of

_VALIDATED = frozenset({"process.env", "import.meta.env"})
_OPTIONS = frozenset({"abortEarly", "allowUnknown", "stripUnknown", "presence", "convert", "errors", "context", "noDefaults"})
_CHAIN = 24


def find(code: Code, facts: FileFacts, found: Found) -> None:
    """The keys of the schemas that a file checks the environment with."""
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
                if item.value.kind in ("name", "dict", "call", "attribute") and not _are_options(item.value)
            ]
        for path, scope, value in schemas:
            strict = any(_sets_presence(item) for item in (call.callee, *(given.value for given in call.arguments), value))
            for at, key, item in _keys(code, path, scope, value):
                found.config_keys.append(
                    ConfigKey(
                        key.text,
                        "env",
                        Place(at, key.line, max(item.end_line, key.line)),
                        "schema over process.env",
                        _default(item),
                        _is_required(code, at, scope if at == path else "", item, strict=strict),
                        "framework:environment",
                    )
                )


def _are_options(value: Value) -> bool:
    """Whether an object tells the library how to validate, not what."""
    return value.kind == "dict" and any(key.text in _OPTIONS for key in value.keys)


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
    last = _links(value)[-1:]
    options = next((item.value for call in last for item in call.arguments if item.value.kind == "dict"), None)
    given = dict_item(options, "default")
    return source_of(given, script=True)


def _sets_presence(value: Value) -> bool:
    """Whether options of a chain of calls make every key required: ``{presence: "required"}``."""
    if value.kind == "dict":
        given = dict_item(value, "presence")
        return given is not None and given.text == "required"
    links = _links(value.items[0] if value.kind == "attribute" and value.items else value)
    return any(_sets_presence(item.value) for call in links for item in call.arguments if item.value.kind == "dict")


def _is_required(code: Code, path: str, scope: str, value: Value, *, strict: bool) -> bool | None:
    """Whether the schema refuses an environment without the variable, by the rules of its library; None if that is not known."""
    links = _links(value)
    called = {call.callee.text.rpartition(".")[2] for call in links}
    if called & {"default", "prefault", "catch", "failover"}:
        return False
    if called & {"optional", "nullish", "forbidden", "notRequired"}:
        return False
    if called & {"required", "exist", "nonoptional"}:
        return True
    root = links[-1].callee if links else value
    library = code.names.of(path, scope, root).external.partition(".")[0].rpartition("/")[2] if root.kind == "name" else ""
    if library in ("joi", "yup"):
        return strict
    if library == "zod":
        lenient = any("coerce" in call.callee.text or call.callee.text.endswith((".any", ".unknown")) for call in links)
        return None if lenient else True
    if library == "envalid":
        options = next((item.value for item in links[-1].arguments if item.value.kind == "dict"), None) if links else None
        return dict_item(options, "default", "devDefault") is None
    return None
