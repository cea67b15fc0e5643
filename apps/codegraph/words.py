"""Words for whether the callers of a symbol are all known, and why not.  The faces say them in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.engine.graph.callers import Callers, Reason

_ANY = "*"


@dataclass(frozen=True, slots=True)
class Because:
    """Why there may be callers that are not known, and the symbols where that stands."""

    text: str
    places: tuple[str, ...]


def lack_in_words(verdict: Callers) -> str:
    """The heading in place of a list of callers that holds nothing; "" where there are callers."""
    return {"none": _("Called by: none"), "unknown": _("Called by: unknown")}.get(verdict.verdict, "")


def verdict_in_words(verdict: Callers, uses: Sequence[str] = ()) -> str:
    """Whether the callers that are listed are all; `uses` are the titles of what else leads to the symbol without a call."""
    if verdict.verdict == "none" and uses:
        lists = ", ".join(uses)
        return _("No call of it was found, but it is used in other ways: see %(lists)s.") % {"lists": lists}
    if verdict.verdict == "none":
        return _("Nothing in the repository calls it, and nothing is known that could call it otherwise.")
    if verdict.verdict == "unknown":
        return _("There may be callers that are not known, because:")
    return _("There may be more callers than these, because:") if verdict.reasons else _("These are all the callers.")


def reasons_in_words(verdict: Callers) -> list[Because]:
    """Each reason as a sentence."""
    return [Because(_sentence(reason), reason.places if reason.kind != "mentioned" else ()) for reason in verdict.reasons]


def _sentence(reason: Reason) -> str:
    given = {"count": reason.count, "detail": reason.detail}
    match reason.kind:
        case "unresolved":
            return (
                ngettext(
                    "%(count)d call of something named %(detail)s could not be followed",
                    "%(count)d calls of something named %(detail)s could not be followed",
                    reason.count,
                )
                % given
            )
        case "looked up" if reason.detail == _ANY:
            return _("code in its file looks names up while the program runs")
        case "named":
            return (
                ngettext(
                    "it is handed on or stored in %(count)d place, and may be called from where it went",
                    "it is handed on or stored in %(count)d places, and may be called from where it went",
                    reason.count,
                )
                % given
            )
        case "mentioned":
            named = ", ".join(reason.places)
            return _("its name stands in %(files)s, where no call of it was followed") % {"files": named}
        case "extended":
            return (
                ngettext(
                    "%(count)d class extends it, and what makes that one makes it too",
                    "%(count)d classes extend it, and what makes those makes it too",
                    reason.count,
                )
                % given
            )
        case "members":
            return (
                ngettext(
                    "%(count)d of its methods is called, though nothing was seen to make it",
                    "%(count)d of its methods are called, though nothing was seen to make it",
                    reason.count,
                )
                % given
            )
        case "public" if reason.detail:
            return _("%(detail)s makes a package of it, which others can install and call") % given
        case "not read":
            return (
                ngettext(
                    "%(count)d file of %(detail)s that may call it was not read",
                    "%(count)d files of %(detail)s that may call it were not read",
                    reason.count,
                )
                % given
            )
        case "template":
            return ngettext("%(count)d template may name it", "%(count)d templates may name it", reason.count) % given
    return _(_PLAIN[reason.kind]) % given


_PLAIN = {
    "looked up": gettext_noop("the name %(detail)s is put together or looked up while the program runs"),
    "override": gettext_noop("it takes the place of %(detail)s, whose callers may run it"),
    "base outside": gettext_noop("%(detail)s, which is outside the repository, may call it"),
    "language": gettext_noop("the language itself calls %(detail)s"),
    "decorator": gettext_noop("%(detail)s decorates it, and may call it or hand it on"),
    "overridden": gettext_noop("what takes its place runs where it is called"),
    "convention": gettext_noop("%(detail)s finds what stands in this folder by its place and name"),
    "interface": gettext_noop("what takes an interface from outside the repository may call it"),
    "attribute": gettext_noop("it is read like an attribute, which is no call"),
    "public": gettext_noop("the repository is a library, and others may call it"),
    "started": gettext_noop("it is run from outside: an entry point, a job or a test"),
    "not followed": gettext_noop("calls are not followed in %(detail)s"),
    "behind": gettext_noop("the branch has moved on since the graph was made"),
}
