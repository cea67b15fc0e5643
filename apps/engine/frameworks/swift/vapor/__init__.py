"""Swift's Vapor: routes of applications, groups and collections, and the models of Fluent."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.swift.vapor.fluent import find_models
from apps.engine.frameworks.swift.vapor.routes import find_routes

__all__ = ["find"]


def find(code: Code) -> Found:
    """Endpoints and models."""
    found = Found()
    if "Vapor" in code.imports:
        find_routes(code, found)
    if any(name.startswith("Fluent") for name in code.imports):
        find_models(code, found)
    return found
