"""Which annotations make a class of Java or Kotlin something that is stored, and with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to map classes.

    `packages` begin what a file imports.  `entities` maps an annotation of a class to the kind of model, `relations` one of a
    field to the kind of relation, `tables` are annotations that name the table.  `keyed` tells that a key among
    the fields is enough to make a class an entity, `nests` that fields of other classes of the repository are rows below it.
    With `by_getters` annotations may stand on getters.
    """

    framework: str
    source: str
    packages: tuple[str, ...]
    entities: Mapping[str, str]
    relations: Mapping[str, str] = field(default_factory=lambda: _NONE)
    keys: frozenset[str] = frozenset({"Id"})
    tables: tuple[str, ...] = ("Table",)
    keyed: bool = False
    nests: bool = False
    by_getters: bool = False


_EMBEDDED = {"Embedded": "embedded", "Embedded.Nullable": "embedded", "Embedded.Empty": "embedded"}
JPA = Dialect(
    "JPA",
    "framework:jpa",
    ("jakarta.persistence", "javax.persistence"),
    {"Entity": "table", "MappedSuperclass": "abstract", "Embeddable": "embedded"},
    {
        "ManyToOne": "many to one", "OneToMany": "one to many", "OneToOne": "one to one", "ManyToMany": "many to many",
        "Embedded": "embedded", "EmbeddedId": "embedded",
    },
    keys=frozenset({"Id", "EmbeddedId"}),
    by_getters=True,
)  # fmt: skip
MONGODB = Dialect(
    "Spring Data MongoDB",
    "framework:spring-data-mongodb",
    ("org.springframework.data.mongodb",),
    {"Document": "document"},
    {"DBRef": "ref", "DocumentReference": "ref"},
    keys=frozenset({"Id", "MongoId"}),
    tables=("Document",),
    keyed=True,
)
RELATIONAL = Dialect(
    "Spring Data Relational",
    "framework:spring-data-relational",
    ("org.springframework.data.relational", "org.springframework.data.jdbc", "org.springframework.data.r2dbc"),
    {"Table": "table"},
    {"MappedCollection": "one to many", **_EMBEDDED},
    keyed=True,
    nests=True,
)
CASSANDRA = Dialect(
    "Spring Data Cassandra",
    "framework:spring-data-cassandra",
    ("org.springframework.data.cassandra",),
    {"Table": "table", "PrimaryKeyClass": "embedded", "UserDefinedType": "embedded"},
    _EMBEDDED,
    keys=frozenset({"Id", "PrimaryKey", "PrimaryKeyColumn"}),
)
DOCUMENTS = Dialect(
    "Spring Data",
    "framework:spring-data",
    (
        "org.springframework.data.elasticsearch", "org.springframework.data.couchbase", "org.springframework.data.redis",
        "org.springframework.data.neo4j", "org.springframework.data.keyvalue",
    ),
    {"Document": "document", "RedisHash": "document", "Node": "document", "KeySpace": "document"},
    {"Relationship": "to many"},
    tables=("Document", "RedisHash", "Node", "KeySpace"),
)  # fmt: skip
DIALECTS = (JPA, MONGODB, RELATIONAL, CASSANDRA, DOCUMENTS)
# A file that names only the key's annotation belongs to what the rest of its module uses.
KEYED = Dialect("Spring Data", "framework:spring-data", (), {"Entity": "table"}, keyed=True)
KEY_PACKAGE = "org.springframework.data.annotation"
