"""Small repositories as text, parsed and joined."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from apps.engine.facts import FileFacts
from apps.engine.graph import Graph, Resolver, build_graph
from apps.engine.graph.aliases import path_aliases
from apps.engine.parsing import PARSED_LANGUAGES, language_of, parse


def facts_of(files: Mapping[str, str]) -> tuple[dict[str, str], dict[str, FileFacts]]:
    texts = {path: dedent(text).lstrip("\n") for path, text in files.items()}
    parsed = {
        path: parse(path, language, text)
        for path, text in texts.items()
        if (language := language_of(path, text)) in PARSED_LANGUAGES
    }
    return texts, parsed


def resolver_of(files: Mapping[str, str]) -> Resolver:
    texts, parsed = facts_of(files)
    return Resolver(parsed, aliases=path_aliases(texts))


def graph_of(files: Mapping[str, str]) -> Graph:
    texts, parsed = facts_of(files)
    return build_graph(parsed, texts, Resolver(parsed, aliases=path_aliases(texts)))


def calls(graph: Graph, *, kind: str = "calls") -> set[tuple[str, str]]:
    """(source, target) of all edges of a kind; external targets as ``ext:name``."""
    return {(e.source, f"ext:{e.target}" if e.is_external else e.target) for e in graph.edges if e.kind == kind}
