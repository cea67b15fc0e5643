"""Fields of JavaScript and TypeScript classes with their decorators, and what functions without a name give back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Decorator, Definition, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.file_index import FileIndex

_WRAPPERS = frozenset({
    "Promise", "Relation", "Ref", "Collection", "Array", "Set", "ReadonlyArray", "Loaded", "Reference", "Rel", "NonAttribute",
    "IdentifiedReference", "Types.DocumentArray", "HydratedDocument", "Partial", "Readonly", "ScalarReference", "Opt", "Hidden",
    "CreationOptional", "ForwardRef", "WrapperType",
})  # fmt: skip
_MANY = frozenset({"Collection", "Array", "Set", "ReadonlyArray", "Types.DocumentArray"})
_MEMBERS = frozenset({"method", "constructor", "accessor"})
_GENERIC = re.compile(r"([\w.]+)\s*<(.*)>", re.S)


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a class, or an accessor with decorators."""

    name: str
    annotation: str
    line: int
    value: Value | None
    decorators: tuple[Decorator, ...]


def members(index: FileIndex, owner: Definition) -> Iterator[Member]:
    """The fields and accessors of a class, in order.

    Where the decorators of a field are known only as calls in the class's body, each belongs to the member that follows it.
    """
    fields = [item for item in index.fields.get(owner.qualname, ()) if item.kind == "field"]
    children = index.children.get(owner.qualname, ())
    found = [Member(item.name, item.returns, item.line, None, item.decorators) for item in children if item.kind == "accessor"]
    given: dict[str, list[Decorator]] = {}
    if not any(item.decorators for item in fields):
        ends = sorted(
            {(item.end_line, True, item.target) for item in fields}
            | {(item.line, False, "") for item in children if item.kind in _MEMBERS}
        )
        position = 0
        for call in index.calls_of(owner.qualname):
            while position < len(ends) and ends[position][0] < call.end_line:
                position += 1
            if position == len(ends):
                break
            if ends[position][1] and call.callee.kind == "name" and not call.is_new:
                decorator = Decorator(call.callee.text, call.arguments, True, call.line, call.end_line)
                given.setdefault(ends[position][2], []).append(decorator)
    for item in fields:
        line = item.value.line if item.value is not None and item.value.line else item.end_line  # not that of its decorators
        found.append(Member(item.target, item.annotation, line, item.value, item.decorators or tuple(given.get(item.target, ()))))
    return iter(sorted(found, key=lambda item: (item.line, item.name)))


def returned_by(code: Code, path: str, function: Value) -> tuple[str, tuple[Value, ...]]:
    """What a function, named or not, gives back: (the scope to read it in, the values)."""
    if function.kind != "function":
        return "", ()
    index = code.index(path)
    if function.text:
        definition = index.definitions.get(function.text)
        return (definition.qualname, definition.returned) if definition is not None else ("", ())
    position = int(function.items[0].text) if function.items else -1
    known = index.facts.lambdas
    return (known[position].scope, known[position].returned) if 0 <= position < len(known) else ("", ())


def given_back(code: Code, path: str, function: Value) -> str:
    """The name that a function gives back (``() => User``, ``(type) => [User]``); "" if it is none."""
    for value in returned_by(code, path, function)[1]:
        inner = value.items[0] if value.kind == "list" and value.items else value
        if inner.kind == "name":
            return inner.text
    return ""


def unwrapped(annotation: str) -> tuple[str, bool]:
    """(name of the class an annotation is about, whether it is many): ``Promise<Post[]>`` gives ("Post", True)."""
    text, many = annotation.strip(), False
    for _ in range(8):
        parts = [part.strip() for part in text.split("|")] if "<" not in text.partition("|")[0] else [text]
        kept = [part for part in parts if part not in ("null", "undefined")]
        if len(kept) != 1:
            return "", many
        text = kept[0]
        if text.endswith("[]"):
            text, many = text[:-2].strip().removeprefix("(").removesuffix(")"), True
            continue
        generic = _GENERIC.fullmatch(text)
        if generic is None or generic[1] not in _WRAPPERS:
            break
        many = many or generic[1] in _MANY
        inside, depth = "", 0
        for char in generic[2]:  # the first argument only
            depth += (char in "<([{") - (char in ">)]}")
            if char == "," and not depth:
                break
            inside += char
        text = inside.strip()
    return (text if text.replace(".", "").replace("_", "").replace("$", "").isalnum() else ""), many


def class_named(code: Code, path: str, scope: str, name: str, line: int) -> str:
    """The name a class has where it is defined; the last part of how it is written where that is not known."""
    definition = code.names.bind(path, scope, name, line).definition
    return definition.name if definition is not None and definition.kind in CLASSES else name.rpartition(".")[2]
