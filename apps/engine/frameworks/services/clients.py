"""Python and JavaScript: clients made in code, database settings, requests to literal hosts."""

from __future__ import annotations

from apps.engine.facts import Call, ExternalService, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.services import file_databases
from apps.engine.frameworks.services.hosts import host_of
from apps.engine.frameworks.services.packages import AMQP
from apps.engine.frameworks.text import argument, dict_item, keyword

_ENGINES = {
    "postgresql": "PostgreSQL", "postgresql_psycopg2": "PostgreSQL", "postgis": "PostgreSQL", "mysql": "MySQL",
    "oracle": "Oracle",
}  # fmt: skip
_SCHEMES = {
    "postgres": ("PostgreSQL", "database"), "postgresql": ("PostgreSQL", "database"), "mysql": ("MySQL", "database"),
    "mariadb": ("MariaDB", "database"),
    "mongodb": ("MongoDB", "database"), "mongodb+srv": ("MongoDB", "database"), "redis": ("Redis", "cache"),
    "rediss": ("Redis", "cache"),
    "amqp": (AMQP, "queue"), "amqps": (AMQP, "queue"),  # a protocol, that several brokers speak
}  # fmt: skip
# Beginning of the dotted name that is called → (service, kind).
_CLIENTS = {
    "redis.Redis": ("Redis", "cache"), "redis.StrictRedis": ("Redis", "cache"), "redis.from_url": ("Redis", "cache"),
    "redis.createClient": ("Redis", "cache"),
    "psycopg.connect": ("PostgreSQL", "database"), "psycopg2.connect": ("PostgreSQL", "database"),
    "asyncpg.connect": ("PostgreSQL", "database"),
    "asyncpg.create_pool": ("PostgreSQL", "database"), "pg.Pool": ("PostgreSQL", "database"),
    "pg.Client": ("PostgreSQL", "database"),
    "mongoose.connect": ("MongoDB", "database"), "mongoose.createConnection": ("MongoDB", "database"),
    "mongodb.MongoClient": ("MongoDB", "database"),
    "pymongo.MongoClient": ("MongoDB", "database"),
    "mysql2.createPool": ("MySQL", "database"),
    "mysql2.createConnection": ("MySQL", "database"), "mysql.createConnection": ("MySQL", "database"),
    "pymysql.connect": ("MySQL", "database"),
    "elasticsearch.Elasticsearch": ("Elasticsearch", "search"), "opensearchpy.OpenSearch": ("OpenSearch", "search"),
    "pika.BlockingConnection": ("RabbitMQ", "queue"), "amqplib.connect": (AMQP, "queue"),
    "kafka.KafkaProducer": ("Kafka", "queue"),
    "kafka.KafkaConsumer": ("Kafka", "queue"), "kafkajs.Kafka": ("Kafka", "queue"),
    "nodemailer.createTransport": ("SMTP server", "mail"), "smtplib.SMTP": ("SMTP server", "mail"),
    "smtplib.SMTP_SSL": ("SMTP server", "mail"),
    "aiosmtplib.send": ("SMTP server", "mail"), "aiosmtplib.SMTP": ("SMTP server", "mail"),
    "yagmail.SMTP": ("SMTP server", "mail"), "redmail.EmailSender": ("SMTP server", "mail"),
    "fastapi_mail.FastMail": ("SMTP server", "mail"), "flask_mail.Mail": ("SMTP server", "mail"),
    "flask_mailman.Mail": ("SMTP server", "mail"), "nodemailer.default.createTransport": ("SMTP server", "mail"),
    "django.core.mail.EmailMessage": ("Mail server", "mail"), "django.core.mail.send_mass_mail": ("Mail server", "mail"),
    "django.core.mail.EmailMultiAlternatives": ("Mail server", "mail"), "django.core.mail.mail_admins": ("Mail server", "mail"),
    "sqlite3.connect": (file_databases.NAME, "database"), "aiosqlite.connect": (file_databases.NAME, "database"),
    "django.core.mail.send_mail": ("Mail server", "mail"), "stripe.Stripe": ("Stripe", "payment"),
    "stripe.PaymentIntent": ("Stripe", "payment"),
    "stripe": ("Stripe", "payment"), "twilio": ("Twilio", "messages"),
    "sentry_sdk.init": ("Sentry", "monitoring"),
    "openai.OpenAI": ("OpenAI", "language model"),
    "anthropic.Anthropic": ("Anthropic", "language model"),
    "sendgrid.SendGridAPIClient": ("SendGrid", "mail"),
    "minio.Minio": ("MinIO", "storage"),
    "hvac.Client": ("Vault", "secrets"), "ldap.initialize": ("LDAP", "directory"),
}  # fmt: skip
# Packages all of whose classes are clients of one service.
_FAMILIES = {
    "redis.asyncio": ("Redis", "cache"), "ioredis": ("Redis", "cache"), "motor.motor_asyncio": ("MongoDB", "database"),
    "confluent_kafka": ("Kafka", "queue"), "google.cloud.storage": ("Google Cloud Storage", "storage"),
    "azure.storage.blob": ("Azure Blob Storage", "storage"), "slack_sdk": ("Slack", "messages"), "stripe": ("Stripe", "payment"),
    "twilio": ("Twilio", "messages"), "openai": ("OpenAI", "language model"), "anthropic": ("Anthropic", "language model"),
}  # fmt: skip
_MAIL = ("SMTP server", "mail")
_MAKERS = frozenset({name.rpartition(".")[2] for name in _CLIENTS} | {"client", "resource", "init", "stripe", "twilio", "send"})
_BOTO = frozenset({
    "boto3.client", "boto3.resource", "boto3.session.Session.client", "boto3.Session.client", "boto3.Session.resource",
})  # fmt: skip
_AWS = {
    "s3": ("Amazon S3", "storage"), "sqs": ("Amazon SQS", "queue"), "sns": ("Amazon SNS", "messages"),
    "ses": ("Amazon SES", "mail"), "sesv2": ("Amazon SES", "mail"), "dynamodb": ("Amazon DynamoDB", "database"),
    "secretsmanager": ("AWS Secrets Manager", "secrets"), "lambda": ("AWS Lambda", "functions"), "kms": ("AWS KMS", "secrets"),
    "bedrock-runtime": ("Amazon Bedrock", "language model"),
}  # fmt: skip
_SENDERS = frozenset({"get", "post", "put", "patch", "delete", "head", "request", "stream", "create"})
_HTTP = (
    "requests.",
    "httpx.",
    "aiohttp.",
    "axios",
    "node-fetch",
    "got",
    "fetch",
    "undici",
    "superagent",
    "ky",
    "urllib.request.urlopen",
)


