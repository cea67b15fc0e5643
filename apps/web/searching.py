"""A search, as the pages show it: what was asked for, what was found by kind, why, and how true the index is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from django.http import Http404, QueryDict
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.engine.facts.syntax import DefinitionKind
from apps.engine.retrieval import Hit, Reason, Retrieval, SourceState
from apps.engine.retrieval.hits import ABSENT, MEANING_ONLY, MOSTLY_ABSENT, NO_FILE, NO_LINE, NO_PATTERN, NO_PHRASE
from apps.repos import selectors as repos
from apps.search.retrieve import HITS, QueryRefused, retrieve
from apps.search.scope import Scope
from apps.tenants.context import tenant_scope
from apps.web.access import Team
from apps.web.addresses import hit_address, source_address
from apps.web.excerpts import code_excerpt, plain_line, prose_excerpt, words_of
from apps.web.progress import grouped
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.repos.models import Repo

SHOWN = 10_000  # characters of what was typed
IN_THE_BAR = 10  # hits below the box of the bar
REPOS = 5  # found by their names
DOCUMENT, CODE = "system_artifact", "git"

GROUPS = {
    "repo": gettext_noop("Repositories"),
    "document": gettext_noop("Architecture document"),
    "code": gettext_noop("Code"),
    "file": gettext_noop("Files"),
    "prose": gettext_noop("Documentation"),
}
KINDS = tuple(key for key in GROUPS if key != "repo")  # one may be chosen
ROLES = ("code", "test", "documentation", "configuration", "generated", "vendored")  # of files, one may be chosen
_DEFINITIONS = tuple(kind for kind in get_args(DefinitionKind) if kind != "module")
NOTES = {
    "vectors:missing": gettext_noop("Some passages are found by their words only, until their meaning is indexed too."),
    "vectors:unavailable": gettext_noop("Only words were searched: what understands their meaning can't be reached."),
    "query:cut": gettext_noop("Only the first part of what you typed was searched for."),
    "typing:corrected": gettext_noop("No name is exactly this: names spelled nearly so are among what was found."),
    MEANING_ONLY: gettext_noop(
        "None of these words stands anywhere: what is listed is only near in meaning, and may be beside it."
    ),
    ABSENT: gettext_noop("No passage has these words: %(words)s. What is listed is about the others."),
    MOSTLY_ABSENT: gettext_noop("No passage has these words: %(words)s. What is listed may be about something else."),
    NO_PHRASE: gettext_noop("Nothing holds exactly these words in quotes. Without the quotes their words are searched for."),
    NO_PATTERN: gettext_noop("Nothing fits this regular expression."),
    NO_FILE: gettext_noop("No file that was searched has this path."),
    NO_LINE: gettext_noop("Nothing stands on this line: it is behind the end of the file."),
    "slow": gettext_noop("A part of the search took too long and was left out."),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed, and the filters: the key of a kind, a repository, a language, a role, a folder or file; "" for none."""

    words: str = ""
    kind: str = ""
    repo: Repo | None = None
    language: str = ""
    role: str = ""
    path: str = ""

    @property
    def scope(self) -> Scope:
        """Where to look."""
        source_types: tuple[str, ...] = ()
        kinds: tuple[str, ...] = ()
        if self.kind == "document":
            source_types = (DOCUMENT,)
        elif self.kind:
            source_types = (CODE,)
            kinds = {"code": _DEFINITIONS, "file": ("module",), "prose": ("document",)}[self.kind]
        return Scope(
            repos=None if self.repo is None else (self.repo.pk,),
            source_types=source_types,
            kinds=kinds,
            languages=(self.language,) if self.language else (),
            roles=(self.role,) if self.role else (),
            path=self.path,
        )

    @property
    def is_filtered(self) -> bool:
        return bool(self.kind or self.repo or self.language or self.role or self.path)

    @property
    def further(self) -> int:
        """How many filters are set beside the kind."""
        return sum(map(bool, (self.repo, self.language, self.role, self.path)))


