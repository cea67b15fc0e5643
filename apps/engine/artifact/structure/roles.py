"""The technologies that a program stands on, by the role they play, the principal ones of each role."""

from __future__ import annotations

import re

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.known import STACK, WITHIN, normalised, package_of, packages_of, purpose_of, unversioned
from apps.engine.artifact.prose import code, plain
from apps.engine.facts import Command, Dependency

EACH = 2  # technologies of one role

# Role, the purposes of packages that fill it, and the packages that count first; "only" leaves out all others.
_ROLES: tuple[tuple[str, tuple[str, ...], str, bool], ...] = (
    ("Web framework", ("web framework",), "", False),
    ("Content management", ("content management",), "wagtail django-cms", False),
    ("REST API", ("REST API",), "djangorestframework django-ninja flask-restful", False),
    ("GraphQL", ("GraphQL",), "graphene-django graphene strawberry-graphql ariadne @apollo/server apollo-server "
     "@apollo/client urql graphql-core graphql", False),
    ("Remote procedure calls", ("remote procedure calls",), "grpcio @trpc/server", False),
    ("Object-relational mapping", ("object-relational mapping",), "sqlmodel sqlalchemy prisma typeorm sequelize", False),
    ("Object-document mapping", ("object-document mapping",), "mongoose", False),
    ("Schema migrations", ("schema migrations",), "alembic", False),
    ("PostgreSQL driver", ("PostgreSQL driver",), "psycopg psycopg2 psycopg2-binary asyncpg pg", False),
    ("MySQL driver", ("MySQL driver",), "", False),
    ("SQLite driver", ("SQLite driver",), "", False),
    ("MongoDB driver", ("MongoDB driver",), "", False),
    ("Embedded database", ("embedded database",), "", False),
    ("Redis client", ("Redis client",), "redis ioredis django-redis", False),
    ("Search engine client", ("search engine client",), "", False),
    ("Background jobs", ("background jobs",), "celery rq dramatiq huey arq bullmq bull agenda apscheduler "
     "django-celery-beat", False),
    ("Validation", ("validation",), "pydantic zod joi yup class-validator ajv express-validator", False),
    ("Authentication", ("authentication and tokens",),
     "django-allauth passport fastapi-users next-auth djangorestframework-simplejwt djangorestframework-jwt drf-jwt "
     "passport-jwt pyjwt authlib jsonwebtoken python-jose", False),
    ("Application server", ("application server",), "gunicorn uvicorn hypercorn daphne granian waitress", False),
    ("Process manager", ("process manager",), "pm2 supervisor", True),
    ("User interface", ("user interface",), "react vue svelte @angular/core preact solid-js htmx.org", False),
    ("Language models", ("language models",), "", False),
    ("Machine learning", ("machine learning",), "", False),
    ("Logging", ("logging",), "structlog loguru winston pino django-structlog morgan", False),
    ("Bundler", ("bundling",), "vite webpack rollup esbuild parcel turbo", True),
    ("Test runner", ("tests",), "pytest jest vitest mocha ava jasmine @playwright/test playwright cypress rspec rspec-rails "
     "phpunit/phpunit junit:junit org.junit.jupiter:junit-jupiter org.springframework.boot:spring-boot-starter-test "
     "github.com/stretchr/testify nose2", True),
    ("Type checker", ("type checking",), "typescript mypy pyright ty", False),
    ("Code style", ("code style",), "ruff black flake8 pylint eslint @biomejs/biome prettier stylelint rubocop", True),
)  # fmt: skip
_OF_TESTS = frozenset({"Test runner", "Type checker", "Code style"})  # roles that what only tests need may play
_BROUGHT = frozenset({"indirect", "managed", "constraint", "constraints", "override", "overrides"})
_ROLE_OF = {purpose: role for role, purposes, _first, _only in _ROLES for purpose in purposes}
_IMAGES = {
    "python": "Python", "node": "Node.js", "golang": "Go", "ruby": "Ruby", "php": "PHP", "rust": "Rust", "openjdk": "Java",
    "eclipse-temurin": "Java", "oven/bun": "Bun", "denoland/deno": "Deno",
}  # fmt: skip
_WRITTEN_IN = dict.fromkeys(("Node.js", "Bun", "Deno"), ("TypeScript", "JavaScript", "TSX", "JSX"))
_IMAGE = re.compile(r"^(?:--\S+ )*(?:docker\.io/)?(?:library/)?(?P<name>[\w./-]+):(?P<version>[\w.-]+)")


def is_brought(dependency: Dependency) -> bool:
    """Whether another package brings it, or a manifest only fixes its version for those that may."""
    return dependency.group.lower() in _BROUGHT


def version_of(dependency: Dependency) -> str:
    """The resolved version, else what the manifest asks for, as code; where it asks for nothing, that."""
    if dependency.resolved:
        return code(dependency.resolved, 40)
    return code(dependency.spec, 40) if dependency.spec else "not stated"


def frameworks_in_order(draft: Draft) -> list[str]:
    """Frameworks, those first that carry most of the program; a part of another one (``X settings`` of ``X``) is left out."""
    order = {purpose: position for position, purpose in enumerate(STACK)}
    named = draft.sheet.frameworks
    whole = [name for name in named if not any(name.startswith(f"{other} ") and "REST" not in name for other in named)]
    return sorted(whole, key=lambda name: (order.get(purpose_of(package_of(name)), len(order)), name.lower()))


