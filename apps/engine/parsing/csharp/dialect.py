"""C#'s own ways of declaring: properties, primary constructors, operators, namespaces of a whole file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node, Tree

from apps.engine.facts import Decorator, EnvironmentRead, Import, ImportedName, Parameter, Value
from apps.engine.parsing.csharp.comments import is_documentation, words
from apps.engine.parsing.csharp.conditions import tree_of
from apps.engine.parsing.csharp.expressions import (
    argument_list,
    called,
    environment_read,
    first_value,
    pattern_name,
    special_value,
    typed_arguments,
)
from apps.engine.parsing.csharp.modifiers import attributes, modifiers
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import Budget

_OPERATORS = frozenset({"operator_declaration", "conversion_operator_declaration"})
_ACCESSED = frozenset({"property_declaration", "indexer_declaration", "event_declaration"})
_TYPES = frozenset({"class_declaration", "struct_declaration", "record_declaration", "interface_declaration"})
_PATTERNS = frozenset({"declaration_pattern", "recursive_pattern", "declaration_expression", "var_pattern"})


class CSharp(Dialect):
    """C#."""

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        return tree_of(grammar, data)

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if node.type in _ACCESSED:
            return self._accessor(node, values)
        if node.type == "namespace_declaration":
            return None if whole_file(node) is not None else super().head(node, kind, values, enclosing)
        if node.type in _OPERATORS:
            return self._operator(node, values)
        found = super().head(node, kind, values, enclosing)
        if found is None:
            return None
        name, body, parameters = found.name, found.body, found.parameters
        if node.type == "destructor_declaration":
            name = f"~{name}"
        elif node.type == "constructor_declaration":
            body = next((child for child in node.named_children if child.type == "constructor_initializer"), body)
        elif node.type in _TYPES:
            parameters = _child(node, "parameter_list")
        return Head(
            kind, name, found.line_node, parameters=parameters, result=found.result, body=body, bases=found.bases,
            properties=found.properties, decorators=found.decorators,
        )  # fmt: skip

    def _accessor(self, node: Node, values: Values) -> Head | None:
        """A property with code of its own; one that only keeps a value is a field alone."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("accessors")
        value = node.child_by_field_name("value")
        if body is None or not any(child.child_by_field_name("body") for child in body.named_children):
            body = value if value is not None and value.type == "arrow_expression_clause" else None
        if body is None:
            return None
        this = next((child for child in node.children if child.type == "this"), None)
        line_node = name or this or node
        return Head(
            "accessor",
            values.source.of(name) if name is not None else "this[]",
            line_node,
            parameters=node.child_by_field_name("parameters"),
            result=node.child_by_field_name("type"),
            body=body,
            properties=tuple(self.properties(node, values)),
            decorators=tuple(attributes(node, values)),
        )

    def _operator(self, node: Node, values: Values) -> Head:
        operator, of = node.child_by_field_name("operator"), node.child_by_field_name("type")
        if operator is not None:
            name = f"operator {values.source.of(operator)}"
        else:
            word = next((child.type for child in node.children if child.type in ("implicit", "explicit")), "implicit")
            name = f"{word} operator {values.flat(of)}"
        return Head(
            "method", name, operator or of or node, parameters=node.child_by_field_name("parameters"), result=of,
            body=node.child_by_field_name("body"), properties=tuple(self.properties(node, values)),
            decorators=tuple(attributes(node, values)),
        )  # fmt: skip

    def result_node(self, node: Node) -> Node | None:
        if node.type == "method_declaration":
            return node.child_by_field_name("returns")
        return node.child_by_field_name("type")

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        listed = _child(node, "base_list")
        if listed is None or node.type == "enum_declaration":
            return ()
        found = (values.value(child) for child in listed.named_children if child.type not in ("argument_list", "comment"))
        return tuple(value for value in found if value.kind == "name")

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        return modifiers(node, values)

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        return attributes(node, values)

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        if node.type in ("implicit_parameter", "identifier"):
            return (Parameter(values.source.of(node)),)
        is_record = node.parent is not None and node.parent.type == "record_declaration"
        out = [
            _parameter(child, values, is_record)
            for child in node.named_children
            if child.type == "parameter" and child.child_by_field_name("name") is not None
        ]
        name = node.child_by_field_name("name")  # the last of a list: ``params string[] rest``
        if name is not None and node.type.endswith("parameter_list"):
            out.append(Parameter(values.source.of(name), values.flat(node.child_by_field_name("type")), "", "rest"))
        return tuple(out)

    def doc(self, comment: str) -> str:
        return words(comment)

    def is_doc(self, comment: str) -> bool:
        return is_documentation(comment)

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type in _PATTERNS:
            name, of = pattern_name(node)
            above = node.parent.parent if node.parent is not None else None
            is_part = above is not None and above.type == "tuple_expression"  # its assignment binds it
            if name is not None and not is_part:
                yield Bound(values.source.of(name), None, of, "let")
        elif node.type == "catch_declaration":
            name = node.child_by_field_name("name")
            if name is not None:
                yield Bound(values.source.of(name), None, node.child_by_field_name("type"), "except")
        elif node.type == "let_clause":
            inside = node.named_children
            if len(inside) == 2:
                yield Bound(values.source.of(inside[0]), inside[1], None, "let")
        else:
            declared = node if node.type == "variable_declaration" else _child(node, "variable_declaration")
            if declared is not None:
                kind = "with" if any(child.type == "using" for child in node.children) else ""
                yield from _declared(declared, values, kind)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        properties, decorators = modifiers(node, values), tuple(attributes(node, values))
        name = node.child_by_field_name("name")
        if node.type == "enum_member_declaration":
            if name is not None:
                yield Bound(values.source.of(name), node.child_by_field_name("value"), None, "case", decorators)
            return
        if name is None:
            declared = _child(node, "variable_declaration")
            for bound in _declared(declared, values, "field") if declared is not None else ():
                yield Bound(
                    bound.name, bound.value, bound.annotation, "field", decorators, tuple(sorted(properties)), bound.node or node
                )
            return
        value = node.child_by_field_name("value")
        is_computed = value is not None and value.type == "arrow_expression_clause"
        accessors = node.child_by_field_name("accessors")
        words_of = {values.source.of(word) for word in _accessor_words(accessors)}
        properties |= {"getter"} if is_computed or "get" in words_of else set()
        properties |= {"setter"} if words_of & {"set", "init"} else set()
        has_code = accessors is not None and any(child.child_by_field_name("body") for child in accessors.named_children)
        properties |= {"computed"} if is_computed or (has_code and words_of == {"get"}) else set()
        yield Bound(
            values.source.of(name),
            None if is_computed else value,
            node.child_by_field_name("type"),
            "field",
            decorators,
            tuple(sorted(properties)),
            node,
        )

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.parent is not None and node.parent.type == "initializer_expression":
            return  # sets a member of what is made
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if left.type != "tuple_expression":
            target = values.name(left)
            if target and target != "_":
                operator = node.child_by_field_name("operator")
                plain = operator is None or values.source.of(operator) in ("=", "??=")
                yield Bound(target, right, None, "" if plain else "augmented")
            return
        for at, child in enumerate(left.named_children):
            inner = first_named(child)
            if inner is None:
                continue
            name, of = pattern_name(inner) if inner.type == "declaration_expression" else (inner, None)
            target = values.name(name) if name is not None else ""
            if target and target != "_":
                yield Bound(target, None, of, "" if name is inner else "let", given=_part(right, at, values))

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "from_clause":
            name = node.child_by_field_name("name")
            if name is not None and node.named_child_count > 1:
                yield Bound(values.source.of(name), node.named_children[-1], None, "loop", node=name)
            return
        left, of = node.child_by_field_name("left"), node.child_by_field_name("type")
        if left is None:
            return
        annotation = of if of is not None and of.type != "implicit_type" else None
        if left.type == "identifier":
            yield Bound(values.source.of(left), node.child_by_field_name("right"), annotation, "loop", node=left)
            return
        for child in left.named_children:
            if child.type == "identifier":
                yield Bound(values.source.of(child), None, None, "loop", node=child)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        alias = node.child_by_field_name("name")
        target = next(
            (child for child in node.named_children if child.type != "comment" and (alias is None or child.id != alias.id)), None
        )
        if target is None:
            return []
        marks = {child.type for child in node.children}
        module = values.path(target).removeprefix("global.")
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        kind = "global" if "global" in marks else "static" if "static" in marks else "using"
        if alias is not None:
            return [Import(module, (), values.source.of(alias), 0, line, end_line, scope, kind)]
        starred = (ImportedName("*"),) if "static" in marks else ()
        return [Import(module, starred, "", 0, line, end_line, scope, kind)]

    def package(self, node: Node, values: Values) -> str:
        if node.type == "namespace_declaration" and whole_file(node) is None:
            return ""
        name = node.child_by_field_name("name")
        return values.path(name) if name is not None else ""

    # expressions

    def text(self, node: Node, source: Source) -> str:
        if node.type == "verbatim_string_literal":
            return source.of(node)[2:-1].replace('""', '"')
        return super().text(node, source)

    def unescaped(self, body: str, node: Node) -> str:
        if node.type == "raw_string_literal":
            return body
        return script_text(body.replace("{{", "{").replace("}}", "}") if node.type.startswith("interpolated") else body)

    def inner_type(self, node: Node) -> Node | None:
        if node.type == "argument":
            return node.named_children[-1] if node.named_child_count else node.child(0)
        if node.type in ("alias_qualified_name", "nullable_type", "array_type", "primary_constructor_base_type"):
            return node.child_by_field_name("name") or node.child_by_field_name("type") or first_named(node)
        return first_named(node)

    def callee(self, node: Node, values: Values) -> Node | None:
        return called(node)

    def argument_list(self, node: Node) -> Node | None:
        return argument_list(node)

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        return typed_arguments(node, values)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        return special_value(node, values, lambda inner: values.build(inner, level + 1, Budget()))

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        return environment_read(call_or_node, values)


def whole_file(node: Node) -> Node | None:
    """The namespace block if everything of its file stands in it: it says where the file belongs, as one without braces does."""
    above = node.parent
    if above is None or above.type != "compilation_unit":
        return None
    beside = [child for child in above.named_children if child.type.endswith("_declaration") or child.type == "global_statement"]
    return node if len(beside) == 1 else None


def _child(node: Node, kind: str) -> Node | None:
    return next((child for child in node.named_children if child.type == kind), None)


def _accessor_words(accessors: Node | None) -> list[Node]:
    if accessors is None:
        return []
    found = (child.child_by_field_name("name") for child in accessors.named_children)
    return [word for word in found if word is not None]


def _parameter(node: Node, values: Values, is_record: bool) -> Parameter:
    name, default = node.child_by_field_name("name"), first_value(node)
    marks = {values.source.of(child) for child in node.children if child.type == "modifier"}
    return Parameter(
        values.source.of(name) if name is not None else "",
        values.flat(node.child_by_field_name("type")),
        values.flat(default),
        "receiver" if "this" in marks else "rest" if "params" in marks else "",
        None,
        values.value(default) if default is not None else None,
        tuple(attributes(node, values)),
        is_record,
    )


def _declared(node: Node, values: Values, kind: str) -> Iterator[Bound]:
    """The variables of a declaration: several names, or the parts of a tuple."""
    of = node.child_by_field_name("type")
    annotation = of if of is not None and of.type != "implicit_type" else None
    declarators = [child for child in node.named_children if child.type == "variable_declarator"]
    for item in declarators:
        name, value = item.child_by_field_name("name"), first_value(item)
        if name is not None:
            yield Bound(values.source.of(name), value, annotation, kind, node=item if len(declarators) > 1 else None)
            continue
        pattern = _child(item, "tuple_pattern")
        for at, part in enumerate(pattern.named_children if pattern is not None else ()):
            if part.type == "identifier" and value is not None:
                yield Bound(values.source.of(part), None, None, kind or "let", given=_part(value, at, values))


def _part(value: Node, at: int, values: Values) -> Value:
    """One of the values that a tuple gives."""
    line = value.start_point[0] + 1
    items = (values.value(value), Value("number", str(at), line=line, end_line=line))
    return Value("subscript", "", items, line=line, end_line=line)


DIALECT = CSharp(
    name="C#",
    kinds={
        "identifier": "name", "predefined_type": "name", "this": "name", "base": "name",
        "generic_name": "wrap", "alias_qualified_name": "wrap", "nullable_type": "wrap", "array_type": "wrap",
        "parenthesized_expression": "wrap", "postfix_unary_expression": "wrap", "await_expression": "wrap", "argument": "wrap",
        "collection_element": "wrap", "expression_element": "wrap", "with_expression": "wrap", "checked_expression": "wrap",
        "primary_constructor_base_type": "wrap", "arrow_expression_clause": "wrap", "ref_expression": "wrap",
        "invocation_expression": "call", "constructor_initializer": "call",
        "object_creation_expression": "new", "implicit_object_creation_expression": "new",
        "string_literal": "string", "verbatim_string_literal": "string", "raw_string_literal": "string",
        "character_literal": "string", "interpolated_string_expression": "template",
        "integer_literal": "number", "real_literal": "number", "boolean_literal": "boolean", "null_literal": "none",
        "lambda_expression": "special", "anonymous_method_expression": "function",
        "binary_expression": "binary", "element_access_expression": "subscript", "initializer_expression": "list",
        "collection_expression": "list", "tuple_expression": "list", "spread_element": "spread",
        "cast_expression": "cast", "as_expression": "cast",
        "conditional_access_expression": "special", "typeof_expression": "special", "array_creation_expression": "special",
        "implicit_array_creation_expression": "special", "conditional_expression": "special",
        "anonymous_object_creation_expression": "special",
    },
    members={"member_access_expression": ("expression", "name"), "qualified_name": ("qualifier", "name")},
    calls={"invocation_expression": ("function", "arguments"), "constructor_initializer": ("", "")},
    creations={
        "object_creation_expression": ("type", "arguments"),
        "implicit_object_creation_expression": ("", ""),
        "primary_constructor_base_type": ("type", ""),
    },
    named_arguments={"argument": ("name", ""), "attribute_argument": ("name", "")},
    annotations=frozenset({"attribute_list"}),
    unqualified=frozenset({"namespace"}),
)  # fmt: skip
