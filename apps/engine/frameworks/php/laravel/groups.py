"""What the groups around a route add to it: the beginning of its path, middleware, a controller, a namespace, a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from apps.engine.facts import FileFacts, Place, Value
from apps.engine.frameworks.call_chains import Chain, Step, chains
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import last, listed, text_of

_GUARDS = frozenset({
    "auth", "can", "role", "permission", "ability", "abilities", "scope", "scopes", "verified", "jwt", "sanctum",
    "role_or_permission", "authenticated",
})  # fmt: skip
_OPEN = ("RedirectIf", "Guest", "Unauthenticated")
_PARTS = re.compile(r"[.\-]")


@dataclass(frozen=True, slots=True)
class Context:
    """`prefix` has no slash at its ends; `is_known` is false where a part of it can't be told.

    `guards` pairs middleware, as written, with its place.
    """

    prefix: str = ""
    is_known: bool = True
    guards: tuple[tuple[str, Place], ...] = ()
    controller: Value | None = None
    namespace: str = ""
    name: str = ""
    places: tuple[Place, ...] = ()


def within(code: Code, facts: FileFacts, chain: Chain, context: Context) -> Context:
    """The context inside a group, or of a route, by the steps of its row."""
    for step in chain.steps:
        if step.name == "group" and step.arguments:
            context = _listed(code, facts, chain, step, context)
        else:
            context = _step(code, facts, chain.scope, step, context)
    return context


def _step(code: Code, facts: FileFacts, scope: str, step: Step, context: Context) -> Context:
    value = step.value(0)
    if step.name == "prefix":
        return prefixed(code, facts, scope, value, context)
    if step.name == "middleware":
        return guarded(facts, context, *(item.value for item in step.arguments))
    if step.name == "withoutMiddleware":
        taken = {_written(item) for argument in step.arguments for item in listed(argument.value)}
        return replace(context, guards=tuple(item for item in context.guards if item[0] not in taken))
    if step.name == "can" and value is not None:
        text = ",".join(filter(None, (_written(item.value) for item in step.arguments)))
        return replace(context, guards=(*context.guards, (f"can:{text}", Place(facts.path, value.line, value.end_line))))
    if step.name == "controller" and value is not None:
        return replace(context, controller=value)
    if step.name == "namespace" and value is not None:
        return replace(context, namespace=_joined(context.namespace, value))
    if step.name in ("name", "as") and value is not None and value.kind == "string":
        return replace(context, name=context.name + value.text)
    return context


def _listed(code: Code, facts: FileFacts, chain: Chain, step: Step, context: Context) -> Context:
    """``group(['prefix' => 'x', 'middleware' => 'auth'], …)``."""
    given = step.value(0)
    if given is None or given.kind != "dict":
        return context
    for key, value in zip(given.keys, given.items, strict=True):
        word = key.text
        if word == "prefix":
            context = prefixed(code, facts, chain.scope, value, context)
        elif word == "middleware":
            context = guarded(facts, context, value)
        elif word == "controller":
            context = replace(context, controller=value)
        elif word == "namespace":
            context = replace(context, namespace=_joined(context.namespace, value))
        elif word == "as" and value.kind == "string":
            context = replace(context, name=context.name + value.text)
    return context


def prefixed(code: Code, facts: FileFacts, scope: str, value: Value | None, context: Context) -> Context:
    """The context below one more part of the path."""
    text = text_of(code, facts.path, scope, value)
    place = (Place(facts.path, value.line, value.end_line),) if value is not None else ()
    if text is None:
        return replace(context, prefix="", is_known=False, places=(*context.places, *place))
    parts = [part for part in (context.prefix, text.strip("/")) if part]
    return replace(context, prefix="/".join(parts), places=(*context.places, *place) if text.strip("/") else context.places)


def guarded(facts: FileFacts, context: Context, *values: Value) -> Context:
    """The context with further middleware."""
    items = [item for value in values for item in listed(value)]
    found = [(text, Place(facts.path, item.line, item.end_line)) for item in items if (text := _written(item))]
    return replace(context, guards=(*context.guards, *found))


def middleware_groups(code: Code) -> dict[str, str]:
    """Groups of middleware that the kernel declares, with the first of each that asks for somebody signed in."""
    found: dict[str, str] = {}
    for facts in code.own("PHP"):
        for assignment in facts.assignments:
            value = assignment.value
            if assignment.target != "middlewareGroups" or assignment.kind != "field" or value is None or value.kind != "dict":
                continue
            for key, members in zip(value.keys, value.items, strict=True):
                guard = next((text for item in listed(members) if is_guard(text := _written(item))), "")
                if key.kind == "string" and guard:
                    found[key.text] = f"{key.text}: {last(guard)}"
    return found


def required(middleware: Iterable[tuple[str, Place]], groups: Mapping[str, str]) -> list[tuple[str, Place]]:
    """What middleware requires of who asks, each once."""
    found: dict[str, Place] = {}
    for text, place in middleware:
        shown = text if is_guard(text) else groups.get(text, "")
        if shown:
            found.setdefault(shown, place)
    return list(found.items())


def _written(value: Value) -> str:
    return value.text if value.kind in ("string", "name") else ""


def is_guard(text: str) -> bool:
    """Whether middleware asks for somebody signed in: by the words of its alias, or the name of its class."""
    word = text.partition(":")[0]
    if "\\" in word or word[:1].isupper():
        name = last(word.replace("\\", "."))
        return ("Authenticate" in name or name.startswith("EnsureUser")) and not name.startswith(_OPEN)
    return bool(_GUARDS & set(_PARTS.split(word)))


def _joined(above: str, value: Value) -> str:
    """A namespace below another; what can't be told adds nothing."""
    text = value.text.replace("\\", ".").strip(".") if value.kind == "string" else ""
    return ".".join(part for part in (above, text) if part)


def of_controller(facts: FileFacts, owner: str, method: str) -> tuple[tuple[str, Place], ...]:
    """What the constructor of a controller requires for one of its methods: ``$this->middleware('auth')->except('index')``."""
    found = Context()
    for chain in chains(facts):
        step = chain.steps[0]
        if chain.head != "this" or step.name != "middleware" or chain.scope != f"{owner}.__construct":
            continue
        only, left_out = _methods(chain, step, "only"), _methods(chain, step, "except")
        given = step.value(0)
        if given is not None and (not only or method in only) and method not in left_out:
            found = guarded(facts, found, given)
    return found.guards


def _methods(chain: Chain, step: Step, word: str) -> set[str]:
    """The methods that middleware is limited to, or left out for: as a further step or in a map."""
    said = chain.step(word)
    values = [item.value for item in said.arguments] if said is not None else []
    options = step.value(1)
    if options is not None and options.kind == "dict":
        values += [item for key, item in zip(options.keys, options.items, strict=True) if key.text == word]
    return {item.text for value in values for item in listed(value)}
