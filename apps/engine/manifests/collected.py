"""What the manifests of a commit say together, and the collector that readers fill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.engine.facts import (
    Command,
    ConfigKey,
    Dependency,
    EntryPoint,
    ExternalService,
    Job,
    Place,
    Project,
    Unknown,
)


class Unreadable(ValueError):
    """A manifest that cannot be read; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class ManifestFacts:
    """Sorted tuples of facts.  `deployment` holds settings of compose, Kubernetes, Helm and Terraform."""

    projects: tuple[Project, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    commands: tuple[Command, ...] = ()
    env_example: tuple[ConfigKey, ...] = ()
    deployment: tuple[ConfigKey, ...] = ()
    config_keys: tuple[ConfigKey, ...] = ()
    jobs: tuple[Job, ...] = ()
    services: tuple[ExternalService, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    unknowns: tuple[Unknown, ...] = ()


@dataclass(slots=True)
class Collector:
    """Filled by readers.  `texts` are all texts of the commit by path, for what one manifest says of another file.

    `worked_out` keeps, by reader and path, what several files of one kind need of another: a parent, a catalogue of versions.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    projects: list[Project] = field(default_factory=list)
    dependencies: list[Dependency] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    env_example: list[ConfigKey] = field(default_factory=list)
    deployment: list[ConfigKey] = field(default_factory=list)
    config_keys: list[ConfigKey] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    services: list[ExternalService] = field(default_factory=list)
    entry_points: list[EntryPoint] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    worked_out: dict[tuple[str, str], object] = field(default_factory=dict)

    def command(self, kind: str, name: str, text: str, path: str, line: int, *, end_line: int = 0, trigger: str = "") -> None:
        self.commands.append(Command(kind, name, one_line(text), Place(path, line, max(line, end_line)), trigger))

    def dependency(
        self,
        name: str,
        spec: str,
        path: str,
        line: int,
        *,
        group: str,
        ecosystem: str,
        source: str,
        extras: str = "",
        resolved: str = "",
        end_line: int = 0,
    ) -> None:
        if name:
            place = Place(path, line, max(line, end_line))
            made = Dependency(name, spec.strip(), place, group, ecosystem, resolved, extras, f"manifest:{source}")
            self.dependencies.append(made)

    def project(
        self, name: str, path: str, line: int, *, description: str = "", version: str = "", license_name: str = ""
    ) -> None:
        if name:
            self.projects.append(Project(name, one_line(description), version, license_name, "", Place(path, line, line)))

    def unknown(self, what: str, reason: str, path: str, line: int = 1) -> None:
        self.unknowns.append(Unknown("manifest", what, reason, Place(path, line, line)))

    def finish(self) -> ManifestFacts:
        """Everything sorted by place, doubles removed."""
        return ManifestFacts(
            projects=tuple(
                sorted(set(self.projects), key=lambda p: (p.place.path.count("/") if p.place else 0, _at(p.place), p.name))
            ),
            dependencies=tuple(sorted(set(self.dependencies), key=lambda d: (_at(d.place), d.name, d.group, d.spec))),
            commands=tuple(sorted(set(self.commands), key=lambda c: (_at(c.place), c.kind, c.name, c.text))),
            env_example=_keys(self.env_example),
            deployment=_keys(self.deployment),
            config_keys=_keys(self.config_keys),
            jobs=tuple(sorted(set(self.jobs), key=lambda j: (_at(j.place), j.name, j.schedule))),
            services=tuple(sorted(set(self.services), key=lambda s: (_at(s.place), s.name))),
            entry_points=tuple(sorted(set(self.entry_points), key=lambda e: (_at(e.place), e.kind, e.what))),
            unknowns=tuple(sorted(set(self.unknowns), key=lambda u: (_at(u.place), u.what, u.reason))),
        )


def _at(place: Place | None) -> tuple[str, int, int]:
    return (place.path, place.line, place.end_line) if place else ("", 0, 0)


def _keys(keys: list[ConfigKey]) -> tuple[ConfigKey, ...]:
    return tuple(sorted(set(keys), key=lambda k: (_at(k.place), k.name, k.kind, k.access, k.default)))


def one_line(text: str, limit: int = 300) -> str:
    """White space collapsed, cut at `limit` characters."""
    flat = " ".join(text[: limit * 4].split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"
