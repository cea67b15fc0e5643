"""Definitions and files → capsules."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from apps.engine.facts import Assignment, Attribute, Capsule, Definition, FileFacts, Parameter, Value
from apps.engine.graph.lookups import looked_up
from apps.engine.parsing import PROSE_LANGUAGES

CLASS_KINDS = frozenset(
    {"class", "interface", "enum", "struct", "trait", "record", "union", "protocol", "object", "extension", "implementation"}
)
_MEMBERS = frozenset({"method", "constructor", "accessor", "function"})
_RECEIVERS = ("self.", "this.", "cls.")
_PASSING = frozenset({"loop", "with", "except", "parameter", "augmented"})  # bindings that declare nothing lasting
_LITERALS = frozenset({"string", "number", "boolean", "dict"})

Counted = Mapping[tuple[str, str], int]


def symbol_of(path: str, scope: str) -> str:
    """``path#scope``, the path alone for the module."""
    return f"{path}#{scope}" if scope else path


def symbols_of(files: Mapping[str, FileFacts]) -> list[str]:
    """The symbols of all capsules that `make_capsules` makes of the files."""
    found = list(files)
    for path, facts in files.items():
        found.extend([f"{path}#{definition.qualname}" for definition in facts.definitions])
    return found


def make_capsules(
    files: Mapping[str, FileFacts],
    texts: Mapping[str, str],
    unresolved: Counted,
    ranks: Mapping[str, float],
    unnamed: Counted | None = None,
    mentions: Mapping[str, tuple[str, ...]] | None = None,
    offered: Mapping[str, str] | None = None,
) -> tuple[Capsule, ...]:
    """All capsules by symbol.

    `unresolved` counts calls that could not be followed, `unnamed` those that leave the repository for what has no name, by
    (symbol of the caller, name called); `ranks`, `mentions` and `offered` are by symbol.
    """
    open_calls, unnamed_calls = _by_caller(unresolved), _by_caller(unnamed or {})
    elsewhere = _methods_elsewhere(files)
    reached = (mentions or {}, offered or {})
    made: list[Capsule] = []
    for path, facts in files.items():
        made.extend(
            _of_file(facts, texts.get(path, ""), open_calls, unnamed_calls, ranks, elsewhere.get(_home(facts), {}), *reached)
        )
    made.sort(key=_symbol)
    return tuple(made)


def _by_caller(counted: Counted) -> dict[str, tuple[tuple[str, int], ...]]:
    """{symbol: (name called, how often), by name}."""
    calls: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (source, name), count in sorted(counted.items()):
        calls[source].append((name, count))
    return {symbol: tuple(found) for symbol, found in calls.items()}


def _symbol(capsule: Capsule) -> str:
    return capsule.symbol


def _of_file(
    facts: FileFacts,
    text: str,
    unresolved: Mapping[str, tuple[tuple[str, int], ...]],
    unnamed: Mapping[str, tuple[tuple[str, int], ...]],
    ranks: Mapping[str, float],
    elsewhere: Mapping[str, Sequence[str]],
    mentions: Mapping[str, tuple[str, ...]],
    offered: Mapping[str, str],
) -> list[Capsule]:
    """The file's own capsule, then one for each definition."""
    path, language = facts.path, facts.language
    ends = [0, *accumulate(map(len, text.split("\n")))]  # by line, line feeds not counted
    last = len(ends) - 1
    methods, attributes = _members(facts)
    lookups = looked_up(facts)
    whole = text.removesuffix("\n")
    made = [
        Capsule(
            symbol=path,
            kind="document" if language in PROSE_LANGUAGES else "module",
            name=path.rpartition("/")[2],
            path=path,
            language=language,
            line=1,
            start_line=1,
            end_line=facts.lines or 1,
            signature="",
            docstring=facts.docstring,
            body=whole,
            content_hash=_digest(whole),
            properties=("script",) if facts.is_script else (),
            unresolved=unresolved.get(path, ()),
            rank=ranks.get(path, 0.0),
            attributes=attributes.get("", ()),
            imports=facts.imports,
            exports=_exports(facts),
            lookups=lookups.get("", ()),
            unnamed=unnamed.get(path, ()),
        )
    ]
    for definition in facts.definitions:
        qualname = definition.qualname
        symbol = f"{path}#{qualname}"
        start, end = min(definition.start_line - 1, last), min(definition.end_line, last)
        body = text[ends[start] + start : ends[end] + end - 1]
        is_class = definition.kind in CLASS_KINDS
        made.append(
            Capsule(
                symbol=symbol,
                kind=definition.kind,
                name=definition.name,
                path=path,
                language=language,
                line=definition.line,
                start_line=definition.start_line,
                end_line=definition.end_line,
                signature=definition.signature,
                docstring=definition.docstring,
                body=body,
                content_hash=definition.body_digest or _digest(body),
                parent=f"{path}#{definition.parent}" if definition.parent else path,
                properties=definition.properties,
                bases=tuple([_base(base) for base in definition.bases]) if definition.bases else (),
                decorators=tuple([decorator.name for decorator in definition.decorators]) if definition.decorators else (),
                complexity=definition.complexity,
                unresolved=unresolved.get(symbol, ()),
                rank=ranks.get(symbol, 0.0),
                parameters=definition.parameters,
                returns=definition.returns,
                methods=(*methods.get(qualname, ()), *elsewhere.get(qualname, ())) if is_class else (),
                attributes=attributes.get(qualname, ()) if is_class else (),
                lookups=lookups.get(qualname, ()),
                unnamed=unnamed.get(symbol, ()),
                mentions=mentions.get(symbol, ()),
                offered_by=offered.get(symbol, ""),
            )
        )
    return made


