"""The languages that are parsed, one module each; `LANGUAGES` lists them by their display name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Protocol, cast

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import Grammar

_MODULES = {
    "C": "c",
    "C#": "csharp",
    "C++": "cpp",
    "Go": "go",
    "Java": "java",
    "JavaScript": "javascript",
    "Kotlin": "kotlin",
    "PHP": "php",
    "Python": "python",
    "Ruby": "ruby",
    "Rust": "rust",
    "SQL": "sql",
    "Shell": "bash",
    "Swift": "swift",
    "TSX": "tsx",
    "TypeScript": "typescript",
}


class LanguageModule(Protocol):
    """What a language module offers."""

    GRAMMAR: Grammar

    def parse(self, path: str, text: str) -> FileFacts:
        """Facts of one file."""
        ...


class _Languages(Mapping[str, LanguageModule]):
    """Each module is loaded when it is first asked for: a grammar and its query cost up to half a second."""

    def __getitem__(self, language: str) -> LanguageModule:
        return cast(LanguageModule, import_module(f"{__name__}.{_MODULES[language]}"))

    def __contains__(self, language: object) -> bool:
        return language in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


LANGUAGES: Mapping[str, LanguageModule] = _Languages()
