"""The ties of a picture as the rows of a table, and what assistive technology calls its boxes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.engine.rendering.graphs import Box, Picture, Tie
from apps.web.access import Team
from apps.web.addresses import capsule_address, source_address
from apps.web.code_words import edges_in_words, kind_in_words

if TYPE_CHECKING:
    from apps.repos.models import Repo


@dataclass(frozen=True, slots=True)
class TieRow:
    """A line of the table: both ends with their addresses, and the line that shows the tie, where it is one."""

    key: str
    source: Box
    target: Box
    source_address: str
    target_address: str
    words: str
    tie: Tie
    line_address: str


def tie_rows(team: Team, repo: Repo, picture: Picture, address_of: Callable[[Box], str]) -> list[TieRow]:
    """Symbols and files lead to their capsules, folders to where `address_of` says, what is outside nowhere."""
    here = (team.tenant.slug, repo.slug)
    boxes = {box.key: box for box in picture.boxes}

    def address(box: Box) -> str:
        if box.is_external:
            return ""
        return address_of(box) if box.level == "folder" else capsule_address(*here, box.key)

    rows = []
    for number, tie in enumerate(picture.ties, 1):
        source, target = boxes[tie.source], boxes[tie.target]
        line = source_address(*here, source.path, first=tie.line) if tie.line and source.level == "symbol" else ""
        words = edges_in_words(tie.kinds)
        rows.append(TieRow(f"tie-{number}", source, target, address(source), address(target), words, tie, line))
    return rows


def row_of(picture: Picture, box: Box) -> str:
    """The address on this page of the first row that names a box."""
    ends = enumerate(picture.ties, 1)
    return next((f"#tie-{number}" for number, tie in ends if box.key in (tie.source, tie.target)), "")


def box_names(picture: Picture) -> dict[str, str]:
    """What each box is called where it can't be seen."""
    return {box.key: f"{box.path}: {box.label}, {kind_in_words(box.kind)}" if box.kind else box.label for box in picture.boxes}
