"""What prose files say, without badges, markup and instructions."""

from __future__ import annotations

import pytest

from apps.engine.extraction.documents import document_kind, read_document, read_documents, shorten
from apps.engine.facts import FileEntry, Place

BADGES = "[![CI](https://x/b.svg)](https://x) ![cov](c.svg)\n"


def test_markdown() -> None:
    text = (
        f"---\ntitle: x\n---\n# My *App*\n\n{BADGES}\n"
        f"It keeps **all** [your](u) `notes` in one place.\n\n## Install\n\n### Deep\n\nRun it.\n"
    )
    found = read_document("README.md", text, "readme")
    assert found.title == "My App"
    assert found.summary == "It keeps all your notes in one place."
    assert found.headings == ("Install",)
    assert (found.place.line, found.place.end_line) == (8, 8)


def test_html_heavy() -> None:
    text = (
        '<p align="center"><img src="l.png"></p>\n<h1 align="center">Tool</h1>\n\n'
        '<p align="center">\n  A fast tool &amp; library for <b>maps</b>.\n</p>\n\n'
        '<p><a href="a">Docs</a> <a href="b">Chat</a> <a href="c">Blog</a></p>\n'
    )
    found = read_document("README.md", text, "readme")
    assert found.title == "Tool"
    assert found.paragraphs == ("A fast tool & library for maps .",)


def test_instructions_are_no_summary() -> None:
    text = (
        "# X\n\n> Need help? We do projects for you.\n\n- [A](#a)\n- [B](#b)\n- [C](#c)\n\n"
        "Click the button at the top of this page.\n\n"
    )
    text += "## What is this?\n\nThis project serves two ends:\n\n1. As an example.\n2. As a test bed.\n"
    assert read_document("README.md", text, "readme").summary == "This project serves two ends: As an example; As a test bed."


def test_a_list_of_features_is_better_than_nothing() -> None:
    text = (
        "# X\n\n## Features\n\n- Fast maps.\n  - Even faster tiles\n- Small downloads\n"
        "- No server needed\n\n## Use\n\nRun the thing.\n"
    )
    assert read_document("README.md", text, "readme").summary == "Features: Fast maps; Small downloads; No server needed."


def test_rst_and_text() -> None:
    text = (
        "=====\nTitle\n=====\n\n.. image:: x.png\n\n"
        "A library for ``maps`` and `tiles <https://x>`_ of the world.\n\nUsage\n=====\n\nSub\n---\n"
    )
    found = read_document("README.rst", text, "readme")
    assert found.title == "Title"
    assert found.summary == "A library for maps and tiles of the world."
    assert found.headings[0] == "Usage"
    assert read_document("README", "Generic configuration of one database.\n", "readme").summary.startswith("Generic")


def test_licence_is_named() -> None:
    assert (
        read_document("LICENSE", "MIT License\n\nCopyright\n\nPermission is hereby granted, free of charge", "license").title
        == "MIT License"
    )


@pytest.mark.parametrize(
    "text", ["", "\n", "[" * 8_000, "<" * 60_000, "> " * 20_000, "- " * 20_000, "`a" * 20_000, "\ufeff# T\r\n", "\0\0"]
)
def test_hostile(text: str) -> None:
    for path in ("README.md", "README.rst", "README"):
        assert read_document(path, text, "readme").place.path == path


def test_long_paragraphs_end_with_a_sentence() -> None:
    text = "One sentence here. " * 60
    assert shorten(text).endswith("here.")
    assert len(shorten(text)) <= 600
    assert shorten("word " * 500).endswith("…")


def test_kinds_and_order() -> None:
    paths = {
        "README.md": "readme",
        "sub/readme.rst": "readme",
        "docs/adr/0001-x.md": "decision",
        "docs/guide.md": "guide",
        "CHANGELOG.md": "changelog",
        "LICENSE": "license",
        "CONTRIBUTING.md": "contributing",
        "SECURITY.md": "security",
        "src/notes.md": "",
        "README.png": "",
        "CODE_OF_CONDUCT.md": "",
        "docs/agents/tracker.md": "",
        "docs/AGENTS.md": "",
        ".github/ISSUE_TEMPLATE/bug.md": "",
        ".assistant/docs/skill.md": "",
    }
    assert {path: document_kind(path) for path in paths} == paths
    files = [FileEntry(path, "", 1, status="listed", role="documentation") for path in sorted(paths)]
    found = read_documents(files, dict.fromkeys(paths, "Some words that say what this is."))
    assert [doc.kind for doc in found] == [
        "readme",
        "readme",
        "guide",
        "decision",
        "contributing",
        "changelog",
        "security",
        "license",
    ]
    assert found[0].place.path == "README.md"


def test_title_and_paragraphs_have_their_lines() -> None:
    text = "<!-- one\ntwo -->\n\n# Shop\n\nSells bread to people in town.\n\n## Why\n\nBecause people in town like bread.\n"
    found = read_document("README.md", text, "readme")
    assert found.title_place == Place("README.md", 4, 4)
    assert found.paragraph_places == (Place("README.md", 6, 6), Place("README.md", 10, 10))
    html = "<!-- a\nb -->\n<div>\n<h1>Shop</h1>\n<p>Sells bread to people in town.</p>\n</div>\n"
    assert read_document("README.md", html, "readme").title_place == Place("README.md", 4, 4)
    rst = "intro\n\n====\nShop\n====\n\nSells bread to people in town.\n"
    found = read_document("README.rst", rst, "readme")
    assert (found.title, found.title_place) == ("Shop", Place("README.rst", 4, 4))
    assert read_document("README.md", "Sells bread to people in town.\n", "readme").title_place is None


def test_pointers_to_other_files_are_no_description() -> None:
    text = "# Shop\n\nDeployment to the cloud of your choice: [deployment](d.md) deployment.md.\n\nSells bread to people.\n"
    assert read_document("README.md", text, "readme").paragraphs == ("Sells bread to people.",)


def test_what_the_project_is_comes_before_news_and_pleas():
    text = (
        "# Click\n\n## Click 9 is now available!\n\nWe're excited to announce the release of Click 9 today.\n\n"
        "The release brings new features and fixes.\n\n---\n\n"
        "Click is a package for command lines.\n\nchi is a small router for services.\n\nclick here to see more of it.\n\n"
        "## Donate\n\nThe organization develops this and other packages, so please give.\n"
    )
    found = read_document("README.md", text, "readme")
    assert found.paragraphs == ("Click is a package for command lines.", "chi is a small router for services.")
    assert found.summary == found.paragraphs[0] and found.place.line == 11


def test_a_definition_tells_even_where_code_follows_it():
    text = "# Sinatra\n\nSinatra is a language for web applications:\n\n```ruby\nget '/'\n```\n\nThe code you changed needs a restart:\n"
    found = read_document("README.md", text, "readme")
    assert found.paragraphs == ("Sinatra is a language for web applications",)


def test_joy_is_no_description():
    found = read_document(
        "README.md", "# Shop\n\nWe’re thrilled to announce the new shop.\n\nSells bread to people in town.\n", "readme"
    )
    assert found.summary == "Sells bread to people in town."
