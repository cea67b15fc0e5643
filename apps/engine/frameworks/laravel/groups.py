"""What the groups around a route add to it: the beginning of its path, middleware, a controller, a namespace, a name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.engine.facts import FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import last, listed, text_of
from apps.engine.frameworks.php_chains import Chain, Step, chains

_GUARDS = (
    "auth", "can", "role", "permission", "ability", "abilities", "scope", "scopes", "verified", "jwt", "sanctum",
    "password.confirm", "role_or_permission",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """`prefix` has no slash at its ends; `is_known` is false where a part of it can't be told.

    `guards` pairs what is required, as written, with its place.
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
    """The context with what middleware requires of who asks."""
    found = []
    for value in values:
        for item in listed(value):
            text = _written(item)
            if _is_guard(text):
                found.append((text, Place(facts.path, item.line, item.end_line)))
    return replace(context, guards=(*context.guards, *found))


def _written(value: Value) -> str:
    return value.text if value.kind in ("string", "name") else ""


def _is_guard(text: str) -> bool:
    word = last(text) if "." in text and text[:1].isupper() else text
    return (
        word.partition(":")[0].partition(".")[0] in _GUARDS or word in _GUARDS or word.startswith(("Authenticate", "EnsureUser"))
    )


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
