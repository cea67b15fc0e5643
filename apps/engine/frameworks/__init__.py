"""Per-file facts → endpoints, models, configuration, entry points, jobs and external services.  One module a framework.

`PLUGS` lists the modules.  They stand in rooms by ecosystem: `python`, `scripts` (JavaScript, TypeScript), `jvm`, `dotnet`,
`ruby`, `php`, `go`, `rust`, `swift`, `cpp`, `schemas`; beside these stands what is read in several languages, and what several
modules share (names, text, mounts).  Frameworks don't know each other.  What can't be known is an `Unknown` with its reason,
never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from apps.engine.facts import Asides, Dependency, FileEntry, FileFacts, find_asides
from apps.engine.frameworks import container_scripts, conventions, environment, jvm, programs, schemas, services
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.cpp import routes as cpp_routes
from apps.engine.frameworks.dotnet import aspnet, ef_core
from apps.engine.frameworks.found import Found, FrameworkFacts
from apps.engine.frameworks.go import gorm
from apps.engine.frameworks.go import routes as go_routes
from apps.engine.frameworks.jvm import exposed, jpa
from apps.engine.frameworks.php import doctrine, eloquent, laravel, symfony
from apps.engine.frameworks.php import jobs as php_jobs
from apps.engine.frameworks.python import (
    aiohttp,
    django,
    fastapi,
    flask,
    jobs,
    litestar,
    messages,
    pydantic,
    record_models,
    small_servers,
    sqlalchemy,
    tornado,
)
from apps.engine.frameworks.ruby import active_record, mongoid, rails
from apps.engine.frameworks.ruby import apps as ruby_apps
from apps.engine.frameworks.ruby import jobs as ruby_jobs
from apps.engine.frameworks.rust import models as rust_models
from apps.engine.frameworks.rust import routes as rust_routes
from apps.engine.frameworks.schemas import graphql, sql_tables
from apps.engine.frameworks.scripts import (
    decorated_models,
    drizzle,
    elysia,
    express,
    fastify,
    file_routes,
    hapi,
    hono,
    knex,
    koa,
    message_schemas,
    mongoose,
    nestjs,
    prisma,
    sequelize,
    trpc,
)
from apps.engine.frameworks.scripts import jobs as script_jobs
from apps.engine.frameworks.swift import vapor
from apps.engine.graph.resolve import Resolver

__all__ = ["PLUGS", "FrameworkFacts", "find_framework_facts"]

PLUGS: dict[str, Callable[[Code], Found]] = {
    "active record": active_record.find,
    "aiohttp": aiohttp.find,
    "asp.net core": aspnet.find,
    "container scripts": container_scripts.find,
    "conventions": conventions.find,
    "cpp routes": cpp_routes.find,
    "decorated models": decorated_models.find,
    "django": django.find,
    "doctrine": doctrine.find,
    "drizzle": drizzle.find,
    "ef core": ef_core.find,
    "eloquent": eloquent.find,
    "elysia": elysia.find,
    "environment": environment.find,
    "exposed": exposed.find,
    "express": express.find,
    "fastapi": fastapi.find,
    "fastify": fastify.find,
    "file routes": file_routes.find,
    "flask": flask.find,
    "go routes": go_routes.find,
    "gorm": gorm.find,
    "hapi": hapi.find,
    "hono": hono.find,
    "jobs": jobs.find,
    "jpa": jpa.find,
    "jvm": jvm.find,
    "knex": knex.find,
    "koa": koa.find,
    "laravel": laravel.find,
    "litestar": litestar.find,
    "message schemas": message_schemas.find,
    "mongoid": mongoid.find,
    "mongoose": mongoose.find,
    "nestjs": nestjs.find,
    "php jobs": php_jobs.find,
    "prisma": prisma.find,
    "programs": programs.find,
    "pydantic": pydantic.find,
    "rails": rails.find,
    "record models": record_models.find,
    "rust models": rust_models.find,
    "rust routes": rust_routes.find,
    "ruby apps": ruby_apps.find,
    "ruby jobs": ruby_jobs.find,
    "schemas": schemas.find,
    "script jobs": script_jobs.find,
    "sequelize": sequelize.find,
    "services": services.find,
    "small servers": small_servers.find,
    "sql tables": sql_tables.find,
    "sqlalchemy": sqlalchemy.find,
    "symfony": symfony.find,
    "tornado": tornado.find,
    "trpc": trpc.find,
    "vapor": vapor.find,
}


def find_framework_facts(
    files: Mapping[str, FileFacts],
    texts: Mapping[str, str],
    resolver: Resolver,
    dependencies: Sequence[Dependency],
    inventory: Sequence[FileEntry],
) -> FrameworkFacts:
    """Framework facts of one commit.

    `files` holds what was parsed, `texts` every kept file's text, `inventory` every path with its role.
    """
    code = Code(files, texts, resolver, dependencies, inventory)
    asides = find_asides(inventory)
    program = cache(lambda: code.without(asides))
    found = Found()
    own: set[str] = set()
    for name in sorted(PLUGS):
        plug = PLUGS[name]
        told = plug(code)
        found.add(told)
        if told.frameworks:
            own.update(told.frameworks if _is_of_the_program(told, asides) else plug(program()).frameworks)
    found.add(schemas.openapi.find(code, found.endpoints))
    found.endpoints = graphql.mark(code, found.endpoints)
    shapes = messages.find(code, found.endpoints, found.jobs, found.models)
    found.add(shapes)
    own.update(model.framework for model in shapes.models if not asides.holds(model.place.path))
    if not found.models:
        found.models = conventions.models_by_folder(code)
    found.models = sql_tables.without_mapped(found.models)
    facts = found.facts()
    beside = tuple(name for name in facts.frameworks if name not in own)
    return replace(facts, frameworks=tuple(name for name in facts.frameworks if name in own), frameworks_beside=beside)


def _is_of_the_program(found: Found, asides: Asides) -> bool:
    """Whether all that shows a framework stands in the program itself, as far as it is told where that is."""
    if not asides:
        return True
    paths = [(item.registered or item.place).path for item in found.endpoints]
    paths += [item.place.path for facts in (found.models, found.entry_points, found.jobs) for item in facts]
    return bool(paths) and not any(asides.holds(path) for path in paths)
