"""A model behind an interface: its vectors, or one plain sentence that says why there are none."""

from __future__ import annotations

import numpy as np
import pytest

from apps.integrations.embeddings import EmbeddingsUnavailable
from apps.integrations.embeddings.api import ApiEmbedder
from tests.servers.embeddings_api import EmbeddingsServer

KEY = "sk-CANARY-0123456789"


def client(server: EmbeddingsServer, dimensions: int = 64, seconds: float = 10.0) -> ApiEmbedder:
    return ApiEmbedder(server.url, "bge-m3", KEY, dimensions, window=512, seconds=seconds)


def test_each_text_gets_its_own_vector_at_length_one() -> None:
    texts = [f"loaf {number} of bread" for number in range(150)]
    with EmbeddingsServer() as server:
        found = client(server).embed(texts)
        asked = server.requests
    wanted = np.array([server.vector(text) for text in texts])
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), rtol=1e-5)
    assert [len(request[2]) for request in asked] == [64, 64, 22]
    assert {request[:2] for request in asked} == {(f"Bearer {KEY}", "bge-m3")}


def test_no_text_asks_nothing() -> None:
    with EmbeddingsServer() as server:
        assert client(server).embed([]).shape == (0, 64)
    assert server.requests == []


def test_texts_that_a_server_may_refuse_are_made_sendable() -> None:
    with EmbeddingsServer() as server:
        client(server).embed(["", "lone \ud800 surrogate", "x" * 1_000_000])
    assert server.texts[:2] == [" ", "lone ? surrogate"] and len(server.texts[2]) == 24_000


@pytest.mark.parametrize(
    ("fault", "words", "is_lasting"),
    [
        ("status:401", "refused (status 401)", True),
        ("status:404", "refused (status 404)", True),
        ("status:429", "failed (status 429)", False),
        ("status:500", "failed (status 500)", False),
        ("status:302", "failed (status 302)", False),
        ("garbage", "can't be read", False),
        ("cut", "can't be read", False),
        ("few", "can't be read", False),
        ("zero", "without a direction", False),
    ],
)
def test_what_goes_wrong_is_said_without_the_key(fault: str, words: str, is_lasting: bool) -> None:
    with EmbeddingsServer(fault=fault) as server, pytest.raises(EmbeddingsUnavailable) as caught:
        client(server).embed(["bread", "cake"])
    assert words in caught.value.message and KEY not in caught.value.message
    assert caught.value.is_lasting == is_lasting


def test_vectors_of_another_length_than_was_said_are_refused_for_good() -> None:
    with EmbeddingsServer(dimensions=32) as server, pytest.raises(EmbeddingsUnavailable, match="vectors of 32 numbers") as caught:
        client(server).embed(["bread"])
    assert caught.value.is_lasting


def test_a_server_that_says_nothing_is_given_up() -> None:
    with EmbeddingsServer(fault="hang") as server, pytest.raises(EmbeddingsUnavailable, match="in time"):
        client(server, seconds=0.3).embed(["bread"])


def test_a_server_that_is_not_there_can_not_be_reached() -> None:
    with EmbeddingsServer() as server:
        address = client(server)
    with pytest.raises(EmbeddingsUnavailable, match="can't be reached"):
        address.embed(["bread"])
