"""What holds for every answer of the API, whichever part of the server gives it: its shape, its tag, its size."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import get_conditional_response, patch_vary_headers

from apps.api.v1.errors import plain_error

PREFIX = "/api/"
MOST_BYTES = 256 * 1024  # of a body
_OWN = "application/json"


class ApiAnswers:
    """Errors that Django or another middleware answers get the API's shape; reads get an `ETag`; what is long is compressed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._gzip = GZipMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PREFIX):
            return self._get_response(request)
        is_head = request.method == "HEAD"
        if is_head:
            request.method = "GET"
        response = _answered(request, self._get_response)
        if is_head:
            request.method = "HEAD"
        if isinstance(response, HttpResponse):
            tagged = _tagged(request, response)
            tagged.headers.setdefault("Content-Length", str(len(tagged.content)))
            response = self._gzip.process_response(request, tagged)
        else:  # a stream
            response["Cache-Control"] = "no-store"
        for name, value in getattr(request, "spent", {}).items():
            response.headers.setdefault(name, value)
        return response


def _answered(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponseBase]) -> HttpResponseBase:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if "Transfer-Encoding" in request.headers:  # sent in pieces, without saying how long it will be
        return plain_error(HTTPStatus.LENGTH_REQUIRED)
    if not (length.isascii() and length.isdigit()):
        return plain_error(HTTPStatus.BAD_REQUEST)
    if int(length[:20]) > MOST_BYTES:
        return plain_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return _shaped(get_response(request))


def _shaped(response: HttpResponseBase) -> HttpResponseBase:
    """An error has the API's shape, whoever found it."""
    kind = response.get("Content-Type", "").partition(";")[0]
    if response.status_code < HTTPStatus.BAD_REQUEST or kind == _OWN:
        return response
    shaped = plain_error(response.status_code)
    shaped.status_code = response.status_code
    shaped._has_been_logged = getattr(response, "_has_been_logged", False)  # type: ignore[attr-defined]  # Django's own mark
    if "Allow" in response:
        allowed = response["Allow"].split(", ")
        shaped["Allow"] = ", ".join([*allowed, *(["HEAD"] if "GET" in allowed else [])])
    return shaped


def _tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """With a tag of its content where it is a read that worked: what the caller has already is not sent again."""
    patch_vary_headers(response, ["Authorization"])
    if request.method not in ("GET", "HEAD") or response.status_code != HTTPStatus.OK:
        response["Cache-Control"] = "no-store"
        return response
    response["Cache-Control"] = "private, no-cache"
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    found = get_conditional_response(request, etag, None, response)
    shaped = _shaped(found) if found is not None else response
    return shaped if isinstance(shaped, HttpResponse) else response
