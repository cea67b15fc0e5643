"""What expressions of Java and Kotlin give beyond what their declarations say.

Generated members, companions, extension functions, lambdas with a receiver, type arguments that bases were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apps.engine.facts import Assignment, Call, Definition
from apps.engine.graph.declared.expressions import Expressions
from apps.engine.graph.declared.generated import builds, generated
from apps.engine.graph.declared.overloads import choose, fits, taken
from apps.engine.graph.declared.program import File, Found, Type
from apps.engine.graph.declared.things import UNKNOWN, Thing, outside
from apps.engine.graph.declared.types import parse_type

_ON_ANYTHING = frozenset({"let", "also", "apply", "run", "takeIf", "takeUnless", "use"})  # take one lambda
_SAME = frozenset({"also", "apply", "takeIf", "takeUnless"})  # of these: give what they are called on
_OBJECT = frozenset({"getClass", "toString", "equals", "hashCode", "notify", "notifyAll", "wait"})
_ANY = frozenset({"Object", "Any", "T"})
_BOXED = {
    "int": "Integer", "char": "Character", "long": "Long", "short": "Short", "byte": "Byte", "float": "Float",
    "double": "Double", "boolean": "Boolean",
}  # fmt: skip
_WIDENED = {  # what a number is taken for where nothing takes one of its own type
    "byte": ("short", "int", "long", "float", "double"), "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"), "int": ("long", "float", "double"), "long": ("float", "double"),
    "float": ("double",),
}  # fmt: skip
_RUNS = frozenset({  # the one method of interfaces of functions
    "run", "call", "get", "accept", "test", "apply", "compare", "getAsInt", "getAsLong", "getAsDouble", "getAsBoolean",
    "applyAsInt", "applyAsLong", "applyAsDouble",
})  # fmt: skip
_KNOWN_ARGUMENTS = 6  # of a call whose types are asked for
_LEVELS = 4


class JvmExpressions(Expressions):
    """Java and Kotlin."""

    # names

    def head(self, path: str, scope: str, name: str, line: int) -> Thing:
        file = self.program.files[path]
        if name.startswith("this@"):
            return self._around(file, scope, name[5:])
        if file.facts.language != "Kotlin":
            return super().head(path, scope, name, line)
        receivers = self._receivers(file, path, scope, line)
        if name == "this":
            return self.evaluate(receivers[0]) if receivers else super().head(path, scope, name, line)
        if not receivers or self._is_local(file, path, scope, name, line):
            return super().head(path, scope, name, line)
        elsewhere = UNKNOWN
        for receiver in receivers:
            found = self.member(self.evaluate(receiver), name)
            if found.kind not in ("unknown", "outside"):
                return found.inferred()
            if elsewhere.kind == "unknown":
                elsewhere = found
        found = super().head(path, scope, name, line)
        return found if found.kind != "unknown" else elsewhere.inferred()

    def _around(self, file: File, scope: str, name: str) -> Thing:
        """``this@Owner``: the type of this name around a scope."""
        here = self.program.enclosing(file, scope)
        while here is not None:
            if here.name.rpartition(".")[2] == name:
                return Thing("instance", here)
            here = here.outer
        return UNKNOWN

    def _is_local(self, file: File, path: str, scope: str, name: str, line: int) -> bool:
        here = file.definitions.get(scope)
        while here is not None:
            if here.qualname not in file.types and self._local(file, path, here, name, line) is not None:
                return True
            here = file.definitions.get(here.parent)
        return False

    def _receivers(self, file: File, path: str, scope: str, line: int) -> list[Thing]:
        """What stands for ``this`` at a line without being the type around it, innermost first."""
        found: list[Thing] = []
        here = file.definitions.get(scope)
        while here is not None:
            spans = [item for item in file.locals.get((here.qualname, "this"), ()) if item.line <= line <= item.end_line]
            spans.sort(key=lambda item: (item.end_line - item.line, -item.line))
            found += [
                Thing("variable", path=path, assignment=item)
                for item in spans
                if (path, item.scope, item.target, item.line) not in self.busy
            ]
            if "extension" in here.properties and here.parameters:
                found.append(self.typed(path, here.parent or here.qualname, here.parameters[0].annotation, here))
            here = file.definitions.get(here.parent)
        return found

    def _local(self, file: File, path: str, definition: Definition, name: str, line: int) -> Thing | None:
        """As ever; one line with several functions that call their parameter the same does not tell which is meant."""
        spans: dict[tuple[int, int], Assignment] = {}
        for item in file.locals.get((definition.qualname, name), ()):
            if item.kind == "parameter" and item.line <= line <= item.end_line:
                known = spans.setdefault((item.line, item.end_line), item)
                if known is not item and (known.value, known.annotation) != (item.value, item.annotation):
                    return UNKNOWN
        return super()._local(file, path, definition, name, line)

    # members

    def member(self, owner: Thing, name: str) -> Thing:
        if owner.kind == "builder" and owner.type is not None:
            whole = Thing("instance", owner.type, how="inferred")
            return Thing("generated", owner.type, arguments=(whole if name == "build" else owner,), how="inferred")
        if owner.kind == "type" and owner.type is not None and name == "this":
            return Thing("instance", owner.type)
        if owner.kind == "type" and name == "new":  # ``Owner::new``
            return owner
        if owner.kind in ("made", "outside"):
            found = self._extension(owner, [owner.external.removesuffix("()")], name)
            if found.kind != "unknown":
                return found
        return super().member(owner, name)

    def member_of(self, owner: Thing, of: Type, name: str) -> Thing:
        found = super().member_of(owner, of, name)
        if found.kind == "variable" and any(definition.kind == "record" for _, definition in of.parts):
            return generated(owner, of, name, [of])  # a component is read by a method of its name, or is the field itself
        if found.kind not in ("unknown", "outside"):
            return found
        line = self.line(of)
        companion = next(
            (
                below
                for item in line
                for below in item.nested.values()
                if owner.kind == "type" or not owner.arguments
                if _is_companion(below)
            ),
            None,
        )
        if companion is not None and companion is not of:
            inside = super().member_of(Thing("type", companion, how=owner.how), companion, name)
            if inside.kind not in ("unknown", "outside"):
                return inside
        made_by = generated(owner, of, name, line)
        if made_by.kind != "unknown":
            return made_by
        added = self._extension(owner, [item.name.rpartition(".")[2] for item in line], name)
        if added.kind != "unknown":
            return added
        if found.kind == "unknown" and name in _OBJECT and owner.kind == "instance":
            return outside(f"java.lang.Object.{name}").inferred()
        return found

    def _extension(self, owner: Thing, names: list[str], name: str) -> Thing:
        """The function or property that is declared to be called on a type of one of these names."""
        known = self.program.extensions.get(name)
        if not known:
            return UNKNOWN
        lasts = {item.rpartition(".")[2] for item in names}
        fitting = [item for item in known if _on(item[1]) in lasts or _is_parameter(item[1])]
        return Thing("functions", functions=tuple(fitting), how="inferred", owner=owner) if fitting else UNKNOWN

    def _imported_extension(self, path: str, name: str) -> Thing:
        """An extension function that a file can name without its type: what it is called on need not be known."""
        imported, own = self._imports[path], self.program.files[path].space
        full = imported.names.get(name, "")
        known = []
        for where, definition in self.program.extensions.get(name, ()):
            space = self.program.files[where].space
            if space == own or space in imported.stars or full == f"{space}.{definition.name}".lstrip("."):
                known.append((where, definition))
        return Thing("functions", functions=tuple(known), how="inferred") if known else UNKNOWN

    # types

    def _given(self, found: Thing, owner: Thing) -> Thing:
        """Type parameters, replaced by what the owner or the types between it and their own were given."""
        return self._replaced(found, owner, 0)

    def _replaced(self, found: Thing, owner: Thing, level: int) -> Thing:
        if found.kind != "made" or owner.type is None or level > _LEVELS:
            return found
        if found.arguments:
            return replace(found, arguments=tuple(self._replaced(item, owner, level + 1) for item in found.arguments))
        if owner.arguments and found.external in owner.type.parameters:
            at = owner.type.parameters.index(found.external)
            return owner.arguments[at].inferred() if at < len(owner.arguments) else found
        for item in self.line(owner.type):
            for base in self.bases(item):
                if base.type is not None and base.arguments and found.external in base.type.parameters:
                    at = base.type.parameters.index(found.external)
                    return base.arguments[at].inferred() if at < len(base.arguments) else found
        return found

    def evaluate(self, found: Thing) -> Thing:
        if found.kind == "generated":
            return self.evaluate(found.arguments[0]) if found.arguments else UNKNOWN
        if found.kind == "functions" and found.functions:
            path, definition = found.functions[0]
            is_read = definition.kind == "accessor" or (found.how == "inferred" and not definition.parameters and found.owner)
            if is_read and definition.returns and self.enter():
                try:
                    return self._replaced(
                        self.typed(path, definition.qualname, definition.returns, definition), found.owner or UNKNOWN, 0
                    ).inferred()
                finally:
                    self.leave()
        return super().evaluate(found)

    # calls

    def result(self, path: str, call: Call, scope: str, line: int) -> Thing:
        if self._on_anything(path, call) and call.callee.text.rpartition(".")[2] in _SAME:
            return self._called_on(path, call, scope, line)
        return super().result(path, call, scope, line)

    def _called_on(self, path: str, call: Call, scope: str, line: int) -> Thing:
        callee = call.callee
        if callee.kind == "attribute":
            return self.value(path, scope, callee.items[0], line)
        owner = callee.text.rpartition(".")[0]
        return self.evaluate(self.dotted(path, scope, owner, line)) if owner else UNKNOWN

    def _on_anything(self, path: str, call: Call) -> bool:
        callee = call.callee
        return (
            callee.text.rpartition(".")[2] in _ON_ANYTHING
            and (callee.kind == "attribute" or "." in callee.text)
            and len(call.arguments) == 1
            and call.arguments[0].value.kind in ("function", "name")
            and self.program.files[path].facts.language == "Kotlin"
        )

    def _target(self, path: str, call: Call, scope: str, line: int) -> Thing:
        last = call.callee.text.rpartition(".")[2]
        if self._on_anything(path, call):
            return outside(f"kotlin.{last}")
        found = self._handed(path, call, scope, line, super()._target(path, call, scope, line))
        is_guess = found.kind == "outside" and (found.how != "exact" or not found.external) and call.callee.text == last
        is_open = found.kind == "unknown" or is_guess
        if is_open and last in self.program.extensions and self.program.files[path].facts.language == "Kotlin":
            added = self._imported_extension(path, last)
            return added if added.kind != "unknown" else found
        return found

    def _handed(self, path: str, call: Call, scope: str, line: int, found: Thing) -> Thing:
        """The method that a variable was given once, where its interface's one method is called: ``f = this::go; f.run()``."""
        name, _, last = call.callee.text.rpartition(".")
        if call.callee.kind != "name" or not name or "." in name or self.program.files[path].facts.language != "Java":
            return found
        if found.kind == "functions":
            if not all("abstract" in definition.properties for _, definition in found.functions):
                return found
        elif found.kind != "outside" or last not in _RUNS:
            return found
        held = self.head(path, scope, name, line).assignment
        value = held.value if held is not None else None
        if held is None or value is None or value.kind != "name" or "." not in value.text:
            return found
        if len(self.program.files[path].locals.get((held.scope, name), ())) > 1 or (
            held.kind == "field" and "final" not in held.properties
        ):
            return found
        given = self.dotted(path, held.scope, value.text, held.line)
        is_made = given.kind == "type" and value.text.endswith(".new")
        return given.inferred() if given.kind == "functions" or is_made else found

    def _constructor(self, target: Thing, of: Type, call: Call, path: str) -> Thing:
        """A constructor, or the type where annotations or the header make the one that fits."""
        is_own = builds(of) or any(definition.parameters for _, definition in of.parts)
        if target.kind == "type" and of.constructors and is_own and not any(fits(item, call) for _, item in of.constructors):
            return Thing("type", of, how="inferred")
        if target.kind == "type" and of.constructors and any(fits(item, call) for _, item in of.parts if item.parameters):
            return Thing("type", of, how=target.how)
        return super()._constructor(target, of, call, path)

    def chosen(self, functions: Sequence[Found], call: Call, path: str, scope: str) -> tuple[str, Definition, bool]:
        """Of several functions that take as many arguments, the one that takes things of their types."""
        if len(functions) == 1:
            return choose(functions, call)
        fitting = [item for item in functions if fits(item[1], call)]
        if len(fitting) < 2 or not call.arguments or len({item[1].signature for item in fitting}) == 1:
            return choose(functions, call)
        given = [self._names_of(path, scope, call, at) for at in range(min(len(call.arguments), _KNOWN_ARGUMENTS))]
        scores = [sum(_agrees(item[1], at, names) for at, names in enumerate(given)) for item in fitting]
        best = max(scores)
        kept = [item for item, score in zip(fitting, scores, strict=True) if score == best]
        where, definition, sure = choose(kept, call)
        return where, definition, sure and (len(kept) > 1 or best > 0)

    def _names_of(self, path: str, scope: str, call: Call, at: int) -> tuple[str, ...]:
        """Last names of the types that an argument is of, its own first."""
        value = call.arguments[at].value
        if value.kind in ("string", "number", "boolean", "none", "function", "other"):
            return ()
        found = self.value(path, scope, value, call.line)
        if found.kind == "instance" and found.type is not None:
            return tuple(item.name.rpartition(".")[2] for item in self.line(found.type))
        if found.kind == "made" and not found.external.endswith("()"):
            return (_last_name(found),)
        return ()


