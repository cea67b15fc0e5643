"""Rust's own ways: implementations, attributes as siblings, macros of tokens, patterns everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tree_sitter import Node

from apps.engine.facts import (
    Call,
    Conformance,
    Decorator,
    EnvironmentRead,
    Import,
    Parameter,
    Value,
)
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.rust.attributes import COMMENTS, attributes, first_of
from apps.engine.parsing.rust.calls import expanded, struct_made
from apps.engine.parsing.rust.environment import environment_read
from apps.engine.parsing.rust.patterns import bound_by
from apps.engine.parsing.rust.tokens import taken_from
from apps.engine.parsing.rust.uses import flattened
from apps.engine.parsing.values import Budget

_FUNCTIONS = frozenset({"function_item", "function_signature_item"})
_FIRST = 8  # children in which the words in front of a name are looked for


class Rust(Dialect):
    """Rust's hooks."""

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if node.type == "impl_item":
            return self._implementation(node, values)
        found = super().head(node, kind, values, enclosing)
        if found is None:
            return None
        owner = _implemented(node, values) if enclosing == "implementation" else ""
        if kind == "macro":
            return Head("macro", found.name, found.line_node, body=_rules(node), decorators=found.decorators,
                        properties=found.properties)  # fmt: skip
        return Head(
            found.kind,
            found.name,
            found.line_node,
            f"{owner}.{found.name}" if owner else "",
            owner if kind == "function" else "",
            found.parameters,
            found.result,
            found.body,
            found.bases,
            found.properties,
            found.decorators,
        )

    def _implementation(self, node: Node, values: Values) -> Head | None:
        owner, taken = _type_name(node, values), node.child_by_field_name("trait")
        if not owner:
            return None
        text = f"impl {values.name(taken) or values.flat(taken)} for {owner}" if taken is not None else f"impl {owner}"
        return Head(
            "implementation",
            text.replace(".", "::"),
            node,
            owner=owner,
            body=node.child_by_field_name("body"),
            decorators=tuple(self.decorators(node, values)),
        )

    def result_node(self, node: Node) -> Node | None:
        if node.type in _FUNCTIONS:
            return node.child_by_field_name("return_type")
        return node.child_by_field_name("type") if node.type == "type_item" else None

    def first(self, node: Node) -> Node:
        return first_of(node)

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        listed = node.child_by_field_name("bounds") if node.type == "trait_item" else None
        found = [values.value(child) for child in listed.named_children if child.type != "lifetime"] if listed is not None else []
        return tuple(value for value in found if value.kind == "name")

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        words: set[str] = set()
        for child in node.children[:_FIRST]:
            if child.type == "visibility_modifier":
                words |= {"internal"} if child.child_count > 1 else {"public", "exported"}
            elif child.type == "function_modifiers":
                words |= {part.type for part in child.children if part.type in ("async", "const")}
                words |= {"extern" for part in child.children if part.type == "extern_modifier"}
        if node.type in _FUNCTIONS:
            above = node.parent.parent if node.parent is not None else None
            sort = above.type if above is not None else ""
            if sort == "trait_item" and node.child_by_field_name("body") is None:
                words.add("abstract")
            elif sort == "foreign_mod_item":
                words.add("extern")
            if sort in ("trait_item", "impl_item") and not _takes_self(node):
                words.add("static")
        if any(item.name == "cfg" for item in self.decorators(node, values)):
            words.add("conditional")
        return words

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        return attributes(node, values)

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        out = []
        for child in node.named_children:
            if child.type == "self_parameter":
                out.append(Parameter("self", kind="receiver"))
            elif child.type == "parameter":
                pattern, annotation = child.child_by_field_name("pattern"), child.child_by_field_name("type")
                if pattern is not None and pattern.type == "self":
                    out.append(Parameter("self", values.flat(annotation), kind="receiver"))
                elif pattern is not None:
                    out.append(Parameter(_pattern_name(pattern, values), values.flat(annotation)))
            elif child.type == "variadic_parameter":
                out.append(Parameter("", "...", kind="rest"))
            elif child.type not in self.skipped and child.type != "attribute_item":
                out.append(Parameter(_pattern_name(child, values)))
        return tuple(out)

    def is_doc(self, comment: str) -> bool:
        return (comment.startswith("///") and not comment.startswith("////")) or comment.startswith("/**")

    def file_doc(self, root: Node, values: Values) -> str:
        lines = []
        for child in root.children:
            if child.type not in COMMENTS and child.type != "inner_attribute_item":
                break
            text = values.source.of(child)
            if text.startswith(("//!", "/*!")):
                lines.append(text[:2] + text[3:])
        return self.doc("".join(line if line.endswith("\n") else f"{line}\n" for line in lines).strip("\n")) if lines else ""

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type in ("const_item", "static_item"):
            name = node.child_by_field_name("name")
            if name is not None:
                yield Bound(
                    values.source.of(name), node.child_by_field_name("value"), node.child_by_field_name("type"), "const",
                    tuple(self.decorators(node, values)), tuple(sorted(self.properties(node, values))),
                )  # fmt: skip
            return
        if node.type == "match_arm":
            above = node.parent.parent if node.parent is not None else None
            matched = above.child_by_field_name("value") if above is not None else None
        else:
            matched = node.child_by_field_name("value")
        pattern, annotation = node.child_by_field_name("pattern"), node.child_by_field_name("type")
        if pattern is None:
            return
        while pattern.type == "mut_pattern" and pattern.named_child_count:
            pattern = pattern.named_children[-1]
        if pattern.type == "identifier" and node.type == "let_declaration":
            yield Bound(values.source.of(pattern), matched, annotation, "let")
        else:
            yield from bound_by(pattern, values.value(matched) if matched is not None else None, values)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "ordered_field_declaration_list":
            place, words = 0, {"private"}
            for child in node.named_children:
                if child.type == "visibility_modifier":
                    words = {"internal"} if child.child_count > 1 else {"public", "exported"}
                elif child.type not in self.skipped and child.type != "attribute_item":
                    yield Bound(str(place), None, child, "field", (), tuple(sorted(words)), child)
                    place, words = place + 1, {"private"}
            return
        name = node.child_by_field_name("name")
        if name is None:
            return
        decorators = tuple(self.decorators(node, values))
        if node.type == "enum_variant":
            yield Bound(
                values.source.of(name), node.child_by_field_name("value"), None, "case", decorators,
                noted=values.flat(node.child_by_field_name("body")),
            )  # fmt: skip
        else:
            words = set(self.properties(node, values)) - {"conditional"} or {"private"}
            yield Bound(values.source.of(name), None, node.child_by_field_name("type"), "field", decorators, tuple(sorted(words)))

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        pattern, walked = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        if pattern is None or walked is None:
            return
        given = values.value(walked)
        if pattern.type == "tuple_pattern" and pattern.named_child_count == 2:
            # ``(at, item)`` of what is counted, ``(key, value)`` of a map: a loop gives the second.
            yield from bound_by(pattern.named_children[1], given, values, "loop")
            yield from bound_by(pattern.named_children[0], None, values, "loop")
        else:
            yield from bound_by(pattern, given if pattern.type != "tuple_pattern" else None, values, "loop")

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        listed = node.child_by_field_name("parameters")
        for at, child in enumerate(listed.named_children if listed is not None else ()):
            pattern, annotation = child.child_by_field_name("pattern"), child.child_by_field_name("type")
            walked = passed_to(node) if not at and annotation is None else None
            for bound in bound_by(pattern or child, walked, values, "parameter"):
                noted = values.flat(annotation) if pattern is not None and pattern.type == "identifier" else ""
                yield Bound(bound.name, kind="parameter", given=bound.given, noted=noted, node=node)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        if word == "use":
            return flattened(node, scope, values)
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name is None:
            return []
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        text = values.source.of(name)
        if word == "module":
            return [Import(f"self.{text}", (), "", 0, line, end_line, scope, "module")]
        return [Import(text, (), values.source.of(alias) if alias is not None else "", 0, line, end_line, scope, "use")]

    def conformances(self, node: Node, scope: str, values: Values) -> list[Conformance]:
        taken, owner = node.child_by_field_name("trait"), _type_name(node, values)
        if taken is None or not owner or any(child.type == "!" for child in node.children):
            return []
        base = values.value(taken)
        if base.kind != "name":
            return []
        return [Conformance(owner, base, node.start_point[0] + 1, node.end_point[0] + 1, scope)]

    # expressions

    def unescaped(self, body: str, node: Node) -> str:
        return body if node.type == "raw_string_literal" else script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        kind = node.type
        if kind in ("reference_expression", "unsafe_block", "const_block"):
            return node.child_by_field_name("value") or (node.named_children[-1] if node.named_child_count else None)
        for name in ("type", "function", "trait", "body"):
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        return node.named_child(0) if node.named_child_count else None

    def chained(self, node: Node) -> Node | None:
        here = node.child_by_field_name("function")
        if here is not None and here.type == "generic_function":
            here = here.child_by_field_name("function")
        here = here.child_by_field_name("value") if here is not None and here.type == "field_expression" else None
        while here is not None and here.type in ("await_expression", "try_expression"):
            here = here.named_child(0) if here.named_child_count else None
        return here

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        function = node.child_by_field_name("function")
        if function is None:
            return ()
        if function.type == "scoped_identifier":
            function = function.child_by_field_name("path")
        listed = function.child_by_field_name("type_arguments") if function is not None else None
        given = listed.named_children if listed is not None else ()
        return tuple(values.flat(child) for child in given if child.type not in ("lifetime", "block"))

    def call(self, node: Node, values: Values) -> Call | None:
        """Macros and literals of structs."""
        if node.type == "macro_invocation":
            return expanded(node, values)[0]
        return struct_made(node, values) if node.type == "struct_expression" else None

    def returned(self, node: Node) -> Node | None:
        """What is returned in words, or the last expression of a function."""
        if node.type != "return_expression":
            return node
        return node.named_child(0) if node.named_child_count else None

    def within(self, node: Node, values: Values) -> Iterable[Call]:
        return expanded(node, values)[1] if node.type == "macro_invocation" else ()

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "try_expression" and node.named_child_count:
            return taken_from(
                values.build(node.named_children[0], level + 1, Budget()),
                Value("other", "?", line=end_line, end_line=end_line),
                end_line,
            )
        if node.type == "unary_expression" and node.named_child_count and node.children[0].type == "*":
            return values.build(node.named_children[0], level + 1, Budget())
        if node.type == "if_expression":
            parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
            ends = [values.build(part, level + 1, Budget()) for part in parts if part is not None]
            return Value("binary", "?:", tuple(ends), line=line, end_line=end_line)
        if node.type in ("block", "else_clause", "async_block"):
            last = node.named_children[-1] if node.named_child_count else None
            return values.build(last, level + 1, Budget()) if last is not None and last.type in self.kinds else None
        return None

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        return environment_read(call_or_node, values)


