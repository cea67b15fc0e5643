"""What names of scripts may be: variables, parameters, imports, properties put together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Call, Value
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.entities import Entity
from apps.engine.graph.script_builtins import (
    FILLERS,
)
from apps.engine.graph.script_things import NOTHING, Thing, Things, holding, plain
from apps.engine.graph.stdlib import SCRIPT_GLOBALS

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_WRITES = 40  # assignments to one property name of a file that are looked at
_BINDINGS = 12
_ALL = (0, 0)  # the lines of a scope that no function without a name stands around


class Variables:
    """Names, followed to what was put there."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._spanned: dict[str, frozenset[str]] = {}  # by file: names that mean something on some lines only
        self._inner: dict[str, dict[str, list[tuple[int, int]]]] = {}  # by file and scope: lines of functions without a name
        self._homes: dict[str, dict[str, list[tuple[int, int]]]] = {}
        self._filled: dict[str, dict[str, list[Call]]] = {}

    def text(self, index: FileIndex, scope: str, value: Value, line: int) -> str:
        """The text of a constant expression, "" where it is none; of a variable, with what is added to it before `line`."""
        if value.kind in ("string", "number"):
            return value.text
        if value.kind == "binary" and value.text == "+":
            parts = [self.text(index, scope, item, line) if item.kind != "binary" else "" for item in value.items]
            return "".join(parts) if all(parts) else ""
        if value.kind == "name" and "." not in value.text:
            for level in index.levels(scope):
                bindings = level.names.get(value.text)
                if bindings:
                    first = bindings[0].assignment if len(bindings) == 1 else None
                    return self._put_together(index, first, line) if first is not None else ""
        return ""

    def _put_together(self, index: FileIndex, first: Assignment, line: int) -> str:
        if first.value is None or first.value.kind != "string":
            return ""
        text = first.value.text
        if first.kind == "const":
            return text
        for assignment in index.facts.assignments:
            if assignment.kind == "augmented" and assignment.target == first.target and assignment.line <= line:
                if assignment.scope != first.scope or assignment.value is None or assignment.value.kind != "string":
                    return ""
                text += assignment.value.text
        return text

    def dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        """What a dotted name may be."""
        path = index.facts.path
        spanned = self._spanned.get(path)
        if spanned is None:
            spanned = self._spanned[path] = frozenset(short for names in index.short.values() for short in names)
            self._homes[path] = self._find_homes(index)
        first = name.partition(".")[0].rstrip("?")
        if first not in spanned:  # which means the same on every line, or wherever the same function without a name stands around
            around = [span for span in self._homes[path].get(first, ()) if span[0] < line <= span[1]]
            line = max(around)[0] + 1 if around else int(first in self._homes[path])
        key = ("name", path, scope, name, line)
        known = self._flow.known(key)
        return self._flow.once(key, lambda: self._dotted(index, scope, name, line)) if known is None else known

    def _find_homes(self, index: FileIndex) -> dict[str, list[tuple[int, int]]]:
        """Names that are bound more than once in a scope, by them the lines of the functions without a name that declare them."""
        inner = self._inner[index.facts.path] = defaultdict(list)
        for one in index.facts.lambdas:
            inner[one.scope].append((one.line, one.end_line))
        found: dict[str, list[tuple[int, int]]] = {}
        for scope, spans in inner.items():
            for name, bindings in index.scopes.get(scope, {}).items():
                if len(bindings) > 1:
                    homes = {_innermost(spans, binding.line) for binding in bindings if _declares(binding)} - {_ALL}
                    found.setdefault(name, []).extend(sorted(homes))
        return {name: homes for name, homes in found.items() if homes}

    def _visible(self, index: FileIndex, scope: str, bindings: list[Binding], line: int) -> list[Binding]:
        """Of several bindings those that a line sees: what a function without a name declares is its own."""
        spans = self._inner.get(index.facts.path, {}).get(scope) if line and len(bindings) > 1 else None
        if not spans:
            return bindings
        declared = {_innermost(spans, one.line) for one in bindings if _declares(one)}

        def home(here: int) -> tuple[int, int] | None:
            around = [span for span in spans if span[0] < here <= span[1] and span in declared]
            return max(around, default=_ALL if _ALL in declared else None)

        seen = home(line)
        if seen is None:
            return bindings
        return [one for one in bindings if (_innermost(spans, one.line) if _declares(one) else home(one.line)) == seen]

    def _dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        first, _, rest = name.replace("?.", ".").partition(".")
        found = self._plain(index, scope, first, line)
        for part in rest.split(".") if rest else ():
            found = self._flow.membership.members(found, part)
            if not found:
                break
        return found

    def _plain(self, index: FileIndex, scope: str, name: str, line: int) -> Things:
        if name == "this":
            return self.this(index, scope)
        if name == "super":
            return frozenset(
                one._replace(kind="super", is_self=False) for one in self.this(index, scope) if one.kind in ("typed", "class")
            )
        for level in index.levels(scope):
            shorts = [short for short in level.short.get(name, ()) if short.line <= line <= short.end_line]
            if shorts:
                nearest = max(short.line for short in shorts)
                inner = [short for short in shorts if short.line == nearest]
                end = min(short.end_line for short in inner)
                return self._flow.union(self.assigned(index, short) for short in inner if short.end_line == end)
            if level.is_class:
                continue
            bindings = level.names.get(name)
            parameter = level.parameters.get(name)
            if parameter is not None:
                given = self._flow.arguments.argument(Thing("function", index.facts.path, level.scope), parameter[0])
                return self._flow.union([given, *(self.binding(index, one) for one in (bindings or ())[:_BINDINGS])])
            if bindings:
                found = self._bound(index, self._visible(index, level.scope, bindings, line))
                return found if level.scope else plain(found)
        return frozenset({Thing("external", "", name)}) if name in SCRIPT_GLOBALS else NOTHING

    def _bound(self, index: FileIndex, bindings: list[Binding]) -> Things:
        defined = [binding for binding in bindings if binding.definition is not None]
        real = [binding for binding in defined if binding.definition and "overload" not in binding.definition.properties]
        chosen = ([binding for binding in bindings if binding.definition is None] + (real or defined))[-_BINDINGS:]
        # a variable that is only declared at first is what is put into it later: all that is written in its scope
        empty = [binding for binding in chosen if binding.assignment is not None and binding.assignment.value is None]
        if 0 < len(empty) < len(chosen):
            found = self._flow.union(self.binding(index, binding) for binding in chosen if binding not in empty)
            if found:
                return self._as_declared(index, chosen, found)
        return self._as_declared(index, chosen, self._flow.union(self.binding(index, binding) for binding in chosen))

    def _as_declared(self, index: FileIndex, bindings: list[Binding], found: Things) -> Things:
        """What a variable may be that is declared once: no more than its type admits, whatever else is put into it."""
        declared = [one.assignment for one in bindings if one.assignment is not None and one.assignment.kind in ("let", "var")]
        if len(declared) != 1 or len(bindings) < 2:
            return found
        taken = declared[0].annotation_value
        note = declared[0].annotation or (taken.text if taken is not None and taken.kind == "cast" else "")
        return self._of_type(index, declared[0].scope, note, found) if note else found

    def _of_type(self, index: FileIndex, scope: str, note: str, found: Things) -> Things:
        if self._flow.typed.is_open(index, scope, note):
            return found
        return self._flow.membership.taken_as(found, self._flow.typed.annotation(index, scope, note))

    def binding(self, index: FileIndex, binding: Binding) -> Things:
        """What one binding of a name may be."""
        if binding.definition is not None:
            return frozenset({self._flow.defined(index, binding.definition)})
        if binding.assignment is not None:
            return self.assigned(index, binding.assignment)
        if binding.imported is None:
            return NOTHING
        self._flow.names.steps = 0
        return self.of(self._flow.names.imported(index, binding))

    def assigned(self, index: FileIndex, assignment: Assignment) -> Things:
        """What an assignment puts into its target."""
        if assignment.annotation:
            declared = self._flow.typed.annotation(index, assignment.scope, assignment.annotation)
            if declared and not _is_made(assignment.value):
                empty = any(thing.kind == "list" and not thing.inner for thing in declared)  # of a type that says nothing
                return self._with_fillings(index, assignment, declared) if empty else declared
            if declared and assignment.value is not None:
                made = self._flow.things(index, assignment.scope, assignment.value, assignment.line)
                return made if assignment.kind == "const" and made else self._flow.union([made, declared])
        value = assignment.value
        if value is None or assignment.kind == "except":
            return NOTHING
        found = self._flow.things(index, assignment.scope, value, assignment.line)
        taken = assignment.annotation_value
        if taken is not None and taken.kind == "cast" and not _is_made(value):
            found = self._of_type(index, assignment.scope, taken.text, found)
        if assignment.kind == "loop":
            return self._flow.outcomes.elements(found)
        if any(thing.kind == "list" for thing in found):
            found = self._with_fillings(index, assignment, found)
        return found

    def _with_fillings(self, index: FileIndex, assignment: Assignment, found: Things) -> Things:
        """Lists with what ``x.push(…)`` and the like add to the variable."""
        target = assignment.target
        owner = index.definitions.get(assignment.scope)
        if owner is not None and owner.kind in CLASSES and not target.startswith("this."):
            target = f"this.{target}"
        calls = self._fillings(index).get(target, ())
        added: set[Thing] = set()
        for call in calls[:_WRITES]:
            if target.startswith("this.") or not assignment.scope or call.scope.startswith(assignment.scope):
                for argument in call.arguments[-1:] if call.callee.text.endswith(".set") else call.arguments:
                    added |= self._flow.things(index, call.scope, argument.value, call.line)
        if not added:
            return found
        return frozenset(holding("list", thing.name, thing.inner | added) if thing.kind == "list" else thing for thing in found)

    def _fillings(self, index: FileIndex) -> dict[str, list[Call]]:
        known = self._filled.get(index.facts.path)
        if known is None:
            known = self._filled[index.facts.path] = defaultdict(list)
            for call in index.facts.calls:
                base, _, last = call.callee.text.rpartition(".")
                if base and last in FILLERS and call.callee.kind == "name":
                    known[base].append(call)
        return known

    def this(self, index: FileIndex, scope: str) -> Things:
        """What ``this`` means in a scope."""
        found = self._flow.names._special(index, scope, "this")
        if found is not None and found.kind in ("instance", "class"):
            is_instance = found.kind == "instance"
            return frozenset({Thing("typed" if is_instance else "class", found.path, found.qualname, is_self=is_instance)})
        path = index.facts.path
        here = index.definitions.get(scope)
        own = index.own_this(scope)
        if own is not None:
            bound = self._flow.arguments.bound_this(Thing("function", path, own.qualname))
            if bound:
                return bound
        while here is not None:
            prefix = here.qualname.removeprefix(f"{here.parent}.") if here.parent else here.qualname
            owner = prefix.rpartition(".")[0]
            outer = index.definitions.get(here.parent)
            if here.kind in ("method", "accessor") and outer is not None and outer.kind not in CLASSES and not owner:
                return frozenset({Thing("instance", path, outer.qualname)})
            if here.kind == "method" and not outer and owner in index.definitions:
                return frozenset({Thing("instance", path, owner)})
            if owner and not owner.startswith(("return", "object")):
                return self.dotted(index, here.parent, owner, here.line)
            if any(name.startswith("this.") for name in index.scopes.get(here.qualname, ())):
                return frozenset({Thing("instance", path, here.qualname)})
            here = outer
        return NOTHING

    def of(self, entity: Entity) -> Things:
        """The things an entity of the search by names stands for."""
        kind = entity.kind
        index = self._flow.names.files.get(entity.path) if entity.path else None
        if kind in ("class", "function") and index is not None and entity.definition is not None:
            return frozenset({self._flow.defined(index, entity.definition)})
        if kind == "instance":
            return frozenset({Thing("typed", entity.path, entity.qualname)})
        if kind == "module":
            return frozenset({Thing("module", entity.path)})
        if kind == "external" and entity.external:
            return frozenset({Thing("external", "", entity.external)})
        if kind in ("variable", "object", "opaque") and entity.assignment is not None and index is not None:
            return self.assigned(index, entity.assignment)
        return NOTHING


def _declares(binding: Binding) -> bool:
    """Whether a binding is one of a name of its own: a declaration, not a value that is put into a variable later."""
    return binding.assignment is None or binding.assignment.kind in ("const", "let", "var")


def _innermost(spans: list[tuple[int, int]], line: int) -> tuple[int, int]:
    """The lines of the innermost function around a line; of one that starts on it nothing is known to be inside."""
    return max((span for span in spans if span[0] < line <= span[1]), default=_ALL)


def _is_made(value: Value | None) -> bool:
    """Whether an expression says more of what it gives than an annotation does: a literal, a function, ``new``."""
    if value is None:
        return False
    return value.kind in ("dict", "function") or (value.kind == "call" and value.call is not None and value.call.is_new)
