"""Commands people type, sorted by what they are for."""

from __future__ import annotations

from apps.engine.artifact.draft import Draft
from apps.engine.facts import Command, Place

# What for, and the words in a command's name that tell.  The order is that of a first day.
_JOBS = (
    ("install", ("install", "setup", "bootstrap", "init", "deps")),
    ("start everything in containers", ()),
    ("start", ("start", "run", "serve", "dev", "up", "runserver", "server", "web", "app")),
    ("start background work", ("worker", "celery", "beat", "rq", "sidekiq", "jobs")),
    ("migrate the database", ("migrate", "migration", "migrations")),
    ("test", ("test", "tests", "pytest", "spec", "e2e", "coverage", "check")),
    ("check the code", ("lint", "typecheck", "types", "mypy", "eslint", "flake8", "ruff")),
    ("format the code", ("format", "fmt", "prettier", "black")),
    ("build", ("build", "compile", "bundle", "package", "image")),
    ("build the documentation", ("docs", "doc", "mkdocs")),
    ("deploy", ("deploy", "release", "publish")),
)
_COMPOSE_FILES = {"compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"}
_RANK = {"make": 0, "just": 1, "npm script": 2, "console script": 3, "tox": 4, "nox": 4, "procfile": 5, "compose": 6, "docker": 7}


def typed(command: Command) -> str:
    """What a person types."""
    name = command.name
    folder = command.place.path.rpartition("/")[0]
    if command.kind == "make":
        return f"make -C {folder} {name}" if folder else f"make {name}"
    if command.kind == "just":
        return f"just {name}"
    if command.kind == "npm script":
        prefix = f"npm --prefix {folder}" if folder else "npm"
        return f"{prefix} {name}" if name in ("start", "test") else f"{prefix} run {name}"
    if command.kind == "console script":
        return name
    if command.kind == "tox":
        return f"tox -e {name}"
    if command.kind == "nox":
        return f"nox -s {name}"
    if command.kind == "compose":
        plainly = command.place.path.rpartition("/")[2] in _COMPOSE_FILES and not folder
        return "docker compose up" if plainly else f"docker compose -f {command.place.path} up"
    return command.text


def job_of(command: Command) -> str:
    """What a command is for by its name, "" if the name does not tell."""
    if command.kind == "compose":
        return "start everything in containers"
    words = command.name.lower().replace("_", "-").replace(":", "-").replace(".", "-").split("-")
    for job, names in _JOBS:
        if words[0] in names:
            return job
    for job, names in _JOBS:
        if set(words) & set(names):
            return job
    return ""


def runnable(draft: Draft, each: int = 2, limit: int = 9) -> list[tuple[str, str, str, Place]]:
    """(what for, what to type, name, place), at most `each` a purpose, in the order of a first day."""
    by_job: dict[str, list[Command]] = {}
    for command in draft.sheet.commands:
        if command.kind in _RANK and (job := job_of(command)) and typed(command):
            by_job.setdefault(job, []).append(command)
    out: list[tuple[str, str, str, Place]] = []
    for job, _names in _JOBS:
        commands = sorted(
            by_job.get(job, []),
            key=lambda command: (command.place.path.count("/"), _RANK[command.kind], len(command.name), command.name),
        )
        seen: set[str] = set()
        for command in commands:
            text = typed(command)
            if text not in seen and len(seen) < each:
                seen.add(text)
                out.append((job, text, command.name, command.place))
    return out[:limit]
