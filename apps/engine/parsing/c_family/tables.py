"""The tables of the dialects, and the dialect of one file."""

from __future__ import annotations

from apps.engine.parsing.c_family.dialect import CFamily

_KINDS = {
    "identifier": "name", "field_identifier": "name", "type_identifier": "name", "namespace_identifier": "name",
    "primitive_type": "name", "this": "name", "qualified_identifier": "path", "template_type": "path",
    "parenthesized_expression": "wrap", "pointer_expression": "wrap", "template_function": "wrap", "template_method": "wrap",
    "dependent_name": "wrap", "subscript_argument_list": "wrap",
    "co_await_expression": "wrap", "parameter_pack_expansion": "wrap",
    "condition_clause": "wrap", "destructor_name": "name", "operator_name": "name",
    "call_expression": "call", "new_expression": "new", "compound_literal_expression": "new", "init_declarator": "new",
    "field_initializer": "new",
    "string_literal": "string", "raw_string_literal": "string", "char_literal": "string", "concatenated_string": "special",
    "number_literal": "number", "true": "boolean", "false": "boolean", "null": "none", "nullptr": "none",
    "lambda_expression": "function", "cast_expression": "cast", "initializer_list": "special",
    "conditional_expression": "special",
    "binary_expression": "binary", "subscript_expression": "subscript",
}  # fmt: skip
_CREATIONS = {
    "new_expression": ("type", "arguments"),
    "compound_literal_expression": ("type", "value"),
    "init_declarator": ("", "value"),
    "field_initializer": ("", ""),
}


def dialect_of(name: str) -> CFamily:
    """The dialect that reads one file of C or C++."""
    return CFamily(
        name=name,
        kinds=_KINDS,
        members={"field_expression": ("argument", "field")},
        calls={"call_expression": ("function", "arguments")},
        creations=_CREATIONS,
        skipped=frozenset({"comment"}),
        unscoped=frozenset({"macro"}),
        is_cpp=name == "C++",
    )
