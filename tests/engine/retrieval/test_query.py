"""A question says what it asks for: names, paths, lines, phrases, a pattern, in whatever language; nothing makes it slow."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.query import LONGEST, QueryRefused, parse_query, qualified


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("create_order", ("create_order",)),
        ("Where is create_order called?", ("create_order",)),
        ("what does `bake` do", ("bake",)),
        ("fix OrderService.save() when the user is gone", ("OrderService.save",)),
        ("who calls bake()?", ("bake",)),
        ("Order::total vs cart->items", ("Order::total", "cart->items")),
        ("HTTPServer errors", ("HTTPServer",)),
        ("src/shop.py#Order.total", ("src/shop.py#Order.total",)),
        ("how are orders paid", ()),
        ("rename bake to roast", ("bake",)),
        ("please refactor the function bake", ("bake",)),
        ("Rename a column of the table", ()),
        ("who uses Oven", ("Oven",)),
        ("callers of the method bake", ("bake",)),
        ("renombra la función bake", ("bake",)),
        ("what would break if I change Order", ("Order",)),
        ("what would break if I change the order", ()),
        ("where do we use Order", ("Order",)),
        ("rename it", ()),
        ("see https://example.com/a_b and me@example.com", ()),
    ],
)
def test_names_of_code(question: str, names: tuple[str, ...]) -> None:
    assert parse_query(question).names == names


@pytest.mark.parametrize(
    ("question", "targets"),
    [
        ("Who calls echo?", ("echo",)),
        ("¿Quién llama a echo?", ("echo",)),
        ("Who calls click.echo?", ("click.echo",)),
        ("who uses Context", ("Context",)),
        ("Which functions call echo, and why?", ("echo",)),
        ("what is called by main?", ("main",)),
        ("Where is echo used?", ("echo",)),
        ("¿Dónde se usa echo?", ("echo",)),
        ("¿Quién usa la función echo?", ("echo",)),
        ("callers of echo in the tests", ("echo",)),
        ("calls to echo from main", ("echo",)),
        ("llamadas a echo", ("echo",)),
        ("who calls the shop when it is closed", ()),
        ("who calls the shop", ()),
        ("who calls people at night", ()),
        ("Who calls it?", ()),
        ("How are calls handled?", ()),
        ("what calls are made to the API?", ()),
        ("Which database uses postgres?", ()),
        ("usos de la configuración", ()),
        ("how does create_order work", ()),
    ],
)
def test_the_name_that_a_question_is_about(question: str, targets: tuple[str, ...]) -> None:
    query = parse_query(question)
    assert query.targets == targets
    assert set(targets) <= set(query.names)


@pytest.mark.parametrize(
    ("question", "paths", "places"),
    [
        ("shop/main.py", ("shop/main.py",), ()),
        ("main.py:12", ("main.py",), (("main.py", 12),)),
        ("error at shop/main.py:12-14, why?", ("shop/main.py",), (("shop/main.py", 12),)),
        ("main.go#L7", ("main.go",), (("main.go", 7),)),
        ("what is in the Makefile", ("Makefile",), ()),
        ("explain apps/engine", ("apps/engine",), ()),
    ],
)
def test_files_and_lines(question: str, paths: tuple[str, ...], places: tuple[tuple[str, int], ...]) -> None:
    query = parse_query(question)
    assert (query.paths, query.places) == (paths, places)


def test_only_names_and_files_are_an_identifier() -> None:
    assert [parse_query(text).is_identifier for text in ("bake", "a/b.py:3", "get_user set_user", "how to bake", '"bake"')] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_what_is_quoted_must_stand_as_it_is() -> None:
    query = parse_query('where is "no such bread" raised')
    assert query.phrases == ("no such bread",)
    assert query.is_exact


@pytest.mark.parametrize(
    ("question", "is_verbatim"),
    [('"no such bread"', True), ('"a b" «c d»', True), ("/bake/", True), ('where is "no bread"', False), ("`bake`", False)],
)
def test_nothing_but_phrases_or_a_pattern_is_looked_for_as_it_is(question: str, is_verbatim: bool) -> None:
    query = parse_query(question)
    assert query.is_verbatim is is_verbatim
    assert bool(query.words or query.meaning) is not is_verbatim


def test_a_quote_that_is_never_closed_is_no_quote() -> None:
    query = parse_query('bake "the bread')
    assert query.phrases == ()
    assert query.words == 'bake "the bread'


@pytest.mark.parametrize(
    ("question", "pattern", "ignores_case"),
    [
        (r"/def \w+_order\(/", r"def \w+_order\(", False),
        ("/order/i", "order", True),
        (r"/a\/b/", "a/b", False),
        ("/api/v1/orders/", "", False),
        ("//", "", False),
        ("/  /", "", False),
    ],
)
def test_patterns(question: str, pattern: str, ignores_case: bool) -> None:
    query = parse_query(question)
    assert (query.pattern, query.ignores_case) == (pattern, ignores_case)


@pytest.mark.parametrize("question", [r"/(a)\1/", "/***=x/", f"/{'a' * 300}/"])
def test_patterns_that_no_search_bears_are_refused(question: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        parse_query(question)
    assert refused.value.code == "query:pattern"


@pytest.mark.parametrize("question", ["", "  \t\n", "\0\0", "\u202e\u200b", "\ufeff"])
def test_an_empty_question_is_refused(question: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        parse_query(question)
    assert refused.value.code == "query:empty"


def test_what_nobody_sees_is_taken_away() -> None:
    assert parse_query("\u202ebake\0order\u2066").text == "bake order"
    assert parse_query("bake \ud800").text == "bake ?"


def test_a_long_question_is_cut() -> None:
    query = parse_query("bake " * 2_000)
    assert query.is_cut
    assert len(query.text) <= LONGEST
    assert not parse_query("bake").is_cut


@pytest.mark.parametrize("piece", ["(", "[", '"', "`", "/", "a.", "::", "¿", "\\", "_a", "aA", ":1", "#L1"])
def test_any_repetition_is_read(piece: str) -> None:
    assert parse_query(f"x {piece * 10_000}").is_cut


def test_a_spanish_question_is_looked_for_in_english_too() -> None:
    query = parse_query("¿dónde se validan las contraseñas de los usuarios?")
    assert query.language == "es"
    assert {"password", "user"} <= set(query.meaning.split())
    assert query.words == f"{query.text} {query.meaning}"


def test_spellings_of_one_name_have_one_form() -> None:
    assert {qualified(name) for name in ("Shop.Order.total", "shop::order::total", "Shop#order->total", "shop/order/total")} == {
        "shop.order.total"
    }


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("how does login work", "how does login"),
        ("Where is retry implemented?", "Where is retry"),
        ("what does the data model look like?", "what does the data model"),
        ("how does it work", "how does it work"),
        ("make login work", "make login work"),
    ],
)
def test_the_frame_of_a_question_is_not_looked_for(question: str, words: str) -> None:
    assert parse_query(question).words == words
    assert parse_query(question).meaning == question


def test_the_frame_of_a_spanish_question_is_not_looked_for() -> None:
    query = parse_query("¿Cómo funciona el inicio de sesión?")
    assert "work" in query.meaning.split()
    assert not {"work", "funciona"} & set(query.words.split())
    assert {"sesión?", "login"} <= set(query.words.split())


def test_how_much_of_a_question_is_code() -> None:
    shares = [parse_query(text).code_share for text in ("where are orders paid", "fix create_order for it", "a.b() c_d 2.7")]
    assert shares == [0, 0.25, 1]


def test_what_is_put_as_a_question() -> None:
    texts = ("where are orders paid", "¿Dónde se pagan?", "orders are paid?", "Pays the orders.", "create_order")
    assert [parse_query(text).is_asked for text in texts] == [True, True, True, False, False]
