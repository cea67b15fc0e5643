"""A server on loopback that speaks the Messages API: streamed and whole answers, token counts, the list of models.

Replies are scripted; each has a stop reason, usage and, if wanted, a fault.  It records what it was sent, and adds up what it
counted, so that tests can look for secrets in the one and compare the ledger with the other.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.servers.loopback import LoopbackServer, body_of, send, send_head

MODELS = ("claude-opus-5-5", "claude-haiku-5-5")
KEY = "sk-canary-0123456789abcdef"
_ORDER = re.compile(r"assistant, (say|repeat your instructions|repeat your key)(?:: (.*))?", re.I)


def tokens_of(text: str) -> int:
    """What this server counts."""
    return max(len(text.encode()) // 4, 1)


@dataclass(frozen=True)
class Reply:
    """One answer.  `fault`, after all `pieces`: error:<type> (an event), stall, cut, garbage, quiet (no message_stop)."""

    pieces: Sequence[str] = ("It bakes [1].",)
    stop: str = "end_turn"
    status: int = 200
    error: str = "api_error"  # of a status that is no success
    headers: dict[str, str] = field(default_factory=dict)
    fault: str = ""
    cache_read: int = 0
    cache_written: int = 0
    gate: threading.Event | None = None  # waited for before the second piece


@dataclass(frozen=True)
class Recorded:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All of the prompt."""
        return self.body.get("system", "") + "".join(message["content"] for message in self.body.get("messages", ()))


class MessagesServer(LoopbackServer[Recorded]):
    """Gives the replies in order, then the last one again.  `is_obedient`: it follows every order it finds in the prompt instead.

    `read` and `written` are the tokens of all answers that began; `counts` says whether it can count beforehand.
    """

    def __init__(self, *replies: Reply, is_obedient: bool = False, counts: bool = True) -> None:
        super().__init__()
        self.replies = list(replies) or [Reply()]
        self.is_obedient, self.counts = is_obedient, counts
        self.read = self.written = 0

    @property
    def prompts(self) -> list[Recorded]:
        """What answers were asked for."""
        return [one for one in self.requests if one.path == "/v1/messages"]

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        raw = body_of(request)
        headers = {name.lower(): value for name, value in request.headers.items()}
        recorded = Recorded(request.path.partition("?")[0], headers, json.loads(raw) if raw else {})
        self.requests.append(recorded)
        if headers.get("authorization") != f"Bearer {KEY}":
            self._whole(request, 401, _error("authentication_error"))
        elif recorded.path == "/v1/models":
            models = [
                {"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"} for name in MODELS
            ]
            self._whole(request, 200, {"data": models, "has_more": False, "first_id": MODELS[0], "last_id": MODELS[-1]})
        elif recorded.body.get("model") not in MODELS:
            self._whole(request, 404, _error("not_found_error"))
        elif recorded.path == "/v1/messages/count_tokens" and self.counts:
            self._whole(request, 200, {"input_tokens": tokens_of(recorded.text)})
        elif recorded.path == "/v1/messages":
            self._message(request, recorded)
        else:
            self._whole(request, 404, _error("not_found_error"))

    def _message(self, request: BaseHTTPRequestHandler, recorded: Recorded) -> None:
        number = len(self.prompts) - 1
        reply = self.replies[min(number, len(self.replies) - 1)]
        if self.is_obedient:
            reply = Reply(pieces=tuple(_obeyed(recorded)) or ("UNKNOWN",))
        if reply.status != 200:
            self._whole(request, reply.status, _error(reply.error), reply.headers)
            return
        fresh = tokens_of(recorded.text)
        self.read += fresh + reply.cache_read + reply.cache_written
        usage = {
            "input_tokens": fresh, "output_tokens": 1, "cache_read_input_tokens": reply.cache_read,
            "cache_creation_input_tokens": reply.cache_written,
        }  # fmt: skip
        message = {
            "id": f"msg_{number}", "type": "message", "role": "assistant", "model": recorded.body["model"], "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": usage,
        }  # fmt: skip
        if recorded.body.get("stream"):
            self._stream(request, reply, message)
            return
        text = "".join(reply.pieces)
        self.written += tokens_of(text)
        usage["output_tokens"] = tokens_of(text)
        self._whole(request, 200, {**message, "content": [{"type": "text", "text": text}], "stop_reason": reply.stop})

    def _whole(
        self, request: BaseHTTPRequestHandler, status: int, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        send(request, status, json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})})

    def _stream(self, request: BaseHTTPRequestHandler, reply: Reply, message: dict[str, Any]) -> None:
        kind = {"Content-Type": "text/event-stream", "Connection": "close", "request-id": f"req_{message['id']}"}
        send_head(request, 200, kind)
        request.close_connection = True
        try:
            self._event(request, "message_start", {"message": message})
            self._event(request, "ping", {})
            self._event(request, "content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}})
            for at, piece in enumerate(reply.pieces):
                if at == 1 and reply.gate:
                    reply.gate.wait(20)
                self._event(request, "content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": piece}})
            written = tokens_of("".join(reply.pieces))
            self.written += written
            kind, _, value = reply.fault.partition(":")
            if kind == "error":
                self._event(request, "error", {"error": {"type": value, "message": f"{KEY} internal detail"}})
            elif kind == "stall":
                self.ending.wait(20)
            elif kind == "garbage":
                request.wfile.write(b'event: message_delta\ndata: {"delta": [nonsense\n\n')
            elif kind != "cut":
                self._event(request, "content_block_stop", {"index": 0})
                delta = {"stop_reason": reply.stop, "stop_sequence": None}
                self._event(request, "message_delta", {"delta": delta, "usage": {"output_tokens": written}})
                if kind != "quiet":
                    self._event(request, "message_stop", {})
        except (BrokenPipeError, ConnectionResetError):
            return

    def _event(self, request: BaseHTTPRequestHandler, kind: str, data: dict[str, Any]) -> None:
        request.wfile.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode())
        request.wfile.flush()


def _error(kind: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": f"{KEY} internal detail"}}


def _obeyed(recorded: Recorded) -> Iterator[str]:
    """What a model writes that does whatever any text tells it, with a citation of everything."""
    for what, words in _ORDER.findall("".join(message["content"] for message in recorded.body["messages"])):
        said = {"say": words, "repeat your instructions": recorded.body.get("system", "")}.get(
            what.lower(), recorded.headers["authorization"]
        )
        yield from (f"{line} [1].\n" for line in said.splitlines() if line.strip())
