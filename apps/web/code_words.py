"""Words for what the graph says: kinds of symbols and edges, how sure a call is, whether the callers are all known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.engine.graph.callers import Callers, Reason

KINDS = {
    "function": gettext_noop("function"),
    "method": gettext_noop("method"),
    "class": gettext_noop("class"),
    "overridden": gettext_noop("what takes its place runs where it is called"),
    "convention": gettext_noop("%(detail)s finds what stands in this folder by its place and name"),
    "interface": gettext_noop("interface"),
    "enum": gettext_noop("enum"),
    "struct": gettext_noop("struct"),
    "trait": gettext_noop("trait"),
    "type": gettext_noop("type"),
    "component": gettext_noop("component"),
    "constructor": gettext_noop("constructor"),
    "accessor": gettext_noop("accessor"),
    "namespace": gettext_noop("namespace"),
    "module": gettext_noop("module"),
    "document": gettext_noop("section of prose"),
    "record": gettext_noop("record"),
    "union": gettext_noop("union"),
    "protocol": gettext_noop("protocol"),
    "object": gettext_noop("object"),
    "extension": gettext_noop("extension"),
    "implementation": gettext_noop("implementation"),
    "macro": gettext_noop("macro"),
    "test": gettext_noop("test"),
    "table": gettext_noop("table"),
    "view": gettext_noop("view"),
    "procedure": gettext_noop("procedure"),
    "trigger": gettext_noop("trigger"),
}
EDGES = {
    "calls": gettext_noop("calls"),
    "tests": gettext_noop("is a test of"),
    "routes_to": gettext_noop("routes to"),
    "uses": gettext_noop("refers to"),
    "inherits": gettext_noop("extends"),
    "overrides": gettext_noop("overrides"),
    "imports": gettext_noop("imports"),
    "reads_model": gettext_noop("reads the model"),
    "writes_model": gettext_noop("writes the model"),
    "contains": gettext_noop("contains"),
}
SURE = {
    "exact": gettext_noop("certain"),
    "inferred": gettext_noop("by type"),
    "name": gettext_noop("by name only"),
}
PROPERTIES = {
    "abstract": gettext_noop("abstract"),
    "anonymous": gettext_noop("anonymous"),
    "async": gettext_noop("async"),
    "companion": gettext_noop("companion"),
    "computed": gettext_noop("computed"),
    "conditional": gettext_noop("conditional"),
    "declaration": gettext_noop("declaration"),
    "default": gettext_noop("default"),
    "deleted": gettext_noop("deleted"),
    "exported": gettext_noop("exported"),
    "extension": gettext_noop("extension"),
    "generator": gettext_noop("generator"),
    "inner": gettext_noop("inner"),
    "internal": gettext_noop("internal"),
    "materialized": gettext_noop("materialized"),
    "nested": gettext_noop("nested"),
    "overload": gettext_noop("overload"),
    "partial": gettext_noop("partial"),
    "private": gettext_noop("private"),
    "property": gettext_noop("property"),
    "protected": gettext_noop("protected"),
    "public": gettext_noop("public"),
    "sealed": gettext_noop("sealed"),
    "static": gettext_noop("static"),
    "temporary": gettext_noop("temporary"),
    # of parameters
    "block": gettext_noop("block"),
    "keyword": gettext_noop("by name"),
    "keywords": gettext_noop("all other names"),
    "positional": gettext_noop("by position"),
    "receiver": gettext_noop("receiver"),
    "rest": gettext_noop("all others"),
}
_ANY = "*"


@dataclass(frozen=True, slots=True)
class Because:
    """Why there may be callers that are not known, and the symbols where that stands."""

    text: str
    places: tuple[str, ...]


def kind_in_words(kind: str) -> str:
    """What a symbol is."""
    return _(KINDS[kind]) if kind in KINDS else kind


def property_in_words(word: str) -> str:
    """What a symbol or a parameter is besides its kind; "" for a word that is the code's own, such as ``constexpr``."""
    return _(PROPERTIES[word]) if word in PROPERTIES else ""


def edges_in_words(kinds: Iterable[str]) -> str:
    """What the edges of an arrow say, in one order."""
    return ", ".join(_(EDGES[kind]) for kind in EDGES if kind in set(kinds))


def sureness_in_words(resolution: str) -> str:
    """How sure an edge is."""
    return _(SURE[resolution]) if resolution in SURE else ""


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
