"""Vapor's routes and Fluent's models."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, model, relations, routes, shape

CONTROLLER = """
    import Vapor

    struct TodoController: RouteCollection {
        func boot(routes: any RoutesBuilder) throws {
            let todos = routes.grouped("todos")
            todos.get(use: index)
            todos.delete(":todoID", use: self.delete)
        }

        /// All of them.
        @Sendable func index(req: Request) async throws -> [Todo] { [] }
        func delete(req: Request) async throws -> HTTPStatus { .ok }
    }

    struct LeftController: RouteCollection {
        func boot(routes: RoutesBuilder) throws {
            routes.post("left", use: make)
        }
        func make(req: Request) -> String { "" }
    }
"""


def test_groups_collections_and_functions() -> None:
    found = facts_of(
        {
            "Sources/App/TodoController.swift": CONTROLLER,
            "Sources/App/routes.swift": """
                import Vapor

                func routes(_ app: Application) throws {
                    app.get { req in "It works!" }
                    app.get("hello", ":name") { req -> String in "x" }
                    app.on(.POST, "upload", "big", body: .collect) { req in "" }
                    let api = app.grouped("api", "v1").grouped(Token.guardMiddleware())
                    api.group("users") { users in
                        users.group(":id") { user in
                            user.get(use: show)
                            user.webSocket("feed") { req, ws in }
                        }
                    }
                    app.group("short") {
                        $0.get("one", .parameter("two"), "**") { req in "" }
                    }
                    try app.register(collection: TodoController())
                    let shared = TodoController()
                    try api.register(collection: shared)
                    try more(app)
                    app.get(SiteURL.home.pathComponents) { req in "" }
                    app.http.client.get("nope")
                }

                func more(_ builder: RoutesBuilder) throws {
                    builder.patch("more") { req in "" }
                }

                func show(req: Request) -> String { "" }
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/api/v1/todos/:todoID", "TodoController.delete"),
        ("DELETE", "/todos/:todoID", "TodoController.delete"),
        ("GET", "/", "anonymous function"),
        ("GET", "/api/v1/todos", "TodoController.index"),
        ("GET", "/api/v1/users/:id", "show"),
        ("GET", "/hello/:name", "anonymous function"),
        ("GET", "/short/one/:two/**", "anonymous function"),
        ("GET", "/todos", "TodoController.index"),
        ("PATCH", "/more", "anonymous function"),
        ("POST", "/upload/big", "anonymous function"),
        ("POST", "…/left", "LeftController.make"),
        ("WEBSOCKET", "/api/v1/users/:id/feed", "anonymous function"),
    ]
    listed = endpoint(found, "GET", "/api/v1/todos")
    assert (listed.auth, listed.docstring) == ("Token.guardMiddleware()", "All of them.")
    assert listed.symbol == "Sources/App/TodoController.swift#TodoController.index"
    assert [place.path for place in listed.mounts] == [
        "Sources/App/routes.swift",
        "Sources/App/routes.swift",
        "Sources/App/TodoController.swift",
    ]
    assert endpoint(found, "GET", "/todos").auth == ""
    assert (endpoint(found, "PATCH", "/more").prefix, endpoint(found, "GET", "/todos").prefix) == ("", "/todos")
    assert sorted(item.kind for item in found.unknowns) == ["endpoint", "endpoint prefix"]


def test_models_of_fluent() -> None:
    found = facts_of(
        {
            "Sources/App/Todo.swift": """
                import Fluent
                import FluentSQLite

                /// A thing to do.
                final class Todo: Model, @unchecked Sendable {
                    static let schema = "todos"
                    @ID(key: .id) var id: UUID?
                    @Field(key: "title_text") var title: String
                    @OptionalParent(key: "owner") var owner: User?
                    @Children(for: \\.$todo) var lines: [Line]
                    @Siblings(through: TodoTag.self, from: \\.$todo, to: \\.$tag) var tags: [Tag]
                    @Group(key: "at") var at: Address
                    var temporary: Int = 3
                }

                final class Address: Fields {
                    @Field(key: "street") var street: String
                }

                final class Old: SQLiteModel {
                    static let entity = "old"
                    var id: Int?
                    var title: String
                }

                struct View: Model { var title: String }
                final class Plain { var title: String = "" }
            """
        }
    )
    assert [(item.name, item.kind, item.table) for item in found.models] == [
        ("Todo", "table", "todos"),
        ("Address", "embedded", ""),
        ("Old", "table", ""),
    ]
    todo = model(found, "Todo")
    assert shape(todo) == [("id", "UUID?"), ("title", "String"), ("owner", "User?"), ("at", "Address")]
    assert todo.fields[0].is_key and todo.fields[1].detail == "column title_text" and todo.docstring == "A thing to do."
    assert relations(todo) == [
        ("owner", "many to one", "User"),
        ("lines", "one to many", "Line"),
        ("tags", "many to many", "Tag"),
        ("at", "embedded", "Address"),
    ]
    assert shape(model(found, "Old")) == [("id", "Int?"), ("title", "String")]
    assert "Fluent" in found.frameworks
