"""Django's urlconfs: roots, includes, views, viewsets."""

import pytest

from apps.engine.frameworks.python.django.patterns import simplify
from tests.engine.frameworks.building import endpoint, facts_of, routes

SETTINGS = 'ROOT_URLCONF = "config.urls"\n'


def test_nested_includes_from_the_root_setting():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.conf.urls.static import static
                from django.contrib import admin
                from django.urls import include, path

                urlpatterns = [
                    path("admin/", admin.site.urls),
                    path("shop/", include(("shop.urls", "shop"))),
                    path("extra/", include([path("ping/", lambda request: None), path("inner/", include("shop.more"))])),
                ] + static("/media/", document_root="media")
            """,
            "shop/__init__.py": "",
            "shop/urls.py": """
                from django.urls import path, re_path
                from shop import views

                app_name = "shop"
                urlpatterns = [
                    path("items/<int:item_id>/", views.item, name="item"),
                    path("items/", views.Items.as_view(), name="items"),
                    re_path(r"^archive/(?P<year>[0-9]{4})/$", views.archive),
                ]
            """,
            "shop/more.py": """
                from django.urls import path
                from .views import item

                urlpatterns = [path("<slug:name>/", item)]
            """,
            "shop/views.py": """
                from django.views import View
                from django.views.decorators.http import require_GET, require_http_methods

                @require_http_methods(["GET", "POST"])
                def item(request, item_id):
                    '''One item.'''

                class Base(View):
                    def get(self, request): ...

                class Items(Base):
                    def post(self, request): ...

                @require_GET
                def archive(request, year): ...
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/extra/ping/", "<lambda>"),
        ("ANY", "/media/<path>", "django.views.static.serve"),
        ("GET", "/extra/inner/<slug:name>/", "item"),
        ("GET", "/shop/archive/<year>/", "archive"),
        ("GET", "/shop/items/", "Base.get"),
        ("GET", "/shop/items/<int:item_id>/", "item"),
        ("POST", "/extra/inner/<slug:name>/", "item"),
        ("POST", "/shop/items/", "Items.post"),
        ("POST", "/shop/items/<int:item_id>/", "item"),
    ]
    item = endpoint(found, "GET", "/shop/items/<int:item_id>/")
    assert (item.place.path, item.place.line, item.name) == ("shop/views.py", 5, "shop:item")
    assert item.registered.path == "shop/urls.py" and item.docstring == "One item."
    assert [unknown.what for unknown in found.unknowns] == ["/admin/ (django.contrib.admin.site)"]
    assert endpoint(found, "ANY", "/media/<path>").condition == "settings.DEBUG"


