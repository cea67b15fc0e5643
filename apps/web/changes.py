"""What changed between two versions, as pages show it: text by section, facts by kind with the commits behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from redis.exceptions import RedisError

from apps.artifacts import selectors as artifacts
from apps.engine.artifact.diff import ArtifactDiff, FactChange, Row, Span, compare
from apps.engine.facts import Place
from apps.web.addresses import source_address

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Commit, Repo

KEPT = 7 * 86_400  # seconds a summary is kept; versions never change, so it can't go stale
COMMITS_OF_A_FACT = 3

GROUPS = (
    (gettext_noop("Endpoints"), ("endpoint",)),
    (gettext_noop("Models"), ("model", "field", "relation")),
    (gettext_noop("Dependencies"), ("dependency", "framework")),
    (gettext_noop("Configuration"), ("config",)),
    (gettext_noop("Other facts"), ("project", "entry point", "command", "job", "service", "component", "tests", "secret")),
)
KINDS = {
    "endpoint": gettext_noop("endpoint"),
    "model": gettext_noop("model"),
    "field": gettext_noop("field"),
    "relation": gettext_noop("relation"),
    "dependency": gettext_noop("dependency"),
    "framework": gettext_noop("framework"),
    "config": gettext_noop("configuration key"),
    "project": gettext_noop("project"),
    "entry point": gettext_noop("entry point"),
    "command": gettext_noop("command"),
    "job": gettext_noop("job"),
    "service": gettext_noop("service"),
    "component": gettext_noop("component"),
    "tests": gettext_noop("tests"),
    "secret": gettext_noop("secret"),
}
CHANGES = {"added": gettext_noop("added"), "removed": gettext_noop("removed"), "changed": gettext_noop("changed")}
COUNTED: dict[str, Callable[[int], str]] = {
    "endpoint": lambda count: ngettext("%(count)d endpoint", "%(count)d endpoints", count),
    "model": lambda count: ngettext("%(count)d model", "%(count)d models", count),
    "field": lambda count: ngettext("%(count)d field", "%(count)d fields", count),
    "relation": lambda count: ngettext("%(count)d relation", "%(count)d relations", count),
    "dependency": lambda count: ngettext("%(count)d dependency", "%(count)d dependencies", count),
    "framework": lambda count: ngettext("%(count)d framework", "%(count)d frameworks", count),
    "config": lambda count: ngettext("%(count)d configuration key", "%(count)d configuration keys", count),
    "project": lambda count: ngettext("%(count)d project detail", "%(count)d project details", count),
    "entry point": lambda count: ngettext("%(count)d entry point", "%(count)d entry points", count),
    "command": lambda count: ngettext("%(count)d command", "%(count)d commands", count),
    "job": lambda count: ngettext("%(count)d job", "%(count)d jobs", count),
    "service": lambda count: ngettext("%(count)d service", "%(count)d services", count),
    "component": lambda count: ngettext("%(count)d component", "%(count)d components", count),
    "tests": lambda count: ngettext("%(count)d group of tests", "%(count)d groups of tests", count),
    "secret": lambda count: ngettext("%(count)d secret", "%(count)d secrets", count),
}
SIGNS = {"added": "+", "removed": "−", "changed": "~"}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of the old text beside one of the new, as HTML; `kind` and `folded` as in the engine's rows."""

    kind: str
    old: SafeString
    new: SafeString
    folded: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class SectionChange:
    """A section that differs."""

    key: str
    title: str
    rows: tuple[ShownRow, ...]

    @property
    def added(self) -> int:
        return sum(row.kind in ("added", "changed") for row in self.rows)

    @property
    def removed(self) -> int:
        return sum(row.kind in ("removed", "changed") for row in self.rows)


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Where a fact stands.  `label` says what is there if more than one place is shown."""

    label: str
    shown: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact that differs, where it stands, and the newest few commits between that touched a file which shows it.

    `more` counts further ones.
    """

    fact: FactChange
    kind: str
    change: str
    sign: str
    places: tuple[ShownPlace, ...]
    commits: tuple[Commit, ...]
    more: int


