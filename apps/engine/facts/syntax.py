"""What one parsed file says, before anything is joined across files.

Frameworks, configuration and the graph work on these values and never on text, so that nobody is driven to regular
expressions.  Lines are 1-based and inclusive.  A `scope` is the qualified name of the enclosing definition ("" = module).
Qualified names are dotted (``Class.method``, ``outer.inner``); where one repeats in a file the second is ``name#2`` and so on.
"""

from __future__ import annotations

from typing import Literal

import msgspec

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
    # lambda, arrow or function expression: text = its qualname if it is a Definition, else ""; C#: items = what it gives, where
    # that is a plain name or an object of such, keys = its attributes, as calls
    "function",
    "spread",  # *x, **x, ...x: items = (x,)
    "binary",  # text = operator, items = (left, right)
    "cast",  # a value taken as one of a type: text = source of the type, items = (value,)
    "other",  # text = source, cut to 200 characters
]


class Value(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An expression, structured as far as facts need it (at most 8 levels deep, at most 2,000 items; then kind "other")."""

    kind: ValueKind
    text: str = ""
    items: tuple["Value", ...] = ()
    keys: tuple["Value", ...] = ()
    call: "Call | None" = None
    line: int = 0
    end_line: int = 0


class Argument(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One argument of a call; `name` is "" for a positional one."""

    value: Value
    name: str = ""


class Call(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A call.  `callee` is kind "name" for ``a.b.c()``, "attribute" for ``f().g()``, else whatever was called.

    `type_arguments` are the source texts of explicit ones: ``Add<IClock, Clock>()``.
    """

    callee: Value
    arguments: tuple[Argument, ...] = ()
    line: int = 0
    end_line: int = 0
    scope: str = ""
    is_new: bool = False  # `new X()`, a Go or Rust literal of a struct
    awaited: bool = False
    type_arguments: tuple[str, ...] = ()


class Reference(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A plain dotted name used as a value (a callback passed, returned or stored), not called and not in an import."""

    name: str
    line: int
    scope: str = ""


class Decorator(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`@name(arguments)`; `called` tells ``@x`` from ``@x()``.

    Annotations, attributes (``[HttpGet("x")]``, ``#[get("/x")]``) and the keys of a Go struct's tag (``json:"id"``) are
    decorators too.  A constraint of a SQL column is one by its keyword: ``references`` has the table and the column as arguments.
    """

    name: str
    arguments: tuple[Argument, ...] = ()
    called: bool = False
    line: int = 0
    end_line: int = 0


class Parameter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One parameter as declared.  `kind`: "" | "positional" | "keyword" | "rest" | "keywords" | "receiver" | "block".

    `property` tells that it declares a field of its class too (Kotlin ``val``, C# and Java records, PHP promotion).
    """

    name: str
    annotation: str = ""
    default: str = ""
    kind: str = ""
    annotation_value: Value | None = None
    default_value: Value | None = None
    decorators: tuple[Decorator, ...] = ()
    property: bool = False


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
    "namespace",  # C++ and C# namespaces, TypeScript's, inline Rust modules
    "module",  # Ruby modules
    "record",
    "union",
    "protocol",
    "object",  # Kotlin objects and companions
    "extension",  # C# and Swift blocks that add to a type
    "implementation",  # Rust impl blocks
    "macro",
    "test",
    "table",
    "view",
    "procedure",
    "trigger",
    "document",  # a section of prose
]


class Definition(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A function, method, class or the like.

    `line` is that of the definition itself (``def``, ``class``), `start_line` that of the first decorator or leading doc
    comment, `end_line` the last line.  `body_digest` is the SHA-256 (hex) of the text of lines start_line..end_line.
    `properties` are sorted words: async, generator, static, classmethod, property, abstract, exported, default, getter,
    setter, public, protected, private, internal, conditional, nested, overload, override, extern, const, partial, virtual, final,
    data, sealed, inner, companion, anonymous, extension (called on a type that stands elsewhere).
    `parent` is the qualified name of what encloses it in the file.  `owner` is the type a method belongs to where that is not
    what encloses it: a Go receiver, a Rust impl, ``Foo::bar`` of C++, a Swift or Kotlin extension.  Its qualified name has it all
    the same: ``Stack.Push``.
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
    owner: str = ""


class Assignment(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`target = value` or `target: annotation = value`; target is dotted text (``x``, ``self.x``, ``module.exports``).

    `scope` is the enclosing definition; class bodies' fields are assignments whose scope is the class.
    Kinds that bind a name without a plain value: loop (value = what is iterated), with (value = the context manager), except
    (value = the exception classes), parameter (of a lambda, anonymous function or comprehension: the name means this only in
    line..end_line; with the property "narrowed" a name of which ``isinstance`` was asked, its classes the annotation, with
    "excluded" one that is of none of them), local (a variable of a block that initialises a type, whose scope is the type).
    `annotation_value` of a TypeScript variable without an annotation is a cast: of the type its value is taken as.
    """

    target: str
    value: Value | None
    line: int
    end_line: int
    scope: str = ""
    annotation: str = ""
    annotation_value: Value | None = None
    kind: str = ""  # "" | const | let | var | augmented | field | local | loop | with | except | parameter | case (of an enum)
    decorators: tuple[Decorator, ...] = ()  # of a field
    properties: tuple[str, ...] = ()  # of a field: words of `Definition.properties`; of a Python loop or `with`: async


class ImportedName(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`name as alias`; name "*" is a star import, "default" JavaScript's default."""

    name: str
    alias: str = ""


class Import(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One import statement or `require`.

    `module` is as written without leading dots, `level` the number of dots (Python).  ``import a.b as c`` has names () and
    alias "c"; ``from a import b as c`` has names (b as c,).

    `kind`: import, from, require, dynamic, export-from, type; include (C, C++, PHP: `module` is the path as written), static (of
    members), use (Rust, PHP: one `Import` a leaf), using (C#), global.
    """

    module: str
    names: tuple[ImportedName, ...] = ()
    alias: str = ""
    level: int = 0
    line: int = 0
    end_line: int = 0
    scope: str = ""
    kind: str = "import"


class Export(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A JavaScript/TypeScript export: `name` as seen by importers ("default" too), `local` the name inside the file."""

    name: str
    local: str = ""
    line: int = 0


class EnvironmentRead(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A read of an environment variable through the language's own means (`os.environ`, `os.getenv`, `process.env`)."""

    name: str
    access: str  # as written: os.environ.get, os.getenv, process.env
    line: int
    end_line: int
    scope: str = ""
    default: str = ""  # source text of the default
    required: bool = False  # a missing variable raises here, at the read or at what is done with its result
    parameter: str = ""  # the expression (a name) that holds the variable's name, which is "" then


class Branch(msgspec.Struct, frozen=True, gc=False, array_like=True):
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


class Conformance(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A type takes on another outside of its own header: ``impl Trait for Type``, ``extension Type: Protocol``, ``include M``.

    `type` is the type's name as written without its arguments ("" = that of `scope`), `base` what it takes on.
    """

    type: str
    base: Value
    line: int
    end_line: int = 0
    scope: str = ""
    kind: str = "implements"  # implements | include | extend | prepend


class Lambda(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A function without a name, which is no `Definition`: what it runs belongs to `scope`, the definition around it.

    A `Value` of kind "function" and text "" has its place in `FileFacts.lambdas` as its only item, a number.  What a parameter
    is given is a "subscript" of a function value and the parameter's position.
    """

    line: int
    end_line: int
    scope: str = ""
    parameters: tuple[Parameter, ...] = ()
    returned: tuple[Value, ...] = ()


class Operation(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that runs code although no call is written.

    `kind`: with (a context manager without a name), loop (what a comprehension goes over, where its names are no assignments),
    both with "async " in front where they wait; yield, delegate (``yield from``), raise (a plain name), get (an attribute that is
    read), element (the tag of a JSX element, which the function that makes elements is given); else the method that an operator
    runs of `value` (``__getitem__``), with `other` the operand on its other side, of a subscript its key.  Behind all others
    stand those of conditions (``__bool__`` of a name) and of f-strings (``__format__``, ``__str__``, ``__repr__``).
    """

    kind: str
    value: Value
    line: int
    scope: str = ""
    other: Value | None = None


class FileFacts(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Everything one file says.  `lines` counts line feeds (plus a last line without one).

    `package` is what the file itself says it belongs to: a Java or Kotlin package, Go's package clause, PHP's or C#'s namespace
    of the whole file; dotted, "" where it says nothing.
    """

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
    package: str = ""
    conformances: tuple[Conformance, ...] = ()
    lambdas: tuple[Lambda, ...] = ()  # of JavaScript and TypeScript
    operations: tuple[Operation, ...] = ()  # of Python; elements of JavaScript and TypeScript
