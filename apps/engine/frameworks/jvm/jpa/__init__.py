"""Classes of Java and Kotlin that annotations make entities: JPA (Hibernate, EclipseLink), Spring Data's other modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.engine.facts import Assignment, FileFacts, Model, Place, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, fields_by_type, given, last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.classes import Class, Classes
from apps.engine.frameworks.jvm.jpa.columns import (
    Column,
    columns_of,
    constraints_of,
    field_of,
    innermost,
    keeps_by_getters,
    relation_of,
)
from apps.engine.frameworks.jvm.jpa.dialects import DIALECTS, JPA, KEY_PACKAGE, KEYED, Dialect
from apps.engine.graph.declared.types import parse_type

_PACKAGES = (*(package for dialect in DIALECTS for package in dialect.packages), KEY_PACKAGE)
_ENTITIES = frozenset({"class", "record"})


def find(code: Code) -> Found:
    """Entities, the classes above them and what is embedded in them."""
    files = [facts for facts in code.own("Java", "Kotlin") if any(item.module.startswith(_PACKAGES) for item in facts.imports)]
    return _Reader(code).read(files) if files else Found()


@dataclass(slots=True)
class _Reader:
    code: Code
    classes: Classes = field(init=False)
    made: dict[tuple[str, str], Model] = field(default_factory=dict)
    _fields: dict[str, dict[str, list[Assignment]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.classes = Classes(self.code)

    def read(self, files: Sequence[FileFacts]) -> Found:
        found = Found()
        used = {facts.path: _dialects(facts) for facts in files}
        keyed: dict[str, Dialect] = {}  # by module, what a class is stored with that only has a key
        for path in sorted(used, reverse=True):
            keyed.update({_module(path): dialect for dialect in used[path] if dialect.keyed})
        for facts in files:
            for item in self.classes.of(facts).values():
                if item.definition.kind in _ENTITIES:
                    self._entity(item, used[facts.path], keyed.get(_module(facts.path), KEYED))
        found.models = list(self.made.values())
        found.frameworks = sorted({model.framework for model in found.models})
        return found

    def _entity(self, item: Class, dialects: Sequence[Dialect], keyed: Dialect) -> None:
        for dialect in dialects:
            said = item.marked(*dialect.entities)
            if said is not None:
                self._make(item, dialect, dialect.entities[last(said.name)])
                return
        imports = {one.module for one in item.facts.imports}
        by_key = any(dialect.keyed for dialect in dialects) or any(module.startswith(KEY_PACKAGE) for module in imports)
        own = next((dialect for dialect in dialects if dialect.keyed), keyed)
        if by_key and JPA not in dialects and any(annotation(one, *own.keys) for one in self._own_fields(item)):
            is_abstract = "abstract" in item.definition.properties
            self._make(item, own, "abstract" if is_abstract else next(iter(own.entities.values())))

    def _own_fields(self, item: Class) -> Sequence[Assignment]:
        known = self._fields.get(item.path)
        if known is None:
            known = self._fields[item.path] = dict(fields_by_type(item.facts))
        return known.get(item.definition.qualname, ())

    def _make(self, item: Class, dialect: Dialect, kind: str) -> None:
        key = (item.path, item.definition.qualname)
        if key in self.made:
            return
        line = self.classes.line(item) if item.definition.bases else [item]
        columns = self._columns(item, line, dialect)
        table = item.marked(*dialect.tables)
        name = given(table, "name", "value", "collection") if table is not None else None
        self.made[key] = Model(
            item.definition.name,
            place_of(item.path, item.definition),
            kind=kind,
            framework=dialect.framework,
            table=(text_of(self.code, item.path, item.definition.qualname, name) or "") if name is not None else "",
            bases=tuple(base.text for base in item.definition.bases),
            fields=tuple(field_of(column, dialect) for column in columns),
            relations=tuple(
                relation for column in columns if (relation := relation_of(self.code, item, column, dialect)) is not None
            ),
            symbol=symbol_of(item.path, item.definition.qualname),
            docstring=item.definition.docstring,
            source=dialect.source,
            constraints=constraints_of(self.code, item, columns, dialect),
        )
        if dialect.nests:
            self._nest(key, item, columns, dialect)
        self._inherit(key, line, dialect)

    def _columns(self, item: Class, line: Sequence[Class], dialect: Dialect) -> list[Column]:
        """A class's own columns; whether they are fields or getters the nearest class of its line says."""
        access = None
        for above in line if dialect.by_getters else ():
            access = keeps_by_getters(above, self._own_fields(above), dialect.keys)
            if access is not None:
                break
        return columns_of(item, self._own_fields(item), by_getters=access is True)

    def _inherit(self, key: tuple[str, str], line: Sequence[Class], dialect: Dialect) -> None:
        """What classes without a table of their own hand on."""
        model = self.made[key]
        seen = {one.name for one in model.fields}
        for above in line[1:]:
            if above.definition.kind not in _ENTITIES:
                continue
            is_handed_on = above.marked("MappedSuperclass") is not None if dialect is JPA else True
            if not is_handed_on:
                continue
            columns = [column for column in self._columns(above, line, dialect) if column.name not in seen]
            name = above.definition.name
            model = replace(
                model,
                fields=(
                    *model.fields,
                    *(
                        replace(field_of(one, dialect), line=0, inherited_from=name, place=Place(above.path, one.line, one.line))
                        for one in columns
                    ),
                ),
                relations=(
                    *model.relations,
                    *(
                        replace(relation, line=0, inherited_from=name, place=Place(above.path, one.line, one.line))
                        for one in columns
                        if (relation := relation_of(self.code, above, one, dialect)) is not None
                    ),
                ),
            )
            seen |= {column.name for column in columns}
        self.made[key] = model

    def _nest(self, key: tuple[str, str], item: Class, columns: Sequence[Column], dialect: Dialect) -> None:
        """Fields of other classes of the repository: rows of their own below this one's."""
        model = self.made[key]
        told = {relation.field for relation in model.relations}
        relations = list(model.relations)
        for column in columns:
            of = parse_type(column.type)
            if last(of.name) == "AggregateReference":
                continue
            name = innermost(of).name
            below = self.classes.named(item.path, item.definition.qualname, name) if name else None
            if below is None or below.definition.kind not in _ENTITIES:
                continue
            embedded = column.marked("Embedded", "Nullable", "Empty", *dialect.keys) is not None
            if column.name not in told:
                kind = "one to many" if of.arguments else "one to one"
                relations.append(Relation(column.name, kind, below.definition.name, column.line))
            self._make(below, dialect, "embedded" if embedded else "table")
        self.made[key] = replace(model, relations=tuple(relations))


def _dialects(facts: FileFacts) -> list[Dialect]:
    return [dialect for dialect in DIALECTS if any(item.module.startswith(dialect.packages) for item in facts.imports)]


def _module(path: str) -> str:
    """The part of a repository that is built on its own."""
    return path.partition("src/main/")[0]
