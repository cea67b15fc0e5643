"""What C and C++ declare.

One object a file: it remembers where access specifiers stand and which conditions code is under.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tree_sitter import Node, Tree

from apps.engine.facts import EnvironmentRead, Import, ImportedName, Parameter, Value
from apps.engine.parsing.c_family.declarators import Declared, declared, holder_name, type_text
from apps.engine.parsing.c_family.heads import fixture_of, function_name, is_prototype_place, test_name, words_of
from apps.engine.parsing.c_family.masking import tree_of
from apps.engine.parsing.c_family.pieces import pieces
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.headers import LONGEST, signature
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar, Span
from apps.engine.parsing.literals import comment_text, one_line, script_text
from apps.engine.parsing.source import Source, first_named

TYPES = frozenset({"class_specifier", "struct_specifier", "union_specifier", "enum_specifier"})
_READS = frozenset({"getenv", "std.getenv", "secure_getenv", "_wgetenv", "std.secure_getenv"})
_CASTS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})
_NAMED_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})
_MADE = frozenset({"argument_list", "initializer_list"})
_ITEMS = 400  # of one initialiser
_ROW = 40  # entries of a row of a table
_NAMED = frozenset({"identifier", "qualified_identifier", "pointer_expression", "cast_expression"})  # what a row may name
_DEEPEST = 6  # levels of initialisers
_AROUND = 48  # nodes around a definition that are looked at


@dataclass(slots=True)
class CFamily(Dialect):
    """C and C++; `is_cpp` for what only one of them has."""

    is_cpp: bool = False
    access: dict[int, tuple[list[int], list[str]]] = field(default_factory=dict)
    read: bytes = b""  # the form of the text that is read
    under: dict[int, bool] = field(default_factory=dict)  # node → whether it stands under a condition

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        tree, self.read = tree_of(grammar, data)
        return tree

    def pieces(self, grammar: Grammar, data: bytes, tree: Tree) -> list[tuple[Span, Tree]]:
        return pieces(grammar, data, self.read, tree)

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if kind == "namespace":
            return self._namespace(node, values)
        if kind == "macro":
            return self._macro(node, values)
        if node.type in TYPES:
            return self._type(node, kind, values)
        if node.type == "type_definition":
            return self._typedef(node, values)
        if node.type in ("alias_declaration", "concept_definition"):
            return self._alias(node, values)
        return self._function(node, values, enclosing)

    def _namespace(self, node: Node, values: Values) -> Head | None:
        name = node.child_by_field_name("name")
        if name is None:
            return None  # what is in it is known to its file alone
        words = {"inline"} if any(child.type == "inline" for child in node.children) else set()
        dotted = ".".join(values.source.of(name).replace("inline", "").replace("::", " ").split())
        return Head("namespace", dotted, name, body=node.child_by_field_name("body"), properties=tuple(words))

    def _macro(self, node: Node, values: Values) -> Head | None:
        name, listed = node.child_by_field_name("name"), node.child_by_field_name("parameters")
        if name is None or listed is None:
            return None
        text = one_line(values.source.cut(node.start_byte, listed.end_byte))
        return Head("macro", values.source.of(name), name, parameters=listed, properties=self._conditional(node), signature=text)

    def _type(self, node: Node, kind: str, values: Values) -> Head | None:
        body, name_node = node.child_by_field_name("body"), node.child_by_field_name("name")
        if body is None:
            return None
        if name_node is not None:
            name = values.path(name_node)
        else:
            name = holder_name(node, values)
        if not name:
            return None
        outer = self.outer(node)
        text = _signature(outer, body, self, values)
        if name_node is None:
            text = f"{text} {name}"
        owner, _, last = name.rpartition(".")
        properties = {*self._conditional(outer), *self._visibility(outer, values)}
        properties |= {"final"} if any(child.type == "virtual_specifier" for child in node.children) else set()
        return Head(
            kind, last, name_node or node, qualified=name, owner=name if owner else "", body=body,
            bases=self.bases(node, values), properties=tuple(properties), signature=text,
        )  # fmt: skip

    def _typedef(self, node: Node, values: Values) -> Head | None:
        of = node.child_by_field_name("type")
        found = declared(node.child_by_field_name("declarator"))
        if found is None or of is None:
            return None
        name = values.source.of(found.name)
        own = of.child_by_field_name("name")
        if of.child_by_field_name("body") is not None and own is None:
            return None  # ``typedef struct { … } x``: the struct has the name
        if own is not None and values.source.of(own) == name:
            return None
        target = values.path(own) if own is not None and of.type in TYPES else values.path(of)
        is_plain = of.type in TYPES or of.type in _NAMED_TYPES
        bases = (_named(target, of),) if is_plain and not found.is_pointer and found.function is None else ()
        text = one_line(values.source.cut(node.start_byte, min(node.end_byte, node.start_byte + LONGEST))).rstrip("; ")
        if of.child_by_field_name("body") is not None:
            text = f"typedef {of.type.partition('_')[0]} {target} {name}"
        return Head(
            "type", name, found.name, bases=bases, properties=(*self._conditional(node), *self._visibility(node, values)),
            signature=text, begins=node.end_byte,
        )  # fmt: skip

    def _alias(self, node: Node, values: Values) -> Head | None:
        name, of = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is None:
            return None
        inner = of.child_by_field_name("type") if of is not None and of.type == "type_descriptor" else of
        bases = (_named(values.path(inner), inner),) if inner is not None and inner.type in _NAMED_TYPES else ()
        outer = self.outer(node)
        return Head(
            "type", values.source.of(name), name, bases=bases,
            properties=(*self._conditional(outer), *self._visibility(outer, values)),
            signature=_signature(outer, None, self, values),
        )  # fmt: skip

    def _function(self, node: Node, values: Values, enclosing: str) -> Head | None:
        if node.type != "function_definition" and not is_prototype_place(node):
            return None
        found = declared(node.child_by_field_name("declarator"))
        if found is None or found.function is None:
            return None
        outer = self.outer(node)
        listed = found.function.child_by_field_name("parameters")
        body = node.child_by_field_name("body") or next((part for part in node.children if part.type == "try_statement"), None)
        test = test_name(node, found, body, values)
        if test:
            return Head(
                "test",
                test,
                found.name,
                owner=fixture_of(found, test, values),
                body=body,
                properties=self._conditional(outer),
                signature=values.flat(node)[:LONGEST].partition("{")[0].strip(),
            )
        kind, owner, name = function_name(node, found, values, self.is_cpp)
        if not name:
            return None
        words = words_of(node, found, body, values)
        words |= set(self._conditional(outer)) | set(self._visibility(outer, values)) | self._linkage(node)
        start = next((part for part in node.children if part.type == "field_initializer_list"), body)
        return Head(
            kind, name, found.name, qualified=f"{owner}.{name}" if owner else "", owner=owner, parameters=listed, body=start,
            properties=tuple(words), signature=_signature(outer, start, self, values),
            returns=_returns(node, found, values), begins=-1 if body is not None else node.end_byte,
        )  # fmt: skip

    def outer(self, node: Node) -> Node:
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

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        listed = next((child for child in node.named_children if child.type == "base_class_clause"), None)
        if listed is None:
            return ()
        return tuple(_named(values.path(child), child) for child in listed.named_children if child.type in _NAMED_TYPES)

    def _conditional(self, node: Node) -> tuple[str, ...]:
        """Whether a definition stands under a condition of the preprocessor that is no include guard."""
        above = node.parent
        if above is None:
            return ()
        known = self.under.get(above.id)
        if known is None:
            known = False
            for here in _around(above):
                known = known or (here.type.startswith("preproc_") and not _is_guard(here))
            self.under[above.id] = known
        return ("conditional",) if known else ()

    def _linkage(self, node: Node) -> set[str]:
        """``internal`` for what stands in a namespace without a name."""
        above = node.parent
        for here in _around(above) if above is not None else ():
            if here.type == "namespace_definition" and here.child_by_field_name("name") is None:
                return {"internal"}
        return set()

    def _visibility(self, node: Node, values: Values) -> tuple[str, ...]:
        """The access that a member stands under, none for what is no member."""
        body = node.parent
        while body is not None and (body.type.startswith("preproc_") or body.type == "field_declaration"):
            body = body.parent
        if body is None or body.type != "field_declaration_list":
            return ()
        known = self.access.get(body.id)
        if known is None:
            known = self.access[body.id] = ([], [])
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

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        if node.type == "preproc_params":
            return tuple(
                Parameter(values.source.of(child), kind="rest" if child.type == "..." else "")
                for child in node.children
                if child.type in ("identifier", "...")
            )
        out: list[Parameter] = []
        for child in node.children:
            if child.type == "identifier":  # as C had them at first: the types follow
                out.append(Parameter(values.source.of(child), _old_type(node, values.source.of(child), values)))
            elif child.type in ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"):
                out.append(_parameter(child, values))
            elif child.type in ("variadic_parameter", "..."):
                out.append(Parameter("...", kind="rest"))
        if len(out) == 1 and out[0].annotation == "void" and not out[0].name:
            return ()
        return tuple(out)

    def doc(self, comment: str) -> str:
        text = comment_text(comment)
        return "\n".join(
            line.removeprefix("!").removeprefix("<").strip() if line[:1] in "!<" else line for line in text.split("\n")
        ).strip()

    def is_doc(self, comment: str) -> bool:
        return "clang-format" not in comment and "NOLINT" not in comment

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "preproc_def":
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if name is not None and value is not None:
                text = values.flat(value)
                given = Value("name", text) if text.isidentifier() else Value("other", text[:200])
                yield Bound(values.source.of(name), kind="const", given=given, properties=self._conditional(node))
            return
        if node.parent is not None and node.parent.type == "function_definition":
            return  # the type of a parameter, as C had them at first
        if node.type == "parameter_declaration":  # of a catch clause
            found = declared(node.child_by_field_name("declarator"))
            if found is not None:
                yield Bound(values.source.of(found.name), kind="except", noted=type_text(node, found, values))
            return
        for child in node.children_by_field_name("declarator"):
            yield from self._bound(node, child, values)

    def _bound(self, node: Node, declarator: Node, values: Values) -> Iterator[Bound]:
        found = declared(declarator)
        if found is None or (found.function is not None and is_prototype_place(node)):
            return
        value = (
            declarator.child_by_field_name("value") if declarator.type == "init_declarator" else node.child_by_field_name("value")
        )
        kind = "const" if any(child.type == "type_qualifier" for child in node.children[:4]) else "var"
        if found.name.type == "structured_binding_declarator":
            for at, part in enumerate(found.name.named_children):
                given = Value("subscript", "", (values.value(value), Value("number", str(at)))) if value is not None else None
                yield Bound(values.source.of(part), kind=kind, given=given, node=part)
            return
        annotation = type_text(node, found, values)
        if "auto" in annotation.split("<")[0].strip("*&").split():
            annotation = ""
        name = values.path(found.name)
        yield Bound(name, value, kind=kind, noted=annotation, node=node if declarator.end_byte - node.start_byte > 0 else None)
        if value is not None and value.type == "initializer_list":
            for pair in value.named_children[:_ITEMS]:
                target = _designated(pair, values) if pair.type == "initializer_pair" else ""
                if target:
                    yield Bound(f"{name}.{target}", pair.child_by_field_name("value"), kind=kind, node=pair)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "enumerator":
            name = node.child_by_field_name("name")
            if name is not None:
                yield Bound(values.source.of(name), node.child_by_field_name("value"), kind="case")
            return
        properties = {*self._visibility(node, values)} | {
            word for child in node.children[:5] if child.type in ("storage_class_specifier", "type_qualifier")
            for word in (values.source.of(child),) if word in ("static", "const", "constexpr")
        }  # fmt: skip
        for child in node.children_by_field_name("declarator"):
            found = declared(child)
            if found is None or found.function is not None:
                continue
            value = node.child_by_field_name("default_value")
            yield Bound(
                values.source.of(found.name), value, kind="field", properties=tuple(sorted(properties)),
                noted=type_text(node, found, values),
            )  # fmt: skip

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right, operator = (node.child_by_field_name(name) for name in ("left", "right", "operator"))
        target = values.name(left) if left is not None else ""
        if target:
            plain = operator is None or values.source.of(operator) == "="
            yield Bound(target, right, kind="" if plain else "augmented")

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        declarator, right = node.child_by_field_name("declarator"), node.child_by_field_name("right")
        found = declared(declarator)
        if found is None:
            return
        annotation = type_text(node, found, values)
        if found.name.type == "structured_binding_declarator":
            for part in found.name.named_children:
                yield Bound(values.source.of(part), right, kind="loop", node=part)
            return
        is_auto = "auto" in annotation.replace("&", " ").replace("*", " ").split()
        yield Bound(
            values.source.of(found.name), right if is_auto else None, kind="loop" if is_auto else "var",
            noted="" if is_auto else annotation, node=declarator,
        )  # fmt: skip

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        declarator = node.child_by_field_name("declarator")
        listed = declarator.child_by_field_name("parameters") if declarator is not None else None
        for parameter in self.parameters(listed, values) if listed is not None else ():
            if parameter.name and parameter.name != "...":
                annotation = "" if "auto" in parameter.annotation.split() else parameter.annotation
                yield Bound(parameter.name, kind="parameter", noted=annotation, node=node)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        line, end_line = node.start_point[0] + 1, node.start_point[0] + 1
        if word == "include":
            path = node.child_by_field_name("path")
            if path is None or path.type not in ("string_literal", "system_lib_string"):
                return []
            return [Import(values.source.of(path).strip('"'), (), "", 0, line, end_line, scope, "include")]
        if node.type == "namespace_alias_definition":
            name, whole = node.child_by_field_name("name"), node.named_children[-1]
            return [Import(values.path(whole), (), values.source.of(name), 0, line, end_line, scope, "using")] if name else []
        target = node.named_children[-1] if node.named_child_count else None
        if target is None:
            return []
        dotted = values.path(target)
        if any(child.type == "namespace" for child in node.children):
            return [Import(dotted, (ImportedName("*"),), "", 0, line, end_line, scope, "using")]
        module, _, last = dotted.rpartition(".")
        return [Import(module, (ImportedName(last),), "", 0, line, end_line, scope, "using")] if module else []

    # expressions

    def text(self, node: Node, source: Source) -> str:
        if node.type == "raw_string_literal":
            inside = next((child for child in node.named_children if child.type == "raw_string_content"), None)
            return source.of(inside) if inside is not None else ""
        return Dialect.text(self, node, source)

    def unescaped(self, body: str, node: Node) -> str:
        return script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        for name in ("argument", "name", "value"):
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        return first_named(node)

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        of = node.child_by_field_name("function") or node.child_by_field_name("type")
        for _ in range(6):
            if of is None or of.type in ("template_function", "template_method", "template_type"):
                break
            if of.type in ("qualified_identifier", "dependent_name", "field_expression"):
                of = of.child_by_field_name("name") or of.child_by_field_name("field") or first_named(of)
            else:
                return ()
        listed = of.child_by_field_name("arguments") if of is not None else None
        return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()

    def is_front(self, node: Node) -> bool:
        """Casts have the form of calls; what sets a field has that of a base made."""
        if node.type == "field_initializer":
            return not _makes_base(node)
        of = node.child_by_field_name("function")
        name = of.child_by_field_name("name") if of is not None and of.type == "template_function" else None
        return name is not None and name.text is not None and name.text.decode("utf-8", "replace") in _CASTS

    def callee(self, node: Node, values: Values) -> Node | None:
        if node.type == "init_declarator":
            return node.parent.child_by_field_name("type") if node.parent is not None else None
        return first_named(node) if node.type == "field_initializer" else None

    def argument_list(self, node: Node) -> Node | None:
        return next((child for child in node.named_children if child.type in _MADE), None)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "conditional_expression":
            parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
            return Value(
                "binary", "?:", tuple(values.value(part) for part in parts if part is not None), line=line, end_line=end_line
            )
        if node.type == "concatenated_string":
            text = "".join(self.text(part, values.source) for part in node.named_children if part.type == "string_literal")
            return Value("string", text, line=line, end_line=end_line)
        if node.type == "initializer_list" and level <= _DEEPEST:
            return self._initialiser(node, values, line, end_line)
        return None

    def _initialiser(self, node: Node, values: Values, line: int, end_line: int) -> Value:
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children[:_ITEMS]:
            if child.type == "initializer_pair":
                key, value = _designated(child, values), child.child_by_field_name("value")
                if value is not None:
                    keys.append(Value("name", key))
                    items.append(_shallow(value, values))
            elif child.type not in self.skipped:
                items.append(_shallow(child, values))
        if len(keys) == len(items) and keys:
            return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
        return Value("list", "", tuple(items), line=line, end_line=end_line)

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        if call_or_node.type != "call_expression":
            return None
        of = call_or_node.child_by_field_name("function")
        if of is None or of.type not in ("identifier", "qualified_identifier"):
            return None
        access = values.path(of)
        if access not in _READS:
            return None
        arguments = values.call(call_or_node).arguments
        name = arguments[0].value if arguments else None
        if name is None or name.kind not in ("string", "name"):
            return None
        line, end_line = call_or_node.start_point[0] + 1, call_or_node.end_point[0] + 1
        if name.kind == "string":
            return EnvironmentRead(name.text, access, line, end_line, values.scope)
        return EnvironmentRead("", access, line, end_line, values.scope, parameter=name.text)


def _makes_base(node: Node) -> bool:
    """Whether an entry in front of a constructor's body is for a base or another constructor: by its form or its capital."""
    name = first_named(node)
    if name is None or name.type != "field_identifier" or name.text is None or name.text[:1].isupper():
        return True
    function = node.parent.parent if node.parent is not None else None
    found = declared(function.child_by_field_name("declarator")) if function is not None else None
    return found is not None and found.name.text is not None and found.name.text.rpartition(b"::")[2] == name.text


