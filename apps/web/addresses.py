"""Addresses of source files, and ranges of lines in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from apps.engine.rendering import heading_anchor

_RANGE = re.compile(r"L?([0-9]{1,7})(?:-L?([0-9]{1,7}))?\Z")


@dataclass(frozen=True, slots=True)
class Lines:
    """Whole lines, 1-based and inclusive; `first` 0 means none are marked."""

    first: int = 0
    last: int = 0

    def __contains__(self, number: int) -> bool:
        return self.first <= number <= self.last and self.first > 0


def lines_of(text: str) -> Lines:
    """The range a query string names (``10``, ``10-20``); anything else is no range."""
    match = _RANGE.match(text)
    if match is None:
        return Lines()
    first, last = int(match[1]), int(match[2] or match[1])
    return Lines(min(first, last), max(first, last))


def source_address(tenant: str, repo: str, path: str, *, number: int | None = None, first: int = 0, last: int = 0) -> str:
    """Where a canonical path is shown: in version `number`, else at the current commit; with the lines marked, if any."""
    where = {"tenant": tenant, "repo": repo, "path": path}
    if number is None:
        address = reverse("web:source", kwargs=where)
    else:
        address = reverse("web:version-source", kwargs={**where, "number": number})
    if not first:
        return address
    lines = f"{first}-{last}" if last > first else f"{first}"
    return f"{address}?lines={lines}#L{first}"


def capsule_address(tenant: str, repo: str, symbol: str) -> str:
    """Where a symbol is told of.  It stands in the query, which keeps every character of it."""
    return f"{reverse('web:capsule', kwargs={'tenant': tenant, 'repo': repo})}?{urlencode({'symbol': symbol})}"


def impact_address(tenant: str, repo: str, symbol: str) -> str:
    """What a change of a symbol can reach."""
    return f"{reverse('web:impact', kwargs={'tenant': tenant, 'repo': repo})}?{urlencode({'symbol': symbol})}"


def graph_address(tenant: str, repo: str, **chosen: str) -> str:
    """The graph around a symbol (`symbol`), of a folder (`inside`), or of the whole repository."""
    named = [(name, value) for name, value in chosen.items() if value]
    address = reverse("web:graph", kwargs={"tenant": tenant, "repo": repo})
    return f"{address}?{urlencode(named)}" if named else address


def document_address(tenant: str, repo: str, anchor: str) -> str:
    """The part of the current document that a passage's anchor names: ``section`` or ``section#sub-heading``."""
    section, _mark, heading = anchor.partition("#")
    place = heading_anchor(section, heading) if heading else section
    return f"{reverse('web:document', kwargs={'tenant': tenant, 'repo': repo})}#{place}"


def hit_address(tenant: str, repo: str, source_type: str, anchor: str, path: str, kind: str) -> str:
    """Where what a search found is told of: the document's part, a symbol's page; "" for what is best seen in its file."""
    if source_type == "system_artifact":
        return document_address(tenant, repo, anchor)
    if source_type == "git" and anchor != path and kind != "document":
        return capsule_address(tenant, repo, anchor)
    return ""
