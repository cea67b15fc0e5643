"""What is Rust's own in looking names up: modules that hand on what they import, implementations apart from their types,
macros, wrappers whose members are those of what they hold."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Assignment, Call, Definition, Import, Value
from apps.engine.graph.declared.added_to import AddingExpressions
from apps.engine.graph.declared.program import File, Program, Type
from apps.engine.graph.declared.rules import Imported, Rules
from apps.engine.graph.declared.rules import rust as words
from apps.engine.graph.declared.things import UNKNOWN, Thing, made, outside
from apps.engine.graph.declared.types import TypeName, parse_type
from apps.engine.graph.modules import ModuleMaps

_NESTED = 4  # levels of type arguments in which parameters are replaced


class RustExpressions(AddingExpressions):
    """Names and expressions of Rust."""

    def __init__(self, program: Program, rules: Rules, maps: ModuleMaps) -> None:
        self._brought: dict[str, list[Imported]] = {}
        self._asked: set[tuple[str, str]] = set()
        self._outsiders = words.known_outside(maps)
        for file in program.files.values():
            program.space(file.space)  # one that only hands on what it imports too
            for definition in file.facts.definitions:
                if definition.kind == "namespace":
                    program.space(program.space_of(file, definition.qualname))
        super().__init__(program, rules, maps)
        for path, file in program.files.items():
            imported = self._imports[path]
            self._brought.setdefault(file.space, []).append(imported)
            for scope, inner in sorted(imported.inner.items()):
                holder = file.definitions.get(scope)
                if holder is not None and holder.kind == "namespace":
                    self._brought.setdefault(program.space_of(file, scope), []).append(inner)
        self.settle_additions()

    def absolute(self, path: str, item: Import) -> str:
        file = self.program.files[path]
        return words.absolute(item.module, self.program.space_of(file, item.scope), frozenset(self.program.spaces))

    # spaces

    def _in_space(self, name: str, member: str) -> Thing:
        if member in words.ANCHORS:
            return Thing("space", external=words.anchored(member, name))
        space = self.program.spaces.get(name)
        if space is None:
            return UNKNOWN
        if member.endswith("!"):
            macros = tuple(item for item in space.functions.get(member[:-1], ()) if item[1].kind == "macro")
            return Thing("functions", functions=macros) if macros else self._handed_on(name, member)
        found = super()._in_space(name, member)
        if found.kind == "functions" and found.functions[0][1].kind == "macro":
            plain = tuple(item for item in found.functions if item[1].kind != "macro")
            found = Thing("functions", functions=plain) if plain else UNKNOWN
        return found if found.kind != "unknown" else self._handed_on(name, member)

    def _handed_on(self, space: str, member: str) -> Thing:
        """What the imports of a module bring into it."""
        if space not in self._brought or (space, member) in self._asked:
            return UNKNOWN
        self._asked.add((space, member))
        try:
            found = UNKNOWN
            for imported in self._brought[space]:
                found = self._brought_by(imported, member)
                if found.kind != "unknown":
                    break
            return found
        finally:
            self._asked.discard((space, member))

    def _brought_by(self, imported: Imported, name: str) -> Thing:
        full = imported.names.get(name)
        if full is not None:
            found = self.full(full)
            return found if found.kind != "unknown" else outside(full)
        for star in imported.stars:
            found = self._in_space(star, name) if star in self.program.spaces else self._static(star, name)
            if found.kind != "unknown":
                return found
        return UNKNOWN

    def _declared(self, file: File, path: str, scope: str, name: str, *, as_type: bool = False) -> Thing:
        owner = self.program.enclosing(file, scope)
        if name == "Self":
            return Thing("type", owner) if owner is not None else UNKNOWN
        if owner is not None and name in owner.parameters:
            return UNKNOWN
        imported = self._imports[path]
        here = file.definitions.get(scope)
        while here is not None and here.kind != "namespace":  # imports inside functions
            inner = imported.inner.get(here.qualname)
            found = self._brought_by(inner, name) if inner is not None else UNKNOWN
            if found.kind != "unknown":
                return found
            here = file.definitions.get(here.parent)
        space = self.program.space_of(file, scope)
        found = self._in_space(space, name)
        while found.kind == "unknown" and name.endswith("!") and space:
            space = space.rpartition(".")[0]
            found = self._in_space(space, name) if space else UNKNOWN
        if found.kind != "unknown":
            return found
        if name in self.rules.builtins:
            return outside(words.BUILTINS[name])
        if name in self.program.spaces:
            return Thing("space", external=name)
        return outside(name) if name in self._outsiders else UNKNOWN

    def head(self, path: str, scope: str, name: str, line: int) -> Thing:
        if name == "self" and self.program.enclosing(self.program.files[path], scope) is None:
            return Thing("space", external=self.program.space_of(self.program.files[path], scope))
        return super().head(path, scope, name, line)

    # types

    def type_named(self, file: File, path: str, scope: str, name: str) -> Thing:
        found = super().type_named(file, path, scope, name)
        if found.kind == "outside" and "." in name:
            variant = self.dotted(path, scope, name, 0)
            owner = self.variant_of(variant)
            if owner is not None:
                return Thing("type", owner)
        return found

    def _of_type(self, path: str, scope: str, name: TypeName, definition: Definition | None = None) -> Thing:
        if name.name == "_":
            return UNKNOWN
        found = super()._of_type(path, scope, name, definition)
        if found.kind == "instance" and found.type is not None:
            return self._named_otherwise(found.type, found.arguments) or found
        return found

    def _named_otherwise(self, of: Type, arguments: tuple[Thing, ...]) -> Thing | None:
        """What a type is that is only another name: ``type Result<T> = std::result::Result<T, Error>``; None for others."""
        if len(of.parts) != 1:
            return None
        path, definition = of.parts[0]
        if definition.kind != "type" or not definition.returns or not self.enter():
            return None
        found = self._of_type(path, definition.parent or definition.qualname, parse_type(definition.returns))
        self.leave()
        return _put_in(found, dict(zip(of.parameters, arguments, strict=False))) if found.kind != "unknown" else None

    # members

    def member(self, owner: Thing, name: str) -> Thing:
        if owner.kind == "made":
            through = self._reached_through(owner, name)
            if through is not None:
                return through
        if owner.kind == "made" and owner.external in words.WRITTEN:
            return Thing("outside", external=f"{words.WRITTEN[owner.external]}.{name}", how="inferred", owner=owner)
        if owner.kind == "type" and owner.type is not None:
            other = self._named_otherwise(owner.type, ())
            if other is not None:
                return self.member(Thing("type", other.type) if other.type is not None else outside(other.external), name)
        return super().member(owner, name)

    def member_of(self, owner: Thing, of: Type, name: str) -> Thing:
        found = super().member_of(owner, of, name)
        if found.kind not in ("unknown", "outside"):
            return found
        if of.outside:
            return Thing("outside", external=f"{of.outside}.{name}", how="inferred", owner=owner)
        if name in words.UNIVERSAL:
            return Thing("outside", external=words.UNIVERSAL[name], how="inferred", owner=owner)
        return found

    def _reached_through(self, owner: Thing, name: str) -> Thing | None:
        """A member of what an outside type holds, where that type has none of its own by the name: ``guard.save()``."""
        if name in words.UNIVERSAL and name not in words.HELD:
            return Thing("outside", external=words.UNIVERSAL[name], how="inferred", owner=owner)
        held = self._held(owner)
        if held.type is None or name in words.HELD or name in words.PASSING or name in words.SAME:
            return None
        if any(name in item.methods or name in item.fields for item in self.line(held.type)):
            return self.member_of(held.inferred(), held.type, name)
        return None

    def _held(self, owner: Thing) -> Thing:
        """What a container holds: its last type argument, of a result the first."""
        if owner.kind != "made" or not owner.arguments:
            return UNKNOWN
        return owner.arguments[0 if owner.external.endswith("Result") else -1]

    # values

    def value(self, path: str, scope: str, value: Value, line: int) -> Thing:
        if value.kind == "subscript" and len(value.items) == 2 and value.items[1].text == "?":
            below = self.value(path, scope, value.items[0], line)
            return self._held(below).inferred() if below.arguments else below
        return super().value(path, scope, value, line)

    def element(self, collection: Thing) -> Thing:
        return self._held(collection).inferred()

    def _assigned(self, path: str, assignment: Assignment, owner: Thing | None) -> Thing:
        found = super()._assigned(path, assignment, owner)
        return UNKNOWN if found.external == "()" and assignment.kind in ("loop", "parameter") else found

    def _callable(self, path: str, scope: str, name: str, line: int) -> Thing:
        found = super()._callable(path, scope, name, line)
        if found.kind == "unknown" and name.startswith("self."):  # ``self::name`` is said in a method too
            found = self.full(f"{self.program.space_of(self.program.files[path], scope)}.{name[5:]}")
        found = self._function_beside(found)
        owner = self.variant_of(found)
        return Thing("type", owner, how=found.how) if owner is not None else found

    def meant(self, path: str, scope: str, name: str, line: int) -> Thing:
        return self._function_beside(self.dotted(path, scope, name, line))

    def _function_beside(self, found: Thing) -> Thing:
        """A module and a function may have the same name; here the function is meant."""
        if found.kind != "space":
            return found
        above, _, last = found.external.rpartition(".")
        for imported in self._brought.get(above, ()):
            full = imported.names.get(last, "")
            sources = [full.rpartition(".")[0], *imported.stars] if full else imported.stars
            for source in sources:
                other = self._in_space(source, last) if source in self.program.spaces and source != above else UNKNOWN
                if other.kind == "functions":
                    return other
        return found

    def outside_name(self, member: str) -> str:
        return words.UNIVERSAL.get(member, "")

    def _given_outside(self, path: str, scope: str, call: Call, target: Thing) -> Thing:
        owner, last = target.owner, target.external.rpartition(".")[2]
        if owner is not None and owner.arguments:
            if last in words.HELD:
                return self._held(owner).inferred()
            if last in words.PASSING:
                return made(words.PASSING[last] or owner.external, (self._held(owner),))
        if owner is not None and last in words.SAME and owner.kind in ("instance", "made"):
            return owner.inferred()
        into = words.MAKING.get(".".join(target.external.rsplit(".", 2)[-2:]))
        if into is not None and len(call.arguments) == 1:
            put = self.value(path, scope, call.arguments[0].value, call.line)
            return made(into, (put,)) if into else put.inferred()
        of = words.made_by(target.external)
        if of:
            return made(of, self._explicit(path, scope, call))
        return super()._given_outside(path, scope, call, target)


def _put_in(found: Thing, given: dict[str, Thing], level: int = 0) -> Thing:
    """A type with its parameters replaced."""
    if found.external in given:
        return given[found.external]
    if not found.arguments or level > _NESTED or not given:
        return found
    return replace(found, arguments=tuple(_put_in(item, given, level + 1) for item in found.arguments))
