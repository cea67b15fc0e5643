"""Capsules and edges: the graph of one commit."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


def capsule_id(path: str, line: int, signature: str) -> str:
    """SHA-256 (hex) of path NUL line NUL signature: tells that an index is behind.  Indexed, not unique."""
    return hashlib.sha256(f"{path}\0{line}\0{signature}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Capsule:
    """A complete function, method, class or module.

    `symbol` is unique in a repo: the path for a module, ``path#Class.method`` for the rest (``#2`` appended where a
    qualified name repeats).  Lines are 1-based and inclusive; `line` is that of the definition, start_line..end_line the span
    with decorators and leading doc comments.  `content_hash` is the SHA-256 of the body.
    """

    symbol: str
    kind: str  # module, class, function, method, interface, enum, type, component, constructor, accessor
    name: str
    path: str
    language: str
    line: int
    start_line: int
    end_line: int
    signature: str
    docstring: str
    body: str
    content_hash: str
    parent: str = ""  # symbol of the enclosing class or function, or of the module
    properties: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    complexity: int = 1
    unresolved_calls: int = 0
    rank: float = 0.0  # PageRank over calls and imports, rounded to 9 digits

    @property
    def capsule_id(self) -> str:
        return capsule_id(self.path, self.line, self.signature)


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """`source` symbol → `target`: a symbol, or with `is_external` a dotted external name (``requests.get``).

    `kind`: calls, imports, inherits, contains, routes_to, tests (a call out of a test), uses (named without being called).
    `resolution`: exact (followed by definition), inferred (through a type or assignment), name (by name only).
    """

    source: str
    kind: str
    target: str
    line: int
    resolution: str = "exact"
    is_external: bool = False
