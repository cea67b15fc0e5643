"""Routes that ``Route::resource`` and its kin stand for."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Value
from apps.engine.frameworks.call_chains import Chain, Step
from apps.engine.frameworks.declared_code import listed
from apps.engine.frameworks.inflection import singularize

_ALL = ("index", "create", "store", "show", "edit", "update", "destroy")
_API = ("index", "store", "show", "update", "destroy")
_ONE = ("show", "edit", "update")
_ONE_API = ("show", "update")
_SHAPES: dict[str, tuple[tuple[str, ...], str, bool]] = {  # action → methods, what follows, whether one is meant
    "index": (("GET",), "", False),
    "create": (("GET",), "/create", False),
    "store": (("POST",), "", False),
    "show": (("GET",), "", True),
    "edit": (("GET",), "/edit", True),
    "update": (("PUT", "PATCH"), "", True),
    "destroy": (("DELETE",), "", True),
}
_KINDS = {
    "resource": _ALL, "apiResource": _API, "resources": _ALL, "apiResources": _API, "singleton": _ONE, "apiSingleton": _ONE_API,
}  # fmt: skip
NAMES = frozenset(_KINDS)


@dataclass(frozen=True, slots=True)
class Action:
    """One route of a resource."""

    name: str
    method: str
    path: str
    controller: Value | None
    route: str  # its name


def actions(chain: Chain, step: Step) -> list[Action]:
    """The routes of a step that declares one resource or several."""
    first, second = step.value(0), step.value(1)
    if step.name in ("resources", "apiResources"):
        if first is None or first.kind != "dict":
            return []
        pairs: list[tuple[str, Value | None]] = [
            (key.text, value) for key, value in zip(first.keys, first.items, strict=True) if key.kind == "string"
        ]
        options = second
    else:
        if first is None or first.kind != "string":
            return []
        pairs, options = [(first.text, second)], step.value(2)
    found: list[Action] = []
    for name, controller in pairs:
        found += _of(chain, step.name, name.strip("/"), controller, options)
    return found


def _of(chain: Chain, kind: str, name: str, controller: Value | None, options: Value | None) -> list[Action]:
    kept = list(_KINDS[kind])
    is_single = kind in ("singleton", "apiSingleton")
    if is_single and (chain.step("creatable") or chain.step("destroyable")):
        kept += ["destroy"] if chain.step("destroyable") else ["create", "store", "destroy"]
        kept = [action for action in kept if kind == "singleton" or action not in ("create", "edit")]
    only, left_out = _said(chain, options, "only"), _said(chain, options, "except")
    renamed = _renamed(chain, options)
    is_shallow = chain.step("shallow") is not None or _option(options, "shallow") is not None
    out = []
    for action in kept:
        if (only and action not in only) or action in left_out:
            continue
        methods, tail, is_one = _SHAPES[action]
        path = _path(name, renamed, is_one=is_one and not is_single, is_shallow=is_shallow)
        out += [Action(action, method, path + tail, controller, f"{name.replace('/', '.')}.{action}") for method in methods]
    return out


def _path(name: str, renamed: dict[str, str], *, is_one: bool, is_shallow: bool) -> str:
    """``photos.comments`` is ``photos/{photo}/comments``; a shallow one of several stands alone."""
    parts = name.split(".")
    if is_shallow and is_one:
        parts = parts[-1:]
    pieces = []
    for at, part in enumerate(parts):
        pieces.append(part)
        if at < len(parts) - 1 or is_one:
            word = part.rpartition("/")[2]
            pieces.append(f"{{{renamed.get(word) or singularize(word.replace('-', '_'))}}}")
    return "/".join(pieces)


def _option(options: Value | None, word: str) -> Value | None:
    if options is None or options.kind != "dict":
        return None
    return next((item for key, item in zip(options.keys, options.items, strict=True) if key.text == word), None)


def _said(chain: Chain, options: Value | None, word: str) -> set[str]:
    step = chain.step(word)
    values = [item.value for item in step.arguments] if step is not None else []
    given = _option(options, word)
    return {item.text for value in (*values, *([given] if given else [])) for item in listed(value) if item.kind == "string"}


def _renamed(chain: Chain, options: Value | None) -> dict[str, str]:
    """Parameters that are called another way: ``->parameters(['users' => 'admin'])``, ``->parameter('users', 'admin')``."""
    step, one = chain.step("parameters"), chain.step("parameter")
    given = step.value(0) if step is not None else _option(options, "parameters")
    found = {}
    if given is not None and given.kind == "dict":
        found = {key.text: item.text for key, item in zip(given.keys, given.items, strict=True)}
    first, second = (one.value(0), one.value(1)) if one is not None else (None, None)
    if first is not None and second is not None:
        found[first.text] = second.text
    return found
