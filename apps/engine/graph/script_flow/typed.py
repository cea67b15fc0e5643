"""What declared types of TypeScript say of a value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, alias_of, holding, read_type

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_ALIASES = 6
_PLAIN = frozenset({
    "string", "number", "boolean", "symbol", "bigint", "null", "undefined", "void", "never", "true", "false",
})  # fmt: skip


class DeclaredTypes:
    """Types, as the things that have them."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._signature_places: dict[tuple[str, str, Type], int] = {}
        self._annotated: dict[tuple[str, str, str], Things] = {}
        self._types: dict[tuple[str, str, str], Things] = {}
        self._open: dict[tuple[str, str, str], bool] = {}

    def types(self, index: FileIndex, scope: str, types: Iterable[Type], depth: int = 0) -> Things:
        """What a value of one of some types may be."""
        out: set[Thing] = set()
        for one in types:
            if one.name == "=>":
                out.add(self._signature(index, scope, one))
            elif one.name.startswith("[]"):
                inner = self.types(index, scope, one.inner, depth + 1) if depth < _ALIASES else NOTHING
                out.add(holding("list", one.name[2:] or "Array", inner))
            elif one.is_value:
                out |= self._flow.variables.dotted(index, scope, one.name, 0)
            elif one.name == "this":
                out |= self._flow.variables.this(index, scope)
            else:
                out |= self._named_type(index, scope, one.name, depth)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def annotation(self, index: FileIndex, scope: str, text: str) -> Things:
        """What a value annotated so may be."""
        key = (index.facts.path, scope, text)
        known = self._annotated.get(key)
        if known is None:
            known = self._annotated[key] = self.types(index, scope, read_type(text))
        return known

    def is_open(self, index: FileIndex, scope: str, text: str, depth: int = 0) -> bool:
        """Whether an annotation admits values that no thing it names describes: ``any``, ``Function``, ``new () => T``."""
        key = (index.facts.path, scope, text)
        known = self._open.get(key)
        if known is None:
            alternatives = read_type(text)
            known = not alternatives or any(self._is_open(index, scope, one, depth) for one in alternatives)
            self._open[key] = known
        return known

    def _is_open(self, index: FileIndex, scope: str, one: Type, depth: int) -> bool:
        if one.name == "=>" or one.name.startswith("[]") or one.is_value or one.name == "this" or one.name in _PLAIN:
            return False
        self._flow.names.steps = 0
        found = self._flow.names.dotted(index, scope, one.name, 0)
        definition = found.definition
        if definition is None or definition.kind != "type":
            return not self._named_type(index, scope, one.name, depth)
        there = self._flow.names.files[found.path]
        if there.scopes.get(found.qualname):
            return False
        return depth >= _ALIASES or self.is_open(there, definition.parent, alias_of(definition.signature), depth + 1)

    def _named_type(self, index: FileIndex, scope: str, name: str, depth: int) -> Things:
        key = (index.facts.path, scope, name)
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = self._type(index, scope, name, depth)
        return known

    def _type(self, index: FileIndex, scope: str, name: str, depth: int) -> Things:
        self._flow.names.steps = 0
        found = self._flow.names.dotted(index, scope, name, 0)
        definition = found.definition
        if definition is None or found.kind not in ("class", "function"):
            return NOTHING
        if definition.kind == "enum":
            return NOTHING
        if definition.kind == "type":
            there = self._flow.names.files[found.path]
            if there.scopes.get(found.qualname):
                return frozenset({Thing("typed", found.path, found.qualname)})
            text = alias_of(definition.signature)
            if text and depth < _ALIASES:
                return self.types(there, definition.parent, read_type(text), depth + 1)
            return NOTHING
        return frozenset({Thing("typed", found.path, found.qualname)}) if found.kind == "class" else NOTHING

    def _signature(self, index: FileIndex, scope: str, signature: Type) -> Thing:
        key = (index.facts.path, scope, signature)
        place = self._signature_places.get(key)
        if place is None:
            place = self._signature_places[key] = len(self._flow.signatures)
            self._flow.signatures.append((index, scope, signature))
        return Thing("signature", index.facts.path, str(place))
