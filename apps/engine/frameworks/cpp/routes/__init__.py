"""Routes of C++ programs: Crow, cpp-httplib, Drogon."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.cpp.routes import crow, drogon, httplib
from apps.engine.frameworks.found import Found

__all__ = ["find"]

_LIBRARIES = {"crow": crow.find_routes, "httplib": httplib.find_routes, "drogon": drogon.find_routes}


def find(code: Code) -> Found:
    """Endpoints of the repository's own C++ files that include one of the libraries, or are in a repository that does."""
    found = Found()
    files = list(code.own("C++"))
    headers = {item.module for facts in files for item in facts.imports}
    for name, read in _LIBRARIES.items():
        if any(name in module.lower() for module in headers):
            read(code, files, found)
    return found
