"""Prose: a file's text → its sections as definitions of kind ``document``.  Small scanners, one pass over the lines each."""

from __future__ import annotations

from collections.abc import Callable

from apps.engine.facts import FileFacts
from apps.engine.parsing.prose.markdown import parse_markdown
from apps.engine.parsing.prose.restructuredtext import parse_restructuredtext

PROSE: dict[str, Callable[[str, str], FileFacts]] = {
    "Markdown": parse_markdown,
    "reStructuredText": parse_restructuredtext,
}
