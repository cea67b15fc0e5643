"""Names of SQL scripts: the table, view or routine that a name stands for, where only one of the scripts can mean it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from apps.engine.facts import Call, Definition, FileFacts, Import
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNRESOLVED, Resolution
from apps.engine.graph.modules import ModuleMaps


class SqlNames:
    """Answers for all SQL scripts of a repository."""

    def __init__(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> None:
        self._named: dict[str, list[tuple[str, Definition]]] = defaultdict(list)
        for path in sorted(files):
            for definition in files[path].definitions:
                self._named[definition.name.lower()].append((path, definition))

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What a name with or without its schema means: in its own script first, else where it is defined once."""
        schema, _, bare = name.lower().rpartition(".")
        fits = [item for item in self._named.get(bare, ()) if not schema or _schema(item[1]) in ("", schema)]
        own = [item for item in fits if item[0] == path]
        found = own or fits
        if len({place for place, _ in found}) != 1:
            return UNRESOLVED
        place, definition = found[-1]  # made anew, the last one counts
        if place == path and definition.qualname == scope:
            return UNRESOLVED
        return Resolution(
            "definition", place, definition.qualname, how="exact" if len(found) == 1 else "inferred", definition=definition
        )

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """Scripts import nothing."""
        return UNRESOLVED

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """Calls of SQL are not collected."""
        return UNRESOLVED

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """Tables have no bases."""
        return []

    def index(self, path: str) -> FileIndex | None:
        """None: scripts have no scopes to index."""
        return None


def _schema(definition: Definition) -> str:
    return definition.qualname.partition("#")[0].lower().rpartition(".")[0]
