"""Answers as the pages show them: numbers that lead to what they cite, sources with their lines, events as parts of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from apps.codegraph import selectors as graph
from apps.engine.compression import Citation
from apps.engine.rendering import render_markdown
from apps.repos import selectors as repos
from apps.repos.names import told_apart
from apps.search.ask import PASSAGES
from apps.search.events import AskEvent, Dropped, Failed, Finished, Sentence, Started
from apps.web.access import Team
from apps.web.addresses import document_address, source_address
from apps.web.freshness import lag_in_words
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.search.models import Question

SHOWN = 10_000  # characters of a question
LONGEST = 40_000  # characters of an answer that are rendered
_NUMBER = re.compile(r"(`+)[^`]*\1|\[(\d{1,3})\]")  # a number in brackets, where it does not stand in code
_ITEM = re.compile(r"- (.*) \[(\d{1,3})\]")  # of an answer that is put together from passages
_FIRST, _LAST = 0xE000, 0xE3E7  # characters nobody uses: they stand for the numbers while Markdown is rendered
_HELD = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
OUTCOMES = {
    "open": gettext_noop("This question is still being answered. Load the page again in a moment."),
    "unknown": gettext_noop("What was found does not hold the answer."),
    "nothing": gettext_noop("Nothing was found that this could be answered from."),
    "incomplete": gettext_noop("The answer is not whole: it ended too early."),
    "refused": gettext_noop("This question was not answered."),
}
NO_MODEL = gettext_noop("No model wrote this: it is what the passages found say themselves.")


@dataclass(frozen=True, slots=True)
class Source:
    """What an answer cites.  `address` opens it at its lines, `place` says where that is."""

    number: int
    title: str
    repo: str  # its name, or the end of its address where others have that name
    place: str
    address: str
    commit: str
    is_document: bool


Now = Mapping[tuple[str, str], tuple[int, int]]  # (repository, symbol): its lines at the current commit


def sources_of(
    team: Team, citations: Iterable[Citation], now: Now | None = None, names: Mapping[str, str] | None = None
) -> list[Source]:
    """The citations with their addresses; lines are those of `now` where it knows them, repositories are called by `names`."""
    found = []
    for citation in citations:
        is_document = citation.source_type == "system_artifact"
        first, last = (now or {}).get((citation.repo, citation.anchor), (citation.line, citation.end_line))
        address = place = ""
        if is_document:
            address, place = document_address(team.tenant.slug, citation.repo, citation.anchor), ""
        elif citation.repo and citation.path:
            address = source_address(team.tenant.slug, citation.repo, citation.path, first=first, last=last)
            place = f"{citation.path}:{first}" if last <= first else f"{citation.path}:{first}–{last}"
        title, repo = citation.title.replace("`", ""), (names or {}).get(citation.repo, citation.repo)
        found.append(Source(citation.number, title, repo, place, address, citation.commit, is_document))
    return found


def answer_html(markdown: str, sources: Sequence[Source]) -> SafeString:
    """The answer, sanitised, in which the numbers of its sources lead to them."""
    known = {source.number: source for source in sources}
    plain = _HELD.sub("\ufffd", markdown[:LONGEST])
    held = _NUMBER.sub(lambda match: chr(_FIRST + int(match[2])) if match[2] and int(match[2]) in known else match[0], plain)
    html = render_markdown(held).html
    return mark_safe(_HELD.sub(lambda match: _link(known.get(ord(match[0]) - _FIRST)), html))  # noqa: S308  # sanitised, then our own links


def _link(source: Source | None) -> str:
    if source is None:
        return ""
    title = " · ".join(part for part in (source.title, source.place) if part)
    if not source.address:
        return format_html('<span class="cited" title="{}">{}</span>', title, source.number)
    return format_html('<a class="cited" href="{}" title="{}">{}</a>', source.address, title, source.number)


def answered(team: Team, question: Question) -> dict[str, Any]:
    """What the page of an answered question shows."""
    citations = msgspec.convert(question.citations, list[Citation])
    now: dict[tuple[str, str], tuple[int, int]] = {}
    moved: dict[str, str] = {}
    behind: dict[str, str] = {}
    mine = repos.repos(team.tenant)
    beside = told_apart(mine)
    names = {repo.slug: beside.get(repo.pk, repo.name) for repo in mine}
    for repo in mine:
        cited = [citation for citation in citations if citation.repo == repo.slug]
        if not cited:
            continue
        current = graph.current_commit(repo) or ""
        if any(citation.commit and citation.commit != current for citation in cited):
            moved[names[repo.slug]] = current
        elif current != repo.head_sha:
            behind[names[repo.slug]] = lag_in_words("behind", repos.commits_behind(repo, current))
        known = graph.briefs(repo, [citation.anchor for citation in cited])
        now |= {(repo.slug, symbol): (brief.line, brief.end_line) for symbol, brief in known.items()}
    sources = sources_of(team, citations, now, names)
    is_extracted = question.generator == PASSAGES
    return {
        "question": question,
        "html": answer_html(question.answer, sources),
        "passages": _passages(question.answer, sources) if is_extracted else [],
        "sources": sources,
        "outcome": _(OUTCOMES[question.outcome]) if question.outcome in OUTCOMES else "",
        "reason": sentence_for(question.reason, "") if question.reason else "",
        "moved": moved,
        "behind": behind,
        "is_extracted": is_extracted,
        "no_model": _(NO_MODEL),
    }


def _passages(answer: str, sources: Sequence[Source]) -> list[tuple[Source, SafeString]]:
    """What each source says, all of it together, where the answer is a list of just that; else nothing."""
    known = {source.number: source for source in sources}
    said: dict[int, list[str]] = {}
    for line in answer[:LONGEST].split("\n"):
        item = _ITEM.fullmatch(line)
        if item is None or int(item[2]) not in known:
            return []
        said.setdefault(int(item[2]), []).append(item[1])
    return [(known[number], answer_html("\n\n".join(lines), sources)) for number, lines in said.items()]


class Pieces:
    """Turns events into parts of the page, in the language of who asked.  Looks nothing up."""

    def __init__(self, team: Team, language: str) -> None:
        self._team = team
        self._language = language
        self._sources: list[Source] = []

    def sent(self, event: AskEvent) -> bytes:
        """The event as it is sent: a name, and an object with `html` and, where there is one, the `address` of the question."""
        with override(self._language):
            data = self._piece(event)
        return f"event: {event.__struct_config__.tag}\ndata: {json.dumps(data)}\n\n".encode()

    def _piece(self, event: AskEvent) -> dict[str, str]:
        match event:
            case Started():
                self._sources = sources_of(self._team, event.citations)
                address = reverse("web:answer", kwargs={"tenant": self._team.tenant.slug, "question": event.id})
                context = {"started": event, "count": len(self._sources)}
                return {"html": render_to_string("web/ask/_started.html", context), "address": address}
            case Sentence():
                context = {"html": self._sentence(event), "heading": event.heading}
                return {"html": render_to_string("web/ask/_sentence.html", context), "begins": event.begins}
            case Dropped():
                return {"html": render_to_string("web/ask/_dropped.html", {"dropped": event})}
            case Finished():
                return {"html": ""}
            case Failed():
                return {"html": escape(sentence_for(event.code, event.message))}

    def _sentence(self, sentence: Sentence) -> SafeString:
        said = {int(match[2]) for match in _NUMBER.finditer(sentence.text) if match[2]}
        numbers = "".join(f" [{number}]" for number in sentence.citations if number not in said)
        mark = "- " if sentence.begins == "item" and not sentence.heading else ""
        return answer_html(mark + sentence.text + numbers, self._sources)
