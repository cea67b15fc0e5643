"""A server that speaks ``POST /v1/embeddings``, with faults on demand.  A text's vector is made of its words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import numpy as np

from tests.servers.loopback import LoopbackServer, body_of, send


class EmbeddingsServer(LoopbackServer[tuple[str, str, list[str]]]):
    """`fault`: "" | "status:NNN" | "hang" | "cut" | "garbage" | "few" (a vector too few) | "zero" (vectors without a direction).

    `requests` holds (key, model, texts) of each request; `watch` is called while one is waited for.
    """

    def __init__(self, dimensions: int = 64, *, fault: str = "", watch: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.dimensions, self.fault, self.watch = dimensions, fault, watch

    @property
    def url(self) -> str:
        return f"{self.origin}/v1"

    @property
    def texts(self) -> list[str]:
        return [text for _key, _model, texts in self.requests for text in texts]

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        asked = json.loads(body_of(request))
        self.requests.append((request.headers.get("Authorization", ""), asked["model"], asked["input"]))
        if self.watch is not None:
            self.watch()
        if self.fault == "hang":
            self.ending.wait(30)
            return
        status = int(self.fault.partition(":")[2]) if self.fault.startswith("status:") else 200
        content = b"{not json" if self.fault == "garbage" else json.dumps(self._answer(asked["input"])).encode()
        if request.path != "/v1/embeddings":
            status = 404
        most = len(content) // 2 if self.fault == "cut" else None
        send(request, status, content, {"Content-Type": "application/json"}, most=most)

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
