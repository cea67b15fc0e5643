"""Code is cut where a statement ends: against Python's own parser, and in samples of other languages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from apps.engine.compression.cutting import borders, cut
from apps.integrations.tokens import count_tokens

ENGINE = Path(__file__).resolve().parents[3] / "apps" / "engine"


def test_borders_of_python_are_the_ends_of_its_statements():
    seen = 0
    for path in sorted(ENGINE.rglob("*.py"))[::4]:
        source = path.read_text()
        ends = {node.end_lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)}
        found = borders(source.split("\n"), "Python")
        assert set(found) <= ends, path
        seen += len(found)
    assert seen > 3_000


def test_python_s_decorators_strings_and_brackets_hold_a_statement_together():
    lines = [
        "@route(",
        "    path,",
        ")",
        "def f(a):",
        '    """Said.',
        "",
        '    More."""',
        "    x = {",
        "        1: 2,",
        "    }",
        "    y = 1 + \\",
        "        2  # a comment (",
        "    if x:",
        "        return y",
    ]
    assert borders(lines, "Python") == [7, 10, 12, 14]


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("TypeScript", "const a = {\n  b: 1,\n  c\n}\nconst t = `x\n;${a}\n`\nf(() => {\n  g()\n    .then(h)\n  k()\n})", [5 - 1, 7, 10, 11, 12]),
        ("JavaScript", "import {\n  a,\n  b\n} from 'c'\nif (a) {\n  return b\n} else {\n  c()\n}", [4, 6, 8, 9]),
        ("Java", "int a = f(1,\n  2);\nfor (;;) {\n  a();\n}\nString s = \"}\" // ;\n  + b;", [2, 4, 5, 7]),
        ("Go", "x := []int{\n\t1,\n}\nif err != nil {\n\treturn err\n}\ny := a +\n\tb", [3, 5, 6, 8]),
        ("Rust", "let x: &'a str = \"a\n;b\";\nmatch x {\n    _ => y(),\n}\nlet z = v.iter()\n    .map(f);", [2, 5, 7]),
        ("Ruby", "x = [\n  1,\n]\nitems.each do |i|\n  puts i\nend\ny = <<~SQL\n  select 1\nSQL\nfoo\n  .bar", [3, 5, 6, 11]),
        ("C", "#define X 1\nint f(void)\n{\n  /* a;\n  b; */\n  g(1,\n    2);\n}", [7, 8]),
        ("Shell", "x='a\nb'\nif [ -n \"$x\" ]; then\n  echo 1\nfi\nfoo \\\n  bar", [2, 4, 5, 7]),
        ("Brainstorm", "one(\n two)\nthree", [2, 3]),
    ],
)  # fmt: skip
def test_borders_by_language(language: str, code: str, expected: list[int]):
    assert borders(code.split("\n"), language) == expected


def test_a_cut_is_the_longest_beginning_that_has_room_and_rather_ends_outside_a_block():
    body = "\n".join(
        [
            "def f():",
            *(f"    call_{n}(argument)" for n in range(20)),
            "    if last:",
            "        a = 1",
            "        return a",
            "    return 2",
        ]
    )
    whole = cut(body, "Python", 10_000, count_tokens)
    assert whole is not None and (whole.text, whole.lines, whole.of) == (body, 25, 25)
    part = cut(body, "Python", 60, count_tokens)
    assert part is not None and count_tokens(part.text) <= 60 < count_tokens("\n".join(body.split("\n")[: part.lines + 1]))
    assert ast.parse(part.text)
    inner = "\n".join(body.split("\n")[:23])  # up to `a = 1`
    almost = cut(body, "Python", count_tokens(inner), count_tokens)
    assert almost is not None and almost.lines == 21


def test_nothing_where_not_even_a_statement_has_room():
    assert cut("x = [" + "1, " * 500 + "]\ny = 2", "Python", 100, count_tokens) is None
    assert cut("x = 1\ny = 2", "Python", 0, count_tokens) is None


def test_a_huge_body_is_looked_at_only_as_far_as_it_may_reach():
    body = "\n".join(f"value_{n} = {n}" for n in range(300_000))
    found = cut(body, "Python", 500, count_tokens)
    assert found is not None and 20 < found.lines < 100 and found.of == 300_000


@pytest.mark.parametrize("text", ["(" * 50_000, "'" * 50_001, "do " * 50_000, "`" * 9, "/*" * 1_000, "{" * 20_000 + "}" * 20_000])
def test_hostile_lines_give_an_answer(text: str):
    for language in ("Python", "JavaScript", "Ruby", "Rust", "Shell"):
        found = cut(f"a = 1\n{text}\nb = 2", language, 200, count_tokens)
        assert found is None or count_tokens(found.text) <= 200
