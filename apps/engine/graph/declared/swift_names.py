"""What is Swift's own in looking names up: modules without imports inside, labels, computed properties, extensions."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Call, Definition
from apps.engine.graph.declared.added_to import AddingExpressions
from apps.engine.graph.declared.program import File, Found, Program, Type
from apps.engine.graph.declared.rules import Rules
from apps.engine.graph.declared.rules import swift as words
from apps.engine.graph.declared.things import UNKNOWN, Thing, made, outside
from apps.engine.graph.modules import ModuleMaps

_OPENING, _CLOSING = "([{<", ")]}>"


class SwiftExpressions(AddingExpressions):
    """Names and expressions of Swift."""

    def __init__(self, program: Program, rules: Rules, maps: ModuleMaps) -> None:
        super().__init__(program, rules, maps)
        self.settle_additions()

    def _declared(self, file: File, path: str, scope: str, name: str, *, as_type: bool = False) -> Thing:
        if name == "Self":
            owner = self.program.enclosing(file, scope)
            return Thing("type", owner) if owner is not None else UNKNOWN
        found = super()._declared(file, path, scope, name, as_type=as_type)
        if found.external.startswith("."):  # of a type from one of several modules
            return outside("")
        if found.kind not in ("unknown", "outside") or name in self.rules.builtins:
            return found
        elsewhere = [self._in_space(space, name) for space in sorted(self.program.spaces) if space != file.space]
        known = [item for item in elsewhere if item.kind not in ("unknown", "space")]
        if len(known) == 1:
            return known[0]
        if known or (name[:1].islower() and (name in self.program.named or name in self._fields)):
            return UNKNOWN
        return found

    def evaluate(self, found: Thing) -> Thing:
        """A computed property that is read gives what its type says."""
        if found.kind == "functions" and len(found.functions) == 1 and found.functions[0][1].kind == "accessor":
            path, definition = found.functions[0]
            given = self.typed(path, definition.qualname, definition.returns, definition)
            return self._given(given, found.owner) if given.kind == "made" and found.owner is not None else given
        return super().evaluate(found)

    def chosen(self, functions: Sequence[Found], call: Call, path: str, scope: str) -> tuple[str, Definition, bool]:
        fitting = [item for item in functions if _labels_fit(item[1], call)] if len(functions) > 1 else list(functions)
        if len(fitting) == 1:
            return *fitting[0], True
        return super().chosen(fitting or functions, call, path, scope)

    def _given_outside(self, path: str, scope: str, call: Call, target: Thing) -> Thing:
        owner, last = target.owner, target.external.rpartition(".")[2]
        if owner is not None and owner.kind == "made" and owner.arguments and last in words.KEEPING:
            return made(owner.external, owner.arguments)
        return super()._given_outside(path, scope, call, target)

    def member_of(self, owner: Thing, of: Type, name: str) -> Thing:
        found = super().member_of(owner, of, name)
        return outside("") if found.external == f".{name}" else found  # of a type from one of several modules

    def member(self, owner: Thing, name: str) -> Thing:
        if owner.kind == "made" and owner.external in words.WRITTEN:
            written = Thing("made", external=words.WRITTEN[owner.external], arguments=owner.arguments, how=owner.how)
            return self.member(written, name)
        if owner.kind in ("outside", "made") and not owner.external:
            return outside("")
        return super().member(owner, name)


def _labels_fit(definition: Definition, call: Call) -> bool:
    """Whether the labels of a call stand in this order among those of a function; closures behind it have none."""
    labels = _labels(definition.signature)
    at = 0
    for item in call.arguments:
        if item.value.kind == "function" and not item.name:
            continue
        while at < len(labels) and labels[at] != item.name:
            at += 1
        if at == len(labels):
            return False
        at += 1
    return True


def _labels(signature: str) -> list[str]:
    """Labels of the parameters in a signature, "" for those without one."""
    start = signature.find("(")
    found: list[str] = []
    depth, begun = 0, start + 1
    for at in range(max(start, 0), len(signature)):
        char = signature[at]
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING and signature[at - 1] != "-":
            depth -= 1
        if (char == "," and depth == 1) or depth == 0:
            word = signature[begun:at].strip().partition(":")[0].split(" ")
            if word[0]:
                found.append("" if word[0] == "_" else word[0])
            begun = at + 1
            if depth == 0:
                break
    return found
