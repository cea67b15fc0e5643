"""FastEndpoints: classes that say their routes in a method ``Configure``."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.facts import Call, Definition, Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last, listed, text_of
from apps.engine.frameworks.dotnet.aspnet.templates import below
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard

FRAMEWORK = "FastEndpoints"
SOURCE = "framework:fastendpoints"
_VERBS = frozenset({"Get", "Post", "Put", "Delete", "Patch", "Head"})
_REQUIRING = frozenset({"Roles", "Policies", "Claims", "Permissions", "Policy"})
_CONFIGURE = "Configure"
_HANDLERS = ("HandleAsync", "ExecuteAsync")


def find_fast_endpoints(code: Code, found: Found) -> None:
    """Endpoints of classes that are configured in code."""
    if FRAMEWORK not in code.imports:
        return
    prefix = _prefix(code)
    for facts in code.own("C#"):
        calls: dict[str, list[Call]] = defaultdict(list)
        for call in facts.calls:
            calls[call.scope].append(call)
        definitions = {item.qualname: item for item in facts.definitions}
        for definition in facts.definitions:
            owner = definitions.get(definition.parent)
            if definition.name == _CONFIGURE and owner is not None and _is_endpoint(owner):
                _endpoint(code, facts, owner, definition, calls[definition.qualname], definitions, prefix, found)


def _prefix(code: Code) -> str | None:
    """What the application puts in front of all of them: ``config.Endpoints.RoutePrefix = "api"``; None if not known."""
    for facts in code.own("C#"):
        for item in facts.assignments:
            if item.target.endswith("Endpoints.RoutePrefix"):
                return text_of(code, facts.path, item.scope, item.value)
    return ""


def _is_endpoint(owner: Definition) -> bool:
    return any(last(base.text).startswith("Endpoint") or "Endpoint" in base.text.split(".") for base in owner.bases)


def _endpoint(
    code: Code, facts: FileFacts, owner: Definition, configure: Definition, calls: list[Call],
    definitions: dict[str, Definition], prefix: str | None, found: Found,
) -> None:  # fmt: skip
    verbs = [value.text.upper() for call in calls if call.callee.text == "Verbs" for item in call.arguments
             for value in listed(item.value)]  # fmt: skip
    is_known = prefix is not None and not any(call.callee.text == "Group" for call in calls)
    guard = _guard(facts.path, calls)
    handler = next((definitions[name] for word in _HANDLERS if (name := f"{owner.qualname}.{word}") in definitions), owner)
    for call in calls:
        name = call.callee.text
        if name not in _VERBS and name != "Routes":
            continue
        place = Place(facts.path, call.line, call.end_line)
        for item in call.arguments:
            text = text_of(code, facts.path, configure.qualname, item.value)
            if text is None:
                reason = "The path of this route is put together when the program runs."
                found.unknowns.append(Unknown("endpoint", owner.name, reason, place))
                continue
            found.frameworks.append(FRAMEWORK)
            found.endpoints += [
                Endpoint(
                    last(verb),
                    below(prefix or "", is_known, text),
                    f"{owner.name}.{handler.name}" if handler is not owner else owner.name,
                    place_of(facts.path, handler),
                    place,
                    symbol_of(facts.path, handler.qualname),
                    framework=FRAMEWORK,
                    prefix_known=is_known,
                    docstring=owner.docstring,
                    source=SOURCE,
                    auth=guard.text if guard is not None else "",
                    auth_at=guard.place if guard is not None else None,
                )
                for verb in ([name.upper()] if name in _VERBS else verbs or ["ANY"])
            ]


def _guard(path: str, calls: list[Call]) -> Guard | None:
    """What is required; that somebody is signed in goes without saying, so that only more than that is told."""
    for call in calls:
        place = Place(path, call.line, call.end_line)
        if call.callee.text == "AllowAnonymous":
            return Guard("", place)
        if call.callee.text in _REQUIRING:
            given = ", ".join(item.value.text or "…" for item in call.arguments)
            return Guard(f"{call.callee.text}({given})", place)
    return None
