"""The context of a question's answer: what was found, compressed for the task, inside a budget; kept for a minute."""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress

import msgspec
from django.core.cache import cache
from django.db.models import QuerySet
from redis.exceptions import RedisError

from apps.engine.compression import Context, budget_for, compress
from apps.integrations.tokens import TOKENIZER, count_tokens
from apps.search.material import gather
from apps.search.models import IndexedSource, SearchSettings
from apps.search.retrieve import retrieve
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.context import tenant_scope
from apps.tenants.models import Tenant

logger = logging.getLogger(__name__)

KEPT = 60  # seconds
_LONGEST_KEPT = 1_000_000  # bytes


def context(tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, task: str = "", budget: int = 0) -> Context:
    """What to hand over to whoever answers the question, at most `budget` tokens (0: as the task has it).

    What was asked before is answered from the cache for a minute, as long as nothing changed of what it was read from: an index,
    its vectors, the head of a repository, the team's settings.  Raises `QueryRefused` for what can't be searched.
    """
    with tenant_scope(tenant.pk):
        key = _key(tenant, question, scope, task, budget)
        known = _kept(key)
        if known is not None:
            return known
        found = retrieve(tenant, question, scope=scope, task=task)
        made = compress(
            found, gather(tenant, found), budget=budget_for(found.task, budget), count=count_tokens, tokenizer=TOKENIZER
        )
    _keep(key, made)
    return made


def _key(tenant: Tenant, question: str, scope: Scope, task: str, budget: int) -> str:
    """Names all that the answer hangs on.  What is read is newer than its key at most, never older."""
    of = (
        tenant.pk,
        None if scope.repos is None else sorted(set(scope.repos)),
        [sorted(set(values)) for values in (scope.source_types, scope.kinds, scope.languages, scope.roles)],
        scope.path,
        question,
        task,
        budget,
        TOKENIZER,
        list(_sources(tenant, scope)),
        list(SearchSettings.objects.filter(tenant=tenant).values_list("boosts", "architecture_words")),
    )
    return f"context:{tenant.pk}:{hashlib.sha256(msgspec.msgpack.encode(of)).hexdigest()}"


def _sources(tenant: Tenant, scope: Scope) -> QuerySet[IndexedSource, tuple[object, ...]]:
    """The state of every source that a search of this scope looks into."""
    rows = IndexedSource.objects.filter(tenant=tenant)
    if scope.repos is not None:
        rows = rows.filter(repo_id__in=scope.repos)
    return rows.order_by("pk").values_list("pk", "generation", "commit_sha", "repo__head_sha", "repo__slug")


def _kept(key: str) -> Context | None:
    """What was made of this before; None where there is nothing, or nothing that this release can read."""
    try:
        packed = cache.get(key)
    except RedisError:
        logger.warning("contexts can't be kept: the cache can't be reached")
        return None
    if not isinstance(packed, bytes):
        return None
    try:
        return msgspec.msgpack.decode(packed, type=Context)
    except msgspec.DecodeError:
        return None


def _keep(key: str, made: Context) -> None:
    packed = msgspec.msgpack.encode(made)
    if len(packed) <= _LONGEST_KEPT:
        with suppress(RedisError):
            cache.set(key, packed, KEPT)