def find(code: Code, found: Found) -> None:
    """Add what the project's Python and JavaScript files show, once a file."""
    for facts in code.own("Python", "JavaScript", "TypeScript", "TSX"):
        seen: set[tuple[str, str]] = set()
        for call in facts.calls:
            service = _client(code, facts, call) or _host(code, facts, call)
            if service is not None and (service.name, service.kind) not in seen:
                seen.add((service.name, service.kind))
                found.services.append(service)
        if facts.language == "Python":
            _engines(code, facts, found)
            file_databases.find(code, facts, found)


def _client(code: Code, facts: FileFacts, call: Call) -> ExternalService | None:
    if call.callee.kind != "name":
        return None
    last = call.callee.text.rpartition(".")[2]
    if not last[:1].isupper() and last not in _MAKERS:
        return None
    origin = code.names.of(facts.path, call.scope, call.callee).external
    if origin in _BOTO:
        name = code.folder.text(facts.path, call.scope, argument(call, 0, "service_name"))
        known: tuple[str, str] | None = _AWS.get(name or "", ("Amazon Web Services", "cloud"))
    elif origin.startswith("@sentry/"):
        known = ("Sentry", "monitoring") if origin.endswith(".init") else None
    else:
        known = _MAIL if _sends(origin, call) else _CLIENTS.get(origin)
        if known is None and (last[:1].isupper() or call.is_new):
            known = next(
                (service for family, service in _FAMILIES.items() if origin == family or origin.startswith(f"{family}.")), None
            )
    if known is None or (known[0] == file_databases.NAME and _is_memory(call)):
        return None
    return ExternalService(known[0], known[1], Place(facts.path, call.line, call.end_line), f"call {call.callee.text}", "syntax")