def _last_name(found: Thing) -> str:
    """The last name of the type of something from elsewhere, with brackets for an array of it."""
    depth = 0
    while found.external == "[]" and found.arguments:
        found, depth = found.arguments[0], depth + 1
    name = found.type.name if found.type is not None else found.external
    return name.rpartition(".")[2] + "[]" * depth if name else ""


def _last_written(annotation: str) -> str:
    """The same of a written type."""
    of, depth = parse_type(annotation), 0
    while of.name == "[]" and of.arguments:
        of, depth = of.arguments[0], depth + 1
    return of.name.rpartition(".")[2] + "[]" * depth if of.name else ""


def _agrees(definition: Definition, at: int, names: tuple[str, ...]) -> int:
    parameters = taken(definition)
    if not names or not parameters:
        return 0
    parameter = parameters[min(at, len(parameters) - 1)]
    wanted = _last_written(parameter.annotation)
    if parameter.kind == "rest" and names[0].endswith("[]"):
        wanted += "[]"
    if not names[0] or wanted in names:
        return 0 if not names[0] else 3 if wanted == names[0] else 2
    if _BOXED.get(wanted, wanted) == _BOXED.get(names[0], names[0]):
        return 2
    if names[0] in _WIDENED and wanted in _WIDENED[names[0]]:
        return 1
    return 0 if wanted.rstrip("[]") in _ANY or not wanted else -1


def _on(definition: Definition) -> str:
    """Last name of the type that an extension is called on."""
    return definition.owner.rpartition(".")[2]


def _is_parameter(definition: Definition) -> bool:
    """Whether an extension is called on anything: ``fun <T> T.use()``."""
    return len(definition.owner) == 1 and f"<{definition.owner}" in definition.signature


def _is_companion(of: Type) -> bool:
    return any("companion" in definition.properties for _, definition in of.parts)
