"""All files of one commit → fact sheet, capsules and edges.  What a sync and every command call.

Pure: the same files give the same result, in any order of arrival.
"""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from heapq import merge
from typing import TypeVar

from apps.engine.extraction.documents import read_documents
from apps.engine.extraction.entry_points import join_entry_points
from apps.engine.extraction.fingerprints import Fingerprints
from apps.engine.extraction.go_scopes import with_test_scopes
from apps.engine.extraction.project import choose_project, names_of_its_own, program_kind
from apps.engine.extraction.prose_commands import find_prose_commands
from apps.engine.extraction.suites import find_suites
from apps.engine.extraction.tree import summarise_languages, summarise_tree
from apps.engine.facts import (
    Asides,
    Capsule,
    Component,
    Document,
    Edge,
    Endpoint,
    ExternalService,
    FactSheet,
    FileEntry,
    FileFacts,
    Finding,
    Place,
    find_asides,
)
from apps.engine.frameworks import FrameworkFacts, find_framework_facts
from apps.engine.frameworks.model_access import model_access
from apps.engine.frameworks.services import each_once
from apps.engine.graph import Graph, Resolver, build_graph, is_test
from apps.engine.graph.components import find_components
from apps.engine.graph.doc_places import documented_at
from apps.engine.graph.documents import document_capsules
from apps.engine.graph.flows import find_flows, starts
from apps.engine.graph.lines import Lines
from apps.engine.graph.maps import module_maps
from apps.engine.manifests import ManifestFacts, read_manifests

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result for one commit."""

    sheet: FactSheet
    capsules: tuple[Capsule, ...]
    edges: tuple[Edge, ...]


@contextmanager
def _without_collector() -> Iterator[None]:
    """No cyclic garbage collection meanwhile.

    Nearly all that joining makes lives until its end.  The collector goes through it again and again to find nothing, which costs
    a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collector()
def extract(
    *,
    name: str,
    files: Sequence[FileEntry],
    facts: Mapping[str, FileFacts],
    texts: Mapping[str, str],
    findings: Sequence[Finding] = (),
    prose: Mapping[str, FileFacts] | None = None,
) -> Extraction:
    """Join what the files say.

    `files` is the whole inventory, `facts` the parsed files, `texts` every kept text (secrets replaced), both by canonical
    path.  `name` is used where no manifest names the project.  `prose` are the sections of documents by path: they
    become capsules and count as nothing else.
    """
    facts = {path: facts[path] for path in sorted(facts)}
    manifests = read_manifests(texts)
    documents = read_documents(files, texts)
    resolver = Resolver(facts, aliases=module_maps(texts))
    graph = build_graph(facts, texts, resolver)
    found = find_framework_facts(facts, texts, resolver, manifests.dependencies, files)
    asides = find_asides(files)
    services = _services(manifests, found, asides)
    edges = _with_facts(graph, found, model_access(facts, found.models, resolver))
    project = choose_project(manifests.projects, documents, name, texts)
    entry_points = _in_order(join_entry_points(manifests.entry_points, manifests.commands, found.entry_points, facts, resolver))
    named = names_of_its_own(asides.apart(manifests.projects))
    frameworks = tuple(name for name in sorted(found.frameworks) if name.lower() not in named)
    kind = program_kind(
        asides.apart(found.endpoints),
        asides.apart(entry_points),
        asides.apart(manifests.commands),
        frameworks,
        asides.apart(manifests.dependencies),
        description=project.description,
        is_offered=any(capsule.offered_by and not asides.holds(capsule.path) for capsule in graph.capsules),
    )
    commands = _in_order({*manifests.commands, *find_prose_commands(documents, texts)})
    served = _served(found)
    jobs = _in_order({*manifests.jobs, *found.jobs})
    sheet = FactSheet(
        project=replace(project, kind=kind),
        languages=summarise_languages(files),
        tree=summarise_tree(files, served),
        files=tuple(sorted(files, key=lambda entry: entry.path)),
        documents=tuple(documents),
        dependencies=_in_order(with_test_scopes(manifests.dependencies, files, facts)),
        models=_in_order(found.models),
        endpoints=_in_order(_documented(found.endpoints, graph, texts)),
        schemas=_in_order(found.schemas),
        config_keys=_in_order({*manifests.config_keys, *found.config_keys}),
        env_example=_in_order(manifests.env_example),
        deployment=_in_order(manifests.deployment),
        entry_points=entry_points,
        commands=commands,
        jobs=jobs,
        services=services,
        tests=find_suites(files, facts, manifests.dependencies, edges, commands),
        components=_components(files, texts, graph, edges, found, documents, served, asides),
        flows=find_flows(
            starts(asides.apart(found.endpoints), asides.apart(entry_points), asides.apart(jobs)),
            edges,
            graph.capsules,
            found.models,
            services,
            texts=texts,
            needed=graph.needed,
        ),
        findings=_in_order(findings),
        unknowns=_in_order({*manifests.unknowns, *found.unknowns}),
        frameworks=frameworks,
        frameworks_beside=tuple(sorted({*found.frameworks_beside, *found.frameworks} - {*frameworks})),
        capsule_count=len(graph.capsules),
        call_count=graph.call_count,
        resolved_call_count=graph.resolved_call_count,
        external_call_count=graph.external_call_count,
        unnamed_call_count=graph.unnamed_call_count,
    )
    fingerprints = Fingerprints(texts)
    filled = {
        field.name: fingerprints.fill(getattr(sheet, field.name))
        for field in dataclasses.fields(sheet)
        if field.name not in ("files", "tree", "languages", "frameworks") and not field.name.endswith("_count")
    }
    capsules, contained = document_capsules(prose or {}, texts)
    return Extraction(
        replace(sheet, **filled), tuple(merge(graph.capsules, capsules, key=_symbol)), tuple(merge(edges, contained))
    )


