"""What libraries for models in JavaScript share: constraints given as options, and the names of types."""

from __future__ import annotations

from collections.abc import Iterable

from apps.engine.facts import Value
from apps.engine.frameworks.text import dict_item, source_of


def constraints(options: Value | None, names: Iterable[str]) -> str:
    """The options of these names as ``name=value``, in the order written."""
    if options is None or options.kind != "dict":
        return ""
    wanted = frozenset(names)
    return ", ".join(
        f"{key.text}={source_of(item, script=True)}"
        for key, item in zip(options.keys, options.items, strict=False)
        if key.kind in ("string", "name") and key.text in wanted
    )


def type_text(value: Value, *, script_types: bool = False) -> str:
    """How a value names a type: ``"varchar"``, ``DataTypes.STRING(10)``, ``String``, ``[String]``; "" for anything else.

    `script_types` tells that a name alone is one; else only a property (``DataTypes.STRING``) or a class of the language is.
    """
    many = False
    for _ in range(4):
        if value.kind == "list":
            if not value.items:
                return "Array"
            many, value = True, value.items[0]
            continue
        inner = dict_item(value, "type")
        if inner is None:
            break
        value = inner
    name = ""
    if value.kind == "string":
        name = value.text
    elif value.kind == "name" and (script_types or "." in value.text or value.text[:1].isupper()):
        parts = value.text.split(".")
        start = next((number for number, part in enumerate(parts) if part in _NAMESPACES), len(parts) - 2)
        name = ".".join(parts[start + 1 :])
    elif value.kind == "call" and value.call is not None and value.call.callee.kind == "name":
        name = f"{type_text(value.call.callee)}({', '.join(source_of(item.value, script=True) for item in value.call.arguments)})"
    return f"[{name}]" if many and name else name


_NAMESPACES = frozenset({"DataTypes", "DataType", "Sequelize", "types", "Types", "SchemaTypes"})
