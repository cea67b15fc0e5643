"""Paths put together from several lines, and routes registered under a condition: each line is kept with the endpoint."""

from __future__ import annotations

from apps.engine.facts import Endpoint
from tests.engine.frameworks.building import endpoint, facts_of


def lines(one: Endpoint) -> list[tuple[str, int]]:
    """(path, line) of what its prefix is put together from."""
    return [(place.path, place.line) for place in one.mounts]


def test_express_mounts_through_a_list_and_under_a_condition() -> None:
    found = facts_of(
        {
            "app.js": """
                const express = require('express');
                const routes = require('./routes');
                const app = express();
                app.use('/v1', routes);
            """,
            "routes.js": """
                const express = require('express');
                const users = require('./users');
                const docs = require('./docs');
                const config = require('./config');
                const router = express.Router();
                const always = [
                  {
                    path: '/users',
                    route: users,
                  },
                ];
                always.forEach((route) => {
                  router.use(route.path, route.route);
                });
                if (config.env === 'development') {
                  router.use('/docs', docs);
                }
                module.exports = router;
            """,
            "users.js": """
                const router = require('express').Router();
                router.get('/', (req, res) => res.send([]));
                module.exports = router;
            """,
            "docs.js": """
                const express = require('express');
                const router = express.Router();
                router.get('/page', (req, res) => res.send(''));
                module.exports = router;
            """,
        }
    )
    users = endpoint(found, "GET", "/v1/users")
    assert lines(users) == [("app.js", 4), ("routes.js", 13), ("routes.js", 8)]
    assert (users.prefix, users.condition) == ("/v1/users", "")
    docs = endpoint(found, "GET", "/v1/docs/page")
    assert lines(docs) == [("app.js", 4), ("routes.js", 16)]
    assert docs.condition == "config.env === 'development'"
    assert docs.condition_at is not None
    assert (docs.condition_at.path, docs.condition_at.line) == ("routes.js", 15)


def test_fastapi_prefixes_of_include_constant_and_router() -> None:
    found = facts_of(
        {
            "app/main.py": """
                from fastapi import FastAPI
                from app.api import api
                from app.settings import settings

                app = FastAPI()
                app.include_router(api, prefix=settings.API)
            """,
            "app/settings.py": """
                class Settings:
                    API: str = "/api"

                settings = Settings()
            """,
            "app/api.py": """
                from fastapi import APIRouter
                from app.items import router
                from app.private import private
                from app.settings import settings

                api = APIRouter()
                api.include_router(router)
                if settings.LOCAL:
                    api.include_router(private)
            """,
            "app/items.py": """
                from fastapi import APIRouter

                router = APIRouter(prefix="/items")

                @router.get(
                    "/{id}",
                )
                def read_item(id: int):
                    return id
            """,
            "app/private.py": """
                from fastapi import APIRouter

                private = APIRouter(prefix="/private")

                @private.post("/users")
                def create():
                    return None
            """,
        }
    )
    item = endpoint(found, "GET", "/api/items/{id}")
    assert lines(item) == [("app/main.py", 6), ("app/settings.py", 2), ("app/api.py", 7), ("app/items.py", 3)]
    assert item.prefix == "/api/items"
    assert item.registered is not None
    assert (item.registered.line, item.registered.end_line, item.place.line) == (5, 8, 8)
    assert endpoint(found, "POST", "/api/private/users").condition == "settings.LOCAL"


def test_django_includes_and_debug_routes() -> None:
    found = facts_of(
        {
            "config/settings.py": "ROOT_URLCONF = 'config.urls'\n",
            "config/urls.py": """
                from django.conf import settings
                from django.urls import include, path
                from shop import views

                urlpatterns = [
                    path("api/", include("shop.urls")),
                    path("about/", views.about),
                ]
                if settings.DEBUG:
                    urlpatterns += [
                        path("broken/", views.about),
                        path("inner/", include("shop.urls")),
                    ]
            """,
            "shop/urls.py": """
                from django.urls import include, path
                from shop import views

                urlpatterns = [path("orders/", include([path("<int:id>/", views.order)]))]
            """,
            "shop/views.py": """
                def order(request, id):
                    return None

                def about(request):
                    return None
            """,
        }
    )
    order = endpoint(found, "ANY", "/api/orders/<int:id>/")
    assert lines(order) == [("config/urls.py", 6), ("shop/urls.py", 4)]
    assert (order.prefix, order.condition) == ("/api/orders/", "")
    assert lines(endpoint(found, "ANY", "/about/")) == []
    assert endpoint(found, "ANY", "/broken/").condition == "settings.DEBUG"
    assert endpoint(found, "ANY", "/inner/orders/<int:id>/").condition == "settings.DEBUG"


def test_flask_blueprints() -> None:
    found = facts_of(
        {
            "app.py": """
                from flask import Flask
                from pages import pages, admin

                def create_app(config):
                    app = Flask(__name__)
                    app.register_blueprint(pages)
                    if config.admin:
                        app.register_blueprint(admin, url_prefix="/admin")
                    return app
            """,
            "pages.py": """
                from flask import Blueprint

                pages = Blueprint("pages", __name__, url_prefix="/pages")
                admin = Blueprint("admin", __name__)

                @pages.route("/one")
                def one():
                    return ""

                @admin.route("/two")
                def two():
                    return ""
            """,
        }
    )
    assert lines(endpoint(found, "GET", "/pages/one")) == [("app.py", 6), ("pages.py", 3)]
    two = endpoint(found, "GET", "/admin/two")
    assert (lines(two), two.condition) == ([("app.py", 8)], "config.admin")
