"""Joins names across files: what does this name, at this place, stand for?

A wrong answer is worse than none: where two answers are possible and nothing decides, the answer is "unknown".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from apps.engine.facts import Assignment, Call, FileFacts, Import, Value
from apps.engine.graph.annotations import annotated_names
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex, index_file
from apps.engine.graph.entities import OUTSIDE, UNKNOWN, UNRESOLVED, Entity, Resolution, external, made
from apps.engine.graph.linearise import Lineage
from apps.engine.graph.modules import Located, ModuleMaps, Modules
from apps.engine.graph.scripts import ScriptExports
from apps.engine.graph.stdlib import BUILTINS, SCRIPT_GLOBALS

_DEPTH = 40  # steps one question may take
_LITERALS = {"string": "str", "template": "str", "list": "list", "number": "int", "boolean": "bool"}
_TASK_CALLS = frozenset({"delay", "apply_async", "si", "s", "signature", "delay_on_commit"})
_DICT_METHODS = frozenset({"get", "items", "keys", "values", "update", "pop", "setdefault", "copy", "clear", "popitem"})
# What well-known functions give back.
_RESULTS = {
    "logging.getLogger": "logging.Logger",
    "re.compile": "re.Pattern",
    "builtins.open": "io.IOBase",
    "subprocess.run": "subprocess.CompletedProcess",
}
_FACTORY = re.compile(
    r"^(create|connect|init|build|make|new|open)(_|[A-Z]|$)|^(client|session|resource|get_?logger|from_?url)$", re.I
)
_NO_RESULT = frozenset({"none"})


class Resolver:
    """Answers by following imports, assignments, annotations, classes and their bases."""

    def __init__(self, files: Mapping[str, FileFacts], *, aliases: ModuleMaps | None = None) -> None:
        self._files = {path: index_file(files[path]) for path in sorted(files)}
        self.modules = Modules(files, aliases)
        self._lineage = Lineage(self)
        self._exports = ScriptExports(self)
        self._globals: dict[tuple[str, str], Entity] = {}
        self._depth = 0
        self._cut = False
        self._busy: set[tuple[str, str, str]] = set()

    # questions from outside

    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means at `line` of `scope` in the file `path`; line 0 means at its end."""
        index = self._files.get(path)
        if index is None or not name:
            return UNRESOLVED
        found = self.dotted(index, scope, name, line)
        if found.kind in ("variable", "parameter"):
            value = found.assignment.value if found.assignment is not None else None
            for _ in range(_DEPTH):  # exports.x = require("./x"), whose module may do the same
                required = self._required(self._files[found.path], value.call) if value is not None and value.call else None
                if required is None or required.kind != "variable" or required.assignment is None:
                    break
                found, value = required, required.assignment.value
            if required is not None and required.kind != "variable":
                return self.as_resolution(required.inferred())
            if value is None or value.kind == "name" or found.kind == "parameter":
                followed = self.evaluate(found)
                if followed.kind not in ("unknown", "instance", "made", "outside"):
                    return self.as_resolution(followed)
        return self.as_resolution(found)

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """The module an import means, or with `name` what that name of the module is."""
        index = self._files.get(path)
        if index is None:
            return UNRESOLVED
        module = self.module_of(index, imported)
        if not name:
            return self.as_resolution(module)
        return self.as_resolution(self.member(module, name))

    def resolve_value(self, path: str, scope: str, value: Value, line: int = 0) -> Resolution:
        """What an expression gives: a function, a class, for an instance its class, or something outside."""
        index = self._files.get(path)
        return UNRESOLVED if index is None else self.as_resolution(self.value(index, scope, value, line or value.line))

    def resolve_call(self, path: str, call: Call) -> Resolution:
        """The function, or for an instantiation the constructor or class, that a call runs."""
        index = self._files.get(path)
        if index is None:
            return UNRESOLVED
        return self.as_resolution(self.target(index, call))

    def bases(self, path: str, qualname: str) -> list[Resolution]:
        """The direct bases of a class, as written."""
        return [self.as_resolution(entity) for entity in self._lineage.bases(path, qualname)]

    def lineage(self, path: str, qualname: str) -> list[Resolution]:
        """The classes a class inherits from in the order they are searched, itself first; outside ones as external names."""
        return [self.as_resolution(entity) for entity in self._lineage.of(path, qualname)]

    def index(self, path: str) -> FileIndex | None:
        """The index of a file."""
        return self._files.get(path)

    def as_resolution(self, found: Entity) -> Resolution:
        """The answer to give for an entity."""
        kind = found.kind
        if kind in ("class", "function", "instance") and found.definition is not None:
            return Resolution(
                "definition", found.path, found.qualname, "", found.how, found.definition, is_instance=kind == "instance"
            )
        if kind in ("variable", "object") and found.assignment is not None:
            return Resolution("assignment", found.path, found.qualname, "", found.how, None, found.assignment)
        if kind == "module":
            return Resolution("module", found.path, "", "", found.how)
        if kind in ("external", "made", "outside"):
            return Resolution("external", "", "", found.external, found.how)
        return UNRESOLVED

    # names

    def dotted(self, index: FileIndex, scope: str, name: str, line: int) -> Entity:
        """What a dotted name stands for; the last part is not evaluated."""
        parts = name.replace("?.", ".").split(".")
        for count in range(min(len(parts), 4), 1, -1) if parts[0] in index.heads else ():
            # a whole dotted target may be assigned to or defined as such: ``app.locals``, ``schema.methods.save``
            found = self._bound(index, scope, ".".join(parts[:count]), line)
            if found is not None:
                parts = parts[count:]
                break
        else:
            found = self._plain(index, scope, parts[0], line)
            parts = parts[1:]
        for part in parts:
            found = self.member(self.evaluate(found), part).after(found)
            if found.kind == "unknown":
                break
        return found

    def _plain(self, index: FileIndex, scope: str, name: str, line: int) -> Entity:
        if name in ("this", "self", "super") and (index.is_script or name != "self"):
            found = self._special(index, scope, name)
            if found is not None:
                return found
        found = self._bound(index, scope, name, line)
        if found is not None:
            return found
        if index.is_script:
            return external(name) if name in SCRIPT_GLOBALS else UNKNOWN
        found = self._starred(index, name)
        if found is not None:
            return found
        return external(f"builtins.{name}") if name in BUILTINS else UNKNOWN

    def _special(self, index: FileIndex, scope: str, name: str) -> Entity | None:
        owner = index.class_of(scope)
        if name == "super":
            return Entity("super", index.facts.path, owner.qualname, definition=owner) if owner else None
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
        chain = index.chain(scope)
        for position, here in enumerate(chain):
            for short in index.short.get(here, {}).get(name, ()):
                if short.line <= line <= short.end_line:
                    return Entity("variable", index.facts.path, name, assignment=short)
            owner = index.definitions.get(here)
            if owner is not None and owner.kind in CLASSES and (position or index.is_script):
                continue  # members of a class are no names inside its methods
            if owner is not None and owner.kind not in CLASSES:
                found = self._parameter(index, here, name, line)
                if found is not None:
                    return found
            if not here and not (line and position == 0):
                return self.global_name(index, name)
            bindings = index.scopes.get(here, {}).get(name)
            if bindings:
                return self._choose(index, bindings, line if position == 0 else 0)
        return None

    def global_name(self, index: FileIndex, name: str) -> Entity | None:
        """What a name of the module means once the module has run, None if it binds no such name."""
        key = (index.facts.path, name)
        known = self._globals.get(key)
        if known is not None:
            return known
        bindings = index.scopes.get("", {}).get(name)
        if not bindings:
            return None
        cut, self._cut = self._cut, False
        found = self._choose(index, bindings, 0)
        if not self._cut:
            self._globals[key] = found
        self._cut = self._cut or cut
        return found

    def _parameter(self, index: FileIndex, scope: str, name: str, line: int) -> Entity | None:
        function = index.definitions[scope]
        for position, parameter in enumerate(function.parameters):
            if parameter.name != name:
                continue
            later = index.scopes.get(scope, {}).get(name)
            if later and line:
                before = [binding for binding in later if binding.line <= line]
                if before:
                    return self._choose(index, before, line)
            owner = index.definitions.get(function.parent)
            bound = not index.is_script and owner is not None and owner.kind in CLASSES and "static" not in function.properties
            if position == 0 and bound and owner is not None:
                is_class = "classmethod" in function.properties or function.name in ("__new__", "__init_subclass__")
                kind = "class" if is_class else "instance"
                return Entity(kind, index.facts.path, owner.qualname, definition=owner)
            return Entity("parameter", index.facts.path, scope, parameter=parameter, definition=function)
        return None

    def _choose(self, index: FileIndex, bindings: list[Binding], line: int) -> Entity:
        """Of several bindings: the last one before `line`; one that is known before one that is not."""
        if line:
            before = [binding for binding in bindings if binding.line <= line]
            bindings = before or bindings[:1]
        if len(bindings) == 1:
            return self._entity(index, bindings[0])
        last = bindings[-1]
        if last.imported is not None:  # alternatives, as in try … except ImportError: the one in the repository
            found = [self._entity(index, binding) for binding in bindings if binding.imported is not None]
            inside = [entity for entity in found if entity.kind not in ("external", "outside", "unknown")]
            return inside[-1] if inside else found[0]
        if last.definition is not None:
            same = [binding for binding in bindings if binding.definition is not None]
            real = [binding for binding in same if not _is_overload(binding)]
            return self._entity(index, (real or same)[-1])
        if index.is_script and any(binding.definition is not None for binding in bindings):
            return self._entity(index, next(binding for binding in reversed(bindings) if binding.definition is not None))
        plain = [binding for binding in bindings if not _is_none(binding)]
        return self._entity(index, (plain or bindings)[-1])

    def _entity(self, index: FileIndex, binding: Binding) -> Entity:
        path = index.facts.path
        if binding.definition is not None:
            definition = binding.definition
            kind = "class" if definition.kind in CLASSES else "function"
            return Entity(kind, path, definition.qualname, definition=definition)
        if binding.assignment is not None:
            assignment = binding.assignment
            qualname = f"{assignment.scope}.{assignment.target}" if assignment.scope else assignment.target
            return Entity("variable", path, qualname, assignment=assignment)
        if binding.imported is None:
            return UNKNOWN
        return self._imported(index, binding)

    def _imported(self, index: FileIndex, binding: Binding) -> Entity:
        imported = binding.imported
        if imported is None or not self._enter():
            return UNKNOWN
        try:
            if binding.name is None:
                if imported.alias or index.is_script:
                    module = self.module_of(index, imported)
                    return self._exports.whole(module) if imported.kind == "require" else module
                first = imported.module.partition(".")[0]
                return self._located(self.modules.locate_python(index.facts.path, first))
            module = self.module_of(index, imported)
            if binding.name.name == "*":
                return module
            if imported.kind == "require":
                return self.member(self._exports.whole(module), binding.name.name)
            return self.member(module, binding.name.name)
        finally:
            self._depth -= 1

    def module_of(self, index: FileIndex, imported: Import) -> Entity:
        """The module an import names."""
        return self._located(self.modules.locate(index.facts.path, imported))

    def _located(self, located: Located) -> Entity:
        if located.kind == "file":
            return Entity("module", located.path)
        if located.kind == "folder":
            return Entity("folder", located.path)
        return external(located.name) if located.kind == "external" else UNKNOWN

    def _starred(self, index: FileIndex, name: str) -> Entity | None:
        """A name that came with ``from x import *``."""
        unsure = False
        for star in index.stars:
            module = self.module_of(index, star)
            if module.kind == "module":
                other = self._files[module.path]
                if name.startswith("_") and other.public is None:
                    continue
                if other.public is not None and name not in other.public:
                    continue
                found = self.member(module, name)
                if found.kind != "unknown":
                    return found
            elif module.kind != "folder":
                unsure = True
        return UNKNOWN if unsure and name not in BUILTINS else None

    # members

    def member(self, owner: Entity, name: str) -> Entity:
        """What `owner.name` stands for; the result is not evaluated."""
        if not self._enter():
            return UNKNOWN
        try:
            return self._member(owner, name)
        finally:
            self._depth -= 1

    def _member(self, owner: Entity, name: str) -> Entity:
        kind = owner.kind
        if kind == "object" and owner.assignment is not None and owner.assignment.target == "{}" and name in _DICT_METHODS:
            index = self._files[owner.path]
            if not index.is_script:
                return made(f"builtins.dict.{name}")
        if kind == "external" and name == "default":
            return owner  # the default export of a package is what its name stands for
        if kind in ("external", "made"):
            return Entity(kind, external=f"{owner.external}.{name}", how=owner.how) if owner.external else OUTSIDE
        if kind == "outside":
            return OUTSIDE
        if kind == "module":
            return self._module_member(owner, name)
        if kind == "folder":
            located = self.modules.submodule(owner.path, name)
            return self._located(located) if located is not None else UNKNOWN
        if kind in ("class", "instance", "super"):
            return self._lineage.member(owner, name).after(owner)
        if kind == "object":
            return self._object_member(owner, name)
        if kind == "function":
            return self._function_member(owner, name)
        return UNKNOWN

    def _module_member(self, owner: Entity, name: str) -> Entity:
        index = self._files[owner.path]
        if index.is_script:
            return self._exports.exported(index, name)
        key = (owner.path, "", name)
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            found = self.global_name(index, name)
            if found is not None and found.kind != "unknown":
                return found
            if owner.path.endswith(("/__init__.py", "/__init__.pyi")) or owner.path in ("__init__.py", "__init__.pyi"):
                located = self.modules.submodule(owner.path.rpartition("/")[0], name)
                if located is not None:
                    return self._located(located)
            return found or self._starred(index, name) or UNKNOWN
        finally:
            self._busy.discard(key)

    def _object_member(self, owner: Entity, name: str) -> Entity:
        index = self._files[owner.path]
        definition = index.definitions.get(f"{owner.qualname}.{name}")
        if definition is not None:
            kind = "class" if definition.kind in CLASSES else "function"
            return Entity(kind, owner.path, definition.qualname, definition=definition, how=owner.how)
        assignment = owner.assignment
        if assignment is not None and assignment.value is not None and assignment.value.kind == "dict":
            spread = False
            for key, item in zip(assignment.value.keys, assignment.value.items, strict=False):
                if key.kind in ("string", "name") and key.text == name:
                    return self.value(index, assignment.scope, item, assignment.line).inferred()
                spread = spread or key.kind == "spread"
            if spread:
                return UNKNOWN
        bound = index.scopes.get(assignment.scope if assignment is not None else "", {}).get(f"{owner.qualname}.{name}")
        return self._choose(index, bound, 0).inferred() if bound else UNKNOWN

    def _function_member(self, owner: Entity, name: str) -> Entity:
        index = self._files[owner.path]
        definition = index.definitions.get(f"{owner.qualname}.{name}")
        if definition is not None and index.is_script:
            return Entity("function", owner.path, definition.qualname, definition=definition, how=owner.how)
        decorators = owner.definition.decorators if owner.definition is not None and not index.is_script else ()
        if name in _TASK_CALLS and any(item.name.rpartition(".")[2].endswith("task") for item in decorators):
            return owner.inferred()
        if index.is_script and name in ("call", "apply", "bind"):
            return owner
        bound = index.scopes.get("", {}).get(f"{owner.qualname}.{name}")
        return self._choose(index, bound, 0).inferred() if bound else UNKNOWN

    # values

    def evaluate(self, found: Entity) -> Entity:
        """The value behind a variable or parameter; other entities are their own value."""
        if found.kind == "variable":
            if found.assignment is None:
                return UNKNOWN
            return self.assigned(self._files[found.path], found.assignment).inferred()
        if found.kind != "parameter":
            return found
        if found.parameter is None or found.definition is None or found.parameter.kind in ("rest", "keywords"):
            return UNKNOWN
        if not found.parameter.annotation:
            return UNKNOWN
        return self.annotated(self._files[found.path], found.definition.parent, found.parameter.annotation, found.definition.line)

    def assigned(self, index: FileIndex, assignment: Assignment) -> Entity:
        """The value of an assignment, else an instance of its annotation."""
        key = (index.facts.path, assignment.scope, f"{assignment.target}@{assignment.line}")
        if key in self._busy or not self._enter():
            self._cut = True
            return UNKNOWN
        self._busy.add(key)
        try:
            found = UNKNOWN
            kind = assignment.kind
            if assignment.annotation:
                found = self.annotated(index, assignment.scope, assignment.annotation, assignment.line)
            if found.kind == "unknown" and assignment.value is not None and kind not in ("loop", "except", "parameter"):
                value = assignment.value
                if value.kind == "dict":
                    qualname = f"{assignment.scope}.{assignment.target}" if assignment.scope else assignment.target
                    return Entity("object", index.facts.path, qualname, assignment=assignment, how="inferred")
                found = self.value(index, assignment.scope, value, assignment.line)
                if kind == "with" and found.kind == "instance":
                    found = self._entered(found)
            return found
        finally:
            self._busy.discard(key)
            self._depth -= 1

    def _entered(self, manager: Entity) -> Entity:
        """What a context manager gives its block."""
        method = self.member(manager, "__enter__")
        if method.kind != "function":
            method = self.member(manager, "__aenter__")
        result = self._result(method) if method.kind == "function" else UNKNOWN
        return result if result.kind != "unknown" else UNKNOWN

    def value(self, index: FileIndex, scope: str, value: Value, line: int) -> Entity:
        """What an expression gives."""
        if not self._enter():
            return UNKNOWN
        try:
            return self._value(index, scope, value, line)
        finally:
            self._depth -= 1

    def _value(self, index: FileIndex, scope: str, value: Value, line: int) -> Entity:
        kind = value.kind
        if kind == "name":
            return self.evaluate(self.dotted(index, scope, value.text, line))
        if kind == "call" and value.call is not None:
            return self.called(index, value.call, scope, line)
        if kind == "attribute" and value.items:
            return self.evaluate(self.member(self.value(index, scope, value.items[0], line), value.text)).inferred()
        if kind in _LITERALS:
            return made("" if index.is_script else f"builtins.{_LITERALS[kind]}")
        if kind == "subscript" and len(value.items) == 2 and value.items[1].kind == "string":
            below = self.value(index, scope, value.items[0], line)
            return self.evaluate(self.member(below, value.items[1].text)).inferred() if below.kind == "object" else UNKNOWN
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
        required = self._required(index, call)
        if required is not None:
            return self.evaluate(required)
        function = self.value(index, scope, callee, line)
        if function.kind == "class":
            return Entity("instance", function.path, function.qualname, definition=function.definition, how=function.how)
        if function.kind == "function":
            return self._result(function)
        if function.kind == "instance":
            method = self.member(function, "__call__")
            return self._result(method) if method.kind == "function" else UNKNOWN
        if function.kind == "external":
            return self._made_outside(index, call, function, scope, line)
        return OUTSIDE if function.kind in ("made", "outside") and index.is_script and call.is_new else UNKNOWN

    def _required(self, index: FileIndex, call: Call) -> Entity | None:
        """What ``require("x")`` gives, not evaluated; None for any other call."""
        if not index.is_script or call.callee.kind != "name" or call.callee.text != "require" or not call.arguments:
            return None
        return self._exports.whole(self._located(self.modules.locate_script(index.facts.path, call.arguments[0].value.text)))

    def _made_outside(self, index: FileIndex, call: Call, function: Entity, scope: str, line: int) -> Entity:
        name = function.external
        last = name.rpartition(".")[2]
        if name in ("functools.partial", "functools.wraps") and call.arguments:
            return self.value(index, scope, call.arguments[0].value, line).inferred()
        if last[:1].isupper() or call.is_new or (index.is_script and "." not in last and name == last):
            return made(name)
        if name in _RESULTS:
            return made(_RESULTS[name])
        if _FACTORY.match(last) and not name.startswith("builtins."):
            return made(f"{name}()")
        if name.startswith("builtins.") and last in ("str", "dict", "list", "set", "tuple", "int", "bytes", "frozenset", "open"):
            return made(name)
        return UNKNOWN

    def _result(self, function: Entity) -> Entity:
        """What a function of the repository gives back, by its annotation, else by what it returns."""
        definition = function.definition
        if definition is None or not self._enter():
            return UNKNOWN
        key = (function.path, function.qualname, "()")
        if key in self._busy:
            self._cut = True
            self._depth -= 1
            return UNKNOWN
        self._busy.add(key)
        try:
            index = self._files[function.path]
            if definition.returns:
                return self.annotated(index, definition.parent, definition.returns, definition.line).inferred()
            if "generator" in definition.properties or definition.kind == "accessor":
                return UNKNOWN
            results = [
                self.value(index, definition.qualname, value, value.line) for value in definition.returned if value.kind != "none"
            ]
            known = {(result.kind, result.path, result.qualname, result.external): result for result in results}
            if len(known) == 1:
                return next(iter(known.values())).inferred()
            return UNKNOWN
        finally:
            self._busy.discard(key)
            self._depth -= 1

    def annotated(self, index: FileIndex, scope: str, annotation: str, line: int) -> Entity:
        """An instance of the one class an annotation names, or the class itself for ``type[X]``."""
        names, is_class = annotated_names(annotation, index.is_script)
        if len(names) != 1:
            return UNKNOWN
        if names[0] in ("Self", "typing.Self", "this"):
            owner = index.class_of(scope)
            return Entity("instance", index.facts.path, owner.qualname, definition=owner, how="inferred") if owner else UNKNOWN
        found = self.dotted(index, scope, names[0], 0)
        if found.kind == "variable":
            found = self._type_alias(found)
        if found.kind == "class":
            kind = "class" if is_class else "instance"
            return Entity(kind, found.path, found.qualname, definition=found.definition, how="inferred")
        if found.kind == "external":
            name = found.external
            if name.startswith("typing.") or name in ("builtins.object", "builtins.type"):
                return UNKNOWN
            return external(name) if is_class else made(name)
        return UNKNOWN

    def _type_alias(self, found: Entity) -> Entity:
        """The class behind ``Alias = Annotated[X, …]`` or ``Alias = X``."""
        index, assignment = self._files[found.path], found.assignment
        value = assignment.value if assignment is not None else None
        if assignment is None or value is None:
            return UNKNOWN
        if value.kind == "subscript" and len(value.items) == 2 and value.items[0].kind == "name":
            if value.items[0].text.rpartition(".")[2] not in ("Annotated", "Optional"):
                return UNKNOWN
            first = value.items[1]
            value = first.items[0] if first.kind == "list" and first.items else first
        if value.kind not in ("name", "attribute"):
            return UNKNOWN
        return self.value(index, assignment.scope, value, assignment.line)

    def target(self, index: FileIndex, call: Call) -> Entity:
        """What a call runs: a function, a class, something outside, or unknown."""
        callee = call.callee
        if callee.kind == "name":
            if callee.text == "super":
                if not index.is_script:
                    return external("builtins.super")
                found = self._plain(index, call.scope, "super", call.line)
            else:
                found = self.dotted(index, call.scope, callee.text, call.line)
        elif callee.kind == "attribute" and callee.items:
            found = self.member(self.value(index, call.scope, callee.items[0], call.line), callee.text)
            found = (
                found if found.kind in ("external", "made", "outside") else found.inferred() if not _is_super(callee) else found
            )
        else:
            found = self.value(index, call.scope, callee, call.line)
        if found.kind in ("variable", "parameter"):
            found = self.evaluate(found).inferred()
        if found.kind == "super":
            return self._lineage.constructor(found) or UNKNOWN
        if found.kind == "class":
            return self._lineage.own_constructor(found)
        if found.kind == "instance":
            return self.member(found, "__call__").inferred() if not index.is_script else UNKNOWN
        if found.kind == "module" and index.is_script:
            return self._exports.default(found)
        return found

    def _enter(self) -> bool:
        if self._depth >= _DEPTH:
            self._cut = True
            return False
        self._depth += 1
        return True


def _is_super(callee: Value) -> bool:
    below = callee.items[0]
    return below.kind == "call" and below.call is not None and below.call.callee.text == "super"


def _is_overload(binding: Binding) -> bool:
    definition = binding.definition
    if definition is None:
        return False
    return any(decorator.name.rpartition(".")[2] == "overload" for decorator in definition.decorators) or (
        "overload" in definition.properties
    )


def _is_none(binding: Binding) -> bool:
    return binding.assignment is not None and (binding.assignment.value is None or binding.assignment.value.kind == "none")
