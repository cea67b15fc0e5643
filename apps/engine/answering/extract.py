"""Passages → an answer without a model: of each of the best, what it says of itself or its sentences nearest to the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

import msgspec

from apps.engine.compression import Citation, Material, ties_told, words
from apps.engine.compression.draft import DOCUMENT
from apps.engine.facts import Capsule
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
_NUMBER = re.compile(r"\[(\d{1,4})\]")
_TAG = re.compile(r"<(?=[^\s\d=])")  # it may open one
_QUOTES = ('"""', "'''")
_NOT_A_HEAD = ("@", "#", "//", "/*", "* ", "*/", "--", "[", "<!--")


class Extract(msgspec.Struct, frozen=True):
    """What one passage says: one line of Markdown without links.  `citation` is the number of where it stands.

    Numbers in the text are of what it names there, `beside`; no text of a repository has any.
    """

    heading: str
    text: str
    citation: int
    beside: tuple[int, ...] = ()


class Extracted(msgspec.Struct, frozen=True):
    """The answer as a whole, best passage first, and what it cites."""

    extracts: tuple[Extract, ...]
    citations: tuple[Citation, ...]


def extract(retrieval: Retrieval, taken: Sequence[Citation] = (), ties: Material | None = None) -> Extracted:
    """The best passages as an answer.  Numbers go on after those of `taken`; what is cited there already keeps its number.

    The relations among `ties` are told of what the question named, and what they name is cited where its capsule is among them.
    A passage that says nothing of its own, or what one before it says, is left out for the next one.
    """
    wanted = _wanted(retrieval)
    cited = _Cited(retrieval, taken)
    extracts: list[Extract] = []
    told: set[tuple[str, str]] = set()
    passages = 0
    for hit in _best(retrieval, wanted):
        text = _of_prose(hit, wanted) if hit.language in _PROSE else _of_code(hit, wanted)
        heading = hit.title or hit.anchor
        if not text or (heading, text) in told:
            continue
        told.add((heading, text))
        number = cited.hit(hit)
        extracts.append(Extract(heading, text, number))
        if ties is not None and hit.is_exact:
            extracts += [
                Extract(heading, line, number, beside) for line, beside in _ties_of(hit, ties, cited, retrieval.language)
            ]
        passages += 1
        if passages == MOST_PASSAGES:
            break
    return Extracted(tuple(extracts), tuple(cited.used.values()))


class _Cited:
    """Gives numbers to what is cited, each once."""

    def __init__(self, retrieval: Retrieval, taken: Sequence[Citation]) -> None:
        self.used: dict[int, Citation] = {}
        self._known = {(one.source_type, one.repo, one.anchor): one for one in taken}
        self._last = max((one.number for one in taken), default=0)
        self._commits = {source.source: source.commit for source in retrieval.sources}

    def hit(self, hit: Hit) -> int:
        """The number of a passage."""
        return self._number(hit, hit.anchor, hit.title, hit.path, hit.line, hit.end_line)

    def capsule(self, beside: Hit, capsule: Capsule) -> int:
        """The number of a capsule of the repository and commit of a hit."""
        title = capsule.symbol.removeprefix(capsule.path).lstrip("#") or capsule.path
        return self._number(beside, capsule.symbol, title, capsule.path, capsule.line, capsule.end_line)

    def _number(self, hit: Hit, anchor: str, title: str, path: str, line: int, end_line: int) -> int:
        name = (hit.source_type, hit.repo, anchor)
        if name not in self._known:
            self._last += 1
            self._known[name] = Citation(self._last, *name, title, path, line, end_line, self._commits.get(hit.source, ""))
        found = self._known[name]
        self.used[found.number] = found
        return found.number


def _ties_of(hit: Hit, ties: Material, cited: _Cited, language: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(line, the numbers in it): what calls a hit, and what it calls."""
    relations = ties.relations.get((hit.repo_id, hit.anchor))
    if relations is None:
        return
    numbers: list[int] = []

    def numbered(symbol: str) -> int:
        capsule = ties.capsules.get((hit.repo_id, symbol))
        number = cited.capsule(hit, capsule) if capsule is not None else 0
        numbers.append(number)
        return number

    for line in ties_told(words(language), relations, numbered):
        here = [number for number in dict.fromkeys(numbers) if number and f" [{number}]" in line]
        yield line, tuple(here)


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
    lines = list(_lines_of_code(hit.text))
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


def _lines_of_code(text: str) -> Iterator[str]:
    """The first lines without their indents, empty ones, decorators, comments and texts of documentation."""
    quotes = ""
    for line in map(str.strip, text.split("\n")[:MOST_LINES]):
        if quotes:
            quotes = "" if quotes in line else quotes
        elif line.startswith(_QUOTES):
            quotes = line[:3] if line[:3] not in line[3:] else ""
        elif line and not line.startswith(_NOT_A_HEAD):
            yield line


def _declaration(lines: Sequence[str]) -> str:
    """The first line, with those after it up to where its brackets are closed; alone where they are not."""
    depth = 0
    for at, line in enumerate(lines):
        depth += sum(line.count(opening) - line.count(closing) for opening, closing in ("()", "[]"))
        if depth <= 0:
            return _IN_BRACKETS.sub("", " ".join(lines[: at + 1]))
    return lines[0] if lines else ""


def _sentences(text: str) -> Iterator[str]:
    """Sentences of paragraphs, items and rows; what stands in fences, headings and the heads of tables are left out."""
    is_fenced = False
    paragraph: list[str] = []
    lines = text.split("\n")[:MOST_LINES]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        mark = _MARKS.match(line)
        is_row = line.lstrip().startswith("|")
        if is_fenced or _FENCE.match(line) or mark or is_row or not line.strip() or is_directive(line) or _RULE.match(line):
            if not (_RULE.match(line) and len(paragraph) == 1):  # a line with a rule below is a heading
                yield from _split(paragraph)
            paragraph = []
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not (is_fenced or _RULE.match(line) or is_directive(line)) and line.strip():
            if not is_row:
                if mark is None or not mark[0].lstrip().startswith("#"):
                    paragraph.append(line[mark.end() if mark else 0 :])
            elif not _RULE.match(following):
                yield one_line(" · ".join(cell.strip() for cell in line.strip().strip("|").split("|") if cell.strip(" –-")))
    yield from _split(paragraph)


def _split(paragraph: Iterable[str]) -> Iterator[str]:
    """The sentences of a paragraph, however its lines are broken."""
    return filter(None, map(one_line, _END.split(" ".join(map(str.strip, paragraph)))))


def one_line(text: str) -> str:
    """Text of a repository as one line that makes no link, picture or tag when it is read as Markdown."""
    plain = _cut(_LINK.sub(r"\1", _BEFORE_MARK.sub("", " ".join(show_hidden(without_markup(text)).split()))))
    pieces = plain.replace("](", "] (").split("`")
    if len(pieces) % 2:  # inside of code nothing is a tag
        pieces[::2] = map(_inert, pieces[::2])
        return "`".join(pieces)
    return _inert("`".join(pieces))


def _inert(text: str) -> str:
    """Without what would open a tag, or look like a number that cites something."""
    return _NUMBER.sub(r"(\1)", _TAG.sub("‹", text))


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS].rpartition(" ")[0].rstrip(" ,;:") + "…"
