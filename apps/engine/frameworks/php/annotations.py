"""Annotations in documentation comments of PHP, as attributes are said: ``@Route("/x", name="x", methods={"GET"})``."""

from __future__ import annotations

import re

from apps.engine.facts import Argument, Assignment, Call, Decorator, Definition, Value

_START = re.compile(r"@((?:\\?[A-Za-z_]\w*)(?:\\[A-Za-z_]\w*)*)\(")
_TOKEN = re.compile(r'"((?:[^"]|"")*)"|([A-Za-z_\\][\w\\:.-]*)|(-?\d+(?:\.\d+)?)|([@{}()=:,])')
_BARE = re.compile(r"@((?:\\?[A-Za-z_]\w*)(?:\\[A-Za-z_]\w*)+)(?![\w(\\])")
_TOKENS = 2_000
_LEVELS = 6
_LONGEST = 20_000


def with_annotations(definition: Definition) -> tuple[Decorator, ...]:
    """The attributes of a definition, and after them the annotations of its documentation."""
    comment = definition.docstring
    if "@" not in comment:
        return definition.decorators
    lines = definition.line - definition.start_line
    return (*definition.decorators, *annotations_in(comment, definition.line, lines))


def of_field(field: Assignment, comment: str) -> tuple[Decorator, ...]:
    """The attributes of a field, and after them the annotations of a comment."""
    return (*field.decorators, *annotations_in(comment, field.line, 0)) if "@" in comment else field.decorators


def annotations_in(comment: str, line: int, above: int) -> tuple[Decorator, ...]:
    """The annotations of a comment; they stand on the `above` lines before `line`."""
    found = []
    at = 0
    comment = comment[:_LONGEST]
    while (start := _START.search(comment, at)) is not None:
        reader = _Reader(comment, start.end())
        arguments = reader.arguments(0)
        at = max(reader.at, start.end())
        place = max(line - above, 1)
        found.append(Decorator(start[1].replace("\\", "."), arguments, True, place, line))
    for bare in _BARE.finditer(comment):
        found.append(Decorator(bare[1].replace("\\", "."), (), False, max(line - above, 1), line))
    return tuple(found)


class _Reader:
    """Reads the arguments of one annotation."""

    def __init__(self, text: str, at: int) -> None:
        self.at = at
        self._text = text
        self._left = _TOKENS

    def _next(self) -> tuple[str, str]:
        """(kind, text) of the next token; kind "" at the end."""
        self._left -= 1
        found = _TOKEN.search(self._text, self.at) if self._left > 0 else None
        if found is None:
            return "", ""
        self.at = found.end()
        if found[1] is not None:
            return "string", found[1].replace('""', '"')
        if found[2] is not None:
            return "name", found[2]
        return ("number", found[3]) if found[3] is not None else ("mark", found[4])

    def arguments(self, level: int) -> tuple[Argument, ...]:
        """Arguments up to the closing bracket."""
        found: list[Argument] = []
        name = ""
        while True:
            kind, text = self._next()
            if not kind or (kind == "mark" and text == ")"):
                return tuple(found)
            if kind == "mark" and text == ",":
                name = ""
            elif kind == "name" and self._follows("="):
                name = text
                self._next()
            else:
                value = self._value(kind, text, level + 1)
                if value is not None:
                    found.append(Argument(value, name))
                    name = ""

    def _follows(self, mark: str) -> bool:
        return self._text[self.at :].lstrip()[:1] == mark

    def _value(self, kind: str, text: str, level: int) -> Value | None:
        if kind in ("string", "number"):
            return Value("string" if kind == "string" else "number", text)
        if kind == "name":
            if text.lower() in ("true", "false"):
                return Value("boolean", text.lower())
            if text.lower() == "null":
                return Value("none")
            dotted = text.replace("\\", ".").replace("::", ".").strip(".").removesuffix(".class")
            return Value("name", dotted)
        if level > _LEVELS:
            return None
        if text == "{":
            return self._map(level)
        if text == "@":
            _, name = self._next()
            arguments: tuple[Argument, ...] = ()
            if self._follows("("):
                self._next()
                arguments = self.arguments(level)
            return Value("call", call=Call(Value("name", name.replace("\\", ".")), arguments, is_new=True))
        return None

    def _map(self, level: int) -> Value:
        keys: list[Value] = []
        items: list[Value] = []
        has_keys = False
        key: Value | None = None
        while True:
            kind, text = self._next()
            if not kind or (kind == "mark" and text == "}"):
                break
            if kind == "mark" and text in (",", "=", ":"):
                continue
            value = self._value(kind, text, level + 1)
            if value is None:
                continue
            if key is None and (self._follows("=") or self._follows(":")):
                key = value
                continue
            has_keys = has_keys or key is not None
            keys.append(key or Value("number", str(len(items))))
            items.append(value)
            key = None
        return Value("dict", "", tuple(items), tuple(keys)) if has_keys else Value("list", "", tuple(items))
