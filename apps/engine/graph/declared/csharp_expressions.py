"""What expressions of C# give beyond what their declarations say: extension methods, usings of a project, collections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from apps.engine.facts import Argument, Assignment, Call, Definition, Value
from apps.engine.graph.declared.csharp_extensions import WALKED, ExtensionMethods
from apps.engine.graph.declared.csharp_overloads import (
    Given,
    agreement,
    callable_by_name,
    is_extension,
    literal_names,
    named,
    of_type_arguments,
    takes,
)
from apps.engine.graph.declared.program import File, Found, Program, Type
from apps.engine.graph.declared.rules import Imported
from apps.engine.graph.declared.rules.csharp import KEYWORDS, CSharp
from apps.engine.graph.declared.things import UNKNOWN, Thing, made, outside
from apps.engine.graph.declared.types import type_parameters
from apps.engine.graph.modules import ModuleMaps

_OBJECT = frozenset({"ToString", "Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "Finalize"})
_ENUM = frozenset({"HasFlag", "CompareTo"})
_PAIR = "System.Collections.Generic.KeyValuePair"
_READ = frozenset({"Value", "Result", "CurrentValue", "Current", "Entity", "Object"})  # properties that give what is held
_HOLDING = frozenset({"Set", "OfType", "Cast", "Empty", "GetServices", "ToList"})  # generic calls that give several of their type
_ARGUMENTS = 6  # of a call whose types are asked for


class CSharpExpressions(ExtensionMethods):
    """C#."""

    def __init__(self, program: Program, rules: CSharp, maps: ModuleMaps) -> None:
        super().__init__(program, rules, maps)
        files = {path: file.facts for path, file in program.files.items()}
        shared = rules.shared(files, maps)
        self._spread: dict[str, set[str]] = defaultdict(set)  # namespace → projects that declare something in it
        for path, file in program.files.items():
            self._spread[file.space].add(self._projects[path])
        self._outside: dict[int, tuple[list[str], dict[str, str]]] = {}
        self._types: dict[tuple[str, str, str], Thing] = {}
        for path, file in program.files.items():
            imported, more = self._imports[path], shared[path]
            imported.stars += [star for star in more.stars if star not in imported.stars]
            for name, target in more.names.items():
                imported.names.setdefault(name, target)
            self._members_of(path, file)
        self._names = frozenset(
            name
            for file in program.files.values()
            for items in (file.facts.definitions, file.facts.assignments)
            for name in map(_name, items)
        )
        self._held = frozenset(
            name
            for space in program.spaces.values()
            for names in (space.types, space.functions, space.variables, space.name.split("."))
            for name in names
        )
        for path in program.files:
            self._part(self._imports[path])

    def _part(self, imported: Imported) -> None:
        """Keeps the usings of the repository's own namespaces and types; what the others bring is known by their names alone."""
        elsewhere = [star for star in imported.stars if star not in self.program.spaces and self._used(star).kind == "unknown"]
        imported.stars = [star for star in imported.stars if star not in elsewhere]
        known = {item: star for star in reversed(elsewhere) for item in self.rules.known.get(star, ())}
        self._outside[id(imported)] = [star for star in elsewhere if star not in self.rules.known], known

    def _members_of(self, path: str, file: File) -> None:
        """Collects extension methods and statements; a property is read as the field it declares, whatever code it runs."""
        space = self.program.space(file.space)
        for assignment in file.facts.assignments:
            if not assignment.scope:
                file.locals["", assignment.target].append(assignment)
                space.variables.pop(assignment.target, None)
        for definition in file.facts.definitions:
            if definition.kind == "accessor" and (holder := file.types.get(definition.parent)) is not None:
                holder.methods.pop(definition.name, None)
            elif definition.parameters and definition.parameters[0].kind == "receiver":
                within = self.program.space_of(file, definition.parent)
                self._extensions[definition.name].append((within, path, definition))

    # names

    def _in_space(self, name: str, member: str) -> Thing:
        return super()._in_space(name, member) if member in self._held else UNKNOWN

    def home_of(self, space: str) -> str:
        """As ever; no one file stands for a namespace that several projects add to."""
        return super().home_of(space) if len(self._spread.get(space, ())) == 1 else ""

    def head(self, path: str, scope: str, name: str, line: int) -> Thing:
        if name == "value":
            definition = self.program.files[path].definitions.get(scope)
            if definition is not None and definition.kind == "accessor":  # what a property is set to
                return self.typed(path, definition.parent, definition.returns)
        if not scope and (found := self._stated(path, name, line)) is not None:
            return found
        declared = super().head(path, scope, name, line)
        if scope and declared.kind in ("unknown", "outside") and self.program.enclosing(self.program.files[path], scope) is None:
            return self._stated(path, name, line) or declared
        return declared

    def _stated(self, path: str, name: str, line: int) -> Thing | None:
        """A variable of the statements that a program begins with; it means something in its file only."""
        file = self.program.files[path]
        bound = file.locals.get(("", name))
        if not bound:
            return None
        before = [
            item
            for item in bound
            if (item.line <= line or not line)
            and (item.kind != "parameter" or line <= item.end_line)
            and (path, item.scope, item.target, item.line) not in self.busy
        ]
        return Thing("variable", path=path, assignment=before[-1]) if before else None

    def own(self, file: File, scope: str, name: str) -> Thing:
        owner = self.program.enclosing(file, scope)
        if owner is None or name in self.rules.selfs:
            return super().own(file, scope, name)
        return next((base for base in self.bases(owner) if not _is_interface(base)), outside("System.Object"))

    def _static(self, full: str, name: str) -> Thing:
        owner = self._used(full)
        return self.member(owner, name) if owner.kind == "type" else UNKNOWN

    def _inherited_outside(self, owner: Type, name: str) -> Thing:
        return UNKNOWN

    def _starred_outside(self, imported: Imported, name: str) -> Thing:
        """By the tables of known libraries; by the one using of a namespace that no table holds; else the plain name."""
        if not name[:1].isupper():
            return UNKNOWN
        others, known = self._outside[id(imported)]
        if name in known:
            return outside(f"{known[name]}.{name}")
        return Thing("outside", external=f"{others[0]}.{name}" if len(others) == 1 else name, how="name")

    def type_named(self, file: File, path: str, scope: str, name: str) -> Thing:
        key = (path, scope, name)
        known = self._types.get(key)
        if known is None:
            known = self._types[key] = self._type_named(file, path, scope, name)
        return known

    def _type_named(self, file: File, path: str, scope: str, name: str) -> Thing:
        found = super().type_named(file, path, scope, name.removeprefix("global."))
        return found if found.how != "name" else outside(found.external).inferred()

    def member(self, owner: Thing, name: str) -> Thing:
        if owner.kind == "made" and owner.arguments and (name in _READ or (name == "Key" and owner.external == _PAIR)):
            kept = owner.arguments[0 if name == "Key" else -1]
            return kept.inferred() if kept.kind != "unknown" else Thing("outside", external=f"{owner.external}.{name}")
        return super().member(owner, name)

    def member_of(self, owner: Thing, of: Type, name: str) -> Thing:
        found = super().member_of(owner, of, name)
        if found.kind not in ("unknown", "outside"):
            return found
        if name in _OBJECT:
            return Thing("outside", external=f"System.Object.{name}", how="inferred", owner=owner)
        if name in _ENUM and of.parts and of.parts[0][1].kind == "enum":
            return Thing("outside", external=f"System.Enum.{name}", how="inferred", owner=owner)
        above = [base for item in self.line(of) for base in self.bases(item) if base.kind == "outside"]
        classes = [base for base in above if not _is_interface(base)]
        if len(classes) == 1:
            return Thing("outside", external=f"{classes[0].external}.{name}", how="inferred", owner=owner)
        is_plain = bool(of.parts) and of.parts[0][1].kind != "interface"
        if not above or (is_plain and not classes):
            return UNKNOWN  # what promises a member does not have it
        return found if found.external else Thing("outside", how="inferred", owner=owner)

    # values

    def element(self, collection: Thing) -> Thing:
        """As ever; a collection of types holds what ``typeof`` gives."""
        found = super().element(collection)
        return made("System.Type") if self._is_type(found) else found

    def _assigned(self, path: str, assignment: Assignment, owner: Thing | None) -> Thing:
        if assignment.kind in ("loop", "parameter") and not assignment.annotation and assignment.value is not None:
            walked = self.value(path, assignment.scope, assignment.value, assignment.line)
            if len(walked.arguments) == 2 and walked.external.endswith("Dictionary"):
                return made(_PAIR, walked.arguments)
        found = super()._assigned(path, assignment, owner)
        if assignment.annotation or assignment.kind or (found.kind != "unknown" and not found.external.endswith("()")):
            return found
        bound = self.program.files[path].locals.get((assignment.scope, assignment.target), ())
        declared = [item.annotation for item in bound if item.annotation and not item.kind and item.line <= assignment.line]
        return self.typed(path, assignment.scope, declared[-1]) if declared and not found.arguments else found

    def _given_outside(self, path: str, scope: str, call: Call, target: Thing) -> Thing:
        owner, last = target.owner, target.external.rpartition(".")[2]
        if owner is not None and owner.kind == "made" and owner.arguments and last in self.rules.keeping:
            return owner.inferred()
        if len(call.type_arguments) == 1 and not call.is_new and (last in self.rules.giving or last in _HOLDING):
            given = self._explicit(path, scope, call)
            return made(f"{target.external}()", given) if last in _HOLDING else given[0].inferred()
        return super()._given_outside(path, scope, call, target)

    def result(self, path: str, call: Call, scope: str, line: int) -> Thing:
        if call.callee.kind == "name" and call.callee.text == "nameof":
            return made("System.String")
        return super().result(path, call, scope, line)

    # calls

    def chosen(self, functions: Sequence[Found], call: Call, path: str, scope: str) -> tuple[str, Definition, bool]:
        """Of several functions that take as many arguments, the one whose parameters are of the types of these.

        Where several remain it is the first that is not the calling function itself, and not sure.
        """
        if len(functions) < 2:
            return *functions[0], True
        home = self._projects[path]
        near = [item for item in functions if self._projects[item[0]] == home]
        on = self._asked_of(path, scope, call) if any(is_extension(item[1]) for item in functions) else None
        members = [item for item in near or functions if not self._is_promised(item)] or near or functions
        if call.is_new and call.callee.text:
            members = [item for item in members if self._is_of_as_many(item, call)] or members
        named_so = of_type_arguments(callable_by_name(members), call)
        fitting = [item for item in named_so if takes(item[1], call, is_method=on is not None)]
        if not fitting:
            fitting = [item for item in functions if takes(item[1], call, is_method=on is not None)]
        given = [Given("", self._names_of(on), len(on.arguments))] if on is not None else []
        given += [self._given_as(path, scope, item, call.line) for item in call.arguments[:_ARGUMENTS]]
        kept = fitting or named_so
        scores = [agreement(item[1], given) for item in kept]
        best = max(scores)
        equal = [item for item, score in zip(kept, scores, strict=True) if score == best]
        is_open = {id(item): any(one.kind == "rest" for one in item[1].parameters) for item in equal}
        equal.sort(key=lambda item: (item[0] == path and item[1].qualname == scope, is_open[id(item)]))
        is_sure = bool(fitting) and (len(kept) == 1 or (len(equal) == 1 and best > 0))
        return *equal[0], is_sure or (bool(fitting) and len({item[1].signature for item in equal}) == 1)

    def _is_of_as_many(self, constructor: Found, call: Call) -> bool:
        """Whether the type of a constructor takes as many type arguments: ``Key`` and ``Key<T>`` are two types."""
        above = self.program.files[constructor[0]].definitions.get(constructor[1].parent)
        return above is None or len(type_parameters(above.signature, above.name)) == len(call.type_arguments)

    def _is_promised(self, function: Found) -> bool:
        """Whether a function is of an interface: a class that has it has one of its own that is meant."""
        above = self.program.files[function[0]].definitions.get(function[1].parent)
        return above is not None and above.kind == "interface"

    def _asked_of(self, path: str, scope: str, call: Call) -> Thing | None:
        """The value that a method is called on; None where it is called by its name or that of its type."""
        below = call.callee.text.rpartition(".")[0]
        if call.callee.kind == "attribute" and call.callee.items:
            return self._on_value(path, scope, call.callee.items[0], call.line)
        if not below:
            return None
        owner = self.evaluate(self.dotted(path, scope, below, call.line))
        return None if owner.kind in ("type", "space") else owner

    def _on_value(self, path: str, scope: str, value: Value, line: int) -> Thing:
        """The value in front of a member that is not written as one name with it: there a type is that of ``typeof``."""
        found = self.value(path, scope, value, line)
        return made("System.Type") if value.kind == "name" and self._is_type(found) else found

    def _given_as(self, path: str, scope: str, argument: Argument, line: int) -> Given:
        """The types of an argument; ``typeof(X)`` is read as the name X."""
        value = argument.value
        names = literal_names(value)
        if names or value.kind in ("number", "string", "boolean"):
            return Given(argument.name, names)
        found = self.value(path, scope, value, line)
        if value.kind == "name" and (found.kind == "type" or value.text in KEYWORDS):
            return Given(argument.name, ("Type",))
        return Given(argument.name, self._names_of(found), len(found.arguments))

    def _constructor(self, target: Thing, of: Type, call: Call, path: str) -> Thing:
        """A constructor, the one of the header counted in: that is the type itself."""
        primary = [item for item in of.parts if item[1].parameters]
        if not primary or not of.constructors or not (call.is_new or self._is_super(call)):
            return super()._constructor(target, of, call, path)
        where, definition, sure = self.chosen((*of.constructors, *primary), call, path, call.scope)
        how = target.how if sure else "inferred"
        if definition.kind != "constructor":
            return Thing("type", of, how=how)
        return Thing("functions", functions=((where, definition),), how=how)

    def _names_of(self, given: Thing) -> tuple[str, ...]:
        """Last names of the types that a value is of, its own first."""
        if given.kind == "instance" and given.type is not None:
            inside = self.line(given.type)
            above = [base.external for item in inside for base in self.bases(item) if base.type is None]
            return tuple(name.rpartition(".")[2] for name in (*(item.name for item in inside), *above))
        if given.kind != "made" or given.external.endswith("()") or not given.external:
            return ()
        last = given.external.rpartition(".")[2]
        if last == "[]" or last in WALKED or last.endswith(("List", "Set", "Collection", "Queue", "Stack")):
            return (last, "IEnumerable", *sorted(WALKED - {"IEnumerable"}))
        return (named(last),)

    def called(self, path: str, call: Call) -> Thing:
        """As ever; a member that nothing of the repository is called is one of elsewhere, whatever it is asked of."""
        found = super().called(path, call)
        if found.kind == "outside" and found.how == "name" and call.callee.text.rpartition(".")[2] in self._names:
            return UNKNOWN  # what it is asked of may be no type of elsewhere, but a member that is generated
        if found.kind == "unknown" and call.callee.kind in ("name", "attribute"):
            below, _, last = call.callee.text.rpartition(".")
            if (below or call.callee.items) and last not in self._names:
                return outside("")
        return found

    def _target(self, path: str, call: Call, scope: str, line: int) -> Thing:
        found = self._asked(path, call, scope, line)
        if found.kind != "functions" or found.owner is None or found.owner.type is None:
            return found
        if any(
            takes(item, call, is_method=is_extension(item)) or takes(item, call, is_method=False) for _, item in found.functions
        ):
            return found
        above = [base for item in self.line(found.owner.type) for base in self.bases(item) if base.kind == "outside"]
        classes = [base.external for base in above if not _is_interface(base)]
        if len(classes) != 1:
            return found
        return Thing("outside", external=f"{classes[0]}.{found.functions[0][1].name}", how="inferred", owner=found.owner)

    def _asked(self, path: str, call: Call, scope: str, line: int) -> Thing:
        callee = call.callee
        if call.is_new or callee.kind == "name":
            if not call.is_new and callee.text in ("base", "this"):
                own = self.own(self.program.files[path], scope, callee.text)
                return Thing("instance", own.type, arguments=own.arguments) if own.kind == "type" else own
            return super()._target(path, call, scope, line)
        if callee.kind != "attribute" or not callee.items:
            return super()._target(path, call, scope, line)
        below = self._on_value(path, scope, callee.items[0], line)
        found = self._called_on(path, scope, below, callee.text).inferred()
        if found.kind == "variable":
            return self._invoked(found)
        return UNKNOWN if found.kind == "type" else found

    def _callable(self, path: str, scope: str, name: str, line: int) -> Thing:
        below, _, last = name.rpartition(".")
        if below:
            owner = self.evaluate(self.dotted(path, scope, below, line))
            found = self._called_on(path, scope, owner, last)
            found = self.full(name) if found.kind == "unknown" and owner.kind == "unknown" else found
        else:
            found = super()._callable(path, scope, name, line)
            if found.kind in ("unknown", "outside"):
                return self._bare(path, scope, name)
        return self._invoked(found) if found.kind in ("variable", "made", "instance") else found

    def _invoked(self, found: Thing) -> Thing:
        """A value that is called is a delegate."""
        value = self.evaluate(found)
        if value.kind == "made" and value.external:
            return Thing("outside", external=f"{value.external}.Invoke", how="inferred")
        return UNKNOWN

    def _bare(self, path: str, scope: str, name: str) -> Thing:
        """A method without anything in front that the repository does not hold: of a base, or of a type used as a whole."""
        here = self.program.enclosing(self.program.files[path], scope)
        while here is not None:
            found = self.member_of(Thing("instance", here), here, name)
            if found.kind == "outside":
                return found.inferred()
            here = here.outer
        return UNKNOWN

    def _called_on(self, path: str, scope: str, owner: Thing, name: str) -> Thing:
        """A member that is called, or the extension method of that name which fits what it is called on."""
        found = self.member(owner, name) if owner.kind != "unknown" else UNKNOWN
        if found.kind in ("unknown", "outside") and name in self._extensions and not self._is_type(owner):
            extension = self._extension(path, scope, owner, name)
            if extension.kind != "unknown":
                return extension
        return found


def _name(item: Definition | Assignment) -> str:
    return item.name if isinstance(item, Definition) else item.target.rpartition(".")[2]


def _is_interface(base: Thing) -> bool:
    """By its declaration, or outside by the custom that names of interfaces begin with an I."""
    if base.type is not None:
        return bool(base.type.parts) and base.type.parts[0][1].kind == "interface"
    name = base.external.rpartition(".")[2]
    return name[:1] == "I" and name[1:2].isupper()