@dataclass(frozen=True, slots=True)
class Row:
    """One hit.  `place` is the address of its lines, `why` says in a few words how it was found, `reasons` in full."""

    hit: Hit
    title: str
    address: str
    place: str
    repo_name: str
    summary: str
    excerpt: SafeString
    is_code: bool
    why: str
    reasons: tuple[tuple[str, str], ...]
    state: SourceState | None


@dataclass(frozen=True, slots=True)
class Group:
    """Hits of one kind, best first."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    repos: tuple[Repo, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    `refusal` says why nothing was looked for; `nothing` why there is nothing: no repository, not indexed, filtered, absent.
    """

    asked: Asked
    groups: tuple[Group, ...] = ()
    notices: tuple[str, ...] = ()
    behind: tuple[SourceState, ...] = ()
    refusal: str = ""
    nothing: str = ""
    query: str = ""  # of this search, for addresses
    is_cut: bool = False  # what is found are the best; there may be more

    @property
    def count(self) -> int:
        return sum(len(group.rows) + len(group.repos) for group in self.groups)


def asked_for(team: Team, query: QueryDict) -> Asked:
    """What an address asks for.  A repository that the team does not have is not found."""
    slug = query.get("repo", "")
    repo = repos.repo_by_slug(team.tenant, slug) if slug else None
    if slug and repo is None:
        raise Http404(_("There is no such repository in this team."))
    kind, role = query.get("kind", ""), query.get("role", "")
    return Asked(
        words=query.get("q", "")[: SHOWN + 1].strip(),
        kind=kind if kind in KINDS else "",
        repo=repo,
        language=query.get("language", "")[:40],
        role=role if role in ROLES else "",
        path=query.get("path", "")[:SHOWN].strip().strip("/"),
    )


def search(team: Team, asked: Asked, *, is_quick: bool = False) -> Found:
    """Look for it.  `is_quick`: below the box of the bar, with no excerpts.

    Outside of transactions: a question is embedded by a model that may be far away.
    """
    if not asked.words:
        return Found(asked)
    try:
        found = retrieve(
            team.tenant,
            asked.words,
            scope=asked.scope,
            task="search" if is_quick else "",
            **({"limit": IN_THE_BAR} if is_quick else {}),
        )
    except QueryRefused as error:
        return Found(asked, refusal=sentence_for(error.code, error.message))
    with tenant_scope(team.tenant.pk):
        own = _repos_called(team, asked)
        groups = _groups(team, found, () if is_quick else words_of(asked.words), own)
        if is_quick:
            groups = _that_lead_somewhere(groups)
        nothing = "" if groups else _why_nothing(team, asked, found)
    return Found(
        asked,
        groups,
        notices_of(found),
        _behind(found.sources),
        nothing=nothing,
        query=urlencode({"q": asked.words}),
        is_cut=len(found.hits) >= HITS,
    )


def notices_of(found: Retrieval) -> tuple[str, ...]:
    """What the reader should know of the answer."""
    notes = ["slow" if note.endswith(":slow") else note for note in found.notes]
    missing = sum(state.missing_vectors for state in found.sources)
    words = {"words": ", ".join(found.absent)}
    said = [
        _(NOTES[note]) % words if "%(words)s" in NOTES[note] else _(NOTES[note])
        for note in dict.fromkeys(notes)
        if note in NOTES and not (note == "vectors:missing" and missing)
    ]
    if missing:
        counted = ngettext(
            "%(count)s passage is found by its words only, until its meaning is indexed too.",
            "%(count)s passages are found by their words only, until their meaning is indexed too.",
            missing,
        )
        said.append(counted % {"count": grouped(missing)})
    return tuple(said)


def _behind(sources: Iterable[SourceState]) -> tuple[SourceState, ...]:
    """One state for each repository that is not known to be indexed as it is now: the worst of its sources."""
    worst: dict[int, SourceState] = {}
    for state in sources:
        if state.state == "current" or not state.repo_id:
            continue
        known = worst.get(state.repo_id)
        if known is None or (state.behind or 0) > (known.behind or 0):
            worst[state.repo_id] = state
    return tuple(worst.values())


