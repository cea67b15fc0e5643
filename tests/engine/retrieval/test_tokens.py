"""Tokens: what is written in one style is found in every other, in English and in Spanish, and nothing makes it slow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.engine.retrieval.tokens import LONGEST, MOST_QUERY_TOKENS, tokenise, tokenise_query


@pytest.mark.parametrize(
    "written", ["getUserName", "get_user_name", "get-user-name", "GetUserName", "GET_USER_NAME", "__getUserName__"]
)
def test_an_identifier_is_the_same_in_every_style(written: str) -> None:
    assert tokenise(written) == ["get", "user", "name", "getus", "usernam", "getusername"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("websocket", "class WebSocketServer"),
        ("websockets", "class WebSocketServer"),
        ("oauth", "def oauth2_login()"),
        ("graphql", "GraphQLError"),
        ("os.path.join", "return os.path.join(a, b)"),
        ("repo.save", "self.repo.save(order)"),
        ("søren", "Søren Ångström"),
        ("sha256", "digest = sha256(raw)"),
        ("404", "status=404"),
        ("authenticates users", "def authenticate(user)"),
        ("naive résumé", "Resume naïve"),
        ("ſtraße", "STRASSE"),
        ("管理", "用户管理系统"),
        ("заказы", "Заказы клиента"),
        ("ﬁle", "file"),
    ],
)
def test_what_is_asked_for_is_found(question: str, text: str) -> None:
    assert set(tokenise_query(question, "en")) <= set(tokenise(text))


def test_the_whole_identifier_tells_its_likes_apart() -> None:
    assert "createorders" in tokenise("createOrders")
    assert "createorders" not in tokenise("createOrder orders")


def test_small_words_are_asked_only_where_there_is_nothing_else() -> None:
    assert tokenise_query("how is the order created", "en") == ["order", "creat"]
    assert tokenise_query("what is this", "en") == ["what", "is", "this"]
    assert tokenise_query("¿cómo se crean los pedidos?", "es") == ["crean", "pedido", "cre", "ped"]


def test_spanish_prose_is_found_by_other_endings() -> None:
    prose = tokenise("La validación de las facturas que se envían para los clientes")
    assert set(tokenise_query("validar factura enviada", "es")) & set(prose) >= {"valid", "factur", "envi"}
    assert "valid" not in tokenise("validacion = 1")


def test_a_question_is_asked_once_and_not_without_end() -> None:
    assert tokenise_query("order order ORDER", "en") == ["order"]
    assert len(tokenise_query(" ".join(f"word{number}" for number in range(1000)), "en")) == MOST_QUERY_TOKENS


@pytest.mark.parametrize("nothing", ["", "   ", "____", "...", "\0", "🎉", "-.-", "\"'([{", "\ud800"])
def test_what_has_no_words_has_no_tokens(nothing: str) -> None:
    assert tokenise(nothing) == []
    assert tokenise_query(nothing, "en") == []


@pytest.mark.parametrize("piece", ["a.", "a-", "aB", "_", "A", "1a", "日", "é", "a__", "\ufdfa", "١", "A_"])
def test_no_text_explodes(piece: str) -> None:
    assert len(tokenise(piece * 100_000)) < 200_000  # with backtracking this would not come to an end
    assert len(tokenise_query(piece * 100_000, "es")) <= MOST_QUERY_TOKENS


@given(st.text(max_size=300))
def test_tokens_can_be_stored_and_are_short(text: str) -> None:
    found = tokenise(text)
    assert found == tokenise(text)
    for token in found:
        assert 0 < len(token) <= LONGEST
        assert "\0" not in token
        token.encode()
