"""Functions that are given an application and register on it: plugins of Fastify and Hapi."""

from __future__ import annotations

from apps.engine.facts import Definition, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Node, Routes


class Plugins:
    """Nodes of the applications that plugins are given, which are their first parameters."""

    def __init__(self, code: Code, routes: Routes, mounting: Mounting) -> None:
        self._code = code
        self._routes = routes
        self._mounting = mounting

    def node(self, path: str, scope: str, value: Value) -> Key | None:
        """The application an expression is; the parameter of a function without a name is known by the function."""
        if value.kind == "name" and "." not in value.text:
            key = self._parameter(path, scope, value.text, value.line)
            if key is not None:
                return key
        return self._mounting.node(path, scope, value)

    def of_definition(self, path: str, definition: Definition) -> Key | None:
        """The application that a function with a name is given, None for what is given nothing."""
        if definition.kind in CLASSES or not definition.parameters:
            return None
        return self._add((path, definition.qualname, definition.parameters[0].name))

    def of_function(self, path: str, function: Value) -> Key | None:
        """The application that a function is given, which is written where it is used."""
        index = self._code.index(path)
        if function.text:
            definition = index.definitions.get(function.text)
            return self.of_definition(path, definition) if definition is not None else None
        known = index.facts.lambdas
        position = int(function.items[0].text) if function.items else -1
        if not 0 <= position < len(known) or not known[position].parameters:
            return None
        found = known[position]
        return self._add((path, found.scope, f"{found.parameters[0].name}:{position}"))

    def _parameter(self, path: str, scope: str, name: str, line: int) -> Key | None:
        bound = self._code.names.bind(path, scope, name, line)
        if bound.kind != "parameter" or bound.definition is not None:
            return None
        best: tuple[int, Key] | None = None
        for item in self._code.index(bound.path).assignments.get((bound.scope, name), ()):
            value = item.value
            if item.kind != "parameter" or value is None or value.kind != "subscript" or not item.line <= line <= item.end_line:
                continue
            function = value.items[0]
            if function.kind == "function" and function.items and value.items[1].text == "0":
                key = (bound.path, bound.scope, f"{name}:{function.items[0].text}")
                if best is None or item.line >= best[0]:
                    best = (item.line, key)
        return self._add(best[1]) if best is not None else None

    def _add(self, key: Key) -> Key:
        self._routes.nodes.setdefault(key, Node(key, is_parameter=True))
        return key
