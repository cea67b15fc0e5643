"""Tables of Knex's migrations."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape

FIRST = """
    exports.up = async function (knex) {
        await knex.schema
            .createTable('users', function (table) {
                table.increments();
                table.string('email', 80).unique().notNullable();
                table.text('bio').defaultTo('');
                table.timestamps(true, true);
            })
            .createTable('orders', (t) => {
                t.uuid('id').primary();
                t.integer('buyer').notNullable().references('users.id').onDelete('CASCADE');
                t.integer('seller').unsigned();
                t.foreign('seller').references('id').inTable('users');
                t.string('number');
                t.unique(['buyer', 'number']);
            });
        await knex.schema.createTable('gone', (t) => { t.increments('id'); });
    };
    exports.down = async function (knex) {
        await knex.schema.dropTable('orders').dropTable('users');
    };
"""
SECOND = """
    import type { Knex } from 'knex';
    export async function up(knex: Knex): Promise<void> {
        await knex.schema.alterTable('users', (table) => {
            table.renameColumn('bio', 'about');
            table.boolean('active').defaultTo(true);
        });
        return knex.schema.dropTableIfExists('gone');
    }
    export async function down(knex: Knex): Promise<void> {
        await knex.schema.alterTable('users', (table) => { table.dropColumn('active'); });
    }
"""


def test_tables_after_all_migrations() -> None:
    paths = {"migrations/20200101_first.js": FIRST, "migrations/20210101_second.ts": SECOND}
    found = facts_of(paths, packages=("knex",), roles=dict.fromkeys(paths, "migration"))
    assert sorted(item.name for item in found.models) == ["orders", "users"]
    users, orders = model(found, "users"), model(found, "orders")
    assert shape(users) == [
        ("id", "increments"), ("email", "string"), ("about", "text"), ("created_at", "timestamp"), ("updated_at", "timestamp"),
        ("active", "boolean"),
    ]  # fmt: skip
    assert [(item.detail, item.is_key) for item in users.fields[:3]] == [
        ("", True), ("length 80, unique, not null", False), ("default ''", False),
    ]  # fmt: skip
    assert users.fields[-1].place is not None and users.fields[-1].place.path == "migrations/20210101_second.ts"
    assert relations(orders) == [("buyer", "foreign key", "users"), ("seller", "foreign key", "users")]
    assert [(item.kind, item.text) for item in orders.constraints] == [("unique", "buyer, number")]
    assert found.frameworks == ("Knex",)


def test_a_schema_of_something_else_makes_no_table() -> None:
    source = "exports.up = (db) => { db.schema.createTable('users', (t) => { t.string('name'); }); };"
    assert facts_of({"migrations/1.js": source}, roles={"migrations/1.js": "migration"}).models == ()


def test_a_row_of_tables_longer_than_a_value_is_deep() -> None:
    row = "".join(f"\n.createTable('t{number}', (t) => {{ t.string('name'); }})" for number in range(12))
    source = f"exports.up = (knex) => knex.schema{row};\n"
    found = facts_of({"migrations/1.js": source}, packages=("knex",), roles={"migrations/1.js": "migration"})
    assert len(found.models) == 12 and all(shape(item) == [("name", "string")] for item in found.models)
