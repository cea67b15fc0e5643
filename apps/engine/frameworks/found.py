"""What a framework's module hands back, and what the whole room hands on."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import ApiSchema, ConfigKey, Endpoint, EntryPoint, ExternalService, Job, Model, Place, Unknown


@dataclass(frozen=True, slots=True)
class FrameworkFacts:
    """All framework facts of one commit; every tuple is sorted and free of doubles.

    `conventions` pairs a role ("models", "services", "handlers", …) with a path of that role, known by folder name only.
    """

    endpoints: tuple[Endpoint, ...] = ()
    models: tuple[Model, ...] = ()
    config_keys: tuple[ConfigKey, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    jobs: tuple[Job, ...] = ()
    services: tuple[ExternalService, ...] = ()
    frameworks: tuple[str, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    conventions: tuple[tuple[str, str], ...] = ()
    schemas: tuple[ApiSchema, ...] = ()
    frameworks_beside: tuple[str, ...] = ()  # what only examples, benchmarks and the like are built on


@dataclass(slots=True)
class Found:
    """Facts one module collects, in any order."""

    endpoints: list[Endpoint] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)
    config_keys: list[ConfigKey] = field(default_factory=list)
    entry_points: list[EntryPoint] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    services: list[ExternalService] = field(default_factory=list)
    frameworks: list[str] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    conventions: list[tuple[str, str]] = field(default_factory=list)
    schemas: list[ApiSchema] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Take over everything `other` holds."""
        self.endpoints += other.endpoints
        self.models += other.models
        self.config_keys += other.config_keys
        self.entry_points += other.entry_points
        self.jobs += other.jobs
        self.services += other.services
        self.frameworks += other.frameworks
        self.unknowns += other.unknowns
        self.conventions += other.conventions
        self.schemas += other.schemas

    def facts(self) -> FrameworkFacts:
        """Sorted, each fact once."""
        return FrameworkFacts(
            endpoints=tuple(
                sorted(
                    set(self.endpoints),
                    key=lambda e: (e.path, e.method, e.place, e.handler, e.registered or e.place, e.name, repr(e)),
                )
            ),
            models=tuple(sorted(set(self.models), key=lambda m: (m.place, m.name, repr(m)))),
            config_keys=tuple(sorted(set(self.config_keys), key=lambda c: (c.place, c.name, repr(c)))),
            entry_points=tuple(sorted(set(self.entry_points), key=lambda e: (e.place, e.kind, repr(e)))),
            jobs=tuple(sorted(set(self.jobs), key=lambda j: (j.place, j.name, repr(j)))),
            services=tuple(sorted(set(self.services), key=lambda s: (s.name, s.place, repr(s)))),
            frameworks=tuple(sorted(set(self.frameworks))),
            unknowns=tuple(sorted(set(self.unknowns), key=lambda u: (u.kind, u.what, u.place or Place(""), u.reason))),
            conventions=tuple(sorted(set(self.conventions))),
            schemas=tuple(sorted(set(self.schemas), key=lambda s: (s.place, repr(s)))),
        )
