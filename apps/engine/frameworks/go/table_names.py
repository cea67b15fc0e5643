"""What the tables of Go's structs are called: by a method, a tag, else the rule of GORM with what a program changes of it."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Assignment, Call, Definition, FileFacts
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import annotation, last, text_of
from apps.engine.frameworks.inflection import pluralize, underscore

_METHOD = "TableName"
_STRATEGY = "NamingStrategy"
_HANDLER = "DefaultTableNameHandler"
_PARTS = frozenset({"TablePrefix", "SingularTable"})


class TableNames:
    """Names of tables; "" where the program makes them in a way that can't be read."""

    def __init__(self, code: Code, *, by_rule: bool) -> None:
        """`by_rule`: whether a name that nothing says follows GORM's rule."""
        self._code = code
        self._said: dict[tuple[str, str], str] = {}
        self._by_rule = by_rule
        self._prefix = ""
        self._is_singular = False
        for facts in code.own("Go"):
            for definition in facts.definitions:
                if definition.kind == "method" and definition.name == _METHOD and definition.owner:
                    self._said[_package(facts.path), definition.owner] = self._returned(facts.path, definition)
            if by_rule:
                self._changed(facts)

    def of(self, path: str, definition: Definition, fields: list[Assignment], *, by_rule: bool) -> str:
        """The table of a struct; by GORM's rule only where the struct is GORM's."""
        said = self._said.get((_package(path), definition.name))
        if said is not None:
            return said
        tagged = next(_tagged(fields), "")
        if tagged or not (by_rule and self._by_rule):
            return tagged
        name = underscore(definition.name)
        return self._prefix + (name if self._is_singular else pluralize(name))

    def _returned(self, path: str, definition: Definition) -> str:
        texts = {text_of(self._code, path, definition.qualname, value) or "" for value in definition.returned}
        return texts.pop() if len(texts) == 1 else ""

    def _changed(self, facts: FileFacts) -> None:
        """What a file changes of the rule; what can't be read makes all names unknown."""
        if any(last(item.target) == _HANDLER for item in facts.assignments):
            self._by_rule = False
        for call in facts.calls:
            name = last(call.callee.text)
            if name == "SingularTable" and not call.is_new and call.arguments:
                self._is_singular = call.arguments[0].value.text == "true"
            elif name == _STRATEGY and call.is_new:
                self._strategy(facts, call)

    def _strategy(self, facts: FileFacts, call: Call) -> None:
        for item in call.arguments:
            if item.name == "TablePrefix":
                prefix = text_of(self._code, facts.path, call.scope, item.value)
                self._prefix, self._by_rule = prefix or "", self._by_rule and prefix is not None
            elif item.name == "SingularTable":
                self._is_singular = item.value.text == "true"
            elif item.name not in _PARTS:
                self._by_rule = False  # a replacer of parts of names


def _tagged(fields: list[Assignment]) -> Iterator[str]:
    """``bun.BaseModel `bun:"table:orders"` ``, ``tableName struct{} `pg:"orders"` ``"""
    for field in fields:
        for name in ("bun", "pg"):
            tag = annotation(field, name)
            text = tag.arguments[0].value.text if tag is not None and tag.arguments else ""
            first = text.partition(",")[0]
            if first.startswith("table:") or (field.target == "tableName" and first):
                yield first.removeprefix("table:")


def _package(path: str) -> str:
    return path.rpartition("/")[0]
