"""Swift: its grammar, its query and its tables."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_swift

from apps.engine.facts import FileFacts
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.grammar import load
from apps.engine.parsing.source import Source
from apps.engine.parsing.swift.dialect import Swift

WORDS = (COMMON - {"package"}) | {
    "import.module", "definition.class", "definition.protocol", "definition.function", "definition.constructor",
    "definition.accessor", "definition.type",
}  # fmt: skip

GRAMMAR = load("Swift", tree_sitter_swift.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)

DIALECT = Swift(
    name="Swift",
    kinds={
        "simple_identifier": "name", "type_identifier": "name", "bound_identifier": "name", "self_expression": "name",
        "super_expression": "name", "identifier": "path", "user_type": "path",
        "try_expression": "wrap", "await_expression": "wrap", "postfix_expression": "wrap", "navigation_suffix": "wrap",
        "directly_assignable_expression": "wrap", "optional_type": "wrap", "type_annotation": "wrap",
        "call_expression": "call", "line_string_literal": "template", "multi_line_string_literal": "template",
        "raw_string_literal": "string", "integer_literal": "number", "real_literal": "number", "hex_literal": "number",
        "boolean_literal": "boolean", "nil": "none", "lambda_literal": "function", "array_literal": "list",
        "as_expression": "cast", "nil_coalescing_expression": "binary", "additive_expression": "binary",
        "multiplicative_expression": "binary", "equality_expression": "binary", "comparison_expression": "binary",
        "conjunction_expression": "binary", "disjunction_expression": "binary",
        "prefix_expression": "special", "ternary_expression": "special", "dictionary_literal": "special",
        "tuple_expression": "special",
    },
    members={"navigation_expression": ("target", "suffix")},
    calls={"call_expression": ("function", "")},
    named_arguments={"value_argument": ("", "value")},
    skipped=frozenset({"comment", "multiline_comment"}),
    annotations=frozenset({"attribute"}),
    unqualified=frozenset({"extension"}),
    fluent=frozenset({"call_expression"}),
)  # fmt: skip


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Swift file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