def test_deeply_nested_lists_of_includes():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from views import view

                urlpatterns = [
                    path("a/", include(([path("b/", include(([path("c/", include(([
                        path("d/", include(([path("e/", view, name="e")], "d"))),
                    ], "c")))], "b")))], "a"))),
                ]
            """,
            "views.py": "def view(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/a/b/c/d/e/", "view")]
    assert found.endpoints[0].name == "a:b:c:d:e"


def test_generic_views_and_wrapped_views():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.contrib.auth.decorators import login_required
                from django.urls import path
                from django.views.decorators.csrf import csrf_exempt
                from django.views.generic import TemplateView
                import views

                urlpatterns = [
                    path("list/", views.Things.as_view()),
                    path("new/", login_required(views.Create.as_view())),
                    path("hook/", csrf_exempt(views.hook)),
                    path("about/", TemplateView.as_view(template_name="about.html")),
                    path("only/", views.Only.as_view()),
                    path("dynamic/", views.Dispatching.as_view()),
                ]
            """,
            "views.py": """
                from django.views.generic import CreateView, ListView, View

                class Things(ListView): ...

                class Create(CreateView):
                    def post(self, request): ...

                class Only(CreateView):
                    http_method_names = ["post"]

                class Dispatching(View):
                    def dispatch(self, request): ...

                def hook(request): ...
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/dynamic/", "Dispatching"),
        ("ANY", "/hook/", "hook"),
        ("GET", "/about/", "django.views.generic.TemplateView"),
        ("GET", "/list/", "Things"),
        ("GET", "/new/", "Create"),
        ("POST", "/new/", "Create.post"),
        ("POST", "/only/", "Only"),
    ]
    assert endpoint(found, "GET", "/about/").place.path == "config/urls.py"


def test_rest_framework_routers():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from rest_framework.routers import DefaultRouter, SimpleRouter
                from api.views import Books, Tags, ping, Login

                router = DefaultRouter()
                router.register(r"books", Books, basename="book")
                bare = SimpleRouter(trailing_slash=False)
                bare.register("tags", Tags)

                urlpatterns = [
                    path("api/", include(router.urls)),
                    path("plain/", include((bare.urls, "plain"))),
                    path("ping/", ping),
                    path("login/", Login.as_view()),
                    path("one/<int:pk>/", Books.as_view({"get": "retrieve", "patch": "partial_update"})),
                ]
            """,
            "api/views.py": """
                from rest_framework import mixins, viewsets
                from rest_framework.decorators import action, api_view
                from rest_framework.views import APIView

                class Books(viewsets.ModelViewSet):
                    lookup_field = "slug"
                    http_method_names = ["get", "post", "patch"]

                    def create(self, request): ...

                    @action(detail=True, methods=["post"], url_path="lend-out")
                    def lend(self, request, slug=None): ...

                    @action(detail=False)
                    def recent(self, request): ...

                class Tags(mixins.ListModelMixin, viewsets.GenericViewSet): ...

                @api_view(["GET", "POST"])
                def ping(request): ...

                class Login(APIView):
                    def post(self, request): ...
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/api/", "rest_framework.routers.APIRootView"),
        ("GET", "/api/books/", "Books.list"),
        ("GET", "/api/books/<slug>/", "Books.retrieve"),
        ("GET", "/api/books/recent/", "Books.recent"),
        ("GET", "/one/<int:pk>/", "Books.retrieve"),
        ("GET", "/ping/", "ping"),
        ("GET", "/plain/tags", "Tags.list"),
        ("PATCH", "/api/books/<slug>/", "Books.partial_update"),
        ("PATCH", "/one/<int:pk>/", "Books.partial_update"),
        ("POST", "/api/books/", "Books.create"),
        ("POST", "/api/books/<slug>/lend-out/", "Books.lend"),
        ("POST", "/login/", "Login.post"),
        ("POST", "/ping/", "ping"),
    ]
    assert found.frameworks == ("Django", "Django REST framework")


def test_urlconf_that_is_only_a_router():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": 'from django.urls import include, path\nurlpatterns = [path("v1/", include("api.urls"))]\n',
            "api/__init__.py": "",
            "api/urls.py": """
                from rest_framework import routers
                from .views import Cats

                router = routers.SimpleRouter()
                router.register("cats", Cats)
                urlpatterns = router.urls
            """,
            "api/views.py": "from rest_framework.viewsets import ReadOnlyModelViewSet\nclass Cats(ReadOnlyModelViewSet): ...\n",
        }
    )
    assert routes(found) == [("GET", "/v1/cats/", "Cats.list"), ("GET", "/v1/cats/<pk>/", "Cats.retrieve")]


def test_reusable_app_without_settings_keeps_an_unknown_prefix():
    found = facts_of(
        {
            "polls/urls.py": 'from django.urls import path\nfrom . import views\nurlpatterns = [path("<int:pk>/", views.detail)]\n',
            "polls/views.py": "def detail(request, pk): ...\n",
        }
    )
    assert routes(found) == [("ANY", "…/<int:pk>/", "detail")]
    assert not found.endpoints[0].prefix_known


def test_root_by_nobody_includes_it():
    found = facts_of(
        {
            "manage.py": "",
            "site/urls.py": 'from django.urls import include, path\nurlpatterns = [path("p/", include("polls.urls"))]\n',
            "polls/urls.py": 'from django.urls import path\nfrom polls import views\nurlpatterns = [path("x/", views.x)]\n',
            "polls/views.py": "def x(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/p/x/", "x")]


def test_a_dynamic_root_hides_nothing():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from plugins import discover

                urlpatterns = [path("home/", discover)]
                urlpatterns += [path(name, include(name)) for name in discover()]
            """,
            "plugins.py": "def discover(): ...\n",
            "polls/urls.py": 'from django.urls import path\nfrom polls import views\nurlpatterns = [path("x/", views.x)]\n',
            "polls/views.py": "def x(request): ...\n",
        }
    )
    assert ("ANY", "…/x/", "x") in routes(found) and ("ANY", "/home/", "discover") in routes(found)


def test_several_roots_and_translated_prefixes():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/other_settings.py": 'ROOT_URLCONF = "config.admin_urls"\n',
            "config/urls.py": """
                from django.conf.urls.i18n import i18n_patterns
                from django.urls import path
                from views import view

                urlpatterns = i18n_patterns(path("a/", view))
                urlpatterns += i18n_patterns(path("b/", view), prefix_default_language=False)
            """,
            "config/admin_urls.py": 'from django.urls import path\nfrom views import view\nurlpatterns = [path("c/", view)]\n',
            "views.py": "def view(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/<language_code>/a/", "view"), ("ANY", "/b/", "view"), ("ANY", "/c/", "view")]


