"""Expressions of Kotlin: strings with names in them, branches as values, lambdas behind a call, reads of the environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from apps.engine.facts import Argument, Call, EnvironmentRead, Value
from apps.engine.parsing.declared.dialect import Bound
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.kotlin.heads import bases, child_of, parameters
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import first_named
from apps.engine.parsing.values import Budget

_NAME = re.compile(r"\$([^\W\d]\w*)")
_QUOTES = re.compile(r'^"{1,3}|"{1,3}$')
# Functions that give a lambda what they are called on, not an item of it: as its parameter, or as ``this``.
_WHOLE = frozenset({"let", "also", "use", "takeIf", "takeUnless", "onSuccess", "ifPresent"})
_RECEIVING = frozenset({"apply", "run"})
_SECOND = frozenset({"fold", "reduce", "scan", "runningFold", "foldRight", "reduceRight"})  # the item comes second


def special(node: Node, values: Values, level: int) -> Value | None:
    """The value of a node that no table describes."""
    kind = node.type
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    if kind in ("string_literal", "multiline_string_literal"):
        return _string(node, values, level)
    if kind == "callable_reference":
        inner = first_named(node)
        return Value("name", values.source.of(inner), line=line, end_line=end_line) if inner is not None else None
    if kind == "object_literal":
        above = bases(node, values)
        return Value("call", call=Call(above[0], (), line, end_line, values.scope, True), line=line) if above else None
    if kind in ("if_expression", "when_expression"):
        items = tuple(values.build(part, level + 1, Budget()) for part in _arms(node))
        return Value("binary", "?:", items, line=line, end_line=end_line) if items else None
    return None


def _arms(node: Node) -> Iterator[Node]:
    """What the arms of an ``if`` or ``when`` give: the last expression of each."""
    for child in node.named_children:
        if node.type == "if_expression" and child == node.child_by_field_name("condition"):
            continue
        if node.type == "when_expression":
            if child.type != "when_entry" or not child.named_child_count:
                continue
            child = child.named_children[-1]
        if child.type == "block":
            if not child.named_child_count:
                continue
            child = child.named_children[-1]
        if not child.type.endswith("comment"):
            yield child


def _string(node: Node, values: Values, level: int) -> Value:
    """A string; ``$name`` in it is a name as ``${name}`` is."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    parts: list[Value] = []
    budget = Budget()
    at = node.start_byte

    def plain(end: int) -> None:
        text = values.source.cut(at, end)
        if at == node.start_byte:
            text = text.lstrip('"')
        if end == node.end_byte:
            text = _QUOTES.sub("", text)
        begun = 0
        pieces = list(_NAME.finditer(text)) if "$" in text else []
        for found in pieces:
            if found.start() and text[found.start() - 1] == "\\" and node.type == "string_literal":
                continue
            _add_text(parts, text[begun : found.start()], node, line)
            parts.append(Value("name", found[1], line=line, end_line=end_line))
            begun = found.end()
        _add_text(parts, text[begun:], node, line)

    for child in node.named_children:
        if child.type != "interpolation":
            continue
        plain(child.start_byte)
        inner = first_named(child)
        if inner is not None:
            parts.append(values.build(inner, level + 1, budget))
        at = child.end_byte
    plain(node.end_byte)
    if not parts:
        return Value("string", "", line=line, end_line=end_line)
    if len(parts) == 1 and parts[0].kind == "string":
        return parts[0]
    return Value("template", items=tuple(parts), line=line, end_line=end_line)


def _add_text(parts: list[Value], text: str, node: Node, line: int) -> None:
    if text:
        body = script_text(text) if node.type == "string_literal" else text
        parts.append(Value("string", body, line=line, end_line=node.end_point[0] + 1))


def front(node: Node) -> Node | None:
    """The call in front of a lambda that belongs to it: ``f(x)`` of ``f(x) { … }``."""
    count = node.named_child_count
    if node.type != "call_expression" or count < 2 or node.named_children[-1].type != "annotated_lambda":
        return None
    first = node.named_children[0]
    if first.type == "call_expression" and first.named_children[-1].type == "value_arguments":
        return first
    return None


def is_front(node: Node) -> bool:
    """Whether a call is the beginning of one with a lambda behind it."""
    above = node.parent
    if above is None or above.type != "call_expression" or node.type != "call_expression":
        return False
    found = front(above)
    return found is not None and found.id == node.id


