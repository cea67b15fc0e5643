"""What Graphviz drew, rebuilt from an allow-list: shapes, texts, groups and links; nothing that acts, loads or styles."""

from __future__ import annotations

import re
from html import escape
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from apps.engine.errors import InternalError

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_TITLE = "{http://www.w3.org/1999/xlink}title"
_NUMBERS = {"cx", "cy", "rx", "ry", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "font-size", "stroke-width"}
_SHAPES = {"path", "polygon", "polyline", "ellipse", "text"}
_CLASSES = {
    "graph", "node", "edge", "cluster", "component", "model", "endpoint", "entry", "call", "external", "group", "uses", "calls",
    "relation", "contains", "inferred",
}  # fmt: skip
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z")
_POINTS = re.compile(r"[0-9eE.,\s+-]+\Z")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+\Z")
_TRANSFORM = re.compile(r"(?:(?:scale|rotate|translate)\([0-9.\s,-]+\)\s*)+\Z")
_ADDRESS = re.compile(r"(?:https?://[^\s\"'<>\\]+|/(?!/)[^\s\"'<>\\]*|#[^\s\"'<>\\]*|[A-Za-z0-9_.~%-]+(?:[/?#][^\s\"'<>\\]*)?)\Z")
_VIEW = re.compile(r"-?[0-9.]+ -?[0-9.]+ ([0-9.]+) ([0-9.]+)\Z")
_DEPTH_LIMIT = 12


class UnsafeDrawing(InternalError):
    """The drawing is no SVG as Graphviz makes them."""

    code = "drawing:unsafe"


def clean_svg(raw: bytes, *, title: str = "") -> str:
    """The drawing as an SVG element without declarations, ids, styles and colours, scaled by its view box.

    Raises `UnsafeDrawing` where `raw` is no such drawing.
    """
    try:
        root = fromstring(raw)
    except (ParseError, DefusedXmlException, UnicodeDecodeError) as error:
        raise UnsafeDrawing("A drawing could not be read.") from error
    view = root.get("viewBox", "")
    found = _VIEW.match(view)
    if root.tag != _SVG + "svg" or found is None:
        raise UnsafeDrawing("A drawing is no SVG with a view box.")
    out: list[str] = []
    linked = _write_children(root, out)
    # A picture with links is a group: what stands inside role="img" is hidden from assistive technology.
    role = "group" if linked else "img"
    label = escape(title or "Diagram")
    width = f'width="{float(found[1]):.0f}" height="{float(found[2]):.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {width} role="{role}" aria-label="{label}">'
    return f"{head}<title>{label}</title>\n{''.join(out)}</svg>\n"


def _write_children(root: Element, out: list[str]) -> bool:
    """Write what may stay of the children, depth first, without recursion; true if there is a link among it."""
    linked = False
    stack: list[tuple[Element | str, int]] = [(child, 1) for child in reversed(list(root))]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        if depth > _DEPTH_LIMIT or not isinstance(item.tag, str):
            continue
        tag = item.tag.removeprefix(_SVG)
        if tag == "g":
            out.append(f"<g{_attributes(item, tag)}>\n")
            stack.append(("</g>\n", depth))
        elif tag == "a" and _ADDRESS.match(item.get(_HREF, "")):
            linked = True
            name = escape(item.get(_TITLE, ""))
            out.append(f'<a href="{escape(item.get(_HREF, ""))}">' + (f"<title>{name}</title>\n" if name else "\n"))
            stack.append(("</a>\n", depth))
        elif tag in _SHAPES:
            if not _is_backdrop(item, depth):
                text = escape(item.text or "", quote=False) if tag == "text" else ""
                out.append(f"<{tag}{_attributes(item, tag)}>{text}</{tag}>\n")
            continue
        elif tag != "a":
            continue  # titles hold our numbers of nodes; all else is nothing we asked for
        stack.extend((child, depth + 1) for child in reversed(list(item)))
    return linked


def _is_backdrop(item: Element, depth: int) -> bool:
    """The rectangle Graphviz draws behind everything."""
    return depth == 2 and item.tag == _SVG + "polygon" and item.get("fill") in ("none", "transparent", "white")


def _attributes(item: Element, tag: str) -> str:
    kept: list[tuple[str, str]] = []
    names = [name for name in item.get("class", "").split() if name in _CLASSES]
    if names:
        kept.append(("class", " ".join(names)))
    for name, value in sorted(item.attrib.items()):
        if (
            (name in _NUMBERS and _NUMBER.match(value))
            or (name == "points" and _POINTS.match(value))
            or (name == "d" and _PATH.match(value))
            or (name == "transform" and _TRANSFORM.match(value))
            or (name == "text-anchor" and value in ("start", "middle", "end"))
            or (name == "stroke-dasharray" and _POINTS.match(value))
        ):
            kept.append((name, value))
    if tag in ("path", "polyline"):
        kept.append(("fill", "none"))
    elif tag == "polygon":
        kept.append(("fill", "currentColor" if _in_arrow(item) else "none"))
    elif tag == "ellipse":
        kept.append(("fill", "none"))
    if tag in _SHAPES - {"text"}:
        kept.append(("stroke", "currentColor"))
    elif tag == "text":
        kept.append(("fill", "currentColor"))
    return "".join(f' {name}="{escape(value)}"' for name, value in kept)


def _in_arrow(item: Element) -> bool:
    return item.get("fill") not in ("none", None)
