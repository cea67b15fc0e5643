"""Synthesise: the ten sections from the fact sheet.  Pure until it is stored, so a killed run leaves nothing behind."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.artifact import artifact_digest, write_artifact
from apps.engine.facts import ArtifactText, FactSheet
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress


@dataclass(frozen=True, slots=True)
class Written:
    """The document and the digest that decides whether it is a new version."""

    text: ArtifactText
    digest: str


def run(sheet: FactSheet, progress: Progress) -> Written:
    """Write the document."""
    progress.update("synthesise", 0, 1, "writing ten sections")
    reached("synthesise:before-commit")
    text = write_artifact(sheet)
    written = Written(text, artifact_digest(text, sheet))
    reached("synthesise:after-commit")
    progress.update("synthesise", 1, 1, f"{len(text.citations)} citations")
    return written