def disguised(node: Node, values: Values) -> Call | None:
    """The constructor that a constant of an enum runs, or that another constructor begins with."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    listed = child_of(node, "value_arguments")
    arguments: tuple[Argument, ...] = values.arguments(listed) if listed is not None else ()
    if node.type == "constructor_delegation_call":
        word = "super" if any(child.type == "super" for child in node.children) else "this"
        return Call(Value("name", word, line=line, end_line=line), arguments, line, end_line, values.scope)
    if node.type == "enum_entry":
        above = node.parent.parent if node.parent is not None else None
        name = above.child_by_field_name("name") if above is not None else None
        if name is not None:
            of = Value("name", values.source.of(name), line=line, end_line=line)
            return Call(of, arguments, line, end_line, values.scope, True)
    return None


def typed_call(node: Node, values: Values) -> Call | None:
    """``get<Owner> { … }``, which the grammar may take for two comparisons."""
    compared, last = node.child_by_field_name("left"), node.child_by_field_name("right")
    if compared is None or last is None:
        return None
    callee, of = compared.child_by_field_name("left"), compared.child_by_field_name("right")
    if callee is None or of is None:
        return None
    given = [last] if last.type == "lambda_literal" else last.named_children
    arguments = tuple(Argument(values.value(item)) for item in given)
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    return Call(values.value(callee), arguments, line, end_line, values.scope, False, False, (values.flat(of),))


def lambda_binds(node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
    """Parameters of a lambda, ``it``, and ``this`` where the function that takes it gives it one."""
    listed = child_of(node, "lambda_parameters", "function_value_parameters")
    name, on = _taker(node, values, passed_to)
    given = Value("list", items=(on,), line=on.line, end_line=on.end_line) if on is not None else None
    if name in _RECEIVING or name == "with":
        if given is not None:
            yield Bound("this", kind="parameter", given=given, node=node)
    elif name in _WHOLE:
        on = given
    if listed is None:
        if node.type == "lambda_literal":
            yield Bound("it", kind="parameter", given=None if name in _RECEIVING or name == "with" else on, node=node)
        return
    if listed.type == "lambda_parameters" and any(child.type == "multi_variable_declaration" for child in listed.named_children):
        for child in listed.named_children:
            for item in parameters(child, values) if child.type == "multi_variable_declaration" else ():
                yield Bound(item.name, kind="parameter", noted=item.annotation, node=node)
    found = parameters(listed, values)
    place = 1 if name.endswith("Indexed") or name in _SECOND else 0
    if name in ("forEach", "compute", "computeIfAbsent", "computeIfPresent", "merge", "replaceAll") and len(found) > 1:
        place = -1  # keys and values of a map
    for at, parameter in enumerate(found):
        item_given = on if at == place and not parameter.annotation else None
        yield Bound(parameter.name, kind="parameter", given=item_given, noted=parameter.annotation, node=node)


def _taker(node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> tuple[str, Value | None]:
    """The last name of the function that takes a lambda, and what that function is called on; of ``with`` its argument."""
    above = node.parent
    for _ in range(3):
        if above is None or above.type == "call_expression":
            break
        above = above.parent
    if above is None or above.type != "call_expression":
        return "", None
    call = values.call(above)
    name = call.callee.text.rpartition(".")[2]
    if name == "with" and call.callee.kind == "name" and call.arguments:
        return name, call.arguments[0].value
    return name, passed_to(node)


def environment(node: Node, values: Values) -> EnvironmentRead | None:
    """``System.getenv("X")`` and ``System.getenv()["X"]``; what stands behind ``?:`` is its default."""
    if node.type == "index_expression":
        below, key = first_named(node), node.named_child(1) if node.named_child_count > 1 else None
        if below is None or key is None or below.type != "call_expression":
            return None
        if values.name(below.named_children[0]) != "System.getenv":
            return None
        named = values.value(key)
    else:
        if node.type != "call_expression" or not node.named_child_count:
            return None
        callee = node.named_children[0]
        if not values.source.data.startswith(b"System.getenv", callee.start_byte) or values.name(callee) != "System.getenv":
            return None
        call = values.call(node)
        if not call.arguments:
            return None
        named = call.arguments[0].value
    if named.kind != "string":
        return None
    other = _otherwise(node)
    fails = other is not None and (
        other.type == "throw_expression" or (other.type == "call_expression" and values.source.of(other).startswith("error("))
    )
    default = values.flat(other) if other is not None and not fails else ""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    return EnvironmentRead(named.text, "System.getenv", line, end_line, values.scope, default, fails)


def _otherwise(node: Node) -> Node | None:
    """What is taken where an expression gives null: the right side of ``?:``."""
    above = node.parent
    if above is None or above.type != "binary_expression":
        return None
    operator = above.child_by_field_name("operator")
    left = above.child_by_field_name("left")
    if operator is None or operator.type != "?:" or left is None or left.id != node.id:
        return None
    return above.child_by_field_name("right")
