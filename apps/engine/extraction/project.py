"""What the project is called, what it says of itself and where, and what kind of program the facts show it to be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.engine.extraction.documents import LICENSE_NAMES
from apps.engine.facts import Command, Dependency, Document, Endpoint, EntryPoint, Place, Project

NAME_CHARACTERS = 60  # a longer title of a README is a sentence, not a name
_NO_NAMES = frozenset({"build", "_build", "root", "workspace", "monorepo"})  # what manifests that only hold others together say
NEAR_LINES = 40  # how far from the name a manifest gives version and licence

_SERVER_KINDS = {"wsgi", "asgi", "app"}
_INTERFACES = frozenset({"react", "vue", "svelte", "@angular/core", "next", "nuxt", "solid-js"})
# Folders of what tells of a program, or shows it.
_BESIDE = frozenset({
    "docs", "doc", "documentation", "website", "site", "www", "examples", "example", "samples", "demo", "demos", "playground",
    "benchmarks",
})  # fmt: skip
_TERMINAL_KINDS = {"cli", "console script"}
# Nouns of what others build on, and of what may be that or a program.
_LIBRARY_NOUNS = frozenset({"library", "toolkit", "sdk", "orm", "odm", "middleware", "router", "dsl"})
_PACKAGE_NOUNS = frozenset({"package", "module", "client", "parser", "bindings", "binding", "driver", "plugin", "gem", "crate"})
_FRAMEWORKS = frozenset({"framework", "microframework", "micro-framework"})
_WEB = frozenset({"web", "http", "api", "apis", "asgi", "wsgi", "rest", "server-side"})
# After these a noun tells of something else: "a service built with the framework …".
_PREPOSITIONS = frozenset({
    "with", "using", "uses", "on", "in", "of", "from", "by", "for", "via", "to", "that", "which", "around", "into", "through",
})  # fmt: skip
_SHOWN = frozenset({"boilerplate", "template", "starter", "example", "demo", "sample", "skeleton", "clone"})
_PROGRAMS = frozenset({"application", "app", "server", "service", "website", "tool"})
# Files that hold tasks for those who work on the program.
_TASKS = re.compile(r"(?:^|/)(?:rakefile|gulpfile|gruntfile|jakefile|fastfile|noxfile|fabfile)(?:\.\w+)?$|\.rake$", re.I)
_COPULA = re.compile(r"(?:is|are)\s+(?:an?|the)\s", re.I)
_HEAD_WORDS = 14
_GO_VERSION = re.compile(r"/v\d+$")


def choose_project(
    projects: Sequence[Project], documents: Sequence[Document], name: str, texts: Mapping[str, str] | None = None
) -> Project:
    """The manifest at the root names the project; without one the title of the README; without that `name`.

    `texts` are the manifests by path: the lines that give description, version and licence are looked up there.
    """
    # A manifest in a sub-folder names a part, not the whole; what it says of itself is not the whole's description.
    named = sorted((project for project in projects if project.name and _is_at_root(project)), key=_path)
    readme = next((doc for doc in documents if doc.kind == "readme" and "/" not in doc.place.path), None)
    if named:
        chosen = _with_lines(named[0], texts or {})
        if chosen.name.lower() in _NO_NAMES:
            chosen = replace(chosen, name=name, place=None)
            if readme is not None and readme.title_place is not None and len(readme.title) <= NAME_CHARACTERS:
                chosen = replace(chosen, name=readme.title, place=readme.title_place)
    elif readme is not None and readme.title_place is not None and len(readme.title) <= NAME_CHARACTERS:
        # The same at every address and in every clone, so that one commit has one document.
        chosen = Project(name=readme.title, place=readme.title_place)
    else:
        chosen = Project(name=name)
    if not chosen.description and readme is not None and readme.summary:
        chosen = replace(chosen, description=readme.summary, description_place=readme.place)
    licences = (doc for doc in documents if doc.kind == "license" and "/" not in doc.place.path and doc.title in LICENSE_NAMES)
    licence = next(licences, None)
    if not chosen.license and licence is not None:
        chosen = replace(chosen, license=licence.title, license_place=licence.place)
    return chosen


def program_kind(
    endpoints: Sequence[Endpoint],
    entry_points: Sequence[EntryPoint],
    commands: Sequence[Command],
    frameworks: Sequence[str],
    dependencies: Sequence[Dependency],
    *,
    description: str = "",
    is_offered: bool = False,
) -> str:
    """One noun phrase, or "" where the facts do not show it.

    The facts are those of the program itself.  `description` is what it says of itself, `is_offered` tells that a manifest lets
    others install and use what it defines.
    """
    serves = any(entry.kind in _SERVER_KINDS for entry in entry_points)
    told, is_sure = described_as(description) if is_offered else ("", False)
    if told and is_sure and not serves:
        return told
    interface = [
        dependency.place.path.rpartition("/")[0]
        for dependency in dependencies
        if dependency.ecosystem == "npm" and dependency.name.lower() in _INTERFACES and not _is_beside(dependency.place.path)
    ]
    if endpoints or serves:
        return "web application with a user interface in the browser" if interface else "web application"
    # A program of its own is not what one of its folders shows.
    alone = not any(entry.kind == "main" for entry in entry_points)
    if told:
        return told
    if any(not folder or alone for folder in interface):
        return "user interface for the browser"
    entry_points = [entry for entry in entry_points if not _TASKS.search(entry.place.path)]
    if any(entry.kind in _TERMINAL_KINDS for entry in entry_points) or any(c.kind == "console script" for c in commands):
        return "command-line tool"
    runs = any(
        entry.kind != "script" and (entry.kind != "main" or not entry.source.startswith("manifest:")) for entry in entry_points
    )
    return "library" if is_offered and not runs else ""


def described_as(description: str) -> tuple[str, bool]:
    """The kind of `LIBRARIES` that a project calls itself, "" for none; and whether no program is called so too.

    Only the noun that its first sentence is about counts: "a framework for …", not "a service on the framework …".
    """
    first = description.split(". ", 1)[0]
    found = _COPULA.search(first)
    words = [word.strip("*_`'\"(),.:;!").lower() for word in (first[found.end() :] if found else first).split()]
    head: list[str] = []
    for word in words[:_HEAD_WORDS]:
        if word in _PREPOSITIONS:
            break
        head.append(word)
    for word in () if not _SHOWN.isdisjoint(head) else head:
        if word in _FRAMEWORKS:
            return ("framework" if _WEB.isdisjoint(words) else "web framework"), True
        if word in _LIBRARY_NOUNS:
            return "library", True
    return ("library" if not _PACKAGE_NOUNS.isdisjoint(head) and (_SHOWN | _PROGRAMS).isdisjoint(head) else ""), False


def names_of_its_own(projects: Sequence[Project]) -> frozenset[str]:
    """What the packages of a repository are called, in small letters: it is not built on itself.

    Of a module of Go that is the last part of its address; ``laravel/laravel`` is not what ``laravel/framework`` is.
    """
    found = set()
    for project in projects:
        host, slash, _rest = project.name.lower().partition("/")
        is_address = bool(slash) and "." in host
        found.add(_GO_VERSION.sub("", project.name.lower()).rpartition("/")[2] if is_address else project.name.lower())
    return frozenset(found)


def _is_beside(path: str) -> bool:
    return not _BESIDE.isdisjoint(path.lower().split("/")[:-1])


def _with_lines(project: Project, texts: Mapping[str, str]) -> Project:
    place = project.place
    if place is None or place.path not in texts:
        return project
    lines = texts[place.path].split("\n")
    return replace(
        project,
        description_place=_line_saying(lines, place, "desc", project.description),
        version_place=_line_saying(lines, place, "version", project.version),
        license_place=_line_saying(lines, place, "licen", project.license),
    )


def _line_saying(lines: Sequence[str], near: Place, word: str, value: str) -> Place | None:
    """The line nearest the name that holds both the word and (the start of) the value, or has it right below."""
    start = value.split("\n", 1)[0][:40].strip()
    if not start:
        return None
    order = sorted(range(1, len(lines) + 1), key=lambda number: (abs(number - near.line), number))
    for number in order[: 2 * NEAR_LINES]:
        if word in lines[number - 1].lower():
            for end in (number, number + 1):
                if end <= len(lines) and start in lines[end - 1]:
                    return Place(near.path, number, end)
    return None


def _path(project: Project) -> str:
    return project.place.path if project.place else ""


def _is_at_root(project: Project) -> bool:
    return project.place is not None and "/" not in project.place.path