def _shallow(node: Node, values: Values) -> Value:
    """An entry of an initialiser: what is not plain is kept as text, so that large tables stay cheap."""
    kind = values.dialect.kinds.get(node.type, "")
    if kind in ("name", "path", "string", "number", "boolean", "none", "wrap"):
        return (
            values.value(node)
            if kind != "wrap"
            else Value("name", values.name(node))
            if values.name(node)
            else _text(node, values)
        )
    if node.type == "initializer_list" and any(_holds_name(child) for child in node.named_children[:_ROW]):
        return _row(node, values)
    return _text(node, values)


def _holds_name(node: Node) -> bool:
    of = node.child_by_field_name("value") if node.type == "initializer_pair" else node
    return of is not None and of.type in _NAMED


def _row(node: Node, values: Values) -> Value:
    """A row of a table, with the names that stand in it: what else it holds is kept as text."""
    keys: list[Value] = []
    items: list[Value] = []
    for child in node.named_children[:_ROW]:
        of = child.child_by_field_name("value") if child.type == "initializer_pair" else child
        if of is None or child.type in values.dialect.skipped:
            continue
        if child is not of:
            keys.append(Value("name", _designated(child, values)))
        name = values.name(of) if of.type in _NAMED else ""
        items.append(_named(name, of) if name else _text(of, values))
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    if len(keys) == len(items):
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
    return Value("list", "", tuple(items), line=line, end_line=end_line)


