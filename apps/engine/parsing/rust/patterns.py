"""Names that patterns bind, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.declared.dialect import Bound
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.rust.tokens import taken_from

_UNWRAPPED = frozenset({"Some", "Ok"})
_THROUGH = frozenset({"mut_pattern", "ref_pattern", "reference_pattern", "or_pattern", "match_pattern", "slice_pattern"})
_LEVELS = 12


def bound_by(pattern: Node, value: Value | None, values: Values, kind: str = "let") -> Iterator[Bound]:
    """The names a pattern binds.  `value` is what is matched, None where it is not known."""
    todo: list[tuple[Node, Value | None, int]] = [(pattern, value, 0)]
    while todo:
        node, held, level = todo.pop()
        sort = node.type
        if sort in ("identifier", "shorthand_field_identifier"):
            name = values.source.of(node)
            if name[:1].islower() or (name[:1] == "_" and len(name) > 1):
                yield Bound(name, None, None, kind, given=held, node=node)
        elif level > _LEVELS:
            continue
        elif sort in _THROUGH:
            inside = node.named_children[:1] if sort == "match_pattern" else node.named_children
            todo += [(child, held if sort != "slice_pattern" else None, level + 1) for child in reversed(inside)]
        elif sort == "captured_pattern":
            todo += [(child, held, level + 1) for child in reversed(node.named_children[:2])]
        elif sort == "tuple_pattern":
            parts = [child for child in node.children if child.is_named or child.type == "_"]
            for at in range(len(parts) - 1, -1, -1):
                todo.append((parts[at], _at(held, str(at), node), level + 1))
        elif sort == "tuple_struct_pattern":
            of = node.child_by_field_name("type")
            inner = [child for child in node.named_children if of is None or child.id != of.id]
            name = values.name(of).rpartition(".")[2] if of is not None else ""
            opened = _at(held, "?", node) if name in _UNWRAPPED else None
            todo += [(child, opened, level + 1) for child in reversed(inner)]
        elif sort == "struct_pattern":
            of = node.child_by_field_name("type")
            whole = _cast(held, of, values)
            for child in reversed(node.named_children):
                name_node = child.child_by_field_name("name")
                if child.type == "field_pattern" and name_node is not None:
                    inner_node = child.child_by_field_name("pattern") or name_node
                    todo.append((inner_node, _member(whole, values.source.of(name_node), child), level + 1))


def _at(held: Value | None, index: str, node: Node) -> Value | None:
    if held is None:
        return None
    line = node.start_point[0] + 1
    return taken_from(held, Value("number" if index.isdigit() else "other", index, line=line, end_line=line), line)


def _cast(held: Value | None, of: Node | None, values: Values) -> Value | None:
    """What is taken apart as a struct is of that struct; where the variant of an enum is meant, its fields are not known."""
    if of is None or of.type != "type_identifier":
        return None
    line = of.start_point[0] + 1
    return Value("cast", values.source.of(of), (held,) if held is not None else (), line=line, end_line=line)


def _member(whole: Value | None, name: str, node: Node) -> Value | None:
    line = node.start_point[0] + 1
    return Value("attribute", name, (whole,), line=line, end_line=line) if whole is not None else None
