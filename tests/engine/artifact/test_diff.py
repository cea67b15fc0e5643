"""Two versions beside each other: text, words, facts, and the paths that lead to the commit."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from apps.engine.artifact import write_artifact
from apps.engine.artifact.diff import Line, Row, compare, compare_facts, compare_lines, readable_lines
from apps.engine.facts import Field, Place
from tests.engine.artifact import sheets

LINES = st.lists(st.text("ab c", max_size=6), max_size=14)


def rows_of(old: list[str], new: list[str]) -> list[Row]:
    return compare_lines([Line(text) for text in old], [Line(text) for text in new])


def read(markdown: str) -> list[str]:
    return [line.text for line in readable_lines(markdown)]


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
    assert (fact.before, fact.after) == (
        "POST /api/orders/ (handler OrderList.post)",
        "POST /api/v2/orders/ (handler OrderList.post)",
    )
    assert fact.touched_paths == ("shop/orders/views.py", "shop/urls.py")
    assert fact.new_place == fact.old_place == endpoints[1].registered and fact.also == endpoints[1].place
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
        ("field", "removed", "Order.id", "type BigAutoField, key", ""),
        ("field", "added", "Order.paid", "", "type BooleanField"),
        ("dependency", "changed", "celery", "asks for >=5, resolved to 5.4.0, with extras redis, group runtime",
         "asks for >=5, resolved to 5.5.0, with extras redis, group runtime"),
        ("dependency", "removed", "django", "asks for >=5.2,<6, resolved to 5.2.7, group runtime", ""),
        ("config", "removed", "DATABASE_URL", "environment variable, required", ""),
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
    rows = rows_of(old, new)
    left = ["".join(span.text for span in row.old) for row in rows if row.kind in ("same", "changed", "removed")]
    right = ["".join(span.text for span in row.new) for row in rows if row.kind in ("same", "changed", "added")]
    hidden = sum(row.hidden for row in rows)
    assert len(left) + hidden == len(old) and len(right) + hidden == len(new)
    if not hidden:
        assert left == old and right == new


def test_unchanged_lines_are_folded_around_a_change() -> None:
    lines = [str(number) for number in range(40)]
    rows = rows_of(lines, [*lines[:20], "new", *lines[21:]])
    assert [row.kind for row in rows] == ["fold", "same", "same", "removed", "added", "same", "same", "fold"]
    assert (rows[0].hidden, rows[-1].hidden) == (18, 17)
    assert ["".join(span.text for span in line) for line in rows[0].folded] == lines[:18]
    assert [row.kind for row in rows_of(lines, lines)] == ["fold"]


def test_words_within_a_line() -> None:
    (row,) = rows_of(["It answers at 9 endpoints."], ["It answers at 12 endpoints."])
    assert [(span.text, span.changed) for span in row.new] == [("It answers at ", False), ("12", True), (" endpoints.", False)]


def test_citations_read_as_paths_and_keep_their_places() -> None:
    old, new = Place("a/b.py", 3, 4), Place("a/b.py", 9, 9)
    markdown = "It bakes {} [source](cite:a/b.py%23c) and [source](cite:a/b.py~3).\n"
    before = readable_lines(markdown.format("bread"), {"a/b.py#c": old, "a/b.py~3": new})
    after = readable_lines(markdown.format("cake"), {"a/b.py#c": new, "a/b.py~3": old})
    assert [line.text for line in before] == ["It bakes bread a/b.py and a/b.py."]
    (row,) = compare_lines(before, after)
    assert [(span.text, span.place) for span in row.old if span.place] == [("a/b.py", old), ("a/b.py", new)]
    assert [(span.text, span.place) for span in row.new if span.place] == [("a/b.py", new), ("a/b.py", old)]
    assert "".join(span.text for span in row.new) == "It bakes cake a/b.py and a/b.py."
    assert read("Said [source](cite:readme.md~3).\n\n```diagram x\n```\n") == ["Said readme.md.", "(diagram: x)"]
    assert read("Asks for it [source](cite:a.json%23dependency:x).") == ["Asks for it a.json."]
    assert read("odd \ue0007\ue001 marks") == ["odd 7 marks"]


def test_other_places_in_the_same_words_are_no_change_of_the_text() -> None:
    old = write_artifact(sheets.shop())
    key, title = old.sections[0].key, old.sections[0].title
    one, two = (replace(old.sections[0], markdown=f"Bakes [source](cite:a.py%23{name}).\n") for name in ("x", "y"))
    found = compare(replace(old, sections=(one,)), replace(old, sections=(two,)), sheets.shop(), sheets.shop())
    assert [(section.key, section.title, section.status) for section in found.sections] == [(key, title, "unchanged")]


def test_lines_are_read_without_their_markup() -> None:
    table = "### `shop`\n\n| Model | Fields |\n| --- | --- |\n| `Cake` | `a` \\| **b** |\n"
    assert read(table) == ["shop", "Model   Fields", "Cake   a | b"]
    assert read("globs `**/*.py` and ``a`b`` and 2 \\* 3 \\_") == ["globs **/*.py and a`b and 2 * 3 _"]
    assert read("```text\na/\n└── b/  # **x**\n\n```\nend") == ["a/", "└── b/  # **x**", "", "end"]
    assert read("\n") == []


def test_long_texts_and_lines_are_bounded() -> None:
    old = [f"{number} " + "word " * 500 for number in range(4_000)]
    rows = rows_of(old, [line + "x" for line in old])
    assert {row.kind for row in rows} == {"removed", "added"} and len(rows) == 8_000
    (row,) = rows_of(["a " * 900 + "b " * 900], ["a " * 900 + "c " * 900])
    assert row.kind == "changed"


def test_facts_are_named_without_marks() -> None:
    old = sheets.shop()
    parts = tuple(replace(old.components[0], path=path, name=path) for path in ("*", "", "lib/*"))
    entry = replace(old.entry_points[0], kind="asgi", what="ASGI application `shop/asgi.py`")
    found = diff(old, replace(old, components=(*old.components, *parts), entry_points=(*old.entry_points, entry)))
    names = {fact.name for fact in found.facts if fact.change == "added"}
    assert names == {"other folders in the root", "files at the root", "other folders in lib/", "ASGI application shop/asgi.py"}
