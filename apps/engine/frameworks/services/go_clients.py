"""Go: databases opened by the name of their driver or by the driver's own function, and clients made in code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from apps.engine.facts import Call, ExternalService, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.services import file_databases
from apps.engine.frameworks.services.packages import AMQP
from apps.engine.frameworks.text import argument
from apps.engine.graph.declared.rules.go import package_name

_POSTGRES, _MYSQL, _SQL_SERVER = ("PostgreSQL", "database"), ("MySQL", "database"), ("SQL Server", "database")
_SQLITE, _CLICKHOUSE = (file_databases.NAME, "database"), ("ClickHouse", "database")
_REDIS, _MONGODB, _KAFKA = ("Redis", "cache"), ("MongoDB", "database"), ("Kafka", "queue")
# Names that drivers register themselves under.
_DRIVERS = {
    "sqlite3": _SQLITE, "sqlite": _SQLITE, "libsql": _SQLITE, "postgres": _POSTGRES, "postgresql": _POSTGRES, "pgx": _POSTGRES,
    "cloudsqlpostgres": _POSTGRES, "mysql": _MYSQL, "sqlserver": _SQL_SERVER, "mssql": _SQL_SERVER, "clickhouse": _CLICKHOUSE,
    "oracle": ("Oracle", "database"), "godror": ("Oracle", "database"), "snowflake": ("Snowflake", "database"),
}  # fmt: skip
# Packages whose functions take the name of a driver first.
_OPENERS = (
    "database/sql", "github.com/jmoiron/sqlx", "github.com/jinzhu/gorm", "xorm.io/xorm", "github.com/go-xorm/xorm",
    "github.com/XSAM/otelsql", "entgo.io/ent/dialect/sql",
)  # fmt: skip
_OPENS = frozenset({"Open", "Connect", "MustOpen", "MustConnect", "ConnectContext", "NewEngine", "OpenDB"})
# Beginning of a package → its functions that open a connection or make a client, and what is then talked to.
_CLIENTS: tuple[tuple[str, frozenset[str], tuple[str, str]], ...] = (
    ("gorm.io/driver/sqlite", frozenset({"Open"}), _SQLITE),
    ("github.com/glebarez/sqlite", frozenset({"Open"}), _SQLITE),
    ("gorm.io/driver/postgres", frozenset({"Open", "New"}), _POSTGRES),
    ("gorm.io/driver/mysql", frozenset({"Open", "New"}), _MYSQL),
    ("gorm.io/driver/sqlserver", frozenset({"Open", "New"}), _SQL_SERVER),
    ("gorm.io/driver/clickhouse", frozenset({"Open", "New"}), _CLICKHOUSE),
    ("github.com/jackc/pgx", frozenset({"Connect", "ConnectConfig", "New", "NewWithConfig", "NewConnPool"}), _POSTGRES),
    ("github.com/go-pg/pg", frozenset({"Connect"}), _POSTGRES),
    ("github.com/go-redis/redis", frozenset({"NewClient", "NewClusterClient", "NewUniversalClient"}), _REDIS),
    ("github.com/redis/go-redis", frozenset({"NewClient", "NewClusterClient", "NewUniversalClient"}), _REDIS),
    ("github.com/gomodule/redigo", frozenset({"Dial", "DialURL", "DialContext"}), _REDIS),
    ("github.com/garyburd/redigo", frozenset({"Dial", "DialURL"}), _REDIS),
    ("go.mongodb.org/mongo-driver", frozenset({"Connect", "NewClient"}), _MONGODB),
    ("gopkg.in/mgo.v2", frozenset({"Dial", "DialWithInfo"}), _MONGODB),
    ("github.com/globalsign/mgo", frozenset({"Dial", "DialWithInfo"}), _MONGODB),
    ("github.com/rabbitmq/amqp091-go", frozenset({"Dial", "DialConfig"}), (AMQP, "queue")),
    ("github.com/streadway/amqp", frozenset({"Dial", "DialConfig"}), (AMQP, "queue")),
    ("github.com/segmentio/kafka-go", frozenset({"NewReader", "NewWriter", "DialLeader"}), _KAFKA),
    ("github.com/nats-io/nats.go", frozenset({"Connect"}), ("NATS", "queue")),
    ("github.com/elastic/go-elasticsearch", frozenset({"NewClient", "NewDefaultClient"}), ("Elasticsearch", "search")),
    ("github.com/minio/minio-go", frozenset({"New"}), ("MinIO", "storage")),
    ("github.com/bradfitz/gomemcache", frozenset({"New"}), ("Memcached", "cache")),
    ("net/smtp", frozenset({"SendMail", "Dial"}), ("SMTP server", "mail")),
)


# Packages that are imported for nothing but the driver they bring; what is opened may be named by a setting.
_BROUGHT = {
    "github.com/jinzhu/gorm/dialects/mysql": _MYSQL, "github.com/jinzhu/gorm/dialects/postgres": _POSTGRES,
    "github.com/jinzhu/gorm/dialects/sqlite": _SQLITE, "github.com/jinzhu/gorm/dialects/mssql": _SQL_SERVER,
    "github.com/mattn/go-sqlite3": _SQLITE, "modernc.org/sqlite": _SQLITE, "github.com/glebarez/go-sqlite": _SQLITE,
    "github.com/ClickHouse/clickhouse-go": _CLICKHOUSE,
}  # fmt: skip


def find(code: Code, found: Found) -> None:
    """Add what the project's Go files show, once a file."""
    for facts in code.own("Go"):
        packages = {item.alias or package_name(item.module): item.module for item in facts.imports}
        seen: set[tuple[str, str]] = set()
        for service in _services(code, facts, packages):
            if (service.name, service.kind) not in seen:
                seen.add((service.name, service.kind))
                found.services.append(service)


def _services(code: Code, facts: FileFacts, packages: Mapping[str, str]) -> Iterator[ExternalService]:
    for call in facts.calls:
        package, _, name = call.callee.text.rpartition(".")
        module = packages.get(package, "") if call.callee.kind == "name" else ""
        known = _opened(code, facts, call, name, module) if module else None
        if known is not None and not (known == _SQLITE and _is_memory(code, facts, call)):
            place = Place(facts.path, call.line, call.end_line)
            yield ExternalService(*known, place, f"call {call.callee.text}", "syntax")
    opens = any(call.callee.text.rpartition(".")[2] in _OPENS for call in facts.calls)
    for item in facts.imports if opens else ():
        if item.module in _BROUGHT:
            place = Place(facts.path, item.line, item.line)
            yield ExternalService(*_BROUGHT[item.module], place, f"import {item.module}", "syntax")


def _opened(code: Code, facts: FileFacts, call: Call, name: str, module: str) -> tuple[str, str] | None:
    if name in _OPENS and module.startswith(_OPENERS):
        return _DRIVERS.get((text_of(code, facts.path, call.scope, argument(call, 0)) or "").lower())
    return next(
        (known for start, makers, known in _CLIENTS if name in makers and (module == start or module.startswith(f"{start}/"))),
        None,
    )


def _is_memory(code: Code, facts: FileFacts, call: Call) -> bool:
    """A database that lives no longer than the program."""
    given = (text_of(code, facts.path, call.scope, item.value) or "" for item in call.arguments[:2])
    return any(":memory:" in text or "mode=memory" in text for text in given)
