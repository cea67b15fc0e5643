"""System checks of the servers: `manage.py check --database default`, and before every migration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Error, Tags, register
from django.db import connections
from psycopg.conninfo import make_conninfo

from apps.integrations.embedded.requirements import missing_of_database, missing_of_redis

NAMES = ("host", "port", "user", "password", "dbname")


def problems_of_servers(alias: str = "default") -> list[str]:
    """One sentence for each thing that PostgreSQL or Redis lacks."""
    told: dict[str, Any] = connections[alias].get_connection_params()
    conninfo = make_conninfo("", **{name: told[name] for name in NAMES if told.get(name)})
    return missing_of_database(conninfo) + missing_of_redis(settings.REDIS_URL)


@register(Tags.database)
def check_servers(
    app_configs: Sequence[AppConfig] | None = None, databases: Sequence[str] | None = None, **_: Any
) -> list[Error]:
    """Nothing unless a database was named, as Django asks of its checks."""
    return [Error(problem, id="pipeline.E001", obj=alias) for alias in databases or () for problem in problems_of_servers(alias)]
