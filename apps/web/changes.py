"""What changed between two versions, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.artifacts import selectors as artifacts
from apps.web.differences import Row, compare_lines, readable

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion


@dataclass(frozen=True, slots=True)
class SectionChange:
    key: str
    title: str
    rows: tuple[Row, ...]

    @property
    def added(self) -> int:
        return sum(row.kind in ("added", "changed") for row in self.rows)

    @property
    def removed(self) -> int:
        return sum(row.kind in ("removed", "changed") for row in self.rows)


@dataclass(frozen=True, slots=True)
class Changes:
    sections: tuple[SectionChange, ...]
    same: tuple[str, ...]
    facts: tuple = ()
    fact_count: int = 0

    @property
    def summary(self) -> list[str]:
        return [section.title for section in self.sections]


def changes_between(before: ArtifactVersion, after: ArtifactVersion) -> Changes:
    old = {section.key: section for section in artifacts.document(before).sections}
    changed, same = [], []
    for section in artifacts.document(after).sections:
        was = old[section.key].markdown if section.key in old else ""
        if was == section.markdown:
            same.append(section.title)
        else:
            changed.append(SectionChange(section.key, section.title, tuple(compare_lines(readable(was), readable(section.markdown)))))
    return Changes(tuple(changed), tuple(same))