def _groups(team: Team, found: Retrieval, words: Sequence[str], own: Sequence[Repo]) -> tuple[Group, ...]:
    """Kinds in the order of their best hits; what questions of architecture are answered by comes first."""
    states = {state.source: state for state in found.sources}
    rows: dict[str, list[Row]] = {"document": []} if found.is_architecture else {}
    seen: set[int] = set()
    for hit in (*found.hits, *found.documents):
        if hit.passage not in seen:
            seen.add(hit.passage)
            rows.setdefault(group_of(hit), []).append(_row(team, hit, words, states.get(hit.source)))
    first = [Group("repo", _(GROUPS["repo"]), repos=tuple(own))] if own else []
    return (*first, *(Group(key, _(GROUPS[key]), tuple(group)) for key, group in rows.items() if group))


def _that_lead_somewhere(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Suggestions are links: what has no page is none, and neither is a kind of which nothing is left."""
    kept = (replace(group, rows=tuple(row for row in group.rows if row.address)) for group in groups)
    return tuple(group for group in kept if group.rows or group.repos)


def group_of(hit: Hit) -> str:
    """The kind a hit is listed under."""
    if hit.source_type == DOCUMENT:
        return "document"
    if hit.source_type != CODE or hit.kind == "document":
        return "prose"
    return "file" if hit.anchor == hit.path else "code"


def _row(team: Team, hit: Hit, words: Sequence[str], state: SourceState | None) -> Row:
    is_code = group_of(hit) in ("code", "file")
    excerpt = code_excerpt(hit.text, words, hit.title.rpartition(".")[2]) if is_code else prose_excerpt(hit.text, words)
    place = ""
    if hit.repo and hit.path:
        place = source_address(team.tenant.slug, hit.repo, hit.path, first=hit.line, last=hit.end_line)
    return Row(
        hit=hit,
        title=hit.title if is_code else hit.title.replace("`", ""),
        address=hit_address(team.tenant.slug, hit.repo, hit.source_type, hit.anchor, hit.path, hit.kind) or place,
        place=place,
        repo_name=hit.repo if state is None else state.repo_name,
        summary=plain_line(hit.summary) if is_code else "",
        excerpt=excerpt,
        is_code=is_code,
        why=", ".join(_way(reason) for reason in hit.reasons),
        reasons=tuple((_way(reason), _place(reason)) for reason in hit.reasons),
        state=state,
    )


WAYS = {
    "phrase": gettext_noop("by these words"),
    "pattern": gettext_noop("by the pattern"),
    "file": gettext_noop("by the path"),
    "line": gettext_noop("by the line"),
    "similar": gettext_noop("by a similar name"),
    "exact": gettext_noop("by name"),
    "bm25": gettext_noop("by words"),
    "vector": gettext_noop("by meaning"),
    "document": gettext_noop("from the document"),
}


def _way(reason: Reason) -> str:
    """How it was found: what was compared, else the leg that found it."""
    return _(WAYS.get(reason.way) or WAYS.get(reason.leg) or reason.leg)


def _place(reason: Reason) -> str:
    said = _("place %(rank)d, score %(score)s") % {"rank": reason.rank, "score": f"{reason.score:.3g}"}
    return f"{said}: {reason.detail}" if reason.detail else said


def _repos_called(team: Team, asked: Asked) -> list[Repo]:
    """Repositories with all the words in their names, where no filter asks for something else."""
    words = asked.words.casefold().split()
    if asked.is_filtered:
        return []
    named = ((repo, f"{repo.name} {repo.slug}".casefold()) for repo in repos.repos(team.tenant))
    return [repo for repo, name in named if all(word in name for word in words)][:REPOS]


def _why_nothing(team: Team, asked: Asked, found: Retrieval) -> str:
    if not repos.repos(team.tenant):
        return "no repository"
    if asked.is_filtered:
        return "filtered"
    return "absent" if found.sources else "not indexed"
