"""The answer without a model: what the best passages say, with where it stands."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.engine.answering import extract
from apps.engine.compression import Citation, Material, Relations
from apps.engine.facts import Capsule
from apps.engine.retrieval import Hit, Reason, Retrieval, SourceState


def hit(number: int, **values: Any) -> Hit:
    given = {
        "passage": number, "source": 1, "source_type": "git", "anchor": f"shop/a.py#f{number}", "title": f"f{number}",
        "summary": f"Does {number}.", "text": f"@cached\ndef f{number}(x):\n    return x", "path": "shop/a.py", "line": number,
        "end_line": number + 1, "kind": "function", "role": "code", "language": "Python", "rank": 1.0, "repo": "shop",
    }  # fmt: skip
    return Hit(**{**given, **values})


def section(number: int, text: str, **values: Any) -> Hit:
    given = {"source": 2, "source_type": "system_artifact", "anchor": f"s{number}", "title": f"S{number}", "language": "Markdown"}
    return hit(number, **{**given, "summary": "First.", "text": text, "path": "", **values})


def retrieval(
    hits: list[Hit], documents: list[Hit], question: str = "how are orders made", architecture: bool = False
) -> Retrieval:
    states = (
        SourceState(1, "git", 1, "shop", "Shop", "c" * 40, "main", "current", 0, "", 0),
        SourceState(2, "system_artifact", 1, "shop", "Shop", "d" * 40, "main", "behind", 2, "", 0, 3),
    )
    return Retrieval(question, "search", architecture, "en", tuple(hits), tuple(documents), states)


def test_code_says_how_it_is_called_and_what_it_does() -> None:
    found = extract(retrieval([hit(1), hit(2, summary="")], []))
    assert [one.text for one in found.extracts] == ["`def f1(x)` — Does 1.", "`def f2(x)`"]
    assert [one.heading for one in found.extracts] == ["f1", "f2"]
    assert found.citations[0] == Citation(1, "git", "shop", "shop/a.py#f1", "f1", "shop/a.py", 1, 2, "c" * 40)


def test_a_document_gives_its_sentences_nearest_to_the_question() -> None:
    text = (
        "The shop sells bread. It has an oven.\n\n- Orders are made by [source](cite:shop/a.py#f1) the till.\n\n"
        "| Route | Makes |\n|---|---|\n| `POST /orders` | an order |\n\n```\norders made\n```\n"
    )
    (one,) = extract(retrieval([], [section(1, text)])).extracts
    assert one.text == "Orders are made by the till. `POST /orders` · an order."


def test_a_declaration_is_found_below_its_decorators_and_of_a_file_the_line_that_is_asked_for() -> None:
    routed = '@router.post(\n    "/", response_model=Order\n)\nexport const f1 = async (\n    x) => {'
    file = "import os\nfrom orders import made\nOVEN = 1\nMADE = orders.made()"
    found = extract(retrieval([hit(1, text=routed, summary=""), hit(2, text=file, summary="", kind="module", title="a.py")], []))
    assert [one.text for one in found.extracts] == ["`export const f1 = async (x) =>`", "`MADE = orders.made()`"]


def test_a_declaration_of_many_lines_is_told_whole() -> None:
    python = "@overload\ndef f1(\n    self, loaf: Loaf | Callable[..., V], /,\n) -> V: ...\n# .. versionadded:: 3"
    script = "f2(\n  path: string,\n): Promise<any>;"
    unclosed = "def f3(\n" + "    x,\n" * 50
    hits = [hit(1, text=python, title="Oven.f1#3"), hit(2, text=script), hit(3, text=unclosed)]
    found = extract(retrieval([msgspec.structs.replace(one, summary="") for one in hits], []))
    assert [one.text for one in found.extracts] == [
        "`def f1(self, loaf: Loaf | Callable[..., V], /) -> V: ...`", "`f2(path: string): Promise<any>;`", "`def f3`",
    ]  # fmt: skip


def test_of_a_role_of_restructured_text_its_words_stay() -> None:
    summary = "Like :meth:`~Oven.bake`, :py:func:`sell` and :ref:`the till <till>`; ``x`` stays."
    (one,) = extract(retrieval([hit(1, text="", summary=summary)], [])).extracts
    assert one.text == "Like `bake`, `sell` and the till; `x` stays."


def test_a_parameter_with_stars_is_no_comment() -> None:
    text = "def f1(\n    self,\n    *,\n    loaf: Loaf,\n    *loaves: Loaf,\n    **more: Any,\n) -> None:\n    pass"
    (one,) = extract(retrieval([hit(1, text=text, summary="")], [])).extracts
    assert one.text == "`def f1(self, *, loaf: Loaf, *loaves: Loaf, **more: Any) -> None`"


def test_a_question_in_spanish_finds_what_is_written_in_english() -> None:
    given = retrieval(
        [], [section(1, "Bread is baked. It has an oven. The email is sent.")], "¿Dónde se envían los correos electrónicos?"
    )
    found = extract(msgspec.structs.replace(given, language="es"))
    assert found.extracts[0].text == "The email is sent."


def test_only_what_a_line_begins_with_is_a_mark() -> None:
    (one,) = extract(retrieval([], [section(1, "- Orders made where a - b > c 1. of all.")])).extracts
    assert one.text == "Orders made where a - b > c 1. of all."


def test_of_a_link_its_words_stay() -> None:
    assert (
        extract(retrieval([hit(1, summary="See [the oven](https://oven.example/a) now.")], []))
        .extracts[0]
        .text.endswith("See the oven now.")
    )


def test_where_a_citation_stood_nothing_is_left() -> None:
    text = "Orders are made [source](cite:shop/a.py#f1), then sold [source](cite:shop/a.py#f1)."
    assert extract(retrieval([], [section(1, text)])).extracts[0].text == "Orders are made, then sold."


def test_where_no_sentence_is_near_the_first_ones_are_given() -> None:
    (one,) = extract(retrieval([], [section(1, "Bread is baked. It is sold. It is eaten.")])).extracts
    assert one.text == "Bread is baked. It is sold."


def test_what_the_question_is_about_comes_first_and_exact_matches_before_all() -> None:
    hits = [hit(number) for number in range(1, 8)] + [hit(9, is_exact=True)]
    documents = [section(number, "Orders.") for number in range(11, 16)]
    about_code = extract(retrieval(hits, documents))
    assert [one.heading for one in about_code.extracts] == ["f9", "f1", "f2", "f3", "f4", "S11"]
    about_design = extract(retrieval(hits, documents, architecture=True))
    assert [one.heading for one in about_design.extracts] == ["f9", "S11", "f1", "S12", "f2", "S13"]
    assert [one.heading for one in extract(retrieval([], documents)).extracts] == ["S11", "S12", "S13", "S14", "S15"]


def test_numbers_go_on_after_those_that_are_taken() -> None:
    taken = [Citation(4, "git", "shop", "shop/a.py#f2", "f2", "shop/a.py", 2, 3, "c" * 40)]
    found = extract(retrieval([hit(1), hit(2)], []), taken)
    assert [one.citation for one in found.extracts] == [5, 4] and [one.number for one in found.citations] == [5, 4]


def test_text_of_a_repository_makes_no_link_picture_or_tag() -> None:
    hostile = "Orders ![x](https://evil.example/a.png) <img src=x onerror=alert(1)> [made](javascript:alert(1))\u202e."
    texts = [one.text for one in extract(retrieval([hit(1, summary=hostile)], [section(2, hostile)])).extracts]
    assert all("](" not in text and "<" not in text and "\u202e" not in text for text in texts) and len(texts) == 2


def test_long_sentences_are_cut_between_words() -> None:
    (one,) = extract(retrieval([], [section(1, "Orders " + "are made " * 200)])).extracts
    assert len(one.text) <= 302 and one.text.endswith("…")


def test_of_a_file_its_imports_say_nothing_and_what_says_nothing_makes_room() -> None:
    hits = [hit(number, summary="", text="import orders", kind="module", title=f"f{number}.py") for number in range(1, 7)]
    found = extract(retrieval([*hits, hit(7)], []))
    assert [one.heading for one in found.extracts] == ["f7"] and [one.number for one in found.citations] == [1]


def test_of_overloads_the_one_that_does_it_is_told_once() -> None:
    stub = "def f1(x: int) -> int: ..."
    hits = [hit(1, text=stub, anchor="shop/a.py#f1"), hit(2, title="f1#2", anchor="shop/a.py#f1#2", text=f"{stub}\n    return x")]
    found = extract(retrieval(hits, []))
    assert [one.heading for one in found.extracts] == ["f1#2"]


def test_sections_that_the_question_asks_for_come_first_and_others_only_if_they_are_near() -> None:
    asked = section(3, "Orders are tested.", reasons=(Reason("document", 1, 1.0),))
    documents = [section(4, "Bread is baked."), asked, section(5, "Orders are made.")]
    found = extract(retrieval([hit(1)], documents))
    assert [one.heading for one in found.extracts] == ["S3", "S5", "f1"]


def test_the_name_of_the_repository_is_no_word_of_the_question() -> None:
    documents = [section(1, "The shop is open. Orders are made."), section(2, "The shop is a shop.")]
    found = extract(retrieval([hit(3)], documents, "how does the shop make orders"))
    assert [(one.heading, one.text) for one in found.extracts] == [("f3", "`def f3(x)` — Does 3."), ("S1", "Orders are made.")]


def test_what_was_looked_for_is_no_answer() -> None:
    text = "No orders were found. Looked for: how orders are made."
    assert extract(retrieval([], [section(1, text)])).extracts[0].text == "No orders were found."


def test_about_the_architecture_code_stands_beside_the_sections_that_are_among_the_hits() -> None:
    sections = [section(number, "Orders are made.") for number in range(1, 9)]
    found = extract(retrieval([*sections[5:], hit(9)], sections[:5], architecture=True))
    assert [one.heading for one in found.extracts] == ["S1", "f9", "S2", "S3", "S4", "S5"]


def test_a_sentence_goes_on_in_the_next_line_of_its_paragraph() -> None:
    text = "It runs in a random\norder to find orders. That is\nall.\n\n- Made of bread\n  and orders\n- Sold"
    (one,) = extract(retrieval([], [section(1, text)], "find random orders")).extracts
    assert one.text == "It runs in a random order to find orders. Made of bread and orders."


def test_documentation_of_a_file_is_none_of_its_code() -> None:
    page = hit(1, kind="module", title="a.py", text='"""\nOf optparse and orders\n"""\nORDERS = 1', summary="This began.")
    assert extract(retrieval([page], [])).extracts[0].text == "`ORDERS = 1` — This began."


def test_numbers_of_a_text_cite_nothing() -> None:
    (one,) = extract(retrieval([hit(1, text="", summary="See [1], `x[1]` and a[12].")], [])).extracts
    assert one.text == "See (1), `x[1]` and a(12)."


def test_headings_and_directives_are_no_sentences() -> None:
    page = hit(1, title="Guide > Orders", language="reStructuredText", text="Orders\n======\n\n.. _orders:\n\nMade at the till.")
    assert extract(retrieval([page], [])).extracts[0].text == "Made at the till."


def test_nothing_found_is_nothing_said() -> None:
    assert extract(retrieval([], [])).extracts == ()


def test_who_calls_what_was_named_is_told_with_what_is_not_known_of_it() -> None:
    named, beside = hit(1, repo_id=7, is_exact=True), hit(2, repo_id=7)
    ties = Relations(
        ("shop/b.py#Shop.open", "shop/b.py"), 9, ("shop/c.py#bake",), 1, verdict="found", why="a name is put together"
    )
    caller = Capsule("shop/b.py#Shop.open", "method", "open", "shop/b.py", "Python", 7, 7, 9, "", "", "", "")
    told = Material(capsules={(7, caller.symbol): caller}, relations={(7, "shop/a.py#f1"): ties, (7, "shop/a.py#f2"): ties})
    found = extract(retrieval([named, beside], []), (), told)
    assert [(one.heading, one.citation, one.beside) for one in found.extracts] == [
        ("f1", 1, ()), ("f1", 1, (2,)), ("f1", 1, ()), ("f2", 3, ()),
    ]  # fmt: skip
    _said, callers, callees, _beside = (one.text for one in found.extracts)
    assert callers == "Called by: `Shop.open` [2], `shop/b.py`, and 7 more (perhaps more: a name is put together)"
    assert callees == "Calls: `bake`"
    assert found.citations[1] == Citation(
        2, "git", "shop", "shop/b.py#Shop.open", "Shop.open", "shop/b.py", 7, 9, "c" * 40
    )  # fmt: skip
    spanish = extract(msgspec.structs.replace(retrieval([named], []), language="es"), (), told)
    assert spanish.extracts[2].text == "Llama a: `bake`"
    unknown = extract(
        retrieval([named], []), (), Material(relations={(7, "shop/a.py#f1"): Relations(verdict="unknown", why="it is exported")})
    )
    assert unknown.extracts[1].text == "Callers: unknown: it is exported."
