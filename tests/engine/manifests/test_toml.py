"""TOML files that are empty, odd or made to cost a lot."""

from __future__ import annotations

import pytest

from apps.engine.manifests import read_manifests
from apps.engine.manifests.collected import Collector, Unreadable
from apps.engine.manifests.registry import FORMATS, Format
from apps.engine.manifests.toml import TomlFile


@pytest.mark.parametrize("name", ["pyproject.toml", "Cargo.toml", "Pipfile"])
@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_a_file_that_says_nothing_has_no_facts(name: str, text: str) -> None:
    facts = read_manifests({name: text})
    assert not facts.dependencies and not facts.unknowns


@pytest.mark.parametrize(
    "text", ["a." * 20_000 + "b = 1", "[" + ".".join("a" * 20_000) + "]", '"a" . ' * 20_000 + "b = 1", "x = " + "9" * 5_000]
)
def test_keys_and_numbers_without_end_are_refused_at_once(text: str) -> None:
    with pytest.raises(Unreadable):
        TomlFile(text)


def test_a_line_of_blanks_that_looks_like_a_table_costs_little() -> None:
    lines = ("[" + " " * 4_900 + "]x\n") * 300
    assert TomlFile(f"x = '''\n{lines}'''\n[ a ]\nb = 1\n").line_of("a", "b") == 304


def test_a_manifest_of_a_shape_nobody_foresaw_is_named_and_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: str, text: str, out: Collector) -> None:
        raise TypeError(f"{path} is like nothing seen before")

    monkeypatch.setitem(FORMATS, "odd", Format(lambda path: path == "odd.toml", read))
    facts = read_manifests({"odd.toml": "", "pyproject.toml": '[project]\ndependencies = ["flask"]\n'})
    assert [unknown.what for unknown in facts.unknowns] == ["odd.toml"]
    assert [dependency.name for dependency in facts.dependencies] == ["flask"]
