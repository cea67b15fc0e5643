"""Packages that are clients of one system, by ecosystem.  A new one is a row."""

from __future__ import annotations

import re
from collections.abc import Mapping

System = tuple[str, str]  # name, kind

AMQP = "AMQP broker"

_POSTGRES: System = ("PostgreSQL", "database")
_MYSQL: System = ("MySQL", "database")
_MARIADB: System = ("MariaDB", "database")
_MONGO: System = ("MongoDB", "database")
_SQL_SERVER: System = ("SQL Server", "database")
_ORACLE: System = ("Oracle", "database")
_CASSANDRA: System = ("Cassandra", "database")
_CLICKHOUSE: System = ("ClickHouse", "database")
_NEO4J: System = ("Neo4j", "database")
_DYNAMO: System = ("Amazon DynamoDB", "database")
_REDIS: System = ("Redis", "cache")
_MEMCACHED: System = ("Memcached", "cache")
_RABBIT: System = ("RabbitMQ", "queue")
_KAFKA: System = ("Kafka", "queue")
_NATS: System = ("NATS", "queue")
_PULSAR: System = ("Pulsar", "queue")
_ELASTIC: System = ("Elasticsearch", "search")
_OPENSEARCH: System = ("OpenSearch", "search")
_ALGOLIA: System = ("Algolia", "search")
_MEILI: System = ("Meilisearch", "search")
_AWS: System = ("Amazon Web Services", "cloud")
_S3: System = ("Amazon S3", "storage")
_SQS: System = ("Amazon SQS", "queue")
_GCS: System = ("Google Cloud Storage", "storage")
_PUBSUB: System = ("Google Cloud Pub/Sub", "queue")
_BLOB: System = ("Azure Blob Storage", "storage")
_BUS: System = ("Azure Service Bus", "queue")
_FIREBASE: System = ("Firebase", "cloud")
_SMTP: System = ("SMTP server", "mail")
_SENDGRID: System = ("SendGrid", "mail")
_MAILGUN: System = ("Mailgun", "mail")
_POSTMARK: System = ("Postmark", "mail")
_STRIPE: System = ("Stripe", "payment")
_PAYPAL: System = ("PayPal", "payment")
_BRAINTREE: System = ("Braintree", "payment")
_ADYEN: System = ("Adyen", "payment")
_TWILIO: System = ("Twilio", "messages")
_SLACK: System = ("Slack", "messages")
_TELEGRAM: System = ("Telegram", "messages")
_SENTRY: System = ("Sentry", "monitoring")
_DATADOG: System = ("Datadog", "monitoring")
_NEW_RELIC: System = ("New Relic", "monitoring")
_OPENAI: System = ("OpenAI", "language model")
_ANTHROPIC: System = ("Anthropic", "language model")
_VAULT: System = ("Vault", "secrets")
_CONSUL: System = ("Consul", "coordination")
_ETCD: System = ("etcd", "coordination")
_ZOOKEEPER: System = ("ZooKeeper", "coordination")
_LDAP: System = ("LDAP", "directory")
_AUTH0: System = ("Auth0", "identity")

