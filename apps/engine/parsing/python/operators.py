"""The methods that operators of Python run."""

from __future__ import annotations

BINARY = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__", "**": "__pow__",
    "@": "__matmul__", "&": "__and__", "|": "__or__", "^": "__xor__", "<<": "__lshift__", ">>": "__rshift__",
}  # fmt: skip
COMPARED = {
    "==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__",
    "in": "__contains__", "not in": "__contains__",
}  # fmt: skip
UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
OPERANDS = frozenset({"identifier", "attribute", "call", "subscript"})  # what may be an instance of a class of the repository
