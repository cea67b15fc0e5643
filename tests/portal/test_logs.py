"""What the log says of what others do wrong: one line each."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from io import StringIO
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from tests import factories
from tests.servers.portal_http import Portal

BODY = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "repositories", "arguments": {}}}'


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What the handler of the settings writes."""
    (handler,) = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    text = StringIO()
    before = handler.setStream(text)
    try:
        yield text
    finally:
        handler.setStream(before)


@pytest.mark.parametrize("address", ["/", "/api/v1/me"])
def test_a_name_that_is_not_ours_is_one_line(address: str, written: StringIO, db: None) -> None:
    assert Client(raise_request_exception=False).get(address, headers={"Host": "evil.example"}).status_code == 400
    (line,) = written.getvalue().splitlines()
    assert "evil.example" in line and line.endswith("(DisallowedHost)")


def test_a_fault_of_ours_still_has_its_traceback(written: StringIO) -> None:
    try:
        raise ValueError("ours")
    except ValueError:
        logging.getLogger("apps").exception("failed")
    assert "Traceback" in written.getvalue() and "ValueError: ours" in written.getvalue()


def test_a_client_of_mcp_that_hangs_up_is_one_line_and_a_call_is_none(transactional_db: None, written: StringIO) -> None:
    cache.clear()
    token = factories.make_token(factories.make_tenant("bakers"))
    with Portal() as portal:
        where = urlsplit(portal.url)

        def call(length: int, *, waits: bool) -> None:
            head = f"POST /mcp HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n"
            head += "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\r\n"
            with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
                connection.sendall(head.encode() + BODY)
                if waits:
                    assert b" 200 " in connection.recv(100)

        call(len(BODY), waits=True)
        assert written.getvalue() == ""
        call(len(BODY) + 50, waits=False)
        end = monotonic() + 60
        while "ClientDisconnect" not in written.getvalue() and monotonic() < end:
            sleep(0.02)
    (line,) = written.getvalue().splitlines()
    assert line.endswith("(ClientDisconnect)")
