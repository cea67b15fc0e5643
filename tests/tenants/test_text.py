"""The border of PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import connection

from apps.tenants.text import clean, clean_json, text_key


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("plain", "plain"),
        ("a\0b", "a\ufffdb"),
        ("é\0\ud800\udfff", "é\ufffd\ufffd\ufffd"),
        ("🥖\u2028\x01", "🥖\u2028\x01"),
        ("", ""),
    ],
)
@pytest.mark.django_db
def test_what_is_cleaned_can_be_stored_and_comes_back(given: str, stored: str) -> None:
    assert clean(given) == stored
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::text, to_jsonb(%s::text)::text", [clean(given), clean(given)])
        assert cursor.fetchone()[0] == stored


def test_nested_values_are_cleaned_with_their_keys() -> None:
    assert clean_json({"a\0": ["\ud800", ("x", 1, None)], 2: True}) == {"a\ufffd": ["\ufffd", ["x", 1, None]], "2": True}


def test_a_long_text_is_cut() -> None:
    assert clean("abc\0", 3) == "abc"


def test_keys_tell_parts_apart() -> None:
    assert text_key("ab", "c") != text_key("a", "bc")
    assert text_key("\ud800") == text_key("\ud800")
