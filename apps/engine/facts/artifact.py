"""The architecture document as data: ten sections of Markdown, what they cite, and the diagrams they show.

A citation is a Markdown link whose target is ``cite:<key>``; a key is readable and stable while code only moves, such as
``app/main.py#create_app`` or ``package.json#dependency:express``.  A diagram is a fenced block with the info string
``diagram <key>`` and an empty body.  Lines and links are put in when a version is exported or rendered.
"""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts.places import Place

SECTIONS: tuple[tuple[str, str], ...] = (
    ("purpose", "Purpose"),
    ("tech-stack", "Tech Stack"),
    ("directory-structure", "Directory Structure"),
    ("data-models", "Data Models"),
    ("api-endpoints", "API / Endpoints"),
    ("services-components", "Main Services and Components"),
    ("principal-flows", "Principal Flows"),
    ("external-dependencies", "External Dependencies"),
    ("configuration", "Configuration"),
    ("tests", "Tests"),
)


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A box.  `kind` chooses its look: component, model, endpoint, entry, call, external, group."""

    key: str
    label: str
    kind: str = "component"
    cite: str = ""  # citation key the box links to
    group: str = ""  # label of the cluster it stands in


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    source: str
    target: str
    label: str = ""
    kind: str = "uses"  # uses, calls, relation, contains; "inferred" is drawn dashed


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture as data: Mermaid text when exported, SVG by Graphviz when shown.  At most about 80 nodes."""

    key: str
    title: str
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]
    direction: str = "LR"  # LR or TB


@dataclass(frozen=True, slots=True)
class Section:
    """One of the ten.  `markdown` starts below the heading (no ``##`` of its own; sub-headings are ``###``).

    `evidence` is the SHA-256 (hex) of the facts the section was written from, without their lines.
    """

    key: str
    title: str
    markdown: str
    evidence: str


@dataclass(frozen=True, slots=True)
class ArtifactText:
    """The document.  `citations` and `diagrams` are sorted by key."""

    title: str
    sections: tuple[Section, ...]
    citations: tuple[tuple[str, Place], ...] = ()
    diagrams: tuple[Diagram, ...] = ()