_PYPI: Mapping[str, System] = {
    "psycopg": _POSTGRES, "psycopg2": _POSTGRES, "psycopg2-binary": _POSTGRES, "asyncpg": _POSTGRES, "pg8000": _POSTGRES,
    "mysqlclient": _MYSQL, "pymysql": _MYSQL, "aiomysql": _MYSQL, "mysql-connector-python": _MYSQL,
    "pymongo": _MONGO, "motor": _MONGO, "mongoengine": _MONGO, "beanie": _MONGO, "pymssql": _SQL_SERVER,
    "mssql-django": _SQL_SERVER,
    "cx-oracle": _ORACLE, "oracledb": _ORACLE, "cassandra-driver": _CASSANDRA, "clickhouse-driver": _CLICKHOUSE,
    "clickhouse-connect": _CLICKHOUSE, "neo4j": _NEO4J,
    "redis": _REDIS, "django-redis": _REDIS, "aioredis": _REDIS, "valkey": ("Valkey", "cache"), "pymemcache": _MEMCACHED,
    "python-memcached": _MEMCACHED, "elasticsearch": _ELASTIC, "opensearch-py": _OPENSEARCH, "algoliasearch": _ALGOLIA,
    "meilisearch": _MEILI, "pika": _RABBIT, "aio-pika": _RABBIT, "kafka-python": _KAFKA, "confluent-kafka": _KAFKA,
    "aiokafka": _KAFKA, "nats-py": _NATS, "boto3": _AWS, "aioboto3": _AWS, "google-cloud-storage": _GCS,
    "google-cloud-pubsub": _PUBSUB, "azure-storage-blob": _BLOB, "azure-servicebus": _BUS, "firebase-admin": _FIREBASE,
    "emails": _SMTP, "aiosmtplib": _SMTP, "fastapi-mail": _SMTP, "flask-mail": _SMTP, "yagmail": _SMTP, "sendgrid": _SENDGRID,
    "stripe": _STRIPE, "braintree": _BRAINTREE, "adyen": _ADYEN, "razorpay": ("Razorpay", "payment"), "twilio": _TWILIO,
    "slack-sdk": _SLACK, "slack-bolt": _SLACK, "python-telegram-bot": _TELEGRAM, "sentry-sdk": _SENTRY, "openai": _OPENAI,
    "anthropic": _ANTHROPIC, "newrelic": _NEW_RELIC, "ddtrace": _DATADOG, "hvac": _VAULT, "python-consul": _CONSUL,
    "kazoo": _ZOOKEEPER,
    "python-ldap": _LDAP, "ldap3": _LDAP, "django-auth-ldap": _LDAP,
}  # fmt: skip
_NPM: Mapping[str, System] = {
    "pg": _POSTGRES, "postgres": _POSTGRES, "pg-promise": _POSTGRES, "mysql": _MYSQL, "mysql2": _MYSQL, "mariadb": _MARIADB,
    "mongoose": _MONGO, "mongodb": _MONGO, "mssql": _SQL_SERVER, "tedious": _SQL_SERVER, "oracledb": _ORACLE,
    "cassandra-driver": _CASSANDRA, "@clickhouse/client": _CLICKHOUSE, "neo4j-driver": _NEO4J,
    "@aws-sdk/client-dynamodb": _DYNAMO, "redis": _REDIS, "ioredis": _REDIS, "connect-redis": _REDIS, "memcached": _MEMCACHED,
    "memjs": _MEMCACHED, "@elastic/elasticsearch": _ELASTIC, "@opensearch-project/opensearch": _OPENSEARCH,
    "algoliasearch": _ALGOLIA, "meilisearch": _MEILI, "amqplib": (AMQP, "queue"), "kafkajs": _KAFKA, "nats": _NATS,
    "bull": _REDIS, "bullmq": _REDIS, "aws-sdk": _AWS, "@aws-sdk/client-s3": _S3, "@aws-sdk/client-sqs": _SQS,
    "@aws-sdk/client-ses": ("Amazon SES", "mail"), "@aws-sdk/client-sns": ("Amazon SNS", "messages"),
    "@google-cloud/storage": _GCS, "@google-cloud/pubsub": _PUBSUB, "@azure/storage-blob": _BLOB, "@azure/service-bus": _BUS,
    "firebase-admin": _FIREBASE, "firebase": _FIREBASE, "minio": ("MinIO", "storage"), "cloudinary": ("Cloudinary", "storage"),
    "nodemailer": _SMTP, "@sendgrid/mail": _SENDGRID, "mailgun.js": _MAILGUN, "postmark": _POSTMARK,
    "resend": ("Resend", "mail"), "stripe": _STRIPE, "@paypal/checkout-server-sdk": _PAYPAL, "braintree": _BRAINTREE,
    "@adyen/api-library": _ADYEN, "twilio": _TWILIO, "@slack/web-api": _SLACK, "@slack/bolt": _SLACK, "telegraf": _TELEGRAM,
    "@sentry/node": _SENTRY, "@sentry/react": _SENTRY, "@sentry/nextjs": _SENTRY, "@sentry/vue": _SENTRY,
    "@sentry/browser": _SENTRY,
    "@sentry/nestjs": _SENTRY, "dd-trace": _DATADOG, "newrelic": _NEW_RELIC, "openai": _OPENAI, "@anthropic-ai/sdk": _ANTHROPIC,
    "@neondatabase/serverless": _POSTGRES, "@vercel/postgres": _POSTGRES, "@planetscale/database": _MYSQL,
    "@libsql/client": ("libSQL", "database"), "@upstash/redis": _REDIS, "@vercel/kv": _REDIS,
    "@vercel/blob": ("Vercel Blob", "storage"),
    "@supabase/supabase-js": ("Supabase", "cloud"), "node-vault": _VAULT, "consul": _CONSUL, "ldapjs": _LDAP, "auth0": _AUTH0,
}  # fmt: skip
# Of Go the module without its version: example.com/x, not example.com/x/v9.
_GO: Mapping[str, System] = {
    "github.com/lib/pq": _POSTGRES, "github.com/jackc/pgx": _POSTGRES, "gorm.io/driver/postgres": _POSTGRES,
    "github.com/go-pg/pg": _POSTGRES, "github.com/go-sql-driver/mysql": _MYSQL, "gorm.io/driver/mysql": _MYSQL,
    "gorm.io/driver/sqlserver": _SQL_SERVER, "github.com/denisenkom/go-mssqldb": _SQL_SERVER,
    "github.com/microsoft/go-mssqldb": _SQL_SERVER, "go.mongodb.org/mongo-driver": _MONGO, "github.com/gocql/gocql": _CASSANDRA,
    "github.com/clickhouse/clickhouse-go": _CLICKHOUSE, "github.com/neo4j/neo4j-go-driver": _NEO4J,
    "github.com/redis/go-redis": _REDIS, "github.com/go-redis/redis": _REDIS, "github.com/gomodule/redigo": _REDIS,
    "github.com/hibiken/asynq": _REDIS, "github.com/bradfitz/gomemcache": _MEMCACHED,
    "github.com/elastic/go-elasticsearch": _ELASTIC, "github.com/olivere/elastic": _ELASTIC,
    "github.com/opensearch-project/opensearch-go": _OPENSEARCH, "github.com/rabbitmq/amqp091-go": _RABBIT,
    "github.com/streadway/amqp": (AMQP, "queue"), "github.com/segmentio/kafka-go": _KAFKA, "github.com/ibm/sarama": _KAFKA,
    "github.com/shopify/sarama": _KAFKA, "github.com/confluentinc/confluent-kafka-go": _KAFKA,
    "github.com/twmb/franz-go": _KAFKA,
    "github.com/nats-io/nats.go": _NATS, "github.com/apache/pulsar-client-go": _PULSAR, "github.com/aws/aws-sdk-go": _AWS,
    "github.com/aws/aws-sdk-go-v2": _AWS, "github.com/aws/aws-sdk-go-v2/service/s3": _S3,
    "github.com/aws/aws-sdk-go-v2/service/sqs": _SQS, "github.com/aws/aws-sdk-go-v2/service/dynamodb": _DYNAMO,
    "cloud.google.com/go/storage": _GCS, "cloud.google.com/go/pubsub": _PUBSUB,
    "github.com/azure/azure-sdk-for-go/sdk/storage/azblob": _BLOB, "github.com/minio/minio-go": ("MinIO", "storage"),
    "github.com/stripe/stripe-go": _STRIPE, "github.com/twilio/twilio-go": _TWILIO, "github.com/slack-go/slack": _SLACK,
    "github.com/sendgrid/sendgrid-go": _SENDGRID, "github.com/getsentry/sentry-go": _SENTRY, "gopkg.in/gomail.v2": _SMTP,
    "github.com/wneessen/go-mail": _SMTP, "github.com/sashabaranov/go-openai": _OPENAI, "github.com/openai/openai-go": _OPENAI,
    "github.com/anthropics/anthropic-sdk-go": _ANTHROPIC, "github.com/hashicorp/vault/api": _VAULT,
    "github.com/hashicorp/consul/api": _CONSUL, "go.etcd.io/etcd/client": _ETCD, "github.com/go-ldap/ldap": _LDAP,
}  # fmt: skip
_MAVEN: Mapping[str, System] = {
    "org.postgresql:postgresql": _POSTGRES, "org.postgresql:r2dbc-postgresql": _POSTGRES, "com.mysql:mysql-connector-j": _MYSQL,
    "mysql:mysql-connector-java": _MYSQL, "org.mariadb.jdbc:mariadb-java-client": _MARIADB,
    "com.microsoft.sqlserver:mssql-jdbc": _SQL_SERVER, "com.oracle.database.jdbc:ojdbc8": _ORACLE,
    "com.oracle.database.jdbc:ojdbc11": _ORACLE, "org.springframework.boot:spring-boot-starter-data-mongodb": _MONGO,
    "org.springframework.boot:spring-boot-starter-data-mongodb-reactive": _MONGO, "org.mongodb:mongodb-driver-sync": _MONGO,
    "org.springframework.boot:spring-boot-starter-data-redis": _REDIS,
    "org.springframework.boot:spring-boot-starter-data-redis-reactive": _REDIS, "redis.clients:jedis": _REDIS,
    "io.lettuce:lettuce-core": _REDIS, "org.redisson:redisson": _REDIS, "org.redisson:redisson-spring-boot-starter": _REDIS,
    "org.springframework.boot:spring-boot-starter-data-cassandra": _CASSANDRA,
    "org.springframework.boot:spring-boot-starter-data-neo4j": _NEO4J,
    "org.springframework.boot:spring-boot-starter-data-elasticsearch": _ELASTIC,
    "co.elastic.clients:elasticsearch-java": _ELASTIC, "org.opensearch.client:opensearch-java": _OPENSEARCH,
    "org.springframework.boot:spring-boot-starter-amqp": _RABBIT, "com.rabbitmq:amqp-client": _RABBIT,
    "org.springframework.kafka:spring-kafka": _KAFKA, "org.apache.kafka:kafka-clients": _KAFKA,
    "org.springframework.boot:spring-boot-starter-pulsar": _PULSAR,
    "org.apache.rocketmq:rocketmq-client": ("RocketMQ", "queue"),
    "org.apache.rocketmq:rocketmq-spring-boot-starter": ("RocketMQ", "queue"),
    "org.springframework.boot:spring-boot-starter-mail": _SMTP, "org.springframework.boot:spring-boot-starter-data-ldap": _LDAP,
    "software.amazon.awssdk:s3": _S3, "software.amazon.awssdk:sqs": _SQS, "software.amazon.awssdk:dynamodb": _DYNAMO,
    "com.amazonaws:aws-java-sdk-s3": _S3, "com.amazonaws:aws-java-sdk": _AWS, "com.google.cloud:google-cloud-storage": _GCS,
    "com.google.cloud:google-cloud-pubsub": _PUBSUB, "com.azure:azure-storage-blob": _BLOB,
    "com.azure:azure-messaging-servicebus": _BUS, "io.minio:minio": ("MinIO", "storage"), "com.stripe:stripe-java": _STRIPE,
    "com.twilio.sdk:twilio": _TWILIO, "com.sendgrid:sendgrid-java": _SENDGRID, "com.slack.api:slack-api-client": _SLACK,
    "io.sentry:sentry": _SENTRY, "io.sentry:sentry-spring-boot-starter-jakarta": _SENTRY, "com.openai:openai-java": _OPENAI,
    "com.anthropic:anthropic-java": _ANTHROPIC, "org.springframework.vault:spring-vault-core": _VAULT,
    "org.apache.zookeeper:zookeeper": _ZOOKEEPER, "org.apache.curator:curator-framework": _ZOOKEEPER,
}  # fmt: skip
_CARGO: Mapping[str, System] = {
    "tokio-postgres": _POSTGRES, "postgres": _POSTGRES, "mysql": _MYSQL, "mysql_async": _MYSQL, "mongodb": _MONGO,
    "tiberius": _SQL_SERVER, "scylla": ("ScyllaDB", "database"), "clickhouse": _CLICKHOUSE, "redis": _REDIS, "fred": _REDIS,
    "deadpool-redis": _REDIS, "elasticsearch": _ELASTIC, "opensearch": _OPENSEARCH, "lapin": (AMQP, "queue"), "rdkafka": _KAFKA,
    "async-nats": _NATS, "aws-sdk-s3": _S3, "aws-sdk-sqs": _SQS, "aws-sdk-dynamodb": _DYNAMO, "rusoto_core": _AWS,
    "google-cloud-storage": _GCS, "azure_storage_blobs": _BLOB, "lettre": _SMTP, "async-stripe": _STRIPE, "sentry": _SENTRY,
    "async-openai": _OPENAI, "etcd-client": _ETCD, "ldap3": _LDAP, "meilisearch-sdk": _MEILI,
}  # fmt: skip
_RUBYGEMS: Mapping[str, System] = {
    "pg": _POSTGRES, "mysql2": _MYSQL, "trilogy": _MYSQL, "tiny_tds": _SQL_SERVER,
    "activerecord-sqlserver-adapter": _SQL_SERVER,
    "mongoid": _MONGO, "mongo": _MONGO, "cassandra-driver": _CASSANDRA, "neo4j": _NEO4J, "redis": _REDIS, "redis-rails": _REDIS,
    "hiredis": _REDIS, "hiredis-client": _REDIS, "sidekiq": _REDIS, "resque": _REDIS, "dalli": _MEMCACHED,
    "elasticsearch": _ELASTIC, "elasticsearch-model": _ELASTIC, "chewy": _ELASTIC, "opensearch-ruby": _OPENSEARCH,
    "algoliasearch-rails": _ALGOLIA, "meilisearch-rails": _MEILI, "bunny": _RABBIT, "sneakers": _RABBIT, "ruby-kafka": _KAFKA,
    "karafka": _KAFKA, "rdkafka": _KAFKA, "aws-sdk-s3": _S3, "aws-sdk-sqs": _SQS, "aws-sdk-ses": ("Amazon SES", "mail"),
    "aws-sdk": _AWS, "google-cloud-storage": _GCS, "azure-storage-blob": _BLOB, "cloudinary": ("Cloudinary", "storage"),
    "sendgrid-ruby": _SENDGRID, "mailgun-ruby": _MAILGUN, "postmark-rails": _POSTMARK, "stripe": _STRIPE,
    "braintree": _BRAINTREE,
    "twilio-ruby": _TWILIO, "slack-ruby-client": _SLACK, "sentry-ruby": _SENTRY, "sentry-rails": _SENTRY, "ddtrace": _DATADOG,
    "datadog": _DATADOG, "newrelic_rpm": _NEW_RELIC, "ruby-openai": _OPENAI, "vault": _VAULT, "net-ldap": _LDAP,
}  # fmt: skip
_PACKAGIST: Mapping[str, System] = {
    "predis/predis": _REDIS, "ext-redis": _REDIS, "ext-pgsql": _POSTGRES, "ext-pdo_pgsql": _POSTGRES, "ext-mysqli": _MYSQL,
    "ext-pdo_mysql": _MYSQL, "ext-mongodb": _MONGO, "mongodb/mongodb": _MONGO, "mongodb/laravel-mongodb": _MONGO,
    "ext-memcached": _MEMCACHED, "ext-amqp": (AMQP, "queue"), "php-amqplib/php-amqplib": (AMQP, "queue"),
    "laravel/horizon": _REDIS, "elasticsearch/elasticsearch": _ELASTIC, "opensearch-project/opensearch-php": _OPENSEARCH,
    "algolia/algoliasearch-client-php": _ALGOLIA, "meilisearch/meilisearch-php": _MEILI, "aws/aws-sdk-php": _AWS,
    "league/flysystem-aws-s3-v3": _S3, "google/cloud-storage": _GCS, "phpmailer/phpmailer": _SMTP,
    "sendgrid/sendgrid": _SENDGRID,
    "symfony/mailgun-mailer": _MAILGUN, "symfony/postmark-mailer": _POSTMARK, "stripe/stripe-php": _STRIPE,
    "laravel/cashier": _STRIPE, "braintree/braintree_php": _BRAINTREE, "twilio/sdk": _TWILIO,
    "laravel-notification-channels/telegram": _TELEGRAM, "sentry/sentry-laravel": _SENTRY, "sentry/sentry-symfony": _SENTRY,
    "sentry/sentry": _SENTRY, "openai-php/client": _OPENAI, "openai-php/laravel": _OPENAI, "ext-ldap": _LDAP,
}  # fmt: skip
_NUGET: Mapping[str, System] = {
    "npgsql": _POSTGRES, "npgsql.entityframeworkcore.postgresql": _POSTGRES,
    "aspire.npgsql.entityframeworkcore.postgresql": _POSTGRES, "mysql.data": _MYSQL, "mysqlconnector": _MYSQL,
    "pomelo.entityframeworkcore.mysql": _MYSQL, "microsoft.data.sqlclient": _SQL_SERVER, "system.data.sqlclient": _SQL_SERVER,
    "microsoft.entityframeworkcore.sqlserver": _SQL_SERVER, "oracle.manageddataaccess.core": _ORACLE, "mongodb.driver": _MONGO,
    "cassandracsharpdriver": _CASSANDRA, "microsoft.azure.cosmos": ("Azure Cosmos DB", "database"), "neo4j.driver": _NEO4J,
    "stackexchange.redis": _REDIS, "aspire.stackexchange.redis": _REDIS,
    "microsoft.extensions.caching.stackexchangeredis": _REDIS,
    "nest": _ELASTIC, "elastic.clients.elasticsearch": _ELASTIC, "rabbitmq.client": _RABBIT, "aspire.rabbitmq.client": _RABBIT,
    "masstransit.rabbitmq": _RABBIT, "confluent.kafka": _KAFKA, "nats.net": _NATS, "awssdk.s3": _S3, "awssdk.sqs": _SQS,
    "awssdk.dynamodbv2": _DYNAMO, "google.cloud.storage.v1": _GCS, "azure.storage.blobs": _BLOB,
    "azure.messaging.servicebus": _BUS,
    "mailkit": _SMTP, "sendgrid": _SENDGRID, "stripe.net": _STRIPE, "twilio": _TWILIO, "sentry.aspnetcore": _SENTRY,
    "sentry": _SENTRY, "openai": _OPENAI, "azure.ai.openai": ("Azure OpenAI", "language model"),
    "aspire.azure.ai.openai": ("Azure OpenAI", "language model"), "anthropic.sdk": _ANTHROPIC, "vaultsharp": _VAULT,
    "consul": _CONSUL,
}  # fmt: skip
_HEX: Mapping[str, System] = {
    "postgrex": _POSTGRES, "myxql": _MYSQL, "redix": _REDIS, "amqp": (AMQP, "queue"), "broadway_kafka": _KAFKA,
    "ex_aws_s3": _S3, "sentry": _SENTRY,
}  # fmt: skip
_ECOSYSTEMS: Mapping[str, Mapping[str, System]] = {
    "cargo": _CARGO, "go": _GO, "hex": _HEX, "maven": _MAVEN, "npm": _NPM, "nuget": _NUGET, "packagist": _PACKAGIST,
    "pypi": _PYPI,
    "rubygems": _RUBYGEMS,
}  # fmt: skip
_GO_VERSION = re.compile(r"/v\d+(?=/|$)")
_SEPARATORS = re.compile(r"[-_.]+")


def system_of(ecosystem: str, name: str) -> System | None:
    """The system that a package is a client of."""
    name = name.lower()
    if ecosystem == "pypi":
        name = _SEPARATORS.sub("-", name)
    elif ecosystem == "go":
        return go_system(name)
    return _ECOSYSTEMS.get(ecosystem, {}).get(name)


_CODECS = frozenset({"bson"})  # packages inside a driver that only read and write a format


def go_system(module: str) -> System | None:
    """The system of a Go module or of a package inside one; the longest row that fits.  A codec that comes along is none."""
    parts = _GO_VERSION.sub("", module.lower()).split("/")
    if not _CODECS.isdisjoint(parts):
        return None
    for size in range(len(parts), 1, -1):
        found = _GO.get("/".join(parts[:size]))
        if found is not None:
            return found
    return None
