"""Extension methods of C#: which of them a file knows, and which are for what they are called on."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.facts import Definition
from apps.engine.graph.declared.csharp_overloads import may_be, named, sounds_like, unwrapped
from apps.engine.graph.declared.expressions import Expressions
from apps.engine.graph.declared.program import File, Found, Program
from apps.engine.graph.declared.rules.csharp import CSharp
from apps.engine.graph.declared.things import UNKNOWN, Thing
from apps.engine.graph.declared.types import function_parameters, parse_type
from apps.engine.graph.modules import ModuleMaps

WALKED = frozenset({
    "IEnumerable", "IQueryable", "ICollection", "IList", "IReadOnlyCollection", "IReadOnlyList", "IAsyncEnumerable",
})  # fmt: skip


class ExtensionMethods(Expressions):
    """Finds the extension method that is meant."""

    rules: CSharp

    def __init__(self, program: Program, rules: CSharp, maps: ModuleMaps) -> None:
        super().__init__(program, rules, maps)
        self._projects = rules.projects({path: file.facts for path, file in program.files.items()}, maps)
        self._extensions: dict[str, list[tuple[str, str, Definition]]] = defaultdict(list)  # space, path, definition
        self._statics: dict[str, Thing] = {}
        self._seen_spaces: dict[str, frozenset[str]] = {}

    def _used(self, star: str) -> Thing:
        found = self._statics.get(star)
        if found is None:
            found = self._statics[star] = self.full(star)
        return found

    def _is_type(self, owner: Thing) -> bool:
        """Whether what a member is asked of is a type or a namespace, here or in the tables of known libraries."""
        space, _, last = owner.external.rpartition(".")
        known = owner.kind == "outside" and last in self.rules.known.get(space or "System", ())
        return known or owner.kind in ("space", "type")

    def _extension(self, path: str, scope: str, owner: Thing, name: str) -> Thing:
        visible = self._visible(path, scope)
        held = [(where, definition) for space, where, definition in self._extensions[name] if space in visible]
        fitting: list[Found] = []
        doubtful: list[Found] = []
        for where, definition in held:
            answer = self._receives(where, definition, owner)
            if answer is None:
                doubtful.append((where, definition))
            elif answer:
                fitting.append((where, definition))
        home = self._projects[path]
        fitting = [item for item in fitting if self._projects[item[0]] == home] or fitting
        doubtful = [item for item in doubtful if self._projects[item[0]] == home] or doubtful
        if fitting:
            return Thing("functions", functions=tuple(fitting), how="inferred", owner=owner)
        if len({definition.parent for _, definition in doubtful}) == 1:
            how = "inferred" if self._is_likely(doubtful[0][1], owner) else "name"
            return Thing("functions", functions=tuple(doubtful), how=how, owner=owner)
        return UNKNOWN

    def _is_likely(self, definition: Definition, owner: Thing) -> bool:
        """Whether more than the name of a method tells that it is for what it is called on, if that isn't sure."""
        if owner.kind == "instance" or (owner.kind == "made" and owner.external and not owner.external.endswith("()")):
            return True  # `_receives` has weighed its type
        wanted = unwrapped(parse_type(definition.parameters[0].annotation))
        return sounds_like(owner.external, wanted.name.rpartition(".")[2])

    def _visible(self, path: str, scope: str) -> frozenset[str]:
        """Namespaces whose extension methods are known in a file."""
        known = self._seen_spaces.get(path)
        if known is None:
            file = self.program.files[path]
            spaces = {""}
            for space in (file.space, *(self.program.space_of(file, item.qualname) for item in _namespaces(file))):
                while space:
                    spaces.add(space)
                    space = space.rpartition(".")[0]
            spaces.update(star for star in self._imports[path].stars if star in self.program.spaces)
            for star in self._imports[path].stars:
                used = self._used(star)
                if used.type is not None:
                    spaces.add(used.type.space)
            known = self._seen_spaces[path] = frozenset(spaces)
        return known

    def _receives(self, path: str, definition: Definition, owner: Thing) -> bool | None:
        """Whether an extension method is for what it is called on; None where that can't be told."""
        wanted = unwrapped(parse_type(definition.parameters[0].annotation))
        last = wanted.name.rpartition(".")[2]
        if last in function_parameters(definition.signature) or last in ("object", "Object", "dynamic"):
            return True
        needed = self.typed(path, definition.parent, definition.parameters[0].annotation)
        if owner.kind == "instance" and owner.type is not None:
            if needed.type is not None:
                return needed.type in self.line(owner.type)
            above = {base.external.rpartition(".")[2] for item in self.line(owner.type) for base in self.bases(item)} - {""}
            return last in above or (None if above else False)
        if needed.kind == "instance":
            return False if owner.kind == "made" and not owner.external.endswith("()") else None
        if owner.kind == "made" and owner.external:
            name = owner.external.rpartition(".")[2]
            if name == last or named(name) == named(last):
                return True
            if last in WALKED and owner.arguments:
                return self._holds(owner, needed)
            return None if name.endswith("()") or may_be(named(name), named(last)) else False
        return None

    def _holds(self, owner: Thing, needed: Thing) -> bool | None:
        """Whether a collection holds what an extension method wants one of."""
        if not needed.arguments or needed.arguments[0].type is None or owner.arguments[-1].type is None:
            return True
        return needed.arguments[0].type in self.line(owner.arguments[-1].type)


def _namespaces(file: File) -> list[Definition]:
    return [item for item in file.facts.definitions if item.kind == "namespace"]
