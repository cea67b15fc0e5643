"""Two versions compared: the text by section, and the facts behind it."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.artifact.diff.changes import FactChange, compare_facts
from apps.engine.artifact.diff.lines import Line, Row, Span, compare_lines, readable_lines
from apps.engine.facts import ArtifactText, FactSheet

__all__ = [
    "ArtifactDiff",
    "FactChange",
    "Line",
    "Row",
    "SectionDiff",
    "Span",
    "compare",
    "compare_facts",
    "compare_lines",
    "readable_lines",
]


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """One section.  `status`: unchanged, changed, added, removed; `rows` is empty where nothing changed."""

    key: str
    title: str
    status: str
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class ArtifactDiff:
    """What changed from one version to another.  `diagrams` names the pictures that differ."""

    sections: tuple[SectionDiff, ...]
    facts: tuple[FactChange, ...]
    diagrams: tuple[str, ...] = ()


def compare(old: ArtifactText, new: ArtifactText, old_sheet: FactSheet, new_sheet: FactSheet) -> ArtifactDiff:
    """Sections in the new document's order (sections only the old one has come last), facts by kind and name."""
    before = {section.key: section for section in old.sections}
    after = {section.key: section for section in new.sections}
    cited, cited_now = dict(old.citations), dict(new.citations)
    sections = []
    for key, section in {**after, **{key: section for key, section in before.items() if key not in after}}.items():
        was, now = before.get(key), after.get(key)
        if was is not None and now is not None and was.markdown == now.markdown:
            sections.append(SectionDiff(key, section.title, "unchanged"))
            continue
        rows = compare_lines(
            readable_lines(was.markdown if was else "", cited), readable_lines(now.markdown if now else "", cited_now)
        )
        status = "added" if was is None else "removed" if now is None else "changed"
        if status == "changed" and all(row.kind in ("same", "fold") for row in rows):  # it cites other places in the same words
            sections.append(SectionDiff(key, section.title, "unchanged"))
        else:
            sections.append(SectionDiff(key, section.title, status, tuple(rows)))
    drawn, drawn_now = ({diagram.key: diagram for diagram in text.diagrams} for text in (old, new))
    redrawn = sorted(key for key in {*drawn, *drawn_now} if drawn.get(key) != drawn_now.get(key))
    titles = tuple((drawn_now.get(key) or drawn[key]).title for key in redrawn)
    return ArtifactDiff(tuple(sections), compare_facts(old_sheet, new_sheet), titles)
