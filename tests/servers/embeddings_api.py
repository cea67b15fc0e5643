"""A server that speaks ``POST /v1/embeddings``, with faults on demand.  A text's vector is made of its words."""

from __future__ import annotations

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

import numpy as np


class EmbeddingsServer:
    """`fault`: "" | "status:NNN" | "hang" | "cut" | "garbage" | "few" (a vector too few) | "zero" (vectors without a direction).

    `requests` holds (key, model, texts) of each request.
    """

    def __init__(self, dimensions: int = 64, *, fault: str = "") -> None:
        self.dimensions, self.fault = dimensions, fault
        self.requests: list[tuple[str, str, list[str]]] = []
        self.ending = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                owner.answer(self)

            def log_message(self, format: str, *arguments: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        return [text for _key, _model, texts in self.requests for text in texts]

    def __enter__(self) -> EmbeddingsServer:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.ending.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        asked = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.requests.append((request.headers.get("Authorization", ""), asked["model"], asked["input"]))
        if self.fault == "hang":
            self.ending.wait(30)
            return
        status = int(self.fault.partition(":")[2]) if self.fault.startswith("status:") else 200
        content = b"{not json" if self.fault == "garbage" else json.dumps(self._answer(asked["input"])).encode()
        if request.path != "/v1/embeddings":
            status = 404
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content[: len(content) // 2] if self.fault == "cut" else content)
        request.close_connection = self.fault == "cut"

    def _answer(self, texts: list[str]) -> dict[str, Any]:
        items = [{"index": number, "embedding": self.vector(text)} for number, text in enumerate(texts)]
        items.reverse()  # the order is said by the index, not by the place
        return {"object": "list", "data": items[1:] if self.fault == "few" else items}

    def vector(self, text: str) -> list[float]:
        vector = np.zeros(self.dimensions)
        if self.fault != "zero":
            for word in text.lower().split() or [""]:
                vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % self.dimensions] += 2.0
        found: list[float] = vector.tolist()
        return found
