"""Names of what calls reach outside the repository, where the resolver knows only that they leave it."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.graph.resolve import Resolver

_SELF = frozenset({"self", "cls", "this"})
_LINKS = 60  # calls of a chain that are gone back through
_ABOVE = 12  # classes between a class and its base outside


class Leaving:
    """Names calls of which it is known that they leave the repository."""

    def __init__(self, files: Mapping[str, FileFacts], resolver: Resolver) -> None:
        self._files = files
        self._resolver = resolver
        self._places: dict[str, dict[int, int]] = {}  # by path: where each call stands among the file's

    def name(self, path: str, call: Call) -> str:
        """The dotted name from what the repository names: ``gorm.Open().Find``, "" where nothing tells.

        A member of ``self`` is that of the one base from outside.
        """
        steps: list[str] = []
        here = call
        for _ in range(_LINKS):
            value = here.callee
            while value.kind == "attribute" and value.items:
                steps.append(value.text)
                value = value.items[0]
            if value.kind == "name":
                head, *rest = value.text.split(".")
                start = self._start(path, here, head, rest)
                return _joined(start, [*steps, *reversed(rest)]) if start else ""
            below = self._called(path, here, value) if steps else None
            if below is None:
                return ""
            found = self._resolver.resolve_call(path, below)
            if found.kind == "external" and found.external:
                return _joined(f"{found.external}()", steps)
            if found.kind not in ("external", "unknown"):
                return ""
            steps.append("()")
            here = below
        return ""

    def _called(self, path: str, call: Call, value: Value) -> Call | None:
        """The call that gives what a call is a member of: the next of the file's, which holds what a long chain cuts off."""
        calls = self._files[path].calls
        places = self._places.get(path)
        if places is None:
            places = self._places[path] = {id(item): at for at, item in enumerate(calls)}
        at = places.get(id(call), len(calls))
        following = calls[at + 1] if at + 1 < len(calls) else None
        if following is None or (following.line, following.end_line) != (value.line, value.end_line):
            return value.call
        if value.call is None:
            return following if value.kind == "other" else None
        return following if value.call.callee.text == following.callee.text else value.call

    def _start(self, path: str, call: Call, head: str, rest: list[str]) -> str:
        if head in _SELF:
            return self._base(path, call.scope, f"{head}.{rest[0]}") if rest else ""
        found = self._resolver.resolve(path, call.scope, head, call.line)
        return found.external if found.kind == "external" else ""

    def _base(self, path: str, scope: str, member: str) -> str:
        """The only base from outside of the class around a scope; "" where there are several, where one is unknown, or where a
        file of one of the classes binds the member, such as ``self.page``, itself.
        """
        classes = {item.qualname for item in self._files[path].definitions if item.kind == "class"}
        owner = scope
        while owner and owner not in classes:
            owner = owner.rpartition(".")[0]
        found: set[str] = set()
        waiting = [(path, owner)] if owner else []
        for _ in range(_ABOVE):
            if not waiting:
                break
            here, name = waiting.pop()
            if any(item.target == member for item in self._files[here].assignments):
                return ""
            for base in self._resolver.bases(here, name):
                if base.kind == "definition":
                    waiting.append((base.path, base.qualname))
                elif base.kind == "external" and base.external:
                    found.add(base.external)
                else:
                    return ""
        return found.pop() if len(found) == 1 and not waiting else ""


def _joined(start: str, steps: list[str]) -> str:
    """The steps, last first, behind what they are members of; an empty pair of brackets calls what is before it."""
    name = start
    for step in reversed(steps):
        name = f"{name}()" if step == "()" else f"{name}.{step}"
    return name
