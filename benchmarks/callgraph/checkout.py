"""A checked-out folder → its call graph as the product builds it, without the forge, the database or the facts of frameworks."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from apps.engine.facts import FileFacts
from apps.engine.graph import Graph, Resolver, build_graph
from apps.engine.graph.aliases import path_aliases
from apps.engine.parsing import PARSED_LANGUAGES, language_of, parse

_CONFIGURATION = (".json", ".toml", ".cfg", ".yaml", ".yml", "setup.py")
_LARGEST = 1_000_000  # bytes of a file that is read


def texts_of(folder: Path, skipped: Collection[str] = ("node_modules", ".git")) -> dict[str, str]:
    """Texts of the files that are parsed or say where modules are, by path."""
    texts = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(part in skipped for part in name.split("/")[:-1]) or path.is_symlink() or not path.is_file():
            continue
        wanted = language_of(name) in PARSED_LANGUAGES or name.endswith(_CONFIGURATION)
        if wanted and path.stat().st_size <= _LARGEST:
            texts[name] = path.read_text("utf-8", "replace")
    return texts


def graph_of(texts: dict[str, str], languages: Collection[str]) -> tuple[dict[str, FileFacts], Graph]:
    """Facts and graph of the files in some languages."""
    facts = {
        path: parse(path, language, text)
        for path, text in texts.items()
        if (language := language_of(path, text)) in languages and language in PARSED_LANGUAGES
    }
    return facts, build_graph(facts, texts, Resolver(facts, aliases=path_aliases(texts)))
