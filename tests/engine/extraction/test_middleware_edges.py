"""The graph leads from routes to the middleware before their handlers."""

from __future__ import annotations

from textwrap import dedent

from apps.engine.extraction.extract import extract
from apps.engine.facts import FileEntry
from apps.engine.parsing import parse

CODE = dedent("""\
    package main
    import "github.com/gin-gonic/gin"
    func main() {
        r := gin.New()
        r.Use(Auth())
        r.GET("/a", list)
        r.GET("/b", Log, list)
    }
    func list(c *gin.Context) {}
    func Log(c *gin.Context) {}
    func Auth() gin.HandlerFunc { return nil }
    """)


def test_lines_that_put_it_there_lead_to_it_and_so_do_the_routes() -> None:
    files = [FileEntry("main.go", "Go", len(CODE)), FileEntry("go.mod", "Go Module", 20)]
    texts = {"main.go": CODE, "go.mod": "module example.org/a\n"}
    found = extract(name="a", files=files, facts={"main.go": parse("main.go", "Go", CODE)}, texts=texts)
    routes = [(edge.target, edge.line, edge.resolution) for edge in found.edges if edge.kind == "routes_to"]
    assert routes == [
        ("main.go#Auth", 5, "exact"),
        ("main.go#Auth", 6, "inferred"),
        ("main.go#Auth", 7, "inferred"),
        ("main.go#Log", 7, "exact"),
        ("main.go#list", 6, "exact"),
        ("main.go#list", 7, "exact"),
    ]
