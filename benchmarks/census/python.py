"""Python, by the interpreter's own `ast`: files newer than the interpreter's syntax are said to be uncounted."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping

from benchmarks.census.counting import Counted

LANGUAGE = "Python"
KINDS = frozenset({"function", "method", "constructor", "accessor", "class"})
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Functions, methods and classes, wherever they stand."""
    found: dict[str, list[Counted]] = {}
    uncounted: dict[str, str] = {}
    for path, raw in files.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(raw)
        except (SyntaxError, ValueError, RecursionError) as error:
            uncounted[path] = f"{type(error).__name__}: {error}"
            continue
        counted = found[path] = []
        todo: list[tuple[ast.AST, str]] = [(tree, "")]
        while todo:
            node, scope = todo.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, _DEFINITIONS):
                    name = f"{scope}.{child.name}" if scope else child.name
                    counted.append(Counted(name, child.lineno))
                    todo.append((child, name))
                else:
                    todo.append((child, scope))
    return found, uncounted
