"""Finds the applications and routers of a framework, and which of them is passed to which function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from apps.engine.facts import Argument, Assignment, Call, Definition, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.file_index import FileIndex, chain
from apps.engine.frameworks.routing import Key, Mount, Node, Routes
from apps.engine.frameworks.text import keyword, positional

GIVEN_BACK = "return"  # the name of what a function returns without a variable
_ROUNDS = 4  # functions that hand an application on to further functions


class Mounting:
    """Nodes of one framework.  `roots` and `routers` are the dotted names of what makes an application or a router.

    `chained` says that methods give back the object itself: ``new Hono().get(…)`` is a router too, and so is what a function
    returns that way.
    """

    def __init__(
        self, code: Code, routes: Routes, roots: frozenset[str], routers: frozenset[str], *, chained: bool = False
    ) -> None:
        self.code = code
        self.routes = routes
        self._roots = roots
        self._routers = routers
        self._chained = chained
        self.made: dict[Key, tuple[FileFacts, str, Call]] = {}
        self.given: dict[Key, Key] = {}  # variables that hold what a function of the repository made
        self._handed: dict[Key, list[Key]] = {}  # what parameters are handed
        self._made_at: dict[tuple[str, int, int, str], Key] = {}

    def kind_of(self, path: str, scope: str, call: Call) -> str:
        """ "root", "router" or "" for what a call makes; a class of the repository counts as what it inherits from."""
        bound = self.code.names.of(path, scope, call.callee)
        names = [bound.external]
        if bound.kind == "definition" and bound.definition is not None:
            if bound.definition.kind in CLASSES:
                names = self.code.names.external_bases(bound.path, bound.definition)
            elif self._chained:  # a function that gives a new one each time
                names = [
                    self.code.names.of(bound.path, bound.name, made.callee).external
                    for made in _given_back(self.code.index(bound.path), bound.definition)
                ]
        if any(name in self._roots for name in names):
            return "root"
        return "router" if any(name in self._routers for name in names) else ""

    def discover(self, files: Iterable[FileFacts]) -> None:
        """Register every variable that holds an application or a router, made directly or by a function that returns one."""
        listed = list(files)
        self._discover_made(listed)
        for _ in range(_ROUNDS if self.made else 0):
            before = len(self.routes.nodes)
            self._discover_returned(listed)
            if len(self.routes.nodes) == before:
                return

    def _discover_returned(self, files: list[FileFacts]) -> None:
        """Variables given what a function of the repository returns: nodes of their own, with the function's routes below."""
        makers = {part for key in self.routes.nodes if key[1] for part in key[1].split(".")[-2:]}
        for facts in files:
            known = _called_as(facts, makers)
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                key = (facts.path, assignment.scope, assignment.target)
                if call is None or key in self.routes.nodes or assignment.kind in ("loop", "with"):
                    continue
                if not _is_called_as(call, known):
                    continue
                inner = self._made_inside(Bound("value", facts.path, assignment.scope, value=assignment.value), call)
                if inner is not None and inner != key:
                    place = Place(facts.path, assignment.line, assignment.end_line)
                    self.routes.nodes[key] = Node(
                        key, is_root=self.routes.nodes[inner].is_root, prefix=self.routes.nodes[inner].prefix, place=place
                    )
                    self.routes.mount(key, inner, "")
                    self.given[key] = inner

    def _discover_made(self, files: list[FileFacts]) -> None:
        if not {name.partition(".")[0] for name in self._roots | self._routers} & self.code.imports:
            return
        lasts = {name.rpartition(".")[2] for name in self._roots | self._routers}
        for facts in files:
            if self._chained:
                self._discover_given_back(facts)
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                if call is None or assignment.kind in ("loop", "with"):
                    continue
                if self._chained:
                    call = chain(self.code.index(facts.path), call)[-1]
                name = call.callee.text.rpartition(".")[2]
                if name not in lasts and not name[:1].isupper() and name not in self._roots:
                    bound = self.code.names.of(facts.path, assignment.scope, call.callee)
                    if bound.external not in self._roots | self._routers:
                        continue
                kind = self.kind_of(facts.path, assignment.scope, call)
                if kind:
                    key = (facts.path, assignment.scope, assignment.target)
                    place = Place(facts.path, assignment.line, assignment.end_line)
                    self.routes.nodes.setdefault(key, Node(key, is_root=kind == "root", place=place))
                    self._keep(key, facts, assignment.scope, call)

    def _keep(self, key: Key, facts: FileFacts, scope: str, call: Call) -> None:
        self.made.setdefault(key, (facts, scope, call))
        self._made_at.setdefault((facts.path, call.line, call.end_line, call.callee.text), key)

    def _discover_given_back(self, facts: FileFacts) -> None:
        """``return new Hono().get(…)``: what a function gives back without a variable, known by the function."""
        for definition in facts.definitions:
            for call in _given_back(self.code.index(facts.path), definition):
                kind = self.kind_of(facts.path, definition.qualname, call)
                if kind:
                    key = (facts.path, definition.qualname, GIVEN_BACK)
                    place = Place(facts.path, call.line, call.end_line)
                    self.routes.nodes.setdefault(key, Node(key, is_root=kind == "root", place=place))
                    self._keep(key, facts, definition.qualname, call)

    def started_at(self, key: Key, path: str, scope: str, call: Call) -> list[tuple[Place, str, str]]:
        """(place, symbol, variable) of an application: the modules that hold what a function makes, else its call."""
        held = [outer for outer in self._held(key) if self.code.roles.get(outer[0]) != "test"] if scope else []
        places = [(self.routes.nodes[outer].place or Place(outer[0]), outer[0], outer[2]) for outer in held]
        return places or [(Place(path, call.line, call.end_line), symbol_of(path, scope), key[2])]

    def _held(self, key: Key) -> list[Key]:
        """The modules' variables that hold what a function makes, by the key it has in there."""
        out = []
        for outer, inner in sorted(self.given.items()):
            if outer[1]:
                continue
            for _ in range(_ROUNDS):
                if inner not in self.given:
                    break
                inner = self.given[inner]
            if inner == key:
                out.append(outer)
        return out

    def node(self, path: str, scope: str, value: Value, *, parameters: bool = True) -> Key | None:
        """The node an expression means: a known one, or a function's parameter that may be passed one."""
        bound = self.code.names.of(path, scope, value)
        return self.node_of(bound, parameters=parameters)

    def node_of(self, bound: Bound, *, parameters: bool = True) -> Key | None:
        """The node behind a binding."""
        if bound.kind in ("assignment", "parameter", "value"):
            if bound.key in self.routes.nodes and bound.kind != "value":
                return bound.key
            if self._chained and parameters and bound.assignment is not None and bound.value is None:
                return self._given_to(bound.path, bound.assignment)
            if bound.kind == "parameter" and parameters and (bound.definition is not None or self._is_taken_out(bound)):
                self.routes.nodes[bound.key] = Node(bound.key, is_parameter=True)
                return bound.key
            if bound.value is not None and bound.value.kind == "call" and bound.value.call is not None:
                if self._chained:
                    return self._at_bottom(bound, bound.value.call)
                return self._made_inside(bound, bound.value.call)
        return None

    def _is_taken_out(self, bound: Bound) -> bool:
        """``({ app }) => …``: whether a name is taken out of what a function is handed."""
        same = self.code.index(bound.path).assignments.get((bound.scope, bound.name), ())
        return any(_is_property(item) for item in same)

    def _given_to(self, path: str, field: Assignment) -> Key | None:
        """The parameter that declares a field: ``constructor(private app: Express)``."""
        built = self.code.index(path).child(field.scope, "constructor") if field.kind == "field" else None
        if built is None or not any(item.name == field.target for item in built.parameters):
            return None
        key = (path, built.qualname, field.target)
        self.routes.nodes.setdefault(key, Node(key, is_parameter=True))
        return key

    def _at_bottom(self, bound: Bound, call: Call) -> Key | None:
        """The node a chain of calls begins with: a new one, a known one, or what a function gives back."""
        calls = chain(self.code.index(bound.path), call)
        bottom = calls[-1]
        known = self._made_at.get((bound.path, bottom.line, bottom.end_line, bottom.callee.text))
        if known is not None:
            return known
        whole = self._made_inside(bound, bottom) if len(calls) == 1 else None
        if whole is not None:  # as the function made it: nothing is added where it is used
            return whole
        kind = self.kind_of(bound.path, bound.scope, bottom)
        if kind:  # used where it is made: app.route("/x", new Hono().get(…))
            key = (bound.path, bound.scope, f"{bottom.callee.text}:{bottom.line}")
            self.routes.nodes[key] = Node(key, is_root=kind == "root", place=Place(bound.path, bottom.line, bottom.end_line))
            self._made_at[bound.path, bottom.line, bottom.end_line, bottom.callee.text] = key
            return key
        inner = self._made_inside(bound, bottom)
        if inner is None and bottom.callee.kind == "name" and "." in bottom.callee.text:
            owner = Value("name", bottom.callee.text.rpartition(".")[0], line=bottom.callee.line)
            owned = self.code.names.of(bound.path, bound.scope, owner)
            return self.node_of(owned) if owned.value is not bound.value else None
        return inner

    def _made_inside(self, bound: Bound, call: Call) -> Key | None:
        """For a call of a function of the repository: the application or router it returns, or the only one it makes."""
        return self.returned_by(self.code.names.of(bound.path, bound.scope, call.callee))

    def returned_by(self, called: Bound) -> Key | None:
        """The application or router that a function of the repository returns, or the only one it makes."""
        definition = called.definition
        if called.kind != "definition" or definition is None or definition.kind in CLASSES:
            return None
        given_back = (called.path, definition.qualname, GIVEN_BACK)
        if given_back in self.routes.nodes:
            return given_back
        for value in definition.returned:
            returned = self.code.names.of(called.path, definition.qualname, value)
            if returned.kind == "assignment" and returned.key in self.routes.nodes:
                return returned.key
        inside = [key for key in self.made if key[0] == called.path and key[1] == definition.qualname]
        return inside[0] if len(inside) == 1 else None

    def values(self, path: str, scope: str, value: Value) -> list[tuple[str, str, Value]]:
        """The value itself, or the items of the list a loop variable runs over."""
        if value.kind == "name":
            bound = self.code.names.bind(path, scope, value.text, value.line)
            if bound.assignment is not None and bound.assignment.kind == "loop" and bound.value is not None:
                source, at, inside = bound.value, bound.path, bound.scope
                if source.kind in ("name", "attribute"):
                    listed = self.code.names.of(at, inside, source)
                    if listed.value is None:
                        return [(path, scope, value)]
                    source, at, inside = listed.value, listed.path, listed.scope
                if source.kind == "list":
                    return [(at, inside, item) for item in source.items]
        return [(path, scope, value)]

    def pass_on(self, files: Iterable[FileFacts]) -> None:
        """Where a known node is passed to a function that registers routes on its parameter: a mount without prefix."""
        listed = list(files)
        for _ in range(_ROUNDS):
            before = (len(self.routes.nodes), len(self.routes.mounts))
            functions: dict[tuple[str, str], set[str]] = {}
            for key, node in self.routes.nodes.items():
                if node.is_parameter:
                    functions.setdefault(key[:2], set()).add(key[2])
            if not functions:
                return
            names = {part for _, qualname in functions for part in qualname.split(".")[-2:]}
            for facts in listed:
                known = _called_as(facts, names)
                for call in facts.calls:
                    if not _is_called_as(call, known):
                        continue
                    if call.arguments and any(item.value.kind in ("name", "attribute", "dict") for item in call.arguments):
                        self._pass(facts, call, functions)
            if before == (len(self.routes.nodes), len(self.routes.mounts)):
                break
        self._stand_in()

    def _stand_in(self) -> None:
        """Where a function mounts its parameter, the routers it is handed hang there, each at its own prefix."""
        for _ in range(_ROUNDS):
            mounts: list[Mount] = []
            for mount in self.routes.mounts:
                handed = self._handed.get(mount.child, ())
                if not handed or mount.parent in handed:
                    mounts.append(mount)
                for actual in handed:
                    if actual != mount.parent and mount.parent not in handed:
                        node = self.routes.nodes[actual]
                        own = (node.place,) if node.prefix and node.place is not None else ()
                        prefix = self.routes.join(mount.prefix, node.prefix) if node.prefix else mount.prefix
                        mounts.append(replace(mount, child=actual, prefix=prefix, places=(*mount.places, *own)))
            if mounts == self.routes.mounts:
                return
            self.routes.mounts[:] = mounts

    def _pass(self, facts: FileFacts, call: Call, functions: dict[tuple[str, str], set[str]]) -> None:
        called = self.code.names.of(facts.path, call.scope, call.callee)
        definition = called.definition
        if called.kind != "definition" or definition is None:
            return
        if definition.kind in CLASSES:
            index = self.code.index(called.path)
            built = index.child(definition.qualname, "constructor" if index.is_script else "__init__")
            if built is None:
                return
            definition = built
        wanted = functions.get((called.path, definition.qualname))
        if not wanted:
            return
        for name, value in self._handed_in(called.path, definition, call):
            if name in wanted and value.kind in ("name", "attribute"):
                parent = self.node(facts.path, call.scope, value)
                if parent is not None:
                    self.routes.mount(parent, (called.path, definition.qualname, name), "")
                    handed = self._handed.setdefault((called.path, definition.qualname, name), [])
                    if parent not in handed:
                        handed.append(parent)

    def _handed_in(self, path: str, definition: Definition, call: Call) -> Iterator[tuple[str, Value]]:
        """(name inside, value) of what a call hands a function, out of object literals too: ``start({ app: server })``."""
        for name, value in bind_arguments(definition, call.arguments):
            if value.kind != "dict":
                yield name, value
                continue
            given = {key.text: item for key, item in zip(value.keys, value.items, strict=False) if key.kind in ("string", "name")}
            for assigned in self.code.files[path].assignments if name.startswith("{") and given else ():
                if assigned.scope == definition.qualname and _is_property(assigned):
                    taken = given.get(assigned.value.text if assigned.value is not None else "")
                    if taken is not None:
                        yield assigned.target, taken


