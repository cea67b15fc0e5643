"""Passages → an answer without a model: of each of the best, what it says of itself or its sentences nearest to the question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec

from apps.engine.compression import Citation
from apps.engine.facts.visible import show_hidden
from apps.engine.retrieval import Hit, Retrieval, readable
from apps.engine.retrieval.tokens import tokenise, tokenise_query

MOST_PASSAGES = 6
FIRST, SECOND = 4, 2  # of the kind that the question is about, of the other
MOST_SENTENCES = 2  # of one passage
MOST_LINES = 400  # of a passage are read
MOST_CHARACTERS = 300  # of one sentence
_PROSE = ("Markdown", "reStructuredText")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_MARKS = re.compile(r"[ \t]*(?:[-*+>]|\d{1,3}[.)]|#{1,6})[ \t]+")
_END = re.compile(r"(?<=[.!?])[ \t]+(?=[^\sa-z])")
_RULE = re.compile(r"[-=|:+ \t]+\Z")
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


def extract(retrieval: Retrieval, taken: Sequence[Citation] = ()) -> Extracted:
    """The best passages as an answer.  Numbers go on after those of `taken`; what is cited there already keeps its number."""
    wanted = frozenset(tokenise_query(retrieval.question, retrieval.language))
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
        text = _of_prose(hit, wanted) if hit.language in _PROSE else _of_code(hit)
        if text:
            extracts.append(Extract(hit.title or hit.anchor, text, numbers[name].number))
            cited.append(numbers[name])
    return Extracted(tuple(extracts), tuple(cited))


def _best(retrieval: Retrieval) -> list[Hit]:
    """What matches exactly, then of both kinds as many as the question wants; what one kind lacks the other fills."""
    exact = [hit for hit in retrieval.hits if hit.is_exact]
    others = [hit for hit in retrieval.hits if not hit.is_exact]
    kinds = (retrieval.documents, others) if retrieval.is_architecture else (others, retrieval.documents)
    ordered = [*exact, *kinds[0][:FIRST], *kinds[1][:SECOND], *kinds[0][FIRST:], *kinds[1][SECOND:]]
    return list({hit.passage: hit for hit in ordered}.values())[:MOST_PASSAGES]


def _of_prose(hit: Hit, wanted: Collection[str]) -> str:
    """The sentences that hold most of what is looked for, in their order; the first ones where none does."""
    sentences = list(_sentences(readable(hit.text)))
    scores = [len(set(tokenise(sentence)) & set(wanted)) for sentence in sentences]
    best = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))[:MOST_SENTENCES]
    return " ".join(sentences[at] for at in sorted(best) if scores[at] or not any(scores)) or one_line(hit.summary)


def _of_code(hit: Hit) -> str:
    lines = map(str.strip, hit.text.split("\n")[:MOST_LINES])
    head = next((line for line in lines if line and not line.startswith(_NOT_A_HEAD)), "")
    head = " ".join(head.split()).rstrip("{ ")
    code = f"`{_cut(head)}`" if head and "`" not in head else ""
    return " — ".join(part for part in (code, one_line(hit.summary)) if part)


def _sentences(text: str) -> Iterator[str]:
    """Sentences of paragraphs, items and rows; what stands in fences is left out."""
    is_fenced = False
    for line in text.split("\n")[:MOST_LINES]:
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced and line.strip() and not _RULE.match(line):
            if line.lstrip().startswith("|"):
                yield one_line(" · ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip()))
            else:
                yield from filter(None, map(one_line, _END.split(_MARKS.sub("", line, count=1))))


def one_line(text: str) -> str:
    """Text of a repository as one line that makes no link, picture or tag when it is read as Markdown."""
    return _cut(" ".join(show_hidden(text).split())).replace("](", "] (").replace("<", "‹").replace(">", "›")


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS].rpartition(" ")[0].rstrip(" ,;:") + "…"
