"""How exactly a passage is what was named: the scores of the exact leg.

From 1 (this very symbol, this line) down; what is below `fusion.EXACT` is a help to the other legs and nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from apps.engine.retrieval.query import parts_of, qualified

SYMBOL, LINE, FILE, QUALIFIED, NAME, PHRASE, IN_FILE, MANY, SIMILAR = 1.0, 1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.4, 0.3
OFFERED = 0.85  # by a package or a module above the one it stands in
CASE, AGAIN = 0.05, 0.02  # what another case of letters costs, and what has a name that repeats, such as an overload
FEW = 5  # namesakes up to which a name in a sentence means one of them


class Named(msgspec.Struct, frozen=True):
    """What a passage is called, as it is written."""

    anchor: str
    title: str
    path: str


def name_score(name: str, found: Named) -> float:
    """How well a passage's names fit a name as somebody writes it, 0 where they don't."""
    if name in (found.anchor, found.title):
        return SYMBOL if name == found.anchor or "." in name else NAME
    asked = qualified(name)
    module = found.path.rpartition(".")[0] if "." in found.path.rpartition("/")[2] else found.path
    title = qualified(found.title)
    first, _dot, ordinal = title.rpartition(".")
    title, again = (first, AGAIN) if ordinal.isdigit() else (title, 0.0)
    cost = again + (0.0 if parts_of(name)[-1] in found.title else CASE)
    for whole in (title, qualified(f"{found.path}#{title}"), qualified(f"{module}#{title}")):
        if whole == asked or whole.endswith(f".{asked}"):
            return (QUALIFIED if "." in asked else NAME) - cost
    whole = qualified(f"{module}#{title}")
    if "." in asked and _holds(whole.split("."), asked.split(".")):
        return OFFERED - cost
    return 0.0


def _holds(whole: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether a name with all it stands in ends with the last of what is asked, and has the others before it in their order."""
    if whole[-1] != asked[-1]:
        return False
    before = iter(whole[:-1])
    return all(part in before for part in asked[:-1])
