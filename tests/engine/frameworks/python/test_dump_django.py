"""Routes of a Django project with REST framework, against what Django itself lists (``get_resolver().url_patterns``)."""

from tests.engine.frameworks.building import facts_of

SOURCES = {
    "manage.py": "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\n",
    "shop/__init__.py": "",
    "shop/settings.py": """
        SECRET_KEY = "x"
        DEBUG = True
        ALLOWED_HOSTS = ["*"]
        ROOT_URLCONF = "shop.urls"
        MEDIA_URL = "/media/"
        MEDIA_ROOT = "/tmp/media"
        INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "store"]
        DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
        USE_I18N = True
        DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
    """,
    "shop/urls.py": """
        from django.conf import settings
        from django.conf.urls.i18n import i18n_patterns
        from django.conf.urls.static import static
        from django.urls import include, path, re_path
        from django.views.generic import RedirectView, TemplateView

        from store import views
        from store.api.routers import router

        reports = [
            path("daily/", views.daily, name="daily"),
            path("weekly/<int:year>/<int:week>/", views.weekly, name="weekly"),
        ]

        urlpatterns = [
            path("", TemplateView.as_view(template_name="home.html"), name="home"),
            path("old/", RedirectView.as_view(url="/")),
            path("api/", include(router.urls)),
            path("api/", include("store.api.urls", namespace="api")),
            path("store/", include(("store.urls", "store"), namespace="eu")),
            path("us/store/", include(("store.urls", "store"), namespace="us")),
            path("reports/", include(reports)),
            path("reports/<slug:team>/", include((reports, "team"))),
            re_path(r"^archive/(?P<year>[0-9]{4})/$", views.archive),
            re_path(r"^feed(?:/(?P<page>[0-9]+))?/$", views.feed),
        ]

        urlpatterns += i18n_patterns(
            path("about/", views.about, name="about"),
            path("contact/", views.Contact.as_view(), name="contact"),
        )

        if settings.DEBUG:
            urlpatterns += static(settings.MEDIA_URL, document_root=settings.MEDIA_ROOT)
    """,
    "store/__init__.py": "",
    "store/models.py": """
        from django.db import models


        class Product(models.Model):
            name = models.CharField(max_length=20)


        class Review(models.Model):
            product = models.ForeignKey(Product, on_delete=models.CASCADE)
    """,
    "store/views.py": """
        from django.contrib.auth.decorators import login_required
        from django.http import HttpResponse
        from django.utils.decorators import method_decorator
        from django.views import View
        from django.views.decorators.http import require_http_methods, require_POST
        from django.views.generic import DetailView, FormView, ListView

        from store.models import Product


        def daily(request): ...


        def weekly(request, year, week): ...


        def archive(request, year): ...


        def feed(request, page=None): ...


        def about(request): ...


        @require_POST
        def buy(request, pk): ...


        @login_required
        @require_http_methods(["GET", "DELETE"])
        def basket(request): ...


        class Contact(FormView):
            template_name = "contact.html"


        class Products(ListView):
            model = Product


        class ProductPage(DetailView):
            model = Product

            def post(self, request, *args, **kwargs): ...


        class Base(View):
            def get(self, request): ...


        class Checkout(Base):
            def post(self, request): ...


        class Export(View):
            http_method_names = ["get", "options"]

            def get(self, request): ...

            def post(self, request): ...
    """,
    "store/urls.py": """
        from django.urls import path

        from . import views

        app_name = "store"
        urlpatterns = [
            path("", views.Products.as_view(), name="products"),
            path("<int:pk>/", views.ProductPage.as_view(), name="product"),
            path("<int:pk>/buy", views.buy, name="buy"),
            path("basket/", views.basket),
            path("checkout/", views.Checkout.as_view()),
            path("export/<uuid:key>.csv", views.Export.as_view()),
        ]
    """,
    "store/api/__init__.py": "",
    "store/api/views.py": """
        from rest_framework import generics, mixins, viewsets
        from rest_framework.decorators import action, api_view
        from rest_framework.response import Response
        from rest_framework.views import APIView

        from store.models import Product, Review


        class ProductViewSet(viewsets.ModelViewSet):
            queryset = Product.objects.all()
            lookup_field = "slug"

            @action(detail=True, methods=["post", "delete"], url_path="stock-level")
            def stock(self, request, slug=None): ...

            @stock.mapping.put
            def set_stock(self, request, slug=None): ...

            @action(detail=False)
            def newest(self, request): ...

            @action(detail=True, url_path=r"image/(?P<size>[a-z]+)")
            def image(self, request, slug=None, size=None): ...


        class ReviewViewSet(mixins.ListModelMixin, mixins.CreateModelMixin, viewsets.GenericViewSet):
            queryset = Review.objects.all()


        class VoteViewSet(viewsets.ModelViewSet):
            queryset = Review.objects.all()
            http_method_names = ["get", "post"]


        class HealthViewSet(viewsets.ViewSet):
            def list(self, request): ...


        class CountryViewSet(viewsets.ReadOnlyModelViewSet):
            queryset = Product.objects.all()
            lookup_value_regex = "[A-Z]{2}"
            lookup_url_kwarg = "code"


        class Stats(APIView):
            def get(self, request): ...

            def put(self, request): ...


        class ReviewList(generics.ListCreateAPIView):
            queryset = Review.objects.all()


        class ReviewDetail(generics.RetrieveUpdateDestroyAPIView):
            queryset = Review.objects.all()


        @api_view(["GET", "POST"])
        def search(request): ...


        @api_view()
        def version(request): ...
    """,
    "store/api/routers.py": """
        from rest_framework.routers import DefaultRouter
        from rest_framework_nested.routers import NestedSimpleRouter

        from . import views

        router = DefaultRouter()
        router.register("products", views.ProductViewSet)
        router.register(r"countries", views.CountryViewSet, basename="country")
        router.register("health", views.HealthViewSet, basename="health")
    """,
    "store/api/urls.py": """
        from django.urls import include, path
        from rest_framework.routers import SimpleRouter
        from rest_framework.urlpatterns import format_suffix_patterns
        from rest_framework_nested.routers import NestedSimpleRouter

        from .routers import router
        from .views import ReviewDetail, ReviewList, ReviewViewSet, Stats, VoteViewSet, search, version

        reviews = NestedSimpleRouter(router, "products", lookup="product")
        reviews.register("reviews", ReviewViewSet, basename="product-reviews")
        votes = NestedSimpleRouter(reviews, "reviews", lookup="review")
        votes.register("votes", VoteViewSet, basename="review-votes")
        bare = SimpleRouter(trailing_slash=False)
        bare.register("bare", ReviewViewSet, basename="bare")

        app_name = "api"
        urlpatterns = [
            path("", include(reviews.urls)),
            path("", include(votes.urls)),
            *bare.urls,
            path("stats/", Stats.as_view()),
        ]
        urlpatterns += format_suffix_patterns([
            path("reviews/", ReviewList.as_view()),
            path("reviews/<int:pk>/", ReviewDetail.as_view()),
        ])
        urlpatterns.append(path("search", search))
        urlpatterns.extend([path("version", version)])
        urlpatterns += [
            path("by-hand/", ReviewViewSet.as_view({"get": "list", "post": "create"})),
        ]
    """,
}

