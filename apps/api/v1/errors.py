"""One shape for every error of the API: ``{"error": {"code", "message"}}``, the code stable, the message one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from django.http import HttpResponse

from apps.engine.errors import OwnerError, RepoloreError
from apps.tenants import outage
from apps.tenants.admission import NotAdmitted

_STATUS: Mapping[str, HTTPStatus] = {"ask:busy": HTTPStatus.SERVICE_UNAVAILABLE}
_PLAIN: Mapping[int, tuple[str, str]] = {
    400: ("request:malformed", "The request can't be read. Check its address, its headers and its body."),
    401: ("token:refused", "The token is missing, wrong, expired or revoked."),
    403: ("request:forbidden", "This is not allowed."),
    404: ("request:not-found", "There is nothing at this address: /api/v1/openapi.json lists those there are."),
    405: ("request:method", "The address is there, but not for this method. The header Allow names those that are."),
    411: ("request:no-length", "Say how long the body is: send a Content-Length."),
    413: ("request:too-large", "The body is over the limit of 256 kB."),
    414: ("request:too-long", "The address is too long. Send the question in the body of a POST."),
    412: ("request:precondition", "What is here now is not what the headers of the request ask for."),
    500: ("internal:unexpected", "Something went wrong here. It was noted; try again, or tell the operator."),
    503: (outage.CODE, outage.MESSAGE),
}
# How one finds the name of what is there; the same words for what is not there and for what the token does not reach.
_FOUND_AT: Mapping[str, str] = {
    "repository": "GET /api/v1/repos lists those this token reaches, each by its `slug`",
    "version": "GET /api/v1/repos/{repo}/versions lists those there are, by `number`",
    "symbol": (
        "name it like path/to/file.py#Class.method (in an address # is %23), or a file by its path; "
        "GET /api/v1/repos/{repo}/capsules?name=… and /api/v1/search?q=… find it"
    ),
    "file": "GET /api/v1/repos/{repo}/files lists the paths of the current commit",
    "page": "GET /api/v1/docs?repo={repo} lists the pages of documentation, by `path`",
    "sync": "GET /api/v1/syncs lists the syncs of the repositories this token reaches, by `id`",
    "token": "GET /api/v1/tokens lists those of the team, by `id`",
}


class ApiError(RepoloreError):
    """What an endpoint says no with."""

    def __init__(self, status: HTTPStatus, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, code=code)
        self.status = status
        self.headers = dict(headers or {})


class NotFound(ApiError):
    """There is no such thing in this tenant, or none that this token reaches: the two are told by the same words."""

    def __init__(self, kind: str, message: str = "", *, repo: str = "") -> None:
        said = message or f"There is no such {kind}: {_FOUND_AT[kind].format(repo=repo)}."
        super().__init__(HTTPStatus.NOT_FOUND, f"{kind}:not-found", said)


def error_response(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """The one shape."""
    body = msgspec.json.encode({"error": {"code": code, "message": message}})
    response = HttpResponse(body, status=status, content_type="application/json")
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def plain_error(status: int) -> HttpResponse:
    """What is said where nothing more is known than the status."""
    known = status if status in _PLAIN else 500 if status >= 500 else 400
    return error_response(status, *_PLAIN[known])


def as_response(error: OwnerError | ApiError) -> HttpResponse:
    """An error that a caller may see: one that an owner can mend, or what an endpoint said itself."""
    if isinstance(error, ApiError | NotAdmitted):
        return error_response(error.status, error.code, error.message, error.headers)
    status = _STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    headers = {"Retry-After": str(outage.RETRY_SOON)} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    return error_response(status, error.code, error.message, headers)
