"""Fixtures of pytest: what the parameter of a test stands for, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Definition
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.modules import ancestors, folder_of
from apps.engine.graph.testfiles import is_test

_MARKS = frozenset({"pytest.fixture", "fixture", "pytest_asyncio.fixture"})
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
