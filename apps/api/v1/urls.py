"""The addresses of the API.  What is none of them is said in the API's own shape."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt

from apps.api.v1.application import api
from apps.api.v1.errors import plain_error


@csrf_exempt
def nothing_here(_request: HttpRequest) -> HttpResponse:
    """404, for every method."""
    return plain_error(404)


urlpatterns: list[URLPattern | URLResolver] = [path("v1/", api.urls), re_path(r"^.*$", nothing_here)]
