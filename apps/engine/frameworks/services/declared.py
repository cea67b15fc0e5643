"""Go, Java, Kotlin, C#, Rust, PHP, Ruby, Swift: packages of clients that files import, and requests to literal hosts."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Call, ExternalService, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.services.hosts import host_of
from apps.engine.frameworks.services.packages import AMQP, System, go_system, system_of

# Beginning of what is imported → the system; the longest that fits counts.
_JVM: Mapping[str, System] = {
    "redis.clients.jedis": ("Redis", "cache"), "io.lettuce.core": ("Redis", "cache"), "org.redisson": ("Redis", "cache"),
    "org.springframework.data.redis": ("Redis", "cache"), "com.mongodb": ("MongoDB", "database"),
    "org.springframework.data.mongodb": ("MongoDB", "database"), "org.postgresql": ("PostgreSQL", "database"),
    "com.datastax": ("Cassandra", "database"), "org.springframework.data.cassandra": ("Cassandra", "database"),
    "org.neo4j.driver": ("Neo4j", "database"), "co.elastic.clients": ("Elasticsearch", "search"),
    "org.elasticsearch.client": ("Elasticsearch", "search"),
    "org.springframework.data.elasticsearch": ("Elasticsearch", "search"),
    "org.opensearch.client": ("OpenSearch", "search"), "com.rabbitmq.client": ("RabbitMQ", "queue"),
    "org.springframework.amqp.rabbit": ("RabbitMQ", "queue"), "org.apache.kafka.clients": ("Kafka", "queue"),
    "org.springframework.kafka": ("Kafka", "queue"), "org.apache.rocketmq": ("RocketMQ", "queue"),
    "org.apache.pulsar.client": ("Pulsar", "queue"), "io.nats.client": ("NATS", "queue"),
    "software.amazon.awssdk.services.s3": ("Amazon S3", "storage"), "com.amazonaws.services.s3": ("Amazon S3", "storage"),
    "software.amazon.awssdk.services.sqs": ("Amazon SQS", "queue"),
    "software.amazon.awssdk.services.dynamodb": ("Amazon DynamoDB", "database"),
    "com.google.cloud.storage": ("Google Cloud Storage", "storage"),
    "com.azure.storage.blob": ("Azure Blob Storage", "storage"),
    "com.google.cloud.pubsub": ("Google Cloud Pub/Sub", "queue"), "io.minio": ("MinIO", "storage"),
    "org.springframework.mail": ("Mail server", "mail"), "jakarta.mail": ("Mail server", "mail"),
    "javax.mail": ("Mail server", "mail"),
    "com.stripe": ("Stripe", "payment"), "com.twilio": ("Twilio", "messages"), "com.sendgrid": ("SendGrid", "mail"),
    "com.slack.api": ("Slack", "messages"), "io.sentry": ("Sentry", "monitoring"), "com.openai": ("OpenAI", "language model"),
    "com.anthropic": ("Anthropic", "language model"), "org.springframework.ldap": ("LDAP", "directory"),
}  # fmt: skip
_DOTNET: Mapping[str, System] = {
    "Npgsql": ("PostgreSQL", "database"), "MySqlConnector": ("MySQL", "database"), "MySql.Data": ("MySQL", "database"),
    "Microsoft.Data.SqlClient": ("SQL Server", "database"), "MongoDB.Driver": ("MongoDB", "database"),
    "StackExchange.Redis": ("Redis", "cache"), "RabbitMQ.Client": ("RabbitMQ", "queue"), "Confluent.Kafka": ("Kafka", "queue"),
    "Azure.Messaging.ServiceBus": ("Azure Service Bus", "queue"), "Azure.Storage.Blobs": ("Azure Blob Storage", "storage"),
    "Amazon.S3": ("Amazon S3", "storage"), "Amazon.SQS": ("Amazon SQS", "queue"), "MailKit": ("SMTP server", "mail"),
    "Stripe": ("Stripe", "payment"), "Twilio": ("Twilio", "messages"), "SendGrid": ("SendGrid", "mail"),
    "Elastic.Clients.Elasticsearch": ("Elasticsearch", "search"), "Microsoft.Azure.Cosmos": ("Azure Cosmos DB", "database"),
}  # fmt: skip
_PHP: Mapping[str, System] = {
    "Predis": ("Redis", "cache"), "MongoDB": ("MongoDB", "database"), "PhpAmqpLib": (AMQP, "queue"),
    "Aws.S3": ("Amazon S3", "storage"), "Aws.Sqs": ("Amazon SQS", "queue"),
    "Elastic.Elasticsearch": ("Elasticsearch", "search"),
    "Elasticsearch": ("Elasticsearch", "search"), "PHPMailer": ("SMTP server", "mail"), "Stripe": ("Stripe", "payment"),
    "Twilio": ("Twilio", "messages"), "SendGrid": ("SendGrid", "mail"), "Illuminate.Support.Facades.Redis": ("Redis", "cache"),
    "Illuminate.Support.Facades.Mail": ("Mail server", "mail"), "Symfony.Component.Mailer": ("Mail server", "mail"),
}  # fmt: skip
_BEGINNINGS: Mapping[str, Mapping[str, System]] = {"C#": _DOTNET, "Java": _JVM, "Kotlin": _JVM, "PHP": _PHP}
# Last parts of calls that send a request and are given its address.
_SENDERS: Mapping[str, frozenset[str]] = {
    "C#": frozenset({"GetAsync", "PostAsync", "PutAsync", "DeleteAsync", "GetStringAsync", "GetFromJsonAsync", "PostAsJsonAsync",
                     "GetByteArrayAsync", "GetStreamAsync", "HttpRequestMessage"}),
    "Go": frozenset({"Get", "Post", "PostForm", "Head", "NewRequest", "NewRequestWithContext", "SetBaseURL"}),
    "Java": frozenset({"getForObject", "getForEntity", "postForObject", "postForEntity", "exchange", "baseUrl", "rootUri", "GET",
                       "HttpGet", "HttpPost"}),
    "Kotlin": frozenset({"getForObject", "getForEntity", "postForObject", "exchange", "baseUrl", "get", "post", "put"}),
    "PHP": frozenset({"get", "post", "put", "patch", "delete", "request", "file_get_contents", "curl_init"}),
    "Ruby": frozenset({"get", "post", "put", "patch", "delete", "get_response", "start"}),
    "Rust": frozenset({"get", "post", "put", "patch", "delete", "head", "request"}),
    "Swift": frozenset({"dataTask", "data", "request"}),
}  # fmt: skip
_MOST = 3  # arguments among which the address is looked for


def find(code: Code, found: Found) -> None:
    """Add what the project's files of these languages show, each system once a file."""
    for language in sorted(_SENDERS):
        for facts in code.own(language):
            seen: set[System] = set()
            for item in facts.imports:
                system = _imported(language, item.module)
                if system is not None and system not in seen:
                    seen.add(system)
                    place = Place(facts.path, item.line, item.end_line or item.line)
                    found.services.append(ExternalService(*system, place, f"import {item.module}", "syntax"))
            for call in facts.calls:
                host = _asked(call, _SENDERS[language])
                if host and (host, "http") not in seen:
                    seen.add((host, "http"))
                    place = Place(facts.path, call.line, call.end_line)
                    found.services.append(ExternalService(host, "http", place, f"host {host}", "syntax"))
            if language in ("Java", "Kotlin"):
                _feign(facts, found)


