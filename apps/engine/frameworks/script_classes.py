"""Fields of JavaScript and TypeScript classes with their decorators, and what functions without a name give back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Decorator, Definition, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.file_index import FileIndex

_WRAPPERS = frozenset({
    "Promise", "Relation", "Ref", "Collection", "Array", "Set", "ReadonlyArray", "Loaded", "Reference", "Rel", "NonAttribute",
    "IdentifiedReference", "Types.DocumentArray", "HydratedDocument", "Partial", "Readonly", "ScalarReference", "Opt", "Hidden",
    "CreationOptional", "ForwardRef", "WrapperType",
})  # fmt: skip
_MANY = frozenset({"Collection", "Array", "Set", "ReadonlyArray", "Types.DocumentArray"})
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
    accessors = [
        Member(item.name, item.returns, item.line, None, item.decorators) for item in children if item.kind == "accessor"
    ]
    if any(item.decorators for item in fields):
        found = [Member(item.target, item.annotation, item.line, item.value, item.decorators) for item in fields]
    else:
        starts = sorted(
            {(item.line, True, item.target) for item in fields} | {(item.line, False, item.qualname) for item in children}
        )
        given: dict[str, list[Decorator]] = {}
        position = 0
        for call in index.calls_of(owner.qualname):
            while position < len(starts) and starts[position][0] < call.end_line:
                position += 1
            if position == len(starts):
                break
            if starts[position][1] and call.callee.kind == "name" and not call.is_new:
                decorator = Decorator(call.callee.text, call.arguments, True, call.line, call.end_line)
                given.setdefault(starts[position][2], []).append(decorator)
        found = [
            Member(item.target, item.annotation, item.line, item.value, tuple(given.get(item.target, ()))) for item in fields
        ]
    return iter(sorted((*found, *accessors), key=lambda item: (item.line, item.name)))


def given_back(code: Code, path: str, value: Value) -> str:
    """The name that a function without a name gives back (``() => User``): the first it names; "" if none."""
    index = code.index(path)
    for line in range(value.line, (value.end_line or value.line) + 1):
        own = {item.target for item in index.facts.assignments if item.kind == "parameter" and item.line == line}
        for name in index.named_at.get(line, ()):
            if name.partition(".")[0] not in own:
                return name
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
