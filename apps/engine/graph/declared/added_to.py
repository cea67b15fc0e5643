"""Languages whose types are added to in blocks that stand elsewhere: Rust's implementations, Swift's extensions."""

from __future__ import annotations

from apps.engine.facts import Call
from apps.engine.graph.declared.expressions import Expressions
from apps.engine.graph.declared.program import ADDITIONS, Program, Type
from apps.engine.graph.declared.rules import Rules
from apps.engine.graph.declared.things import Thing, outside
from apps.engine.graph.modules import ModuleMaps


class AddingExpressions(Expressions):
    """Blocks belong to the types their names mean; enums are made by their variants; what no type has is outside."""

    def __init__(self, program: Program, rules: Rules, maps: ModuleMaps) -> None:
        self._extended: dict[str, list[Type]] = {}
        super().__init__(program, rules, maps)
        self._fields = frozenset(
            item.target for file in program.files.values() for item in file.facts.assignments if item.kind == "field"
        )

    def settle_additions(self) -> None:
        """Blocks in another space than their type's are the type's."""
        for space in [self.program.spaces[name] for name in sorted(self.program.spaces)]:
            for name, of in sorted(space.types.items()):
                if not of.parts or any(part.kind not in ADDITIONS for _, part in of.parts):
                    continue
                path, block = of.parts[0]
                del space.types[name]
                found = self._declared(self.program.files[path], path, block.parent, name, as_type=True)
                if found.kind == "type" and found.type is not None:
                    self.program.join(of, found.type)
                    continue
                space.types[name] = of
                if found.kind == "outside":  # of one of several modules, where its own name is all that is known
                    of.outside = found.external or name
                    self._extended.setdefault(of.outside, []).append(of)
        self._lines.clear()
        self._bases.clear()
        self._heads.clear()

    def _in_space(self, name: str, member: str) -> Thing:
        found = super()._in_space(name, member)
        return outside(found.type.outside) if found.type is not None and found.type.outside else found

    def member(self, owner: Thing, name: str) -> Thing:
        for added in self._extended.get(owner.external, ()) if owner.kind in ("made", "outside") else ():
            if name in added.methods:
                return self.member_of(owner, added, name)
        return super().member(owner, name)

    def variant_of(self, found: Thing) -> Type | None:
        """The enum that a variant is one of."""
        if found.kind != "variable" or found.assignment is None or found.assignment.kind != "case":
            return None
        return self.program.enclosing(self.program.files[found.path], found.assignment.scope)

    def outside_name(self, member: str) -> str:
        """The full name of a member that any type may have from outside, "" if it is none of those."""
        return ""

    def _callable(self, path: str, scope: str, name: str, line: int) -> Thing:
        found = super()._callable(path, scope, name, line)
        owner = self.variant_of(found)
        return Thing("type", owner, how=found.how) if owner is not None else found

    def _target(self, path: str, call: Call, scope: str, line: int) -> Thing:
        found = super()._target(path, call, scope, line)
        if found.kind != "unknown" or call.is_new:
            return found
        below, _, last = call.callee.text.rpartition(".")
        if call.callee.kind == "name" and (not below or below[:1].isupper()):
            return found
        if call.callee.kind not in ("name", "attribute") or last in self.program.named or last in self._fields:
            return found
        # No type of the repository has a method of this name.
        return Thing("outside", external=self.outside_name(last), how="inferred")
