"""Pictures of the graph: SVG whose boxes are links."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Thread

from django.utils.safestring import SafeString, mark_safe

from apps.engine.rendering.diagrams import to_dot
from apps.engine.rendering.graphs import Picture, to_diagram
from apps.integrations.graphviz import GraphvizError, draw, warm

logger = logging.getLogger(__name__)


def draw_picture(
    picture: Picture, title: str, *, centre: str, address: Callable[[str], str], names: Mapping[str, str]
) -> SafeString | str:
    """The drawing, "" where it could not be made; `names` are what assistive technology calls the boxes, by key."""
    dot = to_dot(to_diagram(picture, title, centre), address, names)
    try:
        return mark_safe(_drawn(dot, title))  # noqa: S308  # rebuilt from an allow-list by the door to Graphviz
    except GraphvizError as error:
        logger.warning("a graph is shown as a table alone: %s", error)
        return ""


def warm_up() -> Thread:
    """Have the first picture of this process drawn as fast as the others: what it needs is made ready beside the start."""
    thread = Thread(target=_warm, name="graphviz", daemon=True)
    thread.start()
    return thread


def _warm() -> None:
    try:
        warm()
    except GraphvizError as error:
        logger.warning("pictures will be shown as tables alone: %s", error)


@lru_cache(maxsize=64)
def _drawn(dot: str, title: str) -> str:
    return draw(dot, title=title)
