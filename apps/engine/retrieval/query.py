"""A question as it was typed → what it asks for: words, names, paths, lines, phrases, a regular expression.

Whatever is typed is read in linear time: it is cut first, split at blanks, and each piece is looked at by its characters.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from apps.engine.errors import OwnerError
from apps.engine.retrieval.glossary import in_english
from apps.engine.retrieval.language import language_of, plain
from apps.engine.retrieval.stopwords import FRAME
from apps.engine.retrieval.targets import SMALL, targets

LONGEST = 2_000  # characters of a question that are read
LONGEST_PATTERN = 200
MOST_NAMES = 12  # names, paths and phrases each of one question that are looked up
_JOINERS = "\u200c\u200d"  # some scripts and emoji need them between letters
_AROUND = "\"'`“”‘’«»<>()[]{},;:!?¿¡*"
_QUOTES = {'"': '"', "“": "”", "«": "»", "`": "`"}
_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")
_SEPARATORS = ("::", "->", "#", "\\", "/")  # how languages write what a symbol has a dot for
_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_LINE = re.compile(r"(?:#L|:)(\d{1,9})(?:[-:]L?\d{1,9})?\Z")
_PATH = re.compile(r"[\w.@~+$\[\]()/-]+")
_FILE_ENDINGS = (
    "c cc cfg conf cpp cs css env erb ex exs go gradle graphql h hpp htm html ini ipynb java js json jsx kt kts less lock "
    "lua m md mjs mts php pl proto py pyi rb rs rst sass scala scss sh sql svelte swift tf toml ts tsx txt vue xml yaml yml"
)
_EXTENSIONS = frozenset(_FILE_ENDINGS.split())
_FILES = frozenset(("dockerfile", "makefile", "rakefile", "gemfile", "procfile", "jenkinsfile", "vagrantfile"))
_CODE = re.compile(r"\w[_./]\w|::|\(\)|`")  # inside a word: it is no prose
_ASKING = re.compile(r"[^\w]*(?:how|where|when|why|what|which|who|como|donde|cuando|que|cual|quien)\b")
_BACK_REFERENCE = re.compile(r"\\[1-9]")


class QueryRefused(OwnerError):
    """The question can't be searched for; the message is one sentence that says why."""

    code = "query:refused"


