"""Reads of environment variables by Python's own means: `os.environ` and `os.getenv`, under whatever name they were imported."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from apps.engine.facts import Assignment, Call, EnvironmentRead, Import
from apps.engine.parsing.python.strings import text_of
from apps.engine.parsing.source import Source

_METHODS = {"get", "setdefault", "pop", "__getitem__"}
_FUNCTIONS = {"getenv", "getenvb"}
_MAPPINGS = {"environ", "environb"}
# Where a value is used for what it is, not only asked whether it is true.
_KEPT = {
    "assignment", "argument_list", "keyword_argument", "pair", "return_statement", "named_expression", "default_parameter",
    "typed_default_parameter", "list", "tuple", "set", "expression_list", "attribute", "subscript", "lambda", "interpolation",
}  # fmt: skip
_STRICT = {"int", "float", "len", "json.loads", "Path", "pathlib.Path"}


class Environment:
    """Collects what may be a read during the walk; `reads` decides once all imports are known."""

    def __init__(self, source: Source) -> None:
        self._source = source
        # All names of the mapping and of the functions hold one of these; most files hold none.
        self.wanted = b"environ" in source.data or b"getenv" in source.data
        self.nodes: list[Node] = []  # of all calls, if wanted
        self.subscripts: list[tuple[str, Node, str]] = []  # of plain names: the name, the subscript, the scope

    def _default(self, node: Node) -> str:
        """Source of the default that a call gives."""
        default = ""
        arguments = node.child_by_field_name("arguments")
        given = [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []
        for index, child in enumerate(given):
            if child.type == "keyword_argument":
                name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                if name is not None and value is not None and self._source.of(name) == "default":
                    default = self._source.of(value)
            elif index == 1:
                default = self._source.of(child)
        return default

    def _fallback(self, node: Node) -> str:
        """Source of what stands behind ``or`` where the read gives nothing: ``os.environ.get("PORT") or 25``."""
        found = ""
        parent = node.parent
        while parent is not None and parent.type in ("boolean_operator", "parenthesized_expression"):
            if parent.type == "boolean_operator":
                left, operator = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
                right = parent.child_by_field_name("right")
                if left is None or operator is None or right is None or operator.type != "or":
                    return ""
                if not found and left.id == node.id:
                    found = self._source.of(right)
            node, parent = parent, parent.parent
        return found if parent is not None and parent.type in _KEPT else ""

    def _needs_text(self, node: Node) -> bool:
        """Whether what is done with the call's result fails with None: ``.split(",")``, ``[0]``, ``int(…)``."""
        parent = node.parent
        if parent is None or parent.type in ("attribute", "subscript"):
            return parent is not None and parent.named_child_count > 0 and parent.named_children[0].id == node.id
        if parent.type != "argument_list" or parent.named_child_count != 1 or parent.parent is None:
            return False
        function = parent.parent.child_by_field_name("function")
        return function is not None and self._source.of(function) in _STRICT

    def reads(
        self, imports: Iterable[Import], assignments: Iterable[Assignment], calls: Iterable[Call]
    ) -> tuple[EnvironmentRead, ...]:
        """The reads, in source order."""
        if not self.wanted:
            return ()
        mappings, functions = _names(imports)
        if not mappings and not functions:
            return ()
        texts: dict[str, str] = {}
        for assignment in assignments:
            if not assignment.scope and assignment.value is not None and assignment.value.kind == "string":
                texts[assignment.target] = assignment.value.text
        out = []
        for call, node in zip(calls, self.nodes, strict=True):
            if call.callee.kind != "name" or not call.arguments:
                continue
            name = call.callee.text
            below, _, method = name.rpartition(".")
            if name not in functions and not (below in mappings and method in _METHODS):
                continue
            first = call.arguments[0]
            value = first.value
            key = value.text if value.kind == "string" else texts.get(value.text, "") if value.kind == "name" else ""
            parameter = value.text if not key and value.kind == "name" else ""
            if not (key or parameter) or first.name not in ("", "key"):
                continue
            alone = len(call.arguments) == 1
            default = "" if alone else self._default(node)
            required = alone and method in ("pop", "__getitem__")
            if method != "setdefault" and (alone or default == "None") and self._needs_text(node):
                required = True
            if default in ("", "None") and method in ("get", *_FUNCTIONS):
                default = self._fallback(node) or default
            given = " ".join(default.split())
            out.append(EnvironmentRead(key, name, call.line, call.end_line, call.scope, given, required, parameter))
        for name, node, scope in self.subscripts:
            if name not in mappings:
                continue
            index, parent = node.child_by_field_name("subscript"), node.parent
            if index is None or (parent is not None and parent.type == "delete_statement"):
                continue
            found = text_of(index, self._source)
            text = found if found is not None else texts.get(self._source.of(index), "")
            parameter = self._source.of(index) if not text and index.type in ("identifier", "attribute") else ""
            if text or parameter:
                line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
                out.append(EnvironmentRead(text, name, line, end_line, scope, "", True, parameter))
        return tuple(sorted(out, key=lambda read: (read.line, read.name, read.access)))


def _names(imports: Iterable[Import]) -> tuple[set[str], set[str]]:
    """(names of the mapping, names of the function) as this file may write them."""
    mappings: set[str] = set()
    functions: set[str] = set()
    for item in imports:
        if item.kind == "import" and item.module in ("os", "os.path"):
            alias = item.alias or "os"
            mappings |= {f"{alias}.{name}" for name in _MAPPINGS}
            functions |= {f"{alias}.{name}" for name in _FUNCTIONS}
        elif item.kind == "from" and item.module == "os" and not item.level:
            for name in item.names:
                if name.name in _MAPPINGS:
                    mappings.add(name.alias or name.name)
                elif name.name in _FUNCTIONS:
                    functions.add(name.alias or name.name)
                elif name.name == "*":
                    mappings |= _MAPPINGS
                    functions |= _FUNCTIONS
    return mappings, functions
