"""The door of the MCP server: who may come in, asked at every request.

``/mcp`` takes the team from the token; ``/mcp/<team>`` names it too, and the token must be that team's.  There are no sessions,
so a revoked token is refused at the very next call, whatever it opened before.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from apps.api.mcp.protocol import BEARER, make_server
from apps.api.mcp.records import in_records
from apps.tenants import outage
from apps.tenants.admission import Admitted, NotAdmitted, admit

logger = logging.getLogger(__name__)

MOST_BYTES = 256 * 1024  # of a request
_ENDING = "The server is starting or ending. Try again in a moment."


class Door:
    """The ASGI application of the MCP server.  Requests are answered while `open` is entered."""

    def __init__(self) -> None:
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """For the lifespan of the server."""
        manager = StreamableHTTPSessionManager(
            make_server(), json_response=True, stateless=True, max_request_body_size=MOST_BYTES
        )
        async with manager.run():
            self._manager = manager
            try:
                yield
            finally:
                self._manager = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request.  `path_params` may hold the `team`."""
        request = Request(scope)
        refused = _stranger(request) or _other_method(request)
        if refused is None:
            try:
                admitted = await in_records(_admitted, request)
            except outage.OUT_OF_REACH as error:
                logger.warning("the MCP server can't reach its records: %s", type(error).__name__)
                wait = {"Retry-After": str(outage.RETRY_SOON)}
                admitted = _refusal(HTTPStatus.SERVICE_UNAVAILABLE, outage.MESSAGE, wait)
            if self._manager is not None and isinstance(admitted, Admitted):
                scope[BEARER] = admitted.bearer
                await self._manager.handle_request(scope, receive, _telling(admitted.headers, send))
                return
            refused = admitted if isinstance(admitted, Response) else _refusal(HTTPStatus.SERVICE_UNAVAILABLE, _ENDING)
        await refused(scope, receive, send)


def _admitted(request: Request) -> Admitted | Response:
    """Who holds the token, or why it opens nothing.  Every call counts towards what the token may do in a minute."""
    address = request.client.host if request.client is not None else ""
    try:
        admitted = admit(authorization=request.headers.get("authorization", ""), address=address)
    except NotAdmitted as error:
        return _refusal(error.status, error.message, error.headers)
    slug = admitted.bearer.tenant.slug
    if request.path_params.get("team", slug) != slug:
        return _refusal(
            HTTPStatus.FORBIDDEN,
            "The token is of another team than the address: call /mcp, which takes the team from the token.",
            admitted.headers,
        )
    return admitted


def _telling(headers: Mapping[str, str], send: Send) -> Send:
    """Sends the same with these headers."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(headers)
        await send(message)

    return told


def _stranger(request: Request) -> Response | None:
    """A page of somebody else's site that sends a browser here, or a name that is not ours: DNS may have been turned."""
    domain, _port = split_domain_port(request.headers.get("host", ""))
    hosts = [*settings.ALLOWED_HOSTS, *([".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])]
    if not domain or not validate_host(domain, hosts):
        return _refusal(HTTPStatus.MISDIRECTED_REQUEST, "This server does not answer under this name.")
    origins = request.headers.getlist("origin")
    own = {settings.PUBLIC_URL, f"{request.url.scheme}://{request.headers['host']}"}
    if any(_origin(origin) not in map(_origin, own) for origin in origins):
        return _refusal(HTTPStatus.FORBIDDEN, "Calls from pages of other sites are not answered.")
    return None


def _origin(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.casefold()


def _other_method(request: Request) -> Response | None:
    """Without sessions there is nothing to listen to (GET) and nothing to end (DELETE)."""
    if request.method == "POST":
        return None
    return _refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Only POST is answered here.", {"Allow": "POST"})


def _refusal(status: HTTPStatus, message: str, headers: Mapping[str, str] | None = None) -> Response:
    code = INTERNAL_ERROR if status >= HTTPStatus.INTERNAL_SERVER_ERROR else INVALID_REQUEST
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    return Response(json.dumps(body), status_code=status, headers=dict(headers or {}), media_type="application/json")
