"""What calls cost."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.integrations.llm import Rates, Usage, cost, knows_price


def test_list_prices_with_what_came_from_the_cache() -> None:
    assert cost("claude-opus-5-5", Usage(1_000_000, 100_000)) == Decimal("6.000000")
    assert cost("claude-opus-5-5", Usage(8_000, 100, cache_read=5_000, cache_written=2_000)) == Decimal("0.017000")
    assert cost("claude-opus-5-5", Usage()) == 0


def test_what_is_spent_is_rounded_up() -> None:
    assert cost("own", Usage(1, 0), Rates(Decimal("0.1"), Decimal(0))) == Decimal("0.000001")


def test_rates_of_ones_own_go_before_the_list() -> None:
    assert cost("claude-opus-5-5", Usage(1_000_000, 1_000_000), Rates(Decimal(1), Decimal(2))) == Decimal(3)


def test_a_model_without_a_price_is_known_to_have_none() -> None:
    assert knows_price("claude-opus-5-5") and not knows_price("llama-at-home")
    with pytest.raises(LookupError):
        cost("llama-at-home", Usage(1, 1))
