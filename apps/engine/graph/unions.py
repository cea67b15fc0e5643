"""Annotations that name several classes: ``A | B``, ``Union[A, list[B]]``, a name that stands for such a union."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Value
from apps.engine.graph.annotations import parts_of_union
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import Entity

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_TOLD = frozenset({"instance", "class"})  # what an annotation can tell of the repository
_MOST = 12  # classes of one union
_STEPS = 40  # names and parts looked at


class Unions:
    """What the values of an annotation may be, each class for itself."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._known: dict[tuple[str, str, str], tuple[Entity, ...]] = {}

    def of(self, index: FileIndex, scope: str, annotation: str, line: int) -> tuple[Entity, ...]:
        """Instances of the classes of the repository an annotation names, and containers of such; () where there are none."""
        key = (index.facts.path, scope, annotation)
        known = self._known.get(key)
        if known is None:
            cut, self._names.cut = self._names.cut, False
            known = self._find(index, scope, annotation, line)
            if not self._names.cut:
                self._known[key] = known
            self._names.cut = self._names.cut or cut
        return known

    def _find(self, index: FileIndex, scope: str, annotation: str, line: int) -> tuple[Entity, ...]:
        todo = [(index, scope, part, line) for part in parts_of_union(annotation)]
        out: dict[tuple[str, str, str, str], Entity] = {}
        steps = 0
        while todo and steps < _STEPS:
            steps += 1
            here, where, part, at = todo.pop(0)
            found = self._names.annotated(here, where, part, at)
            if found.kind in _TOLD or (found.kind == "made" and found.path):
                out.setdefault((found.kind, found.path, found.qualname, found.external), found)
            elif found.kind == "unknown" and part.replace(".", "_").isidentifier():
                todo.extend(self._behind(here, where, part, at))
        return tuple(out.values()) if len(out) <= _MOST and not todo else ()

    def _behind(self, index: FileIndex, scope: str, name: str, line: int) -> list[tuple[FileIndex, str, str, int]]:
        """The parts of the union that a name stands for: ``Either = Union[A, B]``."""
        found = self._names.dotted(index, scope, name, 0)
        assignment = found.assignment
        if found.kind != "variable" or assignment is None or assignment.value is None:
            return []
        there = self._names.files[found.path]
        if assignment.value.kind == "string":
            texts = parts_of_union(assignment.value.text)
        else:
            texts = [text for value in _parts(assignment.value) if (text := _text(value))]
        return [(there, assignment.scope, text, assignment.line) for text in texts] if len(texts) > 1 else []


def _parts(value: Value) -> list[Value]:
    """The parts of a union that is written as an expression."""
    out: list[Value] = []
    todo = [value]
    while todo and len(out) < _STEPS:
        here = todo.pop(0)
        if here.kind == "binary" and here.text == "|":
            todo[:0] = here.items
        elif here.kind == "subscript" and here.items[0].text.rpartition(".")[2] == "Union":
            todo[:0] = here.items[1].items if here.items[1].kind == "list" else here.items[1:]
        else:
            out.append(here)
    return out


def _text(value: Value) -> str:
    """The text of an annotation that is a name, a string or a name with one argument; "" for others."""
    if value.kind in ("name", "string"):
        return value.text
    if value.kind == "subscript" and len(value.items) == 2:
        outer, inner = value.items[0].text, value.items[1]
        arguments = [item.text for item in inner.items] if inner.kind == "list" else [inner.text]
        return f"{outer}[{', '.join(arguments)}]" if outer and all(arguments) else ""
    return ""
