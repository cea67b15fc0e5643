"""Passages → an answer without a model: of each of the best, what it says of itself or its sentences nearest to the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

import msgspec

from apps.engine.compression import Citation, Ref, Relations, ties_told, words
from apps.engine.compression.draft import DOCUMENT
from apps.engine.facts.markup import is_directive, without_markup
from apps.engine.facts.visible import show_hidden
from apps.engine.retrieval import Hit, Retrieval, readable
from apps.engine.retrieval.query import parse_query
from apps.engine.retrieval.tokens import tokenise, tokenise_query

MOST_PASSAGES = 6
FIRST = 4  # of code before what the document says
MOST_SENTENCES = 2  # of one passage
MOST_LINES = 400  # of a passage are read
MOST_CHARACTERS = 300  # of one sentence
MOST_DECLARING = 30  # lines of a declaration
_PROSE = ("Markdown", "reStructuredText")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_MARKS = re.compile(r"\A[ \t]*(?:[-*+>]|\d{1,3}[.)]|#{1,6})[ \t]+")
_END = re.compile(r"(?<=[.!?])[ \t]+(?=[^\sa-z])")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_IN_BRACKETS = re.compile(r"(?<=[(\[]) | ?,? (?=[)\]])")  # where a line of a declaration began or ended
_BEFORE_MARK = re.compile(r" (?=[.,;:](?:\s|\Z))")  # where a citation stood
_ENDED = (".", "!", "?", ":", "…")
_RULE = re.compile(r"[-=|:+ \t]*[-=][-=|:+ \t]*\Z")
_IMPORT = re.compile(
    r"(?:import|from|use|using|package|module|require|include|extern crate|export (?:\*|\{)|(?:const|let|var) \S+ = require)\b"
    r"|[\"'][^\"']*[\"'][,;]?\Z"
)
_LOOKED_FOR = "Looked for:"  # how a document tells what it did not find: no answer by itself
_REPEATED = re.compile(r"(?<=.)#\d+\Z")  # the number of a name's second declaration
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

    `relations` are told of what the question named.  A passage that says nothing of its own, or what one before it says, is left
    out for the next one.
    """
    wanted = _wanted(retrieval)
    commits = {source.source: source.commit for source in retrieval.sources}
    numbers = {(one.source_type, one.repo, one.anchor): one for one in taken}
    last = max((one.number for one in taken), default=0)
    extracts: list[Extract] = []
    cited: list[Citation] = []
    told: set[tuple[str, str]] = set()
    for hit in _best(retrieval, wanted):
        text = _of_prose(hit, wanted) if hit.language in _PROSE else _of_code(hit, wanted)
        heading = hit.title or hit.anchor
        if not text or (heading, text) in told:
            continue
        told.add((heading, text))
        name = (hit.source_type, hit.repo, hit.anchor)
        if name not in numbers:
            last += 1
            commit = commits.get(hit.source, "")
            numbers[name] = Citation(last, *name, hit.title, hit.path, hit.line, hit.end_line, commit)
        extracts.append(Extract(heading, text, numbers[name].number))
        cited.append(numbers[name])
        ties = (relations or {}).get((hit.repo_id, hit.anchor)) if hit.is_exact else None
        if ties is not None:
            lines = ties_told(words(retrieval.language), ties)
            extracts += [Extract(heading, line, numbers[name].number) for line in lines]
        if len(cited) == MOST_PASSAGES:
            break
    return Extracted(tuple(extracts), tuple(cited))


def _wanted(retrieval: Retrieval) -> frozenset[str]:
    """The tokens of the question; the name of the only repository that answers tells no passage of it from another."""
    query = parse_query(retrieval.question)
    wanted = set(tokenise_query(query.words or query.text, retrieval.language))
    repos = {hit.repo for hit in (*retrieval.hits, *retrieval.documents)}
    own = set(tokenise(" ".join(repos))) if len(repos) == 1 else set()
    return frozenset(wanted - own or wanted)


