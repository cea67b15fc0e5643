"""The border of PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import connection

from apps.tenants.text import clean, clean_json, clean_shown, text_key


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


def test_what_hides_in_a_name_is_shown_and_no_longer_than_it_may_be() -> None:
    assert clean_shown("a\u202eb\x1b[31m\0\u200b", 60) == "a⟨U+202E⟩b⟨U+001B⟩[31m\ufffd⟨U+200B⟩"
    assert len(clean_shown("\u202e" * 50, 50)) == 50


def test_nested_values_are_cleaned_with_their_keys() -> None:
    assert clean_json({"a\0": ["\ud800", ("x", 1, None)], 2: True}) == {"a\ufffd": ["\ufffd", ["x", 1, None]], "2": True}


def test_a_long_text_is_cut() -> None:
    assert clean("abc\0", 3) == "abc"


def test_keys_tell_parts_apart() -> None:
    assert text_key("ab", "c") != text_key("a", "bc")
    assert text_key("\ud800") == text_key("\ud800")
