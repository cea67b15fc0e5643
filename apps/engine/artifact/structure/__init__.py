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
from apps.engine.facts import SECTIONS, ArtifactText, Cite, FactSheet, Section, split_markdown

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


def write_artifact(sheet: FactSheet) -> ArtifactText:
    """The document of one commit: the same sheet gives the same bytes."""
    draft = Draft(sheet)
    sections = tuple(Section(key, title, _WRITERS[key](draft), section_evidence(sheet, key)) for key, title in SECTIONS)
    diagrams = tuple(draft.diagrams[key] for key in sorted(draft.diagrams))
    used = {node.cite for diagram in diagrams for node in diagram.nodes}
    used.update(piece.key for section in sections for piece in split_markdown(section.markdown) if isinstance(piece, Cite))
    return ArtifactText(
        title=one_line(sheet.project.name, 200) or "Project",
        sections=sections,
        citations=tuple((key, place) for key, place in sorted(draft.citations.items()) if key in used),
        diagrams=diagrams,
    )