def _is_memory(call: Call) -> bool:
    first = argument(call, 0, "database")
    return first is not None and first.text == ":memory:"


def _sends(origin: str, call: Call) -> bool:
    """``emails.Message(…).send(smtp=…)``: the library is told which server takes its messages."""
    return origin.startswith("emails.") and origin.endswith(".send") and keyword(call.arguments, "smtp") is not None


def _host(code: Code, facts: FileFacts, call: Call) -> ExternalService | None:
    """A request to a host that stands in the code."""
    if not call.arguments or call.callee.kind != "name":
        return None
    last = call.callee.text.rpartition(".")[2]
    if last not in _SENDERS and call.callee.text not in ("fetch", "axios", "got") and last != "urlopen":
        return None
    origin = code.names.of(facts.path, call.scope, call.callee).external or (
        call.callee.text if call.callee.text == "fetch" else ""
    )
    if not origin.startswith(_HTTP):
        return None
    position = 1 if last in ("request", "stream") and origin.startswith(("requests.", "httpx.")) else 0
    text = code.folder.text(facts.path, call.scope, argument(call, position, "url"))
    host = host_of(text or _beginning(code, facts, call, position))
    if not host:
        return None
    here = Place(facts.path, call.line, call.end_line)
    written = next(iter(code.constant_places(facts.path, call.scope, argument(call, position, "url"))), None)
    inside = written is None or (written.path == here.path and here.line <= written.line <= here.end_line)
    return ExternalService(host, "http", here, f"host {host}", "syntax", None if inside else written)


def _beginning(code: Code, facts: FileFacts, call: Call, position: int) -> str:
    """The literal beginning of an f-string or template."""
    value = argument(call, position, "url")
    if value is None or value.kind not in ("template", "binary") or not value.items:
        return ""
    first = value.items[0]
    text = code.folder.text(facts.path, call.scope, first) or ""
    return text if text.startswith(("http://", "https://")) and text.count("/") > 2 else ""


def _engines(code: Code, facts: FileFacts, found: Found) -> None:
    """Django's `DATABASES` and `EMAIL_HOST`, and addresses given as defaults in settings."""
    for assignment in facts.assignments:
        value = assignment.value
        if value is None:
            continue
        if assignment.target == "EMAIL_HOST" and not assignment.scope and "django" in code.imports and value.text != "localhost":
            place = Place(facts.path, assignment.line, assignment.end_line)
            found.services.append(ExternalService("Mail server", "mail", place, "EMAIL_HOST", "framework:django"))
        if assignment.target == "DATABASES" and value.kind == "dict":
            for item in value.items:
                engine = dict_item(item, "ENGINE")
                name = _ENGINES.get(engine.text.rpartition(".")[2]) if engine is not None and engine.kind == "string" else None
                if engine is not None and name is not None:
                    # Under a condition, such as that of continuous integration, it says no more than other code.
                    source = "framework:django" if code.branches.of(facts.path, engine.line) is None else "syntax"
                    place = Place(facts.path, engine.line, engine.end_line)
                    found.services.append(ExternalService(name, "database", place, "DATABASES", source))
    for call in facts.calls:
        last = call.callee.text.rpartition(".")[2]
        if last not in ("db", "cache", "db_url", "create_engine", "create_async_engine", "config", "parse", "env", "str", "get"):
            continue
        for given in call.arguments:
            if given.value.kind != "string":
                continue
            scheme = given.value.text.partition("://")[0].partition("+")[0] if "://" in given.value.text else ""
            known = _SCHEMES.get(scheme)
            if known is not None:
                found.services.append(
                    ExternalService(
                        known[0], known[1], Place(facts.path, call.line, call.end_line), f"address {scheme}://…", "syntax"
                    )
                )
