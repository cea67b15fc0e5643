"""Members that nobody wrote: what Lombok's annotations, records, enums, data classes and Kotlin's properties make.

They are told as things of the kind "generated": `type` is the class they belong to, `arguments` what they give, if that is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.graph.declared.program import Type
from apps.engine.graph.declared.things import UNKNOWN, Thing, made

_GETTERS = frozenset({"Data", "Value", "Getter"})
_SETTERS = frozenset({"Data", "Setter"})
_BUILDERS = frozenset({"Builder", "SuperBuilder"})
_CONSTRUCTORS = frozenset({"AllArgsConstructor", "RequiredArgsConstructor", "NoArgsConstructor", "Data", "Value", *_BUILDERS})
_OF_ENUMS = {"name": "name", "ordinal": "ordinal", "compareTo": "compareTo", "getDeclaringClass": "getDeclaringClass"}
_KOTLIN = (".kt", ".kts")


def generated(owner: Thing, of: Type, name: str, line: list[Type]) -> Thing:
    """The member `name` that is generated for a type or one it inherits from (`line`, nearest first), or unknown."""
    for item in line:
        found = _of(owner, of, item, name)
        if found.kind != "unknown":
            return found
    return UNKNOWN


def builds(of: Type) -> bool:
    """Whether annotations make constructors of a type."""
    return bool(_annotations(of) & _CONSTRUCTORS)


def _of(owner: Thing, of: Type, item: Type, name: str) -> Thing:
    made_by = _annotations(item)
    kinds = {definition.kind for _, definition in item.parts}
    if name in ("builder", "toBuilder") and made_by & _BUILDERS:
        return _gives(item, Thing("builder", of))
    if "enum" in kinds:
        if name in ("valueOf", "values", "entries"):
            whole = Thing("instance", item, how="inferred")
            return _gives(item, whole if name == "valueOf" else made("[]", (whole,)))
        if name in _OF_ENUMS:
            return Thing("outside", external=f"java.lang.Enum.{_OF_ENUMS[name]}", how="inferred", owner=owner)
    if name in item.fields:
        return _field(owner, item, name) if "record" in kinds else UNKNOWN
    for word, field in _names(name):
        if field not in item.fields:
            continue
        path, assignment = item.fields[field]
        own = {decorator.name.rpartition(".")[2] for decorator in assignment.decorators} | made_by
        if path.endswith(_KOTLIN) or own & (_SETTERS if word == "set" else _GETTERS):
            return Thing("generated", item, how="inferred") if word == "set" else _field(owner, item, field)
    if name[:4] == "with" and {"With", "Wither"} & made_by:
        return _gives(item, Thing("instance", of, how="inferred"))
    if any("data" in definition.properties for _, definition in item.parts):
        if name == "copy":
            return _gives(item, Thing("instance", of, arguments=owner.arguments, how="inferred"))
        if name.startswith("component") and name[9:].isdigit():
            return Thing("generated", item, how="inferred")
    return _getter(owner, item, name)


def _getter(owner: Thing, item: Type, name: str) -> Thing:
    """A Java getter that Kotlin reads as a property."""
    capital = name[:1].upper() + name[1:]
    for method in (f"get{capital}", f"is{capital}" if not name.startswith("is") else name):
        if method in item.methods and method != name:
            return Thing("functions", functions=tuple(item.methods[method]), how="inferred", owner=owner)
    return UNKNOWN


def _field(owner: Thing, item: Type, name: str) -> Thing:
    path, assignment = item.fields[name]
    return _gives(item, Thing("variable", path=path, assignment=assignment, how="inferred", owner=owner))


def _gives(item: Type, what: Thing) -> Thing:
    return Thing("generated", item, arguments=(what,), how="inferred")


def _names(name: str) -> Iterator[tuple[str, str]]:
    """The fields a getter or setter of this name may be of: ``isOpen`` → open, isOpen."""
    for word in ("get", "set", "is"):
        if name.startswith(word) and len(name) > len(word) and not name[len(word)].islower():
            rest = name[len(word) :]
            yield word, rest[0].lower() + rest[1:]
            yield word, rest
            if word != "get":
                yield word, f"is{rest}"


def _annotations(item: Type) -> set[str]:
    return {decorator.name.rpartition(".")[2] for _, definition in item.parts for decorator in definition.decorators}
