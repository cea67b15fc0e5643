"""The kind of task, by rules, in English and Spanish."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.query import parse_query
from apps.engine.retrieval.task import is_architecture, task_of

KINDS = {
    "code_query": [
        "what does create_order do?",
        "create_order",
        "shop/main.py:12",
        "why does the parser drop the last line",
        "how does Oven.bake work",
        "¿qué hace create_order?",
        "explícame por qué falla el pago",
        "the number of retries",
    ],
    "refactor": [
        "refactor the order module",
        "rename Order.total to amount",
        "please extract a function from create_order",
        "who calls bake?",
        "what breaks if I change bake",
        "is it safe to delete Oven.heat",
        "move the parser to its own module",
        "refactoriza el módulo de pedidos",
        "renombrar Order.total",
        "¿quién llama a bake?",
        "¿qué se rompe si quito Oven.heat?",
        "extrae una función de create_order",
    ],
    "code_gen": [
        "write a function that validates an email address",
        "add an endpoint for refunds",
        "How do I add a new language?",
        "can you please implement retries in the client",
        "I want to create a new model",
        "crea una función que valide correos",
        "¿cómo puedo añadir un idioma?",
        "necesito implementar un modelo nuevo",
        "escribe una prueba para bake",
    ],
    "search": [
        "find all tests of the parser",
        "where are passwords hashed?",
        "which functions open a transaction",
        "list the commands",
        '"no such bread"',
        r"/def \w+_order/",
        "¿dónde se cifran las contraseñas?",
        "busca las funciones que abren una transacción",
        "¿qué clases heredan de Oven?",
        "¿cuál función abre una transacción?",
        "muéstrame los comandos",
    ],
    "architecture": [
        "how does the payment flow work?",
        "overview of the code",
        "what is the architecture",
        "dependencies between the components",
        "user service",
        "¿cómo funciona el inicio de sesión?",
        "visión general del código",
        "la arquitectura del proyecto",
        "¿Cuál es la arquitectura del sistema?",
        "¿Cuáles son los servicios?",
        "los servicios y sus dependencias",
    ],
}


@pytest.mark.parametrize(("kind", "question"), [(kind, question) for kind, questions in KINDS.items() for question in questions])
def test_kind_of_task(kind: str, question: str) -> None:
    assert task_of(parse_query(question)) == kind


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("where are the user models defined?", True),
        ("DEPENDENCIES of the shop", True),
        ("¿Dónde está el Diseño?", True),
        ("order_model", False),
        ("what does UserService.save do", False),
        ("the remodelled kitchen", False),
    ],
)
def test_words_of_the_architecture_stand_alone(question: str, about: bool) -> None:
    assert is_architecture(parse_query(question)) is about


def test_a_team_has_its_own_words_for_the_architecture() -> None:
    query = parse_query("where do the conveyor belts meet?")
    assert not is_architecture(query)
    assert is_architecture(query, ("conveyor belt",))
    assert task_of(parse_query("the conveyor belts"), ("conveyor belt",)) == "architecture"
    assert not is_architecture(parse_query("the architecture"), ("conveyor belt",))
