"""Reads a Ruby file: what the common reader does, names that are calls or variables, sections of private methods."""

from __future__ import annotations

import re

from msgspec.structs import replace
from tree_sitter import Node

from apps.engine.facts import Branch, Definition, FileFacts, Reference
from apps.engine.parsing.declared.dialect import Bound, Head
from apps.engine.parsing.declared.reader import Reader, last_line
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.ruby.dialect import DIALECT, alias_names, literal_text
from apps.engine.parsing.ruby.values import RubyValues
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import Source

WORDS = frozenset({
    "definition.class", "definition.module", "definition.method", "definition.assigned", "definition.accessor",
    "definition.writer", "definition.defined", "definition.alias", "import.require", "conformance", "scope.anonymous",
    "reference.call", "reference.bare", "reference.super", "reference.symbol", "reference.name", "reference.returned",
    "reference.environment", "binding.assignment", "binding.loop", "binding.rescue", "visibility.section", "visibility.named",
    "word", "branch", "text.comment", "error.syntax", "error.missing",
})  # fmt: skip

_VISIBILITY = {
    "private": "private", "protected": "protected", "public": "", "module_function": "static", "private_class_method": "private",
    "public_class_method": "",
}  # fmt: skip
_ROUTES = "config/routes/"
_IFS = frozenset({"if", "unless", "if_modifier", "unless_modifier"})
_NEAR = 6  # nodes between a definition and the word that makes it private
_LAST = frozenset({"rescue", "ensure", "else", "comment", "heredoc_body"})
_RETURNED = frozenset({"call", "identifier", "instance_variable", "constant", "scope_resolution", "self"})
_HOOK = re.compile(
    r"(?:(?:prepend_|append_|skip_)?(?:before|after|around)_\w+|validate|helper_method|rescue_from|method|public_method"
    r"|instance_method|send|public_send|__send__)"
).fullmatch


