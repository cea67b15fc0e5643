"""What can't be read to its end ends with the file; what stands on one line stays apart."""

from __future__ import annotations

import pytest

from apps.engine.facts import FileFacts
from apps.engine.parsing import parse


def ends(facts: FileFacts) -> list[int]:
    return [item.end_line for item in (*facts.definitions, *facts.calls, *facts.assignments, *facts.imports, *facts.environment)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("Shell", "run() {\n  cat <<EOF\n  text\n"),
        ("Shell", "run <<EOF\ntext\n"),
        ("Ruby", "def run\n  call(<<~TEXT)\n    text\n"),
        ("Python", 'def run():\n    call("""\n    text\n'),
        ("C", "#define EMPTY give\n"),
    ],
)
def test_nothing_ends_behind_the_file(language: str, text: str) -> None:
    facts = parse("a", language, text)
    assert ends(facts)
    assert max(ends(facts)) <= facts.lines == text.count("\n")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("Python", "pair = (lambda: one(), lambda: two())\n"),
        ("Ruby", "class A\n  attr_accessor :name\nend\n"),
        ("JavaScript", "class A { m() {} } class B { m() {} }\n"),
        ("Swift", "class A { class A { } }\n"),
        ("Kotlin", "val a = listOf(object : Sink() { }, object : Sink() { })\n"),
    ],
)
def test_definitions_on_one_line_are_told_apart_by_their_signatures(language: str, text: str) -> None:
    facts = parse("a", language, text)
    heads = [(item.line, item.signature) for item in facts.definitions]
    assert len(set(heads)) == len(heads) >= 2


def test_a_long_chain_of_assignments_has_the_value_everywhere() -> None:
    facts = parse("a.js", "JavaScript", "a = " * 1500 + "x;\n(d).p = y;\n(d).q = () => 1;\n")
    assert {item.value.text for item in facts.assignments if item.target == "a" and item.value} == {"x"}
    assert [item.target for item in facts.assignments[-2:]] == ["d.p", "d.q"]
    assert [item.qualname for item in facts.definitions] == ["d.q"]


def test_parameters_carry_their_decorators() -> None:
    facts = parse(
        "a.ts",
        "TypeScript",
        'class A {\n  constructor(@Inject(TOKEN) private readonly b: B, c: C) {}\n  @Post()\n  make(@Body() dto: Made, @Param("id", Pipe) id: string) {}\n}\n',
    )
    assert [
        [(item.name, [(mark.name, mark.called, [one.value.text for one in mark.arguments]) for mark in item.decorators]) for item in one.parameters]
        for one in facts.definitions
        if one.kind in ("method", "constructor")
    ] == [
        [("b", [("Inject", True, ["TOKEN"])]), ("c", [])],
        [("dto", [("Body", True, [])]), ("id", [("Param", True, ["id", "Pipe"])])],
    ]  # fmt: skip
