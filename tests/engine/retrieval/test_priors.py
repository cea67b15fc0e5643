"""Code before its tests and what is written about it, unless the question asks for these."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.priors import Priors


def test_code_before_prose_before_what_was() -> None:
    priors = Priors("how are orders paid")
    code, test = priors.of("code", "shop/orders.py", "a"), priors.of("test", "tests/test_orders.py", "a")
    guide, log = priors.of("documentation", "docs/orders.md", "a"), priors.of("documentation", "CHANGELOG.md", "a")
    assert code == 1 > test > 0
    assert code > guide > log > 0
    assert priors.of("documentation", "docs/history-of-orders.md", "a") == log
    assert priors.of("documentation", "docs/changes/orders.md", "a") == guide


@pytest.mark.parametrize(
    ("question", "role", "path"),
    [
        ("which tests pay orders", "test", "tests/test_orders.py"),
        ("¿Qué pruebas pagan pedidos?", "test", "tests/test_orders.py"),
        ("where is the documentation of orders", "documentation", "docs/orders.md"),
        ("¿Cómo se instala?", "documentation", "README.md"),
        ("since which release are orders paid", "documentation", "CHANGELOG.md"),
    ],
)
def test_what_is_asked_for_is_as_likely_as_code(question: str, role: str, path: str) -> None:
    assert Priors(question).of(role, path, "a") == 1
    assert Priors("how are orders paid").of(role, path, "a") < 1


def test_what_a_document_could_not_find_out_stands_behind_what_it_says() -> None:
    priors = Priors("what is it for")
    assert priors.of("document", "", "purpose") == 1 > priors.of("document", "", "purpose#what-the-repository-does-not-say")
