"""The document as one Markdown file."""

from __future__ import annotations

from apps.engine.facts import ArtifactText, Cite, Diagram, DiagramMark, Place, show_hidden, split_markdown
from apps.engine.rendering.diagrams import to_mermaid
from apps.engine.rendering.links import Links

FILE_NAME = "SYSTEM_ARTIFACT.md"
_ESCAPED = str.maketrans({char: "\\" + char for char in "\\`*_{}[]<>#|!~&"})


def place_text(place: Place) -> str:
    """``path:line``, as a citation reads."""
    return f"{place.path}:{place.line}"


def _code(text: str) -> str:
    """A code span, with a fence longer than any run of backticks in it.  A bar ends a cell even in code."""
    runs = [len(run) for run in "".join(char if char == "`" else " " for char in text).split()]
    fence = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _cited(cite: Cite, citations: dict[str, Place], links: Links | None, in_table: bool) -> str:
    place = citations.get(cite.key)
    if place is None:
        return cite.label
    shown = _code(place_text(place))
    if in_table:
        shown = shown.replace("|", "\\|")
    return f"[{shown}]({links.source(place)})" if links is not None else shown


def export_section(markdown: str, citations: dict[str, Place], diagrams: dict[str, Diagram], links: Links | None) -> str:
    """A section's Markdown with citations as links, without `links` as places alone, and diagrams as Mermaid fences."""
    out: list[str] = []
    line = ""  # what stands on the current line so far: a row of a table starts with a bar
    for piece in split_markdown(markdown):
        if isinstance(piece, Cite):
            written = _cited(piece, citations, links, line.lstrip(" ").startswith("|"))
        elif isinstance(piece, DiagramMark):
            diagram = diagrams.get(piece.key)
            written = f"```mermaid\n{to_mermaid(diagram)}```" if diagram else ""
        else:
            written = piece
        out.append(written)
        line = (line + written).rpartition("\n")[2]
    return "".join(out)


def to_markdown(text: ArtifactText, links: Links | None, only: str = "") -> str:
    """``SYSTEM_ARTIFACT.md``: one ``#``, ten ``##``, line feeds only, one at the end.

    Without `links` citations are places alone.  `only` keeps the section with that key, under the number it has in the whole.
    """
    citations, diagrams = dict(text.citations), {diagram.key: diagram for diagram in text.diagrams}
    title = " ".join(show_hidden(text.title).split()).translate(_ESCAPED)
    parts = [f"# {title}: architecture" if title else "# Architecture"]
    for number, section in enumerate(text.sections, 1):
        if only in ("", section.key):
            body = export_section(section.markdown, citations, diagrams, links).strip("\n")
            parts.append(f"## {number}. {section.title}\n\n{body}")
    return "\n\n".join(parts).replace("\r", "") + "\n"