# What Django lists; regular expressions of parameters by their names.
LISTED = """
    ANY /<language_code>/about/
    ANY /archive/<year>/
    ANY /feed(?:/<page>)?/
    ANY /media/<path>
    ANY /reports/<slug:team>/daily/
    ANY /reports/<slug:team>/weekly/<int:year>/<int:week>/
    ANY /reports/daily/
    ANY /reports/weekly/<int:year>/<int:week>/
    DELETE /api/products/<slug>/
    DELETE /api/products/<slug>/stock-level/
    DELETE /api/reviews/<int:pk>/
    DELETE /old/
    DELETE /store/basket/
    DELETE /us/store/basket/
    GET /
    GET /<language_code>/contact/
    GET /api/
    GET /api/bare
    GET /api/by-hand/
    GET /api/countries/
    GET /api/countries/<code>/
    GET /api/health/
    GET /api/products/
    GET /api/products/<product_slug>/reviews/
    GET /api/products/<product_slug>/reviews/<review_pk>/votes/
    GET /api/products/<product_slug>/reviews/<review_pk>/votes/<pk>/
    GET /api/products/<slug>/
    GET /api/products/<slug>/image/<size>/
    GET /api/products/newest/
    GET /api/reviews/
    GET /api/reviews/<int:pk>/
    GET /api/search
    GET /api/stats/
    GET /api/version
    GET /old/
    GET /store/
    GET /store/<int:pk>/
    GET /store/basket/
    GET /store/checkout/
    GET /store/export/<uuid:key>.csv
    GET /us/store/
    GET /us/store/<int:pk>/
    GET /us/store/basket/
    GET /us/store/checkout/
    GET /us/store/export/<uuid:key>.csv
    PATCH /api/products/<slug>/
    PATCH /api/reviews/<int:pk>/
    PATCH /old/
    POST /<language_code>/contact/
    POST /api/bare
    POST /api/by-hand/
    POST /api/products/
    POST /api/products/<product_slug>/reviews/
    POST /api/products/<product_slug>/reviews/<review_pk>/votes/
    POST /api/products/<slug>/stock-level/
    POST /api/reviews/
    POST /api/search
    POST /old/
    POST /store/<int:pk>/
    POST /store/<int:pk>/buy
    POST /store/checkout/
    POST /us/store/<int:pk>/
    POST /us/store/<int:pk>/buy
    POST /us/store/checkout/
    PUT /<language_code>/contact/
    PUT /api/products/<slug>/
    PUT /api/products/<slug>/stock-level/
    PUT /api/reviews/<int:pk>/
    PUT /api/stats/
    PUT /old/
"""


def test_every_route_django_lists() -> None:
    found = {(item.method, item.path) for item in facts_of(SOURCES).endpoints}
    listed = {(method, path) for method, path in (line.split() for line in LISTED.strip().split("\n"))}
    both = "/feed(?:/<page>)?/"  # one pattern, told as the two addresses it stands for
    listed = {item for item in listed if item[1] != both} | {("ANY", "/feed/"), ("ANY", "/feed/<page>/")}
    any_method = {path for method, path in found if method == "ANY"}
    missing = {(method, path) for method, path in listed - found if path not in any_method}
    assert missing == {("PUT", "/<language_code>/contact/")}  # Django's forms answer PUT as POST, which no browser sends
    known = {path for _, path in listed}
    assert {item for item in found - listed if item[1] not in known or item[0] != "ANY"} == set()
