"""Rows of calls on one thing, ``Router::new().route(…).merge(…)``, and what names of functions and variables stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Call, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import text_of
from apps.engine.frameworks.text import UNKNOWN_START
from apps.engine.graph.testfiles import inner_tests, is_inside

LEVELS = 20
LONGEST = 500  # calls of one row
VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace", "connect"})


@dataclass(slots=True)
class RustFile:
    """A file by names."""

    facts: FileFacts
    definitions: dict[str, Definition]
    bound: dict[tuple[str, str], list[Assignment]] = field(default_factory=dict)
    tests: tuple[str, ...] = ()  # scopes that are compiled for tests only

    def is_test(self, scope: str) -> bool:
        """Whether a scope is in a test."""
        return is_inside(scope, self.tests)


class Rows:
    """The Rust files that a route may be registered in."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.files: dict[str, RustFile] = {}
        for facts in code.own("Rust"):
            file = self.files[facts.path] = RustFile(facts, {item.qualname: item for item in facts.definitions})
            file.tests = inner_tests(facts)
            for assignment in facts.assignments:
                file.bound.setdefault((assignment.scope, assignment.target), []).append(assignment)

    def calls(self, path: str, *names: str) -> Iterator[Call]:
        """Calls of these names in a file, those in tests left out."""
        file = self.files[path]
        wanted = frozenset(names)
        for call in file.facts.calls:
            if call.callee.text.rpartition(".")[2] in wanted and not file.is_test(call.scope):
                yield call

    def text(self, path: str, scope: str, value: Value | None) -> str:
        """The text of a path, "…" where it can't be known."""
        found = text_of(self.code, path, scope, value)
        return UNKNOWN_START if found is None else found

    def variable(self, path: str, scope: str, name: str, line: int) -> Assignment | None:
        """What a name was last bound to before a line, in the functions around it."""
        file = self.files[path]
        here = scope
        while True:
            before = [item for item in file.bound.get((here, name), ()) if _counts(item, line)]
            if before:
                return before[-1]
            definition = file.definitions.get(here)
            if definition is None:
                return None
            here = definition.parent

    def parameter(self, path: str, scope: str, name: str) -> tuple[Definition, str] | None:
        """The function around a scope that has a parameter of this name, and the parameter's type."""
        file = self.files[path]
        here = file.definitions.get(scope)
        while here is not None:
            for item in here.parameters:
                if item.name == name:
                    return here, item.annotation
            here = file.definitions.get(here.parent)
        return None

    def function(self, path: str, scope: str, name: str, line: int) -> tuple[str, Definition] | None:
        """The function of the repository that a name means."""
        found = self.code.resolver.resolve(path, scope, name, line)
        return (found.path, found.definition) if found.definition is not None and found.path in self.files else None

    def endpoint(self, path: str, call: Call, method: str, text: str, handler: Value, framework: str) -> Endpoint:
        """A route that a call registers."""
        registered = place = place_in_row(path, call)
        named = handler_name(handler)
        symbol = docstring = ""
        if named.kind == "name":
            function = self.function(path, call.scope, named.text, named.line)
            if function is not None:
                place, docstring = place_of(*function), function[1].docstring
                symbol = symbol_of(function[0], function[1].qualname)
        elif named.line:
            place = Place(path, named.line, named.end_line or named.line)
        name = named.text.replace(".", "::") if named.kind == "name" else "anonymous function"
        return Endpoint(
            method,
            text,
            name,
            place,
            registered,
            symbol,
            framework=framework,
            docstring=docstring,
            source=f"framework:{framework.lower()}",
        )

    def attributed(self, framework: str) -> dict[str, list[Endpoint]]:
        """Functions with an attribute that says their method and path, by symbol: ``#[get("/x")]``."""
        found: dict[str, list[Endpoint]] = {}
        for path, file in self.files.items():
            for definition in file.facts.definitions:
                for decorator in definition.decorators:
                    verb = decorator.name.rpartition(".")[2]
                    if (
                        (verb not in VERBS and verb != "route")
                        or not decorator.called
                        or definition.kind not in ("function", "method")
                    ):
                        continue
                    plain = [item.value for item in decorator.arguments if not item.name]
                    methods = (
                        [verb.upper()]
                        if verb in VERBS
                        else [item.value.text for item in decorator.arguments if item.name == "method"]
                    )
                    if verb == "route" and not methods and len(plain) > 1:  # ``#[route(GET, uri = "/x")]``
                        methods = [plain.pop(0).text]
                    uri = next((item.value for item in decorator.arguments if item.name == "uri"), plain[0] if plain else None)
                    if uri is None or uri.kind != "string":
                        continue
                    symbol = symbol_of(path, definition.qualname)
                    found.setdefault(symbol, []).extend(
                        Endpoint(
                            method, uri.text, definition.name, place_of(path, definition),
                            Place(path, decorator.line, decorator.end_line), symbol, framework=framework,
                            docstring=definition.docstring, source=f"framework:{framework.lower()}",
                        )
                        for method in methods
                    )  # fmt: skip
        return found


def steps(value: Value) -> tuple[Value, list[Call]]:
    """The beginning of a row, and the calls on it from there: ``web::get().to(h)`` begins with the call of ``web::get``."""
    calls: list[Call] = []
    while len(calls) < LONGEST:
        if value.kind == "subscript" and value.items:
            value = value.items[0]
        elif (
            value.kind == "call" and value.call is not None and value.call.callee.kind == "attribute" and value.call.callee.items
        ):
            calls.append(value.call)
            value = value.call.callee.items[0]
        else:
            break
    calls.reverse()
    return value, calls


def place_in_row(path: str, call: Call) -> Place:
    """Where a call of a row stands: a row begins where its first call does, which may be many lines above."""
    first = call.arguments[0].value.line if call.arguments else 0
    return Place(path, first or call.line, call.end_line)


def handler_name(value: Value) -> Value:
    """The function in a row of calls that only dress it: ``show.layer(…)``."""
    begin, _ = steps(value)
    if begin.kind == "call" and begin.call is not None:
        callee = begin.call.callee
        head = callee.text.rpartition(".")[0]
        if (
            callee.kind == "name"
            and head
            and callee.text.rpartition(".")[2] in ("layer", "with_state", "route_layer", "into_service")
        ):
            return Value("name", head, line=callee.line, end_line=callee.end_line)
        return callee
    return begin


def _counts(item: Assignment, line: int) -> bool:
    if item.kind == "parameter":
        return item.line <= line <= item.end_line
    return item.end_line < line
