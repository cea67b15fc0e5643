"""What expressions give: instances, classes, functions, results of calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.annotated import AnnotatedTypes
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import OUTSIDE, UNKNOWN, Entity, caught, element, external, made
from apps.engine.graph.outside_calls import OutsideCalls

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_LITERALS = {"string": "str", "template": "str", "list": "list", "number": "int", "boolean": "bool"}
_MADE = {kind: made(f"builtins.{name}") for kind, name in _LITERALS.items()}
_WRAPS = "functools.wraps()"
_NO_RESULT = frozenset({"none"})


class Values:
    """Follows assignments, annotations, calls and what they return."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver
        self._assigned: dict[tuple[str, str, str, int], Entity] = {}
        self._results: dict[tuple[str, str], Entity] = {}
        self._outside: Callable[[FileIndex, Call, Entity, str, int], Entity] = OutsideCalls(resolver).result
        self.annotated: Callable[[FileIndex, str, str, int], Entity] = AnnotatedTypes(resolver).annotated

    def evaluate(self, found: Entity) -> Entity:
        """The value behind a variable or parameter; other entities are their own value."""
        if found.kind == "variable":
            if found.assignment is None:
                return UNKNOWN
            index = self._resolver.files[found.path]
            result = self.assigned(index, found.assignment)
            return result if is_alias(index, found.assignment) else result.inferred()
        if found.kind == "opaque":
            return UNKNOWN
        if found.kind != "parameter":
            return found
        if found.parameter is None or found.definition is None or found.parameter.kind in ("rest", "keywords"):
            return UNKNOWN
        if not found.parameter.annotation:
            return self._injected(found)
        declared = self.annotated(
            self._resolver.files[found.path], found.definition.parent, found.parameter.annotation, found.definition.line
        )
        return declared if declared.kind != "unknown" else self._injected(found)

    def _injected(self, found: Entity) -> Entity:
        """What a fixture gives a test."""
        if found.definition is None or found.parameter is None:
            return UNKNOWN
        fixture = self._resolver.fixtures.find(found.path, found.definition, found.parameter.name)
        if fixture is None:
            return UNKNOWN
        path, definition = fixture
        if "generator" not in definition.properties or definition.returns:
            given = self._result(Entity("function", path, definition.qualname, definition=definition))
            if "generator" in definition.properties and given.external == "builtins.list":
                given = element(given) if given.path else UNKNOWN
            if given.kind != "unknown":
                return given.inferred()
        index = self._resolver.files[path]
        if "generator" not in definition.properties:
            if len(definition.returned) != 1:
                return UNKNOWN
            return self.value(index, definition.qualname, definition.returned[0], definition.returned[0].line).inferred()
        yielded = [
            item for item in index.facts.operations if item.kind in ("yield", "delegate") and item.scope == definition.qualname
        ]
        if len(yielded) != 1:
            return UNKNOWN
        if yielded[0].kind == "delegate":  # ``yield from``: elements of what another function gives
            many = self.value(index, definition.qualname, yielded[0].value, yielded[0].line)
            return element(many) if many.kind == "made" and many.path else UNKNOWN
        return self.value(index, definition.qualname, yielded[0].value, yielded[0].line).inferred()

    def assigned(self, index: FileIndex, assignment: Assignment) -> Entity:
        """The value of an assignment, else an instance of its annotation."""
        value = assignment.value
        if not assignment.annotation and (value is None or assignment.kind in ("loop", "parameter")):
            return UNKNOWN
        held = (index.facts.path, assignment.scope, assignment.target, assignment.line)
        known = self._assigned.get(held)
        if known is not None:
            return known
        key = (index.facts.path, assignment.scope, f"{assignment.target}@{assignment.line}")
        if key in self._resolver.busy or not self._resolver.enter():
            self._resolver.cut = True
            return UNKNOWN
        self._resolver.busy.add(key)
        cut, self._resolver.cut = self._resolver.cut, False
        try:
            found = self._given(index, assignment)
            if not self._resolver.cut:
                self._assigned[held] = found
            return found
        finally:
            self._resolver.cut = self._resolver.cut or cut
            self._resolver.busy.discard(key)
            self._resolver.leave()

    def _given(self, index: FileIndex, assignment: Assignment) -> Entity:
        found = UNKNOWN
        kind, value = assignment.kind, assignment.value
        if kind == "except":
            return caught(self.value(index, assignment.scope, value, assignment.line)) if value is not None else UNKNOWN
        if assignment.annotation:
            found = self.annotated(index, assignment.scope, assignment.annotation, assignment.line)
        is_table = value is not None and value.kind == "dict" and found.kind == "made" and not index.is_script
        if (found.kind == "unknown" or is_table) and value is not None and kind not in ("loop", "except", "parameter"):
            if value.kind == "dict":
                qualname = f"{assignment.scope}.{assignment.target}" if assignment.scope else assignment.target
                return Entity("object", index.facts.path, qualname, assignment=assignment, how="inferred")
            found = self.value(index, assignment.scope, value, assignment.line)
            if kind == "with" and found.kind == "instance":
                found = self._entered(found)
        return found

    def _entered(self, manager: Entity) -> Entity:
        """What a context manager gives its block."""
        method = self._resolver.member(manager, "__enter__")
        if method.kind != "function":
            method = self._resolver.member(manager, "__aenter__")
        if method.definition is not None and _gives_itself(method.definition):
            return manager.inferred()
        result = self._result(method) if method.kind == "function" else UNKNOWN
        return result if result.kind != "unknown" else UNKNOWN

    def value(self, index: FileIndex, scope: str, value: Value, line: int) -> Entity:
        """What an expression gives."""
        kind = value.kind
        if kind in _LITERALS:
            return made("") if index.is_script else _MADE[kind]
        if not self._resolver.enter():
            return UNKNOWN
        try:
            return self._value(index, scope, kind, value, line)
        finally:
            self._resolver.leave()

    def _value(self, index: FileIndex, scope: str, kind: str, value: Value, line: int) -> Entity:
        if kind == "name":
            return self.evaluate(self._resolver.dotted(index, scope, value.text, line))
        if kind == "call" and value.call is not None:
            return self.called(index, value.call, scope, line)
        if kind == "attribute" and value.items:
            return self.evaluate(self._resolver.member(self.value(index, scope, value.items[0], line), value.text)).inferred()
        if kind == "subscript" and len(value.items) == 2 and value.items[1].kind == "string":
            below = self.value(index, scope, value.items[0], line)
            return (
                self.evaluate(self._resolver.member(below, value.items[1].text)).inferred() if below.kind == "object" else UNKNOWN
            )
        if kind == "dict":
            held = Assignment("{}", value, value.line, value.end_line, scope)
            return Entity("object", index.facts.path, "{}", assignment=held, how="inferred")
        if kind == "function" and value.text:
            definition = index.definitions.get(value.text)
            if definition is not None:
                return Entity("function", index.facts.path, value.text, definition=definition)
        if kind == "binary" and value.text in ("or", "and", "if", "||", "&&", "??", "?:") and len(value.items) == 2:
            results = [self.value(index, scope, item, line) for item in value.items if item.kind not in _NO_RESULT]
            known = [result for result in results if result.kind not in ("unknown", "made")]
            if len(known) == 1 or (len(known) == 2 and known[0] == known[1]):
                return known[0].inferred()
        return UNKNOWN

    def called(self, index: FileIndex, call: Call, scope: str, line: int) -> Entity:
        """What a call gives back."""
        callee = call.callee
        if callee.kind == "name" and callee.text == "super" and not index.is_script:
            owner = index.class_of(scope)
            return Entity("super", index.facts.path, owner.qualname, definition=owner) if owner is not None else UNKNOWN
        required = self.required(index, call)
        if required is not None:
            return self.evaluate(required)
        function = self.value(index, scope, callee, line)
        if function.kind == "class":
            return Entity("instance", function.path, function.qualname, definition=function.definition, how=function.how)
        if function.kind == "function":
            result = self._result(function)
            if index.is_script and self._may_be_receiver(index, call, scope, line, function, result):
                return UNKNOWN
            return result
        if function.kind == "instance":
            method = self._resolver.member(function, "__call__")
            return self._result(method) if method.kind == "function" else UNKNOWN
        if function.kind == "external":
            return self._outside(index, call, function, scope, line)
        if function.external == _WRAPS and call.arguments:  # wraps(f)(g) is g
            return self.value(index, scope, call.arguments[0].value, line)
        return OUTSIDE if function.kind in ("made", "outside") and index.is_script and call.is_new else UNKNOWN

    def _may_be_receiver(self, index: FileIndex, call: Call, scope: str, line: int, method: Entity, result: Entity) -> bool:
        """Whether a method of a class above gives one of that class: it may give back ``this``, which is of the class below.

        Scripts chain such calls, and none of them says its type; that is left to those who follow values.
        """
        owner = method.definition.parent if method.definition is not None else ""
        if result.kind != "instance" or not owner or (result.path, result.qualname) != (method.path, owner):
            return False
        callee = call.callee
        if callee.kind == "name":
            receiver = self.evaluate(self._resolver.dotted(index, scope, callee.text.rpartition(".")[0] or "this", line))
        else:
            receiver = self.value(index, scope, callee.items[0], line) if callee.items else UNKNOWN
        return (receiver.path, receiver.qualname) != (result.path, result.qualname)

    def required(self, index: FileIndex, call: Call) -> Entity | None:
        """What ``require("x")`` gives, not evaluated; None for any other call."""
        if not index.is_script or call.callee.kind != "name" or call.callee.text != "require" or not call.arguments:
            return None
        return self._resolver.exports.whole(
            self._resolver.located(self._resolver.modules.locate_script(index.facts.path, call.arguments[0].value.text))
        )

    def _result(self, function: Entity) -> Entity:
        """What a function of the repository gives back, by its annotation, else by what it returns."""
        definition = function.definition
        if definition is None:
            return UNKNOWN
        known = self._results.get((function.path, function.qualname))
        if known is not None:
            return known
        if not self._resolver.enter():
            return UNKNOWN
        key = (function.path, function.qualname, "()")
        if key in self._resolver.busy:
            self._resolver.cut = True
            self._resolver.leave()
            return UNKNOWN
        self._resolver.busy.add(key)
        cut, self._resolver.cut = self._resolver.cut, False
        try:
            found = self._returned(self._resolver.files[function.path], definition)
            if not self._resolver.cut:
                self._results[function.path, function.qualname] = found
            return found
        finally:
            self._resolver.cut = self._resolver.cut or cut
            self._resolver.busy.discard(key)
            self._resolver.leave()

    def _returned(self, index: FileIndex, definition: Definition) -> Entity:
        if definition.returns:
            owner = index.definitions.get(definition.parent)
            if owner is not None and _gives_itself(definition):
                kind = "class" if "classmethod" in definition.properties else "instance"
                return Entity(kind, index.facts.path, owner.qualname, definition=owner, how="inferred", loose=True)
            return self.annotated(index, definition.parent, definition.returns, definition.line).inferred()
        if "generator" in definition.properties or definition.kind == "accessor":
            return UNKNOWN
        results = [
            self.value(index, definition.qualname, value, value.line) for value in definition.returned if value.kind != "none"
        ]
        known = {(result.kind, result.path, result.qualname, result.external): result for result in results}
        return next(iter(known.values())).inferred() if len(known) == 1 else UNKNOWN

    def target(self, index: FileIndex, call: Call) -> Entity:
        """What a call runs: a function, a class, something outside, or unknown."""
        callee = call.callee
        if callee.kind == "name":
            if callee.text == "super":
                if not index.is_script:
                    return external("builtins.super")
                found = self._resolver.plain(index, call.scope, "super", call.line)
            else:
                found = self._resolver.dotted(index, call.scope, callee.text, call.line)
        elif callee.kind == "attribute" and callee.items:
            found = self._resolver.member(self.value(index, call.scope, callee.items[0], call.line), callee.text)
            found = (
                found if found.kind in ("external", "made", "outside") else found.inferred() if not _is_super(callee) else found
            )
        elif callee.kind == "subscript" and not index.is_script:
            return UNKNOWN  # what stands under a key may have been replaced: left to those who look at all that is put there
        else:
            found = self.value(index, call.scope, callee, call.line)
        if found.kind in ("variable", "parameter", "opaque"):
            found = self.evaluate(found).inferred()
        if found.kind == "super":
            return self._resolver.classes.constructor(found) or UNKNOWN
        if found.kind == "class":
            return self._resolver.classes.own_constructor(found)
        if found.kind == "instance":
            return self._resolver.member(found, "__call__").inferred() if not index.is_script else UNKNOWN
        if found.kind == "module" and index.is_script:
            return self._resolver.exports.default(found)
        return found


def _gives_itself(definition: Definition) -> bool:
    """Whether a method's result has the very type its receiver is annotated with: ``def __enter__(self: T) -> T``."""
    receiver = definition.parameters[0].annotation if definition.parameters else ""
    return bool(receiver) and receiver == definition.returns and "static" not in definition.properties


def is_alias(index: FileIndex, assignment: Assignment) -> bool:
    """Whether a script's variable is another name, for good, for what it is given: ``exports.x = require("./x")``.

    Nothing else may bind it, and its value must be a name, a function or a `require`: no type has to be guessed.
    """
    value, target = assignment.value, assignment.target
    if not index.is_script or value is None or assignment.scope or assignment.annotation:
        return False
    if assignment.kind != "const" and not target.startswith(("module.exports.", "exports.")):
        return False
    if len(index.scopes.get("", {}).get(target, ())) != 1:
        return False
    call = value.call
    is_require = call is not None and call.callee.kind == "name" and call.callee.text == "require"
    return value.kind in ("name", "function") or (value.kind == "call" and is_require)


def _is_super(callee: Value) -> bool:
    below = callee.items[0]
    return below.kind == "call" and below.call is not None and below.call.callee.text == "super"
