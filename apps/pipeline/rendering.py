"""HTML made in the worker: documents with their pictures, highlighted sources.  Readers only ever get what is stored."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from apps.codegraph import selectors as graph_selectors
from apps.engine.facts import ArtifactText
from apps.engine.rendering import TemplateLinks, to_dot
from apps.engine.rendering.sandboxed import HighlightRequest, RenderRequest
from apps.integrations.graphviz import GraphvizError, draw
from apps.integrations.sandbox import Pool, run_once
from apps.repos import services

if TYPE_CHECKING:
    from apps.repos.models import Blob, Repo

logger = logging.getLogger(__name__)

HIGHLIGHT = "apps.engine.rendering.sandboxed.highlight_payload"
RENDER = "apps.engine.rendering.sandboxed.render_payload"
RENDER_SECONDS = 30.0
HIGHLIGHT_SECONDS = 5.0
MEMORY = 2 << 30
BATCH = 50  # texts


def citation_template(repo: Repo, number: int) -> str:
    """Addresses of sources as version `number` of the repo's document cites them; see `TemplateLinks`."""
    return f"/t/{repo.tenant.slug}/r/{repo.slug}/v/{number}/source/{{path}}?lines={{lines}}#L{{line}}"


def draw_pictures(text: ArtifactText, template: str) -> dict[str, str]:
    """Safe SVG of each diagram; one that can't be drawn is left out, and its text is shown in its place."""
    links, citations = TemplateLinks(template), dict(text.citations)
    pictures = {}
    for diagram in text.diagrams:
        try:
            dot = to_dot(diagram, lambda key: links.source(citations[key]) if key in citations else "")
            pictures[diagram.key] = draw(dot, title=diagram.title)
        except GraphvizError as error:
            logger.warning("diagram %s is shown as text: %s", diagram.key, error)
    return pictures


def render_version(repo: Repo, number: int, text: ArtifactText) -> dict[str, str]:
    """{section key: HTML}; {} where rendering hit its limits, then the page shows the plain text."""
    template = citation_template(repo, number)
    request = RenderRequest(text, template, draw_pictures(text, template))
    outcome = run_once(RENDER, msgspec.msgpack.encode(request), seconds=RENDER_SECONDS, memory_bytes=MEMORY)
    if outcome.value is None:
        logger.warning("document %s of repo %s is shown as text: %s", number, repo.pk, outcome.failure)
        return {}
    return msgspec.msgpack.decode(outcome.value, type=dict[str, str])


def render_batch(repo: Repo) -> int:
    """Highlight some texts of the current commit that have no HTML yet; returns how many."""
    blobs = graph_selectors.unrendered_blobs(repo, limit=BATCH)
    highlight_blobs(repo, blobs)
    return len(blobs)


def highlight_blobs(repo: Repo, blobs: Sequence[Blob]) -> None:
    """Highlight and store.  A text that can't be highlighted is marked so, and shown plain."""
    if not blobs:
        return
    payloads = (msgspec.msgpack.encode(HighlightRequest(blob.text, getattr(blob, "language", ""))) for blob in blobs)
    with Pool(processes=1, memory_bytes=MEMORY, seconds=HIGHLIGHT_SECONDS) as pool:
        outcomes = list(pool.map(HIGHLIGHT, payloads))
    html = {blob.pk: (outcome.value or b"").decode() for blob, outcome in zip(blobs, outcomes, strict=True)}
    services.store_blob_html(tenant_id=repo.tenant_id, html=html)
