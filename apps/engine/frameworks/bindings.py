"""Where a name is bound: which definition, assignment, parameter or import stands behind it.

The graph's resolver answers what a name *is* (``router`` is an object of ``fastapi.APIRouter``); routes and settings need to
know *which one* (the ``router`` assigned in that file), so that two routers of one file stay apart.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping

from apps.engine.facts import Definition, FileFacts, Import, Value
from apps.engine.frameworks.bound import CLASSES, NOTHING, Bound, bound_by, scopes_around
from apps.engine.frameworks.class_lines import ClassLines
from apps.engine.frameworks.file_index import FileIndex
from apps.engine.frameworks.module_files import ModuleFiles

__all__ = ["CLASSES", "Bindings", "Bound"]

STEPS = 16  # links of a chain of aliases, re-exports and attributes that are followed
_SELF = frozenset({"self", "cls", "this"})


class Bindings:
    """Follows names through scopes, imports, re-exports, aliases, classes and objects."""

    def __init__(self, files: Mapping[str, FileFacts], modules: ModuleFiles) -> None:
        self.index = {path: FileIndex(facts) for path, facts in files.items()}
        self.modules = modules
        self._cache: dict[tuple[str, str, str, int], Bound] = {}
        self._lines = ClassLines(self)

    def bind(self, path: str, scope: str, name: str, line: int = 0) -> Bound:
        """What the dotted `name`, used at `line`, is bound to; aliases (``api = router``) are followed."""
        file = self.index.get(path)
        if file is None or name.partition(".")[0] not in file.assigned:
            line = 0  # nothing in this file gives the name another meaning further down
        key = (path, scope, name, line)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._follow(self._dotted(path, scope, name, line, STEPS), STEPS)
        return found

    def of(self, path: str, scope: str, value: Value) -> Bound:
        """What an expression that is a name or an attribute is bound to; other expressions are a `value` of their own."""
        if value.kind == "name":
            return self.bind(path, scope, value.text, value.line)
        return self.expression(path, scope, value, STEPS)

    def maker(self, bound: Bound) -> Bound:
        """For an object made by a call: what was called.  Else nothing."""
        call = bound.value.call if bound.value is not None else None
        return self.expression(bound.path, bound.scope, call.callee, STEPS) if call is not None else NOTHING

    def ancestors(self, path: str, definition: Definition) -> list[tuple[str, Definition]]:
        """The class and its bases inside the repository, nearest first, each once."""
        return self._lines.ancestors(path, definition)

    def external_bases(self, path: str, definition: Definition) -> list[str]:
        """Dotted names of all bases outside the repository, inherited ones too."""
        return self._lines.external_bases(path, definition)

    def base(self, path: str, owner: Definition, base: Value) -> Bound:
        """What a base of a class is; for a base that a call made (``declarative_base()``) what was called."""
        return self._lines.base(path, owner, base)

    def member(self, path: str, definition: Definition, name: str) -> Bound:
        """A method, attribute or inner class of a class, inherited ones too."""
        return self._lines.member(path, definition, name)

    # the walk

    def _dotted(self, path: str, scope: str, name: str, line: int, steps: int) -> Bound:
        if steps <= 0 or path not in self.index:
            return NOTHING
        parts = name.split(".")
        file = self.index[path]
        if parts[0] in _SELF:
            owner = self._owner(file, scope)
            if owner is None:
                return NOTHING
            found, rest = Bound("definition", path, owner.parent, owner.qualname, definition=owner), parts[1:]
        else:
            found, rest = self._head(path, file, scope, parts, line, steps)
        for part in rest:
            found = self._attribute(self._follow(found, steps - 1), part, steps - 1)
            if found.kind == "unknown":
                break
        if found.kind == "unknown" and len(parts) > 1:
            for level in scopes_around(scope):
                whole = file.assignments.get((level, name), ())
                if whole:
                    return bound_by(path, whole[-1], name)
        return found

    def _head(self, path: str, file: FileIndex, scope: str, parts: list[str], line: int, steps: int) -> tuple[Bound, list[str]]:
        head, rest = parts[0], parts[1:]
        for level in scopes_around(scope):
            owner = file.definitions.get(level) if level else None
            if owner is not None and owner.kind in CLASSES and level != scope:
                continue  # names of a class body are not seen from its methods
            same = file.assignments.get((level, head)) if head in file.assigned else None
            assigned = [
                item
                for item in same or ()
                if item.kind != "augmented" and (item.kind != "parameter" or item.line <= line <= item.end_line)
            ]
            if assigned:
                before = [item for item in assigned if item.line <= line] if level == scope and line else []
                chosen = before[-1] if before else assigned[0]
                if chosen.kind == "parameter":
                    return Bound("parameter", path, level, head), rest
                imported = file.imports.get((level, head))
                if imported is None or chosen.value is not None:
                    return bound_by(path, chosen, head), rest
            if owner is not None and any(parameter.name.lstrip("*.") == head for parameter in owner.parameters):
                return Bound("parameter", path, level, head, definition=owner), rest
            child = file.child(level, head)
            if child is not None:
                return Bound("definition", path, level, child.qualname, definition=child), rest
            brought = file.imports.get((level, head))
            if brought is not None:
                return self._brought(path, file, brought, parts, steps)
        outside = []
        for star in file.stars:
            target = self._star(path, star)
            if target is not None and target != path:
                found = self._of_module(target, head, steps - 1)
                if found.kind != "unknown":
                    return found, rest
            elif target is None and not star.level:
                outside.append(star.module)
        if len(outside) == 1 and not file.is_script and not hasattr(builtins, head):
            return Bound("external", external=f"{outside[0]}.{head}"), rest  # it can come from nowhere else
        return NOTHING, rest

    def _star(self, path: str, star: Import) -> str | None:
        if self.index[path].is_script:
            return self.modules.script(path, star.module)
        return self.modules.python(path, star.module, star.level)

    def _brought(
        self, path: str, file: FileIndex, brought: tuple[Import, str], parts: list[str], steps: int
    ) -> tuple[Bound, list[str]]:
        imported, name = brought
        if not file.is_script and not name and not imported.alias:
            for count in range(len(parts), 0, -1):  # import a.b.c: the longest part of the name that is a module
                target = self.modules.python(path, ".".join(parts[:count]), imported.level)
                if target is not None:
                    return Bound("module", target, name=target), parts[count:]
            return Bound("external", external=parts[0]), parts[1:]
        return self.imported(path, imported, name, steps), parts[1:]

    def imported(self, path: str, imported: Import, name: str, steps: int = STEPS) -> Bound:
        """What an import statement brings: its module ("" or "*"), or `name` out of it."""
        if steps <= 0 or path not in self.index:
            return NOTHING
        if self.index[path].is_script:
            target = self.modules.script(path, imported.module)
            if target is None:
                if imported.module.startswith("."):
                    return NOTHING
                external = imported.module if name in ("", "*", "default") else f"{imported.module}.{name}"
                return Bound("external", external=external)
            if name == "" and imported.kind in ("require", "dynamic"):
                found = self.exported(target, "default", steps - 1)
                return found if found.kind != "unknown" else Bound("module", target, name=target)
            if name in ("", "*"):
                return Bound("module", target, name=target)
            return self.exported(target, name, steps - 1)
        target = self.modules.python(path, imported.module, imported.level)
        if not name:
            return Bound("module", target, name=target) if target else Bound("external", external=imported.module)
        if target is not None:
            found = self._of_module(target, name, steps - 1)
            if found.kind != "unknown":
                return found
        inside = self.modules.python(path, f"{imported.module}.{name}" if imported.module else name, imported.level)
        if inside is not None:
            return Bound("module", inside, name=inside)
        if target is not None or imported.level:
            return NOTHING
        return Bound("external", external=f"{imported.module}.{name}")

    def _of_module(self, path: str, name: str, steps: int) -> Bound:
        if steps <= 0 or path not in self.index:
            return NOTHING
        if self.index[path].is_script:
            return self.exported(path, name, steps - 1)
        found = self._dotted(path, "", name, 0, steps - 1)
        if found.kind == "unknown" and path.endswith("__init__.py"):
            inside = self.modules.python(path, name, 1)
            if inside is not None:
                return Bound("module", inside, name=inside)
        return found

    def exported(self, path: str, name: str, steps: int = STEPS) -> Bound:
        """What a JavaScript or TypeScript file exports as `name` ("default" too)."""
        if steps <= 0 or path not in self.index:
            return NOTHING
        file = self.index[path]
        export = file.exports.get(name)
        if export is not None and export.local:
            found = self._follow(self._dotted(path, "", export.local, 0, steps - 1), steps - 1)
            if found.kind != "unknown":
                return found
        for target in (f"module.exports.{name}", f"exports.{name}"):
            assigned = file.assignments.get(("", target), ())
            if assigned:
                return self._follow(bound_by(path, assigned[-1], target), steps - 1)
        for imported in file.reexports:
            for brought in imported.names:
                if (brought.alias or brought.name) == name:
                    return self.imported(path, imported, brought.name, steps - 1)
        whole = file.assignments.get(("", "module.exports"), ())
        if whole:
            made = self._follow(bound_by(path, whole[-1], "module.exports"), steps - 1)
            if name == "default":
                return made
            found = self._attribute(made, name, steps - 1)
            if found.kind != "unknown":
                return found
        for imported in file.reexports:
            if not imported.names or any(brought.name == "*" and not brought.alias for brought in imported.names):
                inner = self.modules.script(path, imported.module)
                if inner is not None and inner != path:
                    found = self.exported(inner, name, steps - 1)
                    if found.kind != "unknown":
                        return found
        if name == "default" and any(target.startswith(("exports.", "module.exports.")) for _, target in file.assignments):
            return Bound("module", path, name=path)
        return NOTHING

    def expression(self, path: str, scope: str, value: Value, steps: int = STEPS) -> Bound:
        """What an expression is bound to within so many steps; unlike `of` nothing of it is kept."""
        if steps <= 0:
            return NOTHING
        if value.kind == "name":
            return self._follow(self._dotted(path, scope, value.text, value.line, steps - 1), steps - 1)
        if value.kind == "attribute" and value.items:
            return self._follow(
                self._attribute(self.expression(path, scope, value.items[0], steps - 1), value.text, steps - 1), steps - 1
            )
        if value.kind == "call" and value.call is not None:
            call = value.call
            if call.callee.kind == "name" and call.callee.text == "require" and call.arguments:
                module = call.arguments[0].value
                if module.kind == "string" and path in self.index and self.index[path].is_script:
                    return self.imported(path, Import(module.text, kind="require"), "", steps - 1)
        if value.kind == "function" and value.text and path in self.index:
            definition = self.index[path].definitions.get(value.text)
            if definition is not None:
                return Bound("definition", path, definition.parent, definition.qualname, definition=definition)
        return Bound("value", path, scope, value=value)

    def _follow(self, bound: Bound, steps: int) -> Bound:
        """Through plain aliases to what is bound in the end."""
        while steps > 0 and bound.kind in ("assignment", "value") and bound.value is not None:
            value = bound.value
            is_require = value.kind == "call" and value.call is not None and value.call.callee.text == "require"
            if value.kind not in ("name", "attribute") and not is_require and not (value.kind == "function" and value.text):
                break
            if bound.assignment is not None and bound.assignment.kind in ("loop", "with", "except"):
                break
            steps -= 1
            line = bound.assignment.line if bound.assignment is not None else value.line
            if value.kind == "name":
                if value.text.split(".")[0] == bound.name and bound.scope == "" and bound.path in self.index:
                    further = self._outer_meaning(bound, value.text, steps)
                else:
                    further = self._dotted(bound.path, bound.scope, value.text, line, steps)
            else:
                further = self.expression(bound.path, bound.scope, value, steps)
            if further.kind == "unknown" or further == bound:
                break
            bound = further
        return bound

    def _outer_meaning(self, bound: Bound, name: str, steps: int) -> Bound:
        """``x = x.y``: the import of that name is meant."""
        file = self.index[bound.path]
        brought = file.imports.get((bound.scope, name.split(".")[0]))
        if brought is None:
            return NOTHING
        found, rest = self._brought(bound.path, file, brought, name.split("."), steps)
        for part in rest:
            found = self._attribute(found, part, steps - 1)
        return found

    def _attribute(self, owner: Bound, name: str, steps: int) -> Bound:
        if steps <= 0:
            return NOTHING
        if owner.kind == "external":
            return Bound("external", external=f"{owner.external}.{name}")
        if owner.kind == "module":
            return self._of_module(owner.path, name, steps - 1)
        if owner.kind == "definition" and owner.definition is not None:
            if owner.definition.kind in CLASSES:
                return self.member(owner.path, owner.definition, name)
            file = self.index[owner.path]
            if name == "default" and "default" in owner.definition.properties:  # require("./module").default
                return owner
            if file.is_script:  # module.exports = function …; module.exports.Router = …
                for target in (f"module.exports.{name}", f"exports.{name}", f"{owner.definition.name}.{name}"):
                    assigned = file.assignments.get(("", target), ())
                    if assigned:
                        return self._follow(bound_by(owner.path, assigned[-1], target), steps - 1)
            return NOTHING
        value = owner.value
        if value is None:
            return NOTHING
        if value.kind == "dict":
            for key, item in zip(reversed(value.keys), reversed(value.items), strict=False):
                if key.kind in ("string", "name") and key.text == name:
                    return self._follow(Bound("value", owner.path, owner.scope, value=item), steps - 1)
            return NOTHING
        if value.kind == "call" and value.call is not None:
            made = self.expression(owner.path, owner.scope, value.call.callee, steps - 1)
            if made.kind == "external":
                return Bound("external", external=f"{made.external}.{name}")
            made = self.instance_of(made, steps - 1)
            if made.definition is not None and made.definition.kind in CLASSES:
                found = self.member(made.path, made.definition, name)
                outside = self.external_bases(made.path, made.definition) if found.kind == "unknown" else []
                return Bound("external", external=f"{outside[0]}.{name}") if len(outside) == 1 else found
        return NOTHING

    def instance_of(self, called: Bound, steps: int = STEPS) -> Bound:
        """The class of what calling `called` gives: itself if a class, or the class a function says it returns."""
        definition = called.definition
        if called.kind != "definition" or definition is None or definition.kind in CLASSES:
            return called
        if definition.returns and all(part.isidentifier() for part in definition.returns.split(".")):
            return self._follow(self._dotted(called.path, definition.parent, definition.returns, 0, steps), steps)
        for value in definition.returned:
            if value.kind == "call" and value.call is not None and steps > 0:
                made = self.expression(called.path, definition.qualname, value.call.callee, steps - 1)
                if made.definition is not None and made.definition.kind in CLASSES:
                    return made
        return NOTHING

    @staticmethod
    def _owner(file: FileIndex, scope: str) -> Definition | None:
        for level in scopes_around(scope):
            definition = file.definitions.get(level)
            if definition is not None and definition.kind in CLASSES:
                return definition
        return None
