"""Where definitions of C and C++ stand: the node whose lines are theirs, conditions of the preprocessor, namespaces, access."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from apps.engine.parsing.declared.values import Values

TYPES = frozenset({"class_specifier", "struct_specifier", "union_specifier", "enum_specifier"})
_AROUND = 48  # nodes around a definition that are looked at


@dataclass(slots=True)
class Surroundings:
    """What stands around the definitions of one file; what was found once is remembered."""

    _access: dict[int, tuple[list[int], list[str]]] = field(default_factory=dict)  # body → where access changes, to what
    _under: dict[int, bool] = field(default_factory=dict)  # node → whether it stands under a condition

    def conditional(self, node: Node) -> tuple[str, ...]:
        """Whether a definition stands under a condition of the preprocessor that is no include guard."""
        above = node.parent
        if above is None:
            return ()
        known = self._under.get(above.id)
        if known is None:
            known = False
            for here in _around(above):
                known = known or (here.type.startswith("preproc_") and not _is_guard(here))
            self._under[above.id] = known
        return ("conditional",) if known else ()

    def visibility(self, node: Node, values: Values) -> tuple[str, ...]:
        """The access that a member stands under, none for what is no member."""
        body = node.parent
        while body is not None and (body.type.startswith("preproc_") or body.type == "field_declaration"):
            body = body.parent
        if body is None or body.type != "field_declaration_list":
            return ()
        known = self._access.get(body.id)
        if known is None:
            known = self._access[body.id] = ([], [])
            waiting = list(reversed(body.named_children))
            while waiting:
                child = waiting.pop()
                if child.type == "access_specifier":
                    known[0].append(child.start_byte)
                    known[1].append(values.source.of(child).strip(": "))
                elif child.type.startswith("preproc_"):
                    waiting.extend(reversed(child.named_children))
        at = bisect_right(known[0], node.start_byte)
        if at:
            return (known[1][at - 1],)
        return ("private",) if body.parent is not None and body.parent.type == "class_specifier" else ("public",)


def outer_of(node: Node) -> Node:
    """The node whose lines are a definition's: the declaration, template or linkage around it, or itself."""
    above = node.parent
    if above is not None and node.type in TYPES:
        is_nameless = node.child_by_field_name("name") is None
        if above.type == "type_definition" or (above.type == "declaration" and is_nameless):
            return above
    outer = node
    while above is not None and above.type in ("template_declaration", "friend_declaration"):
        outer, above = above, above.parent
    if above is not None and above.type == "linkage_specification" and node.parent is above:
        return above
    return outer


def linkage(node: Node) -> set[str]:
    """``internal`` for what stands in a namespace without a name."""
    above = node.parent
    for here in _around(above) if above is not None else ():
        if here.type == "namespace_definition" and here.child_by_field_name("name") is None:
            return {"internal"}
    return set()


def _around(node: Node) -> Iterator[Node]:
    """A node and those around it below the root.  Each is found from the root on, so far up only a few are looked at."""
    here: Node | None = node
    for _ in range(_AROUND):
        above = here.parent if here is not None else None
        if here is None or above is None:
            return
        yield here
        here = above


def _is_guard(node: Node) -> bool:
    """``#ifndef X`` with ``#define X`` as its first line around a whole file, or what only wraps a linkage."""
    if node.type != "preproc_ifdef":
        return node.type in ("preproc_def", "preproc_function_def")
    name = node.child_by_field_name("name")
    inside = node.named_children
    if name is None or len(inside) < 2:
        return False
    first = next((child for child in inside[1:] if child.type != "comment"), None)
    defined = first.child_by_field_name("name") if first is not None and first.type == "preproc_def" else None
    return (defined is not None and defined.text == name.text) or name.text == b"__cplusplus"
