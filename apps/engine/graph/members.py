"""What the parts of a dotted name stand for: members of modules, classes, objects and functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.entities import EXCEPTION_INFO, OUTSIDE, UNKNOWN, Entity, class_of, made

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_TASK_CALLS = frozenset({"delay", "apply_async", "si", "s", "signature", "delay_on_commit"})
_DICT_METHODS = frozenset({"get", "items", "keys", "values", "update", "pop", "setdefault", "copy", "clear", "popitem"})


class Members:
    """Members of everything a name can stand for."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver
        self._known: dict[tuple[str, str], Entity] = {}

    def member(self, owner: Entity, name: str) -> Entity:
        """What `owner.name` stands for; the result is not evaluated."""
        known = self._known.get((owner.path, name)) if owner.kind == "module" else None
        if known is not None:
            return known
        if not self._resolver.enter():
            return UNKNOWN
        try:
            return self._member(owner, name)
        finally:
            self._resolver.leave()

    def _member(self, owner: Entity, name: str) -> Entity:
        kind = owner.kind
        if kind == "object" and owner.assignment is not None and name in _DICT_METHODS:
            index, value = self._resolver.files[owner.path], owner.assignment.value
            if not index.is_script and value is not None and value.kind == "dict":
                return made(f"builtins.dict.{name}")
        if kind == "external" and name == "default":
            return owner  # the default export of a package is what its name stands for
        if kind == "made" and name == "value" and owner.path and owner.external == EXCEPTION_INFO:
            return Entity("instance", owner.path, owner.qualname, "", "inferred", owner.definition)
        if kind in ("external", "made"):
            return Entity(kind, external=f"{owner.external}.{name}", how=owner.how) if owner.external else OUTSIDE
        if kind == "outside":
            return OUTSIDE
        if kind == "module":
            return self._module_member(owner, name)
        if kind == "folder":
            located = self._resolver.modules.submodule(owner.path, name)
            return self._resolver.located(located) if located is not None else UNKNOWN
        if kind == "instance" and name == "__class__":
            return class_of(owner)
        if kind in ("class", "instance", "super"):
            return self._resolver.classes.member(owner, name).after(owner)
        if kind == "object":
            return self._object_member(owner, name)
        if kind == "function":
            return self._function_member(owner, name)
        return UNKNOWN

    def _module_member(self, owner: Entity, name: str) -> Entity:
        index = self._resolver.files[owner.path]
        if index.is_script:
            return self._resolver.exports.exported(index, name)
        key = (owner.path, "", name)
        if key in self._resolver.busy:
            self._resolver.cut = True
            return UNKNOWN
        self._resolver.busy.add(key)
        cut, self._resolver.cut = self._resolver.cut, False
        try:
            found = self._python_member(index, owner, name)
            if not self._resolver.cut:
                self._known[owner.path, name] = found
            return found
        finally:
            self._resolver.cut = self._resolver.cut or cut
            self._resolver.busy.discard(key)

    def _python_member(self, index: FileIndex, owner: Entity, name: str) -> Entity:
        found = self._resolver.global_name(index, name)
        if found is not None and found.kind != "unknown":
            return found
        if owner.path.endswith(("/__init__.py", "/__init__.pyi")) or owner.path in ("__init__.py", "__init__.pyi"):
            located = self._resolver.modules.submodule(owner.path.rpartition("/")[0], name)
            if located is not None:
                return self._resolver.located(located)
        return found or self._resolver.starred(index, name) or UNKNOWN

    def _object_member(self, owner: Entity, name: str) -> Entity:
        index = self._resolver.files[owner.path]
        definition = index.definitions.get(f"{owner.qualname}.{name}")
        if definition is not None:
            kind = "class" if definition.kind in CLASSES else "function"
            return Entity(kind, owner.path, definition.qualname, definition=definition, how=owner.how)
        assignment = owner.assignment
        if assignment is not None and assignment.value is not None and assignment.value.kind == "dict":
            spread = False
            # what a module exports is read, never changed, by those who import it: a name given there is that name
            is_export = index.is_script and assignment.target == "module.exports" and not assignment.scope
            for key, item in zip(assignment.value.keys, assignment.value.items, strict=False):
                if key.kind in ("string", "name") and key.text == name:
                    found = self._resolver.value(index, assignment.scope, item, assignment.line)
                    return found if is_export and not spread and item.kind in ("name", "function") else found.inferred()
                spread = spread or key.kind == "spread"
            if spread:
                return UNKNOWN
        bound = index.scopes.get(assignment.scope if assignment is not None else "", {}).get(f"{owner.qualname}.{name}")
        return self._resolver.choose(index, bound, 0).inferred() if bound else UNKNOWN

    def _function_member(self, owner: Entity, name: str) -> Entity:
        index = self._resolver.files[owner.path]
        definition = index.definitions.get(f"{owner.qualname}.{name}")
        if definition is not None and index.is_script:
            return Entity("function", owner.path, definition.qualname, definition=definition, how=owner.how)
        decorators = owner.definition.decorators if owner.definition is not None and not index.is_script else ()
        if name in _TASK_CALLS and any(item.name.rpartition(".")[2].endswith("task") for item in decorators):
            return owner.inferred()
        if index.is_script and name in ("call", "apply", "bind"):
            return owner
        bound = index.scopes.get("", {}).get(f"{owner.qualname}.{name}")
        return self._resolver.choose(index, bound, 0).inferred() if bound else UNKNOWN
