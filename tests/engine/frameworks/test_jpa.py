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
    assert shape(pet) == [("name", "String"), ("owner", "Owner"), ("visits", "Set<Visit>"), ("vets", "Set")]
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