def _members(facts: FileFacts) -> tuple[dict[str, list[str]], dict[str, tuple[Attribute, ...]]]:
    """({class: symbols of its methods}, {class, or "" for the file: attributes, in the order they are declared})."""
    path = facts.path
    owners = {"": ""}  # scope → the class its ``self.x`` belongs to
    methods: dict[str, list[str]] = defaultdict(list)
    found: dict[str, dict[str, Attribute]] = defaultdict(dict)
    for definition in facts.definitions:
        owner = definition.parent
        if definition.kind in CLASS_KINDS:
            owners[definition.qualname] = definition.qualname
            _declared(definition.parameters, found[definition.qualname], definition.line)
        elif owner in owners or definition.owner:
            owner = definition.owner or owners[owner]
            if not owner:
                continue
            owners[definition.qualname] = owner
            if definition.kind in _MEMBERS and (definition.owner or definition.parent == owner):
                methods[owner].append(f"{path}#{definition.qualname}")
                _declared(definition.parameters, found[owner], definition.line)
    for item in facts.assignments:
        if item.kind in _PASSING or item.target == "default":  # ``export default {…}`` is no variable
            continue
        target, scope = item.target, item.scope
        owner_name = owners.get(scope)
        if owner_name is None:
            continue
        if owner_name != scope or "." in target:  # inside a method, or not a plain name
            if not scope or not target.startswith(_RECEIVERS):
                continue
            target = target.partition(".")[2]
            if "." in target:
                continue
        known = found[owner_name].get(target)
        if known is None:
            found[owner_name][target] = Attribute(target, _type(item), item.line)
        elif not known.type and (later := _type(item)):
            found[owner_name][target] = Attribute(target, later, known.line)
    return methods, {owner: tuple(group.values()) for owner, group in found.items()}


def _declared(parameters: Iterable[Parameter], into: dict[str, Attribute], line: int) -> None:
    """Parameters that declare an attribute as well."""
    for parameter in parameters:
        if parameter.property:
            into.setdefault(parameter.name, Attribute(parameter.name, parameter.annotation, line))


def _type(item: Assignment) -> str:
    """The annotation, else the kind of a literal, else the class that is called."""
    if item.annotation:
        return item.annotation
    value = item.value
    if value is None:
        return ""
    if value.kind == "call" and value.call is not None:
        callee = value.call.callee
        name = callee.text if callee.kind == "name" else ""
        return name if value.call.is_new or name.rpartition(".")[2][:1].isupper() else ""
    return value.kind if value.kind in _LITERALS else ""


def _exports(facts: FileFacts) -> tuple[str, ...]:
    """Names a file offers to others, where it says so."""
    if facts.exports:
        return tuple(sorted({export.name for export in facts.exports}))
    for item in facts.assignments:
        if item.target == "__all__" and not item.scope and item.value is not None and item.value.kind == "list":
            return tuple(sorted({name.text for name in item.value.items if name.kind == "string"}))
    return ()


def _home(facts: FileFacts) -> tuple[str, str]:
    """Where a type's methods may stand beside its own file: the same folder, in the same language."""
    return (facts.path.rpartition("/")[0], facts.language)


def _methods_elsewhere(files: Mapping[str, FileFacts]) -> dict[tuple[str, str], dict[str, list[str]]]:
    """{folder and language: {type: symbols of its methods in files that do not define the type}}."""
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for path, facts in files.items():
        own: set[str] | None = None
        for definition in facts.definitions:
            if definition.owner and definition.kind in _MEMBERS:
                own = _types(facts.definitions) if own is None else own
                if definition.owner not in own:
                    group = found.setdefault(_home(facts), {})
                    group.setdefault(definition.owner, []).append(f"{path}#{definition.qualname}")
    return found


def _types(definitions: Iterable[Definition]) -> set[str]:
    return {definition.qualname for definition in definitions if definition.kind in CLASS_KINDS}


def _base(value: Value) -> str:
    while value.kind == "subscript" and value.items:
        value = value.items[0]
    if value.kind == "call" and value.call is not None:
        return f"{_base(value.call.callee)}()"
    if value.kind == "attribute" and value.items:
        return f"{_base(value.items[0])}.{value.text}"
    return value.text


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
