"""How well what somebody writes fits what a passage is called."""

from __future__ import annotations

import pytest

from apps.engine.retrieval.names import AGAIN, NAME, OFFERED, QUALIFIED, SYMBOL, Named, name_score

TOTAL = Named("shop/main.py#Order.total", "Order.total", "shop/main.py")
SECOND = Named("shop/main.py#Order.total#2", "Order.total#2", "shop/main.py")


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("shop/main.py#Order.total", SYMBOL),
        ("Order.total", SYMBOL),
        ("main.Order.total", QUALIFIED),
        ("shop.main.Order.total", QUALIFIED),
        ("shop/main.py::Order::total", QUALIFIED),
        ("Order::total", QUALIFIED),
        ("total", NAME),
        ("shop.total", OFFERED),
        ("shop.Order.total", OFFERED),
        ("main.shop.total", 0.0),
        ("rder.total", 0.0),
        ("Cart.total", 0.0),
        ("Order", 0.0),
    ],
)
def test_score_of_a_name(name: str, score: float) -> None:
    assert name_score(name, TOTAL) == score


def test_another_case_of_letters_fits_less() -> None:
    assert 0 < name_score("TOTAL", TOTAL) < name_score("total", TOTAL)


def test_the_second_of_a_name_fits_too_but_less() -> None:
    assert name_score("Order.total", SECOND) == QUALIFIED - AGAIN
    assert NAME - AGAIN == name_score("total", SECOND) < name_score("total", TOTAL)
