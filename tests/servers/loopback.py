"""What the servers of tests are made of: HTTP on a free port of the loopback interface, a thread for each request."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Generic, Self, TypeVar

Record = TypeVar("Record")


class LoopbackServer(ABC, Generic[Record]):
    """Serves while entered.  `requests` holds what came, as each server notes it; `ending` is set when it is left."""

    def __init__(self) -> None:
        self.requests: list[Record] = []
        self.ending = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner.answer(self)

            def do_POST(self) -> None:
                owner.answer(self)

            def log_message(self, format: str, *arguments: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.port: int = self._server.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """What clients are told."""
        return self.origin

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.ending.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    @abstractmethod
    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Read the request, note it, answer it."""


def body_of(request: BaseHTTPRequestHandler) -> bytes:
    """All of the body, also one that comes in pieces."""
    if request.headers.get("Transfer-Encoding") != "chunked":
        return request.rfile.read(int(request.headers.get("Content-Length") or 0))
    body = b""
    while size := int(request.rfile.readline(), 16):
        body += request.rfile.read(size)
        request.rfile.readline()
    request.rfile.readline()
    return body


def send(
    request: BaseHTTPRequestHandler, status: int, content: bytes, headers: Mapping[str, str], *, most: int | None = None
) -> None:
    """A whole answer; with `most` its body ends after that many bytes, and the connection with it."""
    send_head(request, status, {"Content-Length": str(len(content)), **headers})
    request.wfile.write(content[:most])
    request.close_connection = most is not None


def send_head(request: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str]) -> None:
    """Status and headers."""
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name, value)
    request.end_headers()
