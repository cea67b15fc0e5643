"""Routes of an aiohttp application, against what ``app.router.routes()`` lists."""

from tests.engine.frameworks.building import facts_of

SOURCES = {
    "shop/__init__.py": """
        from aiohttp import ClientSession, web

        from .admin import admin
        from .listed import more, table_of
        from .tables import routes
        from .views import Page, hello, home


        async def fetch():
            async with ClientSession() as session:
                await session.get("/not/a/route")


        def setup(app):
            app.router.add_get("/", home, name="home")
            app.router.add_post("/hello/{name}", hello)
            app.router.add_route("PUT", r"/hello/{name:\\d+}", hello)
            app.router.add_view("/page", Page)


        def create_app():
            app = web.Application()
            setup(app)
            app.add_routes(routes)
            app.add_routes([web.get("/a", home), web.delete("/b", hello), web.view("/view", Page), *more])
            app.router.add_routes(table_of())
            app.add_subapp("/admin/", admin)
            app["cache"] = {}
            app["cache"].get("/nothing")
            return app
    """,
    "shop/listed.py": """
        from aiohttp import web

        from . import views

        more = [web.patch("/c", views.home), web.route("*", "/any", views.hello)]


        def table_of():
            return [web.head("/d", views.home)]
    """,
    "shop/views.py": """
        from aiohttp import web


        async def home(request): ...


        async def hello(request): ...


        class Page(web.View):
            async def get(self): ...

            async def post(self): ...

            async def helper(self): ...
    """,
    "shop/tables.py": """
        from aiohttp import web

        routes = web.RouteTableDef()


        @routes.get("/table")
        async def table(request): ...


        @routes.view("/table/{id}")
        class Row(web.View):
            async def get(self): ...

            async def delete(self): ...


        @routes.route("OPTIONS", "/table")
        async def ask(request): ...
    """,
    "shop/admin.py": """
        from aiohttp import web

        admin = web.Application()
        deeper = web.Application()


        async def users(request): ...


        admin.router.add_get("/users", users)
        deeper.router.add_get("/x", users)
        admin.add_subapp("/deeper", deeper)
    """,
}

# aiohttp lists a parameter without its pattern.
LISTED = """
    ANY /any
    DELETE /b
    DELETE /table/{id}
    GET /
    GET /a
    GET /admin/deeper/x
    GET /admin/users
    GET /page
    GET /table
    GET /table/{id}
    GET /view
    HEAD /d
    OPTIONS /table
    PATCH /c
    POST /hello/{name}
    POST /page
    POST /view
    PUT /hello/{name}
"""


def test_every_route_aiohttp_lists_and_no_other() -> None:
    found = facts_of(SOURCES)
    assert sorted(f"{item.method} {item.path}".replace(r":\d+", "") for item in found.endpoints) == sorted(
        line.strip() for line in LISTED.strip().split("\n")
    )
    assert all(item.prefix_known for item in found.endpoints) and "aiohttp" in found.frameworks
    assert [(entry.kind, entry.place.path) for entry in found.entry_points] == [
        ("app", "shop/__init__.py"),
        ("app", "shop/admin.py"),
        ("app", "shop/admin.py"),
    ]
