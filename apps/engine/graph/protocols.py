"""Methods that run although no call names them: of operators, subscripts, loops, ``with``, ``raise``, builtins such as `len`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Call, Operation, Value
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import Entity
from apps.engine.graph.testfiles import is_test

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames
    from apps.engine.graph.passing import Passing

# What is asked where a class does not answer to an operator itself.
_INSTEAD = {
    "__ne__": ("__eq__",), "__contains__": ("__iter__",), "__bool__": ("__len__",), "__format__": ("__str__", "__repr__"),
    "__str__": ("__repr__",),
}  # fmt: skip
_HASHED = frozenset({"__getitem__", "__setitem__", "__delitem__", "__contains__"})  # what asks a key for its hash
_TABLES = frozenset({"builtins.dict", "builtins.set", "builtins.frozenset", "collections.OrderedDict", "collections.defaultdict"})
_BY_KEY = frozenset({"dict.get", "dict.pop", "dict.setdefault", "set.add", "set.discard", "set.remove", "frozenset.__contains__"})
_OF_OBJECT = frozenset({"__ne__"})  # that of `object` asks what stands instead, whatever other bases there are
# Every object answers to these: in a test nothing says that it is one of a class below, which answers otherwise.
_OF_ALL = frozenset({"__eq__", "__ne__", "__hash__", "__str__", "__repr__", "__format__", "__bool__", "__dir__"})
_NEVER_BELOW = frozenset({"__bool__"})  # whether there is an object is asked of all that may be None
_OUTSIDE = frozenset({"external", "outside", "made"})
# What a builtin runs of the first thing it is given; the first of them that the class has.
_BUILTINS: Mapping[str, tuple[str, ...]] = {
    "len": ("__len__",),
    "str": ("__str__", "__repr__"),
    "repr": ("__repr__",),
    "bool": ("__bool__", "__len__"),
    "int": ("__int__", "__index__"),
    "float": ("__float__",),
    "hash": ("__hash__",),
    "abs": ("__abs__",),
    "bytes": ("__bytes__",),
    "format": ("__format__",),
    "next": ("__next__",),
    "reversed": ("__reversed__",),
    "round": ("__round__",),
    "dir": ("__dir__",),
}
_FOLLOWED = frozenset({"len", "next", "reversed"})  # builtins that are given few plain values
_KNOWN = frozenset({"instance", "class", "made", "function", "module", "external", "outside"})
_ITERATING = frozenset({
    "iter", "list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max", "any", "all", "enumerate", "zip", "dict", "map",
    "filter",
})  # fmt: skip


class Protocols:
    """Finds these methods where what they run on is an instance of a class of the repository."""

    def __init__(self, names: DynamicNames, passing: Passing) -> None:
        self._names = names
        self._passing = passing
        self._held: dict[tuple[str, str, str, str], list[Entity]] = {}  # what names give, by file, scope, name and kind
        self._defined = {
            definition.name
            for index in names.files.values()
            if not index.is_script
            for definition in index.facts.definitions
            if definition.name.startswith("__")
        }

    def of_assignment(self, index: FileIndex, assignment: Assignment) -> Iterator[Entity]:
        """What a loop or ``with … as`` calls."""
        value = assignment.value
        if value is None:
            return iter(())
        waits = "async" in assignment.properties
        if assignment.kind == "with":
            return self._entered(index, assignment.scope, value, assignment.line, waits)
        return self._looped(index, assignment.scope, value, assignment.line, waits)

    def of_operation(self, index: FileIndex, operation: Operation) -> Iterator[Entity]:
        """What an operation runs."""
        kind = operation.kind
        waits, plain = kind.startswith("async "), kind.removeprefix("async ")
        if plain == "with":
            yield from self._entered(index, operation.scope, operation.value, operation.line, waits)
        elif plain in ("loop", "delegate"):
            yield from self._looped(index, operation.scope, operation.value, operation.line, waits)
        elif kind == "raise":
            for found in self._holders(index, operation.scope, operation.value, operation.line, "class"):
                yield from (run for run in self._passing.run(found) if run.kind == "function")
        elif kind != "yield":
            yield from self._operator(index, operation)

    def of_builtin(self, index: FileIndex, call: Call, name: str) -> Iterator[Entity]:
        """What a builtin runs of what it is given."""
        first = call.arguments[0].value if call.arguments and not call.arguments[0].name else None
        if first is None:
            return
        if name in _BY_KEY and "__hash__" in self._defined:
            yield from self._hashed(index, call.scope, first, call.line)
            return
        wanted = _BUILTINS.get(name, ())
        if any(method in self._defined for method in wanted):
            operands = self._instances(index, call.scope, first, call.line, followed=name in _FOLLOWED)
            yield from self._first(index, operands, wanted)
        elif name in _ITERATING and "__iter__" in self._defined:
            yield from self._looped(index, call.scope, first, call.line, waits=False)

    def _holders(
        self, index: FileIndex, scope: str, value: Value, line: int, kind: str, *, followed: bool = True
    ) -> list[Entity]:
        """What of that kind an expression may give; without `followed` by names and annotations alone: it is asked often."""
        key = (index.facts.path, scope, value.text, kind) if value.kind == "name" and followed else None
        known = self._held.get(key) if key is not None else None
        if known is not None:
            return known
        self._names.steps = 0
        self._passing.begin()
        single = self._names.value(index, scope, value, line)
        if single.kind in _KNOWN:
            found = [single] if single.kind == kind else []
        elif followed:
            found = [item for item in self._passing.ask(index, scope, value, line) if item.kind == kind]
        else:
            found = [item for item in self._passing.declared(index, scope, value, line) if item.kind == kind]
        if key is not None and index.is_settled(scope, value.text):
            self._held[key] = found
        return found

    def _instances(self, index: FileIndex, scope: str, value: Value, line: int, *, followed: bool = True) -> list[Entity]:
        """What an operand may be.  A test works on one thing it has made: which of several that is can't be told."""
        found = self._holders(index, scope, value, line, "instance", followed=followed)
        return found if len(found) < 2 or not is_test(index.facts.path) else []

    def _first(self, index: FileIndex, holders: list[Entity], names: Sequence[str]) -> Iterator[Entity]:
        """Of each operand the first of the methods that it has; none where a base outside may have it.

        What is known to be of one class may be of any below it; of several classes, each stands for what it has itself.
        """
        for holder in holders:
            for name in names:
                own = self._names.member(holder, name)
                if own.kind == "function":
                    if not _is_abstract(own):
                        yield own
                    break
                if own.kind in _OUTSIDE and name not in _OF_OBJECT:
                    break
                if len(holders) > 1 or name in _NEVER_BELOW:
                    continue
                below = self._passing.methods((holder,), name)
                if below:
                    yield from below if name not in _OF_ALL or not is_test(index.facts.path) else ()
                    break

    def _entered(self, index: FileIndex, scope: str, value: Value, line: int, waits: bool) -> Iterator[Entity]:
        holders = tuple(self._holders(index, scope, value, line, "instance"))
        for name in ("__aenter__", "__aexit__") if waits else ("__enter__", "__exit__"):
            yield from self._passing.methods(holders, name)

    def _looped(self, index: FileIndex, scope: str, value: Value, line: int, waits: bool) -> Iterator[Entity]:
        if value.kind in ("list", "dict", "string"):
            return
        wanted = ("__aiter__", "__anext__") if waits else ("__iter__", "__next__")
        for name, method in self._passing.iteration(tuple(self._holders(index, scope, value, line, "instance"))):
            if name in wanted:
                yield method

    def _operator(self, index: FileIndex, operation: Operation) -> Iterator[Entity]:
        name = operation.kind
        plain = f"__{name[3:]}" if name.startswith("__i") and name != "__invert__" else ""
        names = (name, plain) if plain else (name, *_INSTEAD.get(name, ()))
        if not self._defined.isdisjoint(names):
            followed = name not in _NEVER_BELOW
            operands = self._instances(index, operation.scope, operation.value, operation.line, followed=followed)
            yield from self._first(index, operands, names)
        if name in _HASHED:
            yield from self._of_key(index, operation)
            return
        reflected = f"__r{(plain or name)[2:]}"
        if operation.other is None or reflected not in self._defined:
            return
        if not self._instances(index, operation.scope, operation.value, operation.line):
            holders = self._instances(index, operation.scope, operation.other, operation.line)
            yield from self._passing.methods(tuple(holders), reflected)

    def _of_key(self, index: FileIndex, operation: Operation) -> Iterator[Entity]:
        """What a dict or a set asks of a key it is looked through for."""
        key = operation.other
        if key is None or "__hash__" not in self._defined:
            return
        self._names.steps = 0
        table = self._names.value(index, operation.scope, operation.value, operation.line)
        if table.kind == "object":
            held = table.assignment.value if table.assignment is not None else None
            is_table = held is not None and held.kind == "dict"
        else:
            is_table = table.kind == "made" and table.external in _TABLES
        if is_table:
            yield from self._hashed(index, operation.scope, key, operation.line)

    def _hashed(self, index: FileIndex, scope: str, key: Value, line: int) -> Iterator[Entity]:
        """Keys are told apart by their hash, those of the same hash by being compared."""
        for holder in self._instances(index, scope, key, line):
            for name in ("__hash__", "__eq__"):
                own = self._names.member(holder, name)
                if own.kind != "function" or _is_abstract(own):
                    break
                yield own


def _is_abstract(method: Entity) -> bool:
    """Whether a method is there to be overridden: what is asked is an object of a class below."""
    return method.definition is not None and "abstract" in method.definition.properties
