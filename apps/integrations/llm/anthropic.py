"""Any server that speaks the Messages API, through Anthropic's SDK.  It never retries or sleeps by itself: callers decide."""

from __future__ import annotations

import json
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import anthropic
import httpx2
import msgspec
from anthropic import Stream

from apps.integrations.llm.bounds import BoundedTransport
from apps.integrations.llm.calls import Prompt, Usage, Writing
from apps.integrations.llm.connection import Connection
from apps.integrations.llm.errors import LlmError
from apps.integrations.llm.wire import EVENTS, BlockDelta, Counts, FaultEvent, MessageDelta, MessageStart

CONNECT_SECONDS = 10.0
CLEAN = "end_turn"
_STOPS = {"max_tokens": "llm:truncated", "refusal": "llm:refused", "model_context_window_exceeded": "llm:context"}
_FAULTS = {
    "overloaded_error": "llm:overloaded",
    "rate_limit_error": "llm:rate-limited",
    "timeout_error": "llm:timeout",
    "authentication_error": "llm:key",
    "permission_error": "llm:key",
    "billing_error": "llm:billing",
    "not_found_error": "llm:model",
    "request_too_large": "llm:too-large",
    "invalid_request_error": "llm:refused-call",
}
_STATUSES = {
    401: "llm:key", 402: "llm:billing", 403: "llm:key", 404: "llm:model", 408: "llm:timeout", 413: "llm:too-large",
    429: "llm:rate-limited", 504: "llm:timeout", 529: "llm:overloaded",
}  # fmt: skip


class MessagesApi:
    """See `connection.messages_api`."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._name = name
        times = httpx2.Timeout(connection.stall, connect=CONNECT_SECONDS, pool=CONNECT_SECONDS)
        client = httpx2.Client(
            transport=BoundedTransport(connection.total), timeout=times, follow_redirects=False, trust_env=False
        )
        weakref.finalize(self, client.close)  # kept connections end with the model, not with the process
        self._client = anthropic.Anthropic(
            api_key=connection.key,
            base_url=connection.base_url,
            timeout=times,
            max_retries=0,
            open_telemetry=False,
            http_client=client,
        )

    @property
    def name(self) -> str:
        return self._name

    def count(self, prompt: Prompt) -> int:
        with _named_errors():
            try:
                counted = self._client.messages.count_tokens(
                    model=self._name, system=prompt.system, messages=[{"role": "user", "content": prompt.text}]
                )
            except anthropic.APIStatusError as error:
                if error.status_code in (404, 405, 501):  # not every server counts; a token is at least one byte
                    return len(prompt.system.encode()) + len(prompt.text.encode())
                raise
            if not isinstance(counted.input_tokens, int) or counted.input_tokens < 0:
                raise LlmError("llm:nonsense")
            return counted.input_tokens

    def write(self, prompt: Prompt) -> Writing:
        with _named_errors():
            manager = self._client.messages.with_streaming_response.create(
                model=self._name,
                max_tokens=prompt.max_tokens,
                system=prompt.system,
                messages=[{"role": "user", "content": prompt.text}],
                stream=True,
            )
            return _Writing(manager.__enter__().http_response)


class _Writing:
    def __init__(self, response: httpx2.Response) -> None:
        self._response = response
        self._counts = Counts()
        self._stop: str | None = None
        self._has_text = False
        self._is_over = False

    @property
    def usage(self) -> Usage:
        return self._counts.usage()

    @property
    def is_settled(self) -> bool:
        return self._stop is not None

    @property
    def request_id(self) -> str:
        return str(self._response.headers.get("request-id", ""))[:80]

    def close(self) -> None:
        self._response.close()

    def __iter__(self) -> Iterator[str]:
        try:
            with _named_errors("llm:stalled", "llm:dropped"):
                for event in Stream.raw_events(self._response):
                    if event.event == "message_stop":
                        self._is_over = True
                        break
                    kind = EVENTS.get(event.event or "")
                    if kind is not None and (text := self._take(msgspec.json.decode(event.data, type=kind))):
                        self._has_text = self._has_text or not text.isspace()
                        yield text
        finally:
            self.close()
        if not self._is_over or self._stop is None:
            raise LlmError("llm:dropped")
        if self._stop != CLEAN:
            raise LlmError(_STOPS.get(self._stop, "llm:stop"))
        if not self._has_text:
            raise LlmError("llm:empty")

    def _take(self, event: MessageStart | BlockDelta | MessageDelta | FaultEvent) -> str:
        """Note what the event tells; its text, if it has any."""
        match event:
            case MessageStart():
                self._counts = event.message.usage.over(self._counts)
            case BlockDelta():
                return event.delta.text if event.delta.type == "text_delta" else ""
            case MessageDelta():
                self._counts = event.usage.over(self._counts)
                self._stop = event.delta.stop_reason or self._stop
            case FaultEvent():
                raise LlmError(_FAULTS.get(event.error.type, "llm:server"))
        return ""


@contextmanager
def _named_errors(timeout: str = "llm:timeout", broken: str = "llm:unreachable") -> Iterator[None]:
    """Every error of SDK, HTTP and format as an `LlmError`."""
    try:
        yield
    except anthropic.APIStatusError as error:
        raise _of_status(error) from None
    except (anthropic.APITimeoutError, httpx2.TimeoutException):
        raise LlmError(timeout) from None
    except (anthropic.APIConnectionError, httpx2.HTTPError):
        raise LlmError(broken) from None
    except (anthropic.AnthropicError, msgspec.MsgspecError, json.JSONDecodeError, UnicodeDecodeError):
        raise LlmError("llm:nonsense") from None


def _of_status(error: anthropic.APIStatusError) -> LlmError:
    code = _STATUSES.get(error.status_code) or _FAULTS.get(error.type or "")
    if code is None:
        code = "llm:server" if error.status_code >= 500 else "llm:refused-call"
    try:
        wait = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return LlmError(code)
    return LlmError(code, wait if wait == wait else None)
