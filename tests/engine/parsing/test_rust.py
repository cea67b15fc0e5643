"""What a Rust file says."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.facts import Call, Definition, FileFacts
from apps.engine.parsing import parse


def read(text: str) -> FileFacts:
    return parse("src/sample.rs", "Rust", dedent(text).lstrip("\n"))


def named(facts: FileFacts, qualname: str) -> Definition:
    return next(definition for definition in facts.definitions if definition.qualname == qualname)


def calls_of(facts: FileFacts, text: str) -> list[Call]:
    return [call for call in facts.calls if call.callee.text == text]


def test_methods_belong_to_the_type_their_implementation_is_about() -> None:
    facts = read(
        """
        //! Shapes
        //! and more.
        use std::fmt;

        /// A point.
        #[derive(Debug, Clone)]
        #[serde(rename_all = "camelCase")]
        pub struct Point<'a, T: Display> {
            #[serde(default)]
            pub x: &'a T,
            y: Option<Vec<i32>>,
        }

        impl<'a, T> Draw for Point<'a, T> {
            type Out = ();
            fn new(&self) {}
        }

        #[cfg(unix)]
        impl<T> Point<'_, T> {
            /// Makes one.
            pub fn new(x: &T) -> Self { Self { x, y: None } }
            pub(crate) async fn go(self: Box<Self>, State(app): State<App>) -> Result<(), Error> { Ok(()) }
        }

        #[cfg(not(unix))]
        impl<T> Point<'_, T> {
            pub fn new(x: &T) -> Self { todo!() }
        }

        pub trait Draw: Send + fmt::Debug {
            type Out;
            fn new(&self);
            fn twice(&self) { self.new(); }
        }
        """
    )
    assert facts.docstring == "Shapes\nand more."
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("struct", "Point"),
        ("implementation", "impl Draw for Point"),
        ("type", "Point.Out"),
        ("method", "Point.new"),
        ("implementation", "impl Point"),
        ("method", "Point.new#2"),
        ("method", "Point.go"),
        ("implementation", "impl Point#2"),
        ("method", "Point.new#3"),
        ("trait", "Draw"),
        ("type", "Draw.Out"),
        ("method", "Draw.new"),
        ("method", "Draw.twice"),
    ]
    point = named(facts, "Point")
    assert (point.start_line, point.line, point.end_line, point.docstring) == (5, 8, 12, "A point.")
    assert [(item.name, [given.value.text for given in item.arguments]) for item in point.decorators] == [
        ("derive", ["Debug", "Clone"]),
        ("serde", ["camelCase"]),
    ]
    new = named(facts, "Point.new#2")
    assert (new.owner, new.parent, new.docstring, new.returns) == ("Point", "impl Point", "Makes one.", "Self")
    assert new.signature == "pub fn new(x: &T) -> Self"
    assert new.properties == ("exported", "public", "static")
    go = named(facts, "Point.go")
    assert go.properties == ("async", "internal")
    assert [(item.name, item.annotation, item.kind) for item in go.parameters] == [
        ("self", "Box<Self>", "receiver"),
        ("app", "State<App>", ""),
    ]
    assert named(facts, "Draw.new").properties == ("abstract",)
    assert [base.text for base in named(facts, "Draw").bases] == ["Send", "fmt.Debug"]
    (taken,) = facts.conformances
    assert (taken.type, taken.base.text) == ("Point", "Draw")
    fields = {item.target: item for item in facts.assignments if item.kind == "field"}
    assert {name: item.annotation for name, item in fields.items()} == {"x": "&'a T", "y": "Option<Vec<i32>>"}
    assert fields["x"].decorators[0].name == "serde" and "public" in fields["x"].properties


def test_every_other_kind_of_definition() -> None:
    facts = read(
        """
        pub struct Id(pub i32, String);
        struct Unit;
        enum Shape { #[default] Circle(f64), Rect { w: f64 }, Empty = 3 }
        union Bits { a: i32 }
        type Alias<T> = HashMap<String, T>;
        mod inner {
            pub fn f() { fn g() {} }
        }
        mod apart;
        macro_rules! twice { ($x:expr) => { $x.foo() } }
        extern "C" { fn outside(x: i32); }
        const K: &str = "a";
        static mut COUNT: i32 = 0;
        """
    )
    assert [(item.kind, item.qualname) for item in facts.definitions] == [
        ("struct", "Id"),
        ("struct", "Unit"),
        ("enum", "Shape"),
        ("union", "Bits"),
        ("type", "Alias"),
        ("namespace", "inner"),
        ("function", "inner.f"),
        ("function", "inner.f.g"),
        ("macro", "twice"),
        ("function", "outside"),
    ]
    bound = {(item.scope, item.target): item for item in facts.assignments}
    assert bound["Id", "0"].annotation == "i32" and bound["Id", "1"].properties == ("private",)
    assert [name for (scope, name), item in bound.items() if scope == "Shape" and item.kind == "case"] == [
        "Circle",
        "Rect",
        "Empty",
    ]
    assert bound["", "K"].kind == "const" and bound["", "K"].annotation == "&str"
    assert [(item.module, item.kind) for item in facts.imports] == [("self.apart", "module")]
    assert not facts.calls  # what a macro writes is no call of this place


def test_use_trees_give_one_import_a_leaf() -> None:
    facts = read(
        """
        pub use crate::a::{self, b::C as D, *};
        use std::{env, io::{Read, Write as _}};
        use serde;
        extern crate log as logging;
        """
    )
    assert [(item.kind, item.module, [(name.name, name.alias) for name in item.names], item.alias) for item in facts.imports] == [
        ("export-from", "crate", [("a", "")], ""),
        ("export-from", "crate.a.b", [("C", "D")], ""),
        ("export-from", "crate.a", [("*", "")], ""),
        ("use", "std", [("env", "")], ""),
        ("use", "std.io", [("Read", "")], ""),
        ("use", "std.io", [("Write", "_")], ""),
        ("use", "serde", [], ""),
        ("use", "log", [], "logging"),
    ]


def test_calls_in_macros_are_calls_and_macros_are_called_by_their_mark() -> None:
    facts = read(
        """
        async fn f(app: App) -> Result<()> {
            println!("{} {}", app.name(), width = size::<u8>(1)?.get());
            let rows = sqlx::query!("select 1", id(2)).fetch_all(&app.db).await?;
            let all = vec![Foo::new(), inner!(deep())];
            tokio::select! { x = first() => { second(x).await; } }
            quote! { never(#x) }
            Ok(())
        }
        """
    )
    names = [call.callee.text for call in facts.calls]
    assert names == [
        "println!", "app.name", "size", "get", "fetch_all", "sqlx.query!", "id", "vec!", "Foo.new", "inner!", "deep",
        "tokio.select!", "first", "second", "quote!", "Ok",
    ]  # fmt: skip
    (printed,) = calls_of(facts, "println!")
    assert [(given.name, given.value.kind) for given in printed.arguments] == [("", "string"), ("", "call"), ("width", "call")]
    (fetched,) = calls_of(facts, "fetch_all")
    assert fetched.awaited and fetched.scope == "f"


def test_patterns_bind_names_to_what_they_take() -> None:
    facts = read(
        """
        fn f(pair: (A, B)) {
            let (a, mut b) = pair;
            let Some(user) = find() else { return };
            if let Ok(row) = load() { row.go() }
            let Point { x, y: (z, _) } = point;
            match shape { Shape::Circle(r) => r, other => 0 }
            for (at, item) in items.iter().enumerate() { item.run(at) }
            items.iter().map(|entry| entry.name());
            let p = Point { x: 1, z };
        }
        """
    )
    bound = {item.target: item for item in facts.assignments}
    assert set(bound) == {"a", "b", "user", "row", "x", "z", "r", "other", "at", "item", "entry", "p"}
    b, user, x = bound["b"].value, bound["user"].value, bound["x"].value
    assert b is not None and (b.kind, b.items[0].text, b.items[1].text) == ("subscript", "pair", "1")
    assert user is not None and user.items[1].text == "?"
    assert x is not None and (x.kind, x.text, x.items[0].kind, x.items[0].text) == ("attribute", "x", "cast", "Point")
    assert bound["item"].kind == "loop" and bound["at"].value is None
    entry = bound["entry"]
    assert entry.kind == "parameter" and entry.value is not None and entry.value.call is not None
    (made,) = [call for call in facts.calls if call.is_new]
    assert made.callee.text == "Point" and [given.name for given in made.arguments] == ["x", "z"]


def test_environment_reads_tell_what_happens_without_the_variable() -> None:
    facts = read(
        """
        fn f() -> Result<()> {
            let a = std::env::var("A")?;
            let b = env::var("B").unwrap_or_else(|_| "x".into());
            let c = env::var("C").expect("C must be set").parse();
            let d = env::var("D").ok();
            let e = env!("E");
            let g = option_env!("G");
        }
        """
    )
    assert [(read.name, read.default, read.required) for read in facts.environment] == [
        ("A", "", True),
        ("B", '|_| "x".into()', False),
        ("C", "", True),
        ("D", "", False),
        ("E", "", True),
        ("G", "", False),
    ]


def test_a_broken_function_costs_only_itself() -> None:
    facts = read("fn f() { let x = ; }\nfn g() { h(); }\n")
    assert facts.syntax_errors
    assert "g" in [item.name for item in facts.definitions]
    assert calls_of(facts, "h")[0].scope == "g"


def test_what_was_put_together_from_an_error_is_no_name() -> None:
    facts = read("impl () -> AppState { Self::One } }\n#[derive(A)]\nenum Inner {}\nfn last() {}\n")
    assert all(not set(item.name) & set("\n{};") for item in facts.definitions)
    assert "last" in [item.name for item in facts.definitions]
