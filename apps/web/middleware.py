"""The one place of the portal that turns an error into a page."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.defaults import bad_request

from apps.engine.errors import OwnerError


class ErrorPages:
    """What an owner or the operator can mend is said in its own words; everything else is Django's 404, 403 or 500 page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in unquote(request.META.get("QUERY_STRING", "")):  # no address of ours has one, and no text in the database
            return bad_request(request, SuspiciousOperation())
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OwnerError):
            return render(request, "web/errors/owner.html", {"message": error.message, "code": error.code}, status=422)
        return None
