"""The one place of the portal that turns an error into a page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import get_template
from django.views.defaults import bad_request

from apps.engine.errors import OwnerError
from apps.tenants import outage
from apps.web.pages import show
from apps.web.reasons import sentence_for

logger = logging.getLogger(__name__)


class ErrorPages:
    """What an owner or the operator can mend is said in its own words, and without records there is a page that needs none.

    Everything else is Django's 404, 403 or 500 page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in unquote(request.META.get("QUERY_STRING", "")):  # no address of ours has one, and no text in the database
            return bad_request(request, SuspiciousOperation())
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OwnerError):
            context = {"message": sentence_for(error.code, error.message), "code": error.code}
            return show(request, "web/errors/owner.html", "web/errors/_owner.html", context, status=422)
        if isinstance(error, outage.OUT_OF_REACH):
            logger.warning("%s %s can't be shown: %s", request.method, request.path, type(error).__name__)
            return _without_records(request)
        return None


def _without_records(request: HttpRequest) -> HttpResponse:
    """A page that needs none; one line for who reads with a token."""
    if "Authorization" in request.headers:
        response = HttpResponse(f"{outage.MESSAGE}\n", content_type="text/plain; charset=utf-8")
    else:
        response = HttpResponse(get_template("503.html").render())
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = str(outage.RETRY_SOON)
    return response
