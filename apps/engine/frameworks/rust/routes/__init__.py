"""Routes of Rust programs: axum, actix-web, Rocket, warp."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.rust.routes import actix, axum, rocket, warp
from apps.engine.frameworks.rust.routes.rows import Rows

__all__ = ["find"]

_LIBRARIES = {
    "axum": (frozenset({"axum", "axum_extra", "utoipa_axum", "aide"}), axum.routes),
    "actix-web": (frozenset({"actix_web"}), actix.routes),
    "Rocket": (frozenset({"rocket"}), rocket.routes),
    "warp": (frozenset({"warp"}), warp.routes),
}


def find(code: Code) -> Found:
    """Endpoints registered on routers and applications of these libraries."""
    found = Found()
    used = {
        name: reader
        for name, (crates, reader) in _LIBRARIES.items()
        if crates & code.imports or code.depends_on(*(crate.replace("_", "-") for crate in crates))
    }
    if not used or not any(True for _ in code.own("Rust")):
        return found
    rows = Rows(code)
    for name, reader in used.items():
        routes = reader(rows)
        endpoints = list(routes.endpoints())
        found.unknowns += routes.unknowns
        if endpoints:
            found.frameworks.append(name)
            found.endpoints += endpoints
            found.unknowns += prefix_unknowns(endpoints, name)
    return found
