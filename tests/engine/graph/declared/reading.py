"""Parses small programs for these tests and asks what their calls run."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from apps.engine.graph.declared.names import FACTORIES, DeclaredNames
from apps.engine.graph.declared.prefixes import module_prefixes
from apps.engine.graph.modules import ModuleMaps
from apps.engine.parsing import parse


class Answers:
    """What the calls of a program run, by the file and the text of what is called."""

    def __init__(self, language: str, texts: Mapping[str, str], ending: str | tuple[str, ...]) -> None:
        texts = {path: dedent(text).lstrip("\n") for path, text in texts.items()}
        self.files = {path: parse(path, language, text) for path, text in texts.items() if path.endswith(ending)}
        self.names: DeclaredNames = FACTORIES[language](self.files, ModuleMaps(prefixes=module_prefixes(texts)))

    def calls(self, path: str) -> list[tuple[str, str, str]]:
        """(what is called, symbol or external name or "?", how) of every call of a file, in order."""
        out = []
        for call in self.files[path].calls:
            found = self.names.resolve_call(path, call)
            out.append((call.callee.text, found.symbol or found.external or "?", found.how if found.kind != "unknown" else ""))
        return out

    def runs(self, path: str, callee: str) -> str:
        """What the first call of this text in a file runs."""
        return next(target for text, target, _ in self.calls(path) if text == callee)
