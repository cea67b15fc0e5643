"""What JavaScript and TypeScript modules give to those who import them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNKNOWN, Entity, external

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames


class ScriptExports:
    """ES exports, re-exports and barrels, and CommonJS `module.exports`."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver
        self._busy: set[tuple[str, str]] = set()

    def exported(self, index: FileIndex, name: str) -> Entity:
        """The export `name` of a module, "default" too."""
        key = (index.facts.path, name)
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            return self._exported(index, name)
        finally:
            self._busy.discard(key)

    def _exported(self, index: FileIndex, name: str) -> Entity:
        export = index.exports.get(name)
        if export is not None:
            found = self._resolver.dotted(index, "", export.local or name, 0)
            if found.kind != "unknown" or export.local:
                return found
        for forward in index.forwards:
            for item in forward.names:
                if (item.alias or item.name) == name and item.name != "*":
                    return self._resolver.member(self._resolver.module_of(index, forward), item.name)
                if item.name == "*" and item.alias == name:
                    return self._resolver.module_of(index, forward)
        common = self._common(index, name)
        if common is not None:
            return common
        if name == "default":
            return self.whole(Entity("module", index.facts.path)) if self._is_common(index) else UNKNOWN
        outside: list[Entity] = []
        for forward in index.forwards:
            if any(item.name == "*" and not item.alias for item in forward.names):
                module = self._resolver.module_of(index, forward)
                if module.kind == "module":
                    found = self._resolver.member(module, name)
                    if found.kind != "unknown":
                        return found
                elif module.kind == "external":
                    outside.append(module)
        return external(f"{outside[0].external}.{name}") if len(outside) == 1 else UNKNOWN

    def _is_common(self, index: FileIndex) -> bool:
        names = index.scopes.get("", {})
        return "module.exports" in names or any(name.startswith(("exports.", "module.exports.")) for name in names)

    def _common(self, index: FileIndex, name: str) -> Entity | None:
        """A property of `module.exports`."""
        names = index.scopes.get("", {})
        for target in (f"module.exports.{name}", f"exports.{name}"):
            if target in names:
                definition = index.definitions.get(name) or index.definitions.get(f"exports.{name}")
                value = names[target][-1].assignment
                if definition is not None and value is not None and value.value is not None and value.value.kind == "function":
                    return Entity("function", index.facts.path, definition.qualname, definition=definition)
                return self._resolver.global_name(index, target)
        if "module.exports" in names:
            whole = self.whole(Entity("module", index.facts.path))
            if whole.kind != "module":
                found = self._resolver.member(whole, name)
                return found if found.kind != "unknown" else None
        return None

    def whole(self, module: Entity) -> Entity:
        """What ``require`` of a module gives: `module.exports` if it is set, else the module."""
        index = self._resolver.index(module.path) if module.kind == "module" else None
        if index is None:
            return module
        bindings = index.scopes.get("", {}).get("module.exports")
        if not bindings or bindings[-1].assignment is None:
            return module
        assignment = bindings[-1].assignment
        value = assignment.value
        if value is not None and value.kind == "dict":
            return Entity("object", module.path, "exports", assignment=assignment)
        if value is not None and value.kind == "name":
            return self._resolver.dotted(index, assignment.scope, value.text, 0)
        if value is not None and value.kind == "function" and value.text in index.definitions:
            return Entity("function", module.path, value.text, definition=index.definitions[value.text])
        return Entity("variable", module.path, "module.exports", assignment=assignment)

    def default(self, module: Entity) -> Entity:
        """What calling a whole module runs."""
        found = self.whole(module)
        return found if found.kind in ("function", "class", "external") else UNKNOWN
