"""Reads of repositories, syncs, commits and texts.

The first argument is the tenant or a row that has one; `all_…` and `…_for_job` are for jobs, which know no more than an id.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from django.db import connection
from django.db.models import QuerySet

from apps.repos.models import Blob, Commit, Repo, Sync, SyncState
from apps.repos.names import names_of
from apps.tenants.models import Tenant

TEXTS_AT_ONCE = 2_000  # texts one query asks for
WALK_LIMIT = 50_000  # commits looked at to explain a range
FAR_LIMIT = 10_000  # commits looked at to count how far behind many repos are
NEAR_LIMIT = 2_000  # commits looked at first for that
LEAST_LOOKED_AT = 100  # of each repo, however many there are
OPEN_STATES = (SyncState.WAITING, SyncState.RUNNING)


class Headed(Protocol):
    """A repository, as far as its head is known; `head_sha` is empty before it was seen."""

    @property
    def pk(self) -> int: ...
    @property
    def head_sha(self) -> str: ...


class RepoHead(NamedTuple):
    """What a search says of a repository, and where its head is."""

    pk: int
    slug: str
    name: str
    url: str
    branch: str
    head_sha: str


@dataclass(frozen=True, slots=True)
class RepoCard:
    """A repo with the last sync that ended and the one that runs or waits (the running one first)."""

    repo: Repo
    last_sync: Sync | None
    running_sync: Sync | None


@dataclass(frozen=True, slots=True)
class CommitRange:
    """Commits newest first, children before parents.  Not `complete`: more may lie between that are not known here."""

    commits: list[Commit]
    complete: bool


# --- repositories ------------------------------------------------------------------------------------------------------
def repos(tenant: Tenant) -> list[Repo]:
    """All repositories, by name."""
    return list(Repo.objects.filter(tenant=tenant).select_related("tenant", "credential"))


def repo_by_slug(tenant: Tenant, slug: str) -> Repo | None:
    """The repository with this short name."""
    return Repo.objects.filter(tenant=tenant, slug=slug).select_related("tenant", "credential").first()


def repo_heads(tenant: Tenant | int) -> dict[int, RepoHead]:
    """{id: repository} of all of the tenant: tuples, for what is asked many times a second."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, slug, name, url, coalesce(nullif(pinned_branch, ''), default_branch), head_sha"
            " FROM repos_repo WHERE tenant_id = %s",
            [tenant if isinstance(tenant, int) else tenant.pk],
        )
        return {row[0]: RepoHead(*row) for row in cursor.fetchall()}


def shown_names(tenant: Tenant | int) -> dict[int, str]:
    """{repository id: what it is called}, of all of the tenant: no two are called the same."""
    return names_of(repo_heads(tenant).values())


def repo_cards(tenant: Tenant) -> list[RepoCard]:
    """What a list of repositories shows, in three queries whatever their number."""
    last = {sync.repo_id: sync for sync in _ended(Sync.objects.filter(tenant=tenant)).distinct("repo_id")}
    open_syncs: dict[int, Sync] = {}
    for sync in Sync.objects.filter(tenant=tenant, state__in=OPEN_STATES).order_by("state").defer("skipped"):
        open_syncs.setdefault(sync.repo_id, sync)
    return [RepoCard(repo, last.get(repo.pk), open_syncs.get(repo.pk)) for repo in repos(tenant)]


def repo_card(repo: Repo) -> RepoCard:
    """The same of one repository."""
    return RepoCard(repo, _ended(_of(repo)).first(), running_or_waiting(repo))


# --- syncs -------------------------------------------------------------------------------------------------------------
def syncs(
    tenant: Tenant, repo: Repo | None = None, limit: int = 50, *, before: int = 0, repo_ids: Collection[int] | None = None
) -> list[Sync]:
    """The newest syncs, of one repo, of some or of all; without their lists of skipped files.  `before`: older than this one."""
    found = Sync.objects.filter(tenant=tenant).select_related("repo", "requested_by").defer("skipped").order_by("-pk")
    if before:
        found = found.filter(pk__lt=before)
    if repo_ids is not None:
        found = found.filter(repo_id__in=repo_ids)
    return list((found if repo is None else found.filter(repo=repo))[:limit])


def sync(tenant: Tenant, sync_id: int) -> Sync | None:
    """One sync of the tenant."""
    return Sync.objects.filter(tenant=tenant, pk=sync_id).select_related("tenant", "repo__tenant", "requested_by").first()


def running_or_waiting(repo: Repo) -> Sync | None:
    """The sync that runs, else the one that waits."""
    return _of(repo).filter(state__in=OPEN_STATES).order_by("state").defer("skipped").first()


