"""Names of functions that have none of their own: by the variable, property or export they are given to."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from apps.engine.parsing.ecmascript.values import FUNCTIONS, ValueBuilder, unwrap
from apps.engine.parsing.source import Source, first_named

_DEEPEST = 6  # objects in objects whose functions are named
# Calls that give their function back, wrapped: the variable they are assigned to is that function.
_WRAPPING_METHODS = frozenset({"memo", "forwardRef", "debounce", "throttle", "once", "observer", "callback"})
_NOT_WRAPPING = frozenset({
    "useMemo", "useEffect", "useLayoutEffect", "setTimeout", "setInterval", "setImmediate", "describe", "it", "test", "before",
    "after", "beforeEach", "afterEach", "beforeAll", "afterAll", "computed", "watch", "watchEffect", "requestAnimationFrame",
    "queueMicrotask", "require", "String", "Array", "Object", "Promise", "useState", "useReducer", "useRef", "batch", "effect",
})  # fmt: skip
_WRAPPING_HOOKS = frozenset({"useCallback", "useEvent", "useEffectEvent"})
_CLIMB = 24  # nodes looked at above a function in an object literal
_LITERAL_PARENTS = frozenset({
    "object", "array", "arguments", "spread_element", "parenthesized_expression", "as_expression", "satisfies_expression",
    "await_expression", "ternary_expression", "binary_expression", "non_null_expression",
})  # fmt: skip
CLASSES = frozenset({"class", "class_declaration", "abstract_class_declaration"})


@dataclass(slots=True)
class Naming:
    """What a function or class node is called; `anchor` is the statement it spans."""

    name: str
    qualname: str
    parent: str
    anchor: Node
    line: int
    kind: str = "function"
    properties: set[str] = field(default_factory=set)


def is_function(node: Node) -> bool:
    """Whether a node is a function or class expression."""
    return node.type in FUNCTIONS or node.type == "class"


def own_name(node: Node, source: Source) -> str:
    """The name a function or class expression carries itself."""
    name = node.child_by_field_name("name")
    return source.of(name) if name is not None else ""


def wrapped_function(value: Node, source: Source, values: ValueBuilder, at_top: bool) -> Node | None:
    """The function inside ``memo(…)``, ``catchAsync(…)`` and the like, None where the call does something else."""
    for _ in range(_DEEPEST):
        value = unwrap(value)
        if value.type != "call_expression":
            return value if value.type in FUNCTIONS else None
        callee, arguments = value.child_by_field_name("function"), value.child_by_field_name("arguments")
        if callee is None or arguments is None:
            return None
        name = values.name(callee)
        last = name.rpartition(".")[2]
        plain = callee.type == "identifier" and at_top and last not in _NOT_WRAPPING
        if not plain and last not in _WRAPPING_METHODS and last not in _WRAPPING_HOOKS:
            return None
        functions = [child for child in arguments.named_children if unwrap(child).type in FUNCTIONS]
        if len(functions) == 1:
            return unwrap(functions[0])
        first = first_named(arguments)
        if functions or first is None:
            return None
        value = first
    return None


def literal_path(node: Node, key: str, source: Source, values: ValueBuilder) -> str:
    """The dotted path of a function in an object literal that is no variable's value: by the call that is given the object,
    by what it is assigned to, by ``return`` where it is given back.  ``useQuery({ retry: () => … })`` → ``useQuery.retry``.
    """
    path = key
    here = node
    for _ in range(_CLIMB):
        parent = here.parent
        if parent is None:
            break
        kind = parent.type
        if kind == "pair":
            name = parent.child_by_field_name("key")
            if name is not None:
                path = f"{values.key(name) or '[]'}.{path}"
        elif kind in ("call_expression", "new_expression"):
            called = parent.child_by_field_name("constructor" if kind == "new_expression" else "function")
            name_text = values.name(called) if called is not None else ""
            if called is not None and not name_text and called.type == "member_expression":
                last = called.child_by_field_name("property")
                name_text = source.of(last) if last is not None else ""
            return f"{name_text.rpartition('.')[2] or 'call'}.{path}"
        elif kind in ("return_statement", "arrow_function"):
            return f"return.{path}"
        elif kind in ("variable_declarator", "assignment_expression"):
            name = parent.child_by_field_name("name" if kind == "variable_declarator" else "left")
            plain = values.name(name) if name is not None else ""
            return f"{plain.rpartition('.')[2] or 'object'}.{path}"
        elif kind not in _LITERAL_PARENTS:
            break
        here = parent
    return f"object.{path}"


def members(node: Node, source: Source, values: ValueBuilder) -> list[tuple[str, Node, Node]]:
    """(dotted key, value or method node, the member) of an object literal and of those inside it."""
    out: list[tuple[str, Node, Node]] = []
    todo = [("", node, 0)]
    while todo:
        path, here, depth = todo.pop()
        for child in here.named_children:
            if child.type == "method_definition":
                name = child.child_by_field_name("name")
                key = (values.key(name) or source.short(name)) if name is not None else ""
                if key:
                    out.append((f"{path}{key}", child, child))
            elif child.type == "pair":
                key_node, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                key = (values.key(key_node) or source.short(key_node)) if key_node is not None else ""
                if not key or value is None:
                    continue
                inner = unwrap(value)
                out.append((f"{path}{key}", inner, child))
                if inner.type == "object" and depth < _DEEPEST:
                    todo.append((f"{path}{key}.", inner, depth + 1))
    return out
