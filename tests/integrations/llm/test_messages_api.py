"""The door to a server that speaks the Messages API: what comes back, and each way in which it does not."""

from __future__ import annotations

import socket
import threading

import pytest

from apps.integrations.llm import Connection, LlmError, Model, Prompt, Usage, messages_api
from tests.servers.messages_api import KEY, MessagesServer, Reply, tokens_of

PROMPT = Prompt("Answer.", "How are orders made?", 200)


def model(server: MessagesServer, name: str = "claude-opus-5-5", key: str = KEY, **times: float) -> Model:
    return messages_api(Connection(server.url, key, **times), name)


def test_a_clean_answer_comes_in_its_pieces_with_all_that_was_counted() -> None:
    with MessagesServer(Reply(("It ", "bakes ", "[1]."), cache_read=500, cache_written=70)) as server:
        writing = model(server).write(PROMPT)
        assert list(writing) == ["It ", "bakes ", "[1]."]
    read = tokens_of("Answer.How are orders made?")
    assert writing.usage == Usage(read + 570, tokens_of("It bakes [1]."), 500, 70)
    assert writing.is_settled and writing.request_id == "req_msg_0"
    (sent,) = server.prompts
    assert sent.body == {
        "model": "claude-opus-5-5", "max_tokens": 200, "system": "Answer.", "stream": True,
        "messages": [{"role": "user", "content": "How are orders made?"}],
    }  # fmt: skip


def test_tokens_are_counted_by_the_server_or_bounded_where_it_does_not_count() -> None:
    with MessagesServer() as server:
        assert model(server).count(PROMPT) == tokens_of("Answer.How are orders made?")
    with MessagesServer(counts=False) as server:
        assert model(server).count(PROMPT) == len("Answer.How are orders made?")


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(stop="max_tokens"), "llm:truncated"),
        (Reply(stop="refusal"), "llm:refused"),
        (Reply(stop="model_context_window_exceeded"), "llm:context"),
        (Reply(stop="tool_use"), "llm:stop"),
        (Reply(stop="pause_turn"), "llm:stop"),
        (Reply(stop="stop_sequence"), "llm:stop"),
        (Reply(fault="error:overloaded_error"), "llm:overloaded"),
        (Reply(fault="error:rate_limit_error"), "llm:rate-limited"),
        (Reply(fault="error:api_error"), "llm:server"),
        (Reply(fault="error:never_heard_of"), "llm:server"),
        (Reply(fault="cut"), "llm:dropped"),
        (Reply(fault="quiet"), "llm:dropped"),
        (Reply(fault="garbage"), "llm:nonsense"),
        (Reply(pieces=()), "llm:empty"),
        (Reply(pieces=(" ", "\n")), "llm:empty"),
    ],
)
def test_what_is_no_clean_stop_is_an_error_after_the_text_that_came(reply: Reply, code: str) -> None:
    with MessagesServer(reply) as server:
        pieces = []
        with pytest.raises(LlmError) as caught:
            for piece in model(server).write(PROMPT):
                pieces.append(piece)
    assert caught.value.code == code and pieces == list(reply.pieces)
    assert KEY not in str(caught.value) and "internal detail" not in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "code", "wait", "is_temporary"),
    [
        (Reply(status=429, error="rate_limit_error", headers={"retry-after": "7"}), "llm:rate-limited", 7.0, True),
        (Reply(status=429, error="rate_limit_error", headers={"retry-after": "86400"}), "llm:rate-limited", 3_600.0, True),
        (Reply(status=529, error="overloaded_error", headers={"retry-after": "nan"}), "llm:overloaded", None, True),
        (Reply(status=529, error="overloaded_error", headers={"retry-after": "-3"}), "llm:overloaded", 0.0, True),
        (Reply(status=500), "llm:server", None, True),
        (Reply(status=503), "llm:server", None, True),
        (Reply(status=504, error="timeout_error"), "llm:timeout", None, True),
        (Reply(status=400, error="invalid_request_error"), "llm:refused-call", None, False),
        (Reply(status=402, error="billing_error"), "llm:billing", None, False),
        (Reply(status=413, error="request_too_large"), "llm:too-large", None, False),
        (Reply(status=302, headers={"Location": "http://127.0.0.1:1/"}), "llm:refused-call", None, False),
    ],
)
def test_what_the_server_refuses_is_named_and_asked_once(reply: Reply, code: str, wait: float | None, is_temporary: bool) -> None:
    with MessagesServer(reply) as server, pytest.raises(LlmError) as caught:
        model(server).write(PROMPT)
    assert (caught.value.code, caught.value.retry_after, caught.value.is_temporary) == (code, wait, is_temporary)
    assert len(server.requests) == 1 and KEY not in str(caught.value)


def test_a_wrong_key_and_an_unknown_model_are_told_apart() -> None:
    with MessagesServer() as server:
        with pytest.raises(LlmError, match="LLM_API_KEY"):
            model(server, key="another").write(PROMPT)
        with pytest.raises(LlmError, match="LLM_MODEL"):
            model(server, name="claude-gone").write(PROMPT)


def test_silence_is_not_waited_out() -> None:
    with MessagesServer(Reply(fault="stall")) as server, pytest.raises(LlmError) as caught:
        list(model(server, stall=0.3).write(PROMPT))
    assert caught.value.code == "llm:stalled"


def test_an_answer_has_an_end_however_steadily_it_comes() -> None:
    with MessagesServer(Reply(("word ",) * 200_000)) as server, pytest.raises(LlmError) as caught:
        for _piece in model(server).write(PROMPT):
            pass
    assert caught.value.code == "llm:dropped"
    with MessagesServer(Reply(("a", "b"))) as server, pytest.raises(LlmError) as caught:
        list(model(server, total=0.0).write(PROMPT))
    assert caught.value.code == "llm:stalled"


def test_no_server_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(LlmError) as caught:
        messages_api(Connection(f"http://127.0.0.1:{port}", KEY), "claude-opus-5-5").count(PROMPT)
    assert caught.value.code == "llm:unreachable" and caught.value.is_temporary


def test_a_reader_who_leaves_ends_the_call() -> None:
    gate = threading.Event()
    with MessagesServer(Reply(("one", "two"), gate=gate)) as server:
        writing = model(server).write(PROMPT)
        assert next(iter(writing)) == "one"
        writing.close()
        gate.set()
    assert not writing.is_settled and writing.usage.input == tokens_of("Answer.How are orders made?")


def test_what_is_configured_elsewhere_on_this_machine_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with MessagesServer() as server:
        assert list(model(server).write(PROMPT)) == ["It bakes [1]."]
        assert "sk-of-somebody-else" not in str(server.requests[0].headers)
    assert KEY not in repr(Connection(server.url, KEY))
