"""Names of Rust: modules by file, re-exports, implementations elsewhere, wrappers, macros, what goes outside."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/shop-core/Cargo.toml": '[package]\nname = "shop-core"\n\n[dependencies]\nserde = "1"\ntokio = "1"\n',
    "crates/shop-core/src/lib.rs": """
        pub mod orders;
        mod errors;
        pub use errors::{Error, Result};
        #[macro_export]
        macro_rules! check { ($x:expr) => { $x } }
        pub fn log(text: &str) {}
    """,
    "crates/shop-core/src/errors.rs": """
        pub enum Error { Missing(String), Other }
        pub type Result<T, E = Error> = std::result::Result<T, E>;
        impl From<std::io::Error> for Error { fn from(e: std::io::Error) -> Self { Self::Missing(e.to_string()) } }
    """,
    "crates/shop-core/src/orders/mod.rs": """
        mod pricing;
        use std::collections::HashMap;
        use std::sync::{Arc, Mutex};
        use crate::{Error, Result};
        use super::log;

        pub trait Priced { fn price(&self) -> i32; fn twice(&self) -> i32 { self.price() * 2 } }
        #[derive(Clone)]
        pub struct Item { pub name: String }
        impl Item { pub fn new(name: &str) -> Self { Self { name: name.into() } } pub fn rename(&mut self) {} }
        impl Priced for Item { fn price(&self) -> i32 { 1 } }

        pub struct Order { items: Vec<Item>, by_name: HashMap<String, Item>, shared: Arc<Mutex<Item>>, next: Option<Box<Order>> }
        impl Order {
            pub fn find(id: i32) -> Result<Order> { if id == 0 { return Err(Error::Other) } log("x"); Err(Error::Missing(id)) }
            pub fn total(&self) -> i32 {
                for item in self.items.iter() { item.twice(); }
                let first = self.items.first().unwrap();
                first.price();
                self.by_name.get("a").unwrap().clone().rename();
                self.shared.lock().unwrap().rename();
                if let Some(next) = &self.next { next.total(); }
                self.items.iter().map(|each| each.price()).sum()
            }
            pub fn discount(&self) -> i32 { self.cut(1) }
        }
        pub fn load(id: i32) -> Result<Order> {
            let order = Order::find(id)?;
            order.total();
            Order::find(id).map_err(|e| e)?.discount();
            check!(order.discount());
            unknown_thing.who_knows();
            Ok(order)
        }
        #[cfg(test)]
        mod tests {
            use super::*;
            #[test]
            fn works() { let item = Item::new("a"); item.price(); load(1).unwrap().total(); }
        }
    """,
    "crates/shop-core/src/orders/pricing.rs": """
        use super::Order;
        impl Order { pub(super) fn cut(&self, by: i32) -> i32 { self::half(by) } }
        fn half(by: i32) -> i32 { by / 2 }
        trait Shout { fn shout(&self) -> String; }
        impl Shout for str { fn shout(&self) -> String { self.to_uppercase() } }
    """,
    "crates/shop-web/Cargo.toml": '[package]\nname = "shop-web"\n[dependencies]\nshop-core = { path = "../shop-core" }\naxum = "0.7"\n',
    "crates/shop-web/src/main.rs": """
        mod routes;
        use axum::{Router, routing::get};
        use shop_core::orders::{Item as Thing, Order};
        async fn main_loop(state: axum::extract::State<Order>) -> Result<(), shop_core::Error> {
            shop_core::orders::load(1)?;
            Thing::new("x");
            state.total();
            let app = Router::new().route("/", get(routes::home));
            sqlx::query!("select 1");
            shop_core::check!(1);
            println!("{}", std::env::var("X")?);
            let order: Order = make();
            order.clone().discount();
            Ok(())
        }
    """,
    "crates/shop-web/src/routes.rs": "pub fn home() { crate::main_loop(x); helper::go(); mod helper { pub fn go() {} } }\n",
}
ORDERS = "crates/shop-core/src/orders/mod.rs"


def test_modules_types_and_what_is_handed_on() -> None:
    answers = Answers("Rust", PROGRAM, ".rs")
    main = "crates/shop-web/src/main.rs"
    assert answers.runs(main, "shop_core.orders.load") == f"{ORDERS}#load"
    assert answers.runs(main, "Thing.new") == f"{ORDERS}#Item.new"
    assert answers.runs(main, "state.total") == f"{ORDERS}#Order.total"
    assert answers.runs(main, "discount") == f"{ORDERS}#Order.discount"
    assert answers.runs(main, "Router.new") == "axum.Router.new"
    assert answers.runs(main, "route") == "axum.Router.route"
    assert answers.runs(main, "get") == "axum.routing.get"
    assert answers.runs(main, "sqlx.query!") == "?"  # no dependency of any crate that is read here
    assert answers.runs(main, "shop_core.check!") == "crates/shop-core/src/lib.rs#check"
    assert answers.runs(main, "println!") == "std.println!"
    assert answers.runs(main, "std.env.var") == "std.env.var"
    assert answers.runs("crates/shop-web/src/routes.rs", "crate.main_loop") == f"{main}#main_loop"


def test_members_through_wrappers_traits_and_other_names() -> None:
    answers = Answers("Rust", PROGRAM, ".rs")
    expected = {
        "self.price": "Priced.price",
        "log": "crates/shop-core/src/lib.rs#log",
        "Error.Missing": "crates/shop-core/src/errors.rs#Error",
        "item.twice": "Priced.twice",
        "first.price": "Item.price",
        "rename": "Item.rename",
        "next.total": "Order.total",
        "each.price": "Item.price",
        "self.cut": "crates/shop-core/src/orders/pricing.rs#Order.cut",
        "Order.find": "Order.find",
        "order.total": "Order.total",
        "discount": "Order.discount",
        "check!": "crates/shop-core/src/lib.rs#check",
        "Item.new": "Item.new",
        "load": "load",
        "item.price": "Item.price",
        "total": "Order.total",
        "name.into": "std.convert.Into.into",
        "self.items.first": "std.vec.Vec.first",
    }
    found = {callee: answers.runs(ORDERS, callee) for callee in expected}
    assert found == {
        callee: target if "#" in target or target[:4] == "std." else f"{ORDERS}#{target}" for callee, target in expected.items()
    }
    renamed = [target for callee, target, _ in answers.calls(ORDERS) if callee == "rename"]
    assert renamed == [f"{ORDERS}#Item.rename"] * 2
    pricing = "crates/shop-core/src/orders/pricing.rs"
    assert answers.runs(pricing, "self.half") == f"{pricing}#half"
    assert answers.runs(pricing, "self.to_uppercase") == "std.str.to_uppercase"


def test_imports_name_the_files_of_modules() -> None:
    answers = Answers("Rust", PROGRAM, ".rs")
    lib = answers.files["crates/shop-core/src/lib.rs"]
    module = next(item for item in lib.imports if item.module == "self.orders")
    assert answers.names.resolve_module(lib.path, module).path == ORDERS
    orders = answers.files[ORDERS]
    used = next(item for item in orders.imports if item.names and item.names[0].name == "Result")
    assert answers.names.resolve_module(ORDERS, used, "Result").path == "crates/shop-core/src/errors.rs"
    web = answers.files["crates/shop-web/src/main.rs"]
    assert answers.names.resolve_module(web.path, web.imports[1], "Router").external == "axum"
