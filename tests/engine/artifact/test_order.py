"""Rows and groups keep their places: one more of something adds lines and moves none."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.facts import ConfigKey, Endpoint, FactSheet, TestSuite
from tests.engine.artifact import sheets
from tests.engine.artifact.sheets import at


def lines(sheet: FactSheet, key: str) -> list[str]:
    text = next(section.markdown for section in write_artifact(sheet).sections if section.key == key)
    return [line for line in text.split("\n") if line.startswith(("| `", "| GET", "### "))]


def route(path: str) -> Endpoint:
    return Endpoint("GET", path, "view", at("shop/urls.py", 3), at("shop/urls.py", 9), "shop/views.py#view", framework="Django")


def test_one_more_endpoint_moves_no_group() -> None:
    paths = [f"/{group}/{number}" for group in ("a", "b", "c") for number in range(4)]
    before = lines(replace(sheets.shop(), endpoints=tuple(map(route, paths))), "api-endpoints")
    after = lines(replace(sheets.shop(), endpoints=tuple(map(route, [*paths, "/b/9", "/c/8", "/c/9"]))), "api-endpoints")
    assert [line for line in before if line.startswith("###")] == ["### `/a`", "### `/b`", "### `/c`"]
    assert [line for line in after if "9`" not in line and "8`" not in line] == before


def test_the_largest_groups_are_chosen_and_shown_by_address() -> None:
    paths = [f"/{group}/{number}" for group, size in (("a", 2), ("b", 30), ("c", 13)) for number in range(size)]
    text = lines(replace(sheets.shop(), endpoints=tuple(map(route, paths))), "api-endpoints")
    assert [line for line in text if line.startswith("###")] == ["### `/a`", "### `/b`", "### More addresses"]
    assert text[-1].startswith("| `/c` | 13 |")


def test_files_of_settings_and_deployment_stand_by_path() -> None:
    def keys(*numbers: int) -> tuple[ConfigKey, ...]:
        return tuple(
            ConfigKey(f"K{number}", "compose", at(f"{folder}/compose.yml", number + 1), "environment", "x")
            for folder, size in zip(("a", "b"), numbers, strict=True)
            for number in range(size)
        )

    for numbers in ((2, 3), (4, 3)):
        rows = lines(replace(sheets.shop(), deployment=keys(*numbers)), "configuration")
        assert [row.split("`")[1] for row in rows if "compose.yml" in row] == ["a/compose.yml", "b/compose.yml"]


def test_what_a_suite_reaches_is_told_by_name() -> None:
    suites = [TestSuite("t", "pytest", 2, 4, at("t/test_a.py", 3), exercises=reached) for reached in (("b", "a"), ("a", "b"))]
    first, second = (lines(replace(sheets.shop(), tests=(suite,)), "tests") for suite in suites)
    assert first == second
