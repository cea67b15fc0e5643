"""Sanic, Bottle and Falcon."""

from tests.engine.frameworks.building import facts_of


def told(sources: dict[str, str]) -> list[str]:
    return sorted(f"{item.framework} {item.method} {item.path}" for item in facts_of(sources).endpoints)


def test_sanic():
    assert told(
        {
            "app.py": """
                from sanic import Blueprint, Sanic

                app = Sanic("shop")
                bp = Blueprint("bp", url_prefix="/bp")
                left = Blueprint("left")

                @app.get("/items/<item_id:int>")
                async def item(request, item_id): ...

                @bp.route("/both", methods=["GET", "POST"])
                async def both(request): ...

                @bp.websocket("/feed")
                async def feed(request, ws): ...

                @left.get("/nowhere")
                async def nowhere(request): ...

                async def late(request): ...

                app.add_route(late, "/late", methods=["PUT"])
                app.blueprint(bp)
                app.blueprint(bp, url_prefix="/again")
                app.ctx.cache.get("/no")
            """
        }
    ) == [
        "Sanic GET /again/both",
        "Sanic GET /bp/both",
        "Sanic GET /items/<item_id:int>",
        "Sanic GET …/nowhere",
        "Sanic POST /again/both",
        "Sanic POST /bp/both",
        "Sanic PUT /late",
        "Sanic WEBSOCKET /again/feed",
        "Sanic WEBSOCKET /bp/feed",
    ]


def test_bottle():
    assert told(
        {
            "app.py": """
                from bottle import Bottle

                app = Bottle()
                inner = Bottle()

                @app.route("/a", method=["GET", "POST"])
                def a(): ...

                @inner.delete("/b/<name>")
                def b(name): ...

                app.mount("/inner", inner)
            """
        }
    ) == ["Bottle DELETE /inner/b/<name>", "Bottle GET /a", "Bottle POST /a"]


def test_falcon():
    assert told(
        {
            "app.py": """
                import falcon
                from things import Thing

                app = falcon.App()
                thing = Thing()
                app.add_route("/things/{key}", thing)
                app.add_route("/more", Thing())
            """,
            "things.py": """
                class Thing:
                    def on_get(self, req, resp, key): ...

                    def on_delete(self, req, resp, key): ...
            """,
        }
    ) == [
        "Falcon DELETE /more",
        "Falcon DELETE /things/{key}",
        "Falcon GET /more",
        "Falcon GET /things/{key}",
    ]
