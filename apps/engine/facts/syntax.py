"""What one parsed file says, before anything is joined across files.

Frameworks, configuration and the graph work on these values and never on text, so that nobody is driven to regular
expressions.  Lines are 1-based and inclusive.  A `scope` is the qualified name of the enclosing definition ("" = module).
Qualified names are dotted (``Class.method``, ``outer.inner``); where one repeats in a file the second is ``name#2`` and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ValueKind = Literal[
    "string",  # text = decoded content
    "number",  # text = source
    "boolean",  # text = "true" | "false"
    "none",  # None, null, undefined
    "name",  # text = dotted path of plain names: a, a.b.c, this.x, self.x
    "attribute",  # text = attribute, items = (object,): used when the object is no plain dotted name
    "subscript",  # items = (object, index)
    "template",  # f-string or template literal: items = parts in order (strings and values)
    "list",  # list, tuple, set, array: items
    "dict",  # keys and items run in parallel; a spread entry has key kind "spread" and the spread value as item
    "call",  # call holds it
    "function",  # lambda, arrow or function expression: text = its qualname if it is a Definition, else ""
    "spread",  # *x, **x, ...x: items = (x,)
    "binary",  # text = operator, items = (left, right)
    "other",  # text = source, cut to 200 characters
]


@dataclass(frozen=True, slots=True)
class Value:
    """An expression, structured as far as facts need it (at most 8 levels deep, at most 2,000 items; then kind "other")."""

    kind: ValueKind
    text: str = ""
    items: tuple["Value", ...] = ()
    keys: tuple["Value", ...] = ()
    call: "Call | None" = None
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call; `name` is "" for a positional one."""

    value: Value
    name: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call.  `callee` is kind "name" for ``a.b.c()``, "attribute" for ``f().g()``, else whatever was called."""

    callee: Value
    arguments: tuple[Argument, ...] = ()
    line: int = 0
    end_line: int = 0
    scope: str = ""
    is_new: bool = False  # JavaScript `new X()`
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A plain dotted name used as a value (a callback passed, returned or stored), not called and not in an import."""

    name: str
    line: int
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Decorator:
    """`@name(arguments)`; `called` tells ``@x`` from ``@x()``."""

    name: str
    arguments: tuple[Argument, ...] = ()
    called: bool = False
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter as declared.  `kind`: "" | "positional" | "keyword" | "rest" | "keywords"."""

    name: str
    annotation: str = ""
    default: str = ""
    kind: str = ""
    annotation_value: Value | None = None
    default_value: Value | None = None


DefinitionKind = Literal[
    "function",
    "method",
    "class",
    "interface",
    "enum",
    "struct",
    "trait",
    "type",
    "component",
    "constructor",
    "accessor",
    "namespace",
]


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, method, class or the like.

    `line` is that of the definition itself (``def``, ``class``), `start_line` that of the first decorator or leading doc
    comment, `end_line` the last line.  `body_digest` is the SHA-256 (hex) of the text of lines start_line..end_line.
    `properties` are sorted words: async, generator, static, classmethod, property, abstract, exported, default, getter,
    setter, private, conditional, nested.
    """

    kind: DefinitionKind
    name: str
    qualname: str
    line: int
    end_line: int
    start_line: int
    signature: str
    parent: str = ""
    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    docstring: str = ""
    decorators: tuple[Decorator, ...] = ()
    bases: tuple[Value, ...] = ()
    keywords: tuple[Argument, ...] = ()  # class keywords: metaclass=…, table=True
    properties: tuple[str, ...] = ()
    complexity: int = 1
    body_digest: str = ""
    returned: tuple[Value, ...] = ()  # what its return statements give, the first few that are names or calls


@dataclass(frozen=True, slots=True)
class Assignment:
    """`target = value` or `target: annotation = value`; target is dotted text (``x``, ``self.x``, ``module.exports``).

    `scope` is the enclosing definition; class bodies' fields are assignments whose scope is the class.
    Kinds that bind a name without a plain value: loop (value = what is iterated), with (value = the context manager), except
    (value = the exception classes), parameter (of a lambda, anonymous function or comprehension: the name means this only in
    line..end_line).
    """

    target: str
    value: Value | None
    line: int
    end_line: int
    scope: str = ""
    annotation: str = ""
    annotation_value: Value | None = None
    kind: str = ""  # "" | const | let | var | augmented | field | loop | with | except | parameter


@dataclass(frozen=True, slots=True)
class ImportedName:
    """`name as alias`; name "*" is a star import, "default" JavaScript's default."""

    name: str
    alias: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """One import statement or `require`.

    `module` is as written without leading dots, `level` the number of dots (Python).  ``import a.b as c`` has names () and
    alias "c"; ``from a import b as c`` has names (b as c,).  `kind`: import, from, require, dynamic, export-from, type.
    """

    module: str
    names: tuple[ImportedName, ...] = ()
    alias: str = ""
    level: int = 0
    line: int = 0
    end_line: int = 0
    scope: str = ""
    kind: str = "import"


@dataclass(frozen=True, slots=True)
class Export:
    """A JavaScript/TypeScript export: `name` as seen by importers ("default" too), `local` the name inside the file."""

    name: str
    local: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class EnvironmentRead:
    """A read of an environment variable through the language's own means (`os.environ`, `os.getenv`, `process.env`)."""

    name: str
    access: str  # as written: os.environ.get, os.getenv, process.env
    line: int
    end_line: int
    scope: str = ""
    default: str = ""  # source text of the default
    required: bool = False  # a missing variable raises here, at the read or at what is done with its result
    parameter: str = ""  # inside a function: the name that holds the variable's name, which is "" then


@dataclass(frozen=True, slots=True)
class Branch:
    """Lines that run only under a condition.  `test` is the condition's source on one line, without brackets around it,
    `test_line` and `test_end_line` where it stands.

    `kind`: if (the test holds), else (it does not), try (`test` = the exceptions that are caught), except, loop, case, lambda.
    `stops` is the line of a raise, throw or exit directly in it, for ``try`` in the handler; 0 = none.  `body` is the source of
    an arm that is part of an expression (``a if test else b``, ``test or b``), "" for statements.
    """

    kind: str
    test: str
    test_line: int
    line: int
    end_line: int
    scope: str = ""
    stops: int = 0
    body: str = ""
    test_end_line: int = 0


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Everything one file says.  `lines` counts line feeds (plus a last line without one)."""

    path: str
    language: str
    lines: int = 0
    docstring: str = ""
    definitions: tuple[Definition, ...] = ()
    calls: tuple[Call, ...] = ()
    references: tuple[Reference, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: tuple[Export, ...] = ()
    environment: tuple[EnvironmentRead, ...] = ()
    is_script: bool = False  # guarded main block or a shebang
    main_line: int = 0  # line of `if __name__ == "__main__"`, 0 if none
    syntax_errors: int = 0  # error nodes; the rest of the file is still used
    branches: tuple[Branch, ...] = ()  # of files that may read the environment