def test_the_same_urlconf_twice_is_listed_twice():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path

                urlpatterns = [path("v1/", include("api.urls")), path("v2/", include("api.urls"))]
            """,
            "api/urls.py": 'from django.urls import path\nfrom api import views\nurlpatterns = [path("x/", views.x)]\n',
            "api/views.py": "def x(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/v1/x/", "x"), ("ANY", "/v2/x/", "x")]


def test_urlconfs_that_include_each_other_end():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": 'from django.urls import include, path\nurlpatterns = [path("a/", include("config.b"))]\n',
            "config/b.py": """
                from django.urls import include, path
                from views import view

                urlpatterns = [path("x/", view), path("again/", include("config.urls"))]
            """,
            "views.py": "def view(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/a/x/", "view")]


def test_patterns_chosen_by_settings_are_all_listed():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.conf import settings
                from django.urls import path
                from views import view

                urlpatterns = [path("a/", view)]
                if settings.DEBUG:
                    urlpatterns += [path("b/", view)]
                urlpatterns.append(path("c/", view))
            """,
            "views.py": "def view(request): ...\n",
        }
    )
    assert [path for _, path, _ in routes(found)] == ["/a/", "/b/", "/c/"]


def test_an_unknown_prefix_adds_nothing_where_the_route_is_known():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": 'from django.urls import include, path\nurlpatterns = [path("p/", include("polls.urls"))]\n',
            "config/other_host.py": 'from django.urls import include, path\nurlpatterns = [path("q/", include("polls.urls"))]\n',
            "polls/urls.py": 'from django.urls import path\nfrom polls import views\nurlpatterns = [path("x/", views.x)]\n',
            "polls/views.py": "def x(request): ...\n",
        }
    )
    assert routes(found) == [("ANY", "/p/x/", "x")]


