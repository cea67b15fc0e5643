"""Follows names to what declares them: variables of functions, members of types, imports, spaces."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Assignment, Definition, Import
from apps.engine.graph.declared.program import File, Found, Program, Type
from apps.engine.graph.declared.rules import Imported, Rules
from apps.engine.graph.declared.things import UNKNOWN, Thing, made, outside
from apps.engine.graph.declared.types import NO_TYPE, TypeName, function_parameters, parse_type
from apps.engine.graph.modules import ModuleMaps

_STEPS = 2_000  # of one question
_DEPTH = 30
_SHORT = 8  # characters of a name that may be a type parameter's
_ADDED = frozenset({"trait", "interface", "module", "protocol"})
_COLLECTIONS = frozenset({"[]", "map", "()"})


class Lookup:
    """One family's program, asked for names.  Answers that cost too many steps are "unknown"."""

    def __init__(self, program: Program, rules: Rules, maps: ModuleMaps) -> None:
        self.program = program
        self.rules = rules
        spaces = frozenset(program.spaces)
        self._imports: dict[str, Imported] = {
            path: rules.imported(file.facts, file.space, spaces, maps) for path, file in program.files.items()
        }
        self._prefixes = {space[: at + 1] for space in spaces for at, char in enumerate(space) if char == "."}
        self._homes: dict[str, str] = {}
        for path in sorted(program.files, reverse=True):
            self._homes[program.files[path].space] = path
        self._heads: dict[tuple[str, str, str], Thing] = {}
        self._bases: dict[int, list[Thing]] = {}
        self._lines: dict[int, list[Type]] = {}
        self.busy: set[tuple[object, ...]] = set()
        self._steps = 0
        self._depth = 0

    def begin(self) -> None:
        """A new question."""
        self._steps = self._depth = 0
        self.busy.clear()

    def absolute(self, path: str, item: Import) -> str:
        """The full name of an import's module in a file."""
        return item.module

    def home_of(self, space: str) -> str:
        """The first file of a space, "" where it has none."""
        return self._homes.get(space, "")

    def full(self, name: str) -> Thing:
        """What a dotted name with its space stands for, "unknown" where it is of no space of the repository."""
        if name in self.program.spaces:
            return Thing("space", external=name)
        parts = name.split(".")
        for count in range(len(parts) - 1, -1, -1):
            space = ".".join(parts[:count])
            if space in self.program.spaces:
                found = self._in_space(space, parts[count])
                for part in parts[count + 1 :]:
                    if found.kind == "unknown":
                        break
                    found = self.member(found, part)
                if found.kind != "unknown":
                    return found
        return Thing("space", external=name) if f"{name}." in self._prefixes else UNKNOWN

    def _in_space(self, name: str, member: str) -> Thing:
        space = self.program.spaces.get(name)
        if space is None:  # nothing stands in it itself
            below = f"{name}.{member}"
            return Thing("space", external=below) if below in self.program.spaces or f"{below}." in self._prefixes else UNKNOWN
        if member in space.types:
            return Thing("type", space.types[member])
        if member in space.functions:
            return Thing("functions", functions=tuple(space.functions[member]))
        if member in space.variables:
            path, assignment = space.variables[member]
            return Thing("variable", path=path, assignment=assignment)
        below = f"{name}.{member}" if name else member
        if below in self.program.spaces or f"{below}." in self._prefixes:
            return Thing("space", external=below)
        return UNKNOWN

    def _local(self, file: File, path: str, definition: Definition, name: str, line: int) -> Thing | None:
        """A variable, parameter or function inside a function."""
        scope = definition.qualname
        bound = file.locals.get((scope, name))
        if bound:
            chosen: Assignment | None = None
            for assignment in bound:
                if assignment.kind == "parameter" and not assignment.line <= line <= assignment.end_line:
                    continue
                if assignment.line == line and _names_itself(assignment):
                    continue
                if (path, assignment.scope, assignment.target, assignment.line) in self.busy:
                    continue
                if assignment.line <= line or not line or chosen is None:
                    chosen = assignment
            if chosen is not None:
                return Thing("variable", path=path, assignment=chosen)
        for parameter in definition.parameters:
            if parameter.name == name:
                if not parameter.annotation:
                    return UNKNOWN
                return self.typed(path, definition.parent or definition.qualname, parameter.annotation, definition)
        inner = file.inner.get((scope, name)) if scope not in file.types else None
        if inner:
            return Thing("functions", functions=tuple((path, item) for item in inner))
        return None

    def _declared(self, file: File, path: str, scope: str, name: str, *, as_type: bool = False) -> Thing:
        """A name that is no variable of a function; `as_type` leaves out what can't be a type or a space."""
        owner = self.program.enclosing(file, scope)
        here = owner
        while here is not None:
            if name in here.parameters:
                return UNKNOWN
            if name in here.nested:
                return Thing("type", here.nested[name])
            if here.name.rpartition(".")[2] == name:
                return Thing("type", here)
            if self.rules.implicit_members and not as_type:
                found = self.member(Thing("instance", here), name)
                if found.kind not in ("unknown", "outside"):
                    return found
            here = here.outer
        imported = self._imports[path]
        if self.rules.root and name.startswith(self.rules.root):
            plain = name.removeprefix(self.rules.root)
            found = self.full(plain)
            return found if found.kind != "unknown" else outside(plain)
        if name in imported.names:
            full = imported.names[name]
            found = self.full(full)
            return found if found.kind != "unknown" else outside(full)
        space = self.program.space_of(file, scope)
        while True:
            found = self._in_space(space, name)
            if found.kind != "unknown":
                return found
            if not space or not self.rules.parent_spaces:
                break
            space = space.rpartition(".")[0]
        if file.space != space:
            found = self._in_space(file.space, name)
            if found.kind != "unknown":
                return found
        for star in imported.stars:
            found = self._in_space(star, name) if star in self.program.spaces else self._static(star, name)
            if found.kind != "unknown":
                return found
        built_in = self.rules.built_in(name, file.facts.language)
        if built_in:
            return outside(built_in)
        if owner is not None and self.rules.implicit_members and not as_type:
            found = self._inherited_outside(owner, name)
            if found.kind != "unknown":
                return found
        named = self.rules.elsewhere(name, space, as_type=as_type)
        if named:
            return outside(named)
        return UNKNOWN if as_type and name[:1].islower() else self._starred_outside(imported, name)

    def _starred_outside(self, imported: Imported, name: str) -> Thing:
        """A name that only an import of everything from outside can have brought: named where there is one such import."""
        stars = [star for star in imported.stars if star not in self.program.spaces and self.full(star).kind == "unknown"]
        if not stars:
            return UNKNOWN
        return outside(f"{stars[0]}.{name}").inferred() if len(stars) == 1 else outside("")

    def _static(self, full: str, name: str) -> Thing:
        owner = self.full(full)
        return self.member(owner, name) if owner.kind == "type" else UNKNOWN

    def _inherited_outside(self, owner: Type, name: str) -> Thing:
        """A member that can only come from the one outside type that a type of the repository extends."""
        above = [base for item in self.line(owner) for base in self.bases(item) if base.kind == "outside"]
        return outside(f"{above[0].external}.{name}").inferred() if len(above) == 1 and name[:1].islower() else UNKNOWN

    def bases(self, of: Type) -> list[Thing]:
        """What a type inherits from, in order."""
        known = self._bases.get(id(of))
        if known is not None:
            return known
        self._bases[id(of)] = []
        found = []
        for path, scope, value in of.bases:
            if value.kind == "name":
                file = self.program.files[path]
                above = self.type_named(file, path, scope, value.text)
                given = self._given_to_base(of, path, scope, value.text)
                found.append(replace(above, arguments=given) if given else above)
        self._bases[id(of)] = found
        return found

    def _given_to_base(self, of: Type, path: str, scope: str, name: str) -> tuple[Thing, ...]:
        """The type arguments of a base: ``interface Owners extends Repository<Owner, Integer>``."""
        for where, definition in of.parts:
            at = definition.signature.find(f"{name}<") if where == path else -1
            if at > 0:
                arguments = parse_type(definition.signature[at:]).arguments
                return tuple(self._of_type(path, scope, item) for item in arguments)
        return ()

    def type_named(self, file: File, path: str, scope: str, name: str) -> Thing:
        """The type that a dotted name means in a scope; one that is not of the repository is outside."""
        head, _, rest = name.partition(".")
        if head in self.rules.selfs or head in self.rules.supers:
            return self.own(file, scope, head)
        found = self._declared(file, path, scope, head, as_type=True)
        if found.kind == "unknown" and rest:
            found = self.full(name.removeprefix(self.rules.root))
            return found if found.kind == "type" else outside(name.removeprefix(self.rules.root))
        for part in rest.split(".") if rest else ():
            found = self.member(found, part)
        if found.kind not in ("type", "outside") and rest:
            found = self.full(name.removeprefix(self.rules.root))
        return found if found.kind in ("type", "outside") else outside(name.removeprefix(self.rules.root))

    def own(self, file: File, scope: str, name: str) -> Thing:
        """The type around a scope, or what it extends: as a type, or outside."""
        owner = self.program.enclosing(file, scope)
        if owner is None:
            return UNKNOWN
        if name in self.rules.selfs:
            return Thing("type", owner)
        bases = [base for base in self.bases(owner) if base.type is None or not _is_added(base.type)]
        return next((base for base in bases if base.kind == "type"), bases[0] if bases else UNKNOWN)

    def line(self, of: Type) -> list[Type]:
        """A type and all it inherits from inside the repository, nearest first."""
        known = self._lines.get(id(of))
        if known is not None:
            return known
        out, waiting = [of], [of]
        while waiting and not self.rules.included_first:
            here = waiting.pop(0)
            for base in self.bases(here):
                if base.type is not None and base.type not in out:
                    out.append(base.type)
                    waiting.append(base.type)
        if self.rules.included_first:
            out = []
            while waiting:
                here = waiting.pop()
                if here not in out:
                    out.append(here)
                    above = [base.type for base in self.bases(here) if base.type is not None]
                    above.sort(key=lambda item: not _is_added(item))
                    waiting += reversed(above)
        self._lines[id(of)] = out
        return out

    def typed(self, path: str, scope: str, text: str, definition: Definition | None = None) -> Thing:
        """An instance of a written type."""
        return self._of_type(path, scope, parse_type(text), definition)

    def _of_type(self, path: str, scope: str, name: TypeName, definition: Definition | None = None) -> Thing:
        if name is NO_TYPE or not name.name or not self.enter():
            return UNKNOWN
        try:
            arguments = tuple(self._of_type(path, scope, item, definition) for item in name.arguments)
            if name.name in _COLLECTIONS:
                return made(name.name, arguments)
            if name.name == "->":
                return made("->", arguments)
            last = name.name.rpartition(".")[2]
            if last in self.rules.wrappers and len(arguments) >= 1:
                return arguments[0]
            file = self.program.files[path]
            if last in ("Self", "self", "static"):
                owner = self.program.enclosing(file, scope)
                return Thing("instance", owner, how="inferred") if owner is not None else UNKNOWN
            if len(name.name) <= _SHORT:
                bound = _parameter_bound(file, definition.qualname if definition is not None else scope, name.name)
                if bound is not None:
                    return self._of_type(path, scope, TypeName(bound), definition) if bound else UNKNOWN
            found = self.type_named(file, path, scope, name.name)
            if found.kind == "type":
                return Thing("instance", found.type, arguments=arguments, how="inferred")
            return made(found.external, arguments)
        finally:
            self.leave()

    def _made(self, found: Thing) -> Thing:
        return made(found.external) if found.kind == "outside" else UNKNOWN

    def member(self, owner: Thing, name: str) -> Thing:
        """What a member of something stands for; a variable is not evaluated."""
        kind = owner.kind
        if kind == "space":
            found = self._in_space(owner.external, name)
            return found if found.kind != "unknown" else UNKNOWN
        if kind == "outside":
            return Thing("outside", external=f"{owner.external}.{name}" if owner.external else "", how=owner.how)
        if kind == "made":
            held = owner.arguments[-1] if owner.arguments and owner.external.endswith("()") else None
            if held is not None and held.type is not None and any(name in item.methods for item in self.line(held.type)):
                return self.member_of(held.inferred(), held.type, name)
            return Thing("outside", external=f"{owner.external}.{name}", how="inferred", owner=owner)
        if owner.type is None:
            return UNKNOWN
        return self.member_of(owner, owner.type, name)

    def member_of(self, owner: Thing, of: Type, name: str) -> Thing:
        """A member of a type or of what it inherits from."""
        functions: list[Found] = []
        for item in self.line(of):
            if functions and not self.rules.overloads:
                break
            if name in item.methods:
                functions += item.methods[name]
            elif name == self.rules.constructor_member and item.constructors:
                functions += item.constructors
            elif not functions and name in item.fields:
                path, assignment = item.fields[name]
                return Thing("variable", path=path, assignment=assignment, how=owner.how, owner=owner)
            elif not functions and name in item.nested and owner.kind == "type":
                return Thing("type", item.nested[name])
        if functions:
            return Thing("functions", functions=tuple(functions), how=owner.how, owner=owner)
        if name in self.rules.makers and owner.kind == "type":
            return Thing("type", of, how=owner.how)
        if name in self.rules.enum_members and of.parts and of.parts[0][1].kind == "enum":
            return Thing("outside", external=f"{self.rules.enum_space}.{name}", how="inferred", owner=owner)
        for other in self.rules.other_names(name):
            found = next((item.methods[other] for item in self.line(of) if other in item.methods), None)
            if found is not None:
                return Thing("functions", functions=tuple(found), how="inferred", owner=owner)
        above = [base for item in self.line(of) for base in self.bases(item) if base.kind == "outside"]
        if len(above) == 1:
            return Thing("outside", external=f"{above[0].external}.{name}", how="inferred", owner=owner)
        stored = self.stored(of)
        if stored and (name in self.rules.queries or name in self.rules.relations):
            return Thing("outside", external=f"{stored}.{name}", how="inferred", owner=owner)
        return self._of_several(of, above, owner, name) if self.rules.included_first else UNKNOWN

    def _of_several(self, of: Type, above: list[Thing], owner: Thing, name: str) -> Thing:
        """A member that one of several outside bases has: named where all but one of them only promise it."""
        if not above:
            return UNKNOWN
        line = self.line(of)
        taken = [
            self.type_named(self.program.files[path], path, scope, value.text)
            for item in line
            for path, scope, value in item.bases
            if value in item.included
        ]
        extended = [
            base
            for item in line
            for base in self.bases(item)[:1]
            if base.kind == "outside" and any(" extends " in definition.signature for _, definition in item.parts)
        ]
        is_sure = len(extended) == 1 and not any(item.kind == "outside" for item in taken)
        external = f"{extended[0].external}.{name}" if is_sure else ""
        return Thing("outside", external=external, how="inferred", owner=owner)

    def stored(self, of: Type) -> str:
        """The outside base that makes a type the rows of a table, "" where there is none."""
        for item in self.line(of) if self.rules.stores else ():
            for base in self.bases(item):
                if base.kind == "outside" and base.external.rpartition(".")[2] in self.rules.stores:
                    return base.external
        return ""

    def enter(self) -> bool:
        """Take one more step; False where it has gone too far."""
        self._steps += 1
        if self._steps > _STEPS or self._depth >= _DEPTH:
            return False
        self._depth += 1
        return True

    def leave(self) -> None:
        """One step back."""
        self._depth -= 1


def _is_added(of: Type) -> bool:
    """Whether a type is one that others take on beside what they extend."""
    return bool(of.parts) and of.parts[0][1].kind in _ADDED


def _names_itself(assignment: Assignment) -> bool:
    """Whether the value of a variable is made of another thing of its name: ``assert := assert.New(t)``."""
    waiting = [assignment.value] if assignment.value is not None else []
    while waiting:
        value = waiting.pop()
        if value.kind == "name" and value.text.partition(".")[0] == assignment.target:
            return True
        if value.kind == "call" and value.call is not None:
            waiting += [value.call.callee, *(argument.value for argument in value.call.arguments)]
        waiting += value.items
    return False


def _parameter_bound(file: File, scope: str, name: str) -> str | None:
    """The bound of a type parameter of a function around a place, "" if it has none; None where the name is no type parameter."""
    here = file.definitions.get(scope)
    while here is not None:
        bounds = function_parameters(here.signature)
        if name in bounds:
            return bounds[name]
        here = file.definitions.get(here.parent)
    return None
