"""What files say of how they are built: edges imports, contains, inherits and overrides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from apps.engine.facts import Definition, FileFacts, Import
from apps.engine.graph.capsules import CLASS_KINDS, symbol_of
from apps.engine.graph.declared.overloads import taken
from apps.engine.graph.entities import Resolution
from apps.engine.graph.implementing import implemented
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.uses import Row

_METHODS = frozenset({"method", "accessor", "function"})
_MOST = 60  # classes in one line of inheritance
_OVERLOADING = frozenset({"Java", "Kotlin", "C#", "C++", "Swift"})  # methods of one name stand beside each other

Method = tuple[str, Definition]  # symbol, definition


def structure(files: Mapping[str, FileFacts], resolver: Resolver) -> set[Row]:
    """Rows of these edges for all files."""
    rows: set[Row] = set()
    bases: dict[str, list[str]] = {}
    methods: dict[str, dict[str, list[Method]]] = defaultdict(dict)
    for path in sorted(files):
        facts = files[path]
        _imports(facts, resolver, rows)
        for definition in facts.definitions:
            symbol = symbol_of(path, definition.qualname)
            rows.add((symbol_of(path, definition.parent), "contains", symbol, definition.line, "exact", False))
            if definition.kind in _METHODS and (definition.owner or definition.parent):
                owner = symbol_of(path, definition.owner or definition.parent)
                named = methods[owner].setdefault(definition.name, [])
                if not named or facts.language in _OVERLOADING:
                    named.append((symbol, definition))
            if not definition.bases and definition.kind not in CLASS_KINDS:
                continue
            for base in resolver.bases(path, definition.qualname):
                if base.kind == "definition" and base.symbol != symbol:
                    rows.add((symbol, "inherits", base.symbol, definition.line, base.how, False))
                    bases.setdefault(symbol, []).append(base.symbol)
                elif base.kind == "external" and base.external:
                    rows.add((symbol, "inherits", base.external, definition.line, base.how, True))
    rows.update(_overrides(bases, methods))
    rows.update(implemented(files, bases))
    return rows


def _overrides(bases: Mapping[str, list[str]], methods: Mapping[str, Mapping[str, Sequence[Method]]]) -> set[Row]:
    """Each method to the one of that name in the nearest class above that has it, level by level; of several of a name to the one
    that takes as many arguments, of those to the one with the same types.
    """
    rows: set[Row] = set()
    for cls in bases:
        wanted = {name: list(own) for name, own in methods.get(cls, {}).items()}
        level, seen = bases[cls], {cls}
        while level and wanted and len(seen) < _MOST:
            above: list[str] = []
            for base in level:
                if base in seen:
                    continue
                seen.add(base)
                for name, targets in methods.get(base, {}).items():
                    own = wanted.pop(name, [])
                    left = [item for item in own if not _add_override(rows, item, targets, is_only=len(own) == 1)]
                    if left:
                        wanted[name] = left
                above.extend(bases.get(base, ()))
            level = above
    return rows


def _add_override(rows: set[Row], own: Method, targets: Sequence[Method], *, is_only: bool) -> bool:
    """Whether a method takes the place of one of some methods of its name, which is then told."""
    symbol, definition = own
    if is_only and len(targets) == 1:
        target = targets[0][0]
    else:
        types = _types(definition)
        fitting = [item for item in targets if len(_types(item[1])) == len(types)]
        if not fitting:
            return False
        target = next((item[0] for item in fitting if _types(item[1]) == types), fitting[0][0])
    rows.add((symbol, "overrides", target, definition.line, "exact", False))
    return True


def _types(definition: Definition) -> list[str]:
    return [item.annotation for item in taken(definition)]


def _imports(facts: FileFacts, resolver: Resolver, rows: set[Row]) -> None:
    """What a file brings in: names, and once each file that it names whole or brings a name in from, at the first line."""
    path = facts.path
    whole: set[str] = set()
    named: dict[str, int] = {}
    for imported in facts.imports:
        module, brought = _imported(path, imported, resolver)
        for found in brought:
            if found.kind == "external":
                rows.add((path, "imports", found.external, imported.line, "exact", True))
            elif found.path and found.path != path:
                is_name = found.kind == "definition"
                target = found.symbol if is_name else found.path
                rows.add((path, "imports", target, imported.line, "exact", False))
                if is_name:
                    named.setdefault(module.path or found.path, imported.line)
                else:
                    whole.add(target)
    rows.update([(path, "imports", file, line, "exact", False) for file, line in named.items() if file not in whole | {path}])


def _imported(path: str, imported: Import, resolver: Resolver) -> tuple[Resolution, list[Resolution]]:
    """(the module of an import, what it brings in: definitions and modules of the repository, or what is outside)."""
    module = resolver.resolve_module(path, imported)
    found = []
    for name in imported.names:
        if name.name == "*":
            found.append(module)
            continue
        item = resolver.resolve_module(path, imported, name.name)
        is_there = item.kind in ("definition", "module", "external") and not item.is_instance
        if is_there or (item.kind == "assignment" and item.path != module.path):
            found.append(item)
    return module, found or [module]
