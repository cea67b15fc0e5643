"""Systems that settings name: by the scheme of an address, by a property of Spring, by the adapter of Rails."""

from __future__ import annotations

import re

from apps.engine.facts import ExternalService, Place
from apps.engine.manifests.collected import Collector

System = tuple[str, str]

_SCHEMES: dict[str, System] = {
    "jdbc:postgresql": ("PostgreSQL", "database"), "jdbc:mysql": ("MySQL", "database"), "jdbc:mariadb": ("MariaDB", "database"),
    "jdbc:sqlserver": ("SQL Server", "database"), "jdbc:oracle": ("Oracle", "database"),
    "r2dbc:postgresql": ("PostgreSQL", "database"),
    "r2dbc:mysql": ("MySQL", "database"), "mongodb": ("MongoDB", "database"), "mongodb+srv": ("MongoDB", "database"),
    "postgres": ("PostgreSQL", "database"), "postgresql": ("PostgreSQL", "database"), "mysql": ("MySQL", "database"),
    "redis": ("Redis", "cache"), "rediss": ("Redis", "cache"),
}  # fmt: skip
_ADDRESS = re.compile(r"(?:^|[\s:\"'({])(?P<scheme>(?:jdbc|r2dbc):[a-z0-9]+|[a-z+]+)(?=:(?:pool:)?(?://|thin:))")
# Beginning of a property → the system.
_SPRING: dict[str, System] = {
    "spring.data.mongodb": ("MongoDB", "database"), "spring.data.redis": ("Redis", "cache"), "spring.redis": ("Redis", "cache"),
    "spring.rabbitmq": ("RabbitMQ", "queue"), "spring.kafka": ("Kafka", "queue"), "spring.mail.host": ("SMTP server", "mail"),
    "spring.elasticsearch": ("Elasticsearch", "search"), "spring.cassandra": ("Cassandra", "database"),
    "spring.data.cassandra": ("Cassandra", "database"), "spring.neo4j": ("Neo4j", "database"),
    "spring.ldap": ("LDAP", "directory"),
    "spring.pulsar": ("Pulsar", "queue"),
}  # fmt: skip
_ADAPTERS: dict[str, System] = {
    "postgresql": ("PostgreSQL", "database"), "postgis": ("PostgreSQL", "database"), "mysql2": ("MySQL", "database"),
    "trilogy": ("MySQL", "database"), "sqlserver": ("SQL Server", "database"), "oracle_enhanced": ("Oracle", "database"),
    "sqlite3": ("SQLite", "database"), "redis": ("Redis", "cache"),
}  # fmt: skip
_ADAPTER = re.compile(r"^\s*adapter:\s*[\"']?(?P<name>\w+)[\"']?\s*(?:#.*)?$")
_RAILS = re.compile(r"(?:^|/)config/(?:database|cable)\.ya?ml(?:\.(?:erb|example|sample))?$")


def add_property(name: str, value: str, path: str, line: int, out: Collector) -> None:
    """The system that a property of Spring configures."""
    system = next((row for beginning, row in _SPRING.items() if name == beginning or name.startswith(f"{beginning}.")), None)
    found = None if system else _ADDRESS.search(value[:500])
    system = system or (_SCHEMES.get(found["scheme"]) if found else None)
    if system is not None:
        shown = f"property {name} ({found['scheme']}:…)" if found else f"property {name}"
        out.services.append(ExternalService(*system, Place(path, line, line), shown, "manifest:spring"))


def names_adapters(path: str, text: str) -> bool:
    """Is it a file in which Rails is told what its databases and channels are?"""
    return _RAILS.search(path) is not None and "adapter:" in text


def read_adapters(path: str, text: str, out: Collector) -> None:
    """The adapters of a file, each at its first line."""
    seen: set[System] = set()
    for number, line in enumerate(text.split("\n"), 1):
        found = _ADAPTER.match(line[:300])
        system = _ADAPTERS.get(found["name"]) if found else None
        if system is not None and found is not None and system not in seen:
            seen.add(system)
            out.services.append(
                ExternalService(*system, Place(path, number, number), f"adapter {found['name']}", "manifest:rails")
            )
