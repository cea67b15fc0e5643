"""Sections of documents are capsules, and count as nothing else."""

from __future__ import annotations

from apps.engine.extraction.extract import Extraction, extract
from apps.engine.facts import Edge, FileEntry
from apps.engine.parsing import parse

TEXTS = {
    "README.md": "# Shop\n\nSells bread.\n\n## Use\n\nRun it.\n\n## Use\n",
    "docs/plain.rst": "Only text.\n",
    "shop.py": "def run(): ...\n",
}


def extracted(*, with_prose: bool) -> Extraction:
    files = [
        FileEntry("README.md", "Markdown", 1, 9, status="listed", role="documentation"),
        FileEntry("docs/plain.rst", "reStructuredText", 1, 1, status="listed", role="documentation"),
        FileEntry("shop.py", "Python", 1, 1),
    ]
    prose = {
        path: parse(path, language, TEXTS[path])
        for path, language in (("README.md", "Markdown"), ("docs/plain.rst", "reStructuredText"))
    }
    facts = {"shop.py": parse("shop.py", "Python", TEXTS["shop.py"])}
    return extract(name="shop", files=files, facts=facts, texts=TEXTS, prose=prose if with_prose else {})


def test_sections_are_capsules() -> None:
    made = extracted(with_prose=True)
    found = {capsule.symbol: capsule for capsule in made.capsules}
    assert list(found) == sorted(found)
    assert {symbol: capsule.kind for symbol, capsule in found.items()} == {
        "README.md": "document",
        "README.md#Shop": "document",
        "README.md#Shop > Use": "document",
        "README.md#Shop > Use#2": "document",
        "docs/plain.rst": "document",
        "shop.py": "module",
        "shop.py#run": "function",
    }
    shop = found["README.md#Shop"]
    assert (shop.body + "\n", shop.docstring, shop.parent) == (TEXTS["README.md"], "Sells bread.", "README.md")
    assert found["README.md#Shop > Use"].body == "## Use\n\nRun it."
    assert Edge("README.md#Shop", "contains", "README.md#Shop > Use", 5) in made.edges
    assert list(made.edges) == sorted(made.edges)


def test_the_sheet_is_the_same_without_them() -> None:
    with_prose, without = extracted(with_prose=True), extracted(with_prose=False)
    assert with_prose.sheet == without.sheet
    assert without.sheet.capsule_count == len(without.capsules) == 2
