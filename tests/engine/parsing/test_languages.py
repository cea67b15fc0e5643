"""Grammars and queries fit; a broken one is said, and parsing is the same wherever it runs."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest
import tree_sitter_python

from apps.engine.facts import FileFacts, decode, encode
from apps.engine.parsing import PARSED_LANGUAGES, check_languages, parse, parse_batch
from apps.engine.parsing.grammar import load

APPS = Path(__file__).parents[3] / "apps"


def test_all_queries_compile() -> None:
    assert check_languages() == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("(no_such_node) @definition.function", {"definition.function"}),
        ("(call) @reference.call", {"reference.call", "definition.function"}),
        ("(call) @reference.call", set()),
        ("(call", set()),
    ],
)
def test_broken_query_is_said_and_raises_only_when_used(query: str, words: set[str]) -> None:
    grammar = load("Python", tree_sitter_python.language(), query, frozenset(words))
    assert "Python is not analysed" in grammar.problem
    if grammar.query is None:
        with pytest.raises(ValueError, match="not analysed"):
            grammar.parse(b"x")


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="not parsed"):
        parse("a.pas", "Pascal", "program a;")


def test_batch_gives_the_same_facts() -> None:
    text = "def f(x): return g(x)\n"
    payload = msgspec.json.encode(["a.py", "Python", text])
    assert parse_batch(payload) == encode(parse("a.py", "Python", text))


def test_facts_survive_their_encoding() -> None:
    for path in sorted(APPS.rglob("*.py"))[:40]:
        facts = parse(path.name, "Python", path.read_text("utf-8"))
        assert decode(encode(facts), FileFacts) == facts


@pytest.mark.parametrize("language", sorted(PARSED_LANGUAGES))
def test_any_text_is_survived(language: str) -> None:
    for text in (
        "",
        "\n",
        "}{)(",
        "\ufeffx",
        "\ud800",
        "\0",
        "a" * 100_000,
        "'" * 1000,
        "\\",
        "é" * 50,
        "#!",
        "/**",
        "class",
        "@",
        "def",
    ):
        facts = parse("x", language, text)
        encode(facts)


def test_census_of_our_own_code_against_ast() -> None:
    """Every function and class the compiler's own parser sees is there, apart from every other, with its lines."""
    counted = 0
    for path in sorted(APPS.rglob("*.py")):
        text = path.read_text("utf-8")
        expected = []
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                expected.append((node.name, node.lineno, len(node.decorator_list), start))
        facts = parse(path.name, "Python", text)
        found = [(d.name, d.line, len(d.decorators), d.start_line) for d in facts.definitions if d.name != "<lambda>"]
        assert sorted(item[:3] for item in found) == sorted(item[:3] for item in expected), path
        spans = {item[:3]: item[3] for item in expected}
        assert all(item[3] <= spans[item[:3]] for item in found), path
        assert len({d.qualname for d in facts.definitions}) == len(facts.definitions)
        counted += len(expected)
    assert counted > 500