def _symbol(capsule: Capsule) -> str:
    return capsule.symbol


def _in_order(facts: Iterable[T]) -> tuple[T, ...]:
    """By place, then by everything else: a fixed order whatever the extractors gave."""
    return tuple(sorted(facts, key=_order))


def _order(fact: object) -> tuple[str, int, str]:
    place = getattr(fact, "place", None)
    if isinstance(place, Place):
        return (place.path, place.line, repr(fact))
    return ("", 0, repr(fact))


def _services(manifests: ManifestFacts, found: FrameworkFacts, asides: Asides) -> tuple[ExternalService, ...]:
    """Each system once, with its strongest evidence: code, then what is deployed beside it, then a declared package.

    What only examples and the like talk to follows: nothing they show stands for a system of the program.
    """
    said = [service for service in _in_order({*found.services, *manifests.services}) if not is_test(service.place.path)]
    own = each_once(asides.apart(said))
    known = {(service.kind, service.name.lower()) for service in own}
    beside = each_once(service for service in said if asides.has(service))
    return _in_order([*own, *(service for service in beside if (service.kind, service.name.lower()) not in known)])


def _with_facts(graph: Graph, found: FrameworkFacts, accesses: Iterable[Edge]) -> tuple[Edge, ...]:
    """The graph's edges with those that only the facts tell: lines that route to code, code that reads and writes models."""
    routes = {
        Edge(
            (endpoint.registered or endpoint.place).path,
            "routes_to",
            endpoint.symbol,
            (endpoint.registered or endpoint.place).line,
        )
        for endpoint in found.endpoints
        if endpoint.symbol
    }
    return tuple(merge(graph.edges, sorted({*routes, *_through(found), *accesses})))


def _through(found: FrameworkFacts) -> Iterator[Edge]:
    """The lines that put middleware before routes lead to it, and so do the routes, whose own lines may not name it."""
    for endpoint in found.endpoints:
        at = endpoint.registered or endpoint.place
        for item in endpoint.passes:
            if item.symbol:
                yield Edge(item.place.path, "routes_to", item.symbol, item.place.line)
                if (at.path, at.line) != (item.place.path, item.place.line):
                    yield Edge(at.path, "routes_to", item.symbol, at.line, "inferred")


def _documented(endpoints: Iterable[Endpoint], graph: Graph, texts: Mapping[str, str]) -> Iterator[Endpoint]:
    """Endpoints with the lines that describe their handlers."""
    known = {capsule.symbol: capsule for capsule in graph.capsules}
    lines = Lines(texts)
    for endpoint in endpoints:
        capsule = known.get(endpoint.symbol) if endpoint.docstring else None
        at = documented_at(capsule, lines) if capsule is not None and capsule.docstring == endpoint.docstring else None
        yield replace(endpoint, documented=at) if at is not None else endpoint


def _served(found: FrameworkFacts) -> frozenset[str]:
    """Folders in which endpoints are handled or registered."""
    places = (place for endpoint in found.endpoints for place in (endpoint.place, endpoint.registered) if place is not None)
    return frozenset(place.path.rpartition("/")[0] for place in places)


def _components(
    files: Sequence[FileEntry],
    texts: Mapping[str, str],
    graph: Graph,
    edges: Sequence[Edge],
    found: FrameworkFacts,
    documents: Sequence[Document],
    served: frozenset[str],
    asides: Asides,
) -> tuple[Component, ...]:
    """Components with the role their facts show: what is declared there most."""
    held: dict[str, set[str]] = {}
    for role, facts in (("endpoints", found.endpoints), ("models", found.models), ("background jobs", found.jobs)):
        for fact in facts:
            held.setdefault(fact.place.path.rpartition("/")[0], set()).add(role)
    roles = {folder: " and ".join(sorted(names)) for folder, names in held.items()}
    described = {
        document.place.path.rpartition("/")[0]: document.summary
        for document in documents
        if document.kind == "readme" and "/" in document.place.path and document.summary
    }
    return find_components(
        files,
        graph.capsules,
        edges,
        roles=roles,
        descriptions=described,
        conventions=found.conventions,
        models=found.models,
        texts=texts,
        served=served,
        asides=asides,
    )
