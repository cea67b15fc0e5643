"""Capsules and edges: the graph of one commit."""

from __future__ import annotations

import hashlib

import msgspec

from apps.engine.facts.syntax import Import, Parameter


def capsule_id(path: str, line: int, signature: str) -> str:
    """SHA-256 (hex) of path NUL line NUL signature: tells that an index is behind.  Indexed, not unique."""
    return hashlib.sha256(f"{path}\0{line}\0{signature}".encode("utf-8", "surrogatepass")).hexdigest()


class Attribute(msgspec.Struct, frozen=True, gc=False):
    """An attribute of a class or a variable of a module.

    `type` is the annotation, else what its value shows ("string", "models.CharField" where that is what is called), else "".
    """

    name: str
    type: str = ""
    line: int = 0


class Capsule(msgspec.Struct, frozen=True, gc=False):
    """A complete function, method, class, module or section of prose.

    `symbol` is unique in a repo: the path for a file, ``path#Class.method`` for the rest (``#2`` appended where a qualified name
    repeats), ``path#Heading > Heading below`` for sections.  Lines are 1-based and inclusive; `line` is that of the definition,
    start_line..end_line the span with decorators and leading doc comments.  `body` are those lines, uncut and without the last
    line feed; `content_hash` is the SHA-256 (hex) of the body.

    Classes have `methods` (symbols, by line) and `attributes`, files `imports`, `exports` and, as `attributes`, their variables.
    `unresolved` counts calls in it whose target is unknown, by the name called ("" where what is called has no name); `unnamed`
    those that are known to leave the repository, but not for which package: no edge tells of them.

    What nothing calls has `mentions`: files in which its name stands all the same, the first few.  `offered_by` is the manifest
    that lets others install and use it.
    """

    symbol: str
    kind: str  # module, document, or a word of `syntax.DefinitionKind`
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
    unresolved: tuple[tuple[str, int], ...] = ()
    rank: float = 0.0  # PageRank over calls, imports and inheritance; 1 where nothing leads to it
    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    methods: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: tuple[str, ...] = ()
    lookups: tuple[str, ...] = ()  # patterns of names looked up while it runs: ``visit_*``, "*" for any
    unnamed: tuple[tuple[str, int], ...] = ()
    mentions: tuple[str, ...] = ()
    offered_by: str = ""

    @property
    def capsule_id(self) -> str:
        return capsule_id(self.path, self.line, self.signature)

    @property
    def unresolved_calls(self) -> int:
        """How many calls in it could not be followed."""
        return sum(count for _name, count in self.unresolved)


class Edge(msgspec.Struct, frozen=True, gc=False, order=True):
    """`source` symbol → `target`: a symbol, or with `is_external` a dotted external name (``requests.get``).

    `kind`: calls, imports, inherits, contains, overrides, routes_to, tests (a call out of a test), uses (named without being
    called), reads_model, writes_model.
    `resolution`: exact (followed by definition), inferred (through a type or assignment), name (by name only).
    """

    source: str
    kind: str
    target: str
    line: int
    resolution: str = "exact"
    is_external: bool = False
