"""A script of SQL → `FileFacts`: tables with their columns, views, routines, triggers and types; what later statements change.

Bodies of routines are cut out whole: nothing in them is a definition.  The tables they name are references of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from apps.engine.facts import Assignment, Decorator, Definition, FileFacts, Parameter, Reference
from apps.engine.parsing.literals import one_line
from apps.engine.parsing.source import CUT, Source
from apps.engine.parsing.sql.alterations import Alterations
from apps.engine.parsing.sql.columns import Lines, read_items, text_value, token_text
from apps.engine.parsing.sql.references import tables_named
from apps.engine.parsing.sql.statements import HEADER, Statement, statements
from apps.engine.parsing.sql.tokens import Token, Words, pieces

_KINDS = {
    "table": "table", "view": "view", "function": "function", "procedure": "procedure", "proc": "procedure",
    "trigger": "trigger", "type": "type", "domain": "type", "index": "index",
}  # fmt: skip
# Words that may stand between CREATE and what it makes; anything else makes something we hold no definition of.
_BETWEEN = frozenset({
    "or", "replace", "alter", "temp", "temporary", "global", "local", "unlogged", "external", "foreign", "recursive", "force",
    "noforce", "editionable", "noneditionable", "materialized", "unique", "constraint", "definer", "algorithm", "sql", "security",
    "invoker", "undefined", "merge", "temptable", "aggregate", "current_user", "clustered", "nonclustered", "if", "not", "exists",
    "virtual", "columnstore", "bitmap", "fulltext", "spatial", "concurrently", "instead", "transient", "private", "no",
})  # fmt: skip
_HEADER_ENDS = frozenset({"as", "is", "begin", "language", "returns", "return"})
_BANNER = re.compile(r"/\*[*=\-#]{8,}\s*\n")
_MODES = frozenset({"in", "out", "inout", "variadic"})


class Reader:
    """Collects the facts of one script; `read` is called once."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._source = Source(text)
        self._text = self._source.text
        starts = [0]
        while (at := self._text.find("\n", starts[-1])) >= 0:
            starts.append(at + 1)
        self._lines = Lines(self._text, starts)
        self._definitions: list[Definition] = []
        self._fields: list[Assignment] = []
        self._references: list[Reference] = []
        self._seen: dict[str, int] = {}
        self._changes = Alterations(self._lines)
        self._errors = 0

    def read(self) -> FileFacts:
        """The facts, every tuple in source order."""
        for statement in statements(self._text):
            self._errors += statement.broken
            self._statement(statement)
        first = self._definitions[0] if self._definitions else None
        return FileFacts(
            path=self._path,
            language="SQL",
            lines=self._source.line_count,
            docstring=_header(self._text) if first is None or first.start_line > 1 else "",
            definitions=tuple(self._definitions),
            references=tuple(self._references),
            assignments=tuple(sorted([*self._fields, *self._changes.found], key=lambda item: item.line)),
            syntax_errors=self._errors,
        )

    def _statement(self, statement: Statement) -> None:
        words = Words(statement.tokens)
        first = words.take().low
        if first in ("create", "replace"):
            self._create(statement, words)
        elif first == "alter":
            words.skip("foreign")
            if words.skip("table"):
                self._changes.alter_table(words)
        elif first == "drop" and words.skip("table"):
            self._changes.drop_tables(words)
        elif first == "rename" and words.skip("table"):
            self._changes.rename_table(words)
        elif first == "comment" and words.skip("on"):
            self._changes.comment_on(words)

    def _create(self, statement: Statement, words: Words) -> None:
        made = ""
        properties: set[str] = set()
        unique = False
        while words.at < HEADER:
            token = words.take()
            if token.kind == "word" and token.low in _KINDS:
                made = _KINDS[token.low]
                break
            if token.low in ("temp", "temporary"):
                properties.add("temporary")
            elif token.low == "materialized":
                properties.add("materialized")
            unique = unique or token.low == "unique"
            if token.kind == "word" and token.low not in _BETWEEN and words.peek(-2).text not in ("=", "@"):
                return
        if made == "index":
            if unique:
                self._changes.unique_index(words)
            return
        if not made:
            return
        words.skip("if", "not", "exists")
        name = words.name()
        if not name:
            self._errors += 1
            return
        if statement.tokens[words.at - 1].text.startswith("#"):
            properties.add("temporary")  # T-SQL: #name
        self._define(made, name, statement, words, properties)

    def _define(self, made: str, name: str, statement: Statement, words: Words, properties: set[str]) -> None:
        tokens = statement.tokens
        count = self._seen.get(name, 0) + 1
        self._seen[name] = count
        qualname = name if count == 1 else f"{name}#{count}"
        line, end = self._lines.of(tokens[0]), self._lines.last(tokens[-1])
        start, docstring = self._comment(statement.comments, line)
        decorators: list[Decorator] = []
        parameters: tuple[Parameter, ...] = ()
        returns = ""
        header = tokens[: words.at]
        if made == "table":
            if words.skip("partition", "of"):
                properties.add("partition")
            if words.peek().text == "(":
                columns, constraints = read_items(words.group(), self._lines, qualname)
                self._fields += columns
                decorators += constraints
            said = self._table_comment(words)
            docstring = docstring or said
        elif made == "type":
            made = self._type(words, qualname)
        elif made in ("function", "procedure"):
            bare = words.peek().text != "("
            parameters = self._parameters(self._bare(words) if bare else words.group())
            begin = words.at
            while not words.done() and words.peek().low not in _HEADER_ENDS and words.peek().kind != "body":
                words.take()
            header = tokens[: begin if bare else words.at]
            if words.skip("returns") or words.skip("return"):
                returns = self._returns(words)
                header = tokens[: words.at]
        else:
            while not words.done() and words.peek().low not in ("as", "begin", "execute"):
                words.take()
            header = tokens[: words.at]
        self._definitions.append(
            Definition(
                kind=made,  # type: ignore[arg-type]
                name=name.rpartition(".")[2],
                qualname=qualname,
                line=line,
                end_line=end,
                start_line=start,
                signature=one_line(token_text(self._text, header))[: 2 * CUT],
                parameters=parameters,
                returns=returns,
                docstring=docstring,
                decorators=tuple(decorators),
                properties=tuple(sorted(properties)),
                body_digest=self._source.digest(start, end),
            )
        )
        if made in ("view", "function", "procedure", "trigger", "table"):
            for token, found in tables_named(tokens, header[-1].end, made):
                self._references.append(Reference(found, self._lines.of(token), qualname))

    def _comment(self, comments: list[Token], line: int) -> tuple[int, str]:
        """First line and text of the comments that stand directly above."""
        start, kept = line, []
        for token in reversed(comments):
            if (
                self._lines.last(token) != start - 1
                or self._text[self._lines.starts[self._lines.of(token) - 1] : token.start].strip()
            ):
                break
            if _BANNER.match(token.text):
                break  # the heading of a part of the script
            start = self._lines.of(token)
            kept.append(token.text)
        return start, _words_of(reversed(kept))

    def _table_comment(self, words: Words) -> str:
        """MySQL's COMMENT option after the columns."""
        while not words.done():
            if words.take().low == "comment":
                if words.peek().text == "=":
                    words.take()
                return words.peek().text if words.peek().kind == "string" else ""
        return ""

    def _type(self, words: Words, qualname: str) -> str:
        """The kind of a type; the cases of an enumeration and the parts of a composite are kept."""
        words.skip("as")
        if words.skip("enum"):
            for token in words.group():
                if token.kind == "string":
                    line = self._lines.of(token)
                    self._fields.append(Assignment(token.text, text_value(token.text, line), line, line, qualname, kind="case"))
            return "enum"
        if words.peek().text == "(":
            self._fields += read_items(words.group(), self._lines, qualname)[0]
        return "type"

    def _bare(self, words: Words) -> list[Token]:
        """T-SQL: parameters of a procedure without brackets, up to AS."""
        begin = words.at
        while words.peek().text.startswith("@") or (words.at > begin and not words.done() and words.peek().low != "as"):
            words.take()
        return words.tokens[begin : words.at]

    def _parameters(self, tokens: list[Token]) -> tuple[Parameter, ...]:
        found = []
        for piece in pieces(tokens):
            words = Words(piece)
            mode = words.take().low if words.peek().low in _MODES else ""
            default = next((at for at, token in enumerate(piece) if token.low == "default" or token.text == "="), len(piece))
            named = len(piece[:default]) - words.at > 1
            name = words.take().text if named else ""
            mode = words.take().low if words.peek().low in _MODES else mode
            kind = self._lines.source(piece[words.at : default])
            value = piece[default + 1 :]
            found.append(Parameter(name, f"{mode} {kind}".strip() if mode != "in" else kind, self._lines.source(value)[:CUT]))
        return tuple(found)

    def _returns(self, words: Words) -> str:
        begin = words.at
        while not words.done():
            token = words.peek()
            if token.kind == "body" or token.low in (
                "as", "is", "begin", "language", "deterministic", "immutable", "stable", "volatile", "strict", "security",
                "reads", "no", "contains", "modifies", "not", "with", "return", "sql", "parallel", "cost", "called",
            ):  # fmt: skip
                break
            if token.text == "(":
                words.group()
            else:
                words.take()
        return self._lines.source(words.tokens[begin : words.at])[:CUT]


def _words_of(comments: Iterable[str]) -> str:
    """Words of comments, their marks and rulers of dashes taken off."""
    out: list[str] = []
    for comment in comments:
        body = comment[2:-2] if comment.startswith("/*") else comment
        for line in body.split("\n"):
            shown = (
                line.strip().lstrip("-#*/! ").rstrip("-#*/ \r")
                if not comment.startswith("/*")
                else line.strip().lstrip("* ").rstrip()
            )
            if shown.strip("-=*#_ "):
                out.append(shown)
    return "\n".join(out).strip()


def _header(text: str) -> str:
    """The comment a script begins with."""
    lines: list[str] = []
    for line in text.split("\n", 40)[:40]:
        if not line.lstrip().startswith("--"):
            break
        lines.append(line)
    return _words_of(lines)


def parse_script(path: str, text: str) -> FileFacts:
    """Facts of one script."""
    return Reader(path, text).read()
