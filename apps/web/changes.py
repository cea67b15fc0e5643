"""What changed between two versions, as pages show it: text by section, facts by kind with the commits behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
SIGNS = {"added": "+", "removed": "−", "changed": "~"}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of the old text beside one of the new, as HTML; `kind` as in the engine's rows."""

    kind: str
    old: SafeString
    new: SafeString
    hidden: int


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
class ShownFact:
    """A fact that differs, with the commits between that touched a file which shows it (the newest few; `more` others)."""

    fact: FactChange
    kind: str
    change: str
    sign: str
    commits: tuple[Commit, ...]
    more: int


@dataclass(frozen=True, slots=True)
class FactGroup:
    """The facts of one heading."""

    title: str
    facts: tuple[ShownFact, ...]


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


def changes_between(before: ArtifactVersion, after: ArtifactVersion, commits: Sequence[Commit]) -> Changes:
    """Compare two versions; `commits` are those between them, newest first."""
    found = _compare(before, after)
    touching: dict[str, list[int]] = {}
    for position, commit in enumerate(commits):
        for path in commit.paths or ():
            touching.setdefault(path, []).append(position)
    return Changes(
        sections=tuple(
            SectionChange(part.key, part.title, tuple(map(_shown_row, part.rows)))
            for part in found.sections
            if part.status != "unchanged"
        ),
        same=tuple(part.title for part in found.sections if part.status == "unchanged"),
        groups=tuple(_groups(found.facts, commits, touching)),
        diagrams=found.diagrams,
    )


def summary_between(repo: Repo, old: int, new: ArtifactVersion) -> list[str]:
    """A few short phrases on what version `new` changed against number `old`."""
    key = f"changes:{repo.pk}:{old}:{new.number}:{new.pk}"
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
    phrases = [f"{SIGNS[change]}{number} {_(KINDS[kind])}" for kind, change, number in facts[:6]]
    if sections:
        phrases.append(ngettext("%(count)d section", "%(count)d sections", len(sections)) % {"count": len(sections)})
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


def _groups(facts: Iterable[FactChange], commits: Sequence[Commit], touching: dict[str, list[int]]) -> Iterable[FactGroup]:
    facts = list(facts)
    for title, kinds in GROUPS:
        shown = []
        for fact in facts:
            if fact.kind in kinds:
                positions = sorted({position for path in fact.touched_paths for position in touching.get(path, ())})
                some = tuple(commits[position] for position in positions[:COMMITS_OF_A_FACT])
                more = len(positions) - len(some)
                shown.append(ShownFact(fact, _(KINDS[fact.kind]), _(CHANGES[fact.change]), SIGNS[fact.change], some, more))
        if shown:
            yield FactGroup(_(title), tuple(shown))


def _shown_row(row: Row) -> ShownRow:
    whole = row.kind in ("added", "removed")  # the whole line differs: its colour says so
    return ShownRow(row.kind, _marked(row.old, "del", whole), _marked(row.new, "ins", whole), row.hidden)


def _marked(spans: Sequence[Span], tag: str, whole: bool) -> SafeString:
    marked = format_html("<{0}>{{}}</{0}>", tag)
    return format_html_join(
        "", "{}", ((format_html(marked, span.text) if span.changed and not whole else span.text,) for span in spans)
    )
