"""Characters that a reader can't see, or that reorder what is seen, made visible."""

from __future__ import annotations

import re

# Control characters other than tab and line feed, soft hyphen, zero-width and directional marks, line and paragraph
# separators, interlinear and tag characters, lone surrogates.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]"
)


def code_point(char: str) -> str:
    """``U+202E``."""
    return f"U+{ord(char):04X}"


def show_hidden(text: str) -> str:
    """`text` with each hidden character as ``⟨U+202E⟩``."""
    return HIDDEN.sub(lambda match: f"⟨{code_point(match[0])}⟩", text)
