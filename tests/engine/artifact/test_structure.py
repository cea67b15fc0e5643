"""The ten sections: what they say of a shop, of nothing, of what is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.engine.artifact import artifact_digest, write_artifact
from apps.engine.artifact.draft import PARSED, PROGRAMMING
from apps.engine.facts import SECTIONS, Cite, Language, Place, TestSuite, Unknown, split_markdown
from apps.engine.parsing import PARSED_LANGUAGES
from tests.engine.artifact import sheets

ALL = [sheets.shop, sheets.empty, sheets.unparsed, sheets.hostile, sheets.huge]


def section(sheet, key: str) -> str:
    return next(part.markdown for part in write_artifact(sheet).sections if part.key == key)


@pytest.mark.parametrize("sheet", ALL)
def test_every_citation_and_diagram_is_there(sheet) -> None:
    text = write_artifact(sheet())
    assert tuple((part.key, part.title) for part in text.sections) == SECTIONS
    cited = {piece.key for part in text.sections for piece in split_markdown(part.markdown) if isinstance(piece, Cite)}
    drawn = {node.cite for diagram in text.diagrams for node in diagram.nodes if node.cite}
    keys = [key for key, _place in text.citations]
    assert cited | drawn == set(keys)
    assert keys == sorted(set(keys))
    assert [diagram.key for diagram in text.diagrams] == sorted({diagram.key for diagram in text.diagrams})


@pytest.mark.parametrize("sheet", ALL)
def test_every_section_says_something_and_has_no_heading_of_its_own(sheet) -> None:
    for part in write_artifact(sheet()).sections:
        assert part.markdown.strip()
        for line in part.markdown.split("\n"):
            assert not line.startswith(("# ", "## "))
            assert line == line.rstrip() or line.startswith("|")


@pytest.mark.parametrize("sheet", ALL)
def test_the_same_sheet_gives_the_same_text(sheet) -> None:
    assert write_artifact(sheet()) == write_artifact(sheet())


@pytest.mark.parametrize("sheet", ALL)
def test_moved_code_changes_places_only(sheet) -> None:
    before, after = sheet(), sheets.moved(sheet())
    old, new = write_artifact(before), write_artifact(after)
    assert old.sections == new.sections and old.diagrams == new.diagrams
    assert [key for key, _ in old.citations] == [key for key, _ in new.citations]
    assert artifact_digest(old, before) == artifact_digest(new, after)


def test_changed_facts_change_digest_and_evidence() -> None:
    before = sheets.shop()
    after = replace(before, endpoints=before.endpoints[1:])
    old, new = write_artifact(before), write_artifact(after)
    assert artifact_digest(old, before) != artifact_digest(new, after)
    changed = {one.key for one, two in zip(old.sections, new.sections, strict=True) if one.evidence != two.evidence}
    assert changed == {"purpose", "api-endpoints", "principal-flows"}


def test_a_few_more_lines_make_no_new_version() -> None:
    before = sheets.shop()
    after = replace(before, languages=(replace(before.languages[0], lines=21_449), *before.languages[1:]), call_count=12_361)
    assert artifact_digest(write_artifact(before), before) == artifact_digest(write_artifact(after), after)


def test_an_empty_repository_is_said_to_be_empty() -> None:
    assert section(sheets.empty(), "purpose") == "**nothing-yet** is an empty repository: the commit holds no files."
    for key in ("data-models", "api-endpoints", "external-dependencies", "configuration", "tests"):
        assert "Looked for: " in section(sheets.empty(), key), key


def test_what_is_not_parsed_is_unknown_not_absent() -> None:
    sheet = sheets.unparsed()
    assert "endpoints registered in it are unknown, not absent" in section(sheet, "api-endpoints")
    assert "flows through that code are unknown" in section(sheet, "principal-flows")
    assert "listed by folder name" in section(sheet, "data-models")
    assert "(by folder name)" in section(sheet, "tests") and "not known" in section(sheet, "tests")
    both = replace(sheets.shop(), languages=(Language("Python", 5, 900), Language("Haskell", 9, 700)), endpoints=())
    assert "Code in Haskell is not read yet" in section(both, "api-endpoints")
    python = replace(sheets.shop(), languages=(Language("Python", 5, 900), Language("CSS", 9, 700)), endpoints=())
    assert "unknown" not in section(python, "api-endpoints")


def test_purpose_quotes_the_project_and_marks_it() -> None:
    text = section(sheets.shop(), "purpose")
    assert "In the project's own words:" in text
    assert "> Sells bread and \\*cheese\\* over HTTP." in text
    assert text.count("over HTTP") == 1, "the README's first paragraph says the same and is not repeated"
    assert "1 decision record [source](cite:docs/adr/0001-celery.md)" in text
    silent = replace(sheets.shop(), project=replace(sheets.shop().project, description=""), documents=())
    assert "The project says nothing about its own purpose" in section(silent, "purpose")


def test_models_tell_their_centre_and_cardinality() -> None:
    text = section(sheets.shop(), "data-models")
    assert "`Order` is the most connected" in text and "`TimedModel` is the base of 3 models" in text
    assert "`customer` → `Customer`, many to one; `products` → `Product`, many to many" in text
    assert "```diagram models\n```" in text


def test_endpoints_keep_their_unknown_prefix() -> None:
    text = section(sheets.shop(), "api-endpoints")
    assert "could not be worked out" in text and "`…/health/`" in text
    assert (
        "| GET | `/api/orders/` | `OrderList.get` | List the orders. | [source](cite:shop/urls.py#route:GET%20/api/orders/) "
        "| [source](cite:shop/orders/views.py#OrderList.get) |" in text
    )


def test_handlers_without_a_definition_have_keys_and_rows_of_their_own() -> None:
    file = "src/users.js"
    made = [
        replace(sheets.endpoint(method, "/users", f"{file}#x", line), symbol=file, handler=handler)
        for method, handler, line in (("GET", "getUsers", 7), ("POST", "createUser", 12))
    ]
    text = section(replace(sheets.shop(), endpoints=tuple(made)), "api-endpoints")
    assert (
        "| GET | `/users` | `getUsers` | [source](cite:shop/urls.py#route:GET%20/users) | [source](cite:src/users.js#GET%20/users) |"
        in text
    )
    assert "`createUser` | [source](cite:shop/urls.py#route:POST%20/users) | [source](cite:src/users.js#POST%20/users) |" in text


def test_flows_say_how_sure_they_are() -> None:
    text = section(sheets.shop(), "principal-flows")
    assert "`OrderList.post` leads to the model `Order` and to requests.post. One of its 3 steps was inferred from types" in text
    assert "4. `place_order` works with the model `Order` [source](cite:shop/orders/services.py#place_order:Order)" in text
    line = dict(write_artifact(sheets.shop()).citations)["shop/orders/services.py#place_order:Order"]
    assert line == sheets.at("shop/orders/services.py", 14)
    route = dict(write_artifact(sheets.shop()).citations)["shop/urls.py#endpoint:POST /api/orders/"]
    assert route == sheets.at("shop/urls.py", 12)


def test_configuration_compares_with_the_example() -> None:
    text = section(sheets.shop(), "configuration")
    assert "No read was found of `SMTP_HOST`: a library, a script or a language that is not read may use it" in text
    assert "Read but not declared there: `SHOP_CURRENCY`" in text
    assert "AWS access key [source](cite:shop/settings.py#secret:AWS%20access%20key)" in text


def test_tests_count_only_what_can_be_counted() -> None:
    text = section(sheets.shop(), "tests")
    assert "By syntax they hold 87 test cases" in text and "cases could not be counted" in text
    known = replace(sheets.shop(), tests=(TestSuite("tests", "pytest", 1, 1, Place("tests/test_a.py")),))
    assert "they hold 1 test case;" in section(known, "tests")


def test_nothing_in_the_text_names_a_line_or_a_commit() -> None:
    sheet = replace(sheets.shop(), unknowns=(Unknown("call", "x", "y"),))
    for part in write_artifact(sheet).sections:
        for _key, place in write_artifact(sheet).citations:
            assert f"{place.path}:{place.line}" not in part.markdown


def test_languages_said_to_be_unread_are_those_the_parser_does_not_read() -> None:
    assert PARSED - {"JSX"} == PARSED_LANGUAGES, "JSX is read as JavaScript"
    assert "Pascal" in PROGRAMMING - PARSED
