"""Who answers for the files of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from apps.engine.facts import Call, FileFacts, Import
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.declared.names import FACTORIES
from apps.engine.graph.dynamic import DynamicNames
from apps.engine.graph.entities import Resolution
from apps.engine.graph.implied import Implied, Open, Resolved
from apps.engine.graph.modules import SCRIPT_LANGUAGES, ModuleMaps
from apps.engine.graph.ruby.names import RubyNames
from apps.engine.graph.script_names import ScriptNames
from apps.engine.graph.shell import ShellNames
from apps.engine.graph.sql import SqlNames


class Backend(Protocol):
    """Joins the names of the files it is given.  `path` is always one of them; what it can't tell is ``unknown``."""

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope`; line 0 means at its end."""
        ...

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The module an import means, or with `name` what that name of the module is."""
        ...

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function, or for an instantiation the constructor or class, that a call runs."""
        ...

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """The direct bases of a class, as written."""
        ...

    def index(self, path: str) -> FileIndex | None:
        """The index of a file, None where the backend keeps none of this kind."""
        ...


@runtime_checkable
class Implies(Protocol):
    """A backend that follows values as well."""

    def implied(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """What runs besides: through parameters, containers, decorators and the like.

        `resolved` are the calls whose target is known and `still_open` those where it is not, by path; an answer for one of these
        has it as its `call`.
        """
        ...


Factory = Callable[[Mapping[str, FileFacts], ModuleMaps], Backend]

# Languages that answer together (a TypeScript file imports a JavaScript one) name the same factory: it is called once.
BACKENDS: Mapping[str, Factory] = {
    "Python": DynamicNames,
    "Ruby": RubyNames,
    "SQL": SqlNames,
    "Shell": ShellNames,
    **dict.fromkeys(sorted(SCRIPT_LANGUAGES), ScriptNames),
    **FACTORIES,
}
