"""Passages → an answer without a model: of each of the best, what it says of itself or its sentences nearest to the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from apps.engine.compression import Citation, Ref, Relations, ties_told, words
from apps.engine.facts.visible import show_hidden
from apps.engine.retrieval import Hit, Retrieval, readable
from apps.engine.retrieval.glossary import in_english
from apps.engine.retrieval.tokens import tokenise, tokenise_query

MOST_PASSAGES = 6
FIRST, SECOND = 4, 2  # of the kind that the question is about, of the other
MOST_SENTENCES = 2  # of one passage
MOST_LINES = 400  # of a passage are read
MOST_CHARACTERS = 300  # of one sentence
_PROSE = ("Markdown", "reStructuredText")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_MARKS = re.compile(r"\A[ \t]*(?:[-*+>]|\d{1,3}[.)]|#{1,6})[ \t]+")
_END = re.compile(r"(?<=[.!?])[ \t]+(?=[^\sa-z])")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_BEFORE_MARK = re.compile(r" (?=[.,;:](?:\s|\Z))")  # where a citation stood
_ENDED = (".", "!", "?", ":", "…")
_RULE = re.compile(r"[-=|:+ \t]*[-=][-=|:+ \t]*\Z")
_NOT_A_HEAD = ("@", "#", "//", "/*", "*", "--", '"""', "'''", "[", "<!--")


class Extract(msgspec.Struct, frozen=True):
    """What one passage says: one line of Markdown without links.  `citation` is the number of where it stands."""

    heading: str
    text: str
    citation: int


class Extracted(msgspec.Struct, frozen=True):
    """The answer as a whole, best passage first, and what it cites."""

    extracts: tuple[Extract, ...]
    citations: tuple[Citation, ...]


def extract(retrieval: Retrieval, taken: Sequence[Citation] = (), relations: Mapping[Ref, Relations] | None = None) -> Extracted:
    """The best passages as an answer.  Numbers go on after those of `taken`; what is cited there already keeps its number.

    `relations` are told of what the question named.
    """
    wanted = frozenset(tokenise_query(retrieval.question, retrieval.language))
    if retrieval.language == "es":
        wanted |= frozenset(tokenise_query(in_english(retrieval.question), "en"))
    commits = {source.source: source.commit for source in retrieval.sources}
    numbers = {(one.source_type, one.repo, one.anchor): one for one in taken}
    last = max((one.number for one in taken), default=0)
    extracts: list[Extract] = []
    cited: list[Citation] = []
    for hit in _best(retrieval):
        name = (hit.source_type, hit.repo, hit.anchor)
        if name not in numbers:
            last += 1
            commit = commits.get(hit.source, "")
            numbers[name] = Citation(last, *name, hit.title, hit.path, hit.line, hit.end_line, commit)
        text = _of_prose(hit, wanted) if hit.language in _PROSE else _of_code(hit, wanted)
        if text:
            extracts.append(Extract(hit.title or hit.anchor, text, numbers[name].number))
            cited.append(numbers[name])
        ties = (relations or {}).get((hit.repo_id, hit.anchor)) if hit.is_exact else None
        if text and ties is not None:
            told = ties_told(words(retrieval.language), ties)
            extracts += [Extract(hit.title or hit.anchor, line, numbers[name].number) for line in told]
    return Extracted(tuple(extracts), tuple(cited))


def _best(retrieval: Retrieval) -> list[Hit]:
    """What matches exactly, then of both kinds as many as the question wants; what one kind lacks the other fills."""
    exact = [hit for hit in retrieval.hits if hit.is_exact]
    others = [hit for hit in retrieval.hits if not hit.is_exact]
    kinds = (retrieval.documents, others) if retrieval.is_architecture else (others, retrieval.documents)
    ordered = [*exact, *kinds[0][:FIRST], *kinds[1][:SECOND], *kinds[0][FIRST:], *kinds[1][SECOND:]]
    return list({hit.passage: hit for hit in ordered}.values())[:MOST_PASSAGES]


def _of_prose(hit: Hit, wanted: frozenset[str]) -> str:
    """The sentences that hold most of what is looked for, in their order; the first ones where none does."""
    sentences = list(_sentences(readable(hit.text)))
    scores = [len(wanted.intersection(tokenise(sentence))) for sentence in sentences]
    best = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))[:MOST_SENTENCES]
    said = [sentences[at] for at in sorted(best) if scores[at] or not any(scores)]
    return " ".join(text if text.endswith(_ENDED) else f"{text}." for text in said) or one_line(hit.summary)


def _of_code(hit: Hit, wanted: frozenset[str]) -> str:
    """How it is declared and what it says of itself; of a whole file the line that holds most of what is looked for."""
    lines = [line for line in map(str.strip, hit.text.split("\n")[:MOST_LINES]) if line and not line.startswith(_NOT_A_HEAD)]
    if hit.kind == "module":
        head = max(lines, key=lambda line: len(wanted.intersection(tokenise(line))), default="")
    else:
        name = re.compile(rf"(?<!\w){re.escape(re.split('[.:#]', hit.title)[-1])}(?!\w)")
        head = next(filter(name.search, lines), lines[0] if lines else "")
    head = " ".join(head.split()).rstrip("{(: ")
    code = f"`{_cut(head)}`" if head and "`" not in head else ""
    return " — ".join(part for part in (code, one_line(hit.summary)) if part)


def _sentences(text: str) -> Iterator[str]:
    """Sentences of paragraphs, items and rows; what stands in fences and the heads of tables are left out."""
    is_fenced = False
    lines = text.split("\n")[:MOST_LINES]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced and line.strip() and not _RULE.match(line):
            if not line.lstrip().startswith("|"):
                yield from filter(None, map(one_line, _END.split(_MARKS.sub("", line, count=1))))
            elif not _RULE.match(following):
                yield one_line(" · ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip(" –-")))


def one_line(text: str) -> str:
    """Text of a repository as one line that makes no link, picture or tag when it is read as Markdown."""
    plain = _LINK.sub(r"\1", _BEFORE_MARK.sub("", " ".join(show_hidden(text).split())))
    return _cut(plain).replace("](", "] (").replace("<", "‹").replace(">", "›")


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS].rpartition(" ")[0].rstrip(" ,;:") + "…"
