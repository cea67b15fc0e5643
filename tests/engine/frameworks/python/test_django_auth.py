"""What Django and Django REST framework require of who asks: only where the code says so."""

from tests.engine.frameworks.building import endpoint, facts_of

SETTINGS = """
    ROOT_URLCONF = "config.urls"
    REST_FRAMEWORK = {
        "PAGE_SIZE": 10,
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    }
"""
URLS = """
    from django.contrib.auth.decorators import login_required
    from django.urls import include, path
    from rest_framework.routers import SimpleRouter
    from shop import views

    router = SimpleRouter()
    router.register("books", views.Books)

    urlpatterns = [
        path("basket/", views.basket),
        path("open/", views.open_page),
        path("wrapped/", login_required(views.open_page)),
        path("mixed/", views.Mixed.as_view()),
        path("method/", views.Method.as_view()),
        path("inherited/", views.Inherited.as_view()),
        path("api/default/", views.Default.as_view()),
        path("api/anybody/", views.Anybody.as_view()),
        path("api/decided/", views.Decided.as_view()),
        path("api/function/", views.function),
        path("api/own/", views.own),
        path("api/", include(router.urls)),
    ]
"""
VIEWS = """
    from django.contrib.auth.decorators import login_required, permission_required
    from django.contrib.auth.mixins import LoginRequiredMixin
    from django.utils.decorators import method_decorator
    from django.views import View
    from rest_framework import viewsets
    from rest_framework.decorators import action, api_view, permission_classes
    from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticatedOrReadOnly
    from rest_framework.views import APIView

    @permission_required("shop.see")
    def basket(request): ...

    def open_page(request): ...

    class Mixed(LoginRequiredMixin, View):
        def get(self, request): ...

    class Method(View):
        @method_decorator(login_required)
        def post(self, request): ...

        def get(self, request): ...

    @method_decorator(login_required, name="dispatch")
    class Guarded(View): ...

    class Inherited(Guarded):
        def get(self, request): ...

    class Default(APIView):
        def get(self, request): ...

    class Anybody(APIView):
        permission_classes = [AllowAny]

        def get(self, request): ...

    class Decided(APIView):
        def get_permissions(self): ...

        def get(self, request): ...

    @api_view()
    def function(request): ...

    @api_view()
    @permission_classes([IsAdminUser])
    def own(request): ...

    class Books(viewsets.ModelViewSet):
        permission_classes = (IsAuthenticatedOrReadOnly,)

        @action(detail=False, permission_classes=[IsAdminUser])
        def secret(self, request): ...
"""


def test_only_what_the_code_says():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/urls.py": URLS,
            "shop/__init__.py": "",
            "shop/views.py": VIEWS,
        }
    )
    told = {(item.method, item.path): item.auth for item in found.endpoints}
    assert told["ANY", "/basket/"] == "permission_required('shop.see')"
    assert told["ANY", "/open/"] == "" and told["ANY", "/wrapped/"] == "login_required"
    assert told["GET", "/mixed/"] == "LoginRequiredMixin"
    assert (told["GET", "/method/"], told["POST", "/method/"]) == ("", "login_required")
    assert told["GET", "/inherited/"] == "login_required"
    assert told["GET", "/api/default/"] == told["GET", "/api/function/"] == "IsAuthenticated"
    assert told["GET", "/api/anybody/"] == told["GET", "/api/decided/"] == ""
    anybody, decided = (endpoint(found, "GET", f"/api/{name}/").auth_at for name in ("anybody", "decided"))
    assert anybody is not None and anybody.line == 34 and decided is None  # one says that all may, the other says nothing
    assert told["GET", "/api/own/"] == told["GET", "/api/books/secret/"] == "IsAdminUser"
    assert (told["GET", "/api/books/"], told["POST", "/api/books/"]) == ("", "IsAuthenticatedOrReadOnly")
    default = endpoint(found, "GET", "/api/default/").auth_at
    assert default is not None and (default.path, default.line) == ("config/settings.py", 4)
    mixed = endpoint(found, "GET", "/mixed/").auth_at
    assert mixed is not None and (mixed.path, mixed.line) == ("shop/views.py", 15)


def test_settings_that_disagree_say_nothing():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": SETTINGS,
            "config/local.py": 'REST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": []}\n',
            "config/urls.py": URLS,
            "shop/__init__.py": "",
            "shop/views.py": VIEWS,
        }
    )
    assert endpoint(found, "GET", "/api/default/").auth == ""


def test_an_address_that_a_wrapper_of_the_application_answers():
    found = facts_of(
        {
            "manage.py": "",
            "config/__init__.py": "",
            "config/settings.py": 'ROOT_URLCONF = "config.urls"\n',
            "config/urls.py": "from django.urls import path\n\nurlpatterns = []\n",
            "config/up.py": """
                def up(application, address):
                    async def wrapper(scope, receive, send):
                        if scope.get("type") != "http" or scope.get("path") != address:
                            return await application(scope, receive, send)
                        await send({"type": "http.response.start", "status": 200})

                    return wrapper

                def below(application, prefix):
                    async def wrapper(scope, receive, send):
                        if scope["path"].startswith(prefix):
                            scope["path"] = scope["path"].removeprefix(prefix)
                        return await application(scope, receive, send)

                    return wrapper
            """,
            "config/asgi.py": """
                from django.core.asgi import get_asgi_application
                from .up import below, up

                application = get_asgi_application()
                application = up(application, "/up/")
                application = below(application, "/service")
            """,
        }
    )
    assert [(item.method, item.path, item.handler) for item in found.endpoints] == [("ANY", "/up/", "up")]


def test_files_are_served_below_a_setting_that_always_has_one_value():
    sources = {
        "manage.py": "",
        "config/__init__.py": "",
        "config/urls.py": """
            from django.conf import settings
            from django.conf.urls.static import static

            urlpatterns = static(settings.MEDIA_URL, document_root=settings.MEDIA_ROOT)
        """,
    }
    always = 'ROOT_URLCONF = "config.urls"\nMEDIA_URL = "/media/"\n'
    found = facts_of({**sources, "config/settings.py": always})
    assert [(item.path, item.condition) for item in found.endpoints] == [("/media/<path>", "settings.DEBUG")]
    sometimes = 'ROOT_URLCONF = "config.urls"\nif LOCAL:\n    MEDIA_URL = "/media/"\n'
    found = facts_of({**sources, "config/settings.py": sometimes})
    assert not found.endpoints and [item.kind for item in found.unknowns] == ["endpoints"]
