"""Evaluates rows of calls once each, in whatever order they are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter

from apps.engine.facts import Call, Value
from apps.engine.frameworks.routing import Key, Node, Routes
from apps.engine.frameworks.rust.routes.rows import LEVELS, Rows, steps

Signature = tuple[str, str, int, int, str, str, int]


class Chains(ABC):
    """What rows begin with is a node of `routes`; what is called on it is registered there.  Subclasses say how."""

    def __init__(self, rows: Rows, routes: Routes) -> None:
        self.rows = rows
        self.routes = routes
        self._known: dict[Signature, Key | None] = {}
        self._done: Counter[Signature] = Counter()

    @abstractmethod
    def begin(self, path: str, scope: str, call: Call, level: int) -> Key | None:
        """The node that a call makes or gives back."""

    @abstractmethod
    def parameter(self, path: str, scope: str, name: str, line: int) -> Key | None:
        """The node that a parameter is."""

    @abstractmethod
    def register(self, path: str, key: Key, call: Call) -> None:
        """Take what a call says about the node it is made on."""

    def node(self, key: Key, *, prefix: str = "", is_root: bool = False, is_parameter: bool = False) -> Key:
        """A node of this key, made where it is new."""
        self.routes.nodes.setdefault(key, Node(key, is_root=is_root, is_parameter=is_parameter, prefix=prefix))
        return key

    def made(self, path: str, scope: str, call: Call, *, prefix: str = "", is_root: bool = False) -> Key:
        """A node that begins at a call."""
        return self.node((path, scope, f"@{call.line}:{len(self.routes.nodes)}"), prefix=prefix, is_root=is_root)

    def walk(self, path: str) -> None:
        """Every row of a file; the outermost call of each comes first."""
        file = self.rows.files[path]
        for call in file.facts.calls:
            signature = _signature(path, call)
            if self._done[signature]:
                self._done[signature] -= 1
            elif not file.is_test(call.scope):
                self.of(path, call.scope, Value("call", call=call, line=call.line, end_line=call.end_line))

    def of(self, path: str, scope: str, value: Value, level: int = 0) -> Key | None:
        """The node that an expression is, with all that is called on it registered."""
        if level > LEVELS:
            return None
        begin, calls = steps(value)
        top = calls[-1] if calls else begin.call
        if top is None:
            return self.named(path, scope, begin.text, begin.line, level) if begin.kind == "name" else None
        signature = _signature(path, top)
        if signature in self._known:
            return self._known[signature]
        self._known[signature] = None
        first = begin.call
        key = None
        if begin.kind == "name":
            key = self.named(path, scope, begin.text, begin.line, level)
        elif first is not None and first.callee.kind == "name":
            on = first.callee.text.rpartition(".")[0]
            key = self.named(path, scope, on, first.line, level) if on else None
            if key is not None:
                calls.insert(0, first)
            else:
                key = self.begin(path, scope, first, level)
        self._known[signature] = key
        if key is not None:
            if first is not None and first not in calls[:1]:
                self._done[_signature(path, first)] += 1
            for call in calls:
                self._done[_signature(path, call)] += 1
                self.register(path, key, call)
        return key

    def named(self, path: str, scope: str, name: str, line: int, level: int) -> Key | None:
        """The node that a variable or parameter is."""
        if not name or "." in name:
            return None
        bound = self.rows.variable(path, scope, name, line)
        if bound is not None and bound.kind != "parameter":
            return self.of(path, bound.scope, bound.value, level + 1) if bound.value is not None else None
        return self.parameter(path, scope, name, line)


def _signature(path: str, call: Call) -> Signature:
    """Tells calls of a file apart: those of a row stand on the same lines."""
    first = call.arguments[0].value if call.arguments else None
    told = f"{first.kind}:{first.text}:{first.line}" if first is not None else ""
    return path, call.scope, call.line, call.end_line, call.callee.text, told, len(call.arguments)
