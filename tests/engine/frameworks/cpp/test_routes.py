"""Routes of Crow, cpp-httplib and Drogon."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_crow() -> None:
    found = facts_of(
        {
            "src/main.cpp": """
                #include "crow.h"

                /// Adds.
                int add(int a, int b) { return a + b; }

                int main() {
                    crow::SimpleApp app;
                    CROW_ROUTE(app, "/")([](){ return "x"; });
                    CROW_ROUTE(app, "/add/<int>/<int>").methods("POST"_method, crow::HTTPMethod::GET)(add);
                    CROW_WEBSOCKET_ROUTE(app, "/ws").onopen([&](crow::websocket::connection& c){});
                    crow::Blueprint outer("out", "static"), left("left");
                    crow::Blueprint inner("in");
                    CROW_BP_ROUTE(inner, "/deep")
                    ([](){
                        return 1;
                    });
                    outer.register_blueprint(inner);
                    app.register_blueprint(outer);
                }
            """
        }
    )
    assert routes(found) == [
        ("GET", "/", "anonymous function"),
        ("GET", "/add/<int>/<int>", "add"),
        ("GET", "/out/in/deep", "anonymous function"),
        ("POST", "/add/<int>/<int>", "add"),
        ("WEBSOCKET", "/ws", "anonymous function"),
    ]
    assert endpoint(found, "POST", "/add/<int>/<int>").symbol == "src/main.cpp#add"
    assert endpoint(found, "GET", "/out/in/deep").prefix == "/out/in" and "Crow" in found.frameworks


def test_servers_of_httplib_and_no_clients() -> None:
    found = facts_of(
        {
            "src/app.h": """
                #include "httplib.h"
                class App { std::unique_ptr<httplib::Server> server_; void boot(); };
            """,
            "src/app.cpp": """
                #include "app.h"
                static const std::string BASE = "/v1";
                void handle(const httplib::Request& q, httplib::Response& r) {}
                void App::boot() {
                    server_->Post("/b", handle);
                    httplib::Server svr;
                    svr.Get(R"(/numbers/(\\d+))", [](const httplib::Request& q, httplib::Response& r) {});
                    svr.Delete(path(), handle);
                    httplib::Client cli("http://x");
                    cli.Get("/nope", headers);
                }
            """,
        }
    )
    assert routes(found) == [("GET", "/numbers/(\\d+)", "anonymous function"), ("POST", "/b", "handle")]
    assert [(item.kind, item.what) for item in found.unknowns] == [("endpoint", "handle")]


def test_lists_of_drogon() -> None:
    found = facts_of(
        {
            "controllers/User.h": """
                #pragma once
                #include <drogon/HttpController.h>

                namespace api {
                class User : public drogon::HttpController<User>
                {
                  public:
                    METHOD_LIST_BEGIN
                    METHOD_ADD(User::getInfo, "/{id}", Get, "LoginFilter");
                    METHOD_ADD(User::make, "", Post);
                    ADD_METHOD_TO(User::other,
                                  "/absolute/{1}?q={2}", drogon::Get, Put);
                    METHOD_LIST_END

                    /// One of them.
                    void getInfo(const HttpRequestPtr &req, std::function<void(const HttpResponsePtr &)> &&cb, int id);
                    void make(const HttpRequestPtr &req, std::function<void(const HttpResponsePtr &)> &&cb);
                };
                }
            """,
            "controllers/Simple.h": """
                #include <drogon/HttpSimpleController.h>
                class Simple : public drogon::HttpSimpleController<Simple> {
                  public:
                    void asyncHandleHttpRequest(const HttpRequestPtr &req, Callback &&cb) override;
                    PATH_LIST_BEGIN
                    PATH_ADD("/simple", Get, Post);
                    PATH_LIST_END
                };
            """,
            "main.cc": """
                #include <drogon/drogon.h>
                int main() {
                    drogon::app().registerHandler("/hello/{name}", [](const HttpRequestPtr& req) {}, {Get});
                    drogon::app().run();
                }
            """,
        }
    )
    assert [(method, path) for method, path, _ in routes(found)] == [
        ("GET", "/absolute/{1}"),
        ("GET", "/api/user/{id}"),
        ("GET", "/hello/{name}"),
        ("GET", "/simple"),
        ("POST", "/api/user"),
        ("POST", "/simple"),
        ("PUT", "/absolute/{1}"),
    ]
    assert endpoint(found, "GET", "/simple").handler == "Simple::asyncHandleHttpRequest"
    assert "Drogon" in found.frameworks
