"""The systems outside the repository in order of importance, and what shows each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import code, plain
from apps.engine.facts import ExternalService
from apps.engine.manifests.development import is_for_development, where_declared

_KINDS = (
    "database", "cache", "queue", "search", "storage", "payment", "identity", "directory", "mail", "messages", "language model",
    "cloud", "functions", "secrets", "http", "monitoring", "coordination", "proxy", "administration",
)  # fmt: skip
_SETTINGS = frozenset({"DATABASES", "EMAIL_HOST"})
_BY_DEFAULT = "file by default"  # what the program works with where nothing else is named
_ORDER = {kind: position for position, kind in enumerate(_KINDS)}


def is_development(service: ExternalService) -> bool:
    """Whether the evidence is a file for working on the program only: a development container, a compose override."""
    return service.source.startswith("manifest:") and is_for_development(service.place.path)


def is_declared_only(service: ExternalService) -> bool:
    """Whether a declared client library is all that shows it: that the program talks to it is then not shown."""
    return service.evidence.startswith("dependency ")


def _weight(service: ExternalService) -> tuple[bool, int, bool, bool, str]:
    return (
        is_development(service), _ORDER.get(service.kind, len(_KINDS)), is_declared_only(service),
        not service.evidence.startswith(_BY_DEFAULT), service.name.lower(),
    )  # fmt: skip


def systems_in_order(services: Iterable[ExternalService]) -> tuple[tuple[ExternalService, ...], ...]:
    """All evidence of each system, by importance: what the program keeps its data in first, what only developers use last.

    Within a system the strongest evidence comes first.
    """
    merged: dict[tuple[str, str], list[ExternalService]] = defaultdict(list)
    for service in services:
        merged[(service.name, service.kind)].append(service)
    found = [tuple(sorted(facts, key=lambda fact: (_weight(fact), fact.place))) for facts in merged.values()]
    return tuple(sorted(found, key=lambda facts: _weight(facts[0])))


def cite_system(draft: Draft, service: ExternalService) -> str:
    """Cite what shows a system: the line that uses or declares it, and where its address is written."""
    cites = [draft.cite_named(service.place, "service", service.name)]
    if service.address_at is not None:
        cites.append(draft.cite_named(service.address_at, "address", service.name))
    return " ".join(cites)


def evidence_of(service: ExternalService) -> str:
    """What shows a system, in words."""
    kind, _, rest = service.evidence.partition(" ")
    if kind == "dependency":
        return f"a client library is declared: {code(rest, 60)}"
    if kind == "call":
        return f"code calls {code(rest, 60)}"
    if kind == "file":
        condition = rest.removeprefix("if ")
        return f"a file, if {code(condition, 70)}" if rest.startswith("if ") else f"a file, {rest}" if rest else "a file"
    if kind == "host":
        return "code sends requests to it"
    if kind == "address":
        return f"code holds an address {code(rest, 40)}"
    if service.evidence in _SETTINGS:
        return f"set in {code(service.evidence, 60)}"
    shown = plain(service.evidence, 90) or "a declaration"
    return f"{shown}, {where_declared(service.place.path)} only" if is_development(service) else shown
