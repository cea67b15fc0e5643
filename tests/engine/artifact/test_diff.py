"""Two versions beside each other: text, words, facts, and the paths that lead to the commit."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from apps.engine.artifact import write_artifact
from apps.engine.artifact.diff import compare, compare_facts, compare_lines, readable_lines
from apps.engine.facts import Field, Place
from tests.engine.artifact import sheets

LINES = st.lists(st.text("ab c", max_size=6), max_size=14)


def diff(old, new):
    return compare(write_artifact(old), write_artifact(new), old, new)


def changed(old, new) -> list[tuple[str, str, str, str, str]]:
    return [(fact.kind, fact.change, fact.name, fact.before, fact.after) for fact in compare_facts(old, new)]


def test_nothing_changed_where_code_only_moved() -> None:
    found = diff(sheets.shop(), sheets.moved(sheets.shop()))
    assert {section.status for section in found.sections} == {"unchanged"}
    assert found.facts == () and found.diagrams == ()


def test_a_renamed_route_is_one_change_with_its_files() -> None:
    old = sheets.shop()
    endpoints = list(old.endpoints)
    endpoints[1] = replace(endpoints[1], path="/api/v2/orders/")
    found = diff(old, replace(old, endpoints=tuple(endpoints)))
    (fact,) = found.facts
    assert (fact.kind, fact.change, fact.name) == ("endpoint", "changed", "POST /api/v2/orders/")
    assert (fact.before, fact.after) == ("POST /api/orders/ (OrderList.post)", "POST /api/v2/orders/ (OrderList.post)")
    assert fact.touched_paths == ("shop/orders/views.py", "shop/urls.py")
    assert [section.key for section in found.sections if section.status == "changed"] == ["api-endpoints"]
    words = [span.text for row in found.sections[4].rows for span in row.new if span.changed]
    assert any("v2" in word for word in words)


def test_a_condition_on_an_endpoint_is_a_change() -> None:
    old = sheets.shop()
    first, *rest = old.endpoints
    found = diff(old, replace(old, endpoints=(replace(first, condition="settings.DEBUG"), *rest)))
    [fact] = [fact for fact in found.facts if fact.kind == "endpoint"]
    assert fact.change == "changed" and fact.after.endswith("only if settings.DEBUG")


def test_added_removed_and_changed_facts() -> None:
    old = sheets.shop()
    models = (
        replace(sheets.CUSTOMER, name="Client", symbol="shop/accounts/models.py#Client"),
        replace(sheets.PRODUCT, place=Place("shop/goods.py", 3, 9)),
        sheets.TIMED,
        replace(sheets.ORDER, fields=(*sheets.ORDER.fields[1:], Field("paid", "BooleanField"))),
    )
    dependencies = (replace(old.dependencies[0], resolved="5.5.0"), *old.dependencies[2:])
    new = replace(old, models=models, dependencies=dependencies, config_keys=old.config_keys[1:])
    assert changed(old, new) == [
        ("model", "changed", "Client", "Customer (table, Django, table accounts_customer, from TimedModel)",
         "Client (table, Django, table accounts_customer, from TimedModel)"),
        ("model", "changed", "Product", "table, Django, table catalogue_product, from TimedModel, in shop/catalogue/models.py",
         "table, Django, table catalogue_product, from TimedModel, in shop/goods.py"),
        ("field", "removed", "Order.id", "BigAutoField, key", ""),
        ("field", "added", "Order.paid", "", "BooleanField"),
        ("dependency", "changed", "celery", ">=5, resolved to 5.4.0, redis, runtime", ">=5, resolved to 5.5.0, redis, runtime"),
        ("dependency", "removed", "django", ">=5.2,<6, resolved to 5.2.7, runtime", ""),
        ("config", "removed", "DATABASE_URL", "env, required", ""),
    ]  # fmt: skip


def test_a_new_model_is_told_once_without_its_fields() -> None:
    old = replace(sheets.shop(), models=sheets.shop().models[:3])
    assert [fact[:3] for fact in changed(old, sheets.shop())] == [("model", "added", "Order")]


def test_from_nothing_to_a_shop_and_back() -> None:
    there, back = compare_facts(sheets.empty(), sheets.shop()), compare_facts(sheets.shop(), sheets.empty())
    assert {fact.change for fact in there if fact.kind != "project"} == {"added"}
    assert {fact.change for fact in back if fact.kind != "project"} == {"removed"}
    assert [(f.kind, f.name) for f in there if f.change != "changed"] == [(f.kind, f.name) for f in back if f.change != "changed"]


@given(LINES, LINES)
def test_rows_hold_both_texts(old: list[str], new: list[str]) -> None:
    rows = compare_lines(old, new)
    left = ["".join(span.text for span in row.old) for row in rows if row.kind in ("same", "changed", "removed")]
    right = ["".join(span.text for span in row.new) for row in rows if row.kind in ("same", "changed", "added")]
    hidden = sum(row.hidden for row in rows)
    assert len(left) + hidden == len(old) and len(right) + hidden == len(new)
    if not hidden:
        assert left == old and right == new


def test_unchanged_lines_are_folded_around_a_change() -> None:
    lines = [str(number) for number in range(40)]
    rows = compare_lines(lines, [*lines[:20], "new", *lines[21:]])
    assert [row.kind for row in rows] == ["fold", "same", "same", "removed", "added", "same", "same", "fold"]
    assert (rows[0].hidden, rows[-1].hidden) == (18, 17)
    assert [row.kind for row in compare_lines(lines, lines)] == ["fold"]


def test_words_within_a_line() -> None:
    (row,) = compare_lines(["It answers at 9 endpoints."], ["It answers at 12 endpoints."])
    assert [(span.text, span.changed) for span in row.new] == [("It answers at ", False), ("12", True), (" endpoints.", False)]


def test_citations_read_as_their_keys() -> None:
    assert readable_lines("Said [source](cite:a/b.py%23c).\n\n```diagram x\n```\n") == ["Said [a/b.py#c].", "(diagram: x)"]
    assert readable_lines("Asks for it [source](cite:a.json%23dependency:x).") == ["Asks for it [a.json]."]


def test_lines_are_read_without_their_markup() -> None:
    table = "### `shop`\n\n| Model | Fields |\n| --- | --- |\n| `Cake` | `a` \\| **b** |\n"
    assert readable_lines(table) == ["shop", "Model   Fields", "Cake   a | b"]
    assert readable_lines("globs `**/*.py` and ``a`b`` and 2 \\* 3 \\_") == ["globs **/*.py and a`b and 2 * 3 _"]
    assert readable_lines("```text\na/\n└── b/  # **x**\n\n```\nend") == ["a/", "└── b/  # **x**", "", "end"]
    assert readable_lines("\n") == []


def test_long_texts_and_lines_are_bounded() -> None:
    old = [f"{number} " + "word " * 500 for number in range(4_000)]
    rows = compare_lines(old, [line + "x" for line in old])
    assert {row.kind for row in rows} == {"removed", "added"} and len(rows) == 8_000
    (row,) = compare_lines(["a " * 900 + "b " * 900], ["a " * 900 + "c " * 900])
    assert row.kind == "changed"
