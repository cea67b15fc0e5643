"""The five views: one module each, and the table that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from apps.engine.compression.draft import Draft
from apps.engine.compression.views import architecture, code_gen, code_query, refactor, search


class View(NamedTuple):
    """`groups` are the headings of its blocks in their order, `fill` places them."""

    groups: tuple[str, ...]
    fill: Callable[[Draft], None]


VIEWS: Mapping[str, View] = {
    "code_query": View(code_query.GROUPS, code_query.fill),
    "refactor": View(refactor.GROUPS, refactor.fill),
    "code_gen": View(code_gen.GROUPS, code_gen.fill),
    "search": View(search.GROUPS, search.fill),
    "architecture": View(architecture.GROUPS, architecture.fill),
}

__all__ = ["VIEWS", "View"]
