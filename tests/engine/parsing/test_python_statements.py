"""Plain statements of Python are read without the query: what is noted must be what the query finds."""

from __future__ import annotations

from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.engine.facts import FileFacts, encode
from apps.engine.parsing import parse
from apps.engine.parsing.languages.python import GRAMMAR
from apps.engine.parsing.python.reader import Reader
from apps.engine.parsing.source import Source


class Queried(Reader):
    """Reads every statement by the query."""

    def _walk(self) -> None:
        self._search(self._tree.root_node, 0)


def both(text: str) -> tuple[FileFacts, FileFacts]:
    return parse("sample.py", "Python", text), Queried("sample.py", Source(text), GRAMMAR).read()


NAMES = st.sampled_from(["a", "self", "self.x", "b.c", "b.c.d", "é", "名.x", "cls", "None", "True", "_", "os.environ", "environ"])
STRINGS = st.sampled_from([
    '""', "'x'", '"it\'s"', '"\\n\\u00e9"', 'r"\\d"', 'b"x"', '"é"', 'f"{a.b} {c!r}"', 'f"{a:{b.c}}"', "'a' 'b'", "'a'\n'b'",
    '"""a\nb"""', 'f"x" "y"', '"#"', '"a, b)"', '"("', "'''it's'''", 'u"x"', '"\\\n"', '""""a"""', "'%s' % a",
])  # fmt: skip
NUMBERS = st.sampled_from(["1", "-1", "1.5", "0x1F", "1_000", "1j", ".5", "1e-3", "+a", "~a.b", "...", "- 1"])
GAPS = st.sampled_from(["", " ", "  ", "\n", "\n    ", " # a, (b)\n", "  \t", " \\\n "])


