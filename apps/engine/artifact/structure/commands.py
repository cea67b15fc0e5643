"""Commands people type, sorted by what they are for."""

from __future__ import annotations

import re

from apps.engine.artifact.draft import Draft
from apps.engine.facts import LIBRARIES, Command, Place
from apps.engine.manifests.typed import (
    BUILD,
    CHECK,
    CONTAINERS,
    CORRECT,
    COVERAGE,
    DOCS,
    FORMAT,
    INSTALL,
    LOAD,
    MIGRATE,
    RELEASE,
    START,
    TEST,
    WORK,
    core_of,
    purposes_of,
)

DEVELOPMENT_CONTAINER = "open a development container"
BESIDE = "start what it needs in containers"
BEFORE_RELEASE = "before a release"
DEPLOY = "deploy"
# What for, and the words in a command's name that tell.  The order is that of a first day.
_JOBS = (
    (INSTALL, ("install", "setup", "bootstrap", "init", "deps")),
    (DEVELOPMENT_CONTAINER, ()),
    (CONTAINERS, ()),
    (BESIDE, ()),
    (START, ("start", "run", "serve", "dev", "up", "runserver", "server", "web", "app")),
    (WORK, ("worker", "celery", "beat", "scheduler", "rq", "sidekiq", "jobs")),
    (MIGRATE, ("migrate", "migration", "migrations")),
    (LOAD, ("seed", "populate", "populatedb", "loaddata", "load-data", "fixtures")),
    (TEST, ("test", "tests", "pytest", "spec", "e2e")),
    (COVERAGE, ("coverage",)),
    (CHECK, ("lint", "typecheck", "types", "mypy", "eslint", "flake8", "ruff", "check")),
    (CORRECT, ("fix",)),
    (FORMAT, ("format", "fmt", "prettier", "black")),
    (BUILD, ("build", "compile", "bundle", "package", "image")),
    (DOCS, ("docs", "doc", "mkdocs")),
    (BEFORE_RELEASE, ()),
    (RELEASE, ("release", "publish")),
    (DEPLOY, ("deploy",)),
)
# Purposes that flags decide: there the text of a command says more than its name.
_BY_TEXT = frozenset({"", TEST, COVERAGE, CHECK, CORRECT, FORMAT, RELEASE})
_OF_TESTS = (TEST, COVERAGE)
_FIRST_DAY = frozenset({INSTALL, CONTAINERS, BESIDE, START, WORK, MIGRATE, LOAD, TEST})
_ONCE = frozenset({COVERAGE, LOAD, BUILD, DOCS, RELEASE, DEPLOY, CORRECT, FORMAT})
_COMPOSE_FILES = ("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
_RANK = {
    "make": 0, "just": 1, "task": 1, "poe task": 2, "pdm script": 2, "hatch script": 2, "taskipy task": 2, "rye script": 2,
    "pipenv script": 2, "npm script": 2, "console script": 3, "tox": 4, "nox": 4, "prose": 5, "shell script": 6, "procfile": 7,
    "compose": 8, "ci step": 9,
}  # fmt: skip
# Kinds whose text is what runs; that of the others may be a description.
_RUNS = frozenset({
    "poe task", "pdm script", "hatch script", "taskipy task", "rye script", "pipenv script", "npm script", "procfile", "prose",
    "shell script", "ci step",
})  # fmt: skip
# What npm runs by itself, and words in the names of jobs of servers.
_LIFE = frozenset({"prepare", "prepack", "postpack", "prepublish", "prepublishOnly", "postpublish", "preinstall", "postinstall"})
_OF_OTHERS = re.compile(
    r"\b(?:typ(?:e|es|ing|echeck)|lint\w*|style|docs?|bench\w*|audit|security|nightly|release|publish)\b", re.I
)
_OF_TESTING = re.compile(r"\btests?\b", re.I)
_LOCKS = (("uv.lock", "uv run "), ("poetry.lock", "poetry run "), ("pdm.lock", "pdm run "))
_SCRIPT_LOCKS = (("yarn.lock", "yarn"), ("pnpm-lock.yaml", "pnpm"), ("bun.lock", "bun"), ("bun.lockb", "bun"))
_IN_FOLDER = {"npm": "npm --prefix", "yarn": "yarn --cwd", "pnpm": "pnpm --dir", "bun": "bun --cwd"}
_DELEGATES = re.compile(
    r"^(?:npm|yarn|pnpm|bun)(?: run)?(?: (?:--filter|--prefix|--cwd|-w|-F|--workspace)[ =](?P<where>\S+))? (?P<name>\S+)$"
)
_MANAGER = re.compile(r"^(?:(?:npm|yarn|pnpm|bun)(?: run)? |uv (?=pip)|python[\d.]* (?:\./)?|\./)")
# A task by the name it has in the file of its runner; a makefile may take in others.
_TASK = re.compile(r"^(?P<runner>make|just|task|(?:npm|yarn|pnpm|bun) run) (?P<name>[\w:.-]+)")
_UP_SOME = re.compile(r"\bup(?: -\S+)* \w")


def is_of_a_tool(command: Command) -> bool:
    """Does it stand in a folder whose name begins with a dot (rules of a linter, settings of an editor)?"""
    if command.kind.startswith("ci"):
        return command.text.startswith("cd .")
    return any(part.startswith(".") for part in command.place.path.split("/")[:-1])


def typed(draft: Draft, command: Command) -> str:
    """What a person types."""
    name, kind = command.name, command.kind
    folder = command.place.path.rpartition("/")[0]
    inside = f"cd {folder} && " if folder else ""
    if kind == "make":
        return f"make -C {folder} {name}" if folder else f"make {name}"
    if kind == "npm script":
        return _script(draft, folder, name)
    if kind == "console script":
        return name
    if kind == "shell script":
        return f"bash {command.place.path}"
    plain = {
        "just": f"just {name}", "task": f"task {name}", "tox": f"tox -e {name}", "nox": f"nox -s {name}",
        "pdm script": f"pdm run {name}", "hatch script": f"hatch run {name}", "rye script": f"rye run {name}",
        "pipenv script": f"pipenv run {name}", "poe task": f"{_environment(draft, folder)}poe {name}",
        "taskipy task": f"{_environment(draft, folder)}task {name}",
    }.get(kind, "")  # fmt: skip
    return inside + plain if plain else command.text


def _has(draft: Draft, folder: str, name: str) -> bool:
    """Is the file in the folder or at the root?"""
    return any(path in draft.paths for path in (f"{folder}/{name}" if folder else name, name))


def _environment(draft: Draft, folder: str) -> str:
    return next((prefix for name, prefix in _LOCKS if _has(draft, folder, name)), "")


def _script(draft: Draft, folder: str, name: str) -> str:
    manager = next((manager for lock, manager in _SCRIPT_LOCKS if _has(draft, folder, lock)), "npm")
    prefix = f"{_IN_FOLDER[manager]} {folder}" if folder else manager
    bare = manager == "yarn" or (manager in ("npm", "pnpm") and name in ("start", "test"))
    return f"{prefix} {name}" if bare else f"{prefix} run {name}"


def job_of(draft: Draft, command: Command) -> str:
    """What a command is for, "" if neither its text nor its name tells."""
    return _job(draft, command)[0]


def _job(draft: Draft, command: Command) -> tuple[str, bool]:
    """What for, and whether that is sure (by what runs, or by the first word of the name)."""
    if command.kind == "procfile" and command.name == "release":
        return BEFORE_RELEASE, True
    words = command.name.lower().replace("_", "-").replace(":", "-").replace(".", "-").split("-")
    named = next((job for job, names in _JOBS if words[0] in names or command.name.lower() in names), "")
    told = purposes_of((_target(draft, command) or command).text) if command.kind in _RUNS else ()
    if command.kind == "ci step":
        return (COVERAGE if COVERAGE in told else TEST), True  # in so many words, or through a script or a build
    if told and (named in told or named not in _BY_TEXT):
        return named, True
    if told:
        some = told[0] == CONTAINERS and command.kind == "prose" and _UP_SOME.search(command.text)
        return BESIDE if some else told[0], True
    builds_a_part = named == BUILD and command.kind in _RUNS and command.name.lower() != "build"  # a schema, an index
    if builds_a_part or command.kind == "prose":
        return "", False
    return (named, True) if named else (next((job for job, names in _JOBS if set(words) & set(names)), ""), False)


def _is_hook(draft: Draft, command: Command) -> bool:
    """Whether a script runs by itself before or after another one of its file, so that nobody types it."""
    if command.kind != "npm script":
        return False
    hooked = next((command.name[len(start) :] for start in ("pre", "post") if command.name.startswith(start)), "")
    return command.name in _LIFE or any(
        other.kind == command.kind and other.name == hooked for other in draft.commands_of(command.place.path)
    )


def _target(draft: Draft, command: Command) -> Command | None:
    """The script that a script only hands over to."""
    found = _DELEGATES.match(command.text) if command.kind == "npm script" else None
    if found is None:
        return None
    where = (found["where"] or "").strip("./'\"").rpartition("/")[2]
    others = [
        other
        for other in draft.sheet.commands
        if other.kind == "npm script"
        and other.name == found["name"]
        and other != command
        and (other.place.path.split("/")[-2:-1] == [where] if where else other.place.path == command.place.path)
    ]
    return others[0] if len(others) == 1 else None


def _is_there(draft: Draft, command: Command) -> bool:
    """Whether a task that prose names is one of the repository: what a runner's own manual shows is somebody else's."""
    found = _TASK.match(core_of(command.name)) if command.kind == "prose" else None
    if found is None:
        return True
    kind = {"make": "make", "just": "just", "task": "task"}.get(found["runner"], "npm script")
    names = {other.name for other in draft.sheet.commands if other.kind == kind}
    return bool(names) if kind == "make" else found["name"] in names


def _chosen(draft: Draft) -> list[Command]:
    """Commands of the project itself in their order, without those that another one only hands over to."""
    listed = (command for command in draft.sheet.commands if command.kind in _RANK and not is_of_a_tool(command))
    own = [command for command in listed if _is_there(draft, command) and not _is_hook(draft, command)]
    reached = {target for command in own if (target := _target(draft, command)) is not None}
    return sorted((command for command in own if command not in reached), key=lambda command: _order(draft, command))


def commands_for_tests(draft: Draft) -> list[tuple[str, Command]]:
    """(what to type, command) of everything that runs tests: what people type first, then what prose says, then CI."""
    out: dict[str, Command] = {}
    for command in _chosen(draft):
        if job_of(draft, command) in _OF_TESTS:
            out.setdefault(typed(draft, command), command)
    return list(out.items())


def _order(draft: Draft, command: Command) -> tuple[bool, int, int, int, int, str, Place]:
    """Tasks of the whole repository first, then what its README says, tasks of its parts, and what machines run."""
    depth = command.place.path.count("/")
    machines = ("ci step", "procfile", "compose", "shell script")
    group = 3 if command.kind in machines else 1 if command.kind == "prose" else 2 if depth else 0
    sure = _job(draft, command)[1]
    if command.kind == "ci step":
        # Of what a server runs that comes first which a job for tests does.
        group += (_OF_OTHERS.search(command.name) is not None) + (_OF_TESTING.search(command.name) is None)
    return (not sure, group, depth if group == 2 else 0, _RANK[command.kind], len(command.name), command.name, command.place)


def runnable(draft: Draft, each: int = 2, limit: int = 12) -> list[tuple[str, str, str, tuple[Place, ...]]]:
    """(what for, what to type, name, places that show it), at most `each` a purpose, in the order of a first day."""
    by_job: dict[str, list[tuple[str, Command]]] = {job: [] for job, _names in _JOBS}
    composed = _composed(draft)
    for job, text, command in composed:
        if " -f " not in text:
            by_job[job].append((text, command))
    for command in _chosen(draft):
        job, sure = _job(draft, command)
        kept = by_job.get(job)
        told_only = command.kind == "prose" and job not in _FIRST_DAY and not (job == BUILD and not kept)
        # What the README of a library starts is the reader's program.
        is_readers = command.kind == "prose" and job == START and draft.sheet.project.kind in LIBRARIES
        if told_only or is_readers or command.kind == "compose":
            continue
        if kept is not None and (sure or not kept):
            kept.append((typed(draft, command), command))
    for job, text, command in composed:
        if " -f " in text:
            by_job[job].append((text, command))
    out: list[tuple[str, str, str, tuple[Place, ...]]] = []
    for job, _names in _JOBS:
        taken: list[tuple[str, Command]] = []
        for text, command in by_job[job]:
            if text and len(taken) < (1 if job in _ONCE else each) and not any(_repeats(text, command, *one) for one in taken):
                taken.append((text, command))
        out.extend((job + _said_by(command), text, command.name, _places(draft, command)) for text, command in taken)
    return out[:limit]


def _places(draft: Draft, command: Command) -> tuple[Place, ...]:
    """The command's line, and that of the script it hands over to."""
    target = _target(draft, command)
    return (command.place,) if target is None else (command.place, target.place)


def _repeats(text: str, command: Command, other: str, before: Command) -> bool:
    """Does a command only say again what another one does, or is it a variant of it (``test:watch`` of ``test``)?"""
    variant = command.kind == before.kind and command.name.startswith((f"{before.name}:", f"{before.name}-"))
    return variant or _same(text, other)


def _same(text: str, other: str) -> bool:
    """The same command with another runner before it (``uv run poe start``, ``poe start``) or with flags behind it."""
    short, long = sorted((_MANAGER.sub("", core_of(one)) for one in (text, other)), key=len)
    return long == short or long.startswith((f"{short} ", f"{short}:"))


def _said_by(command: Command) -> str:
    if command.kind == "prose":
        return f" (as {command.place.path.rpartition('/')[2]} says)"
    return " (as CI does)" if command.kind == "ci step" else ""


def _composed(draft: Draft) -> list[tuple[str, str, Command]]:
    """(what for, what to type, service) of compose files: those that stand alone, and those that change another one."""
    files: dict[str, list[Command]] = {}
    for command in draft.sheet.commands:
        if command.kind == "compose":
            files.setdefault(command.place.path, []).append(command)
    found: list[tuple[str, str, Command]] = []
    for path in sorted(files, key=lambda path: (path.count("/"), path.rpartition("/")[2] not in _COMPOSE_FILES, path)):
        folder, _, name = path.rpartition("/")
        base = next((base for known in _COMPOSE_FILES if (base := f"{folder}/{known}" if folder else known) in files), "")
        services = sorted(files[path], key=lambda command: command.place.line)
        shown = next((service for service in services if "built from" in service.text), services[0])
        if "/.devcontainer/" in f"/{path}":
            found.append((DEVELOPMENT_CONTAINER, f"docker compose -f {path} up", shown))
        elif is_of_a_tool(shown) or ".override." in name:
            continue
        elif path == base:
            built = any("built from" in service.text for service in (*services, *_overriding(files, path)))
            text = "docker compose up" if not folder else f"docker compose -f {path} up"
            found.append((CONTAINERS if built else BESIDE, text, shown))
        elif _only_changes(services, files.get(base, [])):
            if base:
                found.append((CONTAINERS, f"docker compose -f {base} -f {path} up", shown))
        else:
            built = any("built from" in service.text for service in services)
            found.append((CONTAINERS if built else BESIDE, f"docker compose -f {path} up", shown))
    return found


def _overriding(files: dict[str, list[Command]], base: str) -> list[Command]:
    """Services of the override file that compose reads along by itself."""
    stem, _, ending = base.rpartition(".")
    return files.get(f"{stem}.override.{ending}", [])


def _only_changes(services: list[Command], base: list[Command]) -> bool:
    """Does a compose file need another one: a service without image and build, or all of its names known there?"""
    bare = any(not re.search(r"(?:^|; )(?:image |built from |extends )", service.text) for service in services)
    names = {service.name for service in base}
    return bare or (bool(names) and all(service.name in names for service in services))
