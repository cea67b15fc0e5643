"""Systems outside the repository: by code that reaches them, by declared packages; each with the place and words that show it."""

from __future__ import annotations

from apps.engine.facts import ExternalService
from apps.engine.frameworks import file_databases
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.services import clients, declared
from apps.engine.frameworks.services.packages import system_of
from apps.engine.manifests.development import is_for_development

__all__ = ["find", "strength"]

_DEVELOPMENT = ("dev", "test", "lint", "doc", "type", "build", "indirect", "managed")


def find(code: Code) -> Found:
    """External services, by code once a file, by package once a declaration."""
    found = Found()
    clients.find(code, found)
    declared.find(code, found)
    for dependency in code.dependencies:
        known = system_of(dependency.ecosystem, dependency.name)
        if known is not None and not any(word in dependency.group.lower() for word in _DEVELOPMENT):
            evidence = f"dependency {dependency.name}"
            found.services.append(ExternalService(known[0], known[1], dependency.place, evidence, "manifest"))
    return found


def strength(service: ExternalService) -> int:
    """How much a fact says of a system, the strongest first: settings, code, deployment, declared package, development setup."""
    if service.source == "manifest":
        return 3
    if service.source.startswith("manifest:"):
        return 4 if is_for_development(service.place.path) else 2
    return 0 if service.source.startswith("framework:") or service.evidence == file_databases.BY_DEFAULT else 1