def find_dependency(draft: Draft, name: str) -> Dependency | None:
    """The declaration of a package; the one with a version first, then the one nearest the root."""
    wanted = unversioned(normalised(name))
    found = [dependency for dependency in draft.sheet.dependencies if unversioned(normalised(dependency.name)) == wanted]
    return min(
        found,
        key=lambda dependency: (
            is_brought(dependency), not (dependency.resolved or dependency.spec), dependency.place.path.count("/"),
            dependency.place.path,
        ),
        default=None,
    )  # fmt: skip


def declaration(draft: Draft, framework: str) -> Dependency | None:
    """The declaration of the package that brings a framework."""
    return next((found for name in packages_of(framework) if (found := find_dependency(draft, name)) is not None), None)


def find_rows(draft: Draft) -> list[list[str]]:
    """Finished rows: role, technology, version, citations; at most two of a role, what the rest stands on first."""
    named: dict[str, list[tuple[str, Dependency | None, str]]] = {role: [] for role, *_rest in _ROLES}
    others: dict[str, list[tuple[str, Dependency | None, str]]] = {}
    seen: set[str] = set()
    for framework in frameworks_in_order(draft):
        packages = packages_of(framework)
        seen.update(unversioned(name) for name in packages)
        role = next((role for name in packages if (role := _ROLE_OF.get(purpose_of(name)))), "Framework")
        into = named if role in named else others
        into.setdefault(role, []).append((plain(framework, 60), declaration(draft, framework), framework))
    for role, purposes, first, only in _ROLES:
        order = {name: position for position, name in enumerate(first.split())}
        fitting = [
            dependency
            for dependency in draft.sheet.dependencies
            if purpose_of(dependency.name) in purposes
            and (not only or normalised(dependency.name) in order)
            and not is_brought(dependency)
            and (role in _OF_TESTS or not dependency.group.lower().startswith("test"))
        ]
        for dependency in sorted(
            fitting,
            key=lambda item: (
                order.get(normalised(item.name), len(order)), item.place.path.count("/"), item.place.path, item.place.line,
            ),
        ):  # fmt: skip
            name = normalised(dependency.name)
            # Beside a principal technology only another one counts, no helper of it.
            helps = bool(order) and bool(named[role]) and name not in order
            if unversioned(name) not in seen and not helps and len(named[role]) < EACH:
                seen.add(unversioned(name))
                named[role].append((code(dependency.name, 80), find_dependency(draft, name) or dependency, ""))
    rows = _runtimes(draft)
    for role, found in (*named.items(), *others.items()):
        rows += [_row(draft, role, *item) for item in found[:EACH]]
    return rows


def _row(draft: Draft, role: str, name: str, dependency: Dependency | None, framework: str) -> list[str]:
    if dependency is None:
        return [role, name, WITHIN.get(framework.lower(), "not declared"), _cite_user(draft, framework)]
    cites = [draft.cite_named(dependency.place, "dependency", dependency.name)]
    if dependency.locked_at is not None:
        cites.append(draft.cite_named(dependency.locked_at, "locked", dependency.name))
    spec = dependency.spec if dependency.spec.lstrip("= ") != dependency.resolved else ""
    asked = f" ({code(spec, 40)} asked for)" if dependency.resolved and spec else ""
    return [role, name, version_of(dependency) + asked, draft.cite_all(cites)]


def _runtimes(draft: Draft) -> list[list[str]]:
    """The versions of languages that manifests ask for; where none does, those of the images it is built from."""
    asked: dict[str, tuple[str, Command]] = {}
    for command in sorted(draft.sheet.commands, key=lambda command: (command.place.path.count("/"), command.place)):
        if command.kind == "runtime":
            asked.setdefault(command.name, (command.text, command))
    for command in sorted(draft.sheet.commands, key=lambda command: (command.place.path.count("/"), command.place)):
        found = _IMAGE.match(command.text) if command.kind == "docker" and command.name == "FROM" else None
        if found and found["name"] in _IMAGES and not command.place.path.startswith("."):
            asked.setdefault(_IMAGES[found["name"]], (found["version"], command))
    written = [language.name for language in draft.code_languages]
    rank = {
        name: min((written.index(item) for item in _WRITTEN_IN.get(name, (name,)) if item in written), default=len(written))
        for name in asked
    }
    return [
        ["Language runtime", plain(name), code(asked[name][0], 40), draft.cite_named(asked[name][1].place, "runtime", name)]
        for name in sorted(asked, key=lambda name: (rank[name], name))[:EACH]
    ]


def _cite_user(draft: Draft, framework: str) -> str:
    """An endpoint or model that is made with a framework which no manifest declares."""
    wanted = framework.lower()
    endpoint = next((fact for fact in draft.sheet.endpoints if fact.framework.lower() == wanted), None)
    if endpoint is not None:
        return draft.cite_endpoint(endpoint)
    model = next((fact for fact in draft.sheet.models if fact.framework.lower() == wanted), None)
    return draft.cite_model(model) if model is not None else ""
