"""What a language tells the reader about its grammar: tables of node types, and a few hooks where grammars go their own ways.

A dialect holds no state; hooks get the `Values` of the file they are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node, Tree

from apps.engine.facts import Argument, Assignment, Call, Conformance, Decorator, EnvironmentRead, Import, Parameter, Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar, Span
from apps.engine.parsing.literals import comment_text
from apps.engine.parsing.source import Source, first_named

CONTENT = ("content", "fragment", "text", "chars")  # how grammars call the inside of a string


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a definition.  `name` and `qualified` ("" = under what encloses it) as read; nodes stand in the tree.

    `line_node` is where the definition's line is: its name.  `owner` is the type it belongs to if that does not enclose it.
    """

    kind: str
    name: str
    line_node: Node
    qualified: str = ""
    owner: str = ""
    parameters: Node | None = None
    result: Node | None = None
    body: Node | None = None
    bases: tuple[Value, ...] = ()
    properties: tuple[str, ...] = ()
    decorators: tuple[Decorator, ...] = ()
    extra: tuple[Parameter, ...] = ()  # parameters that stand elsewhere: a receiver, in front
    keywords: tuple[Argument, ...] = ()
    signature: str = ""  # where it is not the text from the node's start to its body
    begins: int = -1  # the byte from which code belongs to it, where that is not where its body begins
    returns: str = ""  # the result's type, where it is no node


@dataclass(frozen=True, slots=True)
class Bound:
    """A name that is declared: a field or a variable."""

    name: str
    value: Node | None = None
    annotation: Node | None = None
    kind: str = ""
    decorators: tuple[Decorator, ...] = ()
    properties: tuple[str, ...] = ()
    node: Node | None = None  # what its lines are, if not those of the captured node
    given: Value | None = None  # its value, where it is no node
    noted: str = ""  # its annotation, where it is no node


