"""Ruby's expressions: calls without brackets, blocks, keyword arguments, symbols, heredocs."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.values import Budget

BLOCK = "&"  # name of the argument that is a call's block
_CHAIN = 60  # calls in one dotted name
_BEHIND = 6  # bytes between what is assigned to and the sign
_KEYS = frozenset({"hash_key_symbol", "simple_symbol"})
_CLIMB = 16  # nodes between a heredoc's start and the statement that its text follows
_ASSIGNMENTS = frozenset({"assignment", "operator_assignment"})


class RubyValues(Values):
    """Values of a Ruby file.

    ``a.b.c`` is one dotted name although each step is a call.  A block is the last argument, a "function" named ``&``.  Symbols
    are strings.  Keys of a call's last hash that are no symbols (``get 'a' => 'b#c'``) are one argument of kind "dict".  A
    constant that starts at the top keeps its colons: ``::User``.
    """

    __slots__ = ()

    def name(self, node: Node) -> str:
        parts: list[str] = []
        here: Node | None = node
        for _ in range(_CHAIN):
            if here is None:
                return ""
            kind = here.type
            if kind == "call":
                if here.child_by_field_name("arguments") is not None or here.child_by_field_name("block") is not None:
                    return ""
                member, here = here.child_by_field_name("method"), here.child_by_field_name("receiver")
                if member is None or here is None:
                    return ""
                parts.append(self.source.of(member))
            elif kind == "scope_resolution":
                member, below = here.child_by_field_name("name"), here.child_by_field_name("scope")
                if member is None:
                    return ""
                parts.append(self.source.of(member) if below is not None else f"::{self.source.of(member)}")
                if below is None:
                    break
                here = below
            elif self.dialect.kinds.get(kind) == "name":
                parts.append(self.source.of(here))
                break
            else:
                return ""
        else:
            return ""
        return ".".join(reversed(parts))

    def _call(self, node: Node, level: int, budget: Budget) -> Call:
        was_cut, budget.cut = budget.cut, False
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        arguments: list[Argument] = []
        if node.type == "call":
            callee = self._called(node, level, budget)
            listed, block = node.child_by_field_name("arguments"), node.child_by_field_name("block")
            if listed is not None:
                arguments += self._arguments(listed, level, budget)
            if block is not None:
                place = block.start_point[0] + 1, block.end_point[0] + 1
                arguments.append(Argument(Value("function", line=place[0], end_line=place[1]), BLOCK))
        else:  # a name alone
            callee = Value("name", self.source.of(node), line=line, end_line=end_line)
        call = Call(callee, tuple(arguments), line, end_line, self.scope)
        if not budget.cut:
            self._calls[node.id] = call
        budget.cut = budget.cut or was_cut
        return call

    def _called(self, node: Node, level: int, budget: Budget) -> Value:
        """What a call calls; a write to ``x.name`` calls ``name=``, ``f.(1)`` calls ``call``."""
        method, below = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        line = node.start_point[0] + 1
        end_line = (method or below or node).end_point[0] + 1
        member = self.source.of(method) if method is not None else "call"
        end = node.end_byte
        is_written = below is not None and b"=" in self.source.data[end : end + _BEHIND]
        above = node.parent if is_written else None  # finding it costs time by depth
        if above is not None and above.type in _ASSIGNMENTS:
            left = above.child_by_field_name("left")
            if left is not None and left.id == node.id:
                member += "="
        if below is None:
            return Value("name", member, line=line, end_line=end_line)
        name = self.name(below)
        if name:
            return Value("name", f"{name}.{member}", line=line, end_line=end_line)
        return Value("attribute", member, (self.build(below, level + 1, budget),), line=line, end_line=end_line)

    def _arguments(self, node: Node, level: int, budget: Budget) -> tuple[Argument, ...]:
        out: list[Argument] = []
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            kind = child.type
            if kind in self.dialect.skipped:
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            if kind != "pair":
                inner = child.named_child(0) if kind == "block_argument" and child.named_child_count else None
                out.append(
                    Argument(self.build(inner, level + 1, budget), BLOCK)
                    if inner is not None
                    else Argument(self.build(child, level + 1, budget))
                )
                continue
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is None:
                continue
            if key.type in _KEYS:
                text = self.source.of(key).lstrip(":")
                place = key.start_point[0] + 1
                given = self.build(value, level + 1, budget) if value is not None else Value("name", text, line=place)
                out.append(Argument(given, text))
            elif value is not None:
                keys.append(self.build(key, level + 1, budget))
                items.append(self.build(value, level + 1, budget))
        if keys:
            out.append(Argument(Value("dict", "", tuple(items), tuple(keys), line=keys[0].line, end_line=items[-1].end_line)))
        return tuple(out)

    def heredoc(self, node: Node, level: int) -> Value:
        """The text of a heredoc: it stands behind the statement that its start is in."""
        line = node.start_point[0] + 1
        here: Node | None = node
        start = self._opened_before(node)
        for _ in range(_CLIMB):
            if here is None:
                break
            after = here.next_named_sibling
            at = 0
            while after is not None and after.type in ("heredoc_body", "comment"):
                if after.type == "heredoc_body":
                    if at == start:
                        return self._heredoc_text(after, level, line)
                    at += 1
                after = after.next_named_sibling
            here = here.parent
        return Value("other", self.source.short(node), line=line, end_line=line)

    def _opened_before(self, node: Node) -> int:
        """How many heredocs start before this one in its argument list."""
        count, before = 0, node.prev_named_sibling
        while before is not None:
            count += before.type == "heredoc_beginning"
            before = before.prev_named_sibling
        return count

    def _heredoc_text(self, body: Node, level: int, line: int) -> Value:
        budget = Budget()
        parts: list[Value] = []
        for child in body.named_children:
            if child.type == "interpolation":
                inner = child.named_child(0) if child.named_child_count else None
                if inner is not None:
                    parts.append(self.build(inner, level + 1, budget))
            elif child.type != "heredoc_end":
                parts.append(
                    Value("string", self.source.of(child), line=child.start_point[0] + 1, end_line=child.end_point[0] + 1)
                )
        end_line = body.end_point[0] + 1
        if all(part.kind == "string" for part in parts):
            return Value("string", "".join(part.text for part in parts).removeprefix("\n"), line=line, end_line=end_line)
        return Value("template", items=tuple(parts), line=line, end_line=end_line)
