"""Calls of a Ruby file as a tree by the blocks they stand in: what languages inside Ruby are written in."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Call, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import text_of

BLOCK = "&"
_ITEMS = 200  # of a literal list that a block is run for
_DEPTH = 40  # blocks inside blocks


@dataclass(slots=True)
class Step:
    """A call, and what stands in its block."""

    call: Call
    inside: list["Step"] = field(default_factory=list)

    @property
    def word(self) -> str:
        """The method's name, "" where it is called on something."""
        callee = self.call.callee
        return callee.text if callee.kind == "name" and "." not in callee.text else ""


def block_of(call: Call) -> Value | None:
    """The block a call is given, None where it has none or one that is passed by name."""
    last = call.arguments[-1] if call.arguments else None
    return last.value if last is not None and last.name == BLOCK and last.value.kind == "function" else None


def steps(facts: FileFacts, scope: str | None = None) -> list[Step]:
    """The outermost calls of a file, or of one definition in it, with what their blocks hold."""
    roots: list[Step] = []
    open_blocks: list[tuple[int, int, Step]] = []  # first and last line, whose
    for call in facts.calls:
        if scope is not None and call.scope != scope:
            continue
        step = Step(call)
        while open_blocks and not (open_blocks[-1][0] <= call.line and call.end_line <= open_blocks[-1][1]):
            open_blocks.pop()
        (open_blocks[-1][2].inside if open_blocks else roots).append(step)
        block = block_of(call)
        if block is not None and len(open_blocks) < _DEPTH:
            open_blocks.append((block.line, block.end_line, step))
    return roots


def positional(call: Call) -> list[Value]:
    """Arguments without a name."""
    return [argument.value for argument in call.arguments if not argument.name]


def option(call: Call, *names: str) -> Value | None:
    """An argument by one of its names; the hash of a call that has string keys counts for its keys too."""
    for argument in call.arguments:
        if argument.name in names and argument.name != BLOCK:
            return argument.value
    return None


def words(value: Value | None) -> list[str]:
    """The strings and symbols of a list, or the one."""
    if value is None:
        return []
    items = value.items if value.kind == "list" else (value,)
    return [item.text for item in items if item.kind == "string"]


def walked(facts: FileFacts, call: Call) -> tuple[str, list[Value]]:
    """For ``%w[a b].each do |name|``: the block's variable and the items of the literal list; ("", []) for anything else."""
    callee, block = call.callee, block_of(call)
    if block is None or callee.kind != "attribute" or callee.text not in ("each", "map") or not callee.items:
        return "", []
    held = callee.items[0]
    if held.kind != "list" or len(held.items) > _ITEMS:
        return "", []
    return block_parameter(facts, block), list(held.items)


def block_parameter(facts: FileFacts, block: Value) -> str:
    """The name of a block's first parameter."""
    for assignment in facts.assignments:
        if assignment.kind == "parameter" and (assignment.line, assignment.end_line) == (block.line, block.end_line):
            return assignment.target
    return ""


def text(code: Code, path: str, call: Call, value: Value | None, bound: dict[str, Value]) -> str | None:
    """The text of an expression, with the variables of blocks that are run for each of a literal list filled in."""
    if value is None:
        return None
    if value.kind == "name" and value.text in bound:
        value = bound[value.text]
    if value.kind == "template" and bound:
        parts = [text(code, path, call, item, bound) for item in value.items]
        return None if any(part is None for part in parts) else "".join(part or "" for part in parts)
    callee = value.call.callee if value.call is not None else None
    if callee is not None and callee.text.rpartition(".")[2] in ("to_s", "to_sym", "freeze"):
        below = Value("name", callee.text.rpartition(".")[0]) if callee.kind == "name" else callee.items[0]
        return text(code, path, call, below, bound)
    return text_of(code, path, call.scope, value)


def place_of_call(path: str, call: Call) -> Place:
    """The lines of a call up to its block."""
    block = block_of(call)
    return Place(path, call.line, block.line if block is not None else call.end_line)


def join(prefix: str, path: str) -> str:
    """Two parts with one slash between them, without one at the end."""
    parts = [part for part in (prefix.strip("/"), path.strip("/")) if part]
    return "/" + "/".join(parts) if parts else ""
