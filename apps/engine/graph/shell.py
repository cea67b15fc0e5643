"""Names of shell scripts: functions of the script itself and of the scripts it sources; any other command is a program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from posixpath import normpath

from apps.engine.facts import Call, Definition, FileFacts, Import
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import UNRESOLVED, Resolution
from apps.engine.graph.modules import ModuleMaps

# Commands of the shell itself.
_BUILTINS = frozenset({
    ":", ".", "[", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen", "complete", "continue",
    "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fc", "fg", "getopts", "hash",
    "help", "history", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray",
    "readonly", "return", "set", "shift", "shopt", "source", "suspend", "test", "times", "trap", "true", "type", "typeset",
    "ulimit", "umask", "unalias", "unset", "wait",
})  # fmt: skip


class ShellNames:
    """Answers for all shell scripts of a repository."""

    def __init__(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> None:
        self._files = files
        self._functions = {path: _functions(facts) for path, facts in files.items()}
        self._anywhere = {name for functions in self._functions.values() for name in functions}
        self._reached: dict[str, tuple[tuple[str, ...], bool]] = {}

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """The function of that name; whether a later script redefines it is not asked."""
        sourced, complete = self._sourced(path)
        for place in sourced:
            found = self._functions[place].get(name, ())
            if found:
                how = "exact" if len(found) == 1 else "inferred"
                return Resolution("definition", place, found[-1].qualname, how=how, definition=found[-1])
        # A library's caller may define it, and a file that is not known may do so too.
        if name in self._anywhere or not complete:
            return UNRESOLVED
        return Resolution("external", external=f"builtins.{name}" if name in _BUILTINS else name)

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The script that is sourced, or with `name` its function of that name."""
        place = self._file(path, imported)
        if not place:
            return UNRESOLVED
        return self.resolve(place, "", name) if name else Resolution("module", place)

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function that a command runs, or the program."""
        return self.resolve(path, call.scope, call.callee.text, call.line) if call.callee.kind == "name" else UNRESOLVED

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """Shell has no classes."""
        return []

    def index(self, path: str) -> FileIndex | None:
        """None: scripts have no scopes to index."""
        return None

    def _file(self, path: str, imported: Import) -> str:
        folder = path.rpartition("/")[0]
        place = normpath(f"{folder}/{imported.module}" if folder else imported.module)
        return place if place in self._files else ""

    def _sourced(self, path: str) -> tuple[tuple[str, ...], bool]:
        """The script and all it sources, itself first, and whether every one of them is known."""
        known = self._reached.get(path)
        if known is not None:
            return known
        found = {path: None}
        complete = True
        waiting = [path]
        while waiting:
            place = waiting.pop()
            for item in self._files[place].imports:
                target = self._file(place, item)
                complete = complete and bool(target)
                if target and target not in found:
                    found[target] = None
                    waiting.append(target)
        self._reached[path] = (tuple(found), complete)
        return self._reached[path]


def _functions(facts: FileFacts) -> dict[str, list[Definition]]:
    functions: dict[str, list[Definition]] = defaultdict(list)
    for definition in facts.definitions:
        functions[definition.name].append(definition)
    return dict(functions)
