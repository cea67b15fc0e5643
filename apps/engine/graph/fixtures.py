"""Fixtures of pytest: what the parameter of a test stands for, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Decorator, Definition, Value
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.modules import ancestors, folder_of
from apps.engine.graph.testfiles import is_test

_MARKS = frozenset({"pytest.fixture", "fixture", "pytest_asyncio.fixture"})
_SETS = "mark.parametrize"
_VALUES = frozenset({"name", "call", "attribute", "function", "binary", "subscript"})  # what may be of the repository
_SHARED = "conftest.py"


class Fixtures:
    """Functions marked as fixtures by where tests find them: their own file, then ``conftest.py`` of the folders above."""

    def __init__(self, files: Mapping[str, FileIndex]) -> None:
        self._by_path: dict[str, dict[str, Definition]] = {}
        for path, index in files.items():
            if index.is_script or not is_test(path):
                continue
            for definition in index.facts.definitions:
                for decorator in definition.decorators:
                    if decorator.name in _MARKS:
                        named = [item.value.text for item in decorator.arguments if item.name == "name"]
                        self._by_path.setdefault(path, {})[named[0] if named else definition.name] = definition

    def find(self, path: str, function: Definition, name: str) -> tuple[str, Definition] | None:
        """(path, fixture) that a parameter of a test or of another fixture means."""
        if not self._by_path or not is_test(path):
            return None
        if not function.name.startswith("test") and not any(decorator.name in _MARKS for decorator in function.decorators):
            return None
        folders = ancestors(folder_of(path))
        for place in (path, *(f"{folder}/{_SHARED}" if folder else _SHARED for folder in folders)):
            found = self._by_path.get(place, {}).get(name)
            if found is not None and found is not function:
                return place, found
        return None


def parametrized(test: Definition, name: str) -> list[tuple[Value, bool]]:
    """The values ``pytest.mark.parametrize`` gives a parameter; with each whether it holds all of them: a list by its name."""
    out: list[tuple[Value, bool]] = []
    for decorator in test.decorators:
        if decorator.name.endswith(_SETS) and len(decorator.arguments) > 1:
            out.extend(_of_sets(decorator, name))
    return out


def _of_sets(decorator: Decorator, name: str) -> list[tuple[Value, bool]]:
    names, sets = decorator.arguments[0].value, decorator.arguments[1].value
    if any(argument.name == "indirect" for argument in decorator.arguments):
        return []
    listed = [item.text for item in names.items] if names.kind == "list" else [one.strip() for one in names.text.split(",")]
    if name not in listed or (names.kind not in ("string", "list")):
        return []
    at = listed.index(name)
    if sets.kind != "list":
        return [(sets, True)] if sets.kind == "name" and len(listed) == 1 and names.kind == "string" else []
    out = []
    for item in sets.items:
        if item.call is not None and item.call.callee.text.rpartition(".")[2] == "param":
            parts = tuple([argument.value for argument in item.call.arguments if not argument.name])
        elif len(listed) > 1 or names.kind == "list":
            parts = item.items if item.kind == "list" else ()
        else:
            parts = (item,)
        if at < len(parts) and parts[at].kind in _VALUES:
            out.append((parts[at], False))
    return out