def _is_property(assigned: Assignment) -> bool:
    """Whether a parameter is one property of an object that is handed in."""
    return assigned.kind == "parameter" and assigned.value is not None and assigned.value.kind == "attribute"


def _called_as(facts: FileFacts, names: set[str]) -> set[str]:
    """What functions of these names may be called in a file: their names, aliases, and any name a module is brought under."""
    found = set(names)
    for item in facts.imports:
        found |= {name.alias for name in item.names if name.alias and (name.name in names or name.name in ("default", "*"))}
        if facts.language != "Python" and not item.names and item.alias:
            found.add(item.alias)
    return found


def _is_called_as(call: Call, names: set[str]) -> bool:
    text = call.callee.text
    if call.callee.kind not in ("name", "attribute"):
        return True  # require("./routes")(app)
    return text.rpartition(".")[2] in names or (call.callee.kind == "name" and text.partition(".")[0] in names)


def _given_back(file: FileIndex, definition: Definition) -> Iterator[Call]:
    """The calls at the bottom of what a function returns."""
    for value in definition.returned if definition.kind not in CLASSES else ():
        if value.call is not None:
            yield chain(file, value.call)[-1]


def bind_arguments(definition: Definition, arguments: tuple[Argument, ...]) -> Iterator[tuple[str, Value]]:
    """(parameter, value) pairs of a call, as far as they are plain."""
    names = [parameter.name for parameter in definition.parameters if parameter.kind in ("", "positional")]
    if (
        names
        and names[0] in ("self", "cls")
        and definition.kind in ("method", "constructor")
        and "static" not in definition.properties
    ):
        names = names[1:]
    for position, name in enumerate(names):
        value = keyword(arguments, name) or positional(arguments, position)
        if value is not None:
            yield name, value
