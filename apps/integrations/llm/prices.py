"""What a call costs, by the list prices that `genai-prices` carries; nothing is fetched."""

from __future__ import annotations

from decimal import ROUND_UP, Decimal

import msgspec
from genai_prices import Usage as PricedUsage
from genai_prices import calc_price

from apps.integrations.llm.calls import Usage

_STEP = Decimal("0.000001")  # dollars
_MILLION = Decimal(1_000_000)


class Rates(msgspec.Struct, frozen=True):
    """Dollars for a million tokens, for a model that no list of prices knows."""

    input: Decimal
    output: Decimal


def knows_price(model: str) -> bool:
    """Whether the list has the model."""
    try:
        calc_price(PricedUsage(input_tokens=1, output_tokens=1), model, provider_id="anthropic")
    except LookupError:
        return False
    return True


def cost(model: str, usage: Usage, rates: Rates | None = None) -> Decimal:
    """Dollars for the usage, rounded up to a millionth; `rates` before the list.  Raises `LookupError` for an unknown model."""
    if rates is not None:
        price = (rates.input * usage.input + rates.output * usage.output) / _MILLION
    else:
        priced = PricedUsage(
            input_tokens=usage.input,
            cache_read_tokens=usage.cache_read,
            cache_write_tokens=usage.cache_written,
            output_tokens=usage.output,
        )
        price = calc_price(priced, model, provider_id="anthropic").total_price
    return price.quantize(_STEP, rounding=ROUND_UP)