@dataclass(frozen=True, slots=True)
class FactGroup:
    """The facts of one heading."""

    title: str
    facts: tuple[ShownFact, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """How many facts of a kind were added, removed or changed; `sign` is "" for what is only counted."""

    text: str
    sign: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """`same` names the sections that did not change, `diagrams` the pictures that did."""

    sections: tuple[SectionChange, ...]
    same: tuple[str, ...]
    groups: tuple[FactGroup, ...]
    diagrams: tuple[str, ...]

    @property
    def fact_count(self) -> int:
        return sum(len(group.facts) for group in self.groups)


def changes_between(repo: Repo, before: ArtifactVersion, after: ArtifactVersion, commits: Sequence[Commit]) -> Changes:
    """Compare two versions of the repo's document; `commits` are those between them, newest first."""

    def shown(row: Row) -> ShownRow:
        whole = row.kind in ("added", "removed")  # the whole line differs: its colour says so
        return ShownRow(
            row.kind,
            _marked(row.old, "" if whole else "del", repo, before.number),
            _marked(row.new, "" if whole else "ins", repo, after.number),
            tuple(_marked(line, "", repo, after.number) for line in row.folded),
        )

    def places(fact: FactChange) -> tuple[ShownPlace, ...]:
        place, number = (fact.new_place, after.number) if fact.new_place else (fact.old_place, before.number)
        if place is None:
            return ()
        first = ShownPlace(_("registered at") if fact.also else "", f"{place.path}:{place.line}", _address(repo, number, place))
        if fact.also is None:
            return (first,)
        handler = ShownPlace(_("handler at"), f"{fact.also.path}:{fact.also.line}", _address(repo, number, fact.also))
        return (first, handler)

    found = _compare(before, after)
    touching: dict[str, list[int]] = {}
    for position, commit in enumerate(commits):
        for path in commit.paths or ():
            touching.setdefault(path, []).append(position)
    return Changes(
        sections=tuple(
            SectionChange(part.key, part.title, tuple(map(shown, part.rows)))
            for part in found.sections
            if part.status != "unchanged"
        ),
        same=tuple(part.title for part in found.sections if part.status == "unchanged"),
        groups=tuple(_groups(found.facts, commits, touching, places)),
        diagrams=found.diagrams,
    )


def summary_between(repo: Repo, old: int, new: ArtifactVersion) -> list[Phrase]:
    """A few short phrases on what version `new` changed against number `old`."""
    key = f"changes:2:{repo.pk}:{old}:{new.number}:{new.pk}"
    try:
        counts = cache.get(key)
    except RedisError:  # the cache only saves work
        counts = None
    if counts is None:
        before, after = artifacts.version(repo, old), artifacts.version(repo, new.number)
        if before is None or after is None:
            return []
        counts = _counts(_compare(before, after))
        with suppress(RedisError):
            cache.set(key, counts, KEPT)
    sections, facts = counts
    phrases = [
        Phrase(COUNTED[kind](number) % {"count": number}, SIGNS[change], _(CHANGES[change])) for kind, change, number in facts[:6]
    ]
    if sections:
        phrases.append(Phrase(ngettext("%(count)d section", "%(count)d sections", len(sections)) % {"count": len(sections)}))
    return phrases


def _compare(before: ArtifactVersion, after: ArtifactVersion) -> ArtifactDiff:
    return compare(
        artifacts.document(before), artifacts.document(after), artifacts.fact_sheet(before), artifacts.fact_sheet(after)
    )


def _counts(found: ArtifactDiff) -> tuple[list[str], list[tuple[str, str, int]]]:
    numbers: dict[tuple[str, str], int] = {}
    for fact in found.facts:
        numbers[fact.kind, fact.change] = numbers.get((fact.kind, fact.change), 0) + 1
    titles = [part.title for part in found.sections if part.status != "unchanged"]
    return titles, [(kind, change, number) for (kind, change), number in numbers.items()]


def _groups(
    facts: Sequence[FactChange],
    commits: Sequence[Commit],
    touching: dict[str, list[int]],
    places: Callable[[FactChange], tuple[ShownPlace, ...]],
) -> Iterable[FactGroup]:
    for title, kinds in GROUPS:
        shown = []
        for fact in facts:
            if fact.kind in kinds:
                positions = sorted({position for path in fact.touched_paths for position in touching.get(path, ())})
                some = tuple(commits[position] for position in positions[:COMMITS_OF_A_FACT])
                more = len(positions) - len(some)
                change, sign = _(CHANGES[fact.change]), SIGNS[fact.change]
                shown.append(ShownFact(fact, _(KINDS[fact.kind]), change, sign, places(fact), some, more))
        if shown:
            yield FactGroup(_(title), tuple(shown))


def _marked(spans: Sequence[Span], tag: str, repo: Repo, number: int) -> SafeString:
    """The spans as HTML: what differs within `tag` ("" = the whole line does), citations as links into version `number`."""
    marked = format_html("<{0}>{{}}</{0}>", tag)
    pieces = ((span.changed and bool(tag), _span(span, repo, number)) for span in spans)
    return format_html_join("", "{}", ((format_html(marked, piece) if differs else piece,) for differs, piece in pieces))


def _span(span: Span, repo: Repo, number: int) -> SafeString | str:
    if span.place is None:
        return span.text
    return format_html('<a class="cite" href="{}">{}</a>', _address(repo, number, span.place), span.text)


def _address(repo: Repo, number: int, place: Place) -> str:
    return source_address(
        repo.tenant.slug, repo.slug, place.path, number=number, first=place.line, last=max(place.end_line, place.line)
    )
