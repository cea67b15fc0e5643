"""Expressions of C# that need more than a table."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from apps.engine.facts import Call, EnvironmentRead, Value
from apps.engine.parsing.csharp.modifiers import attributes
from apps.engine.parsing.declared.values import Values

_READS = ("Environment.GetEnvironmentVariable", "System.Environment.GetEnvironmentVariable")
_SELECTED = frozenset({"member_access_expression", "identifier", "anonymous_object_creation_expression"})
_BETWEEN = 4  # nodes between a creation without a type and what says its type


def typed_arguments(node: Node, values: Values) -> tuple[str, ...]:
    """Explicit type arguments of a call or creation."""
    of = node.child_by_field_name("function") or node.child_by_field_name("type")
    if of is not None and of.type in ("member_access_expression", "qualified_name"):
        of = of.child_by_field_name("name")
    elif of is not None and of.type == "conditional_access_expression":
        binding = of.named_children[-1] if of.named_child_count else None
        of = binding.child_by_field_name("name") if binding is not None else None
    if of is None or of.type != "generic_name":
        return ()
    listed = next((child for child in of.named_children if child.type == "type_argument_list"), None)
    return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()


def called(node: Node) -> Node | None:
    """What is called where no field says it: ``: base(x)``, ``new(x)``."""
    if node.type == "constructor_initializer":
        return next((child for child in node.children if child.type in ("this", "base")), None)
    return _expected_type(node) if node.type == "implicit_object_creation_expression" else None


def argument_list(node: Node) -> Node | None:
    """The arguments of such a call."""
    return next((child for child in node.named_children if child.type == "argument_list"), None)


def _expected_type(node: Node) -> Node | None:
    """The type that ``new(…)`` makes, where a declaration around it says so."""
    above = node.parent
    for _ in range(_BETWEEN):
        if above is None:
            return None
        if above.type in ("variable_declaration", "property_declaration", "parameter"):
            of = above.child_by_field_name("type")
            while of is not None and of.type == "nullable_type":
                of = of.child_by_field_name("type")
            return of if of is not None and of.type != "implicit_type" else None
        if above.type == "arrow_expression_clause":
            holder = above.parent
            return _result(holder) if holder is not None else None
        if above.type not in (
            "variable_declarator",
            "parenthesized_expression",
            "return_statement",
            "block",
            "binary_expression",
        ):
            return None
        if above.type == "block":
            return _result(above.parent) if above.parent is not None else None
        above = above.parent
    return None


def _result(holder: Node) -> Node | None:
    """The type a function gives, where a ``new`` alone can make it."""
    return holder.child_by_field_name("returns") or holder.child_by_field_name("type")


def special_value(node: Node, values: Values, build: Callable[[Node], Value]) -> Value | None:
    """``a?.B``, ``x => x.B``, ``typeof(T)``, ``new { a = 1 }``, ``new[] { … }``, ``x ? a : b``."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    if node.type == "conditional_access_expression":
        return _conditional(node, values, build, line, end_line)
    if node.type == "lambda_expression":
        body = node.child_by_field_name("body")
        given = [build(body)] if body is not None and body.type in _SELECTED else []
        carried = tuple(
            Value("call", call=Call(Value("name", item.name), item.arguments, item.line, item.end_line), line=item.line)
            for item in attributes(node, values)
        )
        return Value("function", items=tuple(given), keys=carried, line=line, end_line=end_line)
    if node.type == "typeof_expression":
        of = node.child_by_field_name("type")
        name = values.name(of) if of is not None else ""
        return Value("name", name, line=line, end_line=end_line) if name else None
    if node.type in ("array_creation_expression", "implicit_array_creation_expression"):
        listed = next((child for child in node.named_children if child.type == "initializer_expression"), None)
        return build(listed) if listed is not None else None
    if node.type == "conditional_expression":
        parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        items = tuple(build(part) for part in parts if part is not None)
        return Value("binary", "?:", items, line=line, end_line=end_line)
    if node.type == "anonymous_object_creation_expression":
        return _anonymous(node, values, build, line, end_line)
    return None


def _conditional(node: Node, values: Values, build: Callable[[Node], Value], line: int, end_line: int) -> Value | None:
    below = node.child_by_field_name("condition")
    binding = node.named_children[-1] if node.named_child_count > 1 else None
    if below is None or binding is None:
        return None
    if binding.type != "member_binding_expression":
        return Value("subscript", "", (build(below), Value("other")), line=line, end_line=end_line)
    member = binding.child_by_field_name("name")
    text = values.name(member) if member is not None else ""
    name = values.name(below)
    if name and text:
        return Value("name", f"{name}.{text}", line=line, end_line=end_line)
    return Value("attribute", text, (build(below),), line=line, end_line=end_line)


def _anonymous(node: Node, values: Values, build: Callable[[Node], Value], line: int, end_line: int) -> Value:
    """An object without a type: names in front of ``=``, or the last name of a value without one."""
    keys: list[Value] = []
    items: list[Value] = []
    children = [child for child in node.children if child.is_named or child.type == "="]
    at = 0
    while at < len(children):
        here = children[at]
        is_named = at + 2 < len(children) and children[at + 1].type == "="
        value = build(children[at + 2] if is_named else here)
        key = values.source.of(here) if is_named else value.text.rpartition(".")[2]
        keys.append(Value("string", key, line=here.start_point[0] + 1, end_line=here.end_point[0] + 1))
        items.append(value)
        at += 3 if is_named else 1
    return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)


def environment_read(node: Node, values: Values) -> EnvironmentRead | None:
    """``Environment.GetEnvironmentVariable("X") ?? "default"``."""
    function = node.child_by_field_name("function")
    if function is None or function.type != "member_access_expression":
        return None
    last = function.child_by_field_name("name")
    if last is None or values.source.of(last) != "GetEnvironmentVariable":
        return None
    call = values.call(node)
    if call.callee.text not in _READS or not call.arguments or call.arguments[0].value.kind != "string":
        return None
    default, is_required = "", False
    above = node.parent
    if above is not None and above.type == "binary_expression":
        operator, right = above.child_by_field_name("operator"), above.child_by_field_name("right")
        if operator is not None and right is not None and values.source.of(operator) == "??" and right.id != node.id:
            is_required = right.type == "throw_expression"
            default = "" if is_required else values.flat(right)
    return EnvironmentRead(
        call.arguments[0].value.text, call.callee.text, call.line, call.end_line, values.scope, default, is_required
    )


def pattern_name(node: Node) -> tuple[Node | None, Node | None]:
    """Name and type that a pattern binds: ``is Person p``."""
    name, of = node.child_by_field_name("name"), node.child_by_field_name("type")
    return name, of if of is not None and of.type != "implicit_type" else None


def first_value(node: Node) -> Node | None:
    """The value behind ``=`` in a declaration, which grammars give no field."""
    behind = False
    for child in node.children:
        if behind and child.is_named and child.type != "comment":
            return child
        behind = behind or child.type == "="
    return None