@dataclass(slots=True)
class Dialect:
    """Tables of one language; subclasses override hooks."""

    name: str
    kinds: Mapping[str, str]  # node type → kind of value; see `Values`
    members: Mapping[str, tuple[str, str]]  # node type → fields of object and member: ``a.b``
    calls: Mapping[str, tuple[str, str]]  # node type → fields of what is called and of the arguments
    creations: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # the same of ``new X()``: type and arguments
    pairs: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # node type → fields of key and value
    named_arguments: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # node type → fields of name and value
    skipped: frozenset[str] = frozenset({"comment", "line_comment", "block_comment"})
    annotations: frozenset[str] = frozenset()  # nodes at a definition's head that are no part of its signature
    classes: frozenset[str] = frozenset({
        "class", "interface", "struct", "trait", "enum", "record", "union", "protocol", "object", "extension", "implementation",
        "module", "namespace",
    })  # fmt: skip
    unqualified: frozenset[str] = frozenset()  # kinds whose names do not stand in the names of what they hold
    unscoped: frozenset[str] = frozenset()  # kinds whose names hold in the whole file, wherever they stand
    introduced: Mapping[str, str] = field(default_factory=dict)  # node type → words in front of its signature
    literals: Mapping[str, str] = field(default_factory=dict)  # words that the grammar takes for names → kind of value
    parameter_nodes: Mapping[str, str] = field(default_factory=dict)  # node type of a parameter → its kind
    spelled: Mapping[str, str] = field(default_factory=dict)  # names that are written another way than in facts: ``$this``
    fluent: frozenset[str] = frozenset()  # calls that stand in long rows; see `chained`
    root: str = ""  # what stands in front of a name that is looked up from the outermost space: kept in names
    partial: str = ""  # node type of the argument that makes a call a reference to what it names: ``strlen(...)``

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        """The tree of a file."""
        return grammar.parse(data)

    def pieces(self, grammar: Grammar, data: bytes, tree: Tree) -> list[tuple[Span, Tree]]:
        """Parts of a file that its tree lost, with trees of their own."""
        return []

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        """The head of a definition node, None where it has no name.  `enclosing` is the kind of the definition around it."""
        name = node.child_by_field_name("name")
        if name is None or name.end_byte == name.start_byte:
            return None
        return Head(
            kind,
            values.source.of(name),
            name,
            parameters=node.child_by_field_name("parameters"),
            result=self.result_node(node),
            body=node.child_by_field_name("body"),
            bases=self.bases(node, values),
            properties=tuple(self.properties(node, values)),
            decorators=tuple(self.decorators(node, values)),
        )

    def result_node(self, node: Node) -> Node | None:
        """The node of a function's result type."""
        for name in ("return_type", "result", "type"):
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        return None

    def outer(self, node: Node) -> Node:
        """The node whose lines are the definition's: the declaration around it, or itself."""
        return node

    def first(self, node: Node) -> Node:
        """The first of the nodes in front that belong to the definition (attributes as siblings), or itself."""
        return node

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        """What a type inherits from or implements."""
        return ()

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        """Words of `Definition.properties`."""
        return ()

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        """Annotations or attributes."""
        return ()

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        """Parameters of a parameter list node."""
        out = []
        for child in node.named_children:
            kind = self.parameter_nodes.get(child.type)
            if kind is not None:
                out += self.parameter(child, kind, values)
        return tuple(out)

    def documented(self, parameters: tuple[Parameter, ...], returns: str, docstring: str) -> tuple[tuple[Parameter, ...], str]:
        """Parameters and result type, with the types that only the documentation gives."""
        return parameters, returns

    def parameter(self, node: Node, kind: str, values: Values) -> list[Parameter]:
        """The parameters that one node declares."""
        name = node.child_by_field_name("name")
        if name is None:
            return []
        annotation = node.child_by_field_name("type")
        default = node.child_by_field_name("value") or node.child_by_field_name("default_value")
        return [
            Parameter(
                values.source.of(name),
                values.flat(annotation),
                values.flat(default),
                kind,
                None,
                values.value(default) if default is not None else None,
                tuple(self.decorators(node, values)),
            )
        ]

    def field_of(self, parameter: Parameter) -> str:
        """The name of the field that a parameter declares."""
        return parameter.name

    def doc(self, comment: str) -> str:
        """The words of the comment in front of a definition."""
        return comment_text(comment)

    def file_doc(self, root: Node, values: Values) -> str:
        """The words of a comment that documents the file itself."""
        return ""

    def is_doc(self, comment: str) -> bool:
        """Whether a comment may document what follows."""
        return True

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        """What a declaration of variables binds."""
        name = node.child_by_field_name("name")
        if name is not None:
            yield Bound(values.source.of(name), node.child_by_field_name("value"), node.child_by_field_name("type"))

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        """What a declaration in a type's body declares."""
        return self.variables(node, values)

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        """What an assignment binds."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        target = values.name(left) if left is not None else ""
        if target:
            yield Bound(target, right)

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        """What a loop over something binds; the value is what is walked."""
        return iter(())

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        """What a function without a name binds in its own lines.

        Its first parameter is taken to be given by what it is passed to a method of: ``pets.forEach(pet -> …)``.
        """
        listed = node.child_by_field_name("parameters")
        if listed is None:
            return
        walked = passed_to(node)
        for at, parameter in enumerate(self.parameters(listed, values)):
            given = walked if not at and not parameter.annotation else None
            yield Bound(parameter.name, kind="parameter", given=given, noted=parameter.annotation, node=node)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        """The imports of an import node; `word` is its capture."""
        return []

    def package(self, node: Node, values: Values) -> str:
        """The package a file declares."""
        return ""

    def conformances(self, node: Node, scope: str, values: Values) -> list[Conformance]:
        """Types that take on others here."""
        return []

    # expressions

    def text(self, node: Node, source: Source) -> str:
        """The content of a string literal."""
        inside = [
            child for child in node.named_children if child.type.endswith(CONTENT) or child.type.endswith("escape_sequence")
        ]
        if inside:
            return self.unescaped(source.cut(inside[0].start_byte, inside[-1].end_byte), node)
        whole = source.of(node)
        return self.unescaped(whole[1:-1], node) if len(whole) >= 2 else ""

    def unescaped(self, body: str, node: Node) -> str:
        """The text that the inside of a string literal means."""
        return body

    def reference(self, node: Node, values: Values) -> str:
        """The dotted name of what a node refers to without calling it, "" where it is none."""
        name = values.name(node)
        if not name and self.kinds.get(node.type) == "special":
            value = values.value(node)
            name = value.text if value.kind == "name" else ""
        return name

    def call(self, node: Node, values: Values) -> Call | None:
        """The call of a node that is one in disguise."""
        return None

    def callee(self, node: Node, values: Values) -> Node | None:
        """What a call node calls, where its field does not say it."""
        return None

    def argument_list(self, node: Node) -> Node | None:
        """The arguments of a call node that has no field of them."""
        return None

    def receiver(self, node: Node) -> Node | None:
        """What a method is called on, in grammars that keep it in the call itself."""
        return node.child_by_field_name("object") or node.child_by_field_name("receiver")

    def trailing(self, node: Node) -> Sequence[Node]:
        """Arguments of a call node that stand behind its argument list."""
        return ()

    def argument_name(self, node: Node) -> Node | None:
        """The name of a named argument in a grammar that has no field of it."""
        return None

    def is_front(self, node: Node) -> bool:
        """Whether a call node is only the beginning of the call around it: ``f(x)`` of ``f(x) { … }``."""
        return False

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        """Explicit type arguments of a call."""
        return ()

    def chained(self, node: Node) -> Node | None:
        """What a call that may stand in a long row is made on the result of."""
        return node.child_by_field_name("object") if node.type in self.fluent else None

    def returned(self, node: Node) -> Node | None:
        """The expression that a captured return gives."""
        return first_named(node)

    def within(self, node: Node, values: Values) -> Iterable[Call]:
        """Calls in a call node that the grammar leaves as tokens."""
        return ()

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        """The value of a node of kind "special"."""
        return None

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        """The read of an environment variable that a captured node is."""
        return None

    def inner_type(self, node: Node) -> Node | None:
        """The plain name in a generic or pointer type or expression: what a wrapper stands for."""
        return first_named(node)


def annotation_of(values: Values, bound: Bound) -> str:
    """The source text of a declared type on one line."""
    return bound.noted or values.flat(bound.annotation)


def assignment_of(values: Values, bound: Bound, node: Node, scope: str) -> Assignment:
    """A declared name as a fact."""
    place = bound.node or node
    value = bound.given
    if value is None and bound.value is not None:
        value = values.value(bound.value)
    return Assignment(
        bound.name,
        value,
        place.start_point[0] + 1,
        place.end_point[0] + 1,
        scope,
        annotation_of(values, bound),
        None,
        bound.kind,
        bound.decorators,
        bound.properties,
    )
