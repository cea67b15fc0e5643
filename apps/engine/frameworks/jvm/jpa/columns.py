"""The columns of one class: its fields, the properties a constructor declares, or its getters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.engine.facts import Assignment, Constraint, Decorator, Definition, Field, Relation, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import annotation, given, last, listed, text_of
from apps.engine.frameworks.jvm.classes import Class
from apps.engine.frameworks.jvm.jpa.dialects import Dialect
from apps.engine.graph.declared.types import TypeName, parse_type

_NOT_NULL = frozenset({"NotNull", "NotBlank", "NotEmpty", "NonNull"})
_LEFT_OUT = frozenset({"Transient", "ReadOnlyProperty"})
_TYPES = {"string": "String", "template": "String", "boolean": "Boolean"}
_ACCESSED = frozenset({"Access", "AccessType"})


@dataclass(frozen=True, slots=True)
class Column:
    """A field or getter that is stored."""

    name: str
    type: str
    decorators: tuple[Decorator, ...]
    line: int
    value: Value | None = None

    def marked(self, *names: str) -> Decorator | None:
        """Its first annotation of one of these names, without or with the name of the type around it."""
        return next((item for item in self.decorators if item.name in names or last(item.name) in names), None)


def columns_of(item: Class, fields: Sequence[Assignment], *, by_getters: bool) -> list[Column]:
    """What a class stores, in order."""
    if by_getters:
        return _getters(item, fields)
    computed = {
        definition.name
        for definition in item.facts.definitions
        if definition.kind == "accessor" and definition.parent == item.definition.qualname and "getter" in definition.properties
    }
    return [
        Column(field.target, field.annotation or _type_of(field.value), field.decorators, field.line, field.value)
        for field in fields
        if not {"static", "transient"} & set(field.properties)
        and annotation(field, *_LEFT_OUT) is None
        and not (field.value is None and field.target in computed)  # a property that only has a getter
    ]


def keeps_by_getters(item: Class, fields: Sequence[Assignment], keys: frozenset[str]) -> bool | None:
    """Whether a class has its annotations on getters: it says so, or its key is there; None where nothing shows it."""
    said = item.marked(*_ACCESSED)
    value = given(said, "value") if said is not None else None
    if value is not None:
        return last(value.text) == "PROPERTY"
    if any(annotation(field, *keys) for field in fields):
        return False
    return True if any(annotation(method, *keys) for method in item.methods) else None


def _getters(item: Class, fields: Sequence[Assignment]) -> list[Column]:
    setters = {method.name for method in item.methods if method.name.startswith("set") and len(method.parameters) == 1}
    by_name = {field.target: field for field in fields}
    out = []
    for method in item.methods:
        name = _property(method)
        is_left_out = "static" in method.properties or annotation(method, *_LEFT_OUT) is not None
        if not name or is_left_out or not (method.decorators or f"set{name[:1].upper()}{name[1:]}" in setters):
            continue
        field = by_name.get(name)
        extra = field.decorators if field is not None else ()
        out.append(Column(name, method.returns, (*method.decorators, *extra), method.line))
    return out


def _property(method: Definition) -> str:
    """``getName`` → name, "" for what is no getter."""
    prefix = "is" if method.name.startswith("is") and method.returns.lower() == "boolean" else "get"
    rest = method.name.removeprefix(prefix)
    is_getter = method.name.startswith(prefix) and rest[:1].isupper() and not method.parameters and method.returns != "void"
    return (rest if rest[1:2].isupper() else rest[:1].lower() + rest[1:]) if is_getter else ""


def _type_of(value: Value | None) -> str:
    """The type of a property that only its value shows."""
    if value is None:
        return ""
    if value.kind == "number":
        return "Long" if value.text.endswith("L") else "Double" if "." in value.text else "Int"
    call = value.call
    if call is not None and last(call.callee.text)[:1].isupper():
        arguments = ", ".join(call.type_arguments)
        return f"{call.callee.text}<{arguments}>" if arguments else call.callee.text
    return _TYPES.get(value.kind, "")


def field_of(column: Column, dialect: Dialect) -> Field:
    """A column as a field of the model."""
    return Field(column.name, column.type, _detail(column), column.marked(*dialect.keys) is not None, column.line)


def relation_of(code: Code, item: Class, column: Column, dialect: Dialect) -> Relation | None:
    """What a column's annotation, or its type, relates the class to."""
    said = column.marked(*dialect.relations)
    parsed = parse_type(column.type)
    if said is None:
        if dialect.nests and last(parsed.name) == "AggregateReference" and parsed.arguments:
            return Relation(column.name, "foreign key", last(parsed.arguments[0].name), column.line)
        return None
    kind = dialect.relations.get(said.name) or dialect.relations[last(said.name)]
    target = given(said, "targetEntity")
    if target is not None and target.kind == "name":
        return Relation(column.name, kind, last(target.text.removesuffix("::class")), column.line)
    name = innermost(parsed).name
    call = column.value.call if column.value is not None else None
    if not name and call is not None and call.type_arguments:  # val pets = mutableSetOf<Pet>()
        name = innermost(parse_type(call.type_arguments[-1])).name
    return Relation(column.name, kind, last(name), column.line) if name else None


def innermost(of: TypeName) -> TypeName:
    """``Map<String, List<Pet>>`` → ``Pet``"""
    while of.arguments:
        of = of.arguments[-1]
    return of


def _detail(column: Column) -> str:
    """Constraints as far as annotations say them."""
    said = []
    at = column.marked("Column", "JoinColumn")
    for item in at.arguments if at is not None else ():
        if item.name == "nullable" and item.value.text == "false":
            said.append("not null")
        elif item.name == "unique" and item.value.text == "true":
            said.append("unique")
        elif item.name == "length":
            said.append(f"length {item.value.text}")
    if column.marked(*_NOT_NULL) and "not null" not in said:
        said.append("not null")
    if column.marked("GeneratedValue"):
        said.append("generated")
    if column.marked("Indexed"):
        said.append("index")
    if column.marked("Version"):
        said.append("version")
    size = column.marked("Size")
    most = given(size, "max") if size is not None else None
    if most is not None:
        said.append(f"at most {most.text} long")
    return ", ".join(said)


def constraints_of(code: Code, item: Class, columns: Sequence[Column], dialect: Dialect) -> tuple[Constraint, ...]:
    """Keys of several columns, and what the table's annotation says of unique columns and indexes."""
    out = []
    keys = [column.name for column in columns if column.marked(*dialect.keys)]
    if len(keys) > 1:
        out.append(Constraint("primary key", ", ".join(keys), item.definition.line))
    table = item.marked("Table")
    for name in ("uniqueConstraints", "indexes"):
        for one in listed(given(table, name)) if table is not None else ():
            arguments = one.call.arguments if one.call is not None else ()
            is_unique = any(other.name == "unique" and other.value.text == "true" for other in arguments)
            for argument in arguments:
                if argument.name in ("columnNames", "columnList"):
                    texts = [text_of(code, item.path, item.definition.qualname, value) or "" for value in listed(argument.value)]
                    kind = "unique" if name == "uniqueConstraints" or is_unique else "index"
                    if all(texts):
                        out.append(Constraint(kind, ", ".join(texts), one.line))
    return tuple(out)
