"""Systems outside, by packages of every ecosystem, imports and requests to literal hosts."""

from __future__ import annotations

import pytest

from apps.engine.facts import Argument, Call, Dependency, ExternalService, FileEntry, FileFacts, Import, Place, Value
from apps.engine.frameworks import find_framework_facts
from apps.engine.frameworks.services import each_once
from apps.engine.frameworks.services.packages import system_of
from apps.engine.graph import Resolver
from apps.engine.parsing import parse
from tests.engine.frameworks.building import facts_of


@pytest.mark.parametrize(
    ("ecosystem", "name", "expected"),
    [
        ("pypi", "Psycopg2_Binary", "PostgreSQL"),
        ("npm", "ioredis", "Redis"),
        ("npm", "amqplib", "AMQP broker"),
        ("go", "github.com/redis/go-redis/v9", "Redis"),
        ("go", "github.com/jackc/pgx/v5/pgxpool", "PostgreSQL"),
        ("go", "github.com/aws/aws-sdk-go-v2/service/s3", "Amazon S3"),
        ("go", "github.com/redis", ""),
        ("maven", "org.springframework.boot:spring-boot-starter-data-mongodb", "MongoDB"),
        ("cargo", "rdkafka", "Kafka"),
        ("rubygems", "pg", "PostgreSQL"),
        ("packagist", "predis/predis", "Redis"),
        ("nuget", "Npgsql", "PostgreSQL"),
        ("pypi", "pg", ""),
        ("", "redis", ""),
    ],
)
def test_packages(ecosystem: str, name: str, expected: str) -> None:
    assert (system_of(ecosystem, name) or ("", ""))[0] == expected


def test_declared_packages_for_development_only_say_nothing() -> None:
    declared = [
        Dependency("org.postgresql:postgresql", "", Place("pom.xml", 3), "runtime", "maven"),
        Dependency("com.h2database:h2", "", Place("pom.xml", 4), "runtime", "maven"),
        Dependency("mysql:mysql-connector-java", "", Place("pom.xml", 5), "test", "maven"),
        Dependency("github.com/lib/pq", "v1", Place("go.mod", 5), "indirect", "go"),
    ]
    found = find_framework_facts({}, {}, Resolver({}), declared, [])
    assert [(s.name, s.evidence, s.place.line) for s in found.services] == [
        ("PostgreSQL", "dependency org.postgresql:postgresql", 3)
    ]


def test_go_and_java() -> None:
    found = facts_of(
        {
            "store/db.go": """
                package store

                import (
                    "net/http"
                    "github.com/redis/go-redis/v9"
                    "github.com/aws/aws-sdk-go-v2/service/sqs"
                )

                func Load() {
                    http.Get("https://api.stripe.com/v1/charges")
                    http.NewRequest("GET", "https://api.stripe.com/v2", nil)
                    http.Get("http://localhost:80/x")
                    router.Handle("https://no.example.net/")
                }
            """,
            "Mail.java": """
                import org.springframework.mail.javamail.JavaMailSender;
                import org.springframework.kafka.core.KafkaTemplate;
                @FeignClient(name = "rates", url = "https://rates.shop.net/api")
                interface Rates {}
                class Mail {
                  void send() {
                    rest.getForObject("https://hooks.shop.net/x", String.class);
                    HttpRequest.newBuilder(URI.create("https://not.shop.net"));
                  }
                }
            """,
            "db_test.go": 'package store\n\nimport "github.com/lib/pq"\n',
        },
        roles={"db_test.go": "test"},
    )
    assert [(s.name, s.kind, s.evidence, s.place.path, s.place.line) for s in found.services] == [
        ("Amazon SQS", "queue", "import github.com/aws/aws-sdk-go-v2/service/sqs", "store/db.go", 6),
        ("Kafka", "queue", "import org.springframework.kafka.core", "Mail.java", 2),
        ("Mail server", "mail", "import org.springframework.mail.javamail", "Mail.java", 1),
        ("Redis", "cache", "import github.com/redis/go-redis/v9", "store/db.go", 5),
        ("api.stripe.com", "http", "host api.stripe.com", "store/db.go", 10),
        ("hooks.shop.net", "http", "host hooks.shop.net", "Mail.java", 7),
        ("rates.shop.net", "http", "host rates.shop.net", "Mail.java", 3),
    ]


@pytest.mark.parametrize(
    ("language", "module", "expected"),
    [
        ("C#", "StackExchange.Redis", "Redis"),
        ("C#", "System.Text", ""),
        ("PHP", "Aws\\S3\\S3Client", "Amazon S3"),
        ("PHP", "Illuminate\\Support\\Facades\\Mail", "Mail server"),
        ("Rust", "tokio_postgres::Client", "PostgreSQL"),
        ("Kotlin", "redis.clients.jedis", "Redis"),
    ],
)
def test_imports(language: str, module: str, expected: str) -> None:
    facts = FileFacts("a", language, imports=(Import(module, line=2, end_line=2),))
    found = find_framework_facts({"a": facts}, {"a": ""}, Resolver({"a": facts}), [], [FileEntry("a", language, 1)])
    assert [service.name for service in found.services] == ([expected] if expected else [])


