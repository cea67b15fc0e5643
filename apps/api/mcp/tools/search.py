"""Finding passages of code and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from apps.api.mcp.answers import Answer, counted, shortened
from apps.api.mcp.notes import notes_in_words, nothing_in_words
from apps.api.mcp.tools.tool import Arguments, Tool, scope_of
from apps.engine.retrieval import Hit, Reason
from apps.engine.retrieval.passages import cited, readable
from apps.search.retrieve import retrieve
from apps.tenants.services import Bearer

MOST = 15
_EXCERPT = 700  # characters of a passage
_CITED = 6  # files
_EMPTY_LINES = re.compile(r"\n[ \t]*\n[\s]*\n")


class SearchArguments(Arguments):
    """What is looked for, and where."""

    query: Annotated[
        str, Meta(description='A question, words, a symbol, a path, file:line, "a phrase", or /a regular expression/.')
    ]
    repository: Annotated[
        str, Meta(description="Short name of a repository, as `repositories` lists it. Empty: all of them.")
    ] = ""
    path: Annotated[str, Meta(description="Only in this folder or file.")] = ""
    limit: Annotated[
        int, Meta(ge=1, le=MOST, description=f"How many results: 1 to {MOST}. Sections of documents come beside them, 5 at most.")
    ] = 8


def run(bearer: Bearer, asked: SearchArguments) -> Answer:
    """The passages, best first, those of architecture documents under a heading of their own."""
    found = retrieve(bearer.tenant, asked.query, scope=scope_of(bearer, asked.repository, asked.path), limit=asked.limit)
    lines: list[str] = []
    for number, hit in enumerate(found.hits, 1):
        lines += [*_shown(number, hit), ""]
    if found.documents:
        lines += ["## From the architecture documents", ""]
        for number, hit in enumerate(found.documents, len(found.hits) + 1):
            lines += [*_shown(number, hit), ""]
    beside = f", and beside them {counted(len(found.documents), 'section')} of documents" if found.documents else ""
    is_found = bool(found.hits or found.documents)
    says = f"{counted(len(found.hits), 'result')}, best first{beside}." if is_found else nothing_in_words(found.sources)
    return Answer((says, *notes_in_words(found.notes, found.absent)), "\n".join(lines), found.sources)


def _shown(number: int, hit: Hit) -> Iterable[str]:
    at = f"{shortened(hit.path)}:{hit.line}-{hit.end_line}" if hit.path else f"section {shortened(hit.anchor)}"
    where = f"{hit.repo}: {at}"
    kind = " ".join(word for word in (hit.language, hit.kind) if word)
    yield f"### {number}. {shortened(hit.title)} ({kind}; {where})"
    if hit.source_type == "git":
        yield f"symbol: {shortened(hit.anchor)}"
    copies = f"; {hit.copies:,} more like it" if hit.copies else ""
    yield f"found by: {', '.join(map(_reason, hit.reasons))}{copies}"
    text = hit.text
    if hit.source_type == "system_artifact":
        paths = list(dict.fromkeys(key.partition("#")[0] for key in cited(text)))[:_CITED]
        text = readable(text)
        if paths:
            yield f"cites: {', '.join(map(shortened, paths))}"
    yield _excerpt(text)


_WAYS = {"phrase": "these words", "pattern": "the pattern", "similar": "a similar name"}  # of what is asked for exactly


def _reason(reason: Reason) -> str:
    return f"{_WAYS.get(reason.way, reason.leg)} #{reason.rank}" + (f" ({shortened(reason.detail)})" if reason.detail else "")


def _excerpt(text: str) -> str:
    """Its beginning; lines that its parts left empty are one."""
    text = _EMPTY_LINES.sub("\n\n", text)
    if len(text) <= _EXCERPT:
        return text
    return text[: max(text.rfind("\n", 0, _EXCERPT), _EXCERPT // 2)] + "\n…"


TOOL = Tool(
    name="search",
    title="Search code and documents",
    description=(
        "Finds functions, classes and sections of architecture documents by meaning, words, exact symbol, path or regular "
        "expression, over all repositories this token reaches or one of them. Each result names its symbol and path:lines, and "
        "why it was found. Use `symbol` for everything about one result, `context` to get an answer's material at once."
    ),
    arguments=SearchArguments,
    run=run,
    opens_own_scope=True,
)
