"""One Python file → `FileFacts`."""

from __future__ import annotations

from apps.engine.facts import FileFacts, Operation, Reference, Value
from apps.engine.parsing.python.headers import docstring
from apps.engine.parsing.python.statements import Statements
from apps.engine.parsing.values import head


class Reader(Statements):
    """Collects the facts of one file; `read` is called once."""

    def read(self) -> FileFacts:
        """The facts, every tuple in source order."""
        root = self._tree.root_node
        if root.has_error:
            self._search(root, 0)
        else:
            self._walk()
        self._scopes.finish()
        environment = self._environment.reads(self._imports, self._notes.assignments, self._notes.calls)
        return FileFacts(
            path=self._path,
            language="Python",
            lines=self._source.line_count,
            docstring=docstring(root, self._source),
            definitions=tuple(self._scopes.definitions),
            calls=tuple(self._notes.calls),
            references=tuple(self._kept_references()),
            assignments=(*self._notes.assignments, *self._notes.narrowed),
            imports=tuple(self._imports),
            environment=environment,
            branches=self._branches.in_order(),
            is_script=bool(self._main_line) or self._source.data.startswith(b"#!"),
            main_line=self._main_line,
            syntax_errors=self._errors,
            operations=tuple(self._notes.operations + sorted(self._notes.asked, key=_place)),
        )

    def _kept_references(self) -> list[Reference]:
        """References whose first name is no variable of the function they stand in: definitions, imports, attributes of self."""
        inner = {definition.qualname for definition in self._scopes.definitions}
        modules = {name.alias or name.name for item in self._imports for name in item.names}
        modules |= {item.alias or head(item.module) for item in self._imports}
        out = []
        for reference in self._notes.references:
            name, scope = reference.name, reference.scope
            first = head(name)
            names = self._scopes.locals.get(scope)
            is_variable = names and first in names and first != "self" and f"{scope}.{first}" not in inner
            if not is_variable or (first in modules and "." not in name):
                out.append(reference)
            elif "." in name:  # an attribute of a variable
                line = reference.line
                self._notes.operations.append(Operation("get", Value("name", name, (), (), None, line, line), line, scope))
        return out


def _place(operation: Operation) -> tuple[int, str, str, str]:
    return operation.line, operation.scope, operation.kind, operation.value.text
