"""Litestar: handlers, controllers, routers, plugins."""

from tests.engine.frameworks.building import endpoint, facts_of, routes

CONTROLLERS = """
    from litestar import Controller, HttpMethod, delete, get, post, route
    from litestar.handlers import WebsocketListener, websocket_listener

    def requires_admin(connection, handler): ...

    class Listing(Controller):
        @get()
        async def all(self) -> list[str]:
            "All of them."

    class Items(Listing):
        path = "/items"
        guards = [requires_admin]

        @get(["/{key:int}", "/by/{key:int}"], name="items:one")
        async def one(self, key: int) -> str: ...

        @delete(path="/{key:int}", guards=[])
        async def gone(self, key: int) -> None: ...

        @route("/both", http_method=[HttpMethod.GET, "POST"])
        async def both(self) -> None: ...

    class Left(Controller):
        path = "/left"

        @post()
        async def make(self) -> None: ...

    class Chat(WebsocketListener):
        path = "/chat"

        def on_receive(self, data: str) -> str: ...

    @websocket_listener("/feed")
    async def feed(data: str) -> None: ...
"""


def test_applications_routers_and_controllers():
    found = facts_of(
        {
            "items.py": CONTROLLERS,
            "app.py": """
                from litestar import Litestar, Router, get
                from items import Chat, Items, feed
                from requests import get as fetch

                @get("/health")
                async def health() -> str: ...

                @fetch("/no")
                def no(): ...

                inner = Router("/inner", route_handlers=[feed, Chat])
                shared = [Items]
                api = Router(path="/v1", route_handlers=[*shared, inner])

                def create() -> Litestar:
                    return Litestar(route_handlers=[health, api], path="/app")
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/app/v1/items/{key:int}", "Items.gone"),
        ("GET", "/app/health", "health"),
        ("GET", "/app/v1/items", "Listing.all"),
        ("GET", "/app/v1/items/both", "Items.both"),
        ("GET", "/app/v1/items/by/{key:int}", "Items.one"),
        ("GET", "/app/v1/items/{key:int}", "Items.one"),
        ("POST", "/app/v1/items/both", "Items.both"),
        ("POST", "…/left", "Left.make"),
        ("WEBSOCKET", "/app/v1/inner/chat", "Chat.on_receive"),
        ("WEBSOCKET", "/app/v1/inner/feed", "feed"),
    ]
    one = endpoint(found, "GET", "/app/v1/items/{key:int}")
    assert (one.name, one.auth, one.framework) == ("items:one", "[requires_admin]", "Litestar")
    assert [place.path for place in one.mounts] == ["app.py", "app.py", "items.py"]
    assert endpoint(found, "GET", "/app/v1/items").docstring == "All of them."
    assert [item.kind for item in found.entry_points] == ["asgi"] and "Litestar" in found.frameworks


def test_what_plugins_and_calls_add():
    found = facts_of(
        {
            "items.py": CONTROLLERS,
            "core.py": """
                from __future__ import annotations
                from litestar.config.app import AppConfig
                from litestar.plugins import InitPluginProtocol
                from items import Items, Left

                class Core(InitPluginProtocol):
                    def on_app_init(self, app_config: AppConfig) -> AppConfig:
                        self._configure(app_config, controllers=[Items])
                        return app_config

                    def _configure(self, app_config: AppConfig, controllers: list) -> None:
                        app_config.route_handlers.extend(controllers)
                        self.route_handlers.extend([Left])
            """,
            "app.py": """
                from litestar import Litestar
                from core import Core
                from items import feed

                app = Litestar(plugins=[Core()])
                app.register(feed)
            """,
        }
    )
    assert ("DELETE", "/items/{key:int}", "Items.gone") in routes(found)
    assert ("POST", "…/left", "Left.make") in routes(found)
    assert ("WEBSOCKET", "/feed", "feed") in routes(found)
    assert endpoint(found, "WEBSOCKET", "/feed").prefix == ""
