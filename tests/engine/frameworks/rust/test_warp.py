"""Filters of warp."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_filters_that_are_served() -> None:
    found = facts_of(
        {
            "src/main.rs": """
                mod filters;
                use warp::Filter;

                const BASE: &str = "v1";

                async fn main() {
                    let hello = warp::path!("hello" / String).and(warp::get()).map(|name| name);
                    let sum = warp::path("sum").and(warp::path::param::<u32>()).map(|a| a);
                    let sum = sum.map(|out| out);
                    let root = warp::path::end().map(|| "root");
                    let socket = warp::path("feed").and(warp::ws()).map(|ws: warp::ws::Ws| ws);
                    let assets = warp::path("assets").and(warp::fs::dir("public"));
                    let api = warp::path(BASE).and(filters::todos(db()).or(sum).or(socket));
                    let unused = warp::path("unused").map(|| "");
                    let all = root.or(hello).or(api).or(assets).recover(failed).with(warp::log("x"));
                    warp::serve(all).run(([127, 0, 0, 1], 3030)).await;
                }
            """,
            "src/filters.rs": """
                use warp::Filter;

                pub fn todos(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
                    list(db.clone()).or(make(db))
                }

                fn list(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
                    warp::path!("todos").and(warp::get()).and(with_db(db)).and_then(list_todos)
                }

                fn make(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
                    warp::post()
                        .and(warp::path("todos"))
                        .and(warp::body::json())
                        .and(with_db(db))
                        .and_then(make_todo)
                }

                fn with_db(db: Db) -> impl Filter<Extract = (Db,), Error = std::convert::Infallible> + Clone {
                    warp::any().map(move || db.clone())
                }

                /// All of them.
                async fn list_todos(db: Db) -> Result<impl warp::Reply, Infallible> { Ok("") }

                async fn make_todo(todo: Todo, db: Db) -> Result<impl warp::Reply, Infallible> { Ok("") }

                #[cfg(test)]
                mod tests {
                    fn served() { warp::serve(super::todos(db())); }
                }
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/", "anonymous function"),
        ("ANY", "/v1/sum/{u32}", "anonymous function"),
        ("GET", "/assets", "anonymous function"),
        ("GET", "/hello/{String}", "anonymous function"),
        ("GET", "/v1/todos", "list_todos"),
        ("POST", "/v1/todos", "make_todo"),
        ("WEBSOCKET", "/v1/feed", "anonymous function"),
    ]
    listed = endpoint(found, "GET", "/v1/todos")
    assert (listed.docstring, listed.symbol) == ("All of them.", "src/filters.rs#list_todos")
    assert "warp" in found.frameworks
