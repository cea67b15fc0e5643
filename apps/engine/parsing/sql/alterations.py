"""What a statement changes of a table that stands elsewhere, as assignments that `frameworks` applies in order.

Each is an `Assignment` of kind "augmented" whose target is the table; its value lists a column and a new name or text, "" where
there is none.  Its property says what is done: ``add`` (type and constraints as of a field), ``drop``, ``rename``, ``type``,
``column`` (all of it anew), ``not null``, ``nullable``, ``constraint`` (decorators as of a table), ``rename table``,
``drop table``, ``partition`` (the table is a part of another from now on), ``comment``, ``comment column``.
"""

from __future__ import annotations

from apps.engine.facts import Assignment, Decorator, Value
from apps.engine.parsing.sql.columns import Lines, names_argument, names_in, read_column, read_type, table_constraint, text_value
from apps.engine.parsing.sql.tokens import Token, Words, pieces


class Alterations:
    """Collects the changes of one script."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.found: list[Assignment] = []

    def _add(
        self,
        what: str,
        table: str,
        tokens: list[Token],
        column: str = "",
        *,
        new: str = "",
        kind: str = "",
        decorators: tuple[Decorator, ...] = (),
    ) -> None:
        line, end = self._lines.of(tokens[0]), self._lines.last(tokens[-1])
        value = Value("list", items=(text_value(column, line), text_value(new, line)), line=line, end_line=end)
        self.found.append(
            Assignment(table, value, line, end, annotation=kind, kind="augmented", decorators=decorators, properties=(what,))
        )

    def alter_table(self, words: Words) -> None:
        """The rest of ALTER TABLE."""
        words.skip("if", "exists")
        words.skip("only")
        table = words.name()
        if words.peek().text == "*":
            words.take()
        if not table:
            return
        if words.skip("with"):  # T-SQL: WITH CHECK ADD …
            words.take()
        verb = ""
        for piece in pieces(words.tokens[words.at :]):
            action = Words(piece)
            first = action.peek().low
            if action.skip("attach", "partition"):
                self._add("partition", action.name(), action.tokens)
                continue
            if first in ("add", "drop", "alter", "rename", "modify", "change"):
                verb = first
                action.take()
            elif verb != "add":
                continue  # only ADD goes on over a comma without its word (T-SQL, Oracle)
            self._action(verb, table, action)

    def _action(self, verb: str, table: str, action: Words) -> None:
        if verb == "add":
            self._adding(table, action)
        elif verb == "drop":
            if action.peek().low in ("constraint", "primary", "foreign", "index", "key", "check", "default", "partition"):
                return
            action.skip("column")
            action.skip("if", "exists")
            for name in names_in(action.group()) or [action.name()]:
                self._drop(table, action, name)
        elif verb == "rename":
            self._renaming(table, action)
        else:
            self._changing(verb, table, action)

    def _drop(self, table: str, action: Words, name: str) -> None:
        if name:
            self._add("drop", table, action.tokens, name)

    def _adding(self, table: str, action: Words) -> None:
        action.skip("column")
        action.skip("if", "not", "exists")
        rest = action.tokens[action.at :]
        if not rest:
            return
        inside = pieces(action.group()) if rest[0].text == "(" else [rest]
        for piece in inside:
            constraints = table_constraint(piece, self._lines)
            if constraints is not None:
                if constraints:
                    self._add("constraint", table, piece, decorators=tuple(constraints))
                continue
            column = read_column(piece, self._lines, "")
            if column is not None:
                self._add("add", table, piece, column.target, kind=column.annotation, decorators=column.decorators)

    def _renaming(self, table: str, action: Words) -> None:
        if action.skip("to") or action.skip("as"):
            self._add("rename table", table, action.tokens, new=action.name())
            return
        if action.peek().low in ("constraint", "index", "key"):
            return
        action.skip("column")
        old = action.name()
        if action.skip("to"):
            self._add("rename", table, action.tokens, old, new=action.name())
        elif old:
            self._add("rename table", table, action.tokens, new=old)

    def _changing(self, verb: str, table: str, action: Words) -> None:
        if action.peek().low in ("constraint", "index"):
            return
        action.skip("column")
        if verb in ("modify", "change"):
            inside = action.group() or action.tokens[action.at :]
            if verb == "change" and len(inside) > 1:
                old, inside = inside[0].text, inside[1:]
                self._add("rename", table, inside, old, new=inside[0].text)
            column = read_column(inside, self._lines, "")
            if column is not None:
                self._add("column", table, inside, column.target, kind=column.annotation, decorators=column.decorators)
            return
        name = action.name()
        if not name:
            return
        if action.skip("set", "data", "type") or action.skip("type"):
            self._add("type", table, action.tokens, name, kind=read_type(action, self._lines))
        elif action.skip("set", "not", "null"):
            self._add("not null", table, action.tokens, name)
        elif action.skip("drop", "not", "null"):
            self._add("nullable", table, action.tokens, name)
        elif action.peek().low not in ("set", "drop", "add", "restart", ""):
            kind = read_type(action, self._lines)  # T-SQL: ALTER COLUMN name type
            self._add("type", table, action.tokens, name, kind=kind)

    def drop_tables(self, words: Words) -> None:
        """The rest of DROP TABLE."""
        words.skip("if", "exists")
        for piece in pieces(words.tokens[words.at :]):
            name = Words(piece).name()
            if name:
                self._add("drop table", name, piece)

    def rename_table(self, words: Words) -> None:
        """The rest of MySQL's RENAME TABLE."""
        for piece in pieces(words.tokens[words.at :]):
            names = Words(piece)
            old = names.name()
            if names.skip("to"):
                self._add("rename table", old, piece, new=names.name())

    def unique_index(self, words: Words) -> None:
        """The rest of CREATE UNIQUE INDEX: one over part of the rows promises nothing of a column."""
        tokens = words.tokens
        if any(token.low == "where" for token in tokens):
            return
        while not words.done() and words.peek().low != "on":
            words.take()
        words.take()
        words.skip("only")
        table = words.name()
        if words.skip("using"):
            words.take()
        line = self._lines.of(tokens[0])
        columns = names_in(words.group())
        if table and columns:
            unique = Decorator("unique", names_argument(columns, line), True, line, self._lines.last(tokens[-1]))
            self._add("constraint", table, tokens, decorators=(unique,))

    def comment_on(self, words: Words) -> None:
        """The rest of COMMENT ON TABLE or COLUMN."""
        column = words.skip("column")
        if not column and not words.skip("table"):
            return
        name = words.name()
        if name and words.skip("is") and words.peek().kind == "string":
            table, _, last = name.rpartition(".") if column else (name, "", "")
            self._add("comment column" if column else "comment", table, words.tokens, last, new=words.peek().text)
