"""Rocket: functions with attributes, mounted by name."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Endpoint, Place
from apps.engine.frameworks.code import symbol_of
from apps.engine.frameworks.routing import Key, Node, Routes, join_slash
from apps.engine.frameworks.rust.routes.rows import Rows
from apps.engine.frameworks.text import argument

_NAME = "Rocket"
_UNMOUNTED: Key = ("", "", "attributes")


def routes(rows: Rows) -> Routes:
    """What the repository mounts; functions that nothing mounts have an unknown prefix."""
    found = Routes(_NAME, join_slash, rows.code.branches)
    attributed = {
        symbol: [_without_query(endpoint) for endpoint in endpoints] for symbol, endpoints in rows.attributed(_NAME).items()
    }
    mounted: set[str] = set()
    for path in rows.files:
        for call in rows.calls(path, "mount"):
            given = argument(call, 1)
            if given is None or given.call is None or not given.call.callee.text.endswith("routes!"):
                continue
            root: Key = (path, call.scope, f"@{call.line}:{len(found.nodes)}")
            child: Key = (path, call.scope, f"@{given.line}:{len(found.nodes)}:routes")
            found.nodes[root], found.nodes[child] = Node(root, is_root=True), Node(child)
            found.mount(root, child, rows.text(path, call.scope, argument(call, 0)), (Place(path, call.line, call.end_line),))
            for item in given.call.arguments:
                function = rows.function(path, call.scope, item.value.text, call.line) if item.value.kind == "name" else None
                symbol = symbol_of(function[0], function[1].qualname) if function is not None else ""
                for endpoint in attributed.get(symbol, ()):
                    mounted.add(symbol)
                    found.add(child, endpoint)
    for symbol, endpoints in sorted(attributed.items()):
        if symbol not in mounted:
            found.nodes.setdefault(_UNMOUNTED, Node(_UNMOUNTED))
            for endpoint in endpoints:
                found.add(_UNMOUNTED, endpoint)
    return found


def _without_query(endpoint: Endpoint) -> Endpoint:
    """``/search?<term>`` is the path ``/search``."""
    return replace(endpoint, path=endpoint.path.partition("?")[0])
