"""Headers of Python definitions: parameters, signatures, docstrings."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from apps.engine.facts import Parameter
from apps.engine.parsing.literals import dedent_docstring, one_line
from apps.engine.parsing.python.strings import text_of
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.source import Source, first_named

_LISTED = frozenset({"parameters", "argument_list"})
_SPLATS = {"list_splat_pattern": "rest", "dictionary_splat_pattern": "keywords"}
_RARE = frozenset({"type", "type_parameter", "async", "comment"})


class Header:
    """The parts of a function's or class's header, by one look at the children of its node.

    `listed` are its parameters or its bases, `end` is the byte at which the header ends, `generic` tells that it has parameters
    that are types, `inner` are its block and the comments before it.
    """

    __slots__ = ("body", "end", "generic", "inner", "is_async", "is_class", "listed", "name", "returns")

    def __init__(self, node: Node, kinds: Mapping[int, str]) -> None:
        self.name: Node | None = None
        self.listed: Node | None = None
        self.returns: Node | None = None
        self.body: Node | None = None
        self.is_async = self.is_class = self.generic = False
        self.inner: list[Node] = []
        colon: Node | None = None
        for child in node.children:
            kind = kinds[child.kind_id]
            if kind == "block":
                self.body = child
                self.inner.append(child)
            elif kind == "identifier":
                self.name = self.name or child
            elif kind in _LISTED:
                self.listed = child
            elif kind == ":":
                colon = colon or child
            elif kind == "class":
                self.is_class = True
            elif kind in _RARE:
                self._note(child, kind)
        last = colon or self.body
        self.end = last.start_byte if last is not None else node.end_byte

    def _note(self, child: Node, kind: str) -> None:
        if kind == "type" and child.is_named:
            self.returns = child
        elif kind == "type_parameter":
            self.generic = True
        elif kind == "async":
            self.is_async = True
        elif kind == "comment":
            self.inner.append(child)


def docstring(body: Node | None, source: Source) -> str:
    """The docstring of a module, class or function body, "" if there is none."""
    if body is None:
        return ""
    for child in body.children:
        kind = child.type
        if kind == "expression_statement":
            inner = child.children
            text = text_of(inner[0], source) if len(inner) == 1 else None
            return dedent_docstring(text) if text is not None else ""
        if kind != "comment":
            return ""
    return ""


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


def parameters(node: Node | None, source: Source, kinds: Mapping[int, str], values: ValueBuilder) -> tuple[Parameter, ...]:
    """Parameters of a function or lambda as declared, with their kinds."""
    if node is None:
        return ()
    out: list[Parameter] = []
    keyword_only = False
    for child in node.named_children:
        kind = kinds[child.kind_id]
        if kind == "identifier":
            out.append(Parameter(source.of(child), "", "", "keyword" if keyword_only else ""))
        elif kind == "positional_separator":
            out = [Parameter(p.name, p.annotation, p.default, "positional", p.annotation_value, p.default_value) for p in out]
        elif kind == "keyword_separator":
            keyword_only = True
        elif kind != "comment":
            parameter = _parameter(child, kind, source, kinds, values, keyword_only)
            if parameter is not None:
                out.append(parameter)
                keyword_only = keyword_only or parameter.kind == "rest"
    return tuple(out)


def _parts(node: Node, kind: str) -> tuple[Node | None, Node | None, Node | None]:
    """(what is named, its annotation, its default) of a parameter."""
    children = node.children
    if kind == "default_parameter":
        if len(children) == 3:
            return children[0], None, children[2]
        return node.child_by_field_name("name"), None, node.child_by_field_name("value")
    if kind == "typed_parameter":
        return first_named(node), node.child_by_field_name("type"), None
    if kind == "typed_default_parameter":
        if len(children) == 5:
            return children[0], children[2], children[4]
        return node.child_by_field_name("name"), node.child_by_field_name("type"), node.child_by_field_name("value")
    return node, None, None


def _parameter(
    node: Node, kind: str, source: Source, kinds: Mapping[int, str], values: ValueBuilder, keyword_only: bool
) -> Parameter | None:
    target, annotation, default = _parts(node, kind)
    if target is None:
        return None
    sort, below = "keyword" if keyword_only else "", kinds[target.kind_id]
    if below in _SPLATS:
        sort = _SPLATS[below]
        target = first_named(target) or target
        below = kinds[target.kind_id]
    if below != "identifier":
        return None
    return Parameter(
        source.of(target),
        " ".join(source.of(annotation).split()) if annotation else "",
        " ".join(source.of(default).split()) if default else "",
        sort,
        values.value(annotation) if annotation else None,
        values.used(default) if default else None,
    )
