"""What each library calls its decorators of entities and fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dialect:
    """One library's words, as its decorators are imported.

    `packages` begin the names of modules that export them.  `entities` maps a class's decorator to the kind of model, `columns`
    a field's to the type it has where nothing else says one, `relations` to the kind of relation, `modifiers` to a constraint.
    `foreign` are decorators that make a field a key of another entity, `references` says that the option `ref` does.
    """

    framework: str
    source: str
    packages: tuple[str, ...]
    entities: Mapping[str, str]
    columns: Mapping[str, str]
    relations: Mapping[str, str] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    modifiers: Mapping[str, str] = field(default_factory=dict)
    foreign: frozenset[str] = frozenset()
    references: bool = False


_RELATIONS = {
    "OneToOne": "one to one",
    "OneToMany": "one to many",
    "ManyToOne": "many to one",
    "ManyToMany": "many to many",
}

TYPEORM = Dialect(
    "TypeORM",
    "framework:typeorm",
    ("typeorm",),
    {"Entity": "table", "ChildEntity": "table", "ViewEntity": "table"},
    {
        "Column": "", "PrimaryColumn": "", "PrimaryGeneratedColumn": "number", "CreateDateColumn": "Date", "ViewColumn": "",
        "UpdateDateColumn": "Date", "DeleteDateColumn": "Date", "VersionColumn": "number", "ObjectIdColumn": "ObjectId",
    },
    _RELATIONS | {"TreeParent": "many to one", "TreeChildren": "one to many"},
    frozenset({"PrimaryColumn", "PrimaryGeneratedColumn", "ObjectIdColumn"}),
    {"Index": "index", "Unique": "unique", "Generated": "generated", "PrimaryGeneratedColumn": "generated"},
)  # fmt: skip

MIKRO_ORM = Dialect(
    "MikroORM",
    "framework:mikro-orm",
    ("@mikro-orm/",),
    {"Entity": "table", "Embeddable": "schema"},
    {"Property": "", "PrimaryKey": "", "SerializedPrimaryKey": "string", "Enum": "enum", "Embedded": "", "Formula": ""},
    _RELATIONS,
    frozenset({"PrimaryKey"}),
    {"Index": "index", "Unique": "unique"},
)

SEQUELIZE_TYPESCRIPT = Dialect(
    "Sequelize",
    "framework:sequelize",
    ("sequelize-typescript", "@sequelize/core/decorators-legacy"),
    {"Table": "table"},
    {"Column": "", "CreatedAt": "Date", "UpdatedAt": "Date", "DeletedAt": "Date", "Attribute": ""},
    {"BelongsTo": "many to one", "HasMany": "one to many", "HasOne": "one to one", "BelongsToMany": "many to many"},
    frozenset({"PrimaryKey"}),
    {
        "AutoIncrement": "auto increment", "AllowNull": "null", "Unique": "unique", "Default": "default", "Index": "index",
        "NotNull": "not null",
    },
    frozenset({"ForeignKey"}),
)  # fmt: skip

NEST_MONGOOSE = Dialect(
    "Mongoose", "framework:mongoose", ("@nestjs/mongoose",), {"Schema": "document"}, {"Prop": ""}, references=True
)

TYPEGOOSE = Dialect(
    "Typegoose",
    "framework:typegoose",
    ("@typegoose/typegoose", "typegoose"),
    {"modelOptions": "document"},
    {"prop": "", "arrayProp": ""},
    references=True,
)

DIALECTS = (TYPEORM, MIKRO_ORM, SEQUELIZE_TYPESCRIPT, NEST_MONGOOSE, TYPEGOOSE)
