"""Languages by name, first line and text."""

from __future__ import annotations

import pytest

from apps.engine.parsing import PARSED_LANGUAGES, language_of


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a/b.py", "", "Python"),
        ("a.pyi", "", "Python"),
        ("a.JS", "", "JavaScript"),
        ("a.jsx", "", "JavaScript"),
        ("a.mjs", "", "JavaScript"),
        ("a.ts", "", "TypeScript"),
        ("a.d.ts", "", "TypeScript"),
        ("lang.ts", "<?xml version='1.0'?>\n<TS/>", "XML"),
        ("a.tsx", "", "TSX"),
        ("a.go", "", "Go"),
        ("go.mod", "", "Go Module"),
        ("Makefile", "", "Makefile"),
        ("deploy/Dockerfile.prod", "", "Dockerfile"),
        ("Gemfile", "", "Ruby"),
        ("Jenkinsfile", "", "Groovy"),
        (".env", "", "Dotenv"),
        (".env.example", "", "Dotenv"),
        ("requirements/dev.txt", "", "Text"),
        ("requirements-dev.txt", "", "Pip Requirements"),
        ("tsconfig.json", "", "JSON with Comments"),
        ("x.json", "", "JSON"),
        ("a.h", "int f(void);", "C"),
        ("a.h", "namespace x { class A {}; }", "C++"),
        ("a.h", "@interface A : B\n@end", "Objective-C"),
        ("bin/run", "#!/usr/bin/env python3.11\n", "Python"),
        ("bin/run", "#!/bin/bash -e\n", "Shell"),
        ("bin/run", "#!/usr/bin/env -S node --harmony\n", "JavaScript"),
        ("view.blade.php", "", "Blade"),
        ("x.unknown-ending", "", ""),
        ("LICENSE", "", "Text"),
        ("noext", "plain", ""),
    ],
)
def test_language(path: str, text: str, language: str) -> None:
    assert language_of(path, text) == language


def test_parsed_languages_are_names_that_files_get() -> None:
    assert {"Python", "JavaScript", "TypeScript", "TSX", "Go", "Java"} <= PARSED_LANGUAGES
    assert {language_of(f"a.{ending}") for ending in ("py", "js", "ts", "tsx", "go", "java")} <= PARSED_LANGUAGES