def _type_name(node: Node, values: Values) -> str:
    """The type an ``impl`` is about: its last name, or its source where it has none."""
    of = node.child_by_field_name("type")
    if of is None:
        return ""
    return values.name(of).rpartition(".")[2] or values.flat(of)


def _implemented(node: Node, values: Values) -> str:
    """The type of the ``impl`` around a member of it."""
    above = node.parent
    while above is not None and above.type != "impl_item":
        above = above.parent
    return _type_name(above, values) if above is not None else ""


def _rules(node: Node) -> Node | None:
    """The first bracket of a macro's rules."""
    return next((child for child in node.children if child.type in ("{", "(", "[")), None)


def _takes_self(node: Node) -> bool:
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        pattern = child.child_by_field_name("pattern") if child.type == "parameter" else None
        if child.type == "self_parameter" or (pattern is not None and pattern.type == "self"):
            return True
    return False


def _pattern_name(pattern: Node, values: Values) -> str:
    """The one name that a parameter's pattern binds, else its source: ``State(app): State<App>`` is ``app``."""
    if pattern.type == "identifier":
        return values.source.of(pattern)
    names = [bound.name for bound in bound_by(pattern, None, values)]
    return names[0] if len(names) == 1 and pattern.type != "tuple_pattern" else values.flat(pattern)
