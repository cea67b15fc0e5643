"""Tables of Exposed."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape


def test_tables_columns_references_and_keys() -> None:
    found = facts_of(
        {
            "src/Tables.kt": """
                package org.acme
                import org.jetbrains.exposed.dao.id.IntIdTable
                import org.jetbrains.exposed.sql.*

                object Cities : IntIdTable("cities") {
                    val name = varchar("name", 50).uniqueIndex()
                    val code: Column<String?> = varchar("code", length = 5).nullable()
                    val country = reference("country_id", Countries, onDelete = ReferenceOption.CASCADE)
                    val other = optReference("other", Countries)
                    val boss = integer("boss").references(People.id).nullable()
                    val point: Column<Point> = point("at")
                    val limit = compute("x")
                    init { index(true, name, code) }
                }

                object Countries : Table() {
                    val id = integer("id").autoIncrement()
                    val iso = char("iso", 2)
                    override val primaryKey = PrimaryKey(id, iso, name = "PK")
                }

                abstract class Stamped(name: String) : IntIdTable(name) {
                    val createdAt = datetime("created_at")
                }

                object Notes : Stamped("notes") {
                    val text = text("text")
                }

                class City(id: EntityID<Int>) : IntEntity(id) {
                    companion object : IntEntityClass<City>(Cities)
                    var name by Cities.name
                }
            """
        }
    )
    assert [(item.name, item.kind, item.table) for item in found.models] == [
        ("Cities", "table", "cities"),
        ("Countries", "table", ""),
        ("Stamped", "abstract", ""),
        ("Notes", "table", "notes"),
    ]
    cities, countries, notes = model(found, "Cities"), model(found, "Countries"), model(found, "Notes")
    assert [(field.name, field.type, field.detail) for field in cities.fields] == [
        ("name", "varchar(50)", "unique"),
        ("code", "varchar(5)", "null"),
        ("country", "reference", ""),
        ("other", "optReference", "null"),
        ("boss", "integer", "null"),
        ("point", "point", ""),
    ]
    assert relations(cities) == [
        ("country", "foreign key", "Countries"),
        ("other", "foreign key", "Countries"),
        ("boss", "foreign key", "People"),
    ]
    assert [(rule.kind, rule.text) for rule in cities.constraints] == [("unique", "name, code")]
    assert [(field.name, field.is_key) for field in countries.fields] == [("id", True), ("iso", True)]
    assert [(rule.kind, rule.text) for rule in countries.constraints] == [("primary key", "id, iso")]
    assert shape(notes) == [("text", "text"), ("createdAt", "datetime")]
    assert notes.fields[1].inherited_from == "Stamped" and "Exposed" in found.frameworks
