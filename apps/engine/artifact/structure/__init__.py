"""Facts → the ten sections, as prose, tables and diagrams.  One module a section; the order is `facts.SECTIONS`."""

from __future__ import annotations

from apps.engine.artifact.digests import section_evidence
from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import one_line
from apps.engine.artifact.structure import (
    components,
    configuration,
    dependencies,
    directories,
    endpoints,
    flows,
    models,
    purpose,
    tech_stack,
    testing,
)
from apps.engine.facts import SECTIONS, ArtifactText, Cite, DiagramMark, FactSheet, Section, split_markdown

_WRITERS = {
    "purpose": purpose.write,
    "tech-stack": tech_stack.write,
    "directory-structure": directories.write,
    "data-models": models.write,
    "api-endpoints": endpoints.write,
    "services-components": components.write,
    "principal-flows": flows.write,
    "external-dependencies": dependencies.write,
    "configuration": configuration.write,
    "tests": testing.write,
}


LINES = 500  # of the whole document
_TRIES = 3
_FRAME = 3  # lines that a section's title and the empty lines around it take


def _lines(draft: Draft, markdown: str) -> int:
    """How many lines a section takes in the file: a picture takes one, and one for each arrow and each box without one."""
    number = markdown.count("\n") + 1 + _FRAME
    for piece in split_markdown(markdown):
        if isinstance(piece, DiagramMark) and piece.key in draft.diagrams:
            picture = draft.diagrams[piece.key]
            joined = {end for edge in picture.edges for end in (edge.source, edge.target)}
            number += 1 + len(picture.edges) + sum(node.key not in joined for node in picture.nodes)
    return number


def write_artifact(sheet: FactSheet) -> ArtifactText:
    """The document of one commit: the same sheet gives the same bytes."""
    draft = Draft(sheet)
    written = {key: _WRITERS[key](draft) for key, _title in SECTIONS}
    spare = 0
    for _ in range(_TRIES):  # saying which variables have no row takes lines of its own
        over = 1 + sum(_lines(draft, text) for text in written.values()) - LINES
        if over <= 0:
            break
        spare += over
        written["configuration"] = configuration.write(draft, spare)
    sections = tuple(Section(key, title, written[key], section_evidence(sheet, key)) for key, title in SECTIONS)
    diagrams = tuple(draft.diagrams[key] for key in sorted(draft.diagrams))
    used = {node.cite for diagram in diagrams for node in diagram.nodes}
    used.update(piece.key for section in sections for piece in split_markdown(section.markdown) if isinstance(piece, Cite))
    return ArtifactText(
        title=one_line(sheet.project.name, 200) or "Project",
        sections=sections,
        citations=tuple((key, place) for key, place in sorted(draft.citations.items()) if key in used),
        diagrams=diagrams,
    )
