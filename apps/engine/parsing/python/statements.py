"""A walk over the statements of a Python file that notes what is in plain ones without asking the query.

The query is thorough and dear: its engine visits every node for every pattern, what it finds must be put in order, and the
values are then made from the same nodes once more.  Most statements are plain: their nodes are seen once, by the builder of
values, which notes on its way what the query would find.  A statement with anything unusual raises `Unplain` before more than
notes has changed; what was noted of it is taken back, and the query reads it (of a statement with a block: its header).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tree_sitter import Node

from apps.engine.facts import Assignment
from apps.engine.parsing.grammar import DEPTH
from apps.engine.parsing.python.captures import Captures
from apps.engine.parsing.python.clauses import flat_targets
from apps.engine.parsing.python.notes import Unplain
from apps.engine.parsing.python.operators import BINARY, OPERANDS
from apps.engine.parsing.scopes import Frame

_NAMES = frozenset({"identifier", "attribute"})
_SILENT = frozenset({"pass_statement", "break_statement", "continue_statement"})
# Children of a statement that are walked after its header.
_INNER = frozenset({"block", "elif_clause", "else_clause", "except_clause", "finally_clause", "comment"})
_PLAIN_PARAMETERS = frozenset({
    "identifier", "comment", "list_splat_pattern", "dictionary_splat_pattern", "positional_separator", "keyword_separator",
})  # fmt: skip


class Statements(Captures):
    """The walk, and what is noted of each kind of statement."""

    def _walk(self) -> None:
        kinds, scopes, values, notes = self._kinds, self._scopes, self._values, self._notes
        handlers = _HANDLERS
        stack: list[Iterator[Node]] = [iter(self._tree.root_node.children)]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            kind = kinds[node.kind_id]
            handler = handlers.get(kind)
            if handler is None:
                if node.is_named and kind not in _SILENT:
                    self._search(node, len(stack))
                continue
            notes.frame = frame = scopes.at(node.start_byte)
            values.scope = frame.qualname
            notes.mark()
            try:
                inner = handler(self, node, frame)
            except Unplain:
                notes.take_back()
                inner = self._inner(node)
                self._search(node, len(stack), inner[0].start_byte if inner else None)
            if inner and len(stack) < DEPTH:
                stack.append(iter(inner))

    def _inner(self, node: Node) -> list[Node]:
        """The blocks and clauses of a statement."""
        kinds = self._kinds
        return [child for child in node.children if kinds[child.kind_id] in _INNER]

    # what has other statements in it

    def _all(self, node: Node, frame: Frame) -> Sequence[Node]:
        return node.children

    def _decorated_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        self._note_decorated(node, frame)
        return node.children

    def _decorator_line(self, node: Node, frame: Frame) -> Sequence[Node]:
        inner = node.children[1]
        kind = self._kinds[inner.kind_id]
        if kind == "call":
            self._values.remember(inner, self._values.note_call(inner))
        else:
            self._values.note(inner, kind)
        return ()

    def _definition_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        values = self._values
        inner = []
        for child in node.children:
            kind = self._kinds[child.kind_id]
            if kind == "parameters":
                self._note_parameters(child)
            elif kind == "argument_list":
                values.note_arguments(child)
            elif kind == "type" and child.is_named:
                values.note(child, kind)
            elif kind == "type_parameter":
                raise Unplain
            elif kind in _INNER:
                inner.append(child)
        self._define(node, frame)
        return inner

    def _note_parameters(self, node: Node) -> None:
        kinds, values = self._kinds, self._values
        for child in node.named_children:
            kind = kinds[child.kind_id]
            if kind in _PLAIN_PARAMETERS:
                continue
            children = child.children
            if kind == "default_parameter" and len(children) == 3:
                value = children[2]
                values.note_used(value, kinds[value.kind_id])
            elif kind == "typed_parameter" and len(children) == 3:
                values.note(children[2], "type")
            elif kind == "typed_default_parameter" and len(children) == 5:
                values.note(children[2], "type")
                value = children[4]
                values.note_used(value, kinds[value.kind_id])
            else:
                raise Unplain

    def _if_clause(self, node: Node, frame: Frame) -> Sequence[Node]:
        """``if``, ``elif``, ``while``."""
        _, condition, colon = node.children[:3]
        if self._kinds[colon.kind_id] != ":":
            raise Unplain
        self._values.note_read(condition, self._kinds[condition.kind_id])
        if self._kinds[node.kind_id] == "if_statement":
            self._if(node, frame)
        else:
            self._branch(node, frame)
        return self._inner(node)

    def _for_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        kinds = self._kinds
        children = node.children
        is_async = kinds[children[0].kind_id] == "async"
        _, left, word, right, colon = children[is_async : 5 + is_async]
        if kinds[word.kind_id] != "in" or kinds[colon.kind_id] != ":":
            raise Unplain
        self._check_target(left)
        before = len(self._notes.assignments)
        value = self._values.note_used(right, kinds[right.kind_id])
        if is_async:
            self._waiting.add(node.id)
        bound = self._held(before)
        self._short(left, value, node, frame, "loop")
        self._mark(node, before)
        self._notes.assignments += bound
        self._branch(node, frame)
        return self._inner(node)

    def _held(self, before: int) -> list[Assignment]:
        """Take away what comprehensions have bound since: it comes after the names that the statement binds."""
        assignments = self._notes.assignments
        held = assignments[before:]
        del assignments[before:]
        return held

    def _check_target(self, node: Node) -> None:
        """That there is nothing but names in what is assigned to."""
        kinds = self._kinds
        if kinds[node.kind_id] == "identifier":
            return
        for target in flat_targets(node):
            kind = kinds[target.kind_id]
            if kind != "identifier" and not (kind == "attribute" and self._values.name(target)):
                raise Unplain

    def _except_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        kinds = self._kinds
        children = node.children
        before = len(self._notes.assignments)
        if kinds[children[1].kind_id] != ":":
            if kinds[children[2].kind_id] != ":":
                raise Unplain
            self._note_aliased(children[1])
        bound = self._held(before)
        self._except(node, frame)
        self._notes.assignments += bound
        self._branch(node, frame)
        return self._inner(node)

    def _note_aliased(self, node: Node) -> None:
        """An expression that may have a name behind `as`."""
        kinds = self._kinds
        if kinds[node.kind_id] == "as_pattern":
            children = node.children
            if len(children) != 3 or kinds[children[2].children[0].kind_id] != "identifier":
                raise Unplain
            node = children[0]
        self._values.note_used(node, kinds[node.kind_id])

    def _with_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        kinds, notes = self._kinds, self._notes
        children = node.children
        is_async = kinds[children[0].kind_id] == "async"
        for item in children[1 + is_async].named_children:
            if kinds[item.kind_id] != "with_item":
                raise Unplain
            value = item.children[0]
            below = kinds[value.kind_id]
            if is_async:
                self._waiting.add(item.id)
            if below == "as_pattern":
                before = len(notes.assignments)
                self._note_aliased(value)
                bound = self._held(before)
                self._alias(item, item, frame, "with")
                self._mark(item, before)
                notes.assignments += bound
            elif below in OPERANDS:
                self._values.note_run(value, below, "async with" if is_async else "with")
            else:
                raise Unplain
        return self._inner(node)

    # simple statements

    def _expression_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        children = node.children
        if len(children) != 1:
            raise Unplain
        inner = children[0]
        kind = self._kinds[inner.kind_id]
        if kind == "call":
            self._values.note_call(inner)
        elif kind == "assignment":
            self._assignment_statement(inner, frame)
        elif kind == "augmented_assignment":
            self._augmented_statement(inner, frame)
        elif kind == "yield":
            self._yield_statement(inner)
        elif kind != "string":
            self._values.note_read(inner, kind)
        elif self._values.note(inner, kind).kind != "string":
            raise Unplain
        return ()

    def _assignment_statement(self, node: Node, frame: Frame) -> None:
        kinds, values = self._kinds, self._values
        children = node.children
        note: Node | None = None
        right: Node | None = None
        if len(children) == 3:
            left, word, last = children
        elif len(children) == 5:
            left, word, note, _, last = children
        else:
            raise Unplain
        if kinds[word.kind_id] == "=" or len(children) == 5:
            right = last
        else:
            note = last
        before = len(self._notes.assignments)
        if kinds[left.kind_id] == "subscript":
            values.note_target(left)
        else:
            self._check_target(left)
        if note is not None:
            if kinds[note.kind_id] != "type":
                raise Unplain
            values.note(note, "type")
        value = None
        if right is not None:
            kind = kinds[right.kind_id]
            if kind == "assignment":
                raise Unplain
            value = values.note_used(right, kind)
        bound = self._held(before)
        self._bind(left, value, node, frame, note=note)
        self._notes.assignments += bound

    def _augmented_statement(self, node: Node, frame: Frame) -> None:
        kinds, values = self._kinds, self._values
        children = node.children
        if len(children) != 3:
            raise Unplain
        left, operator, right = children
        kind = kinds[left.kind_id]
        if kind not in _NAMES:
            raise Unplain
        method = BINARY.get(kinds[operator.kind_id][:-1])
        if method is not None:
            values.note_run(left, kind, f"__i{method[2:]}")
        else:
            values.note_read(left, kind)
        before = len(self._notes.assignments)
        value = values.note_read(right, kinds[right.kind_id])
        bound = self._held(before)
        self._bind(left, value, node, frame, "augmented")
        self._notes.assignments += bound

    def _yield_statement(self, node: Node) -> None:
        children = node.children
        inner = self._scopes.definition_frame(node.start_byte)
        from_another = len(children) == 3 and self._kinds[children[1].kind_id] == "from"
        if inner.kind != "function" or len(children) != 2 + from_another:
            raise Unplain
        given = children[-1]
        self._values.note_run(given, self._kinds[given.kind_id], "delegate" if from_another else "yield")
        inner.is_generator = True

    def _return_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        children = node.children
        if len(children) == 2:
            inner = children[1]
            kind = self._kinds[inner.kind_id]
            if kind == "comment":
                raise Unplain
            value = self._values.note_used(inner, kind)
            if kind != "none":
                self._give(value, frame)
        elif len(children) > 2:
            raise Unplain
        return ()

    def _assert_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        for child in node.named_children:
            self._values.note_read(child, self._kinds[child.kind_id])
        return ()

    def _raise_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        operation = "raise"
        for child in node.named_children:
            kind = self._kinds[child.kind_id]
            if kind in _NAMES and operation:
                self._values.note_run(child, kind, operation)
            else:
                self._values.note_used(child, kind)
            operation = ""
        return ()


_Handler = Callable[[Statements, Node, Frame], Sequence[Node]]


def _alone(handler: Callable[[Statements, Node, Frame], None]) -> _Handler:
    """A statement that has nothing in it for others than its handler."""

    def handle(statements: Statements, node: Node, frame: Frame) -> Sequence[Node]:
        handler(statements, node, frame)
        return ()

    return handle


_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(("block", "else_clause", "finally_clause", "try_statement"), Statements._all),
    **dict.fromkeys(("if_statement", "elif_clause", "while_statement"), Statements._if_clause),
    **dict.fromkeys(("function_definition", "class_definition"), Statements._definition_statement),
    "decorated_definition": Statements._decorated_statement,
    "decorator": Statements._decorator_line,
    "for_statement": Statements._for_statement,
    "except_clause": Statements._except_statement,
    "with_statement": Statements._with_statement,
    "expression_statement": Statements._expression_statement,
    "return_statement": Statements._return_statement,
    "assert_statement": Statements._assert_statement,
    "raise_statement": Statements._raise_statement,
    "import_statement": _alone(Statements._import),
    "import_from_statement": _alone(Statements._from),
    "future_import_statement": _alone(Statements._future),
    "global_statement": _alone(Statements._outer),
    "nonlocal_statement": _alone(Statements._outer),
    "comment": _alone(Statements._comment),
}
