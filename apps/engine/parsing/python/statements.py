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
from apps.engine.parsing.python.headers import Header
from apps.engine.parsing.python.notes import Unplain
from apps.engine.parsing.python.operators import BINARY, OPERANDS
from apps.engine.parsing.scopes import Frame

_NAMES = frozenset({"identifier", "attribute"})
_SILENT = frozenset({"pass_statement", "break_statement", "continue_statement"})
# Children of a statement that are walked after its header.
_INNER = frozenset({"block", "elif_clause", "else_clause", "except_clause", "finally_clause", "comment"})
_BLOCKS = frozenset({"block", "else_clause", "finally_clause", "try_statement"})
_FRAMED = frozenset({"function_definition", "class_definition"})


class Statements(Captures):
    """The walk, and what is noted of each kind of statement."""

    def _walk(self) -> None:
        kinds, scopes, notes = self._kinds, self._scopes, self._notes
        calls, references, operations, assignments = notes.calls, notes.references, notes.operations, notes.assignments
        found, subscripts = notes.branches.found, notes.environment.subscripts
        asked = notes.asked
        # Statements in the same row of children belong to the same frame.
        row: Iterator[Node] = iter(self._tree.root_node.children)
        frame = notes.frame
        above: list[tuple[Iterator[Node], Frame]] = []
        while True:
            node = next(row, None)
            if node is None:
                if not above:
                    return
                ended = frame
                row, frame = above.pop()
                if frame is not ended:
                    scopes.move_to(ended.end)
                    self._stand_in(frame)
                continue
            kind = kinds[node.kind_id]
            inner: Sequence[Node] = ()
            if kind in _BLOCKS:
                inner = node.children
            elif kind in _HANDLERS:
                lengths = (
                    len(calls), len(references), len(operations), len(assignments), len(found), len(subscripts), len(asked),
                    frame.branches,
                )  # fmt: skip
                try:
                    inner = _HANDLERS[kind](self, node, frame)
                except Unplain:
                    notes.take_back(lengths)
                    inner = self._inner(node)
                    self._ask(node, len(above) + 1, inner[0].start_byte if inner else node.end_byte, frame)
            elif kind in _ALONE:
                _ALONE[kind](self, node, frame)
            elif node.is_named and kind not in _SILENT:
                self._ask(node, len(above) + 1, node.end_byte, frame)
            if inner and len(above) < DEPTH - 1:
                if kind in _FRAMED and inner[-1].start_byte == inner[-1].end_byte:
                    continue  # a header at the end of what is written: nothing is in it, and it has ended where its body would be
                above.append((row, frame))
                row = iter(inner)
                if kind in _FRAMED:
                    frame = scopes.at(inner[-1].start_byte)
                    self._stand_in(frame)

    def _ask(self, node: Node, depth: int, end: int, frame: Frame) -> None:
        """Let the query read a node up to the byte `end`."""
        self._search(node, depth, end)
        self._scopes.move_to(end)
        self._stand_in(frame)

    def _stand_in(self, frame: Frame) -> None:
        """What is noted from now on belongs to `frame`."""
        self._notes.frame = frame
        self._values.scope = self._noter.scope = frame.qualname

    def _inner(self, node: Node) -> list[Node]:
        """The blocks and clauses of a statement."""
        kinds = self._kinds
        return [child for child in node.children if kinds[child.kind_id] in _INNER]

    # what has other statements in it

    def _decorated_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        self._note_decorated(node, frame)
        return node.children

    def _decorator_line(self, node: Node, frame: Frame) -> Sequence[Node]:
        inner = node.children[1]
        if self._kinds[inner.kind_id] == "call":
            self._values.remember(inner, self._noter.call(inner))
        else:
            self._noter.passing(inner)
        return ()

    def _definition_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        header = Header(node, self._kinds)
        if header.generic:
            raise Unplain
        self._open(node, frame, header, self._noter)
        return header.inner

    def _if_clause(self, node: Node, frame: Frame) -> Sequence[Node]:
        """``if``, ``elif``, ``while``."""
        _, condition, colon = node.children[:3]
        if self._kinds[colon.kind_id] != ":":
            raise Unplain
        self._noter.asked(condition)
        self._count_branch(node, frame)
        if self._kinds[node.kind_id] != "while_statement":
            self._narrow(node, frame)
        if not frame.qualname and self._kinds[node.kind_id] == "if_statement":
            self._look_for_main(node, condition)
        return self._inner(node)

    def _count_branch(self, node: Node, frame: Frame) -> None:
        if self._branches.wanted:
            self._branches.look(node, frame.qualname)
        frame.branches += 1

    def _for_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        kinds = self._kinds
        children = node.children
        is_async = kinds[children[0].kind_id] == "async"
        _, left, word, right, colon = children[is_async : 5 + is_async]
        if kinds[word.kind_id] != "in" or kinds[colon.kind_id] != ":":
            raise Unplain
        self._check_target(left)
        before = len(self._notes.assignments)
        value = self._noter.used(right)
        if is_async:
            self._waiting.add(node.id)
        bound = self._held(before)
        self._short(left, value, node, frame, "loop")
        self._mark(node, before)
        self._notes.assignments += bound
        self._count_branch(node, frame)
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
        self._count_branch(node, frame)
        return self._inner(node)

    def _note_aliased(self, node: Node) -> None:
        """An expression that may have a name behind `as`."""
        kinds = self._kinds
        if kinds[node.kind_id] == "as_pattern":
            children = node.children
            if len(children) != 3 or kinds[children[2].children[0].kind_id] != "identifier":
                raise Unplain
            node = children[0]
        self._noter.used(node)

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
                self._noter.run(value, "async with" if is_async else "with", used=False)
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
            self._noter.call(inner)
        elif kind == "assignment":
            self._assignment_statement(inner, frame)
        elif kind == "augmented_assignment":
            self._augmented_statement(inner, frame)
        elif kind == "yield":
            self._yield_statement(inner)
        elif kind != "string" or self._source.data[inner.start_byte] not in b"\"'":
            self._noter.read(inner)
        return ()

    def _assignment_statement(self, node: Node, frame: Frame) -> None:
        kinds, noter = self._kinds, self._noter
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
        kind = kinds[left.kind_id]
        if note is None and kind == "identifier" and right is not None:
            self._assign(left, right, node, frame)
            return
        before = len(self._notes.assignments)
        if kind == "subscript":
            noter.target(left)
        else:
            self._check_target(left)
        if note is not None:
            if kinds[note.kind_id] != "type":
                raise Unplain
            noter.passing(note)
        value = None
        if right is not None:
            kind = kinds[right.kind_id]
            if kind == "assignment":
                raise Unplain
            value = noter.used(right)
        bound = self._held(before)
        self._bind(left, value, node, frame, note=note)
        self._notes.assignments += bound

    def _assign(self, left: Node, right: Node, node: Node, frame: Frame) -> None:
        """``name = value``."""
        if self._kinds[right.kind_id] == "assignment":
            raise Unplain
        assignments = self._notes.assignments
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        before = len(assignments)
        value = self._noter.used(right, line if line == end_line else 0)
        target = self._source.of(left)
        kind = "field" if frame.kind == "class" else ""
        made = Assignment(target, value, line, end_line, self._scope_of(target, frame), "", None, kind)
        assignments.insert(before, made)  # what comprehensions have bound comes after

    def _augmented_statement(self, node: Node, frame: Frame) -> None:
        kinds, noter = self._kinds, self._noter
        children = node.children
        if len(children) != 3:
            raise Unplain
        left, operator, right = children
        kind = kinds[left.kind_id]
        if kind not in _NAMES:
            raise Unplain
        method = BINARY.get(kinds[operator.kind_id][:-1])
        if method is not None:
            noter.run(left, f"__i{method[2:]}", used=False)
        else:
            noter.read(left)
        before = len(self._notes.assignments)
        value = noter.read(right)
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
        self._noter.run(given, "delegate" if from_another else "yield", used=True)
        inner.is_generator = True

    def _return_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        children = node.children
        if len(children) == 2:
            inner = children[1]
            kind = self._kinds[inner.kind_id]
            if kind == "comment":
                raise Unplain
            value = self._noter.used(inner)
            if kind != "none":
                self._give(value, frame)
        elif len(children) > 2:
            raise Unplain
        return ()

    def _assert_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        make = self._noter.asked
        for child in node.named_children:
            make(child)
            make = self._noter.read
        return ()

    def _raise_statement(self, node: Node, frame: Frame) -> Sequence[Node]:
        operation = "raise"
        for child in node.named_children:
            kind = self._kinds[child.kind_id]
            if kind in _NAMES and operation:
                self._noter.run(child, operation, used=True)
            else:
                self._noter.used(child)
            operation = ""
        return ()


_Handler = Callable[[Statements, Node, Frame], Sequence[Node]]


_HANDLERS: dict[str, _Handler] = {
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
}
# Statements that have nothing in them for others than their handler.
_ALONE: dict[str, Callable[[Statements, Node, Frame], None]] = {
    "import_statement": Statements._import,
    "import_from_statement": Statements._from,
    "future_import_statement": Statements._future,
    "global_statement": Statements._outer,
    "nonlocal_statement": Statements._outer,
    "comment": Statements._comment,
}
