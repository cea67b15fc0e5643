"""The addresses of the four faces."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    # One door for everybody: the portal's, which limits failed sign-ins.
    path("console/login/", RedirectView.as_view(pattern_name="web:sign-in", query_string=True)),
    path("console/", admin.site.urls),
    path("api/", include("apps.api.v1.urls")),
    path("", include("apps.web.urls")),
]
