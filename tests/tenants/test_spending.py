"""Money for models: reserved before, settled after, never over a ceiling; the ledger says what the server counted."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from apps.integrations.llm import Usage, cost
from apps.tenants import spending
from apps.tenants.models import Budget, Tenant, UsageEntry
from apps.tenants.spending import LlmError, Prompt, SpendingRefused
from tests.factories import make_tenant
from tests.servers.messages_api import KEY, MessagesServer, Reply
from tests.threads import together

PROMPT = Prompt("Answer.", "How are orders made? " * 50, 400)


def use(server: MessagesServer, settings: Any, **values: Any) -> None:
    settings.LLM_API_KEY, settings.LLM_BASE_URL = KEY, server.url
    for name, value in values.items():
        setattr(settings, f"LLM_{name}", value)


def begin(tenant: Tenant, **values: Any) -> spending.Call:
    return spending.begin(**{"tenant": tenant, "purpose": spending.QUESTION, "prompt": PROMPT, "subject": "question 1", **values})


def ledger(tenant: Tenant) -> list[UsageEntry]:
    return list(UsageEntry.objects.filter(tenant=tenant).order_by("pk"))


@pytest.mark.django_db
def test_a_call_is_reserved_before_and_settled_with_what_the_server_counted(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer(Reply(("It ", "bakes."), cache_read=300, cache_written=20)) as server:
        use(server, settings)
        call = begin(tenant)
        (entry,) = ledger(tenant)
        assert entry.state == "reserved" and entry.cost == 0
        assert entry.reserved == cost("claude-opus-5-5", Usage(server.read - 320, 400))
        assert spending.spent(tenant) == entry.reserved
        assert "".join(call) == "It bakes."
        call.close()
        call.close()
    (entry,) = ledger(tenant)
    assert (entry.state, entry.outcome, entry.is_estimate, entry.request_id) == ("settled", "", False, "req_msg_0")
    assert (entry.input_tokens, entry.output_tokens) == (server.read, server.written)
    assert (entry.cache_read_tokens, entry.cache_written_tokens) == (300, 20)
    assert entry.cost == cost("claude-opus-5-5", Usage(server.read, server.written, 300, 20)) == spending.spent(tenant)
    assert entry.cost < entry.reserved and entry.subject == "question 1" and entry.finished_at is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reply", "outcome", "is_estimate"),
    [
        (Reply(stop="max_tokens"), "llm:truncated", False),
        (Reply(stop="refusal"), "llm:refused", False),
        (Reply(fault="cut"), "llm:dropped", True),
        (Reply(fault="stall"), "llm:stalled", True),
        (Reply(fault="error:overloaded_error"), "llm:overloaded", False),
    ],
)
def test_an_answer_that_does_not_end_cleanly_is_paid_for_all_the_same(
    reply: Reply, outcome: str, is_estimate: bool, settings: Any
) -> None:
    tenant = make_tenant()
    with MessagesServer(reply) as server:
        use(server, settings, STALL_SECONDS=0.3)
        call = begin(tenant)
        with pytest.raises(LlmError):
            list(call)
        call.close()
    (entry,) = ledger(tenant)
    assert (entry.state, entry.outcome, entry.is_estimate) == ("settled", outcome, is_estimate)
    assert entry.input_tokens == server.read and entry.output_tokens >= 1 and entry.cost > 0


@pytest.mark.django_db
def test_a_refused_call_costs_nothing(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer(Reply(status=529, error="overloaded_error")) as server:
        use(server, settings)
        with pytest.raises(LlmError):
            begin(tenant)
    (entry,) = ledger(tenant)
    assert (entry.state, entry.outcome, entry.cost, entry.input_tokens) == ("settled", "llm:overloaded", 0, 0)


@pytest.mark.django_db
def test_a_reader_who_leaves_pays_for_what_came(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer(Reply(("It bakes bread every day. ",) * 30)) as server:
        use(server, settings)
        call = begin(tenant)
        next(iter(call))
        call.close()
        (entry,) = ledger(tenant)
        assert (entry.outcome, entry.is_estimate, entry.input_tokens) == ("llm:left", True, server.read)
        assert entry.output_tokens >= 6


@pytest.mark.django_db
def test_no_call_is_made_without_key_or_price(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer() as server:
        use(server, settings, API_KEY="")
        with pytest.raises(SpendingRefused) as caught:
            begin(tenant)
        assert caught.value.code == "llm:no-key" and spending.model_name("question") == ""
        use(server, settings, MODEL="llama-at-home")
        with pytest.raises(SpendingRefused) as caught:
            begin(tenant)
        assert caught.value.code == "spending:no-price"
        assert server.requests == []


@pytest.mark.django_db
def test_rates_of_ones_own_are_the_price(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer() as server:
        use(server, settings, RATES=(Decimal(0), Decimal(0)), MONTH_DOLLARS=Decimal(0))
        call = begin(tenant)
        list(call)
        call.close()
    assert spending.spent(tenant) == 0 and ledger(tenant)[0].output_tokens == server.written


@pytest.mark.django_db
def test_questions_may_have_a_model_of_their_own(settings: Any) -> None:
    with MessagesServer() as server:
        use(server, settings, QUESTION_MODEL="claude-haiku-5-5")
        begin(make_tenant()).close()
        begin(make_tenant(), purpose="document").close()
        assert [one.body["model"] for one in server.prompts] == ["claude-haiku-5-5", "claude-opus-5-5"]


@pytest.mark.django_db
def test_ceilings_are_checked_before_the_call(settings: Any) -> None:
    tenant, other = make_tenant(), make_tenant()
    with MessagesServer() as server:
        use(server, settings, CALL_DOLLARS=Decimal("0.001"))
        with pytest.raises(SpendingRefused) as caught:
            begin(tenant)
        assert caught.value.code == "spending:call" and "$0.0010" in caught.value.message
        use(server, settings, CALL_DOLLARS=Decimal(1), MONTH_DOLLARS=Decimal("0.015"))
        begin(tenant).close()
        UsageEntry.objects.filter(tenant=tenant).update(cost=Decimal("0.01"))
        with pytest.raises(SpendingRefused) as caught:
            begin(tenant)
        assert caught.value.code == "spending:month"
        begin(other).close()
        assert len(server.prompts) == 2 and len(ledger(tenant)) == 1, "what is refused is not in the ledger"


@pytest.mark.django_db
def test_a_budget_of_the_team_goes_before_the_settings(settings: Any) -> None:
    tenant = make_tenant()
    settings.LLM_MONTH_DOLLARS, settings.LLM_CALL_DOLLARS = Decimal(50), Decimal("0.5")
    assert spending.ceilings(tenant) == (Decimal(50), Decimal("0.5"))
    Budget.objects.create(tenant=tenant, month_dollars=Decimal(0))
    assert spending.ceilings(tenant) == (Decimal(0), Decimal("0.5"))
    with MessagesServer() as server:
        use(server, settings)
        with pytest.raises(SpendingRefused):
            begin(tenant)
        assert server.prompts == []


@pytest.mark.django_db
def test_the_month_begins_anew(settings: Any) -> None:
    tenant = make_tenant()
    UsageEntry.objects.create(tenant=tenant, purpose="question", model="m", state="settled", reserved=9, cost=Decimal("3.5"))
    UsageEntry.objects.update(created_at=datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    assert spending.spent(tenant, datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC)) == Decimal("3.5")
    assert spending.spent(tenant, datetime(2026, 11, 1, tzinfo=UTC)) == 0


@pytest.mark.django_db(transaction=True)
def test_calls_at_the_same_moment_stay_below_the_ceiling_together(settings: Any) -> None:
    tenant = make_tenant()
    with MessagesServer() as server:
        use(server, settings, MONTH_DOLLARS=Decimal("0.025"))

        def one(_number: int) -> int:
            try:
                begin(tenant)
            except SpendingRefused:
                return 0
            return 1

        made = sum(together(6, one))
        assert 0 < made < 6 and len(server.prompts) == made
        assert spending.spent(tenant) <= Decimal("0.025")
