"""Where the words stand that a definition is described with."""

from __future__ import annotations

from apps.engine.facts import Capsule, Place
from apps.engine.graph.lines import Lines


def documented_at(capsule: Capsule, lines: Lines) -> Place | None:
    """The lines of the comment in front of a definition that hold its description's first paragraph.

    None where there is no description, or it stands inside the definition.
    """
    if not capsule.docstring or capsule.start_line >= capsule.line:
        return None
    paragraph = [line.strip() for line in capsule.docstring.strip().split("\n\n")[0].split("\n")]
    before = lines.of(capsule.path)[capsule.start_line - 1 : capsule.line - 1]
    for number, line in enumerate(before, capsule.start_line):
        if paragraph[0] and paragraph[0] in line:
            return Place(capsule.path, number, min(number + len(paragraph) - 1, capsule.line - 1))
    inside = lines.of(capsule.path)[capsule.line - 1 : capsule.end_line]
    if any(paragraph[0] in line for line in inside):
        return None
    return Place(capsule.path, capsule.start_line, capsule.line - 1)