def shrink_confirmed(sync: Sync) -> bool:
    """Whether a person asked for this sync after the one before it was stopped by the shrink guard."""
    if sync.trigger not in ("manual", "command"):
        return False
    before = Sync.objects.filter(tenant_id=sync.tenant_id, repo_id=sync.repo_id, pk__lt=sync.pk)
    last = before.exclude(state=SyncState.SUPERSEDED).order_by("-pk").values_list("error_code", flat=True).first()
    return last == "source:shrunk"


# --- for jobs and the dispatcher: across tenants, by id --------------------------------------------------------------------
def all_running_syncs(repo_id: int | None = None) -> list[Sync]:
    """Running syncs of every tenant, oldest first."""
    return _all_in(SyncState.RUNNING, repo_id)


def all_waiting_syncs(repo_id: int | None = None) -> list[Sync]:
    """Waiting syncs of every tenant whose repo is active, oldest first."""
    return _all_in(SyncState.WAITING, repo_id)


def all_repo_ids() -> list[tuple[int, int]]:
    """(tenant, repo) of every repo, for the worker's housekeeping."""
    return list(Repo.objects.order_by("pk").values_list("tenant_id", "pk"))


def sync_for_job(sync_id: int) -> Sync | None:
    """The sync a job was started for; whose it is stands in the row."""
    return Sync.objects.filter(pk=sync_id).select_related("tenant", "repo__tenant").first()


def repo_for_job(repo_id: int) -> Repo | None:
    """The repo a job was started for; whose it is stands in the row."""
    return Repo.objects.filter(pk=repo_id).select_related("tenant", "credential").first()


def _all_in(state: str, repo_id: int | None) -> list[Sync]:
    found = (
        Sync.objects.filter(state=state, repo__is_active=True) if state == SyncState.WAITING else Sync.objects.filter(state=state)
    )
    if repo_id is not None:
        found = found.filter(repo_id=repo_id)
    return list(found.select_related("repo__tenant").defer("skipped").order_by("pk"))


def _of(repo: Repo) -> QuerySet[Sync]:
    return Sync.objects.filter(tenant_id=repo.tenant_id, repo=repo)


def _ended(syncs: QuerySet[Sync]) -> QuerySet[Sync]:
    """Those that did or did not work out, by repository, the last one first."""
    return syncs.exclude(state__in=[*OPEN_STATES, SyncState.SUPERSEDED]).order_by("repo_id", "-pk").defer("skipped")


# --- commits -----------------------------------------------------------------------------------------------------------
def commit(repo: Repo, sha: str) -> Commit | None:
    """One commit that the mirror has seen."""
    return Commit.objects.filter(tenant_id=repo.tenant_id, repo=repo, sha=sha).first()


def commits_at(tenant: Tenant, shas: Mapping[int, str]) -> dict[int, Commit]:
    """{repo id: its commit with the given sha}, for many repos in one query; those not seen are left out."""
    found = Commit.objects.filter(tenant=tenant, repo_id__in=list(shas), sha__in=list(shas.values())).defer("paths")
    return {commit.repo_id: commit for commit in found if shas[commit.repo_id] == commit.sha}


def commits_between(repo: Repo, old_sha: str, new_sha: str, limit: int = 1_000) -> CommitRange:
    """Commits reachable from `new_sha` and not from `old_sha`, as far as they are stored.

    Not complete where the old commit is not reached from the new one (a force push, a history cut off in between), where
    parents are missing, or where there are more than `limit`.
    """
    shas, complete = _walk(repo, old_sha, new_sha)
    kept = shas[:limit]
    rows = {row.sha: row for row in Commit.objects.filter(tenant_id=repo.tenant_id, repo=repo, sha__in=kept)}
    return CommitRange([rows[sha] for sha in kept if sha in rows], complete and len(kept) == len(shas))


def commits_behind(repo: Repo, sha: str) -> int | None:
    """How many commits the repo's head is ahead of `sha`; None where that is not known."""
    return commits_behind_of(repo.tenant_id, [(repo, sha)], limit=WALK_LIMIT)[repo.pk, sha]


