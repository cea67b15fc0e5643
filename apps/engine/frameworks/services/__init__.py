"""Systems outside the repository: by code that reaches them, by declared packages; each with the place and words that show it."""

from __future__ import annotations

from collections.abc import Iterable

from apps.engine.facts import Dependency, ExternalService
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.services import clients, declared, file_databases, go_clients
from apps.engine.frameworks.services.packages import AMQP, go_system, system_of
from apps.engine.manifests.development import is_for_development

__all__ = ["each_once", "find", "strength"]

_BROKERS = frozenset({"rabbitmq", "activemq", "lavinmq", "azure service bus"})  # that speak AMQP
_DEVELOPMENT = ("dev", "test", "lint", "doc", "type", "build", "indirect", "managed")


def find(code: Code) -> Found:
    """External services, by code once a file, by package once a declaration."""
    found = Found()
    clients.find(code, found)
    declared.find(code, found)
    go_clients.find(code, found)
    for dependency in code.dependencies:
        known = system_of(dependency.ecosystem, dependency.name)
        if known is None or _is_codec_only(code, dependency):
            continue
        if not any(word in dependency.group.lower() for word in _DEVELOPMENT):
            evidence = f"dependency {dependency.name}"
            found.services.append(ExternalService(known[0], known[1], dependency.place, evidence, "manifest"))
    return found


def _is_codec_only(code: Code, dependency: Dependency) -> bool:
    """Whether files import nothing of a driver of Go but the format that it brings along."""
    if dependency.ecosystem != "go":
        return False
    start = f"{dependency.name}/"
    taken = [item.module for facts in code.own("Go") for item in facts.imports if f"{item.module}/".startswith(start)]
    return bool(taken) and all(go_system(module) is None for module in taken)


def strength(service: ExternalService) -> int:
    """How much a fact says of a system, the strongest first: settings, code, deployment, declared package, development setup."""
    if service.source == "manifest":
        return 3
    if service.source.startswith("manifest:"):
        return 4 if is_for_development(service.place.path) else 2
    return 0 if service.source.startswith("framework:") or service.evidence == file_databases.BY_DEFAULT else 1


def each_once(services: Iterable[ExternalService]) -> list[ExternalService]:
    """Each system with the first that is said of it, the strongest first; a protocol is none where its broker is known."""
    kept: dict[tuple[str, str], ExternalService] = {}
    for service in sorted(services, key=strength):
        kept.setdefault((service.kind, service.name.lower()), service)
    if any(name in _BROKERS for _, name in kept):
        kept.pop(("queue", AMQP.lower()), None)
    return list(kept.values())
