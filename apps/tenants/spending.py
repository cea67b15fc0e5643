"""Money for language models: reserved before a call, settled after it, never more than the ceilings.

The one place that uses `integrations.llm`: whoever wants a model begins a call here.  Counting and prices are the provider's and
the list's; what a call may cost at most is known before it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import Case, F, Sum, When
from django.utils import timezone

from apps.engine.errors import OwnerError
from apps.integrations.llm import (
    Connection,
    LlmError,
    Model,
    Prompt,
    Rates,
    Usage,
    Writing,
    cost,
    knows_price,
    messages_api,
)
from apps.tenants.context import release_connection, tenant_scope
from apps.tenants.models import Budget, Tenant, UsageEntry, UsageState
from apps.tenants.text import clean

__all__ = ["QUESTION", "Call", "LlmError", "Prompt", "SpendingRefused", "begin", "ceilings", "model_name", "spent"]

QUESTION = "question"
BYTES_A_TOKEN = 3  # of what a model writes, rather too few than too many
LEFT = "llm:left"  # the reader went away
_UNTOLD = frozenset({LEFT, "llm:dropped", "llm:stalled", "llm:timeout"})  # ends at which the provider tells no usage


class SpendingRefused(OwnerError):
    """No call is made: there is no key or no price, or it would pass a ceiling."""

    code = "spending:month"


class Call:
    """One call under way.  Iterate over it for the text, and close it: it is settled once, whatever happens."""

    def __init__(self, entry: UsageEntry, writing: Writing, counted: int) -> None:
        self._entry, self._writing, self._counted = entry, writing, counted
        self._bytes = 0  # of the text so far
        self._outcome = LEFT
        self._is_settled = False

    def __iter__(self) -> Iterator[str]:
        """The text in pieces.  Raises `LlmError` where it does not end cleanly."""
        try:
            for piece in self._writing:
                self._bytes += len(piece.encode("utf-8", "surrogatepass"))
                yield piece
            self._outcome = ""
        except LlmError as error:
            self._outcome = error.code
            raise

    def close(self) -> None:
        """End the call and write into the ledger what it cost.  Harmless at any time."""
        if self._is_settled:
            return
        self._is_settled = True
        self._writing.close()
        usage, is_estimate = self._writing.usage, not self._writing.is_settled and self._outcome in _UNTOLD
        if is_estimate:  # it counts what it read, and at least what came of what it wrote
            written = max(usage.output, self._bytes // BYTES_A_TOKEN)
            usage = Usage(usage.input or self._counted, written, usage.cache_read, usage.cache_written)
        _settle(self._entry, usage, self._outcome, self._writing.request_id, is_estimate)


def model_name(purpose: str) -> str:
    """The model that such calls go to; "" where no key is configured."""
    if not settings.LLM_API_KEY:
        return ""
    return str((purpose == QUESTION and settings.LLM_QUESTION_MODEL) or settings.LLM_MODEL)


def begin(*, tenant: Tenant, purpose: str, prompt: Prompt, subject: str = "") -> Call:
    """Count, reserve, call.  Raises `SpendingRefused` before any call, `LlmError` where the call is not taken.

    Holds no database connection while it waits for the provider, unless it runs in a transaction.
    """
    model = _model(purpose)
    counted = model.count(prompt)
    entry = _reserve(tenant, purpose, subject, model.name, _cost(model.name, Usage(counted, prompt.max_tokens)))
    release_connection()
    try:
        return Call(entry, model.write(prompt), counted)
    except LlmError as error:
        is_untold = error.code in _UNTOLD
        _settle(entry, Usage(counted if is_untold else 0), error.code, "", is_untold)
        raise


def ceilings(tenant: Tenant) -> tuple[Decimal, Decimal]:
    """(dollars a month, dollars a call) that the tenant may spend."""
    budget = Budget.objects.filter(tenant=tenant).first()
    month = budget.month_dollars if budget and budget.month_dollars is not None else settings.LLM_MONTH_DOLLARS
    call = budget.call_dollars if budget and budget.call_dollars is not None else settings.LLM_CALL_DOLLARS
    return Decimal(month), Decimal(call)


def spent(tenant: Tenant, now: datetime | None = None) -> Decimal:
    """Dollars of the calendar month (UTC): what was settled, and what is reserved by calls under way."""
    begin_of_month = (now or timezone.now()).astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    counted = Case(When(state=UsageState.RESERVED, then=F("reserved")), default=F("cost"))
    rows = UsageEntry.objects.filter(tenant=tenant, created_at__gte=begin_of_month)
    return Decimal(rows.aggregate(total=Sum(counted, default=Decimal(0)))["total"])


def _model(purpose: str) -> Model:
    name = model_name(purpose)
    if not name:
        raise SpendingRefused("There is no key for a language model: LLM_API_KEY is not set.", code="llm:no-key")
    if not settings.LLM_RATES and not knows_price(name):
        raise SpendingRefused(
            f"What {name} costs is not known, so no ceiling would hold. Set LLM_RATES, or another model.",
            code="spending:no-price",
        )
    connection = Connection(settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_STALL_SECONDS, settings.LLM_TOTAL_SECONDS)
    return messages_api(connection, name)


def _cost(name: str, usage: Usage) -> Decimal:
    return cost(name, usage, Rates(*settings.LLM_RATES) if settings.LLM_RATES else None)


def _reserve(tenant: Tenant, purpose: str, subject: str, name: str, dollars: Decimal) -> UsageEntry:
    """A row for the call if the ceilings allow it.  The tenant's row is locked, so that two calls can't both be the last one."""
    with tenant_scope(tenant.pk):
        Tenant.objects.select_for_update(no_key=True).only("pk").get(pk=tenant.pk)
        month, call = ceilings(tenant)
        if dollars > call:
            raise SpendingRefused(
                f"The call may cost ${dollars:.4f}, and ${call:.4f} is the most for one call.", code="spending:call"
            )
        if spent(tenant) + dollars > month:
            raise SpendingRefused(f"The team has spent what it may in this month: ${month:.2f}.", code="spending:month")
        return UsageEntry.objects.create(
            tenant=tenant, purpose=purpose, subject=clean(subject, 80), model=clean(name, 80), reserved=dollars
        )


def _settle(entry: UsageEntry, usage: Usage, outcome: str, request_id: str, is_estimate: bool) -> None:
    with tenant_scope(entry.tenant_id):
        UsageEntry.objects.filter(tenant_id=entry.tenant_id, pk=entry.pk, state=UsageState.RESERVED).update(
            state=UsageState.SETTLED,
            outcome=outcome,
            cost=_cost(entry.model, usage),
            input_tokens=usage.input,
            output_tokens=usage.output,
            cache_read_tokens=usage.cache_read,
            cache_written_tokens=usage.cache_written,
            is_estimate=is_estimate,
            request_id=clean(request_id, 80),
            finished_at=timezone.now(),
        )
