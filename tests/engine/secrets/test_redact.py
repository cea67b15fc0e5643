"""Live secrets never leave in outgoing text."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest

from apps.engine.secrets import redact

SECRET = "pa/ss+wörd&1 <2>"


@pytest.mark.parametrize("before", ["", "u", "us", "use", "user:", "name:"])
@pytest.mark.parametrize("after", ["", "!", "!!", "@host"])
def test_base64_in_every_alignment(before: str, after: str) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        wrapped = encode(f"{before}{SECRET}{after}".encode()).decode()
        text = redact(f"Authorization: Basic {wrapped}\nnext", [SECRET])
        assert text == "Authorization: Basic <secret:redacted>\nnext"


def test_plain_and_escaped_forms() -> None:
    forms = [
        SECRET,
        quote(SECRET),
        quote(SECRET, safe=""),
        quote(SECRET, safe="").lower(),
        json.dumps(SECRET),
        SECRET.encode().hex(),
    ]
    for form in forms:
        assert "rd&1" not in redact(f"error: {form} failed", [SECRET])
        assert "<secret:redacted>" in redact(f"error: {form} failed", [SECRET])


def test_order_and_short_values() -> None:
    assert redact("token-and-more", ["token", "token-and-more"]) == redact("token-and-more", ["token-and-more", "token"])
    assert redact("a plain text", ["", "a", "pla"]) == "a plain text"
    assert redact("my redacted secret", ["redacted"]) == "my <secret:redacted> secret"
