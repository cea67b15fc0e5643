"""What names and calls of C and C++ mean beyond declarations: linkage, includes, prototypes and what they stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from apps.engine.facts import Call, Definition
from apps.engine.graph.declared.expressions import Expressions
from apps.engine.graph.declared.overloads import choose, taken
from apps.engine.graph.declared.program import Found, Program
from apps.engine.graph.declared.rules import Rules
from apps.engine.graph.declared.rules.c_family import included
from apps.engine.graph.declared.things import UNKNOWN, Thing, outside
from apps.engine.graph.modules import ModuleMaps, folder_of

# Calls whose explicit type argument is what they give.
_GIVES_TYPE = frozenset({
    "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "make_unique", "make_shared", "static_pointer_cast",
    "dynamic_pointer_cast", "any_cast", "make_optional", "bit_cast",
})  # fmt: skip
_PASSES = frozenset({"move", "forward", "ref", "cref", "as_const", "addressof"})  # calls that give what they are given
_FREE = frozenset({"function", "macro", "test"})
_LEVELS = 8  # names that stand for other names


class CExpressions(Expressions):
    """C and C++."""

    def __init__(self, program: Program, rules: Rules, maps: ModuleMaps) -> None:
        super().__init__(program, rules, maps)
        self._named: dict[str, list[str]] = defaultdict(list)  # paths by the last part
        for path in program.files:
            self._named[path.rpartition("/")[2]].append(path)
        self._included: dict[str, tuple[list[str], bool, bool]] = {}
        self._reached: dict[str, tuple[frozenset[str], bool, bool]] = {}

    def _includes(self, path: str) -> tuple[list[str], bool, bool]:
        """(files that a file includes, whether it includes any from elsewhere, whether one may be any of several)."""
        known = self._included.get(path)
        if known is None:
            found, outer, open_ones = [], False, False
            for item in self.program.files[path].facts.imports:
                if item.kind != "include":
                    continue
                here = included(path, item.module, self.program.files)
                if not here:
                    module = item.module.strip("<>")
                    alike = [one for one in self._named.get(module.rpartition("/")[2], ()) if one.endswith(f"/{module}")]
                    here = alike[0] if len(alike) == 1 else ""
                    open_ones = open_ones or len(alike) > 1 or (not alike and not item.module.startswith("<"))
                    outer = outer or not alike
                if here:
                    found.append(here)
            known = self._included[path] = (found, outer, open_ones)
        return known

    def _reachable(self, path: str) -> tuple[frozenset[str], bool, bool]:
        """A file with all it includes and what those include; whether any are from elsewhere; whether any can't be told."""
        known = self._reached.get(path)
        if known is None:
            seen, waiting = {path}, [path]
            outer = open_ones = False
            while waiting:
                found, more_outer, more_open = self._includes(waiting.pop())
                outer, open_ones = outer or more_outer, open_ones or more_open
                waiting += [one for one in found if one not in seen]
                seen.update(found)
            known = self._reached[path] = (frozenset(seen), outer, open_ones)
        return known

    def element(self, collection: Thing) -> Thing:
        """What an index or a loop gives: a pointer has the type of what it points to."""
        if collection.kind == "instance" and collection.type is not None:
            read = [item for of in self.line(collection.type) for item in of.methods.get("operator[]", ())]
            if read and read[0][1].returns:
                return self.typed(read[0][0], read[0][1].qualname, read[0][1].returns, read[0][1])
            is_alias = any(base.kind == "outside" for of in self.line(collection.type) for base in self.bases(of))
            return UNKNOWN if read or is_alias else collection
        return super().element(collection)

    def meant(self, path: str, scope: str, name: str, line: int) -> Thing:
        found = super().meant(path, scope, name, line)
        if found.kind != "functions":
            return found
        nearest = self._running(self._visible(found.functions, path), path)
        return replace(found, functions=(nearest,)) if nearest is not None else UNKNOWN

    def result(self, path: str, call: Call, scope: str, line: int) -> Thing:
        last = call.callee.text.rpartition(".")[2] if call.callee.kind == "name" else ""
        if last in _GIVES_TYPE and call.type_arguments:
            return self.typed(path, scope, call.type_arguments[0])
        if last in _PASSES and len(call.arguments) == 1 and call.callee.text in (last, f"std.{last}"):
            return self.value(path, scope, call.arguments[0].value, line)
        return super().result(path, call, scope, line)

    def chosen(self, functions: Sequence[Found], call: Call, path: str, scope: str) -> tuple[str, Definition, bool]:
        """The function that runs: a prototype says what fits, its definition is what it stands for."""
        kept = [item for item in functions if "deleted" not in item[1].properties]  # nothing runs one that is deleted
        groups = _grouped(kept or functions)
        if len(groups) == 1:
            best, sure = next(iter(groups.values())), True
        else:
            fronts = {key: _front(items) for key, items in groups.items()}
            where, definition, sure = choose(list(fronts.values()), call)
            best = next(groups[key] for key, item in fronts.items() if item == (where, definition))
        running = self._running(best, path)
        if running is None:
            running, sure = best[0], False
        return *running, sure

    def _target(self, path: str, call: Call, scope: str, line: int) -> Thing:
        found = super()._target(path, call, scope, line)
        name = call.callee.text if call.callee.kind == "name" else ""
        if found.kind == "type" and found.type is not None and not call.is_new:
            space = self.program.spaces.get(found.type.space)
            last = name.rpartition(".")[2]
            if space is not None and space.functions.get(last):  # a function hides the struct of its name
                found = Thing("functions", functions=tuple(space.functions[last]))
            elif self.program.files[path].facts.language == "C":
                return UNKNOWN
        if found.kind == "unknown" and name and not call.is_new:
            found = self._other(path, scope, name, line)
        if found.kind == "functions":
            seen = self._visible(found.functions, path)
            if not seen or (len(_grouped(seen)) == 1 and self._running(seen, path) is None):
                return self._elsewhere(path, name) if not seen else UNKNOWN
            return replace(found, functions=tuple(seen))
        return found

    def _other(self, path: str, scope: str, name: str, line: int) -> Thing:
        """What a name stands for that is defined as another: ``#define release free``; else a function of elsewhere."""
        seen = {name}
        found = self._callable(path, scope, name, line)
        for _ in range(_LEVELS):
            assignment = found.assignment
            value = assignment.value if found.kind == "variable" and assignment is not None else None
            if assignment is None or value is None or value.kind != "name" or assignment.kind != "const" or value.text in seen:
                break
            seen.add(value.text)
            found = self._callable(found.path, assignment.scope, value.text, 0)
            if found.kind == "unknown" and "." not in value.text:
                return self._elsewhere(path, value.text)
        if found.kind == "functions":
            return found
        return self._elsewhere(path, name) if found.kind == "unknown" else UNKNOWN

    def _elsewhere(self, path: str, name: str) -> Thing:
        """A name that nothing in the repository declares, in a file that includes headers from elsewhere."""
        if "." in name:
            head = name.partition(".")[0]
            return outside(name) if head == "std" else UNKNOWN
        space = self.program.spaces.get("")
        if not name or (space is not None and name in space.variables):
            return UNKNOWN
        return outside(name).inferred() if self._reachable(path)[1] else UNKNOWN

    def _visible(self, functions: Sequence[Found], path: str) -> list[Found]:
        """Without the functions of other files that only those know, and without those that nothing included declares."""
        reached, _, open_ones = self._reachable(path)
        if not open_ones and not any(where in reached or item.kind not in _FREE or item.owner for where, item in functions):
            return []
        return [
            (where, item)
            for where, item in functions
            if where in reached
            or item.kind == "method"
            or not (item.kind == "macro" or ({"static", "internal"} & set(item.properties) and item.kind == "function"))
        ]

    def _running(self, functions: Sequence[Found], path: str) -> Found | None:
        """The definition that a call from a file runs, None where several are as near as each other."""
        if not functions:
            return None
        bodies = [item for item in functions if "declaration" not in item[1].properties] or list(functions)
        if len(bodies) == 1:
            return bodies[0]
        reached = self._reachable(path)[0]
        ranked = sorted(bodies, key=lambda item: (*_far(item[0], path, reached), item[0], item[1].line))
        first, second = ranked[0], ranked[1]
        if first[0] != second[0] and _far(first[0], path, reached) == _far(second[0], path, reached):
            # One of them is built: what both are declared as is known.
            return next((item for item in functions if "declaration" in item[1].properties), None)
        return first


