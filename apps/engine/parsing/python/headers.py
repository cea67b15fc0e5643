"""Headers of Python definitions: parameters, signatures, docstrings."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Parameter
from apps.engine.parsing.literals import dedent_docstring, one_line
from apps.engine.parsing.python.strings import text_of
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.source import Source, first_named


class Header:
    """The parts of a function's or class's header, by one look at the children of its node.

    `listed` are its parameters or its bases, `end` is the byte at which the header ends.
    """

    __slots__ = ("body", "end", "is_async", "is_class", "listed", "name", "returns")

    def __init__(self, node: Node) -> None:
        self.name: Node | None = None
        self.listed: Node | None = None
        self.returns: Node | None = None
        self.body: Node | None = None
        self.is_async = self.is_class = False
        colon: Node | None = None
        before = ""
        for child in node.children:
            kind = child.type
            if kind == "identifier":
                self.name = self.name or child
            elif kind in ("parameters", "argument_list"):
                self.listed = child
            elif kind == "block":
                self.body = child
            elif kind == ":":
                colon = colon or child
            elif kind == "type" and before == "->":
                self.returns = child
            elif kind == "class":
                self.is_class = True
            elif kind == "async":
                self.is_async = True
            before = kind
        last = colon or self.body
        self.end = last.start_byte if last is not None else node.end_byte


def docstring(body: Node | None, source: Source) -> str:
    """The docstring of a module, class or function body, "" if there is none."""
    if body is None:
        return ""
    at, count = 0, body.named_child_count
    while at < count:
        child = body.named_child(at)
        if child is None or child.type != "comment":
            break
        at += 1
    else:
        return ""
    if child is None or child.type != "expression_statement" or child.named_child_count != 1:
        return ""
    first = first_named(child)
    text = text_of(first, source) if first is not None else None
    return dedent_docstring(text) if text is not None else ""


def signature(node: Node, end: int, source: Source) -> str:
    """Header of a definition on one line, from its first word to before the byte `end`; comments inside are left out."""
    text = source.cut(node.start_byte, end)
    if "#" in text and "\n" in text:
        pieces, at, todo = [], node.start_byte, list(reversed(node.children))
        while todo:
            part = todo.pop()
            if part.start_byte >= end:
                break
            if part.type == "comment":
                pieces.append(source.cut(at, part.start_byte))
                at = part.end_byte
            elif part.end_byte <= end and part.child_count and b"#" in source.data[part.start_byte : part.end_byte]:
                todo.extend(reversed(part.children))
        pieces.append(source.cut(at, end))
        text = "".join(pieces)
    return one_line(text)


def parameters(node: Node | None, source: Source, values: ValueBuilder) -> tuple[Parameter, ...]:
    """Parameters of a function or lambda as declared, with their kinds."""
    if node is None:
        return ()
    out: list[Parameter] = []
    keyword_only = False
    for child in node.named_children:
        kind = child.type
        if kind == "comment":
            continue
        if kind == "positional_separator":
            out = [Parameter(p.name, p.annotation, p.default, "positional", p.annotation_value, p.default_value) for p in out]
            continue
        if kind == "keyword_separator":
            keyword_only = True
            continue
        parameter = _parameter(child, kind, source, values, keyword_only)
        if parameter is not None:
            out.append(parameter)
            keyword_only = keyword_only or parameter.kind == "rest"
    return tuple(out)


def _parameter(node: Node, kind: str, source: Source, values: ValueBuilder, keyword_only: bool) -> Parameter | None:
    default = node.child_by_field_name("value") if kind in ("default_parameter", "typed_default_parameter") else None
    annotation = node.child_by_field_name("type") if kind in ("typed_parameter", "typed_default_parameter") else None
    target: Node | None
    if kind == "typed_parameter":
        target = first_named(node)
    elif default is not None:
        target = node.child_by_field_name("name")
    else:
        target = node
    if target is None:
        return None
    sort = "keyword" if keyword_only else ""
    if target.type == "list_splat_pattern":
        sort = "rest"
    elif target.type == "dictionary_splat_pattern":
        sort = "keywords"
    if sort in ("rest", "keywords") and target.type != "identifier":
        target = first_named(target) or target
    if target.type != "identifier":
        return None
    return Parameter(
        source.of(target),
        " ".join(source.of(annotation).split()) if annotation else "",
        " ".join(source.of(default).split()) if default else "",
        sort,
        values.value(annotation) if annotation else None,
        values.value(default) if default else None,
    )
