"""The words the reader handles; each language's query uses all of its set."""

from __future__ import annotations

SCRIPT_WORDS = frozenset({
    "definition.function", "definition.expression", "definition.class", "definition.method", "definition.generator",
    "reference.call", "reference.new", "reference.awaited", "reference.member", "reference.subscript", "reference.returned",
    "reference.name", "binding.declaration", "binding.assignment", "binding.augmented", "binding.loop", "binding.except",
    "binding.field", "import.statement", "export.statement", "branch.other", "text.comment", "error.syntax", "error.missing",
})  # fmt: skip
MARKUP_WORDS = frozenset({"reference.element"})
TYPE_WORDS = frozenset({
    "definition.signature", "definition.interface", "definition.enum", "definition.type", "definition.namespace",
    "definition.ambient", "binding.alias",
})  # fmt: skip
