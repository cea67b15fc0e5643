"""Rendering as functions from bytes to bytes, for children that have limits and may be killed."""

from __future__ import annotations

import msgspec

from apps.engine.facts import ArtifactText
from apps.engine.rendering.highlight import highlight
from apps.engine.rendering.html import render_document
from apps.engine.rendering.links import TemplateLinks


class HighlightRequest(msgspec.Struct, frozen=True):
    """A text and the name of its language."""

    text: str
    language: str


class RenderRequest(msgspec.Struct, frozen=True):
    """A document, the template of its citations' addresses, and the safe SVG of each diagram by key."""

    text: ArtifactText
    template: str
    pictures: dict[str, str]


def highlight_payload(payload: bytes) -> bytes:
    """`HighlightRequest` in MessagePack → HTML, one line a line of the text."""
    request = msgspec.msgpack.decode(payload, type=HighlightRequest)
    return highlight(request.text, request.language).encode("utf-8")


def render_payload(payload: bytes) -> bytes:
    """`RenderRequest` in MessagePack → {section key: HTML} in MessagePack."""
    request = msgspec.msgpack.decode(payload, type=RenderRequest)
    rendered = render_document(request.text, TemplateLinks(request.template), request.pictures)
    return msgspec.msgpack.encode({key: section.html for key, section in rendered.items()})