def test_addresses_behind_a_maker() -> None:
    address = Value("call", call=Call(Value("name", "Uri"), (Argument(Value("string", "https://api.shop.net/v1")),)))
    facts = FileFacts("a.cs", "C#", calls=(Call(Value("name", "client.GetAsync"), (Argument(address),), line=4, end_line=4),))
    found = find_framework_facts({"a.cs": facts}, {"a.cs": ""}, Resolver({"a.cs": facts}), [], [FileEntry("a.cs", "C#", 1)])
    assert [(service.name, service.place.line) for service in found.services] == [("api.shop.net", 4)]


def test_a_protocol_is_no_product() -> None:
    found = facts_of(
        {"settings.py": 'import environ\n\nenv = environ.Env()\nBROKER = env("BROKER_URL", default="amqp://localhost")\n'}
    )
    assert [(service.name, service.kind, service.evidence) for service in found.services] == [
        ("AMQP broker", "queue", "address amqp://…")
    ]


def test_a_protocol_is_no_second_system_beside_its_broker() -> None:
    broker = ExternalService("AMQP broker", "queue", Place("a.py", 1), "address amqp://…", "framework:clients")
    rabbit = ExternalService("RabbitMQ", "queue", Place("compose.yml", 3), "compose service mq", "manifest:compose")
    package = ExternalService("RabbitMQ", "queue", Place("requirements.txt", 1), "dependency pika", "manifest")
    assert each_once([package, broker, rabbit]) == [rabbit]
    assert each_once([broker]) == [broker]


def test_databases_that_go_opens_by_the_name_or_the_function_of_their_driver() -> None:
    found = facts_of(
        {
            "go.mod": "module example.org/shop\n",
            "a.go": """
                package shop
                import (
                    "database/sql"
                    "github.com/jinzhu/gorm"
                    "net/http"
                )
                const driver = "postgres"
                func Open() {
                    gorm.Open("sqlite3", "./gorm.db")
                    gorm.Open("sqlite3", ":memory:")
                    sql.Open(driver, dsn)
                    sql.Open(name, dsn)
                    http.Open("mysql")
                }
            """,
            "b.go": """
                package shop
                import (
                    "gorm.io/driver/mysql"
                    "gorm.io/driver/sqlite"
                    "gorm.io/gorm"
                    redis "github.com/gomodule/redigo/redis"
                )
                func Other() {
                    gorm.Open(mysql.Open(dsn), &gorm.Config{})
                    gorm.Open(sqlite.Open("file::memory:?cache=shared"), &gorm.Config{})
                    redis.Dial("tcp", host)
                }
            """,
            "c.go": """
                package shop
                import (
                    "github.com/jinzhu/gorm"
                    _ "github.com/jinzhu/gorm/dialects/postgres"
                )
                func Third() { gorm.Open(setting.Kind, dsn) }
            """,
            "b_test.go": """
                package shop
                import "database/sql"
                func TestIt() { sql.Open("clickhouse", "") }
            """,
        },
        roles={"b_test.go": "test"},
    )
    assert ("PostgreSQL", "import github.com/jinzhu/gorm/dialects/postgres") in {
        (item.name, item.evidence) for item in found.services if item.place.path == "c.go"
    }
    opened = [item for item in found.services if item.evidence.startswith("call ")]
    assert sorted((item.name, item.evidence, item.place.path, item.place.line) for item in opened) == [
        ("MySQL", "call mysql.Open", "b.go", 9),
        ("PostgreSQL", "call sql.Open", "a.go", 11),
        ("Redis", "call redis.Dial", "b.go", 11),
        ("SQLite", "call gorm.Open", "a.go", 9),
    ]


def test_a_format_that_a_driver_brings_along_is_no_system():
    module = "go.mongodb.org/mongo-driver/v2"
    codec = f'package binding\n\nimport "{module}/bson"\n\nfunc Bind(body []byte) error {{ return bson.Unmarshal(body, nil) }}\n'
    driver = f'package store\n\nimport "{module}/mongo"\n'
    declared = [Dependency(module, "v2", Place("go.mod", 3), "direct", "go")]

    def systems(files: dict[str, str]) -> list[tuple[str, str]]:
        facts = {path: parse(path, "Go", text) for path, text in files.items()}
        inventory = [FileEntry(path, "Go", len(text)) for path, text in files.items()]
        found = find_framework_facts(facts, files, Resolver(facts), declared, inventory)
        return [(item.name, item.evidence) for item in found.services]

    assert systems({"bson.go": codec}) == []
    assert systems({"bson.go": codec, "db.go": driver}) == [
        ("MongoDB", f"import {module}/mongo"), ("MongoDB", f"dependency {module}"),
    ]  # fmt: skip
    assert systems({"a.go": "package a\n"}) == [("MongoDB", f"dependency {module}")]
