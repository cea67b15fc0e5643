"""The context of a question's answer: what was found, compressed for the task, inside a budget; kept for a minute."""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress

import msgspec
from django.core.cache import cache
from django.db import connection
from redis.exceptions import RedisError

from apps.engine.compression import Context, budget_for, compress
from apps.engine.retrieval import Retrieval
from apps.integrations.tokens import TOKENIZER, count_tokens
from apps.search.material import gather
from apps.search.retrieve import retrieved
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
    with retrieved(tenant, question, scope=scope, task=task) as found:
        made = context_of(tenant, found, budget=budget)
    if not any(map(_is_passing, made.notes)):
        _keep(key, made)
    return made


def context_of(tenant: Tenant, found: Retrieval, *, budget: int = 0) -> Context:
    """The same of what was found already; in the transaction it was found in, where all that is read is of the same moment."""
    material = gather(tenant, found)
    return compress(found, material, budget=budget_for(found.task, budget), count=count_tokens, tokenizer=TOKENIZER)


def _is_passing(note: str) -> bool:
    """Whether a note tells of something that may be well again a moment later."""
    return note == "vectors:unavailable" or note.endswith(":slow")


def _key(tenant: Tenant, question: str, scope: Scope, task: str, budget: int) -> str:
    """Names all that the answer hangs on.  What is read is newer than its key at most, never older."""
    of = (
        tenant.pk,
        None if scope.repos is None else sorted(set(scope.repos)),
        [sorted(set(values)) for values in (scope.source_types, scope.kinds, scope.languages, scope.roles)],
        scope.path,
        None if scope.reach is None else sorted(set(scope.reach)),
        question.encode("utf-8", "surrogatepass"),
        task,
        budget,
        TOKENIZER,
        _state(tenant, scope),
    )
    return f"context:{tenant.pk}:{hashlib.sha256(msgspec.msgpack.encode(of)).hexdigest()}"


def _state(tenant: Tenant, scope: Scope) -> tuple[object, ...]:
    """Digests of every source that a search of this scope may look into, and of the team's settings.  One query."""
    repos = None if scope.repos is None else sorted(set(scope.repos))
    with connection.cursor() as cursor:
        cursor.execute(_STATE, {"tenant": tenant.pk, "repos": repos})
        found: tuple[object, ...] = cursor.fetchone()
    return found


_STATE = """
SELECT
    (SELECT md5(string_agg(concat_ws(' ', s.id, s.generation, s.commit_sha, s.indexer, r.head_sha, r.slug), ',' ORDER BY s.id))
     FROM search_indexedsource AS s LEFT JOIN repos_repo AS r ON r.id = s.repo_id AND r.tenant_id = s.tenant_id
     WHERE s.tenant_id = %(tenant)s AND (%(repos)s::bigint[] IS NULL OR s.repo_id = ANY(%(repos)s::bigint[]))),
    (SELECT md5(concat_ws(' ', boosts, architecture_words)) FROM search_searchsettings WHERE tenant_id = %(tenant)s)
"""


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
