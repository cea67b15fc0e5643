"""What a Java file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("Sample.java", "Java", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


SAMPLE = """
    package org.acme.web;

    import static java.util.Map.of;
    import org.acme.model.*;

    /** Owner pages. */
    @Controller
    @RequestMapping("/owners")
    public class Owners<T> extends Base<T> implements Api, java.io.Closeable {
      @Column(name = "x", nullable = false) protected List<Pet> pets, others = new ArrayList<>();

      public Owners(Store store) { super(store); this.store = store; }
      Owners() {}

      @GetMapping(value = "/{id}")
      // a remark
      @Override public Page show(@PathVariable("id") int id, final String... more) {
        var found = this.store.find(id).orElseThrow(() -> new Missing("x" + id));
        for (Pet pet : found.pets()) { pet.visit(this::help); }
        Runnable later = new Runnable() { public void run() { go(); } };
        ((Foo) found).bar();
        if (found instanceof Foo foo && foo.ok()) { return null; }
        System.getenv("HOME");
        return new Page(VIEW);
      }

      void show() {}
      interface Inner { void a(); }
      enum Color { RED, GREEN { void x() {} }; Color() {} }
      record Point(int x, @NotNull String y) { Point { check(x); } }
    }
"""


def test_nothing_collapses() -> None:
    facts = read(SAMPLE)
    assert facts.package == "org.acme.web"
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("class", "Owners"),
        ("constructor", "Owners.Owners"),
        ("constructor", "Owners.Owners#2"),
        ("method", "Owners.show"),
        ("class", "Owners.show.$Runnable"),
        ("method", "Owners.show.$Runnable.run"),
        ("method", "Owners.show#2"),
        ("interface", "Owners.Inner"),
        ("method", "Owners.Inner.a"),
        ("enum", "Owners.Color"),
        ("class", "Owners.Color.GREEN"),
        ("method", "Owners.Color.GREEN.x"),
        ("constructor", "Owners.Color.Color"),
        ("record", "Owners.Point"),
        ("constructor", "Owners.Point.Point"),
    ]


def test_heads() -> None:
    facts = read(SAMPLE)
    owners = named(facts, "Owners")
    assert (owners.start_line, owners.line, owners.docstring) == (6, 9, "Owner pages.")
    assert owners.signature == "public class Owners<T> extends Base<T> implements Api, java.io.Closeable"
    assert [base.text for base in owners.bases] == ["Base", "Api", "java.io.Closeable"]
    assert [(item.name, [argument.value.text for argument in item.arguments]) for item in owners.decorators] == [
        ("Controller", []),
        ("RequestMapping", ["/owners"]),
    ]
    show = named(facts, "Owners.show")
    assert (show.start_line, show.line, show.returns) == (15, 17, "Page")
    assert [(item.name, item.annotation, item.kind) for item in show.parameters] == [
        ("id", "int", ""),
        ("more", "String", "rest"),
    ]
    assert show.parameters[0].decorators[0].arguments[0].value.text == "id"
    assert "override" in show.properties and show.complexity == 4
    assert "abstract" in named(facts, "Owners.Inner.a").properties
    assert [base.text for base in named(facts, "Owners.show.$Runnable").bases] == ["Runnable"]
    fields = {(item.scope, item.target): item for item in facts.assignments if item.kind == "field"}
    pets = fields["Owners", "pets"]
    assert (pets.annotation, [(a.name, a.value.text) for a in pets.decorators[0].arguments]) == (
        "List<Pet>",
        [("name", "x"), ("nullable", "false")],
    )
    assert fields["Owners.Point", "y"].decorators[0].name == "NotNull"


def test_calls_and_names() -> None:
    facts = read(SAMPLE)
    called = [(call.scope, call.callee.text, call.is_new) for call in facts.calls]
    assert ("Owners.Owners", "super", False) in called
    assert ("Owners.show", "this.store.find", False) in called
    assert ("Owners.show", "Missing", True) in called
    assert ("Owners.show.$Runnable.run", "go", False) in called
    assert ("Owners.show", "bar", False) in called
    bound = {item.target: item for item in facts.assignments if item.scope == "Owners.show"}
    assert (bound["pet"].kind, bound["pet"].annotation) == ("loop", "Pet")
    assert bound["foo"].annotation == "Foo"
    assert bound["found"].annotation == ""
    assert {"this.help", "VIEW"} <= {item.name for item in facts.references}
    assert [(item.module, item.names[0].name, item.kind) for item in facts.imports] == [
        ("java.util.Map", "of", "static"),
        ("org.acme.model", "*", "import"),
    ]
    assert [item.name for item in facts.environment] == ["HOME"]


def test_constants_run_constructors_and_blocks_bind_nothing_of_their_type() -> None:
    facts = read("""
        enum Size {
          SMALL(1), LARGE(load()) { int f() { return 1; } };
          static final Map<String, Pet> ALL;
          static { Pet first = make(); ALL = Map.of("a", first); }
          Size(int n) {}
          void walk() {
            ALL.forEach((key, pet) -> key.trim());
            ALL.values().forEach(pet -> pet.visit());
            System.getenv().getOrDefault("HOME", "/root");
          }
        }
    """)
    made = [(call.callee.text, len(call.arguments)) for call in facts.calls if call.is_new]
    assert made == [("Size", 1), ("Size", 1)]
    kinds = {item.target: item.kind for item in reversed(facts.assignments)}
    assert (kinds["first"], kinds["ALL"]) == ("local", "field")
    given = {item.target: item.value for item in facts.assignments if item.kind == "parameter"}
    assert given["key"] is None
    assert [(item.name, item.default) for item in facts.environment] == [("HOME", '"/root"')]


def test_annotations_inside_annotations_are_calls() -> None:
    source = '@Table(indexes = {@Index(columnList = "a", unique = true)}, one = @Mark) class A {}\n'
    facts = parse("A.java", "Java", source)
    (table,) = facts.definitions[0].decorators
    (index,) = table.arguments[0].value.items
    assert index.call is not None and index.call.callee.text == "Index"
    assert [(item.name, item.value.text) for item in index.call.arguments] == [("columnList", "a"), ("unique", "true")]
    mark = table.arguments[1].value
    assert mark.call is not None and (mark.call.callee.text, mark.call.arguments) == ("Mark", ())
    assert facts.calls == ()
