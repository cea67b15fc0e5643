"""Names → what they mean, joined across files.

A name is followed through scopes, imports (relative, aliased, star, re-exported), assignments, classes and their bases, and
the annotated or assigned type of a variable.  What can't be followed is `unknown`; nothing is guessed by name.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from apps.engine.facts import Assignment, Definition, FileFacts, Import, Parameter, Value
from apps.engine.graph.modules import SCRIPT_LANGUAGES, Modules

Kind = Literal["definition", "assignment", "module", "external", "unknown"]
How = Literal["exact", "inferred", "name"]

STEPS = 24  # links of a chain of aliases, re-exports and bases that are followed
CLASS_KINDS = frozenset({"class", "interface", "struct", "enum", "trait"})
_BUILTINS = frozenset(dir(builtins))
_SCRIPT_GLOBALS = frozenset(
    [
        "Array",
        "Boolean",
        "Date",
        "Error",
        "JSON",
        "Map",
        "Math",
        "Number",
        "Object",
        "Promise",
        "Proxy",
        "Reflect",
        "RegExp",
        "Set",
        "String",
        "Symbol",
        "WeakMap",
        "WeakSet",
        "console",
        "document",
        "fetch",
        "globalThis",
        "localStorage",
        "navigator",
        "process",
        "sessionStorage",
        "setInterval",
        "setTimeout",
        "clearInterval",
        "clearTimeout",
        "window",
        "parseInt",
        "parseFloat",
        "isNaN",
        "encodeURIComponent",
        "decodeURIComponent",
        "encodeURI",
        "decodeURI",
        "structuredClone",
        "queueMicrotask",
        "URL",
        "URLSearchParams",
        "Buffer",
        "AbortController",
        "FormData",
        "Headers",
        "Request",
        "Response",
        "Blob",
        "File",
        "Intl",
        "BigInt",
    ]
)
_WRAPPERS = frozenset({"Optional", "typing.Optional", "Annotated", "typing.Annotated", "Type", "type", "ClassVar", "Final"})
_SELF = frozenset({"self", "cls", "this"})


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a name means.

    `definition`: a function or class (of `path`, `qualname`), or with `is_instance` an object of that class.
    `assignment`: a name bound to something that is neither.  `module`: the file `path`.  `external`: a dotted name outside the
    repository (``requests.get``).  `how` says whether a type had to be inferred on the way.
    """

    kind: Kind
    path: str = ""
    qualname: str = ""
    external: str = ""
    how: How = "exact"
    definition: Definition | None = None
    assignment: Assignment | None = None
    is_instance: bool = False

    @property
    def symbol(self) -> str:
        """``path#qualname``, or the path of a module."""
        return f"{self.path}#{self.qualname}" if self.qualname else self.path


UNKNOWN = Resolution("unknown")


