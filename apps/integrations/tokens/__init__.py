"""Tokens of a text, counted with a vocabulary that comes in an installed package."""

from apps.integrations.tokens.counting import TOKENIZER, count_tokens

__all__ = ["TOKENIZER", "count_tokens"]
