"""Joins names across files: what does this name, at this place, stand for?

A wrong answer is worse than none: where two answers are possible and nothing decides, the answer is "unknown".
"""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Call, FileFacts, Import
from apps.engine.graph.backends import BACKENDS, Backend, Factory, Implies
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNRESOLVED, Resolution
from apps.engine.graph.implied import Implied, Open, Resolved
from apps.engine.graph.modules import ModuleMaps


class Resolver:
    """Hands each question to the backend of the file's language; files of other languages get "unknown" for an answer."""

    def __init__(self, files: Mapping[str, FileFacts], *, aliases: ModuleMaps | None = None) -> None:
        groups: dict[Factory, dict[str, FileFacts]] = {}
        for path in sorted(files):
            factory = BACKENDS.get(files[path].language)
            if factory is not None:
                groups.setdefault(factory, {})[path] = files[path]
        self._backends: dict[str, Backend] = {}
        self._all = [(own, factory(own, aliases or ModuleMaps())) for factory, own in groups.items()]
        for own, backend in self._all:
            self._backends.update(dict.fromkeys(own, backend))

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope` in the file `path`; line 0 means at its end."""
        backend = self._backends.get(path)
        return backend.resolve(path, scope, name, line) if backend is not None else UNRESOLVED

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The module an import means, or with `name` what that name of the module is."""
        backend = self._backends.get(path)
        return backend.resolve_module(path, imported, name) if backend is not None else UNRESOLVED

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function, or for an instantiation the constructor or class, that a call runs."""
        backend = self._backends.get(path)
        return backend.resolve_call(path, call) if backend is not None else UNRESOLVED

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """The direct bases of a class, as written."""
        backend = self._backends.get(path)
        return backend.bases(path, qualname) if backend is not None else []

    def implied(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """What runs besides, given the calls whose target is known and those where it is not, by path."""
        out: list[Implied] = []
        for own, backend in self._all:
            if not isinstance(backend, Implies):
                continue
            out.extend(
                backend.implied(
                    {path: found for path, found in resolved.items() if path in own},
                    {path: calls for path, calls in still_open.items() if path in own},
                )
            )
        return out

    def index(self, path: str) -> FileIndex | None:
        """The index of a file."""
        backend = self._backends.get(path)
        return backend.index(path) if backend is not None else None
