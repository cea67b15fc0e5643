"""Expressions that stand for text: constants, f-strings, templates, settings with a default; and expressions as source."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Argument, Assignment, Call, Value
from apps.engine.frameworks.bindings import Bindings, Bound
from apps.engine.frameworks.branches import Branches

UNKNOWN_START = "…"
_LEVELS = 12
_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv", "os.environ.setdefault"})
_NOTHING: Mapping[str, list[str | None]] = {}
_NAMELESS = frozenset({"loop", "with", "except", "parameter"})


def argument(call: Call, position: int, *names: str) -> Value | None:
    """The argument at `position`, or given by one of the `names`."""
    for item in call.arguments:
        if item.name and item.name in names:
            return item.value
    return positional(call.arguments, position)


def positional(arguments: tuple[Argument, ...], position: int) -> Value | None:
    """The positional argument number `position` (0-based); None if there is none or a spread makes it uncertain."""
    if position < 0:
        return None
    seen = 0
    for item in arguments:
        if item.name:
            continue
        if item.value.kind == "spread":
            return None
        if seen == position:
            return item.value
        seen += 1
    return None


def keyword(arguments: tuple[Argument, ...], *names: str) -> Value | None:
    """The argument given by name."""
    return next((item.value for item in arguments if item.name in names), None)


def dict_item(value: Value | None, *names: str) -> Value | None:
    """The item of a dict or object literal under one of the names."""
    if value is None or value.kind != "dict":
        return None
    for key, item in zip(value.keys, value.items, strict=False):
        if key.kind in ("string", "name") and key.text in names:
            return item
    return None


class Folder:
    """Works out what text an expression stands for, as far as the repository says it."""

    def __init__(self, names: Bindings, branches: Branches) -> None:
        self._names = names
        self._branches = branches

    def text(self, path: str, scope: str, value: Value | None) -> str | None:
        """The text, None if any part of it can't be known."""
        parts = self._parts(path, scope, value, _LEVELS)
        return None if any(part is None for part in parts) else "".join(part for part in parts if part is not None)

    def route(self, path: str, scope: str, value: Value | None) -> str:
        """The text of a route or prefix; where its beginning can't be known, ``…`` and the part that is."""
        parts = self._parts(path, scope, value, _LEVELS)
        if any(part is None for part in parts):
            last = max(number for number, part in enumerate(parts) if part is None)
            tail = "".join(part for part in parts[last + 1 :] if part is not None)
            return UNKNOWN_START + (tail if tail.startswith("/") or not tail else f"/{tail}")
        return "".join(part for part in parts if part is not None)

    def texts(self, path: str, scope: str, value: Value | None) -> list[str] | None:
        """A list of texts (also a single one); None if any can't be known."""
        if value is None:
            return None
        if value.kind == "name" or (value.kind == "attribute" and value.items):
            bound = self._names.of(path, scope, value)
            if bound.value is not None and bound.value.kind == "list":
                path, scope, value = bound.path, bound.scope, bound.value
        if value.kind == "call" and value.call is not None and value.call.callee.text in ("list", "tuple", "set", "frozenset"):
            inner = positional(value.call.arguments, 0)
            if inner is not None:
                value = inner
        if value.kind == "list":
            found = [self.text(path, scope, item) for item in value.items]
            return None if any(item is None for item in found) else [item for item in found if item is not None]
        one = self.text(path, scope, value)
        return None if one is None else [one]

    def _parts(
        self, path: str, scope: str, value: Value | None, levels: int, given: Mapping[str, list[str | None]] = _NOTHING
    ) -> list[str | None]:
        """The texts an expression is joined from, None for what can't be known; `given` are a function's arguments."""
        if value is None or levels <= 0:
            return [None]
        if value.kind == "string":
            return [value.text]
        if value.kind == "number":
            return [value.text]
        if value.kind == "template":
            out: list[str | None] = []
            for item in value.items:
                out += self._parts(path, scope, item, levels - 1, given)
            return out
        if value.kind == "binary" and len(value.items) == 2:
            left, right = value.items
            if value.text == "+":
                return self._parts(path, scope, left, levels - 1, given) + self._parts(path, scope, right, levels - 1, given)
            if value.text == "%" and left.kind == "string":
                return self._filled(path, scope, left.text, right, levels, given)
            if value.text in ("||", "??", "or") and self._reads_environment(left):
                return self._parts(path, scope, right, levels - 1, given)
            return [None]
        if value.kind in ("name", "attribute"):
            if value.kind == "name" and value.text in given:
                return list(given[value.text])
            return self._named(path, scope, value, levels)
        if value.kind == "call" and value.call is not None:
            return self._called(path, scope, value.call, levels, given)
        return [None]

    def _filled(
        self, path: str, scope: str, pattern: str, value: Value, levels: int, given: Mapping[str, list[str | None]]
    ) -> list[str | None]:
        """``"/x/%s/y" % part``"""
        pieces = pattern.split("%s")
        items = value.items if value.kind == "list" else (value,)
        if len(pieces) != len(items) + 1 or any("%" in piece for piece in pieces):
            return [None]
        out: list[str | None] = [pieces[0]]
        for item, piece in zip(items, pieces[1:], strict=True):
            out += [*self._parts(path, scope, item, levels - 1, given), piece]
        return out

    def _named(self, path: str, scope: str, value: Value, levels: int) -> list[str | None]:
        bound = self._names.of(path, scope, value)
        if bound.kind not in ("assignment", "value") or bound.value is None or bound.value is value:
            return [None]
        if bound.assignment is None:
            return self._parts(bound.path, bound.scope, bound.value, levels - 1)
        chosen = self._only(bound.path, bound.assignment) if bound.assignment.kind not in _NAMELESS else None
        return [None] if chosen is None else self._parts(bound.path, bound.scope, chosen, levels - 1)

    def _returned(
        self, called: Bound, path: str, scope: str, call: Call, levels: int, given: Mapping[str, list[str | None]]
    ) -> list[str | None]:
        """What a function of the project's own makes of its arguments, where one of its returns holds without a condition."""
        definition = called.definition
        if definition is None or definition.kind != "function":
            return [None]
        plain = [value for value in definition.returned if self._branches.of(called.path, value.line) is None]
        names = {parameter.name for parameter in definition.parameters if parameter.kind in ("", "positional", "keyword")}
        changed = any((definition.qualname, name) in self._names.index[called.path].assignments for name in names)
        if len(plain) != 1 or changed:
            return [None]
        values: dict[str, list[str | None]] = {}
        for position, parameter in enumerate(definition.parameters):
            value, at, inside = argument(call, position, parameter.name), path, scope
            if value is None:
                value, at, inside = parameter.default_value, called.path, definition.parent
            values[parameter.name] = self._parts(
                at, inside, value, levels - 1, given if inside is scope and at is path else _NOTHING
            )
        return self._parts(called.path, definition.qualname, plain[0], levels - 1, values)

    def _only(self, path: str, assignment: Assignment) -> Value | None:
        """The one value of a name: where several are given, the one that holds unless a condition says otherwise."""
        same = self._names.index[path].assignments.get((assignment.scope, assignment.target), ())
        given = [item for item in same if item.value is not None]
        if all(_same(item.value, assignment.value) for item in given):
            return assignment.value
        plain = [item for item in given if self._branches.of(path, item.line) is None]
        if len(plain) != 1 or any(item.line < plain[0].line or item.kind in ("augmented", *_NAMELESS) for item in given):
            return None
        return plain[0].value

    def _called(self, path: str, scope: str, call: Call, levels: int, given: Mapping[str, list[str | None]]) -> list[str | None]:
        callee = self._names.of(path, scope, call.callee)
        name = callee.external
        last = call.callee.text.rpartition(".")[2]
        if call.callee.kind == "name" and call.callee.text in ("str", "String") and len(call.arguments) == 1:
            return self._parts(path, scope, call.arguments[0].value, levels - 1, given)
        if name in _ENVIRONMENT:
            return self._parts(path, scope, argument(call, 1, "default"), levels - 1, given)
        if name.endswith((".Field", ".config")):
            default = argument(call, 0 if name.endswith(".Field") else 1, "default")
            return self._parts(path, scope, default, levels - 1, given)
        if callee.kind == "definition":
            return self._returned(callee, path, scope, call, levels, given)
        if call.callee.kind == "attribute" and call.callee.items and last in ("rstrip", "lstrip", "strip", "lower", "upper"):
            below = self._parts(path, scope, call.callee.items[0], levels - 1, given)
            if len(call.arguments) <= 1 and all(part is not None for part in below):
                whole = "".join(part for part in below if part is not None)
                if last in ("lower", "upper"):
                    return [whole.lower() if last == "lower" else whole.upper()]
                chars = call.arguments[0].value.text if call.arguments else None
                return [{"rstrip": whole.rstrip, "lstrip": whole.lstrip, "strip": whole.strip}[last](chars)]
        return [None]

    @staticmethod
    def _reads_environment(value: Value) -> bool:
        if value.kind == "name":
            return value.text.startswith(("process.env.", "import.meta.env."))
        return value.kind == "call" and value.call is not None and value.call.callee.text in ("os.getenv", "os.environ.get")