class Query(msgspec.Struct, frozen=True):
    """What a question asks for.  `text` is all of it, cleaned; `words` is for the lexical leg, `meaning` for the vector leg: in
    English as far as the glossary reaches.  `subject` is the meaning without the question's frame, `content` the same as typed.

    `names` are symbols and qualified names as written (`targets`: those that a verb such as "calls" makes it ask about), `paths`
    files and folders, `places` (path, line), `phrases` what must stand as it is.  `pattern` is a regular expression for
    PostgreSQL, "" where there is none.  Nothing but phrases, or a pattern, has no words: it is looked for as it is.
    """

    text: str
    words: str
    meaning: str
    language: str  # en, es
    subject: str = ""
    content: str = ""
    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    phrases: tuple[str, ...] = ()
    pattern: str = ""
    ignores_case: bool = False
    is_identifier: bool = False  # nothing but names, paths and lines
    is_asked: bool = False  # put as a question
    code_share: float = 0.0  # of its words are names, paths or pieces of code
    is_cut: bool = False
    targets: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether it says precisely what it wants, rather than describing it."""
        return bool(self.is_identifier or self.phrases or self.pattern)

    @property
    def is_verbatim(self) -> bool:
        """Whether nothing is wanted but what holds all of the phrases, or fits the pattern."""
        return self.is_exact and not self.words


def parse_query(question: str) -> Query:
    """Read a question.  Raises `QueryRefused` where there is nothing to look for, or a pattern no search could bear."""
    text = _cleaned(question[: LONGEST + 1])
    if not text:
        raise QueryRefused("The question is empty: ask with a name, a path or a sentence.", code="query:empty")
    is_cut, text = len(question) > LONGEST, text[:LONGEST].rstrip()
    found = _pattern(text)
    if found is not None:
        pattern, ignores_case = found
        return Query(text, "", "", "en", pattern=pattern, ignores_case=ignores_case, is_cut=is_cut)
    phrases, quoted, rest = _phrases(text)
    pieces = [(raw, piece) for raw in rest.split() if (piece := raw.strip(_AROUND).rstrip("."))]
    is_alone = len(pieces) == 1 and not phrases
    names, paths, places, prose = [*quoted], list[str](), list[tuple[str, int]](), 0
    wanted = targets(pieces) if len(pieces) > 1 else ()
    for raw, piece in pieces:
        name = piece.removesuffix("()")
        place = _place(piece)
        if place:
            places.append(place)
            paths.append(place[0])
        elif _is_path(piece):
            paths.append(piece)
            names += [piece] if "/" not in piece else []
        elif name and (is_alone or name in wanted or raw.rstrip(",;:!?.").endswith("()") or is_code_name(name)):
            names.append(name)
        elif name not in quoted:
            prose += 1
    names = [name for name in dict.fromkeys(names) if any(char.isalnum() for char in name)]
    language = language_of(text)
    phrases = list(dict.fromkeys(phrases))[:MOST_NAMES]
    if phrases and not pieces:
        return Query(text, "", "", language, phrases=tuple(phrases), is_cut=is_cut)
    content = _content(text)
    meaning, subject = (in_english(text), in_english(content)) if language == "es" else (text, content)
    return Query(
        text=text,
        words=f"{content} {subject}" if language == "es" and subject else content,
        meaning=meaning or text,
        language=language,
        subject=subject or content,
        content=content,
        names=tuple(names[:MOST_NAMES]),
        targets=tuple(name for name in names[:MOST_NAMES] if name in wanted),
        paths=tuple(dict.fromkeys(paths))[:MOST_NAMES],
        places=tuple(dict.fromkeys(places))[:MOST_NAMES],
        phrases=tuple(phrases),
        is_identifier=bool(names or paths) and not phrases and not prose,
        is_asked=_is_asked(text),
        code_share=sum(_is_code(raw) for raw, _piece in pieces) / max(len(pieces), 1),
        is_cut=is_cut,
    )


def _content(text: str) -> str:
    """A question without its frame; anything else, and what is nothing but frame, as it is."""
    if not _is_asked(text):
        return text
    words = [(word, plain(word.lower().strip(_AROUND + "."))) for word in text.split()]
    kept = [(word, small) for word, small in words if small not in FRAME]
    return " ".join(word for word, _small in kept) if any(small not in SMALL for _word, small in kept) else text


def _is_asked(text: str) -> bool:
    return bool(_ASKING.match(plain(text.lower()))) or text.endswith("?")


def _is_code(piece: str) -> bool:
    """Whether a word of a sentence is no word of prose: a name, a path, a number of a version."""
    return bool(_CODE.search(piece)) or is_code_name(piece.strip(_AROUND).rstrip("."))


def _cleaned(text: str) -> str:
    """Without what nobody can see: control and formatting characters, halves of characters."""
    normal = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    kept = (
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for char in normal
        if char in _JOINERS or unicodedata.category(char) != "Cf"
    )
    return "".join(kept).strip()


def _pattern(text: str) -> tuple[str, bool] | None:
    """(regular expression, whether letters' case is ignored) of ``/…/`` or ``/…/i``.  A slash inside makes it a path."""
    ignores_case = text.endswith("/i") and len(text) > 3
    body = text[1:-2] if ignores_case else text[1:-1]
    if len(text) < 3 or not text.startswith("/") or not (ignores_case or text.endswith("/")):
        return None
    if not body.strip() or "/" in body.replace("\\/", ""):
        return None
    if len(body) > LONGEST_PATTERN:
        raise QueryRefused(
            f"A regular expression may have {LONGEST_PATTERN} characters; this one is longer.", code="query:pattern"
        )
    if _BACK_REFERENCE.search(body) or body.startswith("***"):
        raise QueryRefused(
            "Back references in regular expressions are not searched: write out what repeats.", code="query:pattern"
        )
    return body.replace("\\/", "/"), ignores_case


def _phrases(text: str) -> tuple[list[str], list[str], str]:
    """(phrases in quotes, names in backticks, the text without these).  A quote that is never closed is no quote."""
    phrases: list[str] = []
    names: list[str] = []
    rest: list[str] = []
    at = 0
    while at < len(text):
        closing = _QUOTES.get(text[at])
        end = text.find(closing, at + 1) if closing else -1
        if end < 0:
            start, at = at, at + 1
            rest.append(text[start])
            continue
        inside = text[at + 1 : end].strip()
        if text[at] == "`" and not any(char.isspace() for char in inside):
            if inside:
                names.append(inside.removesuffix("()"))
                rest.append(f" {inside} ")
        elif inside:
            phrases.append(inside)
        at = end + 1
    return phrases, names, "".join(rest)


def _place(piece: str) -> tuple[str, int] | None:
    mark = _LINE.search(piece)
    if mark is None or not mark.start():
        return None
    path = piece[: mark.start()]
    return (path, int(mark[1])) if _is_path(path) else None


def _is_path(piece: str) -> bool:
    if "#" in piece or "://" in piece or not _PATH.fullmatch(piece):
        return False
    name = piece.rstrip("/").rpartition("/")[2]
    stem, dot, extension = name.rpartition(".")
    return "/" in piece.strip("/") or bool(dot and stem and extension.lower() in _EXTENSIONS) or name.lower() in _FILES


def is_file_name(piece: str) -> bool:
    """Whether what is a path is called as only a file is."""
    name = piece.rpartition("/")[2].lower()
    return name in _FILES or name.rpartition(".")[2] in _EXTENSIONS


def is_code_name(piece: str) -> bool:
    """Whether a word of a sentence is written as only names of code are."""
    if "://" in piece or "@" in piece:
        return False
    parts = parts_of(piece)
    if not parts or not all(_IDENTIFIER.fullmatch(part) for part in parts):
        return False
    return len(parts) > 1 or "_" in piece.strip("_") or piece.startswith("__") or bool(_HUMP.search(piece))


def is_small(word: str) -> bool:
    """Whether it is one of the small words of English or Spanish, which every sentence has."""
    return plain(word.lower()) in SMALL


def parts_of(piece: str) -> list[str]:
    """The names a qualified name is made of, outermost first."""
    for mark in _SEPARATORS:
        piece = piece.replace(mark, ".")
    return [part for part in piece.split(".") if part]


def qualified(name: str) -> str:
    """A name with every language's separators as dots, in small letters: what two spellings of one name have in common."""
    return ".".join(parts_of(name)).lower()
