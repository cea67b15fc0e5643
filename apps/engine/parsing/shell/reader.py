"""One walk over the nodes the query found in a shell script → `FileFacts`.

Calls are of commands by plain names; which of them are functions only their definitions tell.
"""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Argument, Assignment, Call, Definition, FileFacts, Import, Value
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.literals import dedent_docstring, one_line
from apps.engine.parsing.scopes import Frame, Scopes
from apps.engine.parsing.shell.variables import Use, is_operator, reads
from apps.engine.parsing.source import CUT, Source, first_named

ARGUMENTS = 50  # of one command
# Commands that set the variables named by their arguments.
_SETTERS = frozenset({"read", "mapfile", "readarray", "getopts", "unset"})
_DECLARED = {"export": "exported", "readonly": "const", "local": "", "declare": "", "typeset": ""}
_WORDS = frozenset({"word", "number", "string", "raw_string", "concatenation"})


class Reader:
    """Collects the facts of one script; `read` is called once."""

    def __init__(self, path: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._source = source
        self._tree = grammar.parse(source.data)
        self._found = list(grammar.find(self._tree))
        self._scopes = Scopes()
        self._calls: list[Call] = []
        self._assignments: list[Assignment] = []
        self._imports: list[Import] = []
        self._uses: list[Use] = []
        self._set_at: dict[str, int] = {}
        self._declared: dict[int, str] = {}  # assignment node → word that declares it
        self._comments: dict[int, str] = {}  # line → text, of comments that have a line to themselves
        self._strict_from = -1
        self._main_line = 0
        self._errors = 0

    def read(self) -> FileFacts:
        """The facts, every tuple in source order."""
        handlers = {
            "definition.function": self._function,
            "reference.command": self._command,
            "reference.variable": self._variable,
            "reference.expansion": self._expansion,
            "binding.assignment": self._assignment,
            "binding.declaration": self._declaration,
            "binding.loop": self._loop,
            "branch.arm": self._branch,
            "text.comment": self._comment,
            "error.syntax": self._error,
            "error.missing": self._error,
        }
        scopes = self._scopes
        for word, node in self._found:
            scopes.move_to(node.start_byte)
            handlers[word](node, scopes.frame(node.start_byte))
        scopes.finish()
        return FileFacts(
            path=self._path,
            language="Shell",
            lines=self._source.line_count,
            docstring=self._header(),
            definitions=tuple(scopes.definitions),
            calls=tuple(self._calls),
            assignments=tuple(self._assignments),
            imports=tuple(self._imports),
            environment=reads(self._uses, self._set_at, self._strict_from),
            is_script=self._source.data.startswith(b"#!"),
            main_line=self._main_line,
            syntax_errors=self._errors,
        )

    # definitions

    def _comment(self, node: Node, frame: Frame) -> None:
        if self._source.begins_line(node.start_byte):
            self._comments[node.start_point[0] + 1] = self._source.of(node)

    def _above(self, line: int) -> tuple[int, str]:
        """First line and words of the comments directly above a line."""
        start = line
        while start - 1 in self._comments and not self._comments[start - 1].startswith("#!"):
            start -= 1
        return start, _words([self._comments[at] for at in range(start, line)])

    def _header(self) -> str:
        """The comment a script begins with, unless it is that of its first function."""
        begin = 2 if self._comments.get(1, "").startswith("#!") else 1
        while begin < 4 and begin not in self._comments:
            begin += 1
        end = begin
        while end in self._comments:
            end += 1
        if any(definition.start_line <= begin <= definition.line for definition in self._scopes.definitions):
            return ""
        return _words([self._comments[at] for at in range(begin, end)])

    def _function(self, node: Node, frame: Frame) -> None:
        name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name_node is None or body is None or name_node.end_byte <= name_node.start_byte:
            return
        name = self._source.of(name_node)
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        start_line, docstring = self._above(line)
        frame.locals.add(name)
        draft = Definition(
            "function",
            name,
            self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name),
            line,
            end_line,
            start_line,
            signature=one_line(self._source.cut(node.start_byte, body.start_byte)),
            parent=frame.qualname,
            docstring=docstring,
            properties=("nested",) if frame.qualname else (),
            body_digest=self._source.digest(start_line, end_line),
        )
        self._scopes.open(draft, "function", body.start_byte, node.end_byte)

    def _branch(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).branches += 1

    # commands

    def _command(self, node: Node, frame: Frame) -> None:
        named = node.child_by_field_name("name")
        word = first_named(named) if named is not None else None
        if word is None or word.type != "word":
            return
        name = self._source.of(word)
        arguments = node.children_by_field_name("argument")
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if name in ("source", "."):
            if arguments:
                module = self._file(arguments[0])
                self._imports.append(Import(module, (), "", 0, line, end_line, frame.qualname, "include"))
            return
        plain = [self._source.of(argument) for argument in arguments if argument.type in ("word", "number")]
        if name == "set" and self._strict_from < 0:
            short = any(part.startswith("-") and "u" in part and not part.startswith("--") for part in plain)
            if short or "nounset" in plain:
                self._strict_from = node.end_byte
        if name in _SETTERS:
            for part in plain:
                self._note_set(part, node.end_byte)
        elif name == "printf" and plain[:1] == ["-v"] and len(plain) > 1:
            self._note_set(plain[1], node.end_byte)
        if name == "main" and not frame.qualname and not self._main_line:
            self._main_line = line
        self._calls.append(
            Call(
                Value("name", name, line=line, end_line=line),
                tuple(Argument(self._value(argument)) for argument in arguments[:ARGUMENTS]),
                line,
                end_line,
                frame.qualname,
            )
        )

    def _file(self, node: Node) -> str:
        """The file that is sourced, from the script's own folder where it says so; as written where a variable decides."""
        text = self._plain(node)
        if text is not None:
            return text
        parts = [child for child in node.named_children if child.type != "string_content"] or [node]
        if node.type == "concatenation" and parts[0].type == "string":
            parts = parts[0].named_children[:1]
        first = parts[0] if parts else node
        rest = self._source.cut(first.end_byte, node.end_byte).strip("\"'")
        plain = "$" not in rest and rest.startswith("/") and first.start_byte <= node.start_byte + 1
        if plain and _is_own_folder(self._source.of(first), self._assignments):
            return f".{rest}"
        return self._source.short(node)

    def _plain(self, node: Node) -> str | None:
        """Text of a word without expansions, None for any other."""
        if node.type in ("word", "number"):
            return self._source.of(node).replace("\\", "")
        if node.type == "raw_string":
            return self._source.of(node)[1:-1]
        if node.type == "string" and all(child.type == "string_content" for child in node.named_children):
            return self._source.of(node)[1:-1]
        if node.type == "concatenation":
            parts = [self._plain(child) for child in node.named_children if child.type != "concatenation"]
            return "".join(part for part in parts if part) if all(part is not None for part in parts) else None
        return None

    def _value(self, node: Node) -> Value:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        text = self._plain(node) if node.type in _WORDS else None
        if text is not None:
            return Value("string", text, line=line, end_line=end_line)
        return Value("other", self._source.short(node), line=line, end_line=end_line)

    # variables

    def _note_set(self, name: str, end: int) -> None:
        self._set_at.setdefault(name, end)

    def _declaration(self, node: Node, frame: Frame) -> None:
        word = self._source.of(node.children[0]) if node.children else ""
        for child in node.named_children:
            if child.type == "variable_assignment":
                self._declared[child.id] = word
            elif child.type == "variable_name" and word in ("local", "declare", "typeset"):
                self._note_set(self._source.of(child), child.end_byte)

    def _assignment(self, node: Node, frame: Frame) -> None:
        name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name_node is None or name_node.type != "variable_name":
            return
        if node.parent is not None and node.parent.type == "command" and node.parent.child_by_field_name("name") is not None:
            return  # for this one command only
        name = self._source.of(name_node)
        word = self._declared.get(node.id, "")
        kind = "augmented" if self._source.cut(name_node.end_byte, name_node.end_byte + 2) == "+=" else ""
        self._note_set(name, node.end_byte)
        said = _DECLARED.get(word, "")
        self._assignments.append(
            Assignment(
                name,
                self._value(value) if value is not None else None,
                node.start_point[0] + 1,
                node.end_point[0] + 1,
                frame.qualname,
                kind=kind,
                properties=(said,) if said else (),
            )
        )

    def _loop(self, node: Node, frame: Frame) -> None:
        variable = node.child_by_field_name("variable")
        if variable is not None:
            self._note_set(self._source.of(variable), variable.end_byte)

    def _variable(self, node: Node, frame: Frame) -> None:
        inner = first_named(node)
        if inner is not None and inner.type == "variable_name":
            self._use(node, self._source.of(inner), frame)

    def _expansion(self, node: Node, frame: Frame) -> None:
        name = next((child for child in node.named_children if child.type == "variable_name"), None)
        if name is None:
            return
        mark = node.child_by_field_name("operator")
        operator = self._source.of(mark) if mark is not None and mark.start_byte >= name.end_byte else ""
        word = ""
        if mark is not None and is_operator(operator):
            word = self._source.cut(mark.end_byte, node.end_byte - 1)[:CUT].strip("\"'")
        self._use(node, self._source.of(name), frame, operator if is_operator(operator) else "", word)

    def _use(self, node: Node, name: str, frame: Frame, operator: str = "", word: str = "") -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        self._uses.append(Use(name, node.start_byte, line, end_line, frame.qualname, operator, word))
        if operator in (":=", "="):
            self._note_set(name, node.end_byte)

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1


def _is_own_folder(text: str, assignments: list[Assignment]) -> bool:
    """Whether an expansion is the folder of the script: ``$(dirname "$0")``, ``${BASH_SOURCE%/*}``, a variable set to one."""
    name = text.strip("${}\"'")
    held = next((item.value.text for item in reversed(assignments) if item.target == name and item.value is not None), "")
    shown = held or text
    if shown.count("dirname") > 1 or "/.." in shown or "$(pwd)" in shown:
        return False
    own = "$0" in shown or "BASH_SOURCE" in shown or "${0" in shown
    return own and ("dirname" in shown or "%/*" in shown)


def _words(comments: list[str]) -> str:
    """Words of comments, marks and rulers taken off."""
    lines = [comment.lstrip("#").removeprefix(" ").rstrip() for comment in comments if not comment.startswith("#!")]
    return dedent_docstring("\n".join(line if line.strip("-=*#_ ") else "" for line in lines)).strip()
