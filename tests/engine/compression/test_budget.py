"""The budget holds, whatever was found: nothing is longer than it may be, and what has no room is named."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.engine.compression import BUDGETS, MOST, Folder, Material, Relations, budget_for
from apps.engine.facts import Place
from apps.integrations.tokens import TOKENIZER, count_tokens
from tests.engine.compression.found import capsule, compressed, hit, retrieval, section

TASKS = sorted(BUDGETS)
TEXT = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["", "`", "``` x", "## Code", "[1] `a`", "\u202e", "\ud800", "a" * 3_000, "\n" * 50, "bread " * 400, "🥐" * 80, "|a|b|\n|-|-|\n" + "|c|d|\n" * 90]),
)  # fmt: skip
NAME = st.one_of(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.text(min_size=1, max_size=12))
BODY = st.one_of(TEXT, st.integers(1, 120).map(lambda count: "def f():\n" + "    call(argument)\n" * count))


@st.composite
def cases(draw):
    names = draw(st.lists(NAME, min_size=0, max_size=15, unique=True))
    symbols = [f"shop/{draw(st.sampled_from(['a', 'b', 'tests/test_c']))}.py#{name}" for name in names]
    known = [capsule(symbol, draw(BODY), signature=draw(TEXT), docstring=draw(TEXT)) for symbol in symbols]
    hits = [hit(symbol, draw(BODY), kind=draw(st.sampled_from(["function", "class", "document"]))) for symbol in symbols]
    documents = [section(f"purpose#{at}", draw(TEXT)) for at in range(draw(st.integers(0, 5)))]
    ties = Relations(tuple(symbols), draw(st.integers(0, 5_000)), tuple(symbols[1:]), len(symbols), ("a.b",), draw(st.sampled_from(["", "found", "none", "unknown"])), draw(TEXT))  # fmt: skip
    material = Material(
        capsules={(1, item.symbol): item for item in known if draw(st.booleans())},
        relations={(1, symbol): ties for symbol in symbols},
        places={(1, "shop/a.py#x"): Place("shop/a.py", 3, 4)},
        contents={(1, "shop/a.py"): tuple(known)},
        folders=tuple(Folder(path, 3) for path in ("", "shop", "shop/tests", draw(NAME))),
        repo_id=1,
    )
    found = retrieval(
        draw(st.sampled_from(TASKS)), hits, documents, question=draw(TEXT), language=draw(st.sampled_from(["en", "es"]))
    )
    return found, material, draw(st.one_of(st.integers(1, 200), st.integers(0, 3_000)))


@given(cases())
@settings(max_examples=150)
def test_no_context_is_longer_than_its_budget(case):
    found, material, budget = case
    context = compressed(found, material, budget)
    assert context.tokens == count_tokens(context.text) <= context.budget == budget_for(found.task, budget)
    assert context.tokenizer == TOKENIZER
    numbers = [item.number for item in context.citations]
    assert numbers == sorted(set(numbers)) and {number for block in context.blocks for number in block.citations} == set(numbers)
    named = {item.anchor for item in context.citations} | {item.anchor for item in context.left_out}
    assert {item.anchor for item in (*found.hits, *found.documents)} <= named
    for block in context.blocks:
        assert block.text in context.text
    again = compressed(found, material, budget)
    assert again == context


def test_every_task_has_the_ceiling_of_the_table():
    assert {task: tuple(span) for task, span in BUDGETS.items()} == {
        "code_query": (500, 2_000),
        "refactor": (800, 1_500),
        "code_gen": (200, 600),
        "search": (300, 800),
        "architecture": (500, 2_000),
    }
    assert budget_for("search", 0) == budget_for("search", -5) == 800
    assert budget_for("search", 90) == 90 and budget_for("search", 10**9) == MOST


def test_what_was_left_out_is_named_in_the_text_as_far_as_it_has_room():
    hits = [hit(f"shop/a.py#function_{at}", "x = 1\n" * 40) for at in range(15)]
    context = compressed(retrieval("code_query", hits), budget=300)
    last = context.text.splitlines()[-1]
    assert last.startswith("Left out for lack of room: `function_") and last.endswith(".")
    assert {item.anchor for item in context.left_out} >= {hits[-1].anchor}
