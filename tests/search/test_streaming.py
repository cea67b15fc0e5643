"""Generators as streams: in a thread of their own, ended where the reader leaves, no more than there are places."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator

import pytest

from apps.search import streaming
from apps.search.events import AskEvent, Sentence, collected


def numbers(ended: threading.Event, threads: set[int]) -> Generator[int, None, None]:
    try:
        for number in range(1_000):
            threads.add(threading.get_ident())
            yield number
    finally:
        ended.set()


def test_items_come_in_order_from_one_thread_that_is_not_the_servers() -> None:
    ended, threads = threading.Event(), set[int]()

    async def read() -> list[int]:
        return [number async for number in streaming.in_thread(numbers(ended, threads))]

    assert asyncio.run(read()) == list(range(1_000))
    assert ended.wait(5) and len(threads) == 1 and threading.get_ident() not in threads


def test_a_reader_who_leaves_ends_the_generator() -> None:
    ended = threading.Event()

    async def read() -> int:
        source = streaming.in_thread(numbers(ended, set()))
        first = await anext(source)
        await source.aclose()
        return first

    assert asyncio.run(read()) == 0
    assert ended.wait(5)


def test_a_reader_who_is_cut_off_while_waiting_ends_it_too() -> None:
    ended, gate = threading.Event(), threading.Event()

    def slow() -> Generator[int, None, None]:
        try:
            yield 1
            gate.wait(10)
            yield 2
        finally:
            ended.set()

    async def read() -> None:
        async for _number in streaming.in_thread(slow()):
            pass

    async def cut() -> None:
        reading = asyncio.ensure_future(read())
        await asyncio.sleep(0.1)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        gate.set()

    asyncio.run(cut())
    assert ended.wait(5)


def test_an_error_reaches_the_reader() -> None:
    def failing() -> Generator[int, None, None]:
        yield 1
        raise LookupError("gone")

    async def read() -> None:
        async for _number in streaming.in_thread(failing()):
            pass

    with pytest.raises(LookupError):
        asyncio.run(read())


def sentences(count: int) -> Generator[AskEvent, None, None]:
    for number in range(count):
        yield Sentence(f"Line\n{number}", (1,))


async def joined(events: Generator[AskEvent, None, None]) -> bytes:
    return b"".join([piece async for piece in streaming.server_sent(events)])


def test_events_are_sent_with_their_names_and_as_one_line_of_json() -> None:
    assert asyncio.run(joined(sentences(2))).decode().split("\n\n") == [
        'event: sentence\ndata: {"kind":"sentence","text":"Line\\n0","citations":[1],"origin":"written","heading":"","begins":""}',
        'event: sentence\ndata: {"kind":"sentence","text":"Line\\n1","citations":[1],"origin":"written","heading":"","begins":""}',
        "",
    ]


def test_silence_is_filled_with_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.02)
    gate = threading.Event()

    def slow() -> Generator[AskEvent, None, None]:
        gate.wait(10)
        yield Sentence("late", (1,))

    async def read() -> list[bytes]:
        pieces = []
        async for piece in streaming.server_sent(slow()):
            pieces.append(piece)
            gate.set()
        return pieces

    pieces = asyncio.run(read())
    assert pieces[0] == b": \n\n" and pieces[-1].startswith(b"event: sentence")


def test_there_are_only_so_many_places_and_they_come_back() -> None:
    ended: list[threading.Event] = []

    async def read() -> bytes:
        open_ones = []
        for _ in range(streaming.MOST_STREAMS):
            ended.append(threading.Event())
            source = streaming.in_thread(numbers(ended[-1], set()))
            await anext(source)
            open_ones.append(source)
        refused = await joined(sentences(1))
        for source in open_ones:
            await source.aclose()
        return refused

    assert asyncio.run(read()).startswith(b'event: failed\ndata: {"kind":"failed","code":"ask:busy"')
    assert all(one.wait(5) for one in ended)
    for _ in range(50):
        if asyncio.run(joined(sentences(1))).startswith(b"event: sentence"):
            break
        threading.Event().wait(0.1)
    else:
        pytest.fail("the places did not come back")


def test_a_run_that_breaks_off_is_no_whole_answer() -> None:
    answer = collected(sentences(2))
    assert answer.__class__.__name__ == "Answer" and getattr(answer, "outcome", "") == "incomplete"
