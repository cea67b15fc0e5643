"""Controllers of Django Ninja Extra."""

from tests.engine.frameworks.building import endpoint, facts_of, routes

SOURCES = {
    "manage.py": "",
    "shop/__init__.py": "",
    "shop/settings.py": 'SECRET_KEY = "x"\nROOT_URLCONF = "shop.urls"\n',
    "shop/urls.py": """
        from django.urls import path
        from shop.api import api

        urlpatterns = [path("api/", api.urls)]
    """,
    "shop/models.py": """
        from django.db import models

        class Tag(models.Model):
            slug = models.SlugField(primary_key=True)

        class Event(models.Model):
            title = models.CharField(max_length=9)
    """,
    "shop/controllers.py": """
        from ninja_extra import ModelConfig, ModelControllerBase, api_controller, http_get, route
        from ninja_extra.permissions import IsAuthenticated
        from shop.models import Event, Tag

        class Shared:
            @http_get("/count")
            def count(self): ...

        @api_controller("/items", auth=None, permissions=[IsAuthenticated])
        class Items(Shared):
            @route.post("", url_name="make")
            def make(self):
                "Make one."

            @route.generic("/{int:pk}", methods=["PUT", "PATCH"], permissions=[IsAuthenticated])
            def change(self, pk: int): ...

            def helper(self): ...

        @api_controller("/events")
        class Events(ModelControllerBase):
            model_config = ModelConfig(model=Event)

        @api_controller("/tags", auto_import=False)
        class Tags(ModelControllerBase):
            model_config = ModelConfig(model=Tag, allowed_routes=["list", "find_one"])
    """,
}


def test_discovered_and_registered_controllers():
    api = """
        from ninja_extra import NinjaExtraAPI

        api = NinjaExtraAPI()
        api.auto_discover_controllers()
    """
    found = facts_of({**SOURCES, "shop/api.py": api})
    assert routes(found) == [
        ("DELETE", "/api/events/{int:id}", "Events.delete"),
        ("GET", "/api/events/", "Events.list"),
        ("GET", "/api/events/{int:id}", "Events.find_one"),
        ("GET", "/api/items/count", "Shared.count"),
        ("GET", "…/tags/", "Tags.list"),
        ("GET", "…/tags/{str:slug}", "Tags.find_one"),
        ("PATCH", "/api/events/{int:id}", "Events.patch"),
        ("PATCH", "/api/items/{int:pk}", "Items.change"),
        ("POST", "/api/events/", "Events.create"),
        ("POST", "/api/items", "Items.make"),
        ("PUT", "/api/events/{int:id}", "Events.update"),
        ("PUT", "/api/items/{int:pk}", "Items.change"),
    ]
    made, changed = endpoint(found, "POST", "/api/items"), endpoint(found, "PUT", "/api/items/{int:pk}")
    assert (made.name, made.docstring, made.auth, made.auth_at is not None) == ("make", "Make one.", "", True)
    assert changed.auth == "[IsAuthenticated]"
    registered = api.replace("auto_discover_controllers()", 'register_controllers("shop.controllers.Tags")')
    found = facts_of({**SOURCES, "shop/api.py": registered})
    assert ("GET", "/api/tags/{str:slug}", "Tags.find_one") in routes(found)
    assert ("POST", "…/items", "Items.make") in routes(found)
