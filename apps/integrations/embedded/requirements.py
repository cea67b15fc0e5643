"""What the product needs of its servers, said in one sentence each when it is missing."""

from __future__ import annotations

import psycopg
import redis

POSTGRES = 150_000  # server_version_num
VECTOR = (0, 8)
REDIS = (6, 2)
ASK = """
SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), ''),
       coalesce((SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), ''),
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
       OR coalesce((SELECT bool_or(trusted) FROM pg_available_extension_versions WHERE name = 'vector'), false)
          AND has_database_privilege(current_database(), 'CREATE'),
       current_database()
"""


def missing_of_database(conninfo: str) -> list[str]:
    """Problems of the database: not reachable, too old, no pgvector (or too old a one), pgvector not ours to install."""
    try:
        with psycopg.connect(conninfo, connect_timeout=5) as session:
            version = session.info.server_version
            row = session.execute(ASK).fetchone()
    except psycopg.OperationalError as error:
        told = str(error).strip().splitlines()
        reason = f" It said: {told[-1].strip()}" if told else ""
        return [f"PostgreSQL can't be reached at DATABASE_URL. Check the address, and that the server runs.{reason}"]
    assert row is not None  # an aggregate always has one row
    installed, available, may_install, database = row
    return problems_of_database(version, installed, available, may_install, database)


def problems_of_database(version: int, installed: str, available: str, may_install: bool, database: str) -> list[str]:
    """`version` as in server_version_num; versions of pgvector, "" for none; whether our role may create the extension."""
    problems = []
    if version < POSTGRES:
        problems.append(f"PostgreSQL is version {version // 10_000}; version 15 or newer is needed.")
    vector = installed or available
    if not vector:
        problems.append("PostgreSQL has no pgvector. Install pgvector 0.8 or newer on the database server.")
    elif _numbers(vector) < VECTOR:
        problems.append(f"pgvector is version {vector}; version 0.8 or newer is needed.")
    elif not installed and not may_install:
        problems.append(
            f"pgvector is not switched on in the database {database}. Ask its administrator to run there: CREATE EXTENSION vector"
        )
    return problems


def missing_of_redis(url: str) -> list[str]:
    """Problems of the queue's server: not reachable or too old."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5) as client:
            told = client.info("server")
    except (redis.RedisError, ValueError):
        return ["Redis can't be reached at REDIS_URL. Check the address, and that the server runs."]
    return problems_of_redis(str(told.get("redis_version") or "0"))


def problems_of_redis(version: str) -> list[str]:
    """Of the Redis version that a server says it is compatible with (Valkey says 7.2)."""
    if _numbers(version) < REDIS:
        return [f"Redis is version {version}; version 6.2 or newer is needed."]
    return []


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
