"""Which files of routes are run where: groups that are given a file, files required in a group, the configured ones."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.frameworks.code import Code

_ROOTS = frozenset({"base_path", "app.basePath", "this.app.basePath"})
_ANY = "\0"


class Files:
    """Finds the files that expressions of paths mean."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._paths = [path for path, facts in code.files.items() if facts.language == "PHP"]

    def of(self, path: str, value: Value | None) -> list[str]:
        """The PHP files that an expression names; several where a part of it is only known when the program runs."""
        if value is None:
            return []
        if value.kind == "list":
            return [found for item in value.items for found in self.of(path, item)]
        text, folder = self._text(path, value)
        if text is None or not text.strip(f"/.{_ANY}"):
            return []
        joined = posixpath.normpath(posixpath.join(folder, text.lstrip("/")))
        if _ANY not in joined:
            return [joined] if joined in self._code.files else []
        pattern = re.compile("[^/]+".join(re.escape(part) for part in joined.split(_ANY))).fullmatch
        return [found for found in self._paths if pattern(found)]

    def _text(self, path: str, value: Value) -> tuple[str | None, str]:
        """A path with `_ANY` for what is not known, and the folder it starts from."""
        call = value.call
        if call is not None and call.callee.text in _ROOTS:
            inner = call.arguments[0].value if call.arguments else None
            return (_spelled(inner) if inner is not None else None), self.root(path)
        if value.kind == "binary" and value.text == "." and len(value.items) == 2:
            left, right = value.items
            if left.kind == "name" and left.text == "__DIR__":
                return _spelled(right), posixpath.dirname(path)
            if left.call is not None and left.call.callee.text in _ROOTS:
                below, folder = self._text(path, left) if left.call.arguments else ("", self.root(path))
                tail = _spelled(right)
                return (None if tail is None else f"{below or ''}/{tail.lstrip('/')}"), folder
        return _spelled(value), self.root(path)

    def root(self, path: str) -> str:
        """The folder of the application that a file belongs to."""
        folder = posixpath.dirname(path)
        while folder:
            if f"{folder}/artisan" in self._code.texts or f"{folder}/composer.json" in self._code.texts:
                return folder
            folder = posixpath.dirname(folder)
        return ""


def _spelled(value: Value) -> str | None:
    if value.kind == "string":
        return value.text
    if value.kind in ("template", "binary") and value.text in ("", "."):
        return "".join(part if (part := _spelled(item)) is not None else _ANY for item in value.items)
    if value.call is not None and value.call.callee.text.lstrip("\\") == "sprintf" and value.call.arguments:
        text = _spelled(value.call.arguments[0].value)
        return re.sub(r"%(?:\d+\$)?[sd]", _ANY, text) if text is not None else None
    return _ANY if value.kind in ("name", "call", "subscript", "attribute") else None


def named_files(facts: FileFacts) -> Iterator[tuple[Value, Call | None, int]]:
    """(path, call, line) of files that are run where they are named: ``require base_path('routes/x.php')``."""
    for call in facts.calls:
        if call.callee.text in _ROOTS:
            yield Value("call", call=call, line=call.line, end_line=call.end_line), call, call.line
        elif call.callee.text == "this.loadRoutesFrom" and call.arguments:
            yield call.arguments[0].value, call, call.line
    for item in facts.imports:
        if item.kind == "include":
            folder = Value("name", "__DIR__", line=item.line, end_line=item.end_line)
            if item.module.startswith("."):
                text = Value("string", item.module[1:], line=item.line, end_line=item.end_line)
                yield Value("binary", ".", (folder, text), line=item.line, end_line=item.end_line), None, item.line
