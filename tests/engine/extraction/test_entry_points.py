"""Entry points of manifests and code together."""

from __future__ import annotations

import pytest

from apps.engine.extraction.entry_points import join_entry_points
from apps.engine.facts import Command, EntryPoint, Place
from apps.engine.graph import Resolver
from tests.engine.graph.building import facts_of

CODE = {
    "src/shop/__init__.py": "from shop.cli import start\n",
    "src/shop/cli.py": "def start():\n    pass\n\n\nclass Tool:\n    def run(self):\n        pass\n",
    "src/shop/web.py": "app = make()\n",
}


def joined(text: str, found: tuple[EntryPoint, ...] = (), manifest: str = "pyproject.toml") -> list[EntryPoint]:
    _texts, facts = facts_of(CODE)
    command = Command("console script", "shop", text, Place(manifest, 3, 3))
    return sorted(join_entry_points((), [command], found, facts, Resolver(facts)), key=repr)


@pytest.mark.parametrize(
    ("text", "symbol", "line"),
    [
        ("shop.cli:start", "src/shop/cli.py#start", 1),
        ("shop:start", "src/shop/cli.py#start", 1),
        ("shop.cli:Tool.run [extra]", "src/shop/cli.py#Tool.run", 6),
        ("shop.web:app", "src/shop/web.py", 1),
    ],
)
@pytest.mark.parametrize("manifest", ["pyproject.toml", "setup.cfg"])
def test_an_installed_command_starts_in_the_function_it_names(text: str, symbol: str, line: int, manifest: str) -> None:
    [entry] = joined(text, manifest=manifest)
    assert (entry.kind, entry.what, entry.symbol, entry.place.line) == ("cli", "command `shop`", symbol, line)
    assert entry.source == f"manifest:{manifest.partition('.')[0]}"


@pytest.mark.parametrize("text", ["other.cli:start", "", "shop"])
def test_what_is_not_of_the_repository_or_has_no_function(text: str) -> None:
    assert [entry.symbol for entry in joined(text)] in ([], ["src/shop/__init__.py"])


def test_a_command_that_code_tells_is_told_once() -> None:
    own = EntryPoint("cli", "command `start`", Place("src/shop/cli.py", 1, 2), "src/shop/cli.py#start", "syntax")
    assert joined("shop.cli:start", (own,)) == [own]


def test_a_file_that_a_manifest_and_code_name_is_told_once() -> None:
    declared = EntryPoint("main", "main of package.json", Place("index.js", 1, 1), "", "manifest:package.json")
    alone = EntryPoint("main", "main of package.json", Place("old.js", 1, 1), "", "manifest:package.json")
    found = EntryPoint("main", "`main` of package.json", Place("index.js"), "index.js", "manifest:package.json")
    _texts, facts = facts_of(CODE)
    assert join_entry_points((declared, alone), (), (found,), facts, Resolver(facts)) == {found, alone}