def _far(where: str, path: str, reached: frozenset[str]) -> tuple[int, int]:
    """How far a file is from another: itself, what it includes, then by the folders they share."""
    if where == path:
        return 0, 0
    if where in reached:
        return 1, 0
    there, here = folder_of(where).split("/"), folder_of(path).split("/")
    shared = 0
    for left, right in zip(there, here, strict=False):
        if left != right:
            break
        shared += 1
    return 2, len(there) + len(here) - 2 * shared


def _grouped(functions: Sequence[Found]) -> dict[tuple[str, ...], list[Found]]:
    """Prototypes with their definitions: those that take the same types."""
    groups: dict[tuple[str, ...], list[Found]] = defaultdict(list)
    for where, definition in functions:
        groups[_key(definition)].append((where, definition))
    lonely = [key for key, items in groups.items() if all("declaration" in item.properties for _, item in items)]
    for key in lonely:
        alike = [
            other
            for other, items in groups.items()
            if len(other) == len(key) and other not in lonely and all("declaration" not in item.properties for _, item in items)
        ]
        if len(alike) == 1:
            groups[alike[0]] = [*groups.pop(key), *groups[alike[0]]]
    return groups


def _key(definition: Definition) -> tuple[str, ...]:
    words = []
    for parameter in taken(definition):
        text = parameter.annotation.replace("&", " & ").replace("*", " * ")
        words.append(" ".join(word.rpartition("::")[2] for word in text.split() if word not in ("const", "struct", "class")))
    return (*words, "const") if "const" in definition.properties else tuple(words)


def _front(items: Sequence[Found]) -> Found:
    """What says which arguments are taken: the one with the most defaults."""
    return max(items, key=lambda item: sum(1 for parameter in item[1].parameters if parameter.default))
