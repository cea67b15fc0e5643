"""What the extractors found at one commit.

Every fact carries the place that shows it and `source`, which names how it was found: ``framework:django``,
``manifest:pyproject``, ``syntax`` (the language itself), ``graph``, or ``folder name`` (convention only, shown as such).
Tuples are sorted by the extractor that makes the sheet (`extraction`), so that equal sheets are equal bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts.places import Place

LIBRARIES = frozenset({"library", "framework", "web framework"})  # kinds of projects that others build on


@dataclass(frozen=True, slots=True)
class Project:
    """The project's name (manifest, else title of the README, else last part of the address), what it says of itself, and where.

    `place` shows the name, the other places the lines of what they are named after; None where no line shows it.
    """

    name: str
    description: str = ""
    version: str = ""
    license: str = ""
    kind: str = ""  # "web application", "command-line tool", one of `LIBRARIES`, … as far as the facts show it, else ""
    place: Place | None = None
    description_place: Place | None = None
    version_place: Place | None = None
    license_place: Place | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A prose file (README first).  `summary` is its first paragraph as plain text, `headings` its top two levels.

    `place` is where the summary stands; `paragraph_places` has one place for each of `paragraphs`.
    """

    title: str
    summary: str
    place: Place
    headings: tuple[str, ...] = ()
    kind: str = "readme"  # readme | guide | decision | changelog | license | contributing | security
    paragraphs: tuple[str, ...] = ()  # the first few, plain text, badges and images taken out
    paragraph_places: tuple[Place, ...] = ()
    title_place: Place | None = None  # None where the title is only the file's name


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the repository.  `lines` counts lines of files that are neither generated nor vendored."""

    name: str
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A folder down to depth 3.  `label` says what it is (tests, generated, vendored, migrations, …), "" if nothing is known."""

    path: str
    depth: int
    files: int
    lines: int
    label: str = ""
    languages: tuple[str, ...] = ()


