"""A relay of TCP connections to another server, which can be cut and mended again: to its clients that server is gone."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from types import TracebackType

PIECE = 65_536


class Relay:
    """Leads to `host`:`port`, or to the socket file there where `host` is a folder (as PostgreSQL has it), while entered."""

    def __init__(self, host: str, port: str) -> None:
        self._host, self._to = host, port
        self._listening: socket.socket | None = None
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self.port = 0

    def __enter__(self) -> Relay:
        self.mend()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cut()

    def mend(self) -> None:
        """Take connections, at the same port as ever."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=[self._listening], daemon=True).start()

    def cut(self) -> None:
        """Refuse new connections and end those there are."""
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.shutdown(socket.SHUT_RDWR)
            listening.close()
        with self._lock:
            ended, self._open = self._open, []
        for one in ended:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):  # it was cut
            while True:
                here, _address = listening.accept()
                there = self._connect()
                with self._lock:
                    self._open += [here, there]
                threading.Thread(target=self._carry, args=[here, there], daemon=True).start()

    def _connect(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, int(self._to)))
        there = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        there.connect(f"{self._host}/.s.PGSQL.{self._to}")
        return there

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        other = {here: there, there: here}
        with here, there, selectors.DefaultSelector() as ready, suppress(OSError):
            for one in other:
                ready.register(one, selectors.EVENT_READ)
            while True:
                for key, _events in ready.select():
                    assert isinstance(key.fileobj, socket.socket)
                    piece = key.fileobj.recv(PIECE)
                    if not piece:
                        return
                    other[key.fileobj].sendall(piece)