def commits_behind_of(
    tenant: Tenant | int, asked: Collection[tuple[Headed, str]], *, limit: int = FAR_LIMIT
) -> dict[tuple[int, str], int | None]:
    """{(repo id, sha): how many commits the repo's head is ahead of `sha`}, of many repos in at most two queries.

    None where that is not known: history is missing, or more of it lies between than `limit` commits of all repos together tell.
    """
    found: dict[tuple[int, str], int | None] = {}
    open_: list[tuple[Headed, str]] = []
    for repo, sha in asked:
        found[repo.pk, sha] = 0 if repo.head_sha and sha == repo.head_sha else None
        if repo.head_sha and sha != repo.head_sha:
            open_.append((repo, sha))
    for looked_at in (min(NEAR_LIMIT, limit), limit):  # most are near the head
        if not open_:
            break
        graphs = _newest_commits(tenant, {repo.pk for repo, _sha in open_}, looked_at)
        for repo, sha in open_:
            new, complete = _range(sha, repo.head_sha, graphs.get(repo.pk, {}))
            found[repo.pk, sha] = len(new) if complete else None
        open_ = [(repo, sha) for repo, sha in open_ if found[repo.pk, sha] is None]
    return found


def _newest_commits(tenant: Tenant | int, repo_ids: Collection[int], limit: int) -> dict[int, dict[str, list[str]]]:
    """{repo id: {sha: parents}} of the newest commits, about `limit` of all repos together, as many of each.  One query."""
    share = max(limit // len(repo_ids), LEAST_LOOKED_AT)
    stored = Commit.objects.filter(tenant=tenant).order_by("-committed_at", "-pk").values_list("repo_id", "sha", "parents")
    first, *others = (stored.filter(repo_id=repo_id)[:share] for repo_id in sorted(repo_ids))
    graphs: dict[int, dict[str, list[str]]] = {}
    for repo_id, sha, parents in first.union(*others, all=True):
        graphs.setdefault(repo_id, {})[sha] = parents
    return graphs


def _walk(repo: Repo, old_sha: str, new_sha: str) -> tuple[list[str], bool]:
    if old_sha == new_sha:
        return [], True
    stored = Commit.objects.filter(tenant_id=repo.tenant_id, repo=repo).order_by("-committed_at", "-pk")
    parents: dict[str, list[str]] = {}
    order: dict[str, int] = {}
    for position, (sha, found) in enumerate(stored.values_list("sha", "parents")[:WALK_LIMIT]):
        parents[sha], order[sha] = found, position
    new, complete = _range(old_sha, new_sha, parents)
    return _newest_first(new, parents, order), complete


def _range(old_sha: str, new_sha: str, parents: dict[str, list[str]]) -> tuple[set[str], bool]:
    """Commits reachable from the new one and not from the old one, and whether these are all."""
    known, _missing, _ = _reachable(old_sha, parents, without=set(), goal="")
    new, missing, reached = _reachable(new_sha, parents, without=known | {old_sha}, goal=old_sha)
    return new, reached and not missing


def _reachable(start: str, parents: dict[str, list[str]], *, without: set[str], goal: str) -> tuple[set[str], set[str], bool]:
    """Stored commits reachable from `start` outside `without`, parents that are not stored, whether `goal` was met."""
    found: set[str] = set()
    missing: set[str] = set()
    met = False
    border = [] if start in without else [start]
    while border:
        sha = border.pop()
        if sha in found:
            continue
        if sha not in parents:
            missing.add(sha)
            continue
        found.add(sha)
        met = met or goal in parents[sha]
        border.extend(parent for parent in parents[sha] if parent not in without)
    return found, missing, met


def _newest_first(shas: set[str], parents: dict[str, list[str]], order: dict[str, int]) -> list[str]:
    children = dict.fromkeys(shas, 0)
    for sha in shas:
        for parent in set(parents[sha]) & shas:
            children[parent] += 1
    ready = [(order[sha], sha) for sha, count in children.items() if not count]
    heapq.heapify(ready)
    result: list[str] = []
    while ready:
        _position, sha = heapq.heappop(ready)
        result.append(sha)
        for parent in sorted(set(parents[sha]) & shas):
            children[parent] -= 1
            if not children[parent]:
                heapq.heappush(ready, (order[parent], parent))
    return result


# --- texts -------------------------------------------------------------------------------------------------------------
def texts_by_digest(tenant_id: int, digests: Collection[str]) -> dict[str, str]:
    """{digest: text} of the tenant's stored texts with these digests (SHA-256, hex)."""
    wanted = sorted(digests)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), TEXTS_AT_ONCE):
        rows = Blob.objects.filter(tenant_id=tenant_id, digest__in=wanted[start : start + TEXTS_AT_ONCE])
        found.update(rows.order_by().values_list("digest", "text"))
    return found


def blob(tenant: Tenant, digest: str) -> Blob | None:
    """The text with this SHA-256 (hex)."""
    return Blob.objects.filter(tenant=tenant, digest=digest).first()


def blobs(tenant: Tenant, ids: Iterable[int]) -> list[Blob]:
    """Texts by id, those of the tenant only, in the order of their ids."""
    return list(Blob.objects.filter(tenant=tenant, pk__in=list(ids)).order_by("pk"))
