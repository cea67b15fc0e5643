"""The one door to language models: a prompt goes out, text comes back in pieces, and only a clean stop is an end."""

from apps.integrations.llm.calls import Model, Prompt, Usage, Writing
from apps.integrations.llm.connection import Connection, messages_api
from apps.integrations.llm.errors import LlmError
from apps.integrations.llm.prices import Rates, cost, knows_price

__all__ = [
    "Connection",
    "LlmError",
    "Model",
    "Prompt",
    "Rates",
    "Usage",
    "Writing",
    "cost",
    "knows_price",
    "messages_api",
]
