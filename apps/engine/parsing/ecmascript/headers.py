"""Headers of JavaScript and TypeScript definitions: parameters, signatures, names in patterns."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from apps.engine.facts import Decorator, Parameter, Value
from apps.engine.parsing.ecmascript.values import ValueBuilder
from apps.engine.parsing.literals import one_line
from apps.engine.parsing.source import Source, first_named

_LONGEST = 400  # characters of a signature made from a whole declaration
_MODIFIERS = frozenset({"accessibility_modifier", "readonly", "override_modifier"})


def annotation_text(node: Node | None, source: Source) -> str:
    """Text of a type annotation without its colon, on one line."""
    if node is None:
        return ""
    return " ".join(source.of(node).removeprefix(":").split())


def parameters(node: Node, source: Source, values: ValueBuilder, scope: str = "") -> tuple[Parameter, ...]:
    """Parameters of a function node as declared; a destructured one is named by its pattern.

    `scope` is the function's: calls that decorate a parameter belong to it.
    """
    single = node.child_by_field_name("parameter")
    if single is not None:
        return (Parameter(source.of(single)),)
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return ()
    out = []
    for child in listed.named_children:
        if child.type in ("comment", "decorator"):
            continue
        parameter = _parameter(child, source, values, scope)
        if parameter is not None:
            out.append(parameter)
    return tuple(out)


def decorators(nodes: Iterable[Node], source: Source, values: ValueBuilder) -> tuple[Decorator, ...]:
    """Decorators by their nodes, in the order they are written in."""
    out = []
    for node in sorted(nodes, key=lambda item: item.start_byte):
        inner = first_named(node)
        if inner is None:
            continue
        called = inner.type == "call_expression"
        named = inner.child_by_field_name("function") if called else inner
        arguments = values.call(inner).arguments if called else ()
        name = values.name(named) if named is not None else ""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        out.append(Decorator(name or source.short(inner), arguments, called, line, end_line))
    return tuple(out)


def _parameter(node: Node, source: Source, values: ValueBuilder, scope: str) -> Parameter | None:
    target: Node | None = node
    default: Node | None = None
    annotation = ""
    kind = ""
    is_typed = node.type in ("required_parameter", "optional_parameter")
    if is_typed:
        target = node.child_by_field_name("pattern") or first_named(node)
        default = node.child_by_field_name("value")
        annotation = annotation_text(node.child_by_field_name("type"), source)
        if node.type == "optional_parameter" and annotation:
            annotation += " | undefined"
    elif node.type == "assignment_pattern":
        target, default = node.child_by_field_name("left"), node.child_by_field_name("right")
    if target is None:
        return None
    if target.type == "rest_pattern":
        kind = "rest"
        target = first_named(target) or target
    if target.type == "this":
        return None
    name = " ".join(source.of(target).split())
    value: Value | None = values.value(default) if default is not None else None
    text = " ".join(source.of(default).split()) if default else ""
    marks = [child for child in node.named_children if child.type == "decorator"] if is_typed else []
    if not marks:
        return Parameter(name, annotation, text, kind, None, value)
    around, values.scope = values.scope, scope or values.scope
    found = decorators(marks, source, values)
    values.scope = around
    return Parameter(name, annotation, text, kind, None, value, found)


def parameter_nodes(node: Node) -> list[Node]:
    """The parameter nodes of a function node."""
    single = node.child_by_field_name("parameter")
    if single is not None:
        return [single]
    listed = node.child_by_field_name("parameters")
    children = listed.named_children if listed is not None else []
    return [child for child in children if child.type not in ("comment", "decorator") and not _is_receiver(child)]


def _is_receiver(parameter: Node) -> bool:
    """TypeScript's ``this: Type``, which nobody passes."""
    pattern = parameter.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "this"


def is_property(parameter: Node) -> bool:
    """Whether a constructor's parameter also declares a field (TypeScript)."""
    return any(child.type in _MODIFIERS for child in parameter.children)


def pattern_names(node: Node) -> list[Node]:
    """Identifier nodes that a pattern binds, however nested."""
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        kind = here.type
        if kind in ("identifier", "shorthand_property_identifier_pattern"):
            out.append(here)
        elif kind in ("assignment_pattern", "object_assignment_pattern"):
            left = here.child_by_field_name("left")
            if left is not None:
                todo.append(left)
        elif kind == "pair_pattern":
            value = here.child_by_field_name("value")
            if value is not None:
                todo.append(value)
        elif kind in ("required_parameter", "optional_parameter"):
            pattern = here.child_by_field_name("pattern")
            if pattern is not None:
                todo.append(pattern)
        elif kind in ("object_pattern", "array_pattern", "rest_pattern"):
            todo.extend(reversed(here.named_children))
    return out


def signature(start: int, node: Node, source: Source) -> str:
    """Text from a byte offset to the body of a function, or the whole node where it has none, on one line."""
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    text = source.cut(start, min(end, start + 8 * _LONGEST))
    if body is not None and body.type != "statement_block" and node.type == "arrow_function":
        text = text.rstrip("( \n\t")
    text = without_comments(text) if "/*" in text or "//" in text else text
    found = one_line(text.strip()).removesuffix("=>").removesuffix(";").rstrip()[: 2 * _LONGEST]
    return found + ")" * max(found.count("(") - found.count(")"), 0)  # those of calls that wrap the function


def without_comments(text: str) -> str:
    """A header without its comments; quotes are respected."""
    out: list[str] = []
    at, quote = 0, ""
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                out.append(text[at : at + 2])
                at += 2
                continue
            if char == quote:
                quote = ""
        elif char in "\"'`":
            quote = char
        elif text.startswith("/*", at):
            end = text.find("*/", at + 2)
            at = len(text) if end < 0 else end + 2
            continue
        elif text.startswith("//", at):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        out.append(char)
        at += 1
    return "".join(out)


def intersected(value: Node) -> list[Node]:
    """The types of ``A & B & { … }`` in order; of any other type itself."""
    out: list[Node] = []
    todo = [value]
    while todo:
        node = todo.pop()
        if node.type == "intersection_type":
            todo.extend(reversed(node.named_children))
        else:
            out.append(node)
    return out
