"""The languages that are parsed, one module each; `LANGUAGES` lists them by their display name."""

from __future__ import annotations

from typing import Protocol

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.languages import (
    bash,
    c,
    cpp,
    csharp,
    go,
    java,
    javascript,
    kotlin,
    php,
    python,
    ruby,
    rust,
    sql,
    swift,
    tsx,
    typescript,
)


class LanguageModule(Protocol):
    """What a language module offers."""

    GRAMMAR: Grammar

    def parse(self, path: str, text: str) -> FileFacts:
        """Facts of one file."""
        ...


LANGUAGES: dict[str, LanguageModule] = {
    "C": c,
    "C#": csharp,
    "C++": cpp,
    "Go": go,
    "Java": java,
    "JavaScript": javascript,
    "Kotlin": kotlin,
    "PHP": php,
    "Python": python,
    "Ruby": ruby,
    "Rust": rust,
    "SQL": sql,
    "Shell": bash,
    "Swift": swift,
    "TSX": tsx,
    "TypeScript": typescript,
}
