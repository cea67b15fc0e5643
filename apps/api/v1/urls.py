"""The addresses of the API.  What is none of them is said in the API's own shape."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path, reverse
from django.views.decorators.csrf import csrf_exempt

from apps.api.v1.application import api
from apps.api.v1.errors import plain_error


@csrf_exempt
def nothing_here(_request: HttpRequest) -> HttpResponse:
    """404, for every method."""
    return plain_error(404)


@csrf_exempt
def beginning(request: HttpRequest) -> HttpResponse:
    """Where one begins: what there is to read about the API, and what every call needs.  Asks for no token."""
    if request.method != "GET":
        response = plain_error(405)
        response["Allow"] = "GET, HEAD"
        return response
    here = f"{settings.PUBLIC_URL}{reverse('api-v1:api-root')}"
    found = {
        "title": api.title,
        "version": api.version,
        "reference": f"{here}reference",
        "schema": f"{here}openapi.json",
        "repositories": f"{here}repos",
        "token": "Every call needs Authorization: Bearer rl_…; members make tokens on the portal's page Assistants.",
    }
    return HttpResponse(msgspec.json.encode(found), content_type="application/json")


urlpatterns: list[URLPattern | URLResolver] = [
    re_path(r"^v1/?$", beginning),
    path("v1/", api.urls),
    re_path(r"^.*$", nothing_here),
]