class _File:
    """One file's names, by scope."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.definitions = {definition.qualname: definition for definition in facts.definitions}
        self.children: dict[str, dict[str, Definition]] = defaultdict(dict)
        for definition in facts.definitions:
            self.children[definition.parent].setdefault(definition.name, definition)
        self.assignments: dict[str, dict[str, Assignment]] = defaultdict(dict)
        for assignment in facts.assignments:
            if assignment.kind != "augmented":
                known = self.assignments[assignment.scope].get(assignment.target)
                if known is None or known.value is None:
                    self.assignments[assignment.scope][assignment.target] = assignment
        self.imports: dict[str, dict[str, tuple[Import, str]]] = defaultdict(dict)
        self.stars: list[Import] = []
        self.reexports: list[Import] = []
        for imported in facts.imports:
            self._add_import(imported)
        self.exports = {export.name: export.local for export in facts.exports}

    def _add_import(self, imported: Import) -> None:
        into = self.imports[imported.scope]
        if imported.kind == "export-from":
            self.reexports.append(imported)
            return
        for name in imported.names:
            if name.name == "*" and not name.alias:
                self.stars.append(imported)
            else:
                into.setdefault(name.alias or name.name, (imported, name.name))
        if not imported.names:
            bound = imported.alias or imported.module.split(".")[0]
            if self.facts.language == "Python" or imported.alias:
                into.setdefault(bound, (imported, ""))


class Resolver:
    """Resolves names of a repository's parsed files.  `aliases` maps import prefixes to folders (``@/`` → ``src/``)."""

    def __init__(self, files: Mapping[str, FileFacts], *, aliases: Mapping[str, str] | None = None) -> None:
        self.modules = Modules(files, aliases=aliases)
        self._files = {path: _File(facts) for path, facts in files.items()}
        self._cache: dict[tuple[str, str, str], Resolution] = {}

    # --- names ---------------------------------------------------------------------------------------------------------
    def resolve(self, path: str, scope: str, name: str, line: int = 0) -> Resolution:
        """What the dotted `name` means in `scope` ("" = module level) of the file `path`."""
        key = (path, scope, name)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._dotted(path, scope, name, STEPS)
        return found

    def resolve_value(self, path: str, scope: str, value: Value) -> Resolution:
        """What an expression means: a name, an attribute of something, or the object a call makes."""
        return self._value(path, scope, value, STEPS)

    def resolve_module(self, path: str, imported: Import, name: str = "") -> Resolution:
        """What an import statement brings: its module, or `name` out of it."""
        return self._imported(path, imported, name, STEPS)

    def definition(self, path: str, qualname: str) -> Definition | None:
        """A definition by place."""
        file = self._files.get(path)
        return file.definitions.get(qualname) if file else None

    def bases(self, path: str, definition: Definition) -> Iterator[Resolution]:
        """What the bases of a class mean, in order."""
        for base in definition.bases:
            yield self._value(path, definition.parent, base, STEPS)

    def ancestors(self, path: str, definition: Definition) -> list[tuple[str, Definition]]:
        """The class and its bases inside the repository, nearest first, each once."""
        out: list[tuple[str, Definition]] = []
        seen: set[tuple[str, str]] = set()
        waiting = [(path, definition)]
        while waiting and len(out) < 50:
            at, current = waiting.pop(0)
            if (at, current.qualname) in seen:
                continue
            seen.add((at, current.qualname))
            out.append((at, current))
            for base in self.bases(at, current):
                if base.kind == "definition" and base.definition is not None and not base.is_instance:
                    waiting.append((base.path, base.definition))
        return out

    def external_bases(self, path: str, definition: Definition) -> list[str]:
        """Dotted names of all bases outside the repository, also inherited ones."""
        out: list[str] = []
        for at, current in self.ancestors(path, definition):
            out.extend(base.external for base in self.bases(at, current) if base.kind == "external")
        return list(dict.fromkeys(out))

    # --- the walk ------------------------------------------------------------------------------------------------------
    def _dotted(self, path: str, scope: str, name: str, steps: int) -> Resolution:
        head, *rest = name.split(".")
        found = self._head(path, scope, head, steps)
        for number, attribute in enumerate(rest):
            if found.kind == "unknown":
                # `self.x = …` and `exports.x = …` bind dotted names as a whole
                whole = self._bound_attribute(path, scope, ".".join([head, *rest[: number + 1]]), steps)
                if whole is None:
                    return UNKNOWN
                found = whole
                continue
            found = self._attribute(found, attribute, steps - 1)
        return found

    def _head(self, path: str, scope: str, name: str, steps: int) -> Resolution:
        if steps <= 0 or path not in self._files:
            return UNKNOWN
        file = self._files[path]
        if name in _SELF:
            owner = self._enclosing_class(file, scope)
            if owner is not None:
                return Resolution("definition", path, owner.qualname, definition=owner, is_instance=name != "cls")
        for level in _scopes(scope):
            definition = file.definitions.get(level) if level else None
            if definition is not None and definition.kind in CLASS_KINDS and level != scope:
                continue  # names of a class body are not seen from its methods
            if definition is not None:
                parameter = next((item for item in definition.parameters if item.name.lstrip("*.") == name), None)
                if parameter is not None:
                    return self._parameter(path, level, parameter, steps)
            found = self._in_scope(path, file, level, name, steps)
            if found is not None:
                return found
        for star in file.stars:
            found = self._from_star(path, star, name, steps - 1)
            if found is not None:
                return found
        if file.facts.language == "Python" and name in _BUILTINS:
            return Resolution("external", external=f"builtins.{name}")
        if file.facts.language in SCRIPT_LANGUAGES and name in _SCRIPT_GLOBALS:
            return Resolution("external", external=name)
        return UNKNOWN

    def _in_scope(self, path: str, file: _File, level: str, name: str, steps: int) -> Resolution | None:
        child = file.children.get(level, {}).get(name)
        if child is not None:
            return Resolution("definition", path, child.qualname, definition=child)
        brought = file.imports.get(level, {}).get(name)
        if brought is not None:
            return self._imported(path, brought[0], brought[1], steps - 1)
        assignment = file.assignments.get(level, {}).get(name)
        if assignment is not None:
            return self._assigned(path, assignment, steps - 1)
        return None

    def _assigned(self, path: str, assignment: Assignment, steps: int) -> Resolution:
        plain = Resolution("assignment", path, "", assignment=assignment)
        if steps <= 0:
            return plain
        value = assignment.value
        if value is not None and value.kind in ("name", "attribute", "call", "function"):
            found = self._value(path, assignment.scope, value, steps - 1)
            if found.kind != "unknown":
                return found
        if assignment.annotation_value is not None:
            found = self._annotation(path, assignment.scope, assignment.annotation_value, steps - 1)
            if found.kind != "unknown":
                return found
        return plain

    def _parameter(self, path: str, scope: str, parameter: Parameter, steps: int) -> Resolution:
        if parameter.annotation_value is not None:
            found = self._annotation(path, _outer(scope), parameter.annotation_value, steps - 1)
            if found.kind != "unknown":
                return found
        return UNKNOWN

    def _annotation(self, path: str, scope: str, value: Value, steps: int) -> Resolution:
        """An object of the annotated type."""
        if steps <= 0:
            return UNKNOWN
        if value.kind == "string":
            text = value.text.strip()
            return self._as_instance(self._dotted(path, scope, text, steps - 1)) if _is_dotted(text) else UNKNOWN
        if value.kind == "subscript" and len(value.items) == 2:
            outer, inner = value.items
            if outer.kind == "name" and outer.text.rpartition(".")[2] in {name.rpartition(".")[2] for name in _WRAPPERS}:
                first = inner.items[0] if inner.kind == "list" and inner.items else inner
                return self._annotation(path, scope, first, steps - 1)
            return UNKNOWN
        if value.kind == "binary" and value.text == "|":
            sides = [side for side in value.items if side.kind != "none"]
            return self._annotation(path, scope, sides[0], steps - 1) if len(sides) == 1 else UNKNOWN
        if value.kind in ("name", "attribute"):
            return self._as_instance(self._value(path, scope, value, steps - 1))
        return UNKNOWN

    @staticmethod
    def _as_instance(found: Resolution) -> Resolution:
        if found.kind == "definition" and found.definition is not None and found.definition.kind in CLASS_KINDS:
            return replace(found, is_instance=True, how="inferred")
        if found.kind == "external" and not found.external.startswith("builtins."):
            return replace(found, how="inferred")
        return UNKNOWN

    def _value(self, path: str, scope: str, value: Value, steps: int) -> Resolution:
        if steps <= 0:
            return UNKNOWN
        if value.kind == "name":
            return self._dotted(path, scope, value.text, steps - 1)
        if value.kind == "attribute" and value.items:
            return self._attribute(self._value(path, scope, value.items[0], steps - 1), value.text, steps - 1)
        if value.kind == "function" and value.text:
            definition = self.definition(path, value.text)
            if definition is not None:
                return Resolution("definition", path, definition.qualname, definition=definition)
        if value.kind == "call" and value.call is not None:
            return self._made_by(path, scope, value, steps - 1)
        return UNKNOWN

    def _made_by(self, path: str, scope: str, value: Value, steps: int) -> Resolution:
        """The object a call returns, where that is known."""
        call = value.call
        if call is None or steps <= 0:
            return UNKNOWN
        if call.callee.kind == "name" and call.callee.text == "super":
            owner = self._enclosing_class(self._files[path], scope)
            for base in self.bases(path, owner) if owner is not None else ():
                return replace(base, is_instance=True)
            return UNKNOWN
        if call.callee.kind == "name" and call.callee.text == "require" and call.arguments:
            module = call.arguments[0].value
            if module.kind == "string":
                return self._imported(path, Import(module.text, kind="require"), "", steps - 1)
        called = self._value(path, scope, call.callee, steps - 1)
        if called.kind == "external":
            return replace(called, how="inferred")
        if called.kind == "definition" and called.definition is not None and not called.is_instance:
            if called.definition.kind in CLASS_KINDS:
                return replace(called, is_instance=True, how="inferred")
            text = called.definition.returns.strip().strip("\"'")
            if _is_dotted(text):
                return self._as_instance(self._dotted(called.path, _outer(called.qualname), text, steps - 1))
        return UNKNOWN

    def _attribute(self, owner: Resolution, name: str, steps: int) -> Resolution:
        if steps <= 0:
            return UNKNOWN
        if owner.kind == "module":
            return self._member(owner.path, name, steps - 1)
        if owner.kind == "external":
            return replace(owner, external=f"{owner.external}.{name}", is_instance=False)
        if owner.kind == "definition" and owner.definition is not None:
            if owner.definition.kind in CLASS_KINDS:
                return self._class_member(owner, name, steps - 1)
            child = self._files[owner.path].children.get(owner.qualname, {}).get(name)
            if child is not None:
                return Resolution("definition", owner.path, child.qualname, how=owner.how, definition=child)
        if owner.kind == "assignment" and owner.assignment is not None:
            return self._of_object(owner, name, steps - 1)
        return UNKNOWN

    def _of_object(self, owner: Resolution, name: str, steps: int) -> Resolution:
        """A member of an object literal."""
        assignment = owner.assignment
        if assignment is None:
            return UNKNOWN
        file = self._files[owner.path]
        qualified = f"{assignment.scope}.{assignment.target}" if assignment.scope else assignment.target
        definition = file.definitions.get(f"{qualified}.{name}")
        if definition is not None:
            return Resolution("definition", owner.path, definition.qualname, definition=definition)
        value = assignment.value
        if value is not None and value.kind == "dict":
            for key, item in zip(value.keys, value.items, strict=False):
                if key.text == name and key.kind in ("string", "name"):
                    return self._value(owner.path, assignment.scope, item, steps - 1)
        return UNKNOWN

    def _class_member(self, owner: Resolution, name: str, steps: int) -> Resolution:
        definition = owner.definition
        if definition is None:
            return UNKNOWN
        how: How = "inferred" if owner.how == "inferred" else "exact"
        for number, (path, current) in enumerate(self.ancestors(owner.path, definition)):
            file = self._files[path]
            child = file.children.get(current.qualname, {}).get(name)
            if child is not None:
                return Resolution("definition", path, child.qualname, how=how if number == 0 else "inferred", definition=child)
            assignment = file.assignments.get(current.qualname, {}).get(name)
            if assignment is not None:
                return self._assigned(path, assignment, steps - 1)
            found = self._instance_attribute(path, file, current, name, steps - 1)
            if found is not None:
                return found
        outside = [base for base in self.bases(owner.path, definition) if base.kind == "external"]
        if len(outside) == 1 and len(definition.bases) == 1:
            return Resolution("external", external=f"{outside[0].external}.{name}", how="inferred")
        return UNKNOWN

    def _instance_attribute(self, path: str, file: _File, owner: Definition, name: str, steps: int) -> Resolution | None:
        for method in file.children.get(owner.qualname, {}).values():
            for receiver in ("self", "this", "cls"):
                assignment = file.assignments.get(method.qualname, {}).get(f"{receiver}.{name}")
                if assignment is not None:
                    found = self._assigned(path, assignment, steps - 1)
                    return replace(found, how="inferred") if found.kind != "assignment" else UNKNOWN
        return None

    def _bound_attribute(self, path: str, scope: str, dotted: str, steps: int) -> Resolution | None:
        file = self._files[path]
        for level in _scopes(scope):
            assignment = file.assignments.get(level, {}).get(dotted)
            if assignment is not None:
                return self._assigned(path, assignment, steps - 1)
        return None

    # --- modules -------------------------------------------------------------------------------------------------------
    def _imported(self, path: str, imported: Import, name: str, steps: int) -> Resolution:
        if steps <= 0:
            return UNKNOWN
        if self._files[path].facts.language == "Python":
            return self._imported_python(path, imported, name, steps)
        target = self.modules.script(path, imported.module)
        if target is None:
            if imported.module.startswith("."):
                return UNKNOWN
            return Resolution(
                "external", external=f"{imported.module}.{name}" if name not in ("", "*", "default") else imported.module
            )
        if name in ("", "*"):
            if imported.kind == "require" and "default" in self._files[target].exports:
                return self._exported(target, "default", steps - 1)
            return Resolution("module", target)
        return self._exported(target, name, steps - 1)

    def _imported_python(self, path: str, imported: Import, name: str, steps: int) -> Resolution:
        if not name:  # import a.b.c [as d]
            wanted = imported.module if imported.alias else imported.module.split(".")[0]
            target = self.modules.python(path, wanted, imported.level)
            if target is not None:
                return Resolution("module", target)
            inside = self.modules.python(path, imported.module, imported.level)
            if inside is not None and not imported.alias:
                return Resolution("unknown")  # a namespace package: its members are found by `_dotted` through whole names
            return Resolution("external", external=wanted)
        target = self.modules.python(path, imported.module, imported.level)
        if target is None:
            within = f"{imported.module}.{name}" if imported.module else name
            submodule = self.modules.python(path, within, imported.level)
            if submodule is not None:
                return Resolution("module", submodule)
            return UNKNOWN if imported.level else Resolution("external", external=f"{imported.module}.{name}")
        found = self._member(target, name, steps - 1)
        return found

    def _member(self, path: str, name: str, steps: int) -> Resolution:
        """A name of a module, as seen from outside."""
        if steps <= 0 or path not in self._files:
            return UNKNOWN
        file = self._files[path]
        if file.facts.language in SCRIPT_LANGUAGES:
            return self._exported(path, name, steps - 1)
        found = self._in_scope(path, file, "", name, steps)
        if found is not None:
            return found
        if path.endswith("__init__.py"):
            submodule = self.modules.python(path, name, 1)
            if submodule is not None:
                return Resolution("module", submodule)
        for star in file.stars:
            found = self._from_star(path, star, name, steps - 1)
            if found is not None:
                return found
        return UNKNOWN

    def _from_star(self, path: str, star: Import, name: str, steps: int) -> Resolution | None:
        target = self.modules.find(path, star)
        if target is None or target == path:
            return None
        found = self._member(target, name, steps - 1)
        return found if found.kind != "unknown" else None

    def _exported(self, path: str, name: str, steps: int) -> Resolution:
        if steps <= 0 or path not in self._files:
            return UNKNOWN
        file = self._files[path]
        if name in file.exports:
            local = file.exports[name]
            found = self._dotted(path, "", local, steps - 1) if local else UNKNOWN
            if found.kind != "unknown":
                return found
        for imported in file.reexports:
            for brought in imported.names:
                if (brought.alias or brought.name) == name:
                    return self._imported(path, imported, brought.name, steps - 1)
        for imported in file.reexports:
            if any(brought.name == "*" and not brought.alias for brought in imported.names) or not imported.names:
                target = self.modules.script(path, imported.module)
                if target is not None and target != path:
                    found = self._exported(target, name, steps - 1)
                    if found.kind != "unknown":
                        return found
        bound = self._bound_attribute(path, "", f"exports.{name}", steps) or self._bound_attribute(
            path, "", f"module.exports.{name}", steps
        )
        if bound is not None:
            return bound
        whole = file.assignments.get("", {}).get("module.exports")
        if whole is not None:
            if name == "default":
                return self._assigned(path, whole, steps - 1)
            owner = Resolution("assignment", path, assignment=whole)
            found = self._of_object(owner, name, steps - 1)
            if found.kind != "unknown":
                return found
            made = self._assigned(path, whole, steps - 1)
            if made.kind in ("definition", "external"):
                return self._attribute(made, name, steps - 1)
        child = file.children.get("", {}).get(name)
        if child is not None and name != "default":
            return Resolution("definition", path, child.qualname, how="inferred", definition=child)
        return UNKNOWN

    @staticmethod
    def _enclosing_class(file: _File, scope: str) -> Definition | None:
        for level in _scopes(scope):
            definition = file.definitions.get(level)
            if definition is not None and definition.kind in CLASS_KINDS:
                return definition
        return None


def _scopes(scope: str) -> Iterator[str]:
    """The scope and those around it, "" last."""
    while scope:
        yield scope
        scope = _outer(scope)
    yield ""


def _outer(qualname: str) -> str:
    return qualname.rpartition(".")[0]


def _is_dotted(text: str) -> bool:
    return bool(text) and all(part.isidentifier() for part in text.split("."))
