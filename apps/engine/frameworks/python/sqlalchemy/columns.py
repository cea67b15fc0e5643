"""Columns of SQLAlchemy: types, foreign keys, constraints, as mapped classes and tables write them."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, Constraint, Definition, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.python.classes import class_fields
from apps.engine.frameworks.text import argument, keyword, positional, source_of

COLUMNS = frozenset({"Column", "mapped_column", "column_property", "deferred", "synonym", "composite"})
DETAILS = frozenset(
    {"primary_key", "nullable", "unique", "index", "default", "server_default", "onupdate", "autoincrement", "ondelete"}
)
_NO_TYPES = frozenset({"ForeignKey", "Sequence", "Identity", "Computed", "CheckConstraint", "", *COLUMNS})
_RULES = {
    "UniqueConstraint": "unique", "CheckConstraint": "check", "Index": "index", "PrimaryKeyConstraint": "primary key",
    "ForeignKeyConstraint": "foreign key", "ExcludeConstraint": "exclude",
}  # fmt: skip


def last_of(name: str) -> str:
    """The last part of a dotted name."""
    return name.rpartition(".")[2]


def is_true(value: Value | None) -> bool:
    """Whether an argument is the word True."""
    return value is not None and value.text == "true"


def table_of(code: Code, path: str, definition: Definition) -> str:
    """`__tablename__` of a class itself, "" if it has none that can be read."""
    for item in class_fields(code, path, definition):
        if item.target == "__tablename__":
            return code.folder.text(path, definition.qualname, item.value) or ""
    return ""


def column_type(call: Call) -> str:
    """The type a column is given, as it is written."""
    for item in call.arguments:
        if item.name and item.name != "type_":
            continue
        value = item.value
        if value.kind == "string":
            continue
        last = last_of(value.text) if value.kind == "name" else ""
        if value.call is not None:
            last = last_of(value.call.callee.text)
        if last not in _NO_TYPES:
            return source_of(value) if value.kind == "call" else last
    return ""


def foreign_table(code: Code, path: str, scope: str, call: Call | None) -> str:
    """The table a column's `ForeignKey` points to, "" if there is none."""
    for item in call.arguments if call is not None else ():
        inner = item.value.call
        if inner is None or last_of(inner.callee.text) != "ForeignKey":
            continue
        first = argument(inner, 0, "column")
        if first is None:
            return ""
        if first.kind == "name" and "." in first.text:
            owner = code.names.of(path, scope, Value("name", first.text.rpartition(".")[0], line=first.line))
            if owner.definition is not None and owner.definition.kind in CLASSES:
                return table_of(code, owner.path, owner.definition)
        text = code.folder.text(path, scope, first)
        return text.rpartition(".")[0] if text else ""
    return ""


def annotated_column(code: Code, path: str, scope: str, item: Assignment) -> tuple[str, Call] | None:
    """(type, column) of ``Mapped[pk]`` where ``pk = Annotated[int, mapped_column(primary_key=True)]``."""
    noted = item.annotation_value
    inner = noted.items[1] if noted is not None and noted.kind == "subscript" and len(noted.items) == 2 else None
    value = code.names.of(path, scope, inner).value if inner is not None and inner.kind == "name" else None
    if value is None or value.kind != "subscript" or len(value.items) != 2 or last_of(value.items[0].text) != "Annotated":
        return None
    parts = value.items[1].items
    for part in parts[1:]:
        if part.call is not None and last_of(part.call.callee.text) in COLUMNS:
            return source_of(parts[0]), part.call
    return None


def constraint_of(code: Code, path: str, scope: str, call: Call) -> Constraint | None:
    """``UniqueConstraint("a", "b")`` and its like."""
    kind = _RULES.get(last_of(call.callee.text))
    if kind is None:
        return None
    given = [item.value for item in call.arguments if not item.name]
    if kind == "index":
        kind, given = "unique" if is_true(keyword(call.arguments, "unique")) else "index", given[1:]
    texts = [code.folder.text(path, scope, item) or last_of(source_of(item)) for item in given if item.kind != "list"]
    if kind == "foreign key":
        own = code.folder.texts(path, scope, positional(call.arguments, 0)) or []
        other = code.folder.texts(path, scope, positional(call.arguments, 1)) or []
        texts = [f"{', '.join(own)} → {', '.join(other)}"] if own and other else []
    return Constraint(kind, ", ".join(texts), call.line) if texts else None
