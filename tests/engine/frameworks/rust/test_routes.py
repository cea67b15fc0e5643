"""Routes of Rust programs, library by library."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes


def cargo(*crates: str) -> dict[str, str]:
    listed = "\n".join(f'{crate} = "1"' for crate in crates)
    return {"Cargo.toml": f'[package]\nname = "shop"\n\n[dependencies]\n{listed}\n'}


def test_axum_routers_nested_and_merged_through_functions() -> None:
    found = facts_of(
        cargo("axum")
        | {
            "src/main.rs": """
                mod users;
                use axum::{routing::{delete, get, post}, Router};
                const VERSION: &str = "/v1";
                #[tokio::main]
                async fn main() {
                    let api = Router::new()
                        .route("/", get(home).post(|| async { "x" }))
                        .nest("/users", users::router())
                        .layer(TraceLayer::new());
                    let api = api.merge(admin(State));
                    let app = Router::new().nest(VERSION, api).route("/health", axum::routing::any(health)).fallback(missing);
                    let app = users::more(app);
                    cache.get("/no-route", get(home));
                    axum::serve(listener, app).await.unwrap();
                }
                /// The first page.
                async fn home() {}
                async fn health() {}
                fn admin(state: State) -> Router {
                    let routes = delete(remove);
                    Router::new().route("/admin/{id}", routes).with_state(state)
                }
                async fn remove() {}
                #[cfg(test)]
                mod tests {
                    #[tokio::test]
                    async fn works() { let app = Router::new().route("/test", get(home)); }
                }
            """,
            "src/users/mod.rs": """
                mod show;
                pub use show::*;
                use axum::{Router, routing};
                pub fn router() -> Router<App> {
                    Router::new()
                        .route("/", routing::get(list))
                        .route("/{id}", routing::get(show.layer(Cache::new())).on(MethodFilter::PUT, show))
                }
                pub fn more(router: Router) -> Router { router.route("/more", routing::post(list)) }
                async fn list() {}
            """,
            "src/users/show.rs": "pub async fn show() {}\n",
        }
    )
    assert routes(found) == [
        ("ANY", "/health", "health"),
        ("DELETE", "/v1/admin/{id}", "remove"),
        ("GET", "/v1", "home"),
        ("GET", "/v1/users", "list"),
        ("GET", "/v1/users/{id}", "show"),
        ("POST", "/more", "list"),
        ("POST", "/v1", "anonymous function"),
        ("PUT", "/v1/users/{id}", "show"),
    ]
    home = endpoint(found, "GET", "/v1")
    assert (home.symbol, home.docstring, home.framework) == ("src/main.rs#home", "The first page.", "axum")
    assert endpoint(found, "GET", "/v1/users/{id}").symbol == "src/users/show.rs#show"
    assert found.frameworks == ("axum",)


def test_actix_scopes_resources_configuration_and_attributes() -> None:
    found = facts_of(
        cargo("actix-web")
        | {
            "src/main.rs": """
                mod users;
                use actix_web::{get, post, web, App, HttpServer};
                async fn main() -> std::io::Result<()> {
                    HttpServer::new(move || {
                        App::new()
                            .app_data(pool.clone())
                            .wrap(Logger::default())
                            .wrap(Logger::default())
                            .wrap(Logger::default())
                            .wrap(Logger::default())
                            .route("/", web::get().to(home))
                            .service(web::scope("/admin").guard(guard).route("/stats", web::get().to(stats)).service(reports))
                            .service(web::resource("/login").route(web::get().to(form)).route(web::post().to(login)))
                            .service(web::scope("/api").configure(users::routes))
                            .configure(|cfg| { cfg.service(web::resource("/raw").to(raw)); })
                    })
                    .run()
                    .await
                }
                #[get("/reports/{id}")]
                async fn reports() {}
                #[post("/lost")]
                async fn lost() {}
                async fn home() {}
                async fn stats() {}
                async fn form() {}
                async fn login() {}
                async fn raw() {}
            """,
            "src/users.rs": """
                use actix_web::{web, route};
                pub fn routes(cfg: &mut web::ServiceConfig) {
                    cfg.service(web::scope("/users").service((show, many)));
                }
                #[actix_web::get("/{id}")]
                async fn show() {}
                #[route("", method = "GET", method = "POST")]
                async fn many() {}
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/raw", "raw"),
        ("GET", "/", "home"),
        ("GET", "/admin/reports/{id}", "reports"),
        ("GET", "/admin/stats", "stats"),
        ("GET", "/api/users", "many"),
        ("GET", "/api/users/{id}", "show"),
        ("GET", "/login", "form"),
        ("POST", "/api/users", "many"),
        ("POST", "/login", "login"),
        ("POST", "…/lost", "lost"),
    ]
    assert endpoint(found, "GET", "/api/users/{id}").symbol == "src/users.rs#show"
    assert any(item.kind == "endpoint prefix" for item in found.unknowns)


def test_rocket_mounts() -> None:
    found = facts_of(
        cargo("rocket")
        | {
            "src/main.rs": """
                #[macro_use] extern crate rocket;
                mod posts;
                #[get("/?<page>")]
                fn index(page: Option<u32>) {}
                #[post("/lost", data = "<form>")]
                fn lost() {}
                #[launch]
                fn rocket() -> _ { rocket::build().attach(Db::fairing()).mount("/", routes![index]).mount("/posts", routes![posts::show]) }
            """,
            "src/posts.rs": '#[get("/<id>", format = "json")]\npub fn show(id: u32) {}\n',
        }
    )
    assert routes(found) == [("GET", "/", "index"), ("GET", "/posts/<id>", "show"), ("POST", "…/lost", "lost")]


def test_a_repository_without_these_crates_has_no_routes() -> None:
    assert not facts_of(cargo("serde") | {"src/lib.rs": 'fn f() { Router::new().route("/", get(home)); }\n'}).endpoints


def test_a_route_is_registered_where_its_call_stands_and_not_where_the_row_begins() -> None:
    found = facts_of(
        cargo("axum")
        | {
            "src/main.rs": """
                use axum::{routing::get, Router};
                fn app() -> Router {
                    Router::new()
                        .route("/a", get(a))
                        .route("/b", get(a))
                }
                async fn a() {}
            """
        }
    )
    assert [(item.path, item.registered.line if item.registered else 0) for item in found.endpoints] == [("/a", 4), ("/b", 5)]