@st.composite
def calls(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    out = []
    for argument in draw(st.lists(inner, max_size=4)):
        name = draw(st.sampled_from(["", "", "key=", "key = ", "*", "**", "é="]))
        out.append(f"{draw(GAPS)}{name}{argument}{draw(GAPS)}")
    callee = draw(st.one_of(NAMES, inner))
    return f"{callee}({','.join(out)}{draw(st.sampled_from(['', ',', ', ']) if out else GAPS)})"


@st.composite
def brackets(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    parts = [f"{draw(GAPS)}{part}{draw(GAPS)}" for part in draw(st.lists(inner, max_size=3))]
    opening, closing = draw(st.sampled_from(["()", "[]", "{}"]))
    return opening + ",".join(parts) + ("," if parts and draw(st.booleans()) else "") + closing


def compounds(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(inner, inner), max_size=3)
    return st.one_of(
        calls(inner),
        brackets(inner),
        st.builds("({})".format, inner),
        st.builds("{}.y".format, inner),
        st.builds("{}[{}]".format, inner, st.one_of(inner, st.sampled_from(["1:2", "::a.b", "a, b", "a.b:"]))),
        st.builds(
            "{} {} {}".format, inner, st.sampled_from(["+", "%", "|", "==", "not in", "in", "is", "and", "or", "<"]), inner
        ),
        st.builds("{} < {} < {}".format, inner, inner, inner),
        st.builds("not {}".format, inner),
        st.builds("{}{}if {} else {}".format, inner, st.sampled_from([" ", " \\\n "]), inner, inner),
        st.builds("lambda z, y={}: {}".format, inner, inner),
        st.builds("[{} for z in {} if {}]".format, inner, inner, inner),
        st.builds("{{{}: {} for z, (y, w) in {}}}".format, inner, inner, inner),
        st.builds("f({} async for z in {})".format, inner, inner),
        st.builds("(n := {})".format, inner),
        st.builds("await {}".format, inner),
        pairs.map(lambda given: "{" + ", ".join(f"{key}: {value}" for key, value in given) + "}"),
        st.builds("{{**{}, 'a': {}}}".format, inner, inner),
    )


EXPRESSIONS = st.recursive(st.one_of(NAMES, NAMES, STRINGS, NUMBERS), compounds, max_leaves=12)
TARGETS = st.sampled_from(
    ["x", "x, y", "x.y", "(x, *y)", "x[a.b]", "f(x).y", "x[0][b.c]", "[x, y]", "*x, y", "x['a']", "f(x)[1]"]
)
SIMPLE = st.one_of(
    EXPRESSIONS,
    st.builds("{} = {}".format, TARGETS, EXPRESSIONS),
    st.builds("x = y = {}".format, EXPRESSIONS),
    st.builds("x: {} = {}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("x: dict[str, {}]".format, EXPRESSIONS),
    st.builds("{} {} {}".format, st.sampled_from(["x", "x.y", "x[a.b]"]), st.sampled_from(["+=", "|=", "or="]), EXPRESSIONS),
    st.builds("return {}".format, EXPRESSIONS),
    st.builds("return {}, {}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("raise {} from {}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("assert {}, {}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("yield {}".format, EXPRESSIONS),
    st.builds("yield from {}".format, EXPRESSIONS),
    st.builds("del {}".format, EXPRESSIONS),
    st.sampled_from(
        ["pass", "import a.b as c, d", "from .a import (b as c, d)", "global x", "# said", "import os", "from os import *"]
    ),
    st.sampled_from(["print 'x'", "a; b(c.d)", "type X = list[int]", "from __future__ import annotations"]),
)


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = inner.map(lambda text: indent(text, "    ") + "\n")
    return st.one_of(
        st.builds("{}\n{}".format, inner, inner),
        st.builds("if {}:\n{}elif {}: # c\n{}else:\n{}".format, EXPRESSIONS, body, EXPRESSIONS, body, body),
        st.builds("while {}:\n{}".format, EXPRESSIONS, body),
        st.builds("for {} in {}:\n{}".format, TARGETS, EXPRESSIONS, body),
        st.builds("async for {} in {}:\n{}".format, TARGETS, EXPRESSIONS, body),
        st.builds("with {} as {}, {}:\n{}".format, EXPRESSIONS, TARGETS, EXPRESSIONS, body),
        st.builds("async with {}:\n{}".format, EXPRESSIONS, body),
        st.builds(
            "try:\n{}except {} as e:\n{}except {}:\n{}finally:\n{}".format, body, EXPRESSIONS, body, EXPRESSIONS, body, body
        ),
        st.builds("# above\n@{}\n@b\ndef f(x, y: {} = {}, *z, w={}) -> {}:\n    # in\n{}".format, *[EXPRESSIONS] * 5, body),
        st.builds("class A({}, B, k={}):\n    'Doc.'\n{}# after\n".format, EXPRESSIONS, EXPRESSIONS, body),
        st.builds(
            "match {}:\n    case A(b=c) if {}:\n{}".format,
            EXPRESSIONS,
            EXPRESSIONS,
            inner.map(lambda x: indent(x, " " * 8) + "\n"),
        ),
    )


@settings(max_examples=400, derandomize=True)
@given(st.recursive(SIMPLE, blocks, max_leaves=5))
def test_what_is_noted_is_what_the_query_finds(text: str) -> None:
    plain, queried = both(text)
    assert encode(plain) == encode(queried)


@pytest.mark.parametrize(
    "text",
    [
        "f(" * 12 + "a.b" + ")" * 12,
        "x = a" + ".b(c[d.e])" * 12,
        "x = [" + "f(a.b), " * 1500 + "]",
        "if " + "not " * 12 + "f(a.b):\n    pass\n",
        "if a:\n" + "".join(f"{' ' * depth}if f(b.c):\n" for depth in range(1, 600)) + " " * 600 + "g(h)\n",
        "def f():\n  # x\n  '''d\n  # y\n  '''\n  # z\n  @a(b)\n  # w\n  def g(): yield\n",
    ],
)
def test_what_is_cut_or_deep_is_read_alike(text: str) -> None:
    plain, queried = both(text)
    assert encode(plain) == encode(queried)


def test_a_string_that_is_none_does_not_stop_the_reader() -> None:
    assert parse("old.py", "Python", "x = ur'a' + `b` + 0777L\nprint >>f, u'''\n").language == "Python"


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n def f():",
        "class A:\n  class B:",
        "class A:\n def f():\nx = g()\n",
        "class A:\n @x\n async def f(a=b()):\n",
        "def a():\n def b():\n  def c():\ndef d(): e()\n",
    ],
)
def test_a_header_behind_which_nothing_is_written_yet(text: str) -> None:
    plain, queried = both(text)
    assert encode(plain) == encode(queried)
    assert plain.definitions[-1].name in {"f", "B", "d"}
