"""English and Spanish are told apart, and Spanish words of programming are known in English."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.glossary import in_english
from apps.engine.retrieval.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how are orders paid", "en"),
        ("create_order", "en"),
        ("no such file", "en"),
        ("error", "en"),
        ("¿cómo se pagan los pedidos?", "es"),
        ("como se pagan los pedidos", "es"),
        ("funciones que abren una transacción", "es"),
        ("validación de correos", "es"),
        ("what does función mean in the docs", "en"),
        ("", "en"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("¿Cómo funciona el inicio de sesión?", "work login sign in"),
        ("conexión a la base de datos", "connect connection database"),
        ("VALIDACIÓN de las contraseñas", "validate validation password"),
        ("cola de trabajos en segundo plano", "job queue background"),
        ("¿qué hace crear_pedido con los pagos?", "crear_pedido payment pay"),
        ("", ""),
        ("zarzamora", "zarzamora"),
    ],
)
def test_glossary(spanish: str, english: str) -> None:
    assert in_english(spanish) == english


def test_forms_of_a_word_have_one_meaning() -> None:
    assert {in_english(word) for word in ("usuario", "usuarios", "Usuarios")} == {"user"}
    assert in_english("enviaba") == in_english("enviar")
