"""Graphviz (as WebAssembly, in this process): DOT → SVG that is safe to put into a page."""

from apps.integrations.graphviz.drawing import NODE_LIMIT, DrawingFailed, GraphvizError, TooLarge, draw, warm
from apps.integrations.graphviz.svg import UnsafeDrawing, clean_svg

__all__ = ["NODE_LIMIT", "DrawingFailed", "GraphvizError", "TooLarge", "UnsafeDrawing", "clean_svg", "draw", "warm"]