def _imported(language: str, module: str) -> System | None:
    if language == "Go":
        return go_system(module)
    module = module.replace("\\", ".").replace("::", ".")
    if language == "Rust":
        first = module.partition(".")[0]
        return system_of("cargo", first) or system_of("cargo", first.replace("_", "-"))
    rows = _BEGINNINGS.get(language)
    if rows is None:
        return None
    parts = module.split(".")
    for size in range(len(parts), 0, -1):
        system = rows.get(".".join(parts[:size]))
        if system is not None:
            return system
    return None


def _asked(call: Call, senders: frozenset[str]) -> str:
    """The host that a request in a call goes to."""
    if not call.arguments or call.callee.text.replace("::", ".").rpartition(".")[2] not in senders:
        return ""
    for given in call.arguments[:_MOST]:
        value = given.value
        inner = value.call
        if (
            inner is not None
            and inner.callee.text.rpartition(".")[2] in ("create", "URI", "parse", "URL", "Uri")
            and inner.arguments
        ):
            value = inner.arguments[0].value
        if value.kind == "string" and (host := host_of(value.text)):
            return host
    return ""


def _feign(facts: FileFacts, found: Found) -> None:
    """``@FeignClient(url = "https://…")``."""
    for definition in facts.definitions:
        for decorator in definition.decorators:
            if decorator.name.rpartition(".")[2] in ("FeignClient", "RegisterRestClient", "HttpExchange"):
                for given in decorator.arguments:
                    host = host_of(given.value.text) if given.value.kind == "string" else ""
                    if host:
                        place = Place(facts.path, decorator.line, decorator.end_line)
                        found.services.append(ExternalService(host, "http", place, f"host {host}", "syntax"))