FILE_ROLES = (
    "code", "test", "migration", "generated", "vendored", "configuration", "manifest", "documentation", "data", "asset", "link",
    "submodule",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One path of the commit.

    `status`: analysed | listed (known, not analysed: data, prose) | skipped (`reason` says why).  `role` is one of `FILE_ROLES`.
    """

    path: str
    language: str
    size: int
    lines: int = 0
    status: str = "analysed"
    reason: str = ""
    role: str = "code"
    note: str = ""  # how it was decoded if not as UTF-8, syntax errors, replaced NUL bytes


@dataclass(frozen=True, slots=True)
class Dependency:
    """One declared dependency.  `spec` as written, `resolved` from a lock file, `group` as the manifest calls it.

    `locked_at` is the line of the lock file that holds `resolved`: None where the manifest itself says the version.
    """

    name: str
    spec: str
    place: Place  # place.path is the manifest
    group: str = "runtime"
    ecosystem: str = ""  # pypi, npm, go, maven, cargo, rubygems, packagist, nuget
    resolved: str = ""
    extras: str = ""
    source: str = ""
    locked_at: Place | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model.  `type` as the framework names it; `detail` holds constraints (null, unique, length, default).

    `inherited_from` is the name of the class that declares it, "" where the model's own does; `place` is where that stands (and
    `line` 0).
    """

    name: str
    type: str
    detail: str = ""
    is_key: bool = False
    line: int = 0
    inherited_from: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """`field` of the model points to `target` (name of a model).  `kind`: foreign key, one to one, many to many, ref, …

    `inherited_from` and `place` as of a `Field`.
    """

    field: str
    kind: str
    target: str
    line: int = 0
    inherited_from: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Constraint:
    """A rule over rows.  `kind`: unique, check, index, primary key, foreign key; `text` names its fields, or is source."""

    kind: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Model:
    """An entity, table or schema.  `symbol` is its class's symbol ("" if it has none)."""

    name: str
    place: Place
    kind: str = "table"  # table | schema | abstract | document | class
    framework: str = ""
    table: str = ""
    bases: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    relations: tuple[Relation, ...] = ()
    symbol: str = ""
    docstring: str = ""
    source: str = ""
    shape: Place | None = None  # where its fields stand, if not at `place`
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Passed:
    """Middleware that a request goes through before its handler: as written, where, its symbol ("" outside the repository).

    `is_guard`: its name says that it lets only some through.
    """

    text: str
    place: Place
    symbol: str = ""
    is_guard: bool = False


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One route the application registers, once per mount.

    `path` in the framework's own notation with its full prefix; where a prefix could not be resolved it starts with ``…/``
    and `prefix_known` is false.  `place` is the handler's definition, `registered` the line that registers it.
    `prefix` is the beginning of `path` that stands elsewhere, `mounts` the lines that put it together, outermost first.
    `condition` is the source text of the branch it is registered in ("" = always), `condition_at` where that stands.
    `serves` is "graphql" where one address answers a whole schema.
    `auth` is the source text of what the code requires of who asks, `auth_at` where that stands.  Without both nothing is said,
    which never means open to all; with `auth_at` alone the code says there that nothing is required.
    `passes` is the middleware before the handler as far as it is known, outermost first.  `documented` is where the words of
    `docstring` stand, if not at `place`.
    """

    method: str
    path: str
    handler: str
    place: Place
    registered: Place | None = None
    symbol: str = ""
    name: str = ""
    framework: str = ""
    prefix_known: bool = True
    docstring: str = ""
    source: str = ""
    prefix: str = ""
    mounts: tuple[Place, ...] = ()
    condition: str = ""
    condition_at: Place | None = None
    serves: str = ""
    auth: str = ""
    auth_at: Place | None = None
    passes: tuple[Passed, ...] = ()
    documented: Place | None = None


@dataclass(frozen=True, slots=True)
class SchemaRoot:
    """A part of a schema: `fields` counts what it offers, `place` is its block.

    `kind`: query, mutation, subscription; service (its calls); operations and schemas of an OpenAPI description.
    """

    kind: str
    name: str
    fields: int
    place: Place


@dataclass(frozen=True, slots=True)
class ApiSchema:
    """A file that describes an interface as a schema.  `kind`: graphql, openapi, protobuf.

    `describes` tells that its routes are routes that code registers.
    """

    kind: str
    place: Place
    roots: tuple[SchemaRoot, ...] = ()
    source: str = ""
    describes: bool = False


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """A place where a variable or setting is read or declared; names repeat, one entry a place.

    `kind`: env, setting, property, constant, compose, helm.  `default` is source text, a secret's replaced by its placeholder.
    `required`: whether the program fails there without it, but only under the condition `when` and once the function `inside` is
    called, where these are given.  `reason` is where the condition stands, or the check after the read that fails.
    """

    name: str
    kind: str
    place: Place
    access: str = ""
    default: str = ""
    required: bool | None = None
    source: str = ""
    when: str = ""
    inside: str = ""
    reason: Place | None = None


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """Runnable code: where execution starts.  `kind`: main, script, cli, wsgi, asgi, app, worker."""

    kind: str
    what: str
    place: Place
    symbol: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person or machine types: Makefile targets, package scripts, Dockerfile, compose services, CI jobs.

    Beside them stand what frames it: "ci workflow" (its `trigger`), "ci step" (a line that runs tests), "ci job switched off",
    "shell script" (whose line runs tests), "runtime" (the version of a language that is asked for), "prose" (a line that a README
    tells people to type).
    """

    kind: str  # make, npm script, console script, poe task, docker, compose, ci, procfile, just, tox, nox, …
    name: str
    text: str
    place: Place
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """Background or scheduled work.  `asked_at` is the line that puts it on a queue, where a call does so."""

    name: str
    kind: str  # celery task, celery schedule, rq job, cron, ci schedule
    place: Place
    schedule: str = ""
    symbol: str = ""
    source: str = ""
    asked_at: Place | None = None


@dataclass(frozen=True, slots=True)
class ExternalService:
    """A system outside the repository that it talks to.  `kind`: database, cache, queue, storage, mail, http, monitoring, …"""

    name: str
    kind: str
    place: Place
    evidence: str = ""  # "dependency psycopg", "compose service db", "host api.example.com"
    source: str = ""
    address_at: Place | None = None  # where its address is written, if not at `place`


@dataclass(frozen=True, slots=True)
class TestSuite:
    """A folder of tests.  `cases` counts test functions or blocks found by syntax; -1 where the language is not parsed."""

    __test__ = False

    path: str
    framework: str
    files: int
    cases: int
    place: Place
    kind: str = ""  # unit, integration, end to end, as the folder is called
    exercises: tuple[str, ...] = ()  # folders whose code its calls reach
    source: str = ""


@dataclass(frozen=True, slots=True)
class PartSymbol:
    """A public function or class of a part.

    `places` counts lines of other parts (no tests) that call, extend or name it, `parts` those parts; `used_at` is the first
    of these lines.  Without a use it is one of the things the part holds.
    """

    name: str
    symbol: str
    place: Place
    kind: str = ""  # class, function, model, …
    places: int = 0
    parts: int = 0
    used_at: Place | None = None


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the system: a folder with code of its own, less the parts inside it.

    Where a folder has many files side by side a part may be some of them, its `members`, which refer to each other; its path is
    then that of the largest of them.

    `uses` pairs the names of components it calls or imports with the number of edges, `uses_at` with a line that does so.
    `shared` are what other parts use of it, the most used first, `holds` what else is defined in it.
    `folders` are the folders inside it that hold code and are no parts of their own, outermost only.
    """

    name: str
    path: str
    files: int
    lines: int
    place: Place
    role: str = ""  # models, endpoints, services, tests, configuration, user interface, …
    description: str = ""
    uses: tuple[tuple[str, int], ...] = ()
    source: str = ""
    uses_at: tuple[tuple[str, Place], ...] = ()
    shared: tuple[PartSymbol, ...] = ()
    holds: tuple[PartSymbol, ...] = ()
    folders: tuple[str, ...] = ()
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step of a flow.  `kind`: endpoint, entry, handler, call, model, external.  `depth` counts calls from the start.

    `place` is what is reached, `called` the line of the function above that reaches it, `relation` how: calls, creates (an
    object), needs (named by its parameters, directly or behind the alias at `spelled`), names (handed on or stored); of what is
    outside: http (a request, whose address stands at `spelled` if not in the call), program, system.
    `implementations` counts the methods one of which runs, where the one named is abstract.  `noted` is where the words of `note`
    stand, if not at `place`.
    """

    kind: str
    name: str
    place: Place
    symbol: str = ""
    depth: int = 0
    note: str = ""
    via: str = ""  # exact, inferred: how the edge that leads here was resolved
    called: Place | None = None
    relation: str = ""
    spelled: Place | None = None
    implementations: int = 0
    noted: Place | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """A walk through the call graph from an endpoint or entry point to models and external calls.

    `left_out` counts what the functions told also call in the repository.
    """

    title: str
    steps: tuple[FlowStep, ...]
    place: Place
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A secret found in the repository: its type and place, never its value."""

    kind: str
    place: Place


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that could not be known: `what`, why, and where.  Readers see it instead of a silent gap."""

    kind: str  # endpoint prefix, call, dependency, …
    what: str
    reason: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class FactSheet:
    """All facts of one commit.  Holds no commit id, URL, date or machine path: the same tree gives the same sheet."""

    project: Project
    languages: tuple[Language, ...] = ()
    tree: tuple[TreeEntry, ...] = ()
    files: tuple[FileEntry, ...] = ()
    documents: tuple[Document, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    models: tuple[Model, ...] = ()
    endpoints: tuple[Endpoint, ...] = ()
    config_keys: tuple[ConfigKey, ...] = ()
    env_example: tuple[ConfigKey, ...] = ()
    deployment: tuple[ConfigKey, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    commands: tuple[Command, ...] = ()
    jobs: tuple[Job, ...] = ()
    services: tuple[ExternalService, ...] = ()
    tests: tuple[TestSuite, ...] = ()
    components: tuple[Component, ...] = ()
    flows: tuple[Flow, ...] = ()
    findings: tuple[Finding, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    frameworks: tuple[str, ...] = ()  # detected, e.g. "Django", "Express"
    capsule_count: int = 0
    call_count: int = 0  # calls seen
    resolved_call_count: int = 0  # of these, resolved inside the repository
    external_call_count: int = 0  # of these, known to leave it
    schemas: tuple[ApiSchema, ...] = ()
    unnamed_call_count: int = 0  # of those known to leave it, to what has no name
    frameworks_beside: tuple[str, ...] = ()  # detected in examples and the like only, or those that the repository is itself
