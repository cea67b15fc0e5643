"""The part of a passage that shows why it was found: a few lines of code or words of prose, with what was asked for marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString, mark_safe

from apps.engine.facts import Cite, split_markdown
from apps.engine.facts.markup import without_markup
from apps.engine.rendering.visible import escape_visibly
from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

LINES = 3  # of code
WIDEST = 160  # characters of a line of code
PROSE = 280  # characters
LOOKED_AT = 20_000  # characters of a passage: what is found farther down is not shown
WORDS = 12  # of a question that are marked
_WORD = re.compile(r"\w+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_RULE = re.compile(r"[\s|:-]+\Z")
_MARKS = str.maketrans("", "", "`*")
_LEADING = " \t#>-+"
_LEAST = 3  # letters of a word that says something
_PLAIN = ENGLISH | SPANISH  # marking what stands everywhere hides what matters


def words_of(question: str) -> tuple[str, ...]:
    """The words of a question that are looked for in a text, in small letters, longest first; parts of names beside the names."""
    found: dict[str, None] = {}
    for word in _WORD.findall(question[:LOOKED_AT]):
        for part in (word, *_CAMEL.findall(word)):
            small = part.casefold()
            if len(small) >= _LEAST and small not in _PLAIN:
                found[small] = None
    return tuple(sorted(list(found)[:WORDS], key=lambda word: (-len(word), word)))


def code_excerpt(text: str, words: Sequence[str], name: str) -> SafeString:
    """The lines in a row that hold most of the words, first of all those where `name` stands; their indentation is taken off."""
    lines = text[:LOOKED_AT].expandtabs(4).split("\n")
    found = [{word for word in words if word in line.casefold()} for line in lines]
    named = next((at for at, line in enumerate(lines) if name in line), -1)

    def worth(at: int) -> tuple[int, bool, int]:
        return len(set().union(*found[at : at + LINES])) + 2 * (at == named), bool(found[at]), -at

    start = max(range(len(lines)), key=worth)
    if not any(found):
        start = max(named, next((at for at, line in enumerate(lines) if line.strip()), 0))
    shown = lines[start : start + LINES]
    while len(shown) > 1 and not shown[-1].strip():
        shown.pop()
    indent = min((len(line) - len(line.lstrip()) for line in shown if line.strip()), default=0)
    return _joined((_cut(line[indent:].rstrip()) for line in shown), words, "\n")


def prose_excerpt(markdown: str, words: Sequence[str]) -> SafeString:
    """The words around the place that holds most of the ones asked for, without the signs of Markdown."""
    pieces = split_markdown(markdown[:LOOKED_AT])
    text = _plain(
        "".join(piece if isinstance(piece, str) else piece.label if isinstance(piece, Cite) else "" for piece in pieces)
    )
    small = text.casefold()
    places = [at for word in words if (at := small.find(word)) >= 0] if len(small) == len(text) else []
    best = max(places, key=lambda at: (sum(at <= other < at + PROSE for other in places), -at), default=0)
    start = 0 if best < PROSE // 2 else text.rfind(" ", 0, best - PROSE // 4) + 1
    piece = text[start : start + PROSE]
    if start + PROSE < len(text):
        piece = f"{piece.rpartition(' ')[0] or piece} …"
    return _joined([f"… {piece}" if start else piece], words, "")


def plain_line(text: str) -> str:
    """A sentence of a comment without the signs of markup."""
    return without_markup(text).replace("`", "")


def _plain(markdown: str) -> str:
    kept = []
    for line in without_markup(markdown).split("\n"):
        if line.lstrip().startswith(("```", "~~~")) or _RULE.match(line):
            continue
        if line.lstrip().startswith("|"):
            line = " · ".join(cell for cell in (cell.strip() for cell in line.strip().strip("|").split("|")) if cell)
        kept.append(line.lstrip(_LEADING).translate(_MARKS).strip())
    return " ".join(line for line in kept if line)


def _cut(line: str) -> str:
    return line if len(line) <= WIDEST else f"{line[:WIDEST]}…"


def _joined(pieces: Iterable[str], words: Sequence[str], between: str) -> SafeString:
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE) if words else None
    return mark_safe(between.join(_marked(piece, pattern) for piece in pieces))  # noqa: S308  # escaped piece by piece


def _marked(text: str, pattern: re.Pattern[str] | None) -> str:
    out, at = [], 0
    for match in pattern.finditer(text) if pattern is not None else ():
        out += [escape_visibly(text[at : match.start()]), "<mark>", escape_visibly(match[0]), "</mark>"]
        at = match.end()
    return "".join([*out, escape_visibly(text[at:])])
