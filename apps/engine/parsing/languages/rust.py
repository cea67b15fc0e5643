"""Rust: its grammar, its query and its tables."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_rust

from apps.engine.facts import FileFacts
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.grammar import load
from apps.engine.parsing.rust.dialect import Rust
from apps.engine.parsing.source import Source

WORDS = (COMMON - {"package", "reference.environment"}) | {
    "import.use", "import.crate", "import.module", "definition.function", "definition.struct", "definition.enum",
    "definition.union", "definition.trait", "definition.implementation", "definition.type", "definition.namespace",
    "definition.macro",
}  # fmt: skip

GRAMMAR = load("Rust", tree_sitter_rust.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)

DIALECT = Rust(
    name="Rust",
    kinds={
        "identifier": "name", "type_identifier": "name", "field_identifier": "name", "shorthand_field_identifier": "name",
        "primitive_type": "name", "self": "name", "super": "name", "crate": "name", "metavariable": "name",
        "parenthesized_expression": "wrap", "reference_expression": "wrap", "generic_type": "wrap", "generic_function": "wrap",
        "reference_type": "wrap", "await_expression": "wrap", "bracketed_type": "wrap", "qualified_type": "wrap",
        "pointer_type": "wrap", "abstract_type": "wrap", "dynamic_type": "wrap", "generic_type_with_turbofish": "wrap",
        "higher_ranked_trait_bound": "wrap", "unsafe_block": "wrap", "expression_statement": "wrap",
        "try_expression": "special", "unary_expression": "special", "if_expression": "special", "block": "special",
        "else_clause": "special", "async_block": "special",
        "call_expression": "call", "macro_invocation": "call", "struct_expression": "new",
        "string_literal": "string", "raw_string_literal": "string", "char_literal": "string", "integer_literal": "number",
        "float_literal": "number", "boolean_literal": "boolean", "unit_expression": "none", "closure_expression": "function",
        "binary_expression": "binary", "index_expression": "subscript", "array_expression": "list", "tuple_expression": "list",
        "type_cast_expression": "cast",
    },
    members={
        "field_expression": ("value", "field"), "scoped_identifier": ("path", "name"),
        "scoped_type_identifier": ("path", "name"),
    },
    calls={"call_expression": ("function", "arguments")},
    creations={"struct_expression": ("name", "body")},
    annotations=frozenset({"attribute_item", "inner_attribute_item"}),
    fluent=frozenset({"call_expression"}),
    unqualified=frozenset({"implementation"}),
)  # fmt: skip


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Rust file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
