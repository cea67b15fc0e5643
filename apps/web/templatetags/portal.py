"""Template tags: icons, ages, short commit ids, addresses of sources."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.engine.facts import show_hidden
from apps.web import progress
from apps.web.addresses import capsule_address, graph_address, impact_address, source_address
from apps.web.code_words import edges_in_words, kind_in_words, property_in_words, sureness_in_words
from apps.web.freshness import lag_in_words
from apps.web.icons import ICONS
from apps.web.listing import ROLES
from apps.web.reasons import reason_in_words, sentence_for

register = template.Library()

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@register.simple_tag
def icon(name: str) -> SafeString:
    """An inline picture that says nothing to a screen reader; the text beside it does."""
    return mark_safe(  # noqa: S308  # our own constants
        f'<svg class="icon" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" '
        f'stroke-linejoin="round" aria-hidden="true" focusable="false">{ICONS[name]}</svg>'
    )


@register.filter
def visible(text: str) -> str:
    """Text of a repository, with the characters that a reader can't see."""
    return show_hidden(text)


@register.filter
def short(sha: str) -> str:
    """The first ten digits of a commit id."""
    return sha[:10]


@register.filter
def age(when: datetime | None) -> SafeString | str:
    """How long ago, with the exact moment as a title."""
    if when is None:
        return _("never")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        when.isoformat(timespec="seconds"),
        date_format(timezone.localtime(when), "DATETIME_FORMAT"),
        _ago((timezone.now() - when).total_seconds()),
    )


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A date and time."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), local.strftime("%Y-%m-%d %H:%M UTC"))


@register.filter
def seconds(value: float | None) -> str:
    """A duration: ``0.8 s``, ``14 s``, ``2 min 5 s``."""
    if value is None:
        return ""
    if value < 10:
        return f"{number_format(round(value, 1), 1)} s"
    if value < MINUTE:
        return f"{round(value)} s"
    return f"{int(value) // MINUTE} min {int(value) % MINUTE} s"


@register.filter
def size(count: int) -> str:
    """Bytes in the unit people read."""
    if count < 1_000:
        return ngettext("%(count)d byte", "%(count)d bytes", count) % {"count": count}
    if count < 1_000_000:
        return f"{number_format(count / 1_000, 1)} kB"
    return f"{number_format(count / 1_000_000, 1)} MB"


@register.filter
def count(value: int) -> str:
    """A number with its thousands grouped."""
    return progress.grouped(value)


@register.filter
def reason(text: str) -> str:
    """Why a file was left out, or a note on it, in the reader's language."""
    return reason_in_words(text)


@register.filter
def failure(sync: Any) -> str:
    """What went wrong with a sync, in the reader's language."""
    return sentence_for(sync.error_code, sync.error)


@register.filter
def file_name(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


@register.filter
def role(name: str) -> str:
    """What a file is, in words."""
    return _(ROLES[name]) if name in ROLES else name


@register.filter
def tone(state: str) -> str:
    """The colour of a sync's state."""
    return progress.TONES.get(state, "calm")


@register.filter
def lag(state: Any) -> str:
    """How far behind its branch a source of the index is."""
    return lag_in_words(state.state, state.behind)


@register.filter
def outcome(sync: Any) -> str:
    """What came of a sync, in words."""
    return progress.outcome_of(sync)


@register.filter
def took(sync: Any) -> str:
    """How long a sync ran."""
    if sync.started_at is None or sync.finished_at is None:
        return ""
    return seconds((sync.finished_at - sync.started_at).total_seconds())


@register.simple_tag
def source_url(team: Any, repo: Any, path: str, number: int | None = None, first: int = 0, last: int = 0) -> str:
    """Where a file is shown."""
    return source_address(team.tenant.slug, repo.slug, path, number=number, first=first, last=last)


@register.simple_tag
def capsule_url(team: Any, repo: Any, symbol: str) -> str:
    """Where a symbol is told of."""
    return capsule_address(team.tenant.slug, repo.slug, symbol)


@register.simple_tag
def impact_url(team: Any, repo: Any, symbol: str) -> str:
    """What a change of a symbol can reach."""
    return impact_address(team.tenant.slug, repo.slug, symbol)


@register.simple_tag
def graph_url(team: Any, repo: Any, symbol: str = "", inside: str = "") -> str:
    """The graph around a symbol, or of a folder."""
    return graph_address(team.tenant.slug, repo.slug, symbol=symbol, inside=inside)


@register.filter
def qualified(capsule: Any) -> str:
    """The name of a symbol with what it stands in; a file's own name."""
    return capsule.symbol[len(capsule.path) + 1 :] or file_name(capsule.path)


@register.filter
def kind(word: str) -> str:
    """What a symbol is, in words."""
    return kind_in_words(word)


@register.filter(name="property")
def property_word(word: str) -> SafeString | str:
    """What a symbol or parameter is besides its kind, in words; as it stands where the word is the code's own."""
    return property_in_words(word) or format_html('<span lang="en">{}</span>', word)


@register.filter
def tie(word: str) -> str:
    """What an edge says, in words."""
    return edges_in_words([word])


@register.filter
def sure(resolution: str) -> str:
    """How sure an edge is, in words."""
    return sureness_in_words(resolution)


def _ago(past: float) -> str:
    if past < MINUTE:
        return _("just now")
    if past < HOUR:
        value = int(past // MINUTE)
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", value) % {"count": value}
    if past < DAY:
        value = int(past // HOUR)
        return ngettext("%(count)d hour ago", "%(count)d hours ago", value) % {"count": value}
    value = int(past // DAY)
    if value < 60:
        return ngettext("%(count)d day ago", "%(count)d days ago", value) % {"count": value}
    if value < 730:
        value //= 30
        return ngettext("%(count)d month ago", "%(count)d months ago", value) % {"count": value}
    value //= 365
    return ngettext("%(count)d year ago", "%(count)d years ago", value) % {"count": value}
