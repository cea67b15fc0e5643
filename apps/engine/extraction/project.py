"""Which of the manifests names the project, and what kind of program the facts show it to be."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Command, Dependency, Document, Endpoint, EntryPoint, Project

_SERVER_KINDS = {"wsgi", "asgi", "app"}
_TERMINAL_KINDS = {"cli", "console script"}


def choose_project(projects: Sequence[Project], documents: Sequence[Document], name: str) -> Project:
    """The manifest nearest the root names the project; without one, `name` (last part of the address, else the folder)."""
    named = [project for project in projects if project.name and project.place is not None]
    named.sort(key=lambda project: (_depth(project), _path(project)))
    chosen = named[0] if named and _depth(named[0]) == 0 else None
    if chosen is None:
        # A manifest in a sub-folder names a part, not the whole; what it says of itself is not the whole's description.
        chosen = Project(name=name)
    if not chosen.description:
        readme = next((doc for doc in documents if doc.kind == "readme" and "/" not in doc.place.path), None)
        if readme is not None and readme.summary:
            chosen = Project(
                name=chosen.name,
                description=readme.summary,
                version=chosen.version,
                license=chosen.license,
                kind=chosen.kind,
                place=readme.place,
            )
    return chosen


def program_kind(
    endpoints: Sequence[Endpoint],
    entry_points: Sequence[EntryPoint],
    commands: Sequence[Command],
    frameworks: Sequence[str],
    dependencies: Sequence[Dependency],
) -> str:
    """One noun phrase, or "" where the facts do not show it."""
    interface = {"react", "vue", "svelte", "@angular/core", "next", "nuxt", "solid-js"} & {
        dependency.name.lower() for dependency in dependencies if dependency.ecosystem == "npm"
    }
    if endpoints or any(entry.kind in _SERVER_KINDS for entry in entry_points):
        return "web application with a user interface in the browser" if interface else "web application"
    if interface:
        return "user interface for the browser"
    if any(entry.kind in _TERMINAL_KINDS for entry in entry_points) or any(c.kind == "console script" for c in commands):
        return "command-line tool"
    return ""


def _path(project: Project) -> str:
    return project.place.path if project.place else ""


def _depth(project: Project) -> int:
    return _path(project).count("/")
