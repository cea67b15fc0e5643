"""Entities of JPA."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations, shape

PET = """
    package org.acme;

    import jakarta.persistence.*;
    import java.util.Set;

    /** A pet. */
    @Entity
    @Table(name = "pets")
    public class Pet extends Base {
        private static final long serialVersionUID = 1;
        @Column(name = "name", nullable = false, unique = true, length = 30)
        private String name;
        @ManyToOne @JoinColumn(name = "owner_id") private Owner owner;
        @OneToMany(mappedBy = "pet") private Set<Visit> visits = new HashSet<>();
        @ManyToMany(targetEntity = Vet.class) private Set vets;
        @Transient private int age;
        transient int cached;
    }

    @MappedSuperclass
    abstract class Base { @Id @GeneratedValue private Integer id; }

    class Plain { private String name; }
"""


def test_columns_keys_and_relations() -> None:
    found = facts_of({"src/Pet.java": PET})
    pet = model(found, "Pet")
    assert (pet.kind, pet.table, pet.framework, pet.docstring, pet.bases) == ("table", "pets", "JPA", "A pet.", ("Base",))
    assert shape(pet) == [("name", "String"), ("owner", "Owner"), ("visits", "Set<Visit>"), ("vets", "Set"), ("id", "Integer")]
    assert (pet.fields[-1].inherited_from, pet.fields[-1].is_key, pet.fields[-1].line) == ("Base", True, 0)
    assert pet.fields[0].detail == "not null, unique, length 30"
    assert relations(pet) == [
        ("owner", "many to one", "Owner"),
        ("visits", "one to many", "Visit"),
        ("vets", "many to many", "Vet"),
    ]
    base = model(found, "Base")
    assert base.kind == "abstract"
    assert [(field.name, field.is_key, field.detail) for field in base.fields] == [("id", True, "generated")]
    assert {item.name for item in found.models} == {"Pet", "Base"}


def test_kotlin_properties_of_constructors_and_bodies() -> None:
    found = facts_of(
        {
            "src/Pet.kt": """
                package org.acme
                import jakarta.persistence.*

                @Entity
                @Table(name = "pets", uniqueConstraints = [UniqueConstraint(columnNames = ["name", "size"])])
                data class Pet(
                    @Id @GeneratedValue val id: Long? = null,
                    @field:Column(nullable = false) var name: String,
                    plain: Int,
                ) : Base() {
                    @get:Size(max = 3) var size: Int = 3
                    var address = ""
                    val isNew: Boolean
                        get() = id == null
                    @OneToMany(mappedBy = "pet") val visits = mutableSetOf<Visit>()
                    @Embedded var at: Address? = null
                    companion object { val LIMIT = 1 }
                }

                @Embeddable
                class Address(val street: String = "")
            """
        }
    )
    pet = model(found, "Pet")
    assert shape(pet) == [
        ("id", "Long?"),
        ("name", "String"),
        ("size", "Int"),
        ("address", "String"),
        ("visits", ""),
        ("at", "Address?"),
    ]
    assert pet.fields[1].detail == "not null" and pet.fields[2].detail == "at most 3 long"
    assert relations(pet) == [("visits", "one to many", "Visit"), ("at", "embedded", "Address")]
    assert [(rule.kind, rule.text) for rule in pet.constraints] == [("unique", "name, size")]
    assert (model(found, "Address").kind, shape(model(found, "Address"))) == ("embedded", [("street", "String")])


def test_annotations_on_getters_and_keys_of_several_columns() -> None:
    found = facts_of(
        {
            "src/Order.java": """
                package org.acme;
                import javax.persistence.*;

                @MappedSuperclass
                public abstract class Keyed {
                    private Long id;
                    @Id @GeneratedValue public Long getId() { return id; }
                    public void setId(Long id) { this.id = id; }
                }

                @Entity
                @Table(indexes = @Index(columnList = "label, paid", unique = true))
                class Order extends Keyed {
                    private String label;
                    @NotNull private boolean paid;
                    @Column(nullable = false) public String getLabel() { return label; }
                    public boolean isPaid() { return paid; }
                    public void setPaid(boolean paid) { this.paid = paid; }
                    @ManyToOne public Owner getOwner() { return null; }
                    @Transient public int getTotal() { return 1; }
                    public int getComputed() { return 1; }
                }

                @Entity
                @IdClass(LineKey.class)
                class Line { @Id private int order; @Id private int row; private String text; }

                @Entity
                class Other { @EmbeddedId private LineKey key; }
            """
        }
    )
    order = model(found, "Order")
    assert shape(order) == [("label", "String"), ("paid", "boolean"), ("owner", "Owner"), ("id", "Long")]
    assert [field.detail for field in order.fields] == ["not null", "not null", "", "generated"]
    assert relations(order) == [("owner", "many to one", "Owner")]
    assert [(rule.kind, rule.text) for rule in order.constraints] == [("unique", "label, paid")]
    assert [(rule.kind, rule.text) for rule in model(found, "Line").constraints] == [("primary key", "order, row")]
    assert relations(model(found, "Other")) == [("key", "embedded", "LineKey")] and model(found, "Other").fields[0].is_key


def test_spring_data_without_jpa() -> None:
    found = facts_of(
        {
            "jdbc/src/main/java/Set.java": """
                package org.acme;
                import org.springframework.data.annotation.Id;
                import org.springframework.data.annotation.Transient;
                import org.springframework.data.relational.core.mapping.MappedCollection;
                import org.springframework.data.relational.core.mapping.Table;

                @Table("SETS")
                record LegoSet(@Id int id, String name, Manual manual, @MappedCollection(idColumn = "x") Map<String, Part> parts,
                               AggregateReference<Minion, Long> owner) {}
                class Part { String text; Kind kind; }
                class Manual { String author; }
                enum Kind { A, B }
            """,
            "jdbc/src/main/java/Minion.java": """
                package org.acme;
                import org.springframework.data.annotation.Id;

                class Minion { @Id Long id; String name; @Transient int cached; }
                class Helper { String name; }
            """,
            "mongo/src/main/kotlin/Person.kt": """
                package org.acme
                import org.springframework.data.annotation.Id
                import org.springframework.data.mongodb.core.mapping.DBRef
                import org.springframework.data.mongodb.core.mapping.Document

                @Document("people")
                data class Person(@Id val id: String?, @DBRef val manager: Person?)
            """,
        }
    )
    kinds = sorted((item.name, item.framework, item.kind, item.table) for item in found.models)
    assert kinds == [
        ("LegoSet", "Spring Data Relational", "table", "SETS"),
        ("Manual", "Spring Data Relational", "table", ""),
        ("Minion", "Spring Data Relational", "table", ""),
        ("Part", "Spring Data Relational", "table", ""),
        ("Person", "Spring Data MongoDB", "document", "people"),
    ]
    assert relations(model(found, "LegoSet")) == [
        ("parts", "one to many", "Part"),
        ("owner", "foreign key", "Minion"),
        ("manual", "one to one", "Manual"),
    ]
    assert relations(model(found, "Person")) == [("manager", "ref", "Person")]
    assert shape(model(found, "Minion")) == [("id", "Long"), ("name", "String")]
