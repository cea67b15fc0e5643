"""The addresses of the four faces."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("console/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("apps.web.urls")),
]
