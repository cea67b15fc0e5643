"""1. Purpose: each word of it with the line that shows it, and nothing that no line shows."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.facts import (
    ApiSchema,
    Cite,
    Dependency,
    Document,
    Endpoint,
    EntryPoint,
    ExternalService,
    FactSheet,
    Job,
    Place,
    Project,
    SchemaRoot,
    split_markdown,
)
from tests.engine.artifact import sheets


def purpose(sheet: FactSheet) -> str:
    """The section with each citation as ``<path:line>``."""
    text = write_artifact(sheet)
    places = dict(text.citations)
    return "".join(
        f"<{places[piece.key].path}:{places[piece.key].line}>" if isinstance(piece, Cite) else str(piece)
        for piece in split_markdown(text.sections[0].markdown)
    )


def test_version_and_licence_cite_their_own_lines() -> None:
    place = Place("pyproject.toml", 2)
    project = Project(
        "shop", "Sells bread.", "1.2", "MIT", place=place, description_place=Place("pyproject.toml", 5),
        version_place=Place("pyproject.toml", 3), license_place=Place("pyproject.toml", 9),
    )  # fmt: skip
    said = purpose(replace(sheets.shop(), project=project))
    assert "**shop** <pyproject.toml:2> is" in said
    assert "gives version `1.2` <pyproject.toml:3> and names the licence MIT <pyproject.toml:9>." in said
    assert "> Sells bread. <pyproject.toml:5>" in said


def test_every_paragraph_of_a_readme_cites_its_own_lines() -> None:
    paragraphs = (
        "Bread for everyone in town, every day of the year, fresh from the oven.",
        "Cakes are made to order and brought to your door in the morning, too.",
    )
    readme = Document(
        "Shop", paragraphs[0], Place("README.md", 3), paragraphs=paragraphs,
        paragraph_places=(Place("README.md", 3), Place("README.md", 8)), title_place=Place("README.md", 1),
    )  # fmt: skip
    said = purpose(replace(sheets.shop(), project=Project("shop"), documents=(readme,)))
    assert f"> {paragraphs[0]} <README.md:3>" in said and f"> {paragraphs[1]} <README.md:8>" in said


def test_the_door_to_a_schema_comes_before_the_other_endpoints() -> None:
    door = Endpoint(
        "POST", "/graphql/", "GraphQLView", Place("views.py", 4), Place("urls.py", 9), symbol="views.py#GraphQLView",
        framework="Django", serves="graphql",
    )  # fmt: skip
    roots = (
        SchemaRoot("query", "Query", 12, Place("schema.graphql", 1)),
        SchemaRoot("mutation", "Mutation", 1, Place("schema.graphql", 90)),
    )
    sheet = replace(sheets.shop(), schemas=(ApiSchema("graphql", Place("schema.graphql"), roots),))
    sheet = replace(sheet, endpoints=(*sheet.endpoints, door))
    said = purpose(sheet)
    offers = "whose schema offers 12 queries <schema.graphql:1> and 1 mutation <schema.graphql:90>."
    assert f"Its API is GraphQL at `/graphql/` <urls.py:9>, {offers}" in said
    assert f"Beside it stand {len(sheet.endpoints) - 1} other endpoints." in said


def test_a_declared_client_library_is_not_a_system_it_works_with() -> None:
    services = (
        ExternalService("Stripe", "payment", Place("pyproject.toml", 7), "dependency stripe"),
        ExternalService("Redis", "cache", Place("cache.py", 3), "call redis.Redis"),
        ExternalService("Mailpit", "mail", Place(".devcontainer/compose.yml", 3), "image axllent/mailpit", "manifest:compose"),
    )
    said = purpose(replace(sheets.shop(), services=services))
    assert "It works with Redis <cache.py:3>. It declares client libraries for Stripe <pyproject.toml:7>." in said
    assert "Mailpit" not in said


def test_what_tries_something_out_is_no_example_of_the_jobs() -> None:
    jobs = (Job("test_ping", "celery task", Place("a.py", 1)), Job("send_mail", "celery task", Place("b.py", 2)))
    assert "2 background jobs, such as `send_mail`" in purpose(replace(sheets.shop(), jobs=jobs))


def test_a_schedule_is_no_second_job() -> None:
    jobs = (Job("send_mail", "celery task", Place("b.py", 2)), Job("nightly", "celery schedule", Place("c.py", 3), "0 3 * * *"))
    said = purpose(replace(sheets.shop(), jobs=jobs))
    assert (
        "done by 1 background job, `send_mail` <b.py:2>. One schedule starts work by the clock, that of `nightly` <c.py:3>."
        in said
    )


def test_the_interface_is_named_and_dialects_count_as_their_language() -> None:
    sheet = sheets.shop()
    react = Dependency("react", "^19", Place("package.json", 5), ecosystem="npm")
    project = replace(sheet.project, kind="web application with a user interface in the browser")
    said = purpose(replace(sheet, project=project, dependencies=(*sheet.dependencies, react)))
    assert "its interface with React <package.json:5>" in said
    languages = tuple(replace(sheet.languages[0], name=name, lines=10) for name in ("TSX", "TypeScript"))
    assert "written almost wholly in TypeScript" in purpose(replace(sheet, languages=languages)) or (
        "written in TypeScript" in purpose(replace(sheet, languages=languages))
    )


def test_words_that_lean_on_what_was_left_out_are_not_quoted() -> None:
    leaning = "This includes the local workflow of the bakery and the one of the shop next door."
    telling = "This project bakes bread for everyone who lives in town and for those who visit it."
    readme = Document(
        "Shop", leaning, Place("README.md", 3), paragraphs=(leaning, telling),
        paragraph_places=(Place("README.md", 3), Place("README.md", 8)), title_place=Place("README.md", 1),
    )  # fmt: skip
    said = purpose(replace(sheets.shop(), project=Project("shop"), documents=(readme,)))
    assert telling in said and leaning not in said


def test_a_licence_that_only_its_own_file_names() -> None:
    project = Project("shop", "", "1.2", "MIT License", place=Place("pyproject.toml", 2), license_place=Place("LICENSE", 1))
    said = purpose(replace(sheets.shop(), project=project))
    assert "Its manifest gives version `1.2`. Its licence: MIT License <LICENSE:1>." in said


def test_of_several_programs_a_route_shows_what_the_whole_is() -> None:
    shop = sheets.shop()
    route = replace(shop.endpoints[0], registered=sheets.at("cmd/shopd/main.go", 9))
    several = tuple(EntryPoint("main", f"go run ./cmd/{name}", sheets.at(f"cmd/{name}/main.go", 3)) for name in ("shop", "shopd"))
    said = purpose(replace(shop, endpoints=(route,), entry_points=several))
    assert "<cmd/shopd/main.go:9>" in said.split("\n")[0]
    assert "<cmd/shop/main.go:3>" in purpose(replace(shop, endpoints=(), entry_points=several)).split("\n")[0]