def _best(retrieval: Retrieval, wanted: frozenset[str]) -> list[Hit]:
    """What was named first.  Then the sections that the question asks for, else code, in turn with sections where it is about the
    architecture; then the rest.
    """
    hits = _one_of_each_name(hit for hit in retrieval.hits if hit.source_type != DOCUMENT)
    documents = list(
        {hit.passage: hit for hit in (*retrieval.documents, *retrieval.hits) if hit.source_type == DOCUMENT}.values()
    )
    named = [hit for hit in hits if hit.is_exact]
    others = [hit for hit in hits if not hit.is_exact]
    asked = [hit for hit in documents if any(reason.leg == "document" for reason in hit.reasons)]
    near = [hit for hit in documents if hit not in asked and _is_near(hit, wanted)]
    if asked and not named:
        ordered = [*asked, *near, *others]
    elif retrieval.is_architecture:
        ordered = [*named, *chain.from_iterable(filter(None, pair) for pair in zip_longest([*asked, *near], others))]
    else:
        ordered = [*named, *others[:FIRST], *asked, *near, *others[FIRST:]]
    return list({hit.passage: hit for hit in ordered}.values()) or documents


def _one_of_each_name(hits: Iterable[Hit]) -> list[Hit]:
    """Of what is declared several times by one name, such as overloads, the longest, where the best of them stands."""
    found: dict[tuple[int, str], Hit] = {}
    for hit in hits:
        name = (hit.repo_id, _REPEATED.sub("", hit.anchor))
        known = found.get(name)
        if known is None or (len(hit.text) > len(known.text) and hit.is_exact == known.is_exact):
            found[name] = hit
    return list(found.values())


def _is_near(hit: Hit, wanted: frozenset[str]) -> bool:
    """Whether a passage of prose holds half of what is looked for."""
    return 2 * len(wanted.intersection(tokenise(f"{hit.title}\n{readable(hit.text)}"))) >= len(wanted)


def _of_prose(hit: Hit, wanted: frozenset[str]) -> str:
    """The sentences that hold most of what is looked for, in their order; the first ones where none does."""
    heading = re.split(" [›>] ", hit.title)[-1]
    sentences = [
        text for text in _sentences(readable(hit.text)) if text.rstrip(".") != heading and not text.startswith(_LOOKED_FOR)
    ]
    scores = [len(wanted.intersection(tokenise(sentence))) for sentence in sentences]
    best = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))[:MOST_SENTENCES]
    said = [sentences[at] for at in sorted(best) if scores[at] or not any(scores)]
    return " ".join(text if text.endswith(_ENDED) else f"{text}." for text in said) or one_line(hit.summary)


def _of_code(hit: Hit, wanted: frozenset[str]) -> str:
    """How it is declared and what it says of itself; of a whole file the line that holds most of what is looked for."""
    lines = [line for line in map(str.strip, hit.text.split("\n")[:MOST_LINES]) if line and not line.startswith(_NOT_A_HEAD)]
    if hit.kind == "module":
        scored = [(len(wanted.intersection(tokenise(line))), line) for line in lines if not _IMPORT.match(line)]
        score, head = max(scored, key=lambda item: item[0], default=(0, ""))
        head = head if score else ""
    else:
        name = re.compile(rf"(?<!\w){re.escape(re.split('[.:]', _REPEATED.sub('', hit.title))[-1])}(?!\w)")
        at = next((at for at, line in enumerate(lines) if name.search(line)), 0)
        head = _declaration(lines[at : at + MOST_DECLARING])
    head = " ".join(head.split()).rstrip("{(: ")
    code = f"`{_cut(head)}`" if head and "`" not in head else ""
    return " — ".join(part for part in (code, one_line(hit.summary)) if part)


def _declaration(lines: Sequence[str]) -> str:
    """The first line, with those after it up to where its brackets are closed; alone where they are not."""
    depth = 0
    for at, line in enumerate(lines):
        depth += sum(line.count(opening) - line.count(closing) for opening, closing in ("()", "[]"))
        if depth <= 0:
            return _IN_BRACKETS.sub("", " ".join(lines[: at + 1]))
    return lines[0] if lines else ""


def _sentences(text: str) -> Iterator[str]:
    """Sentences of paragraphs, items and rows; what stands in fences and the heads of tables are left out."""
    is_fenced = False
    lines = text.split("\n")[:MOST_LINES]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced and line.strip() and not _RULE.match(line) and not is_directive(line):
            if not line.lstrip().startswith("|"):
                yield from filter(None, map(one_line, _END.split(_MARKS.sub("", line, count=1))))
            elif not _RULE.match(following):
                yield one_line(" · ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip(" –-")))


def one_line(text: str) -> str:
    """Text of a repository as one line that makes no link, picture or tag when it is read as Markdown."""
    plain = _LINK.sub(r"\1", _BEFORE_MARK.sub("", " ".join(show_hidden(without_markup(text)).split())))
    return _cut(plain).replace("](", "] (").replace("<", "‹").replace(">", "›")


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS].rpartition(" ")[0].rstrip(" ,;:") + "…"
