"""Smart HTTP over loopback: `git http-backend` behind the standard library's server, with faults on demand."""

from __future__ import annotations

import base64
import os
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

TOKEN = "s3cr3t-canary-token"


class GitServer:
    """Serves the bare repositories below `folder`.

    `fault`: "" | "hang" | "cut" (half of the pack) | "trickle" | "status:NNN" | "redirect:URL" | "shouting" (an error whose text
    must not be shown).  With `token` every request needs it.  `requests` holds (method, path, authorization).
    """

    def __init__(self, folder: Path, *, token: str = "", fault: str = "") -> None:
        self.folder, self.token, self.fault = folder, token, fault
        self.requests: list[tuple[str, str, str]] = []
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

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> GitServer:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.ending.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        if request.headers.get("Transfer-Encoding") == "chunked":
            body = self._chunks(request)
        authorization = request.headers.get("Authorization", "")
        self.requests.append((request.command, request.path, authorization))
        kind, _, value = self.fault.partition(":")
        if kind == "hang":
            self.ending.wait(60)
            request.close_connection = True
        elif kind == "status":
            self._plain(request, int(value))
        elif kind == "redirect":
            self._plain(request, 302, Location=value + request.path)
        elif kind == "shouting":
            self._plain(request, 500, text=f"<script>{authorization} internal detail</script>")
        elif self.token and not self._is_allowed(authorization):
            self._plain(request, 401, **{"WWW-Authenticate": 'Basic realm="git"'})
        else:
            self._backend(request, body, kind if request.path.endswith("/git-upload-pack") else "")

    def _is_allowed(self, authorization: str) -> bool:
        scheme, _, value = authorization.partition(" ")
        return scheme == "Basic" and base64.b64decode(value).decode().partition(":")[2] == self.token

    def _chunks(self, request: BaseHTTPRequestHandler) -> bytes:
        body = b""
        while size := int(request.rfile.readline(), 16):
            body += request.rfile.read(size)
            request.rfile.readline()
        request.rfile.readline()
        return body

    def _plain(self, request: BaseHTTPRequestHandler, status: int, text: str = "no", **headers: str) -> None:
        request.send_response(status)
        for name, value in {"Content-Type": "text/plain", "Content-Length": str(len(text)), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(text.encode())

    def _backend(self, request: BaseHTTPRequestHandler, body: bytes, fault: str) -> None:
        address = urlsplit(request.path)
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "http-backend"],
            env={
                "PATH": os.environ["PATH"],
                "HOME": "/nonexistent",
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
                "GIT_PROJECT_ROOT": str(self.folder),
                "GIT_HTTP_EXPORT_ALL": "1",
                "REQUEST_METHOD": request.command,
                "PATH_INFO": address.path,
                "QUERY_STRING": address.query,
                "CONTENT_TYPE": request.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
                "REMOTE_ADDR": "127.0.0.1",
            },
            input=body,
            capture_output=True,
            timeout=60,
            check=False,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        request.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            request.send_header(name, value)
        request.end_headers()
        try:
            if fault and b"packfile" in content:
                request.wfile.write(content[: len(content) // 2])
                request.wfile.flush()
                while fault == "trickle" and not self.ending.is_set():
                    request.wfile.write(b"0")
                    time.sleep(0.2)
                request.close_connection = True
            else:
                request.wfile.write(content)
        except (BrokenPipeError, ConnectionResetError):
            request.close_connection = True
