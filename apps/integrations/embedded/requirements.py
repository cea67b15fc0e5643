"""What the product needs of its surroundings, said in one sentence each when it is missing."""

from __future__ import annotations

import psycopg
import redis

POSTGRES = 150_000  # server_version_num
VECTOR = (0, 8)
REDIS = (6, 2)


def missing_of_database(conninfo: str) -> list[str]:
    """Problems of the database: not reachable, too old, no pgvector (or too old a one)."""
    try:
        with psycopg.connect(conninfo, connect_timeout=5) as session:
            version = session.info.server_version
            row = session.execute(
                "SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), "
                "(SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), '')"
            ).fetchone()
    except psycopg.OperationalError:
        return ["PostgreSQL can't be reached at DATABASE_URL. Check the address, and that the server runs."]
    problems = []
    if version < POSTGRES:
        problems.append(f"PostgreSQL is version {version // 10_000}; version 15 or newer is needed.")
    vector = row[0] if row else ""
    if not vector:
        problems.append("PostgreSQL has no pgvector. Install pgvector 0.8 or newer on the database server.")
    elif _numbers(vector) < VECTOR:
        problems.append(f"pgvector is version {vector}; version 0.8 or newer is needed.")
    return problems


def missing_of_redis(url: str) -> list[str]:
    """Problems of the queue's server: not reachable or too old."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            told = client.info("server")
    except (redis.RedisError, ValueError):
        return ["Redis can't be reached at REDIS_URL. Check the address, and that the server runs."]
    version = str(told.get("valkey_version") or told.get("redis_version") or "0")
    if _numbers(version) < REDIS:
        return [f"Redis is version {version}; version 6.2 or newer is needed."]
    return []


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
