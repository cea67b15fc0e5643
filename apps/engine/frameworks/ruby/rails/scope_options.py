"""The scopes that calls in Rails' routes make: what their words and options say for all routes inside."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Call, FileFacts
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.ruby.blocks import Step, join, option, positional, text, words
from apps.engine.frameworks.ruby.rails.scopes import Scope, inside_module


def grouped(code: Code, facts: FileFacts, step: Step, scope: Scope) -> Scope:
    """The scope of ``scope "/admin", module: :admin do`` and the words like it."""
    call = step.call
    inner = scoped(code, facts, call, scope)
    parts = [text(code, facts.path, call, value, scope.bound) for value in positional(call) if value.kind != "none"]
    if step.word != "scope":
        parts = []
    if any(part is None for part in parts):
        inner = replace(inner, is_known=False, path="")
    elif parts:
        inner = inner.below("/".join(part or "" for part in parts))
    if step.word == "shallow":
        inner = replace(inner, is_shallow=True)
    if step.word == "controller" and positional(call):
        inner = replace(inner, controller=positional(call)[0].text.strip("/"))
    return inner


def scoped(code: Code, facts: FileFacts, call: Call, scope: Scope) -> Scope:
    """The scope that a call's options make."""
    inner = scope
    path = option(call, "path")
    if path is not None and path.kind != "boolean":
        known = text(code, facts.path, call, path, scope.bound)
        inner = inner.below(known) if known is not None else replace(inner, is_known=False, path="")
    module, controller, action = (option(call, name) for name in ("module", "controller", "action"))
    if module is not None and module.kind == "string":
        inner = replace(inner, module=inside_module(scope.module, module.text))
    if controller is not None and controller.kind == "string":
        inner = replace(inner, controller=controller.text)
    if action is not None and action.kind == "string":
        inner = replace(inner, action=action.text)
    shallow = option(call, "shallow")
    if shallow is not None:
        inner = replace(inner, is_shallow=shallow.text == "true")
    at = option(call, "shallow_path")
    if at is not None and at.kind == "string":
        inner = replace(inner, shallow_path=join(scope.shallow_path, at.text))
    only, without = option(call, "only"), option(call, "except")
    if only is not None:
        inner = replace(inner, only=tuple(words(only)), without=None)
    elif without is not None:
        inner = replace(inner, without=tuple(words(without)), only=None)
    via = option(call, "via")
    if via is not None:
        inner = replace(inner, via=tuple(words(via)))
    named = option(call, "path_names")
    if named is not None and named.kind == "dict":
        pairs = tuple((key.text, item.text) for key, item in zip(named.keys, named.items, strict=True))
        inner = replace(inner, names=(*scope.names, *pairs))
    return inner


def namespaced(code: Code, facts: FileFacts, call: Call, scope: Scope) -> Scope | None:
    """The scope of ``namespace :admin do``; None where its name is not known."""
    given = positional(call)
    name = text(code, facts.path, call, given[0], scope.bound) if given else None
    if name is None:
        return None
    if scope.level in ("resources", "resource"):
        scope = scope.at("nested")
    own = option(call, "path")
    path = name if own is None else text(code, facts.path, call, own, scope.bound)
    module = option(call, "module")
    inner = scoped(code, facts, call, scope)
    base = replace(inner, path=scope.path)
    if path is None:
        base = replace(base, is_known=False, path="")
    else:
        shallow = option(call, "shallow_path")
        base = base.below(path)
        base = replace(base, shallow_path=join(scope.shallow_path, shallow.text if shallow is not None else path))
    below = scope.module if module is not None and module.kind != "string" else inside_module(scope.module, name)
    return replace(base, module=inner.module if module is not None and module.kind == "string" else below)
