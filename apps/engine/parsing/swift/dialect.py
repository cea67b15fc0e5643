"""Swift's own ways: extensions, labels, subscripts, computed properties, closures behind calls, few fields in the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Conformance, Decorator, EnvironmentRead, Import, Parameter, Value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import first_named

_SORTS = {
    "class": "class",
    "struct": "struct",
    "enum": "enum",
    "actor": "class",
    "extension": "extension",
    "protocol": "protocol",
}
_NAMES = {"init_declaration": "init", "deinit_declaration": "deinit", "subscript_declaration": "subscript"}
_ACCESS = {"public": "public", "open": "public", "private": "private", "fileprivate": "private", "internal": "internal"}
_WORDS = {"static": "static", "class": "static", "override": "override", "final": "final"}
_CONDITIONS = frozenset({"if_statement", "guard_statement", "while_statement"})
_ENVIRONMENT = "ProcessInfo.processInfo.environment"


class Swift(Dialect):
    """Swift's hooks."""

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        sort = node.child_by_field_name("declaration_kind")
        if sort is not None:
            kind = _SORTS.get(sort.type, kind)
        name_node = node.child_by_field_name("name")
        text = _NAMES.get(node.type, "")
        if not text:
            if name_node is None or name_node.end_byte == name_node.start_byte:
                return None
            text = values.source.of(name_node).strip("`")
        if node.type == "property_declaration":
            bound = name_node.child_by_field_name("bound_identifier") if name_node is not None else None
            if bound is None or node.child_by_field_name("computed_value") is None:
                return None
            text = values.source.of(bound).strip("`")
        owner = _extended(node, values) if enclosing == "extension" else ""
        words = set(self.properties(node, values))
        if enclosing == "protocol" and kind in ("function", "method") and node.child_by_field_name("body") is None:
            words.add("abstract")
        if sort is not None and sort.type == "actor":
            words.add("actor")
        if kind == "extension":
            of = values.name(name_node) if name_node is not None else ""
            return Head(
                kind, f"extension {of}", node, owner=of or text, body=node.child_by_field_name("body"),
                properties=tuple(words), decorators=tuple(self.decorators(node, values)),
            )  # fmt: skip
        body = node.child_by_field_name("body") or node.child_by_field_name("computed_value")
        if body is None and node.type == "subscript_declaration":
            body = next((child for child in node.named_children if child.type == "computed_property"), None)
        return Head(
            kind,
            text,
            name_node or node,
            f"{owner}.{text}" if owner else "",
            owner if kind in ("function", "constructor", "accessor") else "",
            node if kind in ("function", "constructor") else None,
            self.result_node(node),
            body,
            self.bases(node, values),
            tuple(words),
            tuple(self.decorators(node, values)),
        )

    def result_node(self, node: Node) -> Node | None:
        if node.type == "property_declaration":
            noted = next((child for child in node.named_children if child.type == "type_annotation"), None)
            return noted.child_by_field_name("name") if noted is not None else None
        mark = "=" if node.type == "typealias_declaration" else "->"
        children = node.children
        for at, child in enumerate(children[:-1]):
            if child.type == mark:
                return children[at + 1]
        return None

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        found = []
        for child in node.named_children:
            of = child.child_by_field_name("inherits_from") if child.type == "inheritance_specifier" else None
            if of is not None:
                found.append(values.value(of))
        return tuple(value for value in found if value.kind == "name")

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        words: set[str] = set()
        for child in node.children:
            if child.type == "modifiers":
                for part in child.named_children:
                    text = values.source.of(part)
                    if part.type == "visibility_modifier":
                        words.add(_ACCESS.get(text, ""))
                    elif text in _WORDS:
                        words.add(_WORDS[text])
            elif child.type == "async":
                words.add("async")
        if "public" in words:
            words.add("exported")
        return words - {""}

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        held = next((child for child in node.children[:1] if child.type == "modifiers"), None)
        for child in held.named_children if held is not None else ():
            of = first_named(child) if child.type == "attribute" else None
            if of is not None:
                called = any(part.type == "(" for part in child.children)
                yield Decorator(
                    values.name(of), _labelled(child, values), called, child.start_point[0] + 1, child.end_point[0] + 1
                )

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        out: list[Parameter] = []
        for at, child in enumerate(node.children):
            if child.type != "parameter":
                continue
            names = child.children_by_field_name("name")
            default = None
            for after in range(at + 1, min(at + 3, len(node.children))):
                if node.field_name_for_child(after) == "default_value":
                    default = node.children[after]
            kind = "rest" if values.source.of(child).endswith("...") else ""
            out.append(
                Parameter(
                    values.source.of(names[0]).strip("`") if names else "",
                    values.flat(names[1]) if len(names) > 1 else "",
                    values.flat(default),
                    kind,
                    None,
                    values.value(default) if default is not None else None,
                )
            )
        return tuple(out)

    def is_doc(self, comment: str) -> bool:
        return comment.startswith(("///", "/**"))

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type in _CONDITIONS:
            yield from self._bound_by_condition(node)
            return
        if node.child_by_field_name("computed_value") is not None:
            return
        words = tuple(sorted(self.properties(node, values)))
        decorators = tuple(self.decorators(node, values))
        children = node.children
        for at, child in enumerate(children):
            if node.field_name_for_child(at) != "name":
                continue
            bound = child.child_by_field_name("bound_identifier")
            if bound is None:
                continue
            noted = value = None
            for after in range(at + 1, len(children)):
                if node.field_name_for_child(after) == "name":
                    break
                if children[after].type == "type_annotation":
                    noted = children[after].child_by_field_name("name")
                elif node.field_name_for_child(after) == "value":
                    value = children[after]
            text = values.source.of(bound).strip("`")
            yield Bound(text, value, noted, "", decorators, words)

    def _bound_by_condition(self, node: Node) -> Iterator[Bound]:
        """``if let found = find()``: what is bound stands before the sign, its value behind it."""
        children = node.children
        for at, child in enumerate(children[:-2]):
            if node.field_name_for_child(at) == "bound_identifier" and children[at + 1].type == "=":
                yield Bound(
                    child.text.decode("utf-8", "replace") if child.text else "", children[at + 2], None, "let", node=child
                )

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "enum_entry":
            held = values.flat(node.child_by_field_name("data_contents"))
            for name in node.children_by_field_name("name"):
                yield Bound(values.source.of(name).strip("`"), None, None, "case", noted=held, node=node)
            return
        if node.type == "protocol_property_declaration":
            pattern = node.child_by_field_name("name")
            bound = pattern.child_by_field_name("bound_identifier") if pattern is not None else None
            if bound is not None:
                yield Bound(values.source.of(bound).strip("`"), None, self._noted(node), "field", properties=("abstract",))
            return
        yield from self.variables(node, values)

    def _noted(self, node: Node) -> Node | None:
        noted = next((child for child in node.named_children if child.type == "type_annotation"), None)
        return noted.child_by_field_name("name") if noted is not None else None

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right = node.child_by_field_name("target"), node.child_by_field_name("result")
        target = values.name(left) if left is not None else ""
        if target and target != "_":
            yield Bound(target, right)

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        item, walked = node.child_by_field_name("item"), node.child_by_field_name("collection")
        bound = item.child_by_field_name("bound_identifier") if item is not None else None
        if bound is not None:
            yield Bound(values.source.of(bound), walked, None, "loop", node=bound)

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        written = node.child_by_field_name("type")
        listed = written.named_children[0] if written is not None and written.named_child_count else None
        names = [child for child in listed.named_children if child.type == "lambda_parameter"] if listed is not None else []
        if not names:
            yield Bound("$0", kind="parameter", given=passed_to(node), node=node)
        for at, child in enumerate(names):
            parts = child.children_by_field_name("name")
            noted = values.flat(parts[1]) if len(parts) > 1 else ""
            if parts:
                given = passed_to(node) if not at and not noted else None
                yield Bound(values.source.of(parts[0]), kind="parameter", given=given, noted=noted, node=node)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        path = next((child for child in node.named_children if child.type == "identifier"), None)
        if path is None:
            return []
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        return [Import(values.path(path), (), "", 0, line, end_line, scope, "import")]

    def conformances(self, node: Node, scope: str, values: Values) -> list[Conformance]:
        name = node.child_by_field_name("name")
        of = values.name(name) if name is not None else ""
        sort = node.child_by_field_name("declaration_kind")
        if not of or sort is None or sort.type != "extension":
            return []
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        return [Conformance(of, base, line, end_line, scope) for base in self.bases(node, values)]

    # expressions

    def unescaped(self, body: str, node: Node) -> str:
        return script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        for name in ("expr", "target", "suffix", "wrapped", "name"):
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        return first_named(node)

    def callee(self, node: Node, values: Values) -> Node | None:
        return first_named(node)

    def argument_list(self, node: Node) -> Node | None:
        suffix = _suffix(node)
        return next((child for child in suffix.named_children if child.type == "value_arguments"), None) if suffix else None

    def argument_name(self, node: Node) -> Node | None:
        return node.child_by_field_name("name")

    def trailing(self, node: Node) -> Sequence[Node]:
        suffix = _suffix(node)
        return [child for child in suffix.named_children if child.type == "lambda_literal"] if suffix is not None else ()

    def receiver(self, node: Node) -> Node | None:
        return None

    def is_front(self, node: Node) -> bool:
        return _is_subscript(self.argument_list(node))

    def chained(self, node: Node) -> Node | None:
        here = first_named(node)
        while here is not None and here.type in (
            "navigation_expression",
            "try_expression",
            "await_expression",
            "postfix_expression",
        ):
            here = here.child_by_field_name("target") or here.child_by_field_name("expr")
        return here

    def call(self, node: Node, values: Values) -> Call | None:
        """A subscript calls the member of that name."""
        listed, below = self.argument_list(node), first_named(node)
        if below is None or listed is None or not _is_subscript(listed):
            return None
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        callee = Value("attribute", "subscript", (values.value(below),), line=line, end_line=end_line)
        return Call(callee, values.arguments(listed), line, end_line, values.scope)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "prefix_expression":
            target = node.child_by_field_name("target")
            if target is None:
                return None
            if node.children[0].type == ".":  # a member of the type that is expected here
                return Value("attribute", values.name(target), line=line, end_line=end_line)
            return values.value(target) if values.source.of(node)[:1] == "&" else None
        if node.type == "ternary_expression":
            parts = [node.child_by_field_name("if_true"), node.child_by_field_name("if_false")]
            ends = tuple(values.value(part) for part in parts if part is not None)
            return Value("binary", "?:", ends, line=line, end_line=end_line)
        if node.type == "dictionary_literal":
            keys, items = (tuple(map(values.value, node.children_by_field_name(name))) for name in ("key", "value"))
            return Value("dict", "", items[: len(keys)], keys[: len(items)], line=line, end_line=end_line)
        if node.type == "tuple_expression":
            items = tuple(map(values.value, node.children_by_field_name("value")))
            return items[0] if len(items) == 1 else Value("list", "", items, line=line, end_line=end_line)
        return None

    def returned(self, node: Node) -> Node | None:
        return node.child_by_field_name("result")

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        if not self.is_front(call_or_node):
            return None
        call = values.call(call_or_node)
        held = call.callee.items[0] if call.callee.kind == "attribute" and call.callee.items else None
        if held is None or held.text != _ENVIRONMENT or not call.arguments or call.arguments[0].value.kind != "string":
            return None
        above = call_or_node.parent
        default = above.child_by_field_name("if_nil") if above is not None and above.type == "nil_coalescing_expression" else None
        required = above is not None and above.type == "postfix_expression" and values.source.of(above).endswith("!")
        name = call.arguments[0].value.text
        return EnvironmentRead(name, _ENVIRONMENT, call.line, call.end_line, values.scope, values.flat(default), required)


def _suffix(node: Node) -> Node | None:
    return next((child for child in node.named_children if child.type == "call_suffix"), None)


def _is_subscript(listed: Node | None) -> bool:
    return listed is not None and bool(listed.children) and listed.children[0].type == "["


def _extended(node: Node, values: Values) -> str:
    """The type that the extension around a member adds to."""
    above = node.parent
    while above is not None and above.type != "class_declaration":
        above = above.parent
    name = above.child_by_field_name("name") if above is not None else None
    return values.name(name) if name is not None else ""


def _labelled(attribute: Node, values: Values) -> tuple[Argument, ...]:
    """The arguments of an attribute: a label stands beside its value, with a colon between them."""
    out: list[Argument] = []
    label = ""
    opened = False
    for part in attribute.children:
        if part.type == "(":
            opened = True
        elif not opened or not part.is_named:
            continue
        elif part.next_sibling is not None and part.next_sibling.type == ":":
            label = values.source.of(part)
        else:
            out.append(Argument(values.value(part), label))
            label = ""
    return tuple(out)
