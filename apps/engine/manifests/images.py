"""Container images that are services of their own: what they are to the program that uses them."""

from __future__ import annotations

_KINDS = {
    "postgres": ("PostgreSQL", "database"),
    "postgresql": ("PostgreSQL", "database"),
    "postgis": ("PostgreSQL", "database"),
    "pgvector": ("PostgreSQL", "database"),
    "timescaledb": ("TimescaleDB", "database"),
    "mysql": ("MySQL", "database"),
    "mariadb": ("MariaDB", "database"),
    "percona": ("MySQL", "database"),
    "mongo": ("MongoDB", "database"),
    "mongodb": ("MongoDB", "database"),
    "cockroach": ("CockroachDB", "database"),
    "cassandra": ("Cassandra", "database"),
    "clickhouse-server": ("ClickHouse", "database"),
    "mssql": ("SQL Server", "database"),
    "neo4j": ("Neo4j", "database"),
    "influxdb": ("InfluxDB", "database"),
    "couchdb": ("CouchDB", "database"),
    "dynamodb-local": ("DynamoDB", "database"),
    "redis": ("Redis", "cache"),
    "valkey": ("Valkey", "cache"),
    "keydb": ("KeyDB", "cache"),
    "memcached": ("Memcached", "cache"),
    "rabbitmq": ("RabbitMQ", "queue"),
    "kafka": ("Kafka", "queue"),
    "cp-kafka": ("Kafka", "queue"),
    "redpanda": ("Redpanda", "queue"),
    "zookeeper": ("ZooKeeper", "coordination"),
    "cp-zookeeper": ("ZooKeeper", "coordination"),
    "nats": ("NATS", "queue"),
    "activemq": ("ActiveMQ", "queue"),
    "elasticmq": ("ElasticMQ", "queue"),
    "mailhog": ("MailHog", "mail"),
    "mailpit": ("Mailpit", "mail"),
    "mailcatcher": ("MailCatcher", "mail"),
    "maildev": ("MailDev", "mail"),
    "greenmail": ("GreenMail", "mail"),
    "minio": ("MinIO", "storage"),
    "localstack": ("LocalStack", "storage"),
    "azurite": ("Azurite", "storage"),
    "fake-gcs-server": ("Google Cloud Storage", "storage"),
    "elasticsearch": ("Elasticsearch", "search"),
    "opensearch": ("OpenSearch", "search"),
    "meilisearch": ("Meilisearch", "search"),
    "typesense": ("Typesense", "search"),
    "solr": ("Solr", "search"),
    "qdrant": ("Qdrant", "search"),
    "nginx": ("nginx", "proxy"),
    "traefik": ("Traefik", "proxy"),
    "caddy": ("Caddy", "proxy"),
    "haproxy": ("HAProxy", "proxy"),
    "envoy": ("Envoy", "proxy"),
    "keycloak": ("Keycloak", "identity"),
    "vault": ("Vault", "secrets"),
    "consul": ("Consul", "coordination"),
    "etcd": ("etcd", "coordination"),
    "prometheus": ("Prometheus", "monitoring"),
    "grafana": ("Grafana", "monitoring"),
    "jaeger": ("Jaeger", "monitoring"),
    "all-in-one": ("Jaeger", "monitoring"),
    "zipkin": ("Zipkin", "monitoring"),
    "loki": ("Loki", "monitoring"),
    "opentelemetry-collector": ("OpenTelemetry Collector", "monitoring"),
    "adminer": ("Adminer", "administration"),
    "pgadmin4": ("pgAdmin", "administration"),
    "phpmyadmin": ("phpMyAdmin", "administration"),
}


def service_of(image: str) -> tuple[str, str]:
    """(name, kind) of a known image such as ``postgres:16`` or ``docker.io/bitnami/redis``; ("", "") if it is not known."""
    bare = image.split("@")[0].split(" ")[0]
    parts = bare.split("/")
    name = parts[-1].split(":")[0].lower()
    if name in _KINDS and _KINDS[name][0]:
        return _KINDS[name]
    if name == "server" and len(parts) > 1 and "mssql" in parts[-2]:
        return "SQL Server", "database"
    for known in sorted(_KINDS, key=len, reverse=True):
        if len(known) > 4 and _KINDS[known][0] and name.startswith(known + "-"):
            return _KINDS[known]
    return "", ""
