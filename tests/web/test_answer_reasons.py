"""Every reason for which no model answered has words in both languages."""

from __future__ import annotations

from django.utils.translation import override

from apps.integrations.llm.errors import MESSAGES
from apps.search.ask import UNVERIFIED
from apps.tenants.spending import LEFT
from apps.web.reasons import ERRORS, sentence_for

CODES = {*MESSAGES, LEFT, UNVERIFIED, "spending:call", "spending:month", "spending:no-price"}


def test_each_has_its_sentence() -> None:
    assert set(ERRORS) >= CODES
    for code in CODES:
        assert sentence_for(code, "as it was said") == "as it was said"
        english = sentence_for(code, "")
        with override("es"):
            assert sentence_for(code, "as it was said") not in ("as it was said", english) and english.endswith(".")
