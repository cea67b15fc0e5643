"""A model behind the ``/embeddings`` interface that OpenAI made and many servers speak."""

from __future__ import annotations

import hashlib
import http.client
import json
import ssl
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from apps.integrations.embeddings.errors import EmbeddingsUnavailable

if TYPE_CHECKING:
    from apps.integrations.embeddings.protocol import Vectors

CONNECT_SECONDS = 5.0
SECONDS = 30.0  # of one request, from its first byte to the answer's last
BATCH = 64  # texts of one request
LARGEST_ANSWER = 64_000_000  # bytes
LONGEST = 24_000  # characters of one text that are sent
PIECE = 65_536
REFUSED = {400, 401, 403, 404, 422}  # asking again is answered the same


class ApiEmbedder:
    """`url` is the address before ``/embeddings``, like ``https://models.example/v1``; `key` may be empty."""

    is_far = True

    def __init__(self, url: str, model: str, key: str, dimensions: int, *, window: int, seconds: float = SECONDS) -> None:
        self._url = urlsplit(url.rstrip("/") + "/embeddings")
        self._model, self._key, self._seconds = model, key, seconds
        self.dimensions = dimensions
        self.window = window
        place = hashlib.sha256(self._url.geturl().encode()).hexdigest()[:8]
        self.name = f"{model[:80]}/{dimensions}/{place}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.embed`."""
        found = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            part = [text[:LONGEST].encode("utf-8", "replace").decode() or " " for text in texts[start : start + BATCH]]
            found[start : start + len(part)] = self._vectors(self._ask({"model": self._model, "input": part}), len(part))
        return found

    def _ask(self, question: dict[str, Any]) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        end = time.monotonic() + self._seconds
        connection = self._connection()
        try:
            connection.connect()
            if connection.sock is not None:
                connection.sock.settimeout(self._seconds)
            connection.request("POST", self._url.path, json.dumps(question).encode(), headers)
            answer = connection.getresponse()
            content = _all_of(answer, end)
        except TimeoutError as error:
            raise EmbeddingsUnavailable(f"The embedding server {self._url.netloc} did not answer in time.") from error
        except (OSError, http.client.HTTPException) as error:
            raise EmbeddingsUnavailable(f"The embedding server {self._url.netloc} can't be reached.") from error
        finally:
            connection.close()
        if answer.status in REFUSED:
            raise EmbeddingsUnavailable(
                f"The embedding server {self._url.netloc} refused (status {answer.status}). "
                "Check EMBEDDING_URL, EMBEDDING_MODEL and EMBEDDING_KEY.",
                is_lasting=True,
            )
        if answer.status != http.client.OK:
            raise EmbeddingsUnavailable(f"The embedding server {self._url.netloc} failed (status {answer.status}).")
        return content

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=CONNECT_SECONDS, context=ssl.create_default_context())
        return http.client.HTTPConnection(host, port, timeout=CONNECT_SECONDS)

    def _vectors(self, content: bytes, count: int) -> Vectors:
        """The vectors of an answer, in the order asked.  What is not what was asked for is no answer."""
        try:
            items = sorted(json.loads(content)["data"], key=lambda item: item["index"])
            if [item["index"] for item in items] != list(range(count)):
                raise ValueError("not one vector for each text")
            vectors = np.array([item["embedding"] for item in items], np.float32)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise EmbeddingsUnavailable(f"The embedding server {self._url.netloc} gave an answer that can't be read.") from error
        if vectors.shape != (count, self.dimensions):
            found = vectors.shape[1] if vectors.ndim == 2 else "?"
            raise EmbeddingsUnavailable(
                f"The embedding model {self._model} gives vectors of {found} numbers, "
                f"EMBEDDING_DIMENSIONS says {self.dimensions}.",
                is_lasting=True,
            )
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise EmbeddingsUnavailable(f"The embedding server {self._url.netloc} gave a vector without a direction.")
        return np.asarray(vectors / lengths, np.float32)


def _all_of(answer: http.client.HTTPResponse, end: float) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST_ANSWER:
            raise http.client.HTTPException("the answer is too large")
        if time.monotonic() > end:
            raise TimeoutError
    return b"".join(pieces)
