"""Routes of Go programs, library by library."""

from __future__ import annotations

from tests.engine.frameworks.building import endpoint, facts_of, routes

MODULE = {"go.mod": "module example.org/shop\n"}


def test_gin_groups_passed_to_functions_of_other_packages() -> None:
    found = facts_of(
        MODULE
        | {
            "main.go": """
                package main
                import (
                    "example.org/shop/users"
                    "github.com/gin-gonic/gin"
                )
                const version = "v1"
                func main() {
                    r := gin.Default()
                    api := r.Group("/api/" + version)
                    users.Register(api.Group("/users"))
                    admin := r.Group("/admin", users.MustBeAdmin())
                    {
                        admin.DELETE("/users/:id", users.Remove)
                    }
                    r.GET("ping", func(c *gin.Context) { c.JSON(200, nil) })
                    r.Match([]string{"GET", "HEAD"}, "/health", users.Health)
                    cache := map[string]int{}
                    client.GET("/not-a-route", nil)
                }
            """,
            "users/routes.go": """
                package users
                import "github.com/gin-gonic/gin"
                func Register(router *gin.RouterGroup) {
                    router.POST("/", Create)
                    router.GET("/:id", limit(), Find)
                }
                func Unused(group *gin.RouterGroup) { group.GET("/lost", Find) }
                // Create makes one.
                func Create(c *gin.Context) {}
                func Find(c *gin.Context) {}
                func Remove(c *gin.Context) {}
                func Health(c *gin.Context) {}
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/admin/users/:id", "users.Remove"),
        ("GET", "/api/v1/users/:id", "Find"),
        ("GET", "/health", "users.Health"),
        ("GET", "/ping", "anonymous function"),
        ("GET", "…/lost", "Find"),
        ("HEAD", "/health", "users.Health"),
        ("POST", "/api/v1/users/", "Create"),
    ]
    create = endpoint(found, "POST", "/api/v1/users/")
    assert (create.place.path, create.place.line, create.symbol, create.docstring) == (
        "users/routes.go",
        9,
        "users/routes.go#Create",
        "Create makes one.",
    )
    assert not endpoint(found, "GET", "…/lost").prefix_known
    assert found.frameworks == ("Gin",)


def test_chi_nested_functions_mounts_and_handlers_of_structs() -> None:
    found = facts_of(
        MODULE
        | {
            "main.go": """
                package main
                import (
                    "net/http"
                    "github.com/go-chi/chi/v5"
                )
                type Server struct {
                    router *chi.Mux
                }
                func (s *Server) routes() {
                    s.router.Get("/status", s.status)
                }
                func (s *Server) status(w http.ResponseWriter, r *http.Request) {}
                func main() {
                    r := chi.NewRouter()
                    r.Route("/articles", func(r chi.Router) {
                        r.With(paginate).Get("/", list)
                        r.Route("/{id}", func(r chi.Router) {
                            r.Group(func(r chi.Router) {
                                r.Put("/", http.HandlerFunc(update))
                            })
                        })
                    })
                    r.Mount("/admin", adminRouter())
                    r.Method("PATCH", "/one", http.HandlerFunc(update))
                }
                func adminRouter() chi.Router {
                    r := chi.NewRouter()
                    r.Get("/", list)
                    return r
                }
                func list(w http.ResponseWriter, r *http.Request) {}
                func update(w http.ResponseWriter, r *http.Request) {}
            """
        }
    )
    assert routes(found) == [
        ("GET", "/admin/", "list"),
        ("GET", "/articles/", "list"),
        ("GET", "/status", "s.status"),
        ("PATCH", "/one", "update"),
        ("PUT", "/articles/{id}/", "update"),
    ]
    assert endpoint(found, "GET", "/status").symbol == "main.go#Server.status"


def test_standard_library_patterns_with_methods() -> None:
    found = facts_of(
        MODULE
        | {
            "main.go": """
                package main
                import "net/http"
                func main() {
                    mux := http.NewServeMux()
                    mux.HandleFunc("POST /orders/{id}", save)
                    mux.HandleFunc("/all", save)
                    http.HandleFunc("/default", save)
                    http.Get("/not-a-route")
                }
                func save(w http.ResponseWriter, r *http.Request) {}
            """
        }
    )
    assert routes(found) == [("ANY", "/all", "save"), ("ANY", "/default", "save"), ("POST", "/orders/{id}", "save")]


def test_echo_fiber_and_gorilla() -> None:
    found = facts_of(
        MODULE
        | {
            "e.go": """
                package a
                import "github.com/labstack/echo/v4"
                func Echo(e *echo.Echo) {
                    g := e.Group("/v1")
                    g.GET("/users", list, limit)
                    e.Add("PUT", "/x", list)
                }
                func list(c echo.Context) error { return nil }
            """,
            "f.go": """
                package a
                import "github.com/gofiber/fiber/v2"
                func Fiber() {
                    app := fiber.New()
                    api := app.Group("/api")
                    api.Get("/files", limit, files)
                    app.Route("/deep", func(r fiber.Router) { r.Post("/er", files) })
                }
                func files(c *fiber.Ctx) error { return nil }
            """,
            "m.go": """
                package a
                import "github.com/gorilla/mux"
                func Mux() {
                    r := mux.NewRouter()
                    s := r.PathPrefix("/sub").Subrouter()
                    s.HandleFunc("/{key}", find).Methods("GET", "POST")
                    r.HandleFunc("/plain", find)
                }
                func find(w http.ResponseWriter, r *http.Request) {}
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/plain", "find"),
        ("GET", "/api/files", "files"),
        ("GET", "/sub/{key}", "find"),
        ("GET", "/v1/users", "list"),
        ("POST", "/deep/er", "files"),
        ("POST", "/sub/{key}", "find"),
        ("PUT", "/x", "list"),
    ]


def test_routers_in_fields_of_structs_and_prefixes_that_are_known_at_run_time() -> None:
    found = facts_of(
        MODULE
        | {
            "server.go": """
                package shop
                import (
                    "os"
                    "github.com/gorilla/mux"
                )
                var base = ""
                type Server struct { router *mux.Router }
                type Other struct { router *mux.Router }
                func NewServer() *Server {
                    s := &Server{router: mux.NewRouter()}
                    s.router.HandleFunc("/version", s.version).Methods("GET")
                    inner := s.router.PathPrefix("/").Subrouter()
                    s.orders(inner)
                    return s
                }
                func (s *Server) version() {}
                func Run() {
                    base = os.Getenv("BASE")
                    o := new(Other)
                    o.router = mux.NewRouter()
                    o.router.HandleFunc(base+"/cart", o.cart).Methods("POST")
                }
            """,
            "orders.go": """
                package shop
                import "github.com/gorilla/mux"
                func (s *Server) orders(r *mux.Router) { r.HandleFunc("/orders", s.list) }
                func (s *Server) list() {}
                func (o *Other) cart() {}
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/orders", "s.list"),
        ("GET", "/version", "s.version"),
        ("POST", "…/cart", "o.cart"),
    ]
    assert endpoint(found, "POST", "…/cart").symbol == "orders.go#Other.cart"


def test_a_parameter_named_like_the_package() -> None:
    found = facts_of(
        {
            "main.go": """
                package main

                import (
                    "example.com/shop/route"
                    "github.com/gin-gonic/gin"
                )

                func main() {
                    route.Setup(gin.Default())
                }
            """,
            "route/route.go": """
                package route

                import "github.com/gin-gonic/gin"

                func Setup(gin *gin.Engine) {
                    public := gin.Group("/public")
                    login(public)
                    gin.GET("/direct", Direct)
                }

                func login(group *gin.RouterGroup) { group.POST("/login", Direct) }

                func Direct(c *gin.Context) {}
            """,
        }
    )
    assert routes(found) == [("GET", "/direct", "Direct"), ("POST", "/public/login", "Direct")]
