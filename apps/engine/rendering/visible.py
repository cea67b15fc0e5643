"""Text as HTML, with what a reader can't see made visible."""

from __future__ import annotations

from html import escape

from apps.engine.facts import HIDDEN, code_point


def escape_visibly(text: str) -> str:
    """`text` as HTML, each hidden character in a span of class ``ctl``."""
    escaped = escape(text, quote=False)
    return HIDDEN.sub(lambda match: f'<span class="ctl">⟨{code_point(match[0])}⟩</span>', escaped)
