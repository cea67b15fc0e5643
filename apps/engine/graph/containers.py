"""Lists and dicts as holders of functions, classes and instances: what stands under a key, what is put in later."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Assignment, Call, Value
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import Entity, element

if TYPE_CHECKING:
    from apps.engine.graph.passing import Passing

_MOST = 24  # items of one container that are looked at
_LEVELS = 5  # names and sums a constant is followed through
_TAKES = frozenset({"get", "pop", "setdefault"})
_RECEIVERS = ("self", "cls")
_ADDS = frozenset({"append", "add", "insert", "appendleft"})

Written = tuple[str | None, Value, str, int]  # key, "#0" for a number, None if not known; value, scope, line


class Containers:
    """Elements of the containers that entities of kind ``object`` stand for."""

    def __init__(self, passing: Passing) -> None:
        self._passing = passing
        self._added: dict[str, dict[tuple[str, str], list[Assignment]]] = {}
        self._writes: dict[str, dict[str, list[Written]]] = {}

    def elements(self, held: tuple[Entity, ...], index: FileIndex, scope: str, key: Value, line: int) -> tuple[Entity, ...]:
        """What ``container[key]`` may give."""
        containers = [item for item in held if item.kind == "object" and item.assignment is not None]
        typed = [element(item) for item in held if item.kind == "made" and item.path]
        if typed:
            return self._passing.few(typed) if key.kind != "other" or ":" not in key.text else held
        if not containers:
            methods = [item for item in held if item.kind == "instance"]
            return self._passing.subscripted(tuple(methods)) if methods else ()
        if key.kind == "other" and ":" in key.text:
            return self._slices(containers, key.text)
        keys = self.keys(index, scope, key, line, numbers=True)
        out: list[Entity] = []
        for container in containers:
            out.extend(self._under(container, keys))
        return self._passing.few(out)

    def _slices(self, containers: list[Entity], text: str) -> tuple[Entity, ...]:
        """``items[1:3]``: a shorter list, with what is known of its ends."""
        out: list[Entity] = []
        first, _, last = text.partition(":")
        for container in containers:
            held = container.assignment
            if held is None or held.value is None or held.value.kind != "list":
                continue
            items = held.value.items
            ends = [int(end) if end.strip().isdigit() else None for end in (first, last)]
            if any(end.strip() and number is None for end, number in zip((first, last), ends, strict=True)):
                return self._passing.few(containers)
            shorter = Value("list", items=items[ends[0] : ends[1]], line=held.line)
            out.append(
                Entity("object", container.path, "{}", assignment=Assignment("{}", shorter, held.line, held.line, held.scope))
            )
        return tuple(out)

    def _under(self, container: Entity, keys: set[str]) -> list[Entity]:
        held = container.assignment
        value = held.value if held is not None else None
        if held is None or value is None:
            return []
        index = self._passing.file(container.path)
        later: list[Entity] = []
        replaced: set[str] = set()
        for key, item, scope, line in self._written(container, held):
            if not keys or key is None or key in keys:
                later.extend(self._passing.values(index, scope, item, line))
                if key is not None:
                    replaced.add(key)
        out: list[Entity] = []
        wanted = keys - replaced if keys else keys
        if wanted or not keys:
            for key, item in _items(value, wanted):
                if key is None or not wanted or key in wanted:
                    out.extend(self._item(index, held, key, item))
        return [*out, *later]

    def _item(self, index: FileIndex, held: Assignment, key: str | None, item: Value) -> tuple[Entity, ...]:
        """An element of a literal; a container in it is known by the path to it: ``d["x"]``."""
        if item.kind not in ("list", "dict") or key is None or held.target == "{}":
            return self._passing.values(index, held.scope, item, held.line)
        inner = Assignment(f"{held.target}[{key}]", item, held.line, held.end_line, held.scope)
        return (Entity("object", index.facts.path, inner.target, assignment=inner, how="inferred"),)

    def all_of(self, container: Entity) -> list[Entity]:
        """Every element, as a loop meets them; of a dict, none (its keys)."""
        held = container.assignment
        if held is None or held.value is None or held.value.kind == "dict":
            return []
        return self._under(container, set())

    def taken(self, index: FileIndex, call: Call, scope: str, line: int) -> tuple[Entity, ...] | None:
        """What ``container.pop()``, ``container.get(key)`` or ``container.values()`` gives; None for any other call."""
        callee = call.callee
        if callee.kind == "name":
            below, _, name = callee.text.rpartition(".")
            owner = Value("name", below, line=line)
        elif callee.kind == "attribute":
            below, name, owner = "?", callee.text, callee.items[0]
        else:
            return None
        if not below or (name not in _TAKES and name not in ("values", "copy")):
            return None
        found = self._passing.values(index, scope, owner, line)
        typed = [item for item in found if item.kind == "made" and item.path]
        if typed and name in ("values", "copy"):
            kind = "builtins.list" if name == "values" else typed[0].external
            return (msgspec.structs.replace(typed[0], external=kind),)
        if typed:
            return self._passing.few(element(item) for item in typed)
        held = tuple(item for item in found if item.kind == "object")
        if not held:
            return None
        if name in ("values", "copy"):
            return held
        key = call.arguments[0].value if call.arguments else None
        if key is None:
            last = [item for item in held if item.assignment is not None]
            return self._passing.few(item for container in last for item in self._last(container))
        found = self.elements(held, index, scope, key, line)
        if name != "pop" and len(call.arguments) > 1:
            found = self._passing.few((*found, *self._passing.values(index, scope, call.arguments[1].value, line)))
        return found

    def _last(self, container: Entity) -> list[Entity]:
        held = container.assignment
        if held is None or held.value is None or not held.value.items or self._written(container, held):
            return self._under(container, set())
        return list(self._passing.values(self._passing.file(container.path), held.scope, held.value.items[-1], held.line))

    def keys(self, index: FileIndex, scope: str, key: Value, line: int, *, numbers: bool = False, level: int = 0) -> set[str]:
        """The constants an expression may be: strings as they are, with `numbers` marked "#"; empty where not all are known."""
        text = key_text(key, numbers)
        if text is not None or level > _LEVELS:
            return {text} if text is not None else set()
        if key.kind == "template" or (key.kind == "binary" and key.text == "+"):
            whole = ""
            for piece in key.items:  # known only if every piece is one constant
                found_pieces = self.keys(index, scope, piece, line, level=level + 1)
                if len(found_pieces) != 1:
                    return set()
                whole += min(found_pieces)
            return {whole}
        if key.kind != "name":
            return set()
        whole_text = self._put_together(index, scope, key.text, line)
        if whole_text is not None:
            return {whole_text}
        out: set[str] = set()
        for place, where, value, at in self._passing.constants(index, scope, key.text, line):
            found = key_text(value, numbers)
            if found is None:
                found_more = (
                    self.keys(place, where, value, at, numbers=numbers, level=level + 1)
                    if value.kind in ("binary", "template")
                    else set()
                )
                if not found_more:
                    return set()
                out |= found_more
            else:
                out.add(found)
        return out

    def _put_together(self, index: FileIndex, scope: str, name: str, line: int) -> str | None:
        """A string that is made piece by piece in one scope: ``x = "a"``, ``x += "b"``, ``x = x + "c"``; None for all else."""
        text: str | None = None
        grown = False
        for assignment in self._steps(index).get((scope, name), ()):
            value = assignment.value
            if assignment.line >= line or value is None:
                break
            if value.kind == "binary" and value.text == "+" and len(value.items) == 2:
                left, piece = value.items
                if text is None or left.kind != "name" or left.text != name or piece.kind != "string":
                    return None
                text, grown = text + piece.text, True
            elif value.kind != "string":
                return None
            elif assignment.kind == "augmented":
                if text is None:
                    return None
                text, grown = text + value.text, True
            else:
                text, grown = value.text, False
        return text if grown else None

    def _steps(self, index: FileIndex) -> dict[tuple[str, str], list[Assignment]]:
        """Assignments by scope and name, of names that are added to."""
        known = self._added.get(index.facts.path)
        if known is None:
            known = self._added[index.facts.path] = {}
            adding = {(item.scope, item.target) for item in index.facts.assignments if item.kind == "augmented"}
            for item in index.facts.assignments:
                if (item.scope, item.target) in adding:
                    known.setdefault((item.scope, item.target), []).append(item)
        return known

    # what is put in later

    def _written(self, container: Entity, held: Assignment) -> list[Written]:
        if held.target == "{}":
            return []
        path, scope = container.path, held.scope
        index = self._passing.file(path)
        known = self._writes.get(path)
        if known is None:
            known = self._writes[path] = self._read_writes(index)
        first, dot, attribute = held.target.partition(".")
        owner = index.class_of(scope)
        if owner is not None and (first in _RECEIVERS if dot else owner.qualname == scope):
            # an attribute: whatever method of its class puts something in
            names = [f"{receiver}.{attribute or first}" for receiver in _RECEIVERS]
            out = [item for name in names for item in known.get(name, ()) if index.class_of(item[2]) is owner]
            out.extend([item for item in known.get(held.target, ()) if not dot and item[2] == scope])
        else:
            out = []
            for item in known.get(held.target, ()):
                # functions that put into a container of the module are of those that put into it too
                inner = not scope and not dot and not index.scopes.get(item[2], {}).get(held.target)
                if item[2] == scope or inner:
                    out.append(item)
        return [item for item in out if item[3] >= held.line or item[2] != scope]

    def _read_writes(self, index: FileIndex) -> dict[str, list[Written]]:
        """What is put into the containers of a file, by how the container is written."""
        out: dict[str, list[Written]] = defaultdict(list)
        for assignment in index.facts.assignments:
            if not assignment.target.endswith("]") or assignment.value is None:
                continue
            base, *keys = assignment.target[:-1].replace("][", "[").split("[")
            for text in keys[:-1]:
                base = f"{base}[{self._key_of(index, assignment, text)[0]}]"
            for key in self._key_of(index, assignment, keys[-1]):
                out[base].append((key, assignment.value, assignment.scope, assignment.line))
        for call in index.facts.calls:
            if call.callee.kind != "name" or not call.arguments:
                continue
            base, _, name = call.callee.text.rpartition(".")
            if not base:
                continue
            last = call.arguments[-1].value
            if name in _ADDS:
                out[base].append((None, last, call.scope, call.line))
            elif name == "update" and last.kind == "dict":
                for key, item in _items(last, set()):
                    out[base].append((key, item, call.scope, call.line))
        return out

    def _key_of(self, index: FileIndex, assignment: Assignment, text: str) -> list[str | None]:
        if text[:1] in ("'", '"') and text[-1:] == text[:1]:
            return [text[1:-1]]
        if text.isdigit():
            return [f"#{text}"]
        if not text.replace(".", "_").isidentifier():
            return [None]
        value = Value("name", text, line=assignment.line)
        found = sorted(self.keys(index, assignment.scope, value, assignment.line, numbers=True))
        return [*found] if found else [None]


def key_text(key: Value, numbers: bool) -> str | None:
    """A literal key as text, numbers marked where they may be keys."""
    if key.kind == "string":
        return key.text
    return f"#{key.text}" if key.kind == "number" and numbers else None


def _items(value: Value, wanted: set[str]) -> list[tuple[str | None, Value]]:
    """(key, item) of a literal; of a list keys are positions.  Too many to look at are looked at by key alone."""
    if value.kind == "dict":
        pairs = [(key_text(key, numbers=True), item) for key, item in zip(value.keys, value.items, strict=False)]
    else:
        count = len(value.items)
        spread = any(item.kind == "spread" for item in value.items)
        pairs = []
        for position, item in enumerate(value.items):
            negative = f"#-{count - position}"
            key = None if spread else negative if negative in wanted else f"#{position}"
            pairs.append((key, item))
    found = [pair for pair in pairs if not wanted or pair[0] is None or pair[0] in wanted]
    return found if len(found) <= _MOST else []
