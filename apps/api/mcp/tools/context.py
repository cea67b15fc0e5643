"""The material for an answer, inside a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from apps.api.mcp.answers import Answer, listed, shortened
from apps.api.mcp.notes import notes_in_words, nothing_in_words
from apps.api.mcp.tools.tool import Arguments, Tool, scope_of
from apps.engine.compression import Citation, LeftOut
from apps.search.context import context
from apps.tenants.services import Bearer

MOST_TOKENS = 4_000  # what a result has room for
_LEFT_OUT = 12


class ContextArguments(Arguments):
    """What is asked, about which repository, in how many tokens."""

    question: Annotated[str, Meta(description="The question or the task, in English or Spanish, in full sentences.")]
    repository: Annotated[
        str, Meta(description="Short name of a repository, as `repositories` lists it. Empty: all of them.")
    ] = ""
    budget: Annotated[
        int,
        Meta(ge=0, le=MOST_TOKENS, description=f"Most tokens of the material, up to {MOST_TOKENS}. 0: what suits the question."),
    ] = 0


def run(bearer: Bearer, asked: ContextArguments) -> Answer:
    """What `search.context` puts together, with what each number in it refers to."""
    found = context(bearer.tenant, asked.question, scope=scope_of(bearer, asked.repository), budget=asked.budget)
    size = f"{found.tokens:,} of at most {found.budget:,} tokens ({found.tokenizer})"
    if not found.citations:
        return Answer((nothing_in_words(found.sources), *notes_in_words(found.notes, found.absent)), "", found.sources)
    says = (f"Material for a question of the kind {found.task}: {size}.", *notes_in_words(found.notes, found.absent))
    lines = [found.text, "", *_references(found.citations), *_missing(found.left_out)]
    return Answer(says, "\n".join(lines), found.sources)


def _references(citations: Iterable[Citation]) -> Iterable[str]:
    yield "## References"
    for item in citations:
        where = f"{shortened(item.path)}:{item.line}-{item.end_line}" if item.path else f"section {shortened(item.anchor)}"
        yield f"[{item.number}] {item.repo}: {where} at {item.commit[:12]}"


def _missing(left_out: tuple[LeftOut, ...]) -> list[str]:
    if not left_out:
        return []
    return [
        "",
        "## Left out for want of room",
        *listed((f"- {item.repo}: {shortened(item.anchor)} ({item.part})" for item in left_out), most=_LEFT_OUT),
    ]


TOOL = Tool(
    name="context",
    title="Material for an answer",
    description=(
        "Gives what is needed to answer a question or do a task, without opening files: sections of the architecture document, "
        "whole functions and signatures, callers and callees, chosen for the kind of the question and counted in tokens. Cites "
        "path:lines and the commit, and names what was left out. Usually the first and only call a question needs."
    ),
    arguments=ContextArguments,
    run=run,
    opens_own_scope=True,
)
