"""FastAPI and Starlette: prefixes across files, mounts, handlers, what is no route."""

from tests.engine.frameworks.building import endpoint, facts_of, routes


def test_prefixes_cascade_across_files():
    found = facts_of(
        {
            "app/__init__.py": "",
            "app/main.py": """
                from fastapi import FastAPI
                from app.v1 import api_router
                from app.settings import PREFIX

                app = FastAPI()
                app.include_router(api_router, prefix=f"{PREFIX}/v1")
            """,
            "app/settings.py": 'PREFIX = "/api"\n',
            "app/v1/__init__.py": """
                from fastapi import APIRouter
                from . import orders
                from .users import router as users_router

                api_router = APIRouter()
                api_router.include_router(orders.router, prefix="/orders", tags=["orders"])
                api_router.include_router(users_router)
            """,
            "app/v1/orders.py": """
                from fastapi import APIRouter

                router = APIRouter()

                @router.post("/notify")
                async def notify():
                    '''Tell everybody.'''
            """,
            "app/v1/users.py": """
                from fastapi import APIRouter

                router = APIRouter(prefix="/users")

                @router.get("/{user_id}")
                @router.get("/by-id/{user_id}", include_in_schema=False)
                def read(user_id: int): ...
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/api/v1/users/by-id/{user_id}", "read"),
        ("GET", "/api/v1/users/{user_id}", "read"),
        ("POST", "/api/v1/orders/notify", "notify"),
    ]
    notify = endpoint(found, "POST", "/api/v1/orders/notify")
    assert (notify.place.path, notify.place.line, notify.registered.line) == ("app/v1/orders.py", 6, 5)
    assert notify.symbol == "app/v1/orders.py#notify" and notify.docstring == "Tell everybody."
    assert found.frameworks == ("FastAPI",) and not found.unknowns
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points] == [("asgi", "app/main.py", 5)]


def test_one_entry_per_mount():
    found = facts_of(
        {
            "main.py": """
                from fastapi import APIRouter, FastAPI

                router = APIRouter()
                app = FastAPI()

                @router.get("/x")
                def x(): ...

                app.include_router(router, prefix="/v1")
                app.include_router(router, prefix="/v2")
            """,
        }
    )
    assert routes(found) == [("GET", "/v1/x", "x"), ("GET", "/v2/x", "x")]


def test_prefix_from_settings_object():
    found = facts_of(
        {
            "core.py": """
                from pydantic import Field
                from pydantic_settings import BaseSettings

                class Settings(BaseSettings):
                    API_STR: str = "/api"
                    OTHER: str = Field(default="/other")

                settings = Settings()
            """,
            "main.py": """
                from fastapi import APIRouter, FastAPI
                from core import settings

                one, two = APIRouter(), APIRouter()

                @one.get("/a")
                def a(): ...

                @two.get("/b")
                def b(): ...

                app = FastAPI()
                app.include_router(one, prefix=settings.API_STR)
                app.include_router(two, prefix=f"{settings.OTHER}/deep")
            """,
        }
    )
    assert routes(found) == [("GET", "/api/a", "a"), ("GET", "/other/deep/b", "b")]


def test_unknown_prefix_is_marked_and_never_guessed():
    found = facts_of(
        {
            "main.py": """
                from fastapi import APIRouter, FastAPI
                from elsewhere import prefix_of

                router, lost, changed = APIRouter(prefix="/r"), APIRouter(prefix="/lost"), APIRouter()
                BASE = "/one"
                BASE = "/two"

                @router.get("/x")
                def x(): ...

                @lost.get("/y")
                def y(): ...

                @changed.get("/z")
                def z(): ...

                app = FastAPI()
                app.include_router(router, prefix=prefix_of("x"))
                app.include_router(changed, prefix=BASE)
            """,
        }
    )
    assert routes(found) == [("GET", "…/lost/y", "y"), ("GET", "…/r/x", "x"), ("GET", "…/z", "z")]
    assert not any(item.prefix_known for item in found.endpoints)
    assert [unknown.kind for unknown in found.unknowns] == ["endpoint prefix"]


def test_decorators_of_other_things_are_no_routes():
    found = facts_of(
        {
            "main.py": """
                from fastapi import FastAPI
                from tools import flags, stub

                app = FastAPI()

                @flags.options("/x")
                def options(): ...

                @stub.head("/y")
                def head(): ...

                def register(client):
                    @client.get("/z")
                    def z(): ...

                @app.options("/real")
                def real(): ...
            """,
        }
    )
    assert routes(found) == [("OPTIONS", "/real", "real")]


def test_factories_functions_that_take_the_app_and_loops():
    found = facts_of(
        {
            "factory.py": """
                from fastapi import APIRouter, FastAPI
                from routers import first, second
                from wiring import add_routes

                def make_router():
                    router = APIRouter(prefix="/made")

                    @router.get("/m")
                    def m(): ...

                    return router

                def create_app():
                    app = FastAPI()
                    add_routes(app)
                    app.include_router(make_router(), prefix="/in")
                    for router in (first, second):
                        app.include_router(router, prefix="/loop")
                    return app
            """,
            "routers.py": """
                from fastapi import APIRouter

                first, second = APIRouter(prefix="/1"), APIRouter(prefix="/2")

                @first.get("/a")
                def a(): ...

                @second.put("/b")
                def b(): ...
            """,
            "wiring.py": """
                from fastapi import FastAPI

                def add_routes(app: FastAPI) -> None:
                    @app.get("/health")
                    def health(): ...
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/health", "add_routes.health"),
        ("GET", "/in/made/m", "make_router.m"),
        ("GET", "/loop/1/a", "a"),
        ("PUT", "/loop/2/b", "b"),
    ]


def test_methods_websockets_and_added_routes():
    found = facts_of(
        {
            "main.py": """
                from fastapi import FastAPI

                app = FastAPI()
                inner = FastAPI()

                @app.api_route("/many", methods=["GET", "POST"])
                def many(): ...

                @app.websocket("/ws")
                async def ws(socket): ...

                @inner.get("/i")
                def i(): ...

                def added(): ...

                app.add_api_route("/added", added, methods=["DELETE"])
                app.mount("/sub", inner)
            """,
        }
    )
    assert routes(found) == [
        ("DELETE", "/added", "added"),
        ("GET", "/many", "many"),
        ("GET", "/sub/i", "i"),
        ("POST", "/many", "many"),
        ("WEBSOCKET", "/ws", "ws"),
    ]


def test_starlette_lists():
    found = facts_of(
        {
            "main.py": """
                from starlette.applications import Starlette
                from starlette.endpoints import HTTPEndpoint
                from starlette.routing import Mount, Route, WebSocketRoute

                async def home(request): ...
                async def live(socket): ...

                class Users(HTTPEndpoint):
                    async def get(self, request): ...
                    async def post(self, request): ...

                routes = [
                    Route("/", home),
                    Mount("/api", routes=[Route("/users", endpoint=Users), WebSocketRoute("/live", live)]),
                ]
                app = Starlette(debug=True, routes=routes)
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/", "home"),
        ("GET", "/api/users", "Users.get"),
        ("POST", "/api/users", "Users.post"),
        ("WEBSOCKET", "/api/live", "live"),
    ]
    assert found.frameworks == ("Starlette",)


def test_tests_and_vendored_code_register_nothing():
    source = 'from fastapi import FastAPI\napp = FastAPI()\n\n@app.get("/x")\ndef x(): ...\n'
    found = facts_of(
        {"tests/app.py": source, "vendor/app.py": source}, roles={"tests/app.py": "test", "vendor/app.py": "vendored"}
    )
    assert not found.endpoints and not found.entry_points


def test_routers_that_include_each_other_end():
    found = facts_of(
        {
            "main.py": """
                from fastapi import APIRouter, FastAPI

                a, b = APIRouter(prefix="/a"), APIRouter(prefix="/b")
                a.include_router(b)
                b.include_router(a)

                @a.get("/x")
                def x(): ...

                app = FastAPI()
                app.include_router(a)
            """,
        }
    )
    assert routes(found) == [("GET", "/a/x", "x")]


def test_a_path_of_which_nothing_is_known_is_no_endpoint():
    found = facts_of(
        {
            "main.py": """
                from fastapi import FastAPI

                app = FastAPI()

                def add(path, endpoint):
                    app.add_api_route(path, endpoint)
            """,
        }
    )
    assert not found.endpoints and [unknown.kind for unknown in found.unknowns] == ["endpoint"]


def test_a_factory_that_mounts_the_router_it_is_handed():
    found = facts_of(
        {
            "app/__init__.py": "",
            "app/setup.py": """
                from fastapi import APIRouter, FastAPI

                def create_application(router: APIRouter, settings, **kwargs) -> FastAPI:
                    application = FastAPI(**kwargs)
                    application.include_router(router, prefix="/api")
                    return application
            """,
            "app/routes.py": """
                from fastapi import APIRouter

                router = APIRouter(prefix="/v1")

                @router.get("/tiers")
                def tiers(): ...
            """,
            "app/main.py": """
                from .routes import router
                from .setup import create_application

                app = create_application(router=router, settings=None)
            """,
        }
    )
    assert routes(found) == [("GET", "/api/v1/tiers", "tiers")] and not found.unknowns
    (tiers,) = found.endpoints
    assert [(place.path, place.line) for place in tiers.mounts] == [("app/setup.py", 5), ("app/routes.py", 3)]
    # The application stands where a module holds it, not in the function that makes it.
    assert [(entry.kind, entry.what, entry.place.path, entry.place.line) for entry in found.entry_points] == [
        ("asgi", "FastAPI application `app`", "app/main.py", 4)
    ]


def test_a_factory_nobody_calls_is_where_the_application_stands():
    found = facts_of(
        {
            "main.py": """
                from fastapi import FastAPI

                def create_app() -> FastAPI:
                    app = FastAPI()
                    return app
            """,
            "tests/test_app.py": """
                from main import create_app

                app = create_app()
            """,
        },
        roles={"tests/test_app.py": "test"},
    )
    assert [(entry.place.path, entry.place.line) for entry in found.entry_points] == [("main.py", 4)]


def test_router_classes_of_the_project_and_of_packages():
    found = facts_of(
        {
            "main.py": """
                from fastapi import APIRouter, FastAPI
                from fastapi_utils.cbv import cbv
                from fastapi_utils.inferring_router import InferringRouter

                class Users(APIRouter):
                    def __init__(self, **options):
                        super().__init__(prefix="/users", **options)

                class Named(APIRouter):
                    def __init__(self, name):
                        super().__init__(prefix=f"/{name}")

                class Plain(APIRouter):
                    def __init__(self, prefix: str = "", **options):
                        super().__init__(prefix=prefix, **options)

                users = Users(tags=["users"])
                named = Named("x")
                plain = Plain()
                deep = Plain("/deep")

                @plain.get("/p")
                def p(): ...

                @deep.get("/q")
                def q(): ...
                items = InferringRouter(prefix="/items")

                @users.get("/me")
                def me(): ...

                @named.get("/y")
                def y(): ...

                @cbv(items)
                class Items:
                    @items.get("/{id}")
                    def read(self, id: int): ...

                app = FastAPI()
                for router in (users, items, named, plain, deep):
                    app.include_router(router, prefix="/v1")
            """
        }
    )
    assert routes(found) == [
        ("GET", "/v1/deep/q", "q"),
        ("GET", "/v1/items/{id}", "Items.read"),
        ("GET", "/v1/p", "p"),
        ("GET", "/v1/users/me", "me"),
        ("GET", "…/y", "y"),  # the prefix is put together when the program runs
    ]


def test_classes_that_take_their_bases_from_each_other_are_survived():
    chain = "\n".join(f"class C{number}(C{number + 1}.X):\n    pass\n" for number in range(400))
    found = facts_of(
        {
            "main.py": (
                "from fastapi import FastAPI\napp = FastAPI()\n"
                "class A(B.X):\n    def get(self): ...\n"
                "class B(A.Y):\n    def get(self): ...\n"
                f"{chain}\n"
                "a = A()\n"
                '@app.get("/x")\ndef read(a: A, c: C0): ...\n'
                "app.include_router(C0.z)\n"
            )
        }
    )
    assert ("GET", "/x", "read") in routes(found)
