"""The backend of Python, JavaScript and TypeScript: what does this name, at this place, stand for?

A wrong answer is worse than none: where two answers are possible and nothing decides, the answer is "unknown".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping

from apps.engine.facts import Assignment, Call, FileFacts, Import, Value
from apps.engine.graph.annotations import parts_of_union
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex, Level, index_file
from apps.engine.graph.bound_things import WINDOW, BoundThings, line_of
from apps.engine.graph.entities import LAMBDA, UNKNOWN, UNRESOLVED, Entity, Resolution, external
from apps.engine.graph.fixtures import Fixtures
from apps.engine.graph.implied import Implications, Implied, Open, Resolved
from apps.engine.graph.linearise import Lineage
from apps.engine.graph.members import Members
from apps.engine.graph.modules import Located, ModuleMaps, Modules
from apps.engine.graph.scripts import ScriptExports
from apps.engine.graph.stdlib import BUILTINS, SCRIPT_GLOBALS
from apps.engine.graph.values import Values, is_alias
from apps.engine.parsing.python.narrowing import EXCLUDED, NARROWED

_DEPTH = 40  # steps in a row that one question may take
_STEPS = 3000  # steps altogether
_UNVALUED = frozenset({"variable", "parameter", "opaque"})
_SOLID = frozenset({"instance", "class", "function", "module", "external", "made"})
_UNSEEN = Entity("unseen")


class DynamicNames:
    """Answers by following imports, assignments, annotations, classes and their bases."""

    def __init__(self, files: Mapping[str, FileFacts], aliases: ModuleMaps) -> None:
        self.files = {path: index_file(files[path]) for path in sorted(files)}
        self.modules = Modules(files, aliases)
        self.classes = Lineage(self)
        self.fixtures = Fixtures(self.files)
        self.exports = ScriptExports(self)
        self._through: dict[tuple[str, str, str, str, str, str], Resolution] = {}  # calls of members, by what has them
        self._chains: dict[tuple[str, str, str, str, str, str], Entity] = {}  # attributes of attributes, by what has them
        self._globals: dict[tuple[str, str], Entity] = {}
        self.depth = 0
        self.steps = 0
        self._values = Values(self)
        # What the parts of the search ask of each other most goes straight to the part that answers.
        self.member: Callable[[Entity, str], Entity] = Members(self).member
        self.evaluate: Callable[[Entity], Entity] = self._values.evaluate
        things = BoundThings(self)
        self.choose: Callable[[FileIndex, list[Binding], int], Entity] = things.choose
        self.module_of: Callable[[FileIndex, Import], Entity] = things.module_of
        self.located: Callable[[Located], Entity] = things.located
        self.starred: Callable[[FileIndex, str], Entity | None] = things.starred
        self.imported: Callable[[FileIndex, Binding], Entity] = things.imported
        self.cut = False
        self.busy: set[tuple[str, str, str]] = set()

    # questions from outside

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope` in the file `path`; line 0 means at its end."""
        index = self.files.get(path)
        if index is None or not name:
            return UNRESOLVED
        key = (scope, name)
        known = index.named.get(key)
        if known is None:
            self.steps = 0
            known = self._resolve(index, scope, name, line)
            if index.is_settled(scope, name):
                index.named[key] = known
        return known

    def _resolve(self, index: FileIndex, scope: str, name: str, line: int) -> Resolution:
        found = self.dotted(index, scope, name, line)
        if found.kind in ("variable", "parameter"):
            value = found.assignment.value if found.assignment is not None else None
            sure = True
            for _ in range(_DEPTH):  # exports.x = require("./x"), whose module may do the same
                sure = sure and found.assignment is not None and is_alias(self.files[found.path], found.assignment)
                required = self._values.required(self.files[found.path], value.call) if value is not None and value.call else None
                if required is None or required.kind != "variable" or required.assignment is None:
                    break
                found, value = required, required.assignment.value
            if required is not None and required.kind != "variable":
                return self.as_resolution(required if sure else required.inferred())
            if value is None or value.kind == "name" or found.kind == "parameter":
                followed = self.evaluate(found)
                if followed.kind not in ("unknown", "instance", "made", "outside"):
                    return self.as_resolution(followed)
        return self.as_resolution(found)

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The module an import means, or with `name` what that name of the module is."""
        index = self.files.get(path)
        if index is None:
            return UNRESOLVED
        self.steps = 0
        module = self.module_of(index, imported)
        if not name:
            return self.as_resolution(module)
        return self.as_resolution(self.member(module, name))

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function, or for an instantiation the constructor or class, that a call runs."""
        index = self.files.get(path)
        if index is None:
            return UNRESOLVED
        callee = call.callee
        if callee.kind != "name":
            self.steps = 0
            return self.as_resolution(self._values.target(index, call))
        head, _, rest = callee.text.partition(".")
        if not index.is_script and head not in index.heads and head != "super":
            self.steps = 0
            holder = index.settled.get((call.scope, head)) or self.plain(index, call.scope, head, call.line)
            if holder.kind in _UNVALUED:
                holder = self.evaluate(holder)
            if holder.kind in _SOLID:
                through = (holder.kind, holder.path, holder.qualname, holder.external, holder.how, rest)
                known = self._through.get(through)
                if known is None:
                    known = self._through[through] = self.as_resolution(self._values.target(index, call))
                return known
        key = (call.scope, callee.text)
        known = index.called.get(key)
        if known is None:
            self.steps = 0
            known = self.as_resolution(self._values.target(index, call))
            if index.is_settled(call.scope, callee.text):
                index.called[key] = known
        return known

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """The direct bases of a class, as written."""
        return [self.as_resolution(entity) for entity in self.classes.bases(path, qualname)]

    def implied(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """Calls through parameters, results, containers and the like, given what the names alone have told."""
        return Implications(self).find(resolved, still_open)

    def index(self, path: str) -> FileIndex | None:
        """The index of a file."""
        return self.files.get(path)

    def as_resolution(self, found: Entity) -> Resolution:
        """The answer to give for an entity."""
        kind = found.kind
        if kind in ("class", "function", "instance") and found.definition is not None:
            return Resolution(
                "definition", found.path, found.qualname, "", found.how, found.definition, is_instance=kind == "instance"
            )
        if kind in ("variable", "object", "opaque") and found.assignment is not None:
            return Resolution("assignment", found.path, found.qualname, "", found.how, None, found.assignment)
        if kind == "module":
            return Resolution("module", found.path, "", "", found.how)
        if kind in ("external", "made", "outside"):
            return Resolution("external", "", "", found.external, found.how)
        return UNRESOLVED

    # names

    def dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Entity:
        """What a dotted name stands for; the last part is not evaluated."""
        if "." not in name:
            return self.plain(index, scope, name, line)
        key = (scope, name)
        known = index.dotted.get(key)
        if known is not None:
            return known
        cut, self.cut = self.cut, False
        found = self._dotted(index, scope, name, line)
        if not self.cut and index.is_settled(scope, name):
            index.dotted[key] = found
        self.cut = self.cut or cut
        return found

    def _dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Entity:
        first, _, rest = (name.replace("?.", ".") if index.is_script else name).partition(".")
        if first in index.heads:
            parts = [first, *rest.split(".")]
            for count in range(min(len(parts), 4), 1, -1):
                # a whole dotted target may be assigned to or defined as such: ``app.locals``, ``schema.methods.save``
                found = self._bound(index, scope, ".".join(parts[:count]), line)
                if found is not None:
                    return self._below(found, parts[count:])
        found = self.plain(index, scope, first, line)
        owner = self.evaluate(found) if found.kind in _UNVALUED else found
        if owner.kind not in _SOLID:
            return self._below(found, rest.split("."))
        # What stands below something solid is the same wherever it is asked for; only how sure it is goes by the name.
        key = (owner.kind, owner.path, owner.qualname, owner.external, owner.how, rest)
        known = self._chains.get(key)
        if known is None:
            cut, self.cut = self.cut, False
            known = self._below(owner, rest.split("."))
            if not self.cut:
                self._chains[key] = known
            self.cut = self.cut or cut
        return known.after(found)

    def _below(self, found: Entity, parts: list[str]) -> Entity:
        """What attribute after attribute of an entity stands for; the last is not evaluated."""
        for part in parts:
            owner = self.evaluate(found) if found.kind in _UNVALUED else found
            found = (self.classes.known(owner, part) or self.member(owner, part)).after(found)
            if found.kind == "unknown":
                break
        return found

    def plain(self, index: FileIndex, scope: str, name: str, line: int) -> Entity:
        known = index.settled.get((scope, name))
        if known is not None and not index.is_script:
            return known
        if name in ("this", "self", "super") and (index.is_script or name != "self"):
            found = self._special(index, scope, name)
            if found is not None:
                return found
        free = index.free.get(name)
        if free is not None:
            return free
        found = self._bound(index, scope, name, line)
        if found is not None:
            return found
        if index.is_script:
            return external(name) if name in SCRIPT_GLOBALS else UNKNOWN
        found = self.starred(index, name)
        if found is None:
            found = external(f"builtins.{name}") if name in BUILTINS else UNKNOWN
            if name not in index.bound:
                index.free[name] = found
        return found

    def _special(self, index: FileIndex, scope: str, name: str) -> Entity | None:
        owner = index.class_of(scope)
        if name == "super":
            return Entity("super", index.facts.path, owner.qualname, definition=owner) if owner else None
        own = index.own_this(scope) if owner is not None and index.is_script else None
        if own is not None:
            name = own.qualname.removeprefix(f"{own.parent}.")
            return Entity("object", index.facts.path, own.qualname.rpartition(".")[0]) if "." in name else UNKNOWN
        if owner is not None:
            method = index.definitions.get(scope)
            while method is not None and method.parent != owner.qualname:
                method = index.definitions.get(method.parent)
            kind = "class" if method is not None and "static" in method.properties else "instance"
            return Entity(kind, index.facts.path, owner.qualname, definition=owner)
        here = index.definitions.get(scope)
        if here is not None and "." in here.qualname:
            return Entity("object", index.facts.path, here.qualname.rpartition(".")[0])
        return UNKNOWN

    def _bound(self, index: FileIndex, scope: str, name: str, line: int) -> Entity | None:
        """The binding of a name, or of a whole dotted target, that is in force."""
        key = (scope, name)
        known = index.settled.get(key, _UNSEEN)
        if known is not _UNSEEN:
            return known
        if name not in index.bound:
            index.settled[key] = None
            return None
        cut, self.cut = self.cut, False
        found, by_line = self._search(index, scope, name, line)
        if not by_line and not self.cut:
            index.settled[key] = found
        self.cut = self.cut or cut
        return found

    def _search(self, index: FileIndex, scope: str, name: str, line: int) -> tuple[Entity | None, bool]:
        """What a name is bound to, and whether another line of the scope could give another answer."""
        excluded: list[Assignment] = []
        found, by_line = self._searched(index, scope, name, line, excluded)
        if excluded and found is not None and self.is_excluded(index, self.evaluate(found), excluded):
            return UNKNOWN, True
        return found, by_line

    def is_excluded(self, index: FileIndex, found: Entity, spans: list[Assignment]) -> bool:
        """Whether something is an instance of a class that `isinstance` has said it is none of."""
        if found.kind != "instance":
            return False
        line = {(cls.path, cls.qualname) for cls in self.classes.of(found.path, found.qualname)}
        for span in spans:
            for part in parts_of_union(span.annotation):
                cls = self.annotated(index, span.scope, part, span.line)
                if cls.kind == "instance" and (cls.path, cls.qualname) in line:
                    return True
        return False

    def _searched(
        self, index: FileIndex, scope: str, name: str, line: int, excluded: list[Assignment]
    ) -> tuple[Entity | None, bool]:
        if scope and name not in index.inner:  # the module alone binds it
            return self.global_name(index, name), False
        by_line = False
        position = -1
        for level in index.levels(scope):
            position += 1
            shorts = level.short.get(name)
            if shorts:
                by_line = True
                end = bisect_right(shorts, line, key=line_of)
                for short in reversed(shorts[max(end - WINDOW, 0) : end]):
                    if line <= short.end_line:
                        if short.properties == EXCLUDED:
                            excluded.append(short)
                            continue
                        is_single = short.properties == NARROWED and "|" not in short.annotation
                        if is_single and self.assigned(index, short).kind == "unknown":
                            continue  # of a class that can't be told: what it is without is left
                        return Entity("variable", index.facts.path, name, assignment=short), True
            if level.is_class:
                if position or index.is_script:
                    continue  # members of a class are no names inside its methods
            elif name in level.parameters:
                later = level.names.get(name)
                by_line = by_line or bool(later)
                if later and line and later[0].line <= line:
                    return self.choose(index, later, line), True
                return self._parameter(index, level, name), by_line
            bindings = level.names.get(name)
            if not level.scope and not (line and position == 0):
                return self.global_name(index, name), by_line or (position == 0 and bindings is not None and len(bindings) > 1)
            if bindings:
                at_line = position == 0 and len(bindings) > 1
                return self.choose(index, bindings, line if position == 0 else 0), by_line or at_line
        return None, by_line

    def global_name(self, index: FileIndex, name: str) -> Entity | None:
        """What a name of the module means once the module has run, None if it binds no such name."""
        key = (index.facts.path, name)
        known = self._globals.get(key)
        if known is not None:
            return known
        bindings = index.scopes.get("", {}).get(name)
        if not bindings:
            return None
        cut, self.cut = self.cut, False
        found = self.choose(index, bindings, 0)
        if not self.cut:
            self._globals[key] = found
        self.cut = self.cut or cut
        return found

    def _parameter(self, index: FileIndex, level: Level, name: str) -> Entity:
        function = level.definition
        position, parameter = level.parameters[name]
        owner = index.definitions.get(function.parent) if function is not None and position == 0 else None
        bound = owner is not None and owner.kind in CLASSES and not index.is_script
        bound = bound and function is not None and function.name != LAMBDA
        if function is not None and owner is not None and bound and "static" not in function.properties:
            is_class = "classmethod" in function.properties or function.name in ("__new__", "__init_subclass__")
            kind = "class" if is_class else "instance"
            return Entity(kind, index.facts.path, owner.qualname, definition=owner, loose=True)
        return Entity("parameter", index.facts.path, level.scope, parameter=parameter, definition=function)

    # what the parts of the search ask of each other

    def value(self, index: FileIndex, scope: str, value: Value, line: int) -> Entity:
        """What an expression gives."""
        return self._values.value(index, scope, value, line)

    def called(self, index: FileIndex, call: Call, scope: str, line: int) -> Entity:
        """What a call gives back."""
        return self._values.called(index, call, scope, line)

    def assigned(self, index: FileIndex, assignment: Assignment) -> Entity:
        """The value of an assignment."""
        return self._values.assigned(index, assignment)

    def annotated(self, index: FileIndex, scope: str, annotation: str, line: int) -> Entity:
        """An instance of the class an annotation names."""
        return self._values.annotated(index, scope, annotation, line)

    def enter(self) -> bool:
        """Take one more step of the search; False where it has gone too far."""
        self.steps += 1
        if self.depth >= _DEPTH or self.steps > _STEPS:
            self.cut = True
            return False
        self.depth += 1
        return True

    def leave(self) -> None:
        """One step back."""
        self.depth -= 1
