"""Which action of which controller answers a single route of Rails: told by its options, its target or its path."""

from __future__ import annotations

import re

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.ruby.blocks import option, text
from apps.engine.frameworks.ruby.rails.scopes import Scope

_SHORTHAND = re.compile(r"/?[-\w]+/[-\w/]+").fullmatch
_ACTION = re.compile(r"[\w\-/]+").fullmatch


def answering(code: Code, facts: FileFacts, call: Call, scope: Scope, shown: str, to: Value | None) -> tuple[str, str]:
    """(controller, action) of the route of the path `shown`; both "" where something else than a controller answers."""
    name = shown.strip("/")
    action, controller = scope.action, scope.controller
    given = option(call, "controller")
    if given is not None:
        controller = given.text
    if to is None and not (scope.controller and "/" not in name) and _SHORTHAND(shown):
        controller, _, action = name.rpartition("/")
        action = action.replace("-", "_")
    elif to is None and not action and _ACTION(name) and "/" not in name:
        action = name.replace("-", "_")
    named = option(call, "action")
    if named is not None:
        action = named.text
    if to is not None:
        to_controller, to_action = target(code, facts, call, to, scope)
        controller = to_controller or controller
        action = to_action or action
        if to.kind not in ("string", "template"):
            controller = action = ""
    return controller, action


def target(code: Code, facts: FileFacts, call: Call, to: Value | None, scope: Scope) -> tuple[str, str]:
    """Controller and action of ``to: 'posts#show'``, ``to: :show``; "" where they are not told."""
    known = text(code, facts.path, call, to, scope.bound) if to is not None else None
    if known is None:
        return "", ""
    controller, mark, action = known.partition("#")
    return (controller, action) if mark else ("", known)


def option_text(code: Code, facts: FileFacts, call: Call, name: str, scope: Scope) -> str:
    """The text of an option; "" where there is none or it is not known."""
    given = option(call, name)
    return (text(code, facts.path, call, given, scope.bound) or "") if given is not None else ""