def _text(node: Node, values: Values) -> Value:
    return Value("other", values.source.short(node), line=node.start_point[0] + 1, end_line=node.end_point[0] + 1)


def _named(name: str, node: Node) -> Value:
    return Value("name", name, line=node.start_point[0] + 1, end_line=node.end_point[0] + 1)


def _designated(pair: Node, values: Values) -> str:
    """The field that an entry of an initialiser is for, "" for an element."""
    designator = pair.child_by_field_name("designator")
    return values.source.of(designator).strip(". ") if designator is not None and designator.type == "field_designator" else ""


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


def _signature(node: Node, body: Node | None, dialect: Dialect, values: Values) -> str:
    text = signature(node, body, dialect, values.source)
    return f"template <{text[9:].lstrip()}" if text.startswith("template<") else text


def _returns(node: Node, found: Declared, values: Values) -> str:
    """The type a function gives, its trailing one if it has one."""
    function = found.function
    trailing = (
        next((child for child in function.children if child.type == "trailing_return_type"), None)
        if function is not None
        else None
    )
    if trailing is not None:
        inner = first_named(trailing)
        return values.flat(inner)
    if found.name.type == "operator_cast":
        return values.flat(found.name.child_by_field_name("type"))
    return type_text(node, found, values)


def _old_type(listed: Node, name: str, values: Values) -> str:
    function = listed.parent
    while function is not None and function.type != "function_definition":
        function = function.parent
    for child in function.named_children if function is not None else ():
        if child.type == "declaration":
            for declarator in child.children_by_field_name("declarator"):
                found = declared(declarator)
                if found is not None and values.source.of(found.name) == name:
                    return type_text(child, found, values)
    return "int"


def _parameter(node: Node, values: Values) -> Parameter:
    declarator, default = node.child_by_field_name("declarator"), node.child_by_field_name("default_value")
    found = declared(declarator)
    name = values.source.of(found.name) if found is not None else ""
    end = declarator.end_byte if declarator is not None else default.start_byte if default is not None else node.end_byte
    if found is not None:
        before, after = values.source.cut(node.start_byte, found.name.start_byte), values.source.cut(found.name.end_byte, end)
        text = f"{before} {after}"
    else:
        text = values.source.cut(node.start_byte, end).rstrip("= ")
    annotation = " ".join(text.split()).replace(" *", "*").replace(" &", "&")
    kind = "rest" if node.type == "variadic_parameter_declaration" else ""
    return Parameter(
        name, annotation, values.flat(default), kind, None, values.value(default) if default is not None else None,
    )  # fmt: skip
