"""Hashes that stay equal while code only moves: without lines, fingerprints and exact sizes."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.engine.artifact.prose import rounded
from apps.engine.facts import ArtifactText, FactSheet, digest, encode

# The facts each section is written from.
_EVIDENCE: dict[str, tuple[str, ...]] = {
    "purpose": (
        "project", "frameworks", "languages", "documents", "entry_points", "endpoints", "models", "jobs", "services",
        "components",
        "commands", "files",
    ),
    "tech-stack": ("languages", "frameworks", "dependencies", "commands", "files"),
    "directory-structure": ("tree", "files"),
    "data-models": ("models", "languages"),
    "api-endpoints": ("endpoints", "schemas", "unknowns", "languages"),
    "services-components": ("components", "entry_points", "jobs", "unknowns", "languages"),
    "principal-flows": ("flows", "languages", "endpoints", "entry_points"),
    "external-dependencies": ("services", "dependencies"),
    "configuration": ("config_keys", "env_example", "deployment", "findings", "languages"),
    "tests": ("tests", "commands", "components"),
}  # fmt: skip
# The facts that the difference between two versions can show.
_COMPARED = (
    "project", "frameworks", "dependencies", "models", "endpoints", "config_keys", "env_example", "deployment", "entry_points",
    "commands",
    "jobs", "services", "tests", "components", "findings",
)  # fmt: skip
_DROPPED = {"line", "end_line", "fingerprint", "size", "note"}
_COUNTS = {"lines", "files", "cases"}


def _stable(data: Any) -> Any:
    """Built-in data without what changes when code moves; counts rounded as the text rounds them.  Depth is that of facts."""
    if isinstance(data, dict):
        return {
            name: rounded(value) if name in _COUNTS and isinstance(value, int) else _stable(value)
            for name, value in data.items()
            if name not in _DROPPED
        }
    if isinstance(data, (list, tuple)):
        return [_stable(item) for item in data]
    return data


def stable_facts(facts: Any) -> Any:
    """Facts as built-in data without lines, fingerprints and exact counts; a list's equal entries once, sorted."""
    data = _stable(msgspec.to_builtins(facts))
    if not isinstance(data, list):
        return data
    return sorted({encode(item) for item in data})


def _part(sheet: FactSheet, name: str) -> Any:
    if name == "files":  # sections tell of files by role and reason, never of one's size
        return sorted({(entry.role, entry.status, entry.reason, entry.language) for entry in sheet.files})
    if name == "components":
        return sorted((part.path, part.name, part.role, sorted(used for used, _edges in part.uses)) for part in sheet.components)
    return stable_facts(getattr(sheet, name))


def section_evidence(sheet: FactSheet, key: str) -> str:
    """SHA-256 (hex) of the facts a section is written from."""
    return digest({name: _part(sheet, name) for name in _EVIDENCE[key]})


def artifact_digest(text: ArtifactText, sheet: FactSheet) -> str:
    """SHA-256 (hex) over text, diagrams and the facts a reader can compare.  Equal digest: nothing to tell, no new version."""
    written = [[section.key, section.title, section.markdown] for section in text.sections]
    facts = {name: _part(sheet, name) for name in _COMPARED}
    facts["tests"] = sorted((suite.path, suite.framework) for suite in sheet.tests)
    return digest({"title": text.title, "sections": written, "diagrams": text.diagrams, "facts": facts})
