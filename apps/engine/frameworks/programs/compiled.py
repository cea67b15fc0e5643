"""Functions and types with which a compiled program starts: ``func main`` of a package main, ``static void main``, ``@main``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apps.engine.facts import Definition, EntryPoint, FileFacts, Place
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found

SOURCE = "syntax"
_SERVED = "Spring Boot application"
_RUNS_SPRING = frozenset({"SpringApplication.run", "runApplication", "SpringApplicationBuilder"})

Started = tuple[Place, str, str]  # place, symbol, what


def find(code: Code, found: Found) -> None:
    """Add the entry points of compiled languages; programs among the tests, which people run too, are told as such."""
    for language, starts in _LANGUAGES.items():
        for facts in code.own(language, tests=True):
            is_test = code.roles.get(facts.path) == "test"
            for place, symbol, what in starts(facts):
                if is_test and what.startswith(_SERVED):
                    continue  # what a test's own class is annotated with starts nothing outside of it
                shown = f"{what}, among the tests" if is_test else what
                found.entry_points.append(EntryPoint("main", shown, place, symbol, SOURCE))


def _at(facts: FileFacts, definition: Definition, what: str) -> Started:
    return place_of(facts.path, definition), symbol_of(facts.path, definition.qualname), what


def _top(facts: FileFacts, name: str) -> Iterator[Definition]:
    """Functions of that name outside of every type."""
    for definition in facts.definitions:
        if definition.name == name and definition.kind == "function" and not definition.owner and not definition.parent:
            yield definition


def _go(facts: FileFacts) -> Iterator[Started]:
    if facts.package == "main":
        folder = facts.path.rpartition("/")[0]
        for definition in _top(facts, "main"):
            yield _at(facts, definition, f"`go run ./{folder}`" if folder else "`go run .`")


def _java(facts: FileFacts) -> Iterator[Started]:
    started = False
    for definition in facts.definitions:
        if definition.name == "main" and definition.kind == "method" and "static" in definition.properties:
            given = [parameter.annotation.replace(" ", "") for parameter in definition.parameters]
            if given in (["String[]"], ["String..."], ["java.lang.String[]"], ["String"], []):
                started = True
                yield _at(facts, definition, f"program `{definition.qualname.rpartition('.')[0]}`{_spring(facts)}")
    if not started:
        yield from _annotated(facts)


def _kotlin(facts: FileFacts) -> Iterator[Started]:
    started = False
    for definition in facts.definitions:
        if definition.name != "main" or definition.kind not in ("function", "method"):
            continue
        inside = any(decorator.name.rpartition(".")[2] == "JvmStatic" for decorator in definition.decorators)
        if inside or (not definition.parent and not definition.owner):
            started = True
            yield _at(facts, definition, f"program `{definition.qualname}`{_spring(facts)}")
    if not started:
        yield from _annotated(facts)


def _spring(facts: FileFacts) -> str:
    runs = any(call.callee.text in _RUNS_SPRING or call.callee.text.endswith(".SpringApplication.run") for call in facts.calls)
    return ", a Spring Boot application" if runs else ""


def _annotated(facts: FileFacts) -> Iterator[Started]:
    """An application without a main of its own, which a server starts."""
    for definition in facts.definitions:
        if any(decorator.name.rpartition(".")[2] == "SpringBootApplication" for decorator in definition.decorators):
            yield _at(facts, definition, f"{_SERVED} `{definition.name}`")


def _rust(facts: FileFacts) -> Iterator[Started]:
    if facts.path.rpartition("/")[2] == "build.rs":
        return  # runs while the package is built
    for definition in _top(facts, "main"):
        yield _at(facts, definition, f"`{_cargo(facts.path)}`")


def _cargo(path: str) -> str:
    """What runs a program of Rust by where Cargo looks for it: its package by the manifest, one of several by its name."""
    folder, _, name = f"/{path}".rpartition("/")
    package, target, program = folder, "", name.removesuffix(".rs")
    for ending, option in (("/src/bin", " --bin"), ("/examples", " --example"), ("/src", "")):
        if f"{folder}/".endswith(f"{ending}/") or f"{ending}/" in f"{folder}/":
            package, _, below = f"{folder}/".rpartition(f"{ending}/")
            program = below.strip("/").partition("/")[0] or program  # src/bin/name/main.rs
            target = f"{option} {program}" if option else ""
            break
    where = f" --manifest-path {package.strip('/')}/Cargo.toml" if package.strip("/") else ""
    return f"cargo run{where}{target}"


def _c(facts: FileFacts) -> Iterator[Started]:
    for definition in _top(facts, "main"):
        yield _at(facts, definition, "program `main`")


def _csharp(facts: FileFacts) -> Iterator[Started]:
    mains = [item for item in facts.definitions if item.name == "Main" and "static" in item.properties and item.parent]
    for definition in mains:
        yield _at(facts, definition, f"program `{definition.qualname.rpartition('.')[0]}`")
    lines = [call.line for call in facts.calls if not call.scope]
    if lines and not mains:
        # Statements outside of every type: only one file of a program may have them.
        yield Place(facts.path, min(lines), max(lines)), facts.path, "program of top-level statements"


def _swift(facts: FileFacts) -> Iterator[Started]:
    for definition in facts.definitions:
        if any(decorator.name in ("main", "UIApplicationMain", "NSApplicationMain") for decorator in definition.decorators):
            yield _at(facts, definition, f"program `{definition.name}`")
    if facts.path.rpartition("/")[2] == "main.swift":
        yield Place(facts.path), facts.path, "program of top-level statements"


_LANGUAGES: dict[str, Callable[[FileFacts], Iterator[Started]]] = {
    "C": _c,
    "C#": _csharp,
    "C++": _c,
    "Go": _go,
    "Java": _java,
    "Kotlin": _kotlin,
    "Rust": _rust,
    "Swift": _swift,
}
