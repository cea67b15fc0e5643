"""The line of a class: its bases in and outside the repository, and the members it has from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Definition, Value
from apps.engine.frameworks.bound import CLASSES, NOTHING, Bound, bound_by

if TYPE_CHECKING:
    from apps.engine.frameworks.bindings import Bindings

_DEEPEST = 20  # classes whose line is followed for the sake of another's


class ClassLines:
    """Follows the bases of classes; each class's line is read once."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._ancestors: dict[tuple[str, str], tuple[list[tuple[str, Definition]], list[str]]] = {}
        self._open: set[tuple[str, str]] = set()  # classes whose line is being followed

    def ancestors(self, path: str, definition: Definition) -> list[tuple[str, Definition]]:
        """The class and its bases inside the repository, nearest first, each once."""
        return self._lineage(path, definition)[0]

    def external_bases(self, path: str, definition: Definition) -> list[str]:
        """Dotted names of all bases outside the repository, inherited ones too."""
        return self._lineage(path, definition)[1]

    def _lineage(self, path: str, definition: Definition) -> tuple[list[tuple[str, Definition]], list[str]]:
        key = (path, definition.qualname)
        known = self._ancestors.get(key)
        if known is not None:
            return known
        if key in self._open or len(self._open) >= _DEEPEST:  # bases that are members of each other's classes
            return [(path, definition)], []
        self._open.add(key)
        try:
            result = self._ancestors[key] = self._followed(path, definition)
        finally:
            self._open.discard(key)
        return result

    def _followed(self, path: str, definition: Definition) -> tuple[list[tuple[str, Definition]], list[str]]:
        inside: list[tuple[str, Definition]] = []
        outside: dict[str, None] = {}
        seen: set[tuple[str, str]] = set()
        waiting = [(path, definition)]
        while waiting and len(inside) < 60:
            at, current = waiting.pop(0)
            if (at, current.qualname) in seen:
                continue
            seen.add((at, current.qualname))
            inside.append((at, current))
            for base in current.bases:
                found = self.base(at, current, base)
                if found.kind == "definition" and found.definition is not None:
                    waiting.append((found.path, found.definition))
                elif found.external:
                    outside[found.external] = None
        return inside, list(outside)

    def base(self, path: str, owner: Definition, base: Value) -> Bound:
        """What a base of a class is; for a base that a call made (``declarative_base()``) what was called."""
        while base.kind == "subscript" and base.items:
            base = base.items[0]
        found = self._bindings.expression(path, owner.parent, base)
        if found.value is not None and found.value.kind == "call":
            made = self._bindings.maker(found)
            if made.definition is not None and made.definition.kind not in CLASSES:  # a function that returns such a call
                for value in made.definition.returned:
                    inner = self._bindings.expression(made.path, made.definition.qualname, value)
                    if inner.definition is not None and inner.definition.kind in CLASSES:  # or a class made inside
                        return inner
                calls = [value.call for value in made.definition.returned if value.call is not None]
                if len(calls) != 1:
                    return NOTHING
                made = self._bindings.expression(made.path, made.definition.qualname, calls[0].callee)
            return made if made.kind == "external" else NOTHING
        return found

    def member(self, path: str, definition: Definition, name: str) -> Bound:
        """A method, attribute or inner class of a class, inherited ones too."""
        for at, current in self.ancestors(path, definition):
            file = self._bindings.index[at]
            child = file.child(current.qualname, name)
            if child is not None:
                return Bound("definition", at, current.qualname, child.qualname, definition=child)
            assigned = [item for item in file.assignments.get((current.qualname, name), ()) if item.kind != "augmented"]
            if not assigned or assigned[-1].value is None:  # declared at most: what it is, a method says
                for method in file.children.get(current.qualname, ()):
                    for receiver in ("self", "this"):
                        own = file.assignments.get((method.qualname, f"{receiver}.{name}"), ())
                        if own:
                            return bound_by(at, own[0], f"{current.qualname}.{name}")
            if assigned:
                return bound_by(at, assigned[-1], f"{current.qualname}.{name}")
        return NOTHING
