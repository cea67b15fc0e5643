"""Document → Markdown file, HTML, diagrams; source text → highlighted lines.  Everything that comes in is untrusted."""

from apps.engine.rendering.diagrams import to_dot, to_mermaid
from apps.engine.rendering.export import FILE_NAME, place_text, to_markdown
from apps.engine.rendering.highlight import highlight, highlight_lines
from apps.engine.rendering.html import (
    Heading,
    RenderedSection,
    heading_anchor,
    render_document,
    render_markdown,
    render_section,
    sanitise,
    section_headings,
)
from apps.engine.rendering.links import ForgeLinks, Links, RelativeLinks, TemplateLinks, forge_links

__all__ = [
    "FILE_NAME",
    "ForgeLinks",
    "Heading",
    "Links",
    "RelativeLinks",
    "RenderedSection",
    "TemplateLinks",
    "forge_links",
    "heading_anchor",
    "highlight",
    "highlight_lines",
    "place_text",
    "render_document",
    "render_markdown",
    "render_section",
    "sanitise",
    "section_headings",
    "to_dot",
    "to_markdown",
    "to_mermaid",
]
