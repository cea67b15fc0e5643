"""Routes of a FastAPI application with a mounted Starlette one, against what ``app.routes`` lists."""

from tests.engine.frameworks.building import facts_of

SOURCES = {
    "shop/__init__.py": "",
    "shop/main.py": """
        from fastapi import Depends, FastAPI
        from starlette.staticfiles import StaticFiles

        from shop import admin
        from shop.api import api_router, legacy
        from shop.api.ws import router as sockets
        from shop.config import settings
        from shop.pages import pages
        from shop.parts import every_router


        async def check() -> None: ...


        def create_app() -> FastAPI:
            app = FastAPI(title="shop", dependencies=[Depends(check)])
            app.include_router(api_router, prefix=settings.API_PREFIX)
            app.include_router(legacy.router, prefix="/old")
            app.include_router(legacy.router, prefix="/older", tags=["old"])
            app.include_router(sockets)
            for router in every_router:
                app.include_router(router, prefix="/parts")
            app.mount("/admin", admin.app)
            app.mount("/pages", pages)
            app.add_api_route("/version", version, methods=["GET", "POST"])
            register(app)
            return app


        def version(): ...


        def register(application: FastAPI) -> None:
            @application.get("/health", include_in_schema=False)
            def health(): ...

            @application.api_route("/echo", methods=["PUT", "PATCH"])
            def echo(): ...


        app = create_app()


        @app.get("/")
        def root(): ...
    """,
    "shop/config.py": """
        class Settings:
            API_PREFIX: str = "/api/v1"


        settings = Settings()
    """,
    "shop/admin.py": """
        from fastapi import APIRouter, FastAPI

        app = FastAPI()
        inner = APIRouter(prefix="/users")


        @inner.delete("/{user_id}")
        @inner.post("/{user_id}/delete")
        def remove(user_id: int): ...


        app.include_router(inner)
    """,
    "shop/api/__init__.py": """
        from fastapi import APIRouter

        from . import items, orders

        api_router = APIRouter()
        api_router.include_router(items.router, prefix="/items", tags=["items"])
        api_router.include_router(orders.router)
    """,
    "shop/api/items.py": """
        from typing import Annotated

        from fastapi import APIRouter, Depends, Query
        import httpx
        import requests

        router = APIRouter()
        comments = APIRouter(prefix="/{item_id}/comments")


        def pages(size: Annotated[int, Query()] = 10): ...


        Pages = Annotated[int, Depends(pages)]


        @router.get("")
        async def listed(pages: Pages):
            requests.get("/not/a/route")
            async with httpx.AsyncClient() as client:
                await client.get("/neither")


        @router.get("/{item_id:path}/raw")
        async def raw(item_id: str): ...


        @comments.get("/")
        @comments.head("/")
        def all_comments(item_id: int): ...


        @comments.options("/rules")
        def rules(item_id: int): ...


        router.include_router(comments)
    """,
    "shop/api/orders.py": """
        from fastapi import APIRouter

        router = APIRouter(prefix="/orders")


        class Orders:
            def __init__(self) -> None:
                self.cache = {}

            def read(self, order_id: int):
                return self.cache.get("/x")


        orders = Orders()
        router.add_api_route("/{order_id}", orders.read, methods=["GET"])


        @router.put("/{order_id}")
        async def change(order_id: int): ...


        @router.patch(path="/{order_id}")
        async def patch(order_id: int): ...
    """,
    "shop/api/legacy.py": """
        from fastapi import APIRouter

        router = APIRouter()


        @router.get("/hello")
        def hello(): ...
    """,
    "shop/api/ws.py": """
        from fastapi import APIRouter, WebSocket

        router = APIRouter()


        @router.websocket("/ws/{room}")
        async def chat(socket: WebSocket, room: str): ...
    """,
    "shop/parts.py": """
        from fastapi import APIRouter

        one = APIRouter(prefix="/one")
        two = APIRouter(prefix="/two")
        every_router = [one, two]


        @one.get("/a")
        def a(): ...


        @two.trace("/b")
        def b(): ...
    """,
    "shop/pages.py": """
        from starlette.applications import Starlette
        from starlette.endpoints import HTTPEndpoint, WebSocketEndpoint
        from starlette.responses import PlainTextResponse
        from starlette.routing import Host, Mount, Route, Router, WebSocketRoute


        async def home(request): ...


        async def page(request): ...


        class Form(HTTPEndpoint):
            async def get(self, request): ...

            async def post(self, request): ...


        class Socket(WebSocketEndpoint):
            async def on_receive(self, websocket, data): ...


        help_routes = [Route("/", home, name="help"), Route("/{topic}", page)]
        inner = Router([Route("/deep", page, methods=["POST", "PUT"])])
        routes = [
            Route("/", home),
            Route("/form", Form),
            Mount("/help", routes=help_routes),
            Mount("/inner", app=inner),
            Mount("/both", routes=[Mount("/more", routes=[Route("/x", page)])]),
            WebSocketRoute("/socket", Socket),
        ]
        pages = Starlette(routes=routes)
        pages.add_route("/late", page, methods=["DELETE"])
    """,
}

LISTED = """
    DELETE /admin/users/{user_id}
    DELETE /pages/late
    GET /
    GET /api/v1/items
    GET /api/v1/items/{item_id:path}/raw
    GET /api/v1/items/{item_id}/comments/
    GET /api/v1/orders/{order_id}
    GET /health
    GET /old/hello
    GET /older/hello
    GET /pages/
    GET /pages/both/more/x
    GET /pages/form
    GET /pages/help/
    GET /pages/help/{topic}
    GET /parts/one/a
    GET /version
    HEAD /api/v1/items/{item_id}/comments/
    OPTIONS /api/v1/items/{item_id}/comments/rules
    PATCH /api/v1/orders/{order_id}
    PATCH /echo
    POST /admin/users/{user_id}/delete
    POST /pages/form
    POST /pages/inner/deep
    POST /version
    PUT /api/v1/orders/{order_id}
    PUT /echo
    PUT /pages/inner/deep
    TRACE /parts/two/b
    WEBSOCKET /pages/socket
    WEBSOCKET /ws/{room}
"""


def test_every_route_fastapi_lists_and_no_other() -> None:
    found = facts_of(SOURCES)
    assert sorted(f"{item.method} {item.path}" for item in found.endpoints) == sorted(
        line.strip() for line in LISTED.strip().split("\n")
    )
    assert all(item.prefix_known for item in found.endpoints) and not found.unknowns
