"""Definitions and files → capsules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from apps.engine.facts import Capsule, FileFacts, Value


def symbol_of(path: str, scope: str) -> str:
    """``path#scope``, the path alone for the module."""
    return f"{path}#{scope}" if scope else path


def capsules_of(facts: FileFacts, text: str, unresolved: Mapping[str, int]) -> list[Capsule]:
    """The module's capsule, then one for each definition.  `unresolved` counts calls by symbol."""
    lines = text.split("\n")
    made = [_module(facts, lines, unresolved.get(facts.path, 0))]
    for definition in facts.definitions:
        symbol = symbol_of(facts.path, definition.qualname)
        body = "\n".join(lines[definition.start_line - 1 : definition.end_line])
        made.append(
            Capsule(
                symbol=symbol,
                kind=definition.kind,
                name=definition.name,
                path=facts.path,
                language=facts.language,
                line=definition.line,
                start_line=definition.start_line,
                end_line=definition.end_line,
                signature=definition.signature,
                docstring=definition.docstring,
                body=body,
                content_hash=_digest(body),
                parent=symbol_of(facts.path, definition.parent),
                properties=definition.properties,
                bases=tuple(_base(base) for base in definition.bases),
                decorators=tuple(decorator.name for decorator in definition.decorators),
                complexity=definition.complexity,
                unresolved_calls=unresolved.get(symbol, 0),
            )
        )
    return made


def _module(facts: FileFacts, lines: list[str], unresolved: int) -> Capsule:
    """The file itself; its body is the code of the module level, what its definitions span left out."""
    kept: list[str] = []
    at = 1
    spans = sorted((item.start_line, item.end_line) for item in facts.definitions if not item.parent)
    for start, end in spans:
        if start > at:
            kept.extend(lines[at - 1 : start - 1])
        at = max(at, end + 1)
    kept.extend(lines[at - 1 :])
    body = "\n".join(kept).strip("\n")
    return Capsule(
        symbol=facts.path,
        kind="module",
        name=facts.path.rpartition("/")[2],
        path=facts.path,
        language=facts.language,
        line=1,
        start_line=1,
        end_line=max(facts.lines, 1),
        signature="",
        docstring=facts.docstring,
        body=body,
        content_hash=_digest(body),
        properties=("script",) if facts.is_script else (),
        unresolved_calls=unresolved,
    )


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