def _same(one: Value | None, other: Value | None) -> bool:
    """Equal but for their places."""
    if one is None or other is None or one is other:
        return one is other
    return one.kind in ("string", "number") and one.kind == other.kind and one.text == other.text


def source_of(value: Value | None, levels: int = 6, *, script: bool = False) -> str:
    """An expression as one line of source, near to how it was written; `script` means JavaScript's words."""
    if value is None:
        return ""
    if levels <= 0:
        return "…"
    kind = value.kind
    if kind == "string":
        return repr(value.text)
    if kind == "none":
        return value.text or ("null" if script else "None")
    if kind == "boolean" and not script:
        return {"true": "True", "false": "False"}.get(value.text, value.text)
    if kind in ("number", "name", "other", "boolean"):
        return value.text
    if kind == "attribute":
        return f"{source_of(value.items[0], levels - 1, script=script)}.{value.text}" if value.items else value.text
    if kind == "subscript" and len(value.items) == 2:
        index = value.items[1]
        inner = (
            ", ".join(source_of(item, levels - 1, script=script) for item in index.items)
            if index.kind == "list"
            else source_of(index, levels - 1, script=script)
        )
        return f"{source_of(value.items[0], levels - 1, script=script)}[{inner}]"
    if kind == "list":
        return "[" + ", ".join(source_of(item, levels - 1, script=script) for item in value.items) + "]"
    if kind == "dict":
        pairs = (
            f"{_key(key, levels, script=script)}: {source_of(item, levels - 1, script=script)}"
            for key, item in zip(value.keys, value.items, strict=False)
        )
        return "{" + ", ".join(pairs) + "}"
    if kind == "binary" and len(value.items) == 2:
        left, right = (source_of(item, levels - 1, script=script) for item in value.items)
        return f"{left} {value.text} {right}"
    if kind == "call" and value.call is not None:
        inside = ", ".join(
            (f"{item.name}=" if item.name else "") + source_of(item.value, levels - 1, script=script)
            for item in value.call.arguments
        )
        return f"{source_of(value.call.callee, levels - 1, script=script)}({inside})"
    if kind == "template":
        opening, closing = ("${", "}") if script else ("{", "}")
        inside = "".join(
            part.text if part.kind == "string" else opening + source_of(part, levels - 1, script=script) + closing
            for part in value.items
        )
        return f"`{inside}`" if script else inside
    if kind == "function":
        return value.text or "function"
    return value.text


def _key(key: Value, levels: int, *, script: bool) -> str:
    """A key of a dict or object literal; JavaScript writes plain names without quotes."""
    return key.text if script and key.kind == "string" and key.text.isidentifier() else source_of(key, levels - 1, script=script)
