"""Answers what names and calls of Ruby files mean: the backend of the resolver for them.

A receiver is known by what assignments, returned values and associations say, never by the name of a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname, normpath

from apps.engine.facts import Call, Definition, FileFacts, Import
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNRESOLVED, Resolution
from apps.engine.graph.modules import ModuleMaps
from apps.engine.graph.ruby.things import Thing
from apps.engine.graph.ruby.values import RubyValues
from apps.engine.graph.ruby.world import Type, World

_LOAD_PATHS = ("lib/", "app/", "")


class RubyNames:
    """Answers for all Ruby files of a repository."""

    def __init__(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> None:
        self._files = files
        self._world = World(files)
        self._ask = RubyValues(self._world)

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope`; line 0 means at its end."""
        self._ask.begin()
        return self._answer(self._ask.meaning(path, scope, name, line))

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The file that is required, or the library."""
        del name  # Ruby imports whole files
        if imported.kind == "include":
            wanted = normpath(f"{dirname(path)}/{imported.module}" if dirname(path) else imported.module)
            found = next((place for place in (f"{wanted}.rb", wanted) if place in self._files), "")
            return Resolution("module", found) if found else UNRESOLVED
        root = path[: path.find("/lib/") + 1] if "/lib/" in path else ""
        for start in dict.fromkeys((f"{root}lib/", *_LOAD_PATHS)):
            for place in (f"{start}{imported.module}.rb", f"{start}{imported.module}"):
                if place in self._files:
                    return Resolution("module", place)
        return Resolution("external", external=imported.module)

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The method, or for ``new`` the constructor or class, that a call runs."""
        self._ask.begin()
        return self._answer(self._ask.target(path, call))

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """What a class inherits from and includes, as written, of all its parts together."""
        around = self._world.cref(path, qualname)
        of = self._world.types.get(around[0]) if around else None
        if of is None:
            return []
        written = dict.fromkeys((*of.above[:1], *of.included, *of.prepended, *of.extended))
        return [self._constant(*item) for item in written if item[2] != "self"]

    def index(self, path: str) -> FileIndex | None:
        """None: files of this language are indexed another way."""
        return None

    def _constant(self, path: str, scope: str, written: str) -> Resolution:
        found = self._world.constant(path, scope, written)
        if isinstance(found, Type):
            return _definition(*found.parts[0])
        return Resolution("external", external=found) if isinstance(found, str) and found else UNRESOLVED

    def _answer(self, found: Thing) -> Resolution:
        if found.kind == "method" and found.found is not None:
            return _definition(*found.found, how=found.how)
        if found.kind in ("class", "instance") and found.type is not None:
            path, definition = found.type.parts[0]
            return Resolution(
                "definition", path, definition.qualname, "", found.how, definition, is_instance=found.kind == "instance"
            )
        if found.kind == "variable" and found.assignment is not None:
            scope = f"{found.assignment.scope}." if found.assignment.scope else ""
            name = f"{scope}{found.assignment.target}"
            return Resolution("assignment", found.path, name, "", found.how, None, found.assignment)
        if found.kind in ("outside", "made"):
            return Resolution("external", external=found.external, how=found.how)
        return UNRESOLVED


def _definition(path: str, definition: Definition, how: str = "exact") -> Resolution:
    return Resolution("definition", path, definition.qualname, "", how, definition)
