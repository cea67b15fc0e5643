"""Routes of Java and Kotlin: annotated controllers, functions that build routes, and operations of GraphQL."""

from __future__ import annotations

from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm import controllers, javalin, ktor, operations, router_functions

LANGUAGES = ("Java", "Kotlin")


def find(code: Code) -> Found:
    """Endpoints of all that is written in Java or Kotlin."""
    found = Found()
    modules = {item.module for facts in code.own(*LANGUAGES) for item in facts.imports}
    if modules:
        for part in (controllers, operations, router_functions, ktor, javalin):
            found.add(part.find(code, modules))
    return found
