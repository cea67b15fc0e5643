"""What stands before the handlers of Go's routers, and what of it says who may ask."""

from __future__ import annotations

from apps.engine.frameworks import FrameworkFacts
from tests.engine.frameworks.building import endpoint, facts_of

MODULE = {"go.mod": "module example.org/shop\n"}


def required(found: FrameworkFacts) -> dict[str, str]:
    """{method and path: what is required}."""
    return {f"{item.method} {item.path}": item.auth for item in found.endpoints}


def test_gin_uses_stand_before_what_comes_later_on_their_group() -> None:
    found = facts_of(
        MODULE
        | {
            "main.go": """
                package main
                import (
                    "example.org/shop/users"
                    "github.com/gin-gonic/gin"
                )
                func main() {
                    r := gin.New()
                    r.Use(gin.Logger())
                    v1 := r.Group("/api")
                    users.Anonymous(v1.Group("/users"))
                    v1.Use(users.AuthMiddleware(false))
                    v1.GET("/tags", users.List)
                    v1.Use(users.AuthMiddleware(true))
                    users.Register(v1.Group("/user"))
                    v1.DELETE("/tags", users.RequireRole("admin"), users.List)
                    admin := r.Group("/admin", users.AuthMiddleware(true))
                    admin.GET("/", users.List)
                }
            """,
            "users/users.go": """
                package users
                import "github.com/gin-gonic/gin"
                func Anonymous(router *gin.RouterGroup) { router.POST("/", List) }
                func Register(router *gin.RouterGroup) { router.GET("/", List) }
                func List(c *gin.Context) {}
                func RequireRole(name string) gin.HandlerFunc { return nil }
                func AuthMiddleware(auto401 bool) gin.HandlerFunc {
                    return func(c *gin.Context) { c.AbortWithStatus(401) }
                }
            """,
        }
    )
    assert required(found) == {
        "POST /api/users/": "",
        "GET /api/tags": "",
        "GET /api/user/": "users.AuthMiddleware(true)",
        "DELETE /api/tags": 'users.AuthMiddleware(true), users.RequireRole("admin")',
        "GET /admin/": "users.AuthMiddleware(true)",
    }
    user = endpoint(found, "GET", "/api/user/")
    assert [(item.text, item.symbol, item.place.line, item.is_guard) for item in user.passes] == [
        ("users.AuthMiddleware(false)", "users/users.go#AuthMiddleware", 11, False),
        ("users.AuthMiddleware(true)", "users/users.go#AuthMiddleware", 13, True),
    ]
    assert user.auth_at is not None and (user.auth_at.path, user.auth_at.line) == ("main.go", 13)


def test_chi_groups_with_and_what_only_looks_who_asks() -> None:
    found = facts_of(
        MODULE
        | {
            "main.go": """
                package main
                import (
                    "net/http"
                    "github.com/go-chi/chi/v5"
                )
                func main() {
                    r := chi.NewRouter()
                    r.Use(authenticate)
                    r.Get("/open", list)
                    r.Group(func(r chi.Router) {
                        r.Use(requireLogin)
                        r.Get("/mine", list)
                        r.With(adminOnly).Delete("/all", list)
                    })
                    r.With(requireLogin).Route("/orders", func(r chi.Router) {
                        r.Get("/", list)
                    })
                    r.Post("/late", list)
                }
                func list(w http.ResponseWriter, r *http.Request) {}
                func adminOnly(next http.Handler) http.Handler { return next }
                func requireLogin(next http.Handler) http.Handler {
                    return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
                }
                func authenticate(next http.Handler) http.Handler {
                    return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
                        if r.Header.Get("Authorization") == "" {
                            next.ServeHTTP(w, r)
                            return
                        }
                        next.ServeHTTP(w, r)
                    })
                }
            """,
        }
    )
    assert required(found) == {
        "GET /open": "",
        "GET /mine": "requireLogin",
        "DELETE /all": "requireLogin, adminOnly",
        "GET /orders/": "requireLogin",
        "POST /late": "",
    }
    assert [item.symbol for item in endpoint(found, "GET", "/open").passes] == ["main.go#authenticate"]
    assert endpoint(found, "GET", "/mine").mounts == ()


def test_echo_fiber_mux_and_handlers_that_are_wrapped() -> None:
    found = facts_of(
        MODULE
        | {
            "echo.go": """
                package main
                import "github.com/labstack/echo/v4"
                func withEcho() {
                    e := echo.New()
                    e.GET("/early", show)
                    e.Use(requireToken)
                    jwt := middleware.JWT("secret")
                    users := e.Group("/users", jwt)
                    users.GET("", show)
                    maybe := e.Group("/maybe", middleware.JWTWithConfig(middleware.JWTConfig{Skipper: skip}))
                    maybe.GET("", show, isAdmin)
                }
                func requireToken(next echo.HandlerFunc) echo.HandlerFunc { return next }
                func isAdmin(next echo.HandlerFunc) echo.HandlerFunc { return next }
                func show(c echo.Context) error { return nil }
            """,
            "fiber.go": """
                package main
                import "github.com/gofiber/fiber/v2"
                func withFiber() {
                    app := fiber.New()
                    app.Get("/before", page)
                    app.Use("/private", protected())
                    app.Get("/private/one", page)
                    app.Get("/public", page)
                    app.Post("/inline", protected(), page)
                }
                func protected() fiber.Handler { return nil }
                func page(c *fiber.Ctx) error { return nil }
            """,
            "mux.go": """
                package main
                import (
                    "net/http"
                    "github.com/gorilla/mux"
                )
                type Server struct { router *mux.Router }
                func NewServer() *Server {
                    s := &Server{router: mux.NewRouter()}
                    s.router.HandleFunc("/first", s.handle)
                    inner := s.router.PathPrefix("/inner").Subrouter()
                    inner.HandleFunc("/a", s.handle)
                    inner.Use(s.requireAuth)
                    s.router.Handle("/wrapped", s.requireAuth(http.HandlerFunc(s.handle)))
                    return s
                }
                func (s *Server) handle(w http.ResponseWriter, r *http.Request) {}
                func (s *Server) requireAuth(next http.Handler) http.Handler { return next }
            """,
        }
    )
    assert required(found) == {
        "GET /early": "requireToken",
        "GET /users": "requireToken, jwt",
        "GET /maybe": "requireToken, isAdmin",
        "GET /before": "",
        "GET /private/one": "protected()",
        "GET /public": "",
        "POST /inline": "protected()",
        "ANY /first": "",
        "ANY /inner/a": "s.requireAuth",
        "ANY /wrapped": "s.requireAuth",
    }
    assert endpoint(found, "ANY", "/wrapped").passes[0].symbol == "mux.go#Server.requireAuth"