class RubyReader(Reader):
    """Reads one file."""

    def __init__(self, path: str, source: Source, grammar: Grammar) -> None:
        super().__init__(path, source, grammar, DIALECT)
        self._values = RubyValues(source, DIALECT)
        self._sections: dict[int, str] = {}  # body of a class → the word that holds for what follows in it
        self._arms: list[Branch] = []
        self._draws_routes = b".routes.draw" in source.data or _ROUTES in path
        self._marked: list[tuple[str, str, bool, str]] = []  # scope, name, of the class itself, word
        self._handlers |= {
            "binding.rescue": self._rescue,
            "reference.bare": self._bare,
            "reference.super": self._super,
            "reference.symbol": self._symbol,
            "visibility.section": self._section,
            "visibility.named": self._mark,
            "word": self._nothing,
        }

    def read(self) -> FileFacts:
        facts = super().read()
        if self._arms:
            facts = replace(facts, branches=tuple(self._arms))
        if not self._marked:
            return facts
        wanted: dict[tuple[str, str, bool], str] = {}
        for scope, name, of_class, word in self._marked:
            wanted[scope, name, of_class] = word
        definitions = []
        for item in facts.definitions:
            is_static = "static" in item.properties
            marked = wanted.get((item.parent, item.name, is_static))
            if marked is None:
                definitions.append(item)
                continue
            kept = {*item.properties} - {"private", "protected"} | ({marked} if marked else set())
            definitions.append(replace(item, properties=tuple(sorted(kept))))
        return replace(facts, definitions=tuple(definitions))

    def _define(self, node: Node, kind: str, frame: Frame) -> None:
        before = len(self._scopes.definitions)
        held = set(frame.locals) if frame.kind != "class" else None
        super()._define(node, kind, frame)
        if len(self._scopes.definitions) == before:
            return
        draft = self._scopes.definitions[before]
        if held is not None:
            frame.locals.intersection_update(held)  # a method is no variable
        if kind in ("class", "module", "assigned"):
            return
        word = self._visibility(node)
        if word:
            draft = replace(draft, properties=tuple(sorted({*draft.properties, word})))
            self._scopes.definitions[before] = draft
        self._values.scope = draft.qualname
        if kind == "alias":
            names = alias_names(node, self._source)
            if names is not None:
                text = self._source.of(names[1]).strip(":\"'")
                self._references.append(Reference(text, names[1].start_point[0] + 1, draft.qualname))
        elif kind == "method":
            self._last(node, self._scopes.innermost())

    def _sort(self, found: Head, frame: Frame, enclosing: Definition | None) -> str:
        """Functions in a type's body are methods, in its blocks too (``included do``)."""
        if found.kind == "function" and enclosing is not None and enclosing.kind in DIALECT.classes:
            return "method"
        return super()._sort(found, frame, enclosing)

    def _last(self, node: Node, frame: Frame) -> None:
        """What a method ends with is what it gives back."""
        body = node.child_by_field_name("body")
        if body is None:
            return
        last: Node | None = body
        if body.type in ("body_statement", "block_body"):
            last = next((child for child in reversed(body.named_children) if child.type not in _LAST), None)
        if last is not None and last.type in ("assignment", "operator_assignment"):
            last = last.child_by_field_name("right")
        if last is not None and last.type in _RETURNED:
            frame.returned.append(self._values.value(last))

    def _visibility(self, node: Node) -> str:
        """The word that holds for a definition: the section it is in, or the call it is an argument of."""
        here = node.parent
        for _ in range(_NEAR):
            if here is None:
                return ""
            if here.type == "call":
                method = here.child_by_field_name("method")
                word = self._source.of(method) if method is not None else ""
                if word in _VISIBILITY:
                    return _VISIBILITY[word]
            elif here.type != "argument_list":
                return self._sections.get(here.id, "") if node.type != "singleton_method" else ""
            here = here.parent
        return ""

    def _section(self, node: Node, frame: Frame) -> None:
        if node.parent is not None:
            self._sections[node.parent.id] = _VISIBILITY[self._source.of(node)]

    def _mark(self, node: Node, frame: Frame) -> None:
        """``private :a, :b``: the word holds for these."""
        method, listed = node.child_by_field_name("method"), node.child_by_field_name("arguments")
        if method is None or listed is None:
            return
        word = self._source.of(method)
        for child in listed.named_children:
            name = literal_text(child, self._source)
            if name:
                self._marked.append((frame.qualname, name, word.endswith("class_method"), _VISIBILITY[word]))

    def _anonymous(self, node: Node, frame: Frame) -> None:
        """A block sees the variables around it; its own are gone after it."""
        super()._anonymous(node, frame)
        listed = node.child_by_field_name("parameters")
        if listed is not None:
            inner = self._scopes.frame(node.start_byte)
            inner.locals.update(item.name for item in DIALECT.parameters(listed, self._values))

    def _bind(self, node: Node, bound: Bound, frame: Frame, kind: str = "") -> None:
        super()._bind(node, bound, frame, kind)
        if frame.kind == "class" and "." not in bound.name:
            frame.locals.add(bound.name)

    def _bare(self, node: Node, frame: Frame) -> None:
        """A name alone: a variable where it was given a value before, else a call of a method without arguments."""
        name = self._source.of(node)
        if name not in _VISIBILITY and not self._scopes.is_local(name, node.start_byte):
            self._calls.append(self._values.call(node))

    def _super(self, node: Node, frame: Frame) -> None:
        above = node.parent
        method = above.child_by_field_name("method") if above is not None and above.type == "call" else None
        if method is None or method.id != node.id:
            self._calls.append(self._values.call(node))

    def _symbol(self, node: Node, frame: Frame) -> None:
        """A method named by a symbol: ``before_action :check``, ``method(:check)``."""
        above = node.parent.parent if node.parent is not None else None
        method = above.child_by_field_name("method") if above is not None and above.type == "call" else None
        if method is None or above is None or _HOOK(self._source.of(method)) is None:
            return
        receiver = above.child_by_field_name("receiver")
        if receiver is None or receiver.type == "self":
            self._references.append(Reference(self._source.of(node)[1:], node.start_point[0] + 1, frame.qualname))

    def _rescue(self, node: Node, frame: Frame) -> None:
        made = DIALECT.rescued(node, frame.qualname, self._values)
        if made is not None:
            frame.locals.add(made.target)
            self._assignments.append(made)

    def _branch(self, node: Node, frame: Frame) -> None:
        super()._branch(node, frame)
        if self._draws_routes and node.type in _IFS:
            self._arm(node, frame)

    def _arm(self, node: Node, frame: Frame) -> None:
        """Lines that hold under a condition only: which routes there are may hang on it."""
        condition = node.child_by_field_name("condition")
        if condition is None:
            return
        test, line = self._values.flat(condition), condition.start_point[0] + 1
        shown = f"unless {test}" if node.type.startswith("unless") else test
        for name, kind in (("consequence", "if"), ("body", "if"), ("alternative", "else")):
            arm = node.child_by_field_name(name)
            if arm is not None and arm.type != "elsif":
                start, end = arm.start_point[0] + 1, last_line(arm)
                text = shown if kind == "if" else f"else of {shown}"
                self._arms.append(Branch(kind, text, line, start, end, frame.qualname, test_end_line=line))

    def _nothing(self, node: Node, frame: Frame) -> None:
        """A word that only picks what else is captured."""
