"""Names of Java: packages, inheritance, overloads, generics, anonymous classes, imports of everything."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "src/org/acme/model/Pet.java": """
        package org.acme.model;

        public class Pet extends Named {
          public void visit(String why) {}
          public void visit(int times) {}
          public void visit(String why, int times) { helper(); }
          private void helper() {}
        }
    """,
    "src/org/acme/model/Named.java": """
        package org.acme.model;

        public abstract class Named {
          public Named() {}
          public String getName() { return toText(); }
          protected abstract String toText();
        }
    """,
    "src/org/acme/model/Pets.java": """
        package org.acme.model;

        import org.springframework.data.repository.Repository;

        public interface Pets extends Repository<Pet, Integer> {
          java.util.List<Pet> all();
        }
    """,
    "src/org/acme/web/PetController.java": """
        package org.acme.web;

        import static org.junit.Assertions.*;
        import java.util.Optional;
        import org.acme.model.*;

        class PetController {
          private final Pets pets;

          PetController(Pets pets) { this.pets = pets; }

          void show(Optional<Pet> chosen) {
            for (Pet pet : pets.all()) { pet.visit("x", 1); }
            pets.all().forEach(pet -> pet.getName());
            chosen.orElseThrow(() -> new IllegalStateException("x")).visit(3);
            var found = pets.findById(1).orElseThrow();
            found.visit("why");
            new Pet().visit("why");
            Runnable later = new Runnable() { public void run() { show(null); } };
            assertTrue(true);
            pick(found).getName();
            unheard.of();
          }

          <T extends Named> T pick(T one) { return one; }
        }
    """,
}


def test_calls() -> None:
    answers = Answers("Java", PROGRAM, ".java")
    web = "src/org/acme/web/PetController.java"
    pet, named, pets = (f"src/org/acme/model/{name}.java" for name in ("Pet", "Named", "Pets"))
    assert answers.calls(web) == [
        ("pets.all", f"{pets}#Pets.all", "inferred"),
        ("pet.visit", f"{pet}#Pet.visit#3", "inferred"),
        ("forEach", "[].forEach".replace("[]", "java.util.List"), "inferred"),
        ("pets.all", f"{pets}#Pets.all", "inferred"),
        ("pet.getName", f"{named}#Named.getName", "inferred"),
        ("visit", f"{pet}#Pet.visit#2", "inferred"),
        ("chosen.orElseThrow", "java.util.Optional.orElseThrow", "inferred"),
        ("IllegalStateException", "java.lang.IllegalStateException", "exact"),
        ("orElseThrow", "org.springframework.data.repository.Repository.findById().orElseThrow", "inferred"),
        ("pets.findById", "org.springframework.data.repository.Repository.findById", "inferred"),
        ("found.visit", f"{pet}#Pet.visit", "inferred"),
        ("visit", f"{pet}#Pet.visit", "inferred"),
        ("Pet", f"{pet}#Pet", "exact"),
        ("Runnable", "java.lang.Runnable", "exact"),
        ("show", f"{web}#PetController.show", "exact"),
        ("assertTrue", "org.junit.Assertions.assertTrue", "inferred"),
        ("getName", f"{named}#Named.getName", "inferred"),
        ("pick", f"{web}#PetController.pick", "exact"),
        ("unheard.of", "org.junit.Assertions.unheard.of", "inferred"),
    ]
    assert answers.runs(pet, "helper") == f"{pet}#Pet.helper"
    assert answers.runs(named, "toText") == f"{named}#Named.toText"


def test_bases() -> None:
    answers = Answers("Java", PROGRAM, ".java")
    assert [base.symbol for base in answers.names.bases("src/org/acme/model/Pet.java", "Pet")] == [
        "src/org/acme/model/Named.java#Named"
    ]
    assert [base.external for base in answers.names.bases("src/org/acme/model/Pets.java", "Pets")] == [
        "org.springframework.data.repository.Repository"
    ]
