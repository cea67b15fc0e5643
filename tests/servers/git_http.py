"""Smart HTTP over loopback: `git http-backend` behind the standard library's server, with faults on demand."""

from __future__ import annotations

import base64
import os
import subprocess
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers.loopback import LoopbackServer, body_of, send, send_head

TOKEN = "s3cr3t-canary-token"


class GitServer(LoopbackServer[tuple[str, str, str]]):
    """Serves the bare repositories below `folder`.

    `fault`: "" | "hang" | "cut" (half of the pack) | "trickle" | "status:NNN" | "redirect:URL" | "shouting" (an error whose text
    must not be shown).  With `token` every request needs it.  `requests` holds (method, path, authorization).
    """

    def __init__(self, folder: Path, *, token: str = "", fault: str = "") -> None:
        super().__init__()
        self.folder, self.token, self.fault = folder, token, fault

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body = body_of(request)
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

    def _plain(self, request: BaseHTTPRequestHandler, status: int, text: str = "no", **headers: str) -> None:
        send(request, status, text.encode(), {"Content-Type": "text/plain", **headers})

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
        status = int(headers.pop("Status", "200").split()[0])
        send_head(request, status, {**headers, "Content-Length": str(len(content))})
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
