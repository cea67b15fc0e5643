"""What annotations promise: instances of the classes they name, containers of them, classes themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.graph.annotations import annotated_names, element_of
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNKNOWN, Entity, external, made

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_PLAIN = frozenset({"str", "bytes", "int", "float", "bool", "complex", "list", "tuple", "dict", "set", "None"})


class AnnotatedTypes:
    """Reads annotations where they stand, each of a scope once."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver
        self._annotated: dict[tuple[str, str, str], Entity] = {}

    def annotated(self, index: FileIndex, scope: str, annotation: str, line: int) -> Entity:
        """An instance of the one class an annotation names, or the class itself for ``type[X]``."""
        key = (index.facts.path, scope, annotation)
        known = self._annotated.get(key)
        if known is not None:
            return known
        cut, self._resolver.cut = self._resolver.cut, False
        found = self._of_type(index, scope, annotation)
        if not self._resolver.cut:
            self._annotated[key] = found
        self._resolver.cut = self._resolver.cut or cut
        return found

    def _container(self, index: FileIndex, scope: str, annotation: str) -> Entity | None:
        """A container whose elements are instances of one class of the repository, None for any other annotation."""
        name, inner, has_keys = element_of(annotation)
        if not name:
            return None
        element = self._of_type(index, scope, inner)
        if element.kind != "instance":
            return None
        kind = f"builtins.{'dict' if has_keys else 'list'}"
        return Entity("made", element.path, element.qualname, kind, "inferred", element.definition, loose=True)

    def _of_type(self, index: FileIndex, scope: str, annotation: str) -> Entity:
        if "[" in annotation and not index.is_script:
            container = self._container(index, scope, annotation)
            if container is not None:
                return container
        if index.is_script and ("['" in annotation or '["' in annotation):  # what a member of a type is: ``this["name"]``
            return UNKNOWN
        names, is_class = annotated_names(annotation, index.is_script)
        is_union = len(names) > 1 and not index.is_script
        if is_union:  # of one class and plain values: what is asked of it is asked of the class
            names = [name for name in names if name not in _PLAIN]
        if len(names) != 1:
            return UNKNOWN
        if names[0] in ("Self", "typing.Self", "this"):
            owner = index.class_of(scope)
            if owner is None:
                return UNKNOWN
            return Entity("instance", index.facts.path, owner.qualname, definition=owner, how="inferred", loose=True)
        found = self._resolver.dotted(index, scope, names[0], 0)
        if found.kind == "variable":
            found = self._type_alias(found)
        if found.kind == "class":
            kind = "class" if is_class else "instance"
            return Entity(kind, found.path, found.qualname, definition=found.definition, how="inferred", loose=True)
        if found.kind == "external" and not is_union:
            name = found.external
            if name.startswith("typing.") or name in ("builtins.object", "builtins.type"):
                return UNKNOWN
            return external(name) if is_class else made(name)
        return UNKNOWN

    def _type_alias(self, found: Entity) -> Entity:
        """The class behind ``Alias = Annotated[X, …]`` or ``Alias = X``."""
        index, assignment = self._resolver.files[found.path], found.assignment
        value = assignment.value if assignment is not None else None
        if assignment is None or value is None:
            return UNKNOWN
        if value.kind == "subscript" and len(value.items) == 2 and value.items[0].kind == "name":
            if value.items[0].text.rpartition(".")[2] not in ("Annotated", "Optional"):
                return UNKNOWN
            first = value.items[1]
            value = first.items[0] if first.kind == "list" and first.items else first
        if value.kind not in ("name", "attribute"):
            return UNKNOWN
        return self._resolver.value(index, assignment.scope, value, assignment.line)
