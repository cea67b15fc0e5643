"""What stands beside the program is not told as the program's."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.facts import (
    Cite,
    Command,
    Component,
    ConfigKey,
    Dependency,
    Endpoint,
    EntryPoint,
    ExternalService,
    FactSheet,
    FileEntry,
    Language,
    Model,
    Place,
    Project,
    split_markdown,
)

SHEET = FactSheet(
    Project("bread", "A library for bakers.", kind="library", place=Place("pyproject.toml", 2), description_place=Place("pyproject.toml", 3)),
    languages=(Language("Python", 3, 600),),
    files=tuple(FileEntry(path, "Python", 900, 200) for path in ("bread/oven.py", "examples/shop.py", "benchmarks/speed.py")),
    dependencies=(
        Dependency("flour", "", Place("pyproject.toml", 7), "dev"), Dependency("express", "^5", Place("examples/package.json", 4)),
        Dependency("koa", "", Place("benchmarks/package.json", 4)), Dependency("koa-router", "", Place("benchmarks/package.json", 5)),
    ),
    models=(Model("Loaf", Place("examples/shop.py", 3)),),
    endpoints=(
        Endpoint("GET", "/bread", "bread", Place("examples/shop.py", 9), Place("examples/shop.py", 8)),
        Endpoint("GET", "/speed", "speed", Place("benchmarks/speed.py", 9), Place("benchmarks/speed.py", 8)),
    ),
    entry_points=(EntryPoint("cli", "command `shop`", Place("examples/shop.py", 1)),),
    services=(ExternalService("Redis", "cache", Place("examples/shop.py", 2), "call redis.Redis"),),
    config_keys=(ConfigKey("SHOP_KEY", "env", Place("examples/shop.py", 5)),),
    commands=(
        Command("npm script", "install", "bake", Place("benchmarks/package.json", 2)), Command("make", "html", "", Place("docs/Makefile", 2)),
    ),
    components=(
        Component("bread", "bread", 1, 200, Place("bread/oven.py"), uses=(("examples", 1),), uses_at=(("examples", Place("bread/oven.py")),)),
        Component("examples", "examples", 1, 200, Place("examples/shop.py"), role="examples", uses=(("bread", 3),)),
    ),
)  # fmt: skip


def sections(sheet: FactSheet) -> dict[str, str]:
    """{section: its text with each citation as ``<path:line>``}."""
    text = write_artifact(sheet)
    places = dict(text.citations)
    return {
        section.key: "".join(
            f"<{places[piece.key].path}:{places[piece.key].line}>" if isinstance(piece, Cite) else str(piece)
            for piece in split_markdown(section.markdown)
        )
        for section in text.sections
    }


def test_the_program_comes_first_and_what_stands_beside_it_is_told_as_theirs() -> None:
    said = sections(SHEET)
    assert "**bread** <pyproject.toml:2> is a library <pyproject.toml:3>, written in Python." in said["purpose"]
    assert "It answers" not in said["purpose"] and "Redis" not in said["purpose"] and "install" not in said["purpose"]
    assert "Beside it stand examples in `examples`; what they hold is told as theirs." in said["purpose"]
    assert "Not counted is 1 model of its examples <examples/shop.py:3>." in said["data-models"]
    assert "No HTTP endpoints were found." in said["api-endpoints"]
    assert (
        "Not counted are 1 endpoint of its benchmarks <benchmarks/speed.py:8> and 1 of its examples <examples/shop.py:8>."
        in said["api-endpoints"]
    )
    assert "All code stands in one part: `bread`." in said["services-components"]
    assert "Not counted is 1 entry point of its examples <examples/shop.py:1>." in said["services-components"]
    assert (
        "1 dependency is declared in `pyproject.toml` (from <pyproject.toml:7> on), none for run time."
        in said["external-dependencies"]
    )
    assert (
        "Not counted are 2 dependencies of its benchmarks <benchmarks/package.json:4> and 1 of its examples"
        in said["external-dependencies"]
    )
    assert "express" not in said["tech-stack"] and "SHOP_KEY" not in said["configuration"]
    assert "Not counted is 1 system of its examples <examples/shop.py:2>." in said["external-dependencies"]


def test_variables_of_the_program_are_counted_without_those_of_its_examples() -> None:
    own = ConfigKey("OVEN", "env", Place("bread/oven.py", 4))
    said = sections(replace(SHEET, config_keys=(own, *SHEET.config_keys)))["configuration"]
    assert "The code reads one environment variable, `OVEN` <bread/oven.py:4>." in said
    assert "Not counted is 1 read of its examples <examples/shop.py:5>." in said


def test_where_there_is_nothing_else_the_examples_are_the_program() -> None:
    only = replace(SHEET, files=(FileEntry("examples/shop.py", "Python", 900, 200),), endpoints=SHEET.endpoints[:1])
    said = sections(only)
    assert "It answers at 1 endpoint, `GET /bread` <examples/shop.py:8>" in said["purpose"]
    assert "The application registers 1 endpoint" in said["api-endpoints"] and "express" in said["tech-stack"]


def test_a_library_is_cited_by_what_it_calls_itself_or_by_its_manifest_alone() -> None:
    silent = replace(SHEET, project=replace(SHEET.project, description="Bakes."))
    assert "**bread** <pyproject.toml:2> is a library, written in Python." in sections(silent)["purpose"]
    declared = replace(SHEET, dependencies=(Dependency("flask", "", Place("pyproject.toml", 7)),))
    assert "declares the web framework" not in sections(declared)["purpose"]
    assert "declares the web framework" in sections(replace(declared, project=Project("bread")))["purpose"]
