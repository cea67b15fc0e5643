"""Answers that end: all of one in so many seconds and bytes, however slowly or for how long a server sends."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx2

MOST_BYTES = 4_000_000  # of one answer


class BoundedTransport(httpx2.HTTPTransport):
    """Each answer may take `seconds` and be `MOST_BYTES` long.  Its body raises `httpx2.ReadTimeout`, `httpx2.ReadError`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        until = time.monotonic() + self._seconds
        answer = super().handle_request(request)
        assert isinstance(answer.stream, httpx2.SyncByteStream)
        stream = _Bounded(answer.stream, until)
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=stream, extensions=answer.extensions)


class _Bounded(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, until: float) -> None:
        self._stream, self._until = stream, until

    def __iter__(self) -> Iterator[bytes]:
        left = MOST_BYTES
        for piece in self._stream:
            left -= len(piece)
            if left < 0:
                raise httpx2.ReadError("the answer is too long")
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("the answer takes too long")
            yield piece

    def close(self) -> None:
        self._stream.close()
