"""Per-file facts → endpoints, models, configuration, entry points, jobs and external services.  One module a framework.

`PLUGS` lists the modules.  They don't know each other; what several share (names, text, mounts) has modules of its own.  What
can't be known is an `Unknown` with its reason, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from apps.engine.facts import Dependency, FileEntry, FileFacts
from apps.engine.frameworks import (
    active_record,
    aiohttp,
    aspnet,
    container_scripts,
    conventions,
    cpp_routes,
    decorated_models,
    django,
    doctrine,
    drizzle,
    ef_core,
    eloquent,
    elysia,
    environment,
    exposed,
    express,
    fastapi,
    fastify,
    file_routes,
    flask,
    go_routes,
    gorm,
    graphql,
    hapi,
    hono,
    jobs,
    jpa,
    jvm,
    knex,
    koa,
    laravel,
    litestar,
    messages,
    mongoid,
    mongoose,
    nestjs,
    php_jobs,
    prisma,
    programs,
    pydantic,
    rails,
    record_models,
    ruby_apps,
    ruby_jobs,
    rust_models,
    rust_routes,
    schemas,
    script_jobs,
    sequelize,
    services,
    small_servers,
    sql_tables,
    sqlalchemy,
    symfony,
    tornado,
    trpc,
    vapor,
)
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found, FrameworkFacts
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
    found = Found()
    for name in sorted(PLUGS):
        found.add(PLUGS[name](code))
    found.add(schemas.openapi.find(code, found.endpoints))
    found.endpoints = graphql.mark(code, found.endpoints)
    found.add(messages.find(code, found.endpoints, found.jobs, found.models))
    if not found.models:
        found.models = conventions.models_by_folder(code)
    found.models = sql_tables.without_mapped(found.models)
    return found.facts()
