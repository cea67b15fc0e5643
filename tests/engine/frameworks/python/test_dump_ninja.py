"""Operations of Django Ninja, against what Django lists of its urlconf."""

from tests.engine.frameworks.building import endpoint, facts_of

SOURCES = {
    "manage.py": "",
    "shop/__init__.py": "",
    "shop/settings.py": """
        SECRET_KEY = "x"
        ROOT_URLCONF = "shop.urls"
        INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth"]
    """,
    "shop/urls.py": """
        from django.urls import include, path

        from .api import api

        urlpatterns = [
            path("api/v1/", api.urls),
        ]
    """,
    "shop/api.py": """
        from ninja import NinjaAPI, Router
        from ninja.security import APIKeyHeader, django_auth

        from .events import router as events
        from .people import more

        api = NinjaAPI(title="shop", auth=django_auth)
        deep = Router()


        class Key(APIKeyHeader):
            def authenticate(self, request, key): ...


        @api.get("/add", auth=None)
        def add(request, a: int, b: int): ...


        @api.post("login", auth=Key())
        def login(request): ...


        @api.api_operation(["PUT", "PATCH"], "/both/{name}")
        def both(request, name: str): ...


        @deep.delete("/{int:key}")
        def gone(request, key: int): ...


        events.add_router("/deep", deep)
        api.add_router("/events/", events)
        api.add_router("people", "shop.people.router")
        api.add_router("", more)
    """,
    "shop/events.py": """
        from ninja import Router

        router = Router()


        @router.get("/")
        def listed(request): ...


        @router.get("/{event_id}", url_name="event")
        def one(request, event_id: int): ...
    """,
    "shop/people.py": """
        from ninja import Router

        router = Router(auth=None)
        more = Router()


        @router.post("")
        def create(request): ...


        @more.get("/more")
        def rest(request): ...
    """,
}
LISTED = """
    DELETE /api/v1/events/deep/{int:key}
    GET /api/v1/add
    GET /api/v1/events/
    GET /api/v1/events/{event_id}
    GET /api/v1/more
    PATCH /api/v1/both/{name}
    POST /api/v1/login
    POST /api/v1/people
    PUT /api/v1/both/{name}
"""


def test_every_operation_django_lists() -> None:
    found = facts_of(SOURCES)
    assert sorted(f"{item.method} {item.path}" for item in found.endpoints) == sorted(
        line.strip() for line in LISTED.strip().split("\n")
    )
    assert all(item.prefix_known for item in found.endpoints) and not found.unknowns
    assert found.frameworks == ("Django", "Django Ninja")


def test_what_operations_require() -> None:
    found = facts_of(SOURCES)
    told = {item.path: (item.auth, item.auth_at.line if item.auth_at is not None else 0) for item in found.endpoints}
    assert told["/api/v1/add"] == ("", 15)  # the code says: nothing
    assert told["/api/v1/login"] == ("Key()", 19)
    assert told["/api/v1/events/deep/{int:key}"] == ("django_auth", 7)
    assert told["/api/v1/people"] == ("", 3)


def test_an_api_that_no_urlconf_names_keeps_an_unknown_prefix() -> None:
    sources = {path: text for path, text in SOURCES.items() if path != "shop/urls.py"}
    sources["shop/urls.py"] = "from django.urls import path\n\nurlpatterns = []\n"
    login = endpoint(facts_of(sources), "POST", "…/login")
    assert not login.prefix_known and login.handler == "login"
