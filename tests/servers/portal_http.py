"""The whole portal over real HTTP: its own ASGI application in uvicorn, in a thread, on a free port of the loopback interface."""

from __future__ import annotations

import socket
import threading
import time
from types import TracebackType

import uvicorn

START = 20.0  # seconds


class Portal:
    """Serves while entered.  The test's rows must be committed, since the server reads them on connections of its own."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config("portal.asgi:application", log_level="warning", lifespan="on", timeout_graceful_shutdown=2)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def __enter__(self) -> Portal:
        self._thread.start()
        until = time.monotonic() + START
        while not self._server.started and self._thread.is_alive() and time.monotonic() < until:
            time.sleep(0.02)
        assert self._server.started, "the portal did not start"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join(START)
        self._socket.close()
