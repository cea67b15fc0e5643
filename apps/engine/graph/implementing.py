"""Types that take an interface without naming it: Go's method sets, the classes that fit a protocol of Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.capsules import CLASS_KINDS, symbol_of
from apps.engine.graph.declared.overloads import taken
from apps.engine.graph.uses import Row

_LANGUAGES = frozenset({"Go", "Python"})
_MOST_ABOVE = 60  # types whose methods one has through what it extends or embeds
_MOST_TYPES = 200  # that fit one interface: of one that more fit none is told

Method = tuple[str, Definition]  # path, definition


@dataclass(slots=True)
class _Type:
    symbol: str
    path: str
    language: str
    is_interface: bool
    methods: dict[str, Method] = field(default_factory=dict)


def implemented(files: Mapping[str, FileFacts], bases: Mapping[str, Sequence[str]]) -> set[Row]:
    """Rows ``overrides``, inferred, from the methods of each type that has all those of an interface to the interface's.

    `bases` are the classes of the repository that each extends or embeds.
    """
    types = _types(files)
    holders: dict[str, list[tuple[_Type, Mapping[str, Method]]]] = defaultdict(list)  # by the name of a method
    wanted: list[tuple[_Type, Mapping[str, Method]]] = []
    for symbol in sorted(types):
        found = types[symbol]
        whole = _all_methods(found, types, bases)
        if found.is_interface:
            asked_of = {name: item for name, item in whole.items() if _is_asked(item[1])}
            if asked_of:
                wanted.append((found, asked_of))
            continue
        for name in whole:
            holders[name].append((found, whole))
    rows: set[Row] = set()
    for interface, needed in wanted:
        rarest = min(sorted(needed), key=lambda name: len(holders.get(name, ())))
        fitting = [
            methods
            for of, methods in holders.get(rarest, ())
            if of.language == interface.language
            and not _is_below(of.symbol, interface.symbol, bases)
            and all(name in methods and _fits(methods[name], asked) for name, asked in needed.items())
        ]
        if len(fitting) <= _MOST_TYPES:
            rows.update(_rows(fitting, needed))
    return rows


def _rows(fitting: Iterable[Mapping[str, Method]], needed: Mapping[str, Method]) -> Iterator[Row]:
    for methods in fitting:
        for name, (path, asked) in needed.items():
            here, own = methods[name]
            source, target = symbol_of(here, own.qualname), symbol_of(path, asked.qualname)
            if source != target:
                yield (source, "overrides", target, own.line, "inferred", False)


def _types(files: Mapping[str, FileFacts]) -> dict[str, _Type]:
    """Types by symbol, each with the methods in its file or, as in Go, its package; of languages that have an interface here."""
    types: dict[str, _Type] = {}
    named: dict[tuple[str, str, str], _Type] = {}
    asking = {
        facts.language for facts in files.values() if facts.language in _LANGUAGES and any(map(_is_interface, facts.definitions))
    }
    listed = [(path, facts) for path, facts in sorted(files.items()) if facts.language in asking]
    for path, facts in listed:
        for definition in facts.definitions:
            if definition.kind in CLASS_KINDS or definition.kind == "type":
                symbol = symbol_of(path, definition.qualname)
                found = types[symbol] = _Type(symbol, path, facts.language, _is_interface(definition))
                named[_home(path, facts, definition.qualname)] = found
    for path, facts in listed:
        for definition in facts.definitions:
            if definition.kind == "method":
                holder = named.get(_home(path, facts, definition.owner or definition.parent))
                if holder is not None:
                    holder.methods.setdefault(definition.name, (path, definition))
    return types


def _home(path: str, facts: FileFacts, name: str) -> tuple[str, str, str]:
    """Where a type is named: in Go in all files of a package, else in its file."""
    return (path.rpartition("/")[0], facts.package, name) if facts.language == "Go" else (path, "", name)


def _is_interface(definition: Definition) -> bool:
    """Whether a type only says what others have: an interface, a protocol."""
    if definition.kind in ("interface", "protocol"):
        return True
    for base in definition.bases:
        value = base.items[0] if base.kind == "subscript" and base.items else base
        if value.text.rpartition(".")[2] == "Protocol":
            return True
    return False


def _all_methods(of: _Type, types: Mapping[str, _Type], bases: Mapping[str, Sequence[str]]) -> dict[str, Method]:
    """The methods of a type with those of what it extends or embeds; the nearest of a name counts."""
    found: dict[str, Method] = {}
    level, seen = [of.symbol], {of.symbol}
    while level and len(seen) < _MOST_ABOVE:
        above: list[str] = []
        for symbol in level:
            here = types.get(symbol)
            for name, method in here.methods.items() if here is not None else ():
                found.setdefault(name, method)
            for base in bases.get(symbol, ()):
                if base not in seen:
                    seen.add(base)
                    above.append(base)
        level = above
    return found


def _is_below(symbol: str, above: str, bases: Mapping[str, Sequence[str]]) -> bool:
    """Whether a class extends another by name."""
    waiting, seen = [symbol], {symbol}
    while waiting and len(seen) < _MOST_ABOVE:
        for base in bases.get(waiting.pop(), ()):
            if base == above:
                return True
            if base not in seen:
                seen.add(base)
                waiting.append(base)
    return False


def _is_asked(method: Definition) -> bool:
    """Whether a type must have the method to fit: not what the language calls of itself."""
    return not method.name.startswith("__")


def _fits(own: Method, asked: Method) -> bool:
    """Whether a method can be called as another is."""
    (here, mine), (there, other) = own, asked
    have, want = taken(mine), taken(other)
    if here.endswith(".go"):
        is_seen = mine.name[:1].isupper() or here.rpartition("/")[0] == there.rpartition("/")[0]
        return is_seen and len(have) == len(want) and bool(mine.returns) == bool(other.returns)
    needed = [item for item in have if not item.default and item.kind in ("", "positional", "keyword")]
    if len(needed) > len(want):
        return False
    if any(item.kind == "rest" for item in have):
        return True
    names = {item.name for item in have}
    return len(have) >= len(want) and all(item.name in names or item.name.startswith("_") for item in want)
