"""What a question's context is handed over as: blocks of text inside a budget, each with what it stands on."""

from __future__ import annotations

import msgspec

from apps.engine.retrieval import SourceState


class Citation(msgspec.Struct, frozen=True):
    """Where a block comes from.  `number` is how the text refers to it: [1].  Lines are those at `commit`."""

    number: int
    source_type: str
    repo: str
    anchor: str
    title: str
    path: str
    line: int
    end_line: int
    commit: str


class Block(msgspec.Struct, frozen=True):
    """One piece of the context.  `part`: document, whole, signature, body, cut (at a statement border), map, structure."""

    part: str
    heading: str
    text: str
    citations: tuple[int, ...] = ()


class LeftOut(msgspec.Struct, frozen=True):
    """What the budget had no room for: its anchor, and which part of it (whole, body, signature, lines)."""

    repo: str
    anchor: str
    part: str


class Context(msgspec.Struct, frozen=True):
    """The answer's context.  `text` is all blocks as Markdown, `tokens` of `tokenizer` long, never more than `budget`."""

    question: str
    task: str
    language: str
    budget: int
    tokens: int
    tokenizer: str
    text: str
    blocks: tuple[Block, ...]
    citations: tuple[Citation, ...]
    left_out: tuple[LeftOut, ...]
    sources: tuple[SourceState, ...]
    notes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()  # words of the question that stand nowhere