def test_what_is_registered_with_an_object_of_a_package_is_told_with_its_prefix():
    found = facts_of(
        {
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from config.api import api, unused

                urlpatterns = [path("api/v2/", api.urls), path("v1/", include(api.urls))]
            """,
            "config/api.py": """
                from tastypie.api import Api
                from wagtail.api.v2.router import WagtailAPIRouter
                from wagtail.images.api.v2.views import ImagesAPIViewSet
                from people.views import PersonViewSet

                api = WagtailAPIRouter("wagtailapi")
                unused = Api()
                api.register_endpoint("images", ImagesAPIViewSet)
                api.register_endpoint("people", PersonViewSet)
                unused.register(PersonViewSet())
                api.register_signal(connect)
            """,
            "people/views.py": "from wagtail.api.v2.views import BaseAPIViewSet\n\nclass PersonViewSet(BaseAPIViewSet): ...\n",
        }
    )
    registered = [(fact.what, fact.place.line) for fact in found.unknowns if fact.kind == "registered endpoint"]
    assert sorted(registered) == [
        ("images by ImagesAPIViewSet below /api/v2/", 8),
        ("images by ImagesAPIViewSet below /v1/", 8),
        ("people by PersonViewSet below /api/v2/", 9),
        ("people by PersonViewSet below /v1/", 9),
    ]


def test_what_a_regular_expression_does_not_name_is_shown_as_written():
    assert simplify(r"^images/([^/]*)/(\d*)/[^/]*$") == r"images/([^/]*)/(\d*)/[^/]*"
    assert simplify(r"^a(/b)?/(?P<year>\d{4})/$") == "a(/b)?/<year>/"
    assert simplify(r"^(?:x|y)/\.well$") == "x|y/.well"


def test_admin_sites_answer_by_own_code():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.contrib import admin
                from django.urls import path
                from shop.sites import site

                urlpatterns = [path("admin/", admin.site.urls), path("office/", site.urls)]
            """,
            "shop/__init__.py": "",
            "shop/apps.py": """
                from django.apps import AppConfig

                class ShopConfig(AppConfig):
                    name = "shop"
                    label = "store"
            """,
            "shop/models.py": """
                from django.db import models

                class Order(models.Model):
                    number = models.CharField()

                class Item(models.Model):
                    name = models.CharField()
            """,
            "shop/sites.py": """
                from django.contrib.admin import AdminSite
                from django.urls import path

                def tasks(request): ...

                class Office(AdminSite):
                    def get_urls(self):
                        urls = super().get_urls()
                        own = [path("tasks/", self.admin_view(tasks), name="tasks")]
                        own.append(path("more/", self.more))
                        return own + urls

                    def more(self, request): ...

                site = Office(name="office")
            """,
            "shop/admin.py": """
                from django.contrib import admin
                from django.contrib.auth.models import User
                from django.urls import path
                from .models import Item, Order
                from .sites import site

                class Exporting:
                    def get_urls(self):
                        return [path("export/", self.admin_site.admin_view(self.export))] + super().get_urls()

                    def export(self, request): ...

                @admin.register(Order)
                class OrderAdmin(Exporting, admin.ModelAdmin):
                    def get_urls(self):
                        urls = super().get_urls()
                        urls.insert(0, path("<path:object_id>/pay/", self.admin_site.admin_view(self.pay), name="order-pay"))
                        return urls

                    def pay(self, request, object_id): ...

                class ItemAdmin(Exporting, admin.ModelAdmin): ...

                class Plain(admin.ModelAdmin): ...

                site.register(Item, ItemAdmin)
                site.register(Order, Plain)
                admin.site.register([User], ItemAdmin)
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/admin/auth/user/export/", "Exporting.export"),
        ("ANY", "/admin/store/order/<path:object_id>/pay/", "OrderAdmin.pay"),
        ("ANY", "/admin/store/order/export/", "Exporting.export"),
        ("ANY", "/office/more/", "Office.more"),
        ("ANY", "/office/store/item/export/", "Exporting.export"),
        ("ANY", "/office/tasks/", "tasks"),
    ]
    pay = endpoint(found, "ANY", "/admin/store/order/<path:object_id>/pay/")
    assert (pay.place.path, pay.name, pay.prefix) == ("shop/admin.py", "admin:order-pay", "/admin/store/order/")
    assert [unknown.what for unknown in found.unknowns] == [  # the package's own pages, once a site
        "/admin/ (django.contrib.admin.site)",
        "/office/ (django.contrib.admin.AdminSite)",
    ]


@pytest.mark.parametrize(
    ("installed", "expected"),
    [
        ('["office.apps.OfficeConfig"]', [("ANY", "/admin/stats/", "Office.stats")]),
        ('["office"]', [("ANY", "/admin/stats/", "Office.stats")]),
        ('["django.contrib.admin"]', []),
    ],
)
def test_the_class_of_the_default_admin_site_where_it_is_installed(installed, expected):
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": f"{SETTINGS}APPS = {installed}\nINSTALLED_APPS = [*APPS]\n",
            "config/urls.py": """
                from django.contrib import admin
                from django.urls import path

                urlpatterns = [path("admin/", admin.site.urls)]
            """,
            "office/__init__.py": "",
            "office/apps.py": """
                from django.contrib.admin.apps import AdminConfig

                class OfficeConfig(AdminConfig):
                    default_site = "office.site.Office"
            """,
            "office/site.py": """
                from django.contrib.admin import AdminSite
                from django.urls import path

                class Office(AdminSite):
                    def get_urls(self):
                        return [path("stats/", self.stats), *super().get_urls()]

                    def stats(self, request): ...
            """,
        }
    )
    assert routes(found) == expected


def test_a_router_of_the_projects_own_by_any_name():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from rest_framework import routers, viewsets

                class Api(routers.SimpleRouter):
                    extra = []

                    def add(self, url, *args):
                        self.extra.append(path(url, *args))

                    @property
                    def urls(self):
                        return super().urls + self.extra

                class Things(viewsets.ReadOnlyModelViewSet): ...

                api = Api()
                api.register("things", Things)

                urlpatterns = [path("api/", include(api.urls))]
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/api/things/", "Things.list"),
        ("GET", "/api/things/<pk>/", "Things.retrieve"),
    ]
    assert [(unknown.what, unknown.place.line) for unknown in found.unknowns] == [("Api.urls below /api/", 11)]


def test_objects_that_answer():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.contrib.syndication.views import Feed
                from django.urls import path

                class Latest(Feed): ...

                urlpatterns = [path("feed/", Latest())]
            """,
        }
    )
    (feed,) = found.endpoints
    assert (feed.method, feed.path, feed.handler, feed.place.line) == ("ANY", "/feed/", "Latest", 4)


def test_what_a_router_registers_in_a_loop_is_said_to_be_unknown():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": """
                from django.urls import include, path
                from rest_framework import routers, viewsets

                class Things(viewsets.ReadOnlyModelViewSet): ...

                router = routers.SimpleRouter()
                for prefix, viewset in [("things", Things)]:
                    router.register(prefix, viewset)

                urlpatterns = [path("api/", include(router.urls))]
            """,
        }
    )
    assert not found.endpoints
    assert [(unknown.what, unknown.place.line) for unknown in found.unknowns] == [("router.register", 8)]
