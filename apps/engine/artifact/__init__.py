"""The architecture document: written from facts, compared, sampled."""

from apps.engine.artifact.digests import artifact_digest, section_evidence
from apps.engine.artifact.structure import write_artifact

__all__ = ["artifact_digest", "section_evidence", "write_artifact"]
