"""Test cases of one parsed file, by the conventions of its language: functions by name or annotation, blocks with a title.

A table of inputs makes one case: what is counted is what somebody wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from apps.engine.facts import Call, Definition, FileFacts, Value

Case = tuple[int, str]  # line and name

_SCRIPT_CASES = frozenset({"it", "test", "specify", "Deno.test", "QUnit.test", "lab.it", "lab.test"})
_SCRIPT_MODIFIERS = frozenset({
    "each", "for", "only", "skip", "concurrent", "sequential", "serial", "failing", "fails", "fixme", "runIf", "skipIf", "if",
})  # fmt: skip
_RUBY_CASES = frozenset({"it", "its", "specify", "example", "scenario", "test", "should", "fit", "fspecify", "xit", "xspecify"})
_PHP_CASES = frozenset({"it", "test"})
_JVM_CASES = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property"})
_KOTEST_CASES = frozenset({"test", "it", "should", "then", "Then", "expect", "scenario"})
_CSHARP_CASES = frozenset({
    "Fact", "Theory", "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod", "SkippableFact", "SkippableTheory",
})  # fmt: skip
_RUST_CASES = frozenset({"test", "rstest", "test_case", "wasm_bindgen_test"})
_C_CASES = frozenset({"TEST_CASE", "TEST_CASE_METHOD", "TEST_CASE_FIXTURE", "SCENARIO", "TEMPLATE_TEST_CASE"})
_GO_CASE = re.compile(r"(?:Test|Fuzz|Example)(?![a-z])\w*")
_GINKGO_CASES = frozenset({"It", "FIt", "PIt", "Specify", "Entry"})
_PHPUNIT = re.compile(r"^\s*@test\b", re.M)


def cases_of(facts: FileFacts) -> list[Case]:
    """The test cases of a file in the order of its lines; none where its language has no convention that is known."""
    find = _FINDERS.get(facts.language)
    return sorted(find(facts)) if find is not None else []


def counts(language: str) -> bool:
    """Whether cases of this language can be told."""
    return language in _FINDERS


def _named(facts: FileFacts, *, prefix: str) -> Iterator[Case]:
    for definition in facts.definitions:
        if definition.kind in ("function", "method") and definition.name.startswith(prefix):
            yield definition.line, definition.name


def _marked(facts: FileFacts, names: frozenset[str]) -> Iterator[Definition]:
    """Functions with an annotation of one of these names."""
    for definition in facts.definitions:
        called = {item.name.rpartition(".")[2].removesuffix("Attribute") for item in definition.decorators}
        if called & names and definition.kind in ("function", "method"):
            yield definition


def _title(call: Call) -> str:
    return call.arguments[0].value.text if call.arguments else ""


def _has_block(call: Call) -> bool:
    return bool(call.arguments) and call.arguments[-1].value.kind == "function"


def _python(facts: FileFacts) -> Iterator[Case]:
    return _named(facts, prefix="test")


def _script(facts: FileFacts) -> Iterator[Case]:
    for call in facts.calls:
        if len(call.arguments) >= 2 and _is_script_case(call.callee):
            yield call.line, _title(call)


def _is_script_case(callee: Value) -> bool:
    if callee.kind == "call" and callee.call is not None:
        callee = callee.call.callee  # it.each(table)(title, body)
    if callee.kind != "name":
        return False
    text = callee.text
    while text.rpartition(".")[2] in _SCRIPT_MODIFIERS:
        text = text.rpartition(".")[0]
    return text in _SCRIPT_CASES


def _ruby(facts: FileFacts) -> Iterator[Case]:
    yield from _named(facts, prefix="test_")
    for call in facts.calls:
        if call.callee.kind == "name" and call.callee.text in _RUBY_CASES and _has_block(call):
            yield call.line, _title(call) if len(call.arguments) > 1 else ""


def _php(facts: FileFacts) -> Iterator[Case]:
    marked = {definition.qualname for definition in _marked(facts, frozenset({"Test"}))}
    for definition in facts.definitions:
        if definition.kind != "method" or not {"public", "exported"} & set(definition.properties):
            continue
        named = definition.name.startswith("test") or (definition.parent.endswith("Cest") and definition.name[:1] != "_")
        if named or definition.qualname in marked or _PHPUNIT.search(definition.docstring):
            yield definition.line, definition.name
    for call in facts.calls:
        if call.callee.kind == "name" and call.callee.text in _PHP_CASES and not call.scope and call.arguments:
            yield call.line, _title(call)


def _jvm(facts: FileFacts) -> Iterator[Case]:
    for definition in _marked(facts, _JVM_CASES):
        yield definition.line, definition.name
    old = {item.qualname for item in facts.definitions if any(base.text.endswith("TestCase") for base in item.bases)}
    for definition in facts.definitions:
        if definition.parent in old and definition.name.startswith("test") and not definition.decorators:
            yield definition.line, definition.name
    if any(item.module.startswith("io.kotest") for item in facts.imports):
        for call in facts.calls:
            if not call.is_new and _has_block(call) and _is_kotest_case(call):
                yield call.line, _title(call)


def _is_kotest_case(call: Call) -> bool:
    """``test("x") { }``, or a title alone: ``"x should y" { }``, ``"x".config(…) { }``."""
    callee = call.callee
    if callee.kind == "attribute" and callee.text == "config" and callee.items:
        callee = callee.items[0]
    return callee.kind == "string" or (callee.kind == "name" and callee.text in _KOTEST_CASES and len(call.arguments) > 1)


def _go(facts: FileFacts) -> Iterator[Case]:
    modules = {item.module for item in facts.imports}
    if any(module.startswith("github.com/onsi/ginkgo") for module in modules):
        blocks = [call for call in facts.calls if call.callee.text.rpartition(".")[2] in _GINKGO_CASES and call.arguments]
        if blocks:  # the function that starts them is no case
            yield from ((call.line, _title(call)) for call in blocks)
            return
    methods = any(module.endswith(("/suite", "/check.v1")) for module in modules)
    for definition in facts.definitions:
        is_case = definition.kind == "function" or (methods and bool(definition.owner))
        if is_case and definition.name != "TestMain" and _GO_CASE.fullmatch(definition.name):
            yield definition.line, definition.name


def _csharp(facts: FileFacts) -> Iterator[Case]:
    return ((definition.line, definition.name) for definition in _marked(facts, _CSHARP_CASES))


def _rust(facts: FileFacts) -> Iterator[Case]:
    return ((definition.line, definition.name) for definition in _marked(facts, _RUST_CASES))


def _swift(facts: FileFacts) -> Iterator[Case]:
    marked = {definition.qualname for definition in _marked(facts, frozenset({"Test"}))}
    for definition in facts.definitions:
        by_name = definition.kind == "method" and definition.name.startswith("test") and not definition.parameters
        if definition.kind in ("function", "method") and (by_name or definition.qualname in marked):
            yield definition.line, definition.name


def _cpp(facts: FileFacts) -> Iterator[Case]:
    for definition in facts.definitions:
        if definition.kind == "test":
            yield definition.line, definition.name
    for call in facts.calls:
        if call.callee.text in _C_CASES:
            yield call.line, _title(call)


_FINDERS: dict[str, Callable[[FileFacts], Iterator[Case]]] = {
    "Python": _python,
    "JavaScript": _script,
    "TypeScript": _script,
    "TSX": _script,
    "Java": _jvm,
    "Kotlin": _jvm,
    "Go": _go,
    "Rust": _rust,
    "C++": _cpp,
    "C#": _csharp,
    "Ruby": _ruby,
    "PHP": _php,
    "Swift": _swift,
}
