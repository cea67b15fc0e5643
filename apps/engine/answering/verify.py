"""Whether a statement's citations hold: each number exists, and what the statement names stands in the text it cites.

Names are what is written as code, identifiers, paths, numbers, quotations and proper names.  That the words between them are
right is not provable here; that nothing is named which the source does not hold is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from apps.engine.answering.statements import Statement
from apps.engine.compression import Context
from apps.engine.retrieval.stopwords import ENGLISH
from apps.engine.retrieval.tokens import tokenise

_CODE = re.compile(r"`([^`]*)`")
_ADDRESS = re.compile(r"://|(?<!\S)//\S|\bwww\.|\][(:\[]|!\[|<[a-z/!]|\b(?:javascript|data|mailto):", re.I)
_QUOTED = re.compile(r"\"([^\"]{2,200})\"|“([^”]{2,200})”|«([^»]{2,200})»")
_NAME = re.compile(
    r"""(?<![\w/.-])(?:
        /?[\w.@{}<>:*-]+(?:/[\w.@{}<>:*-]+)+/?      # a path
      | /[\w{}<>:*-]+                               # an address of one part
      | [^\W\d]\w*(?:(?:\.|::|\#)[^\W\d]\w*)+       # a.b, A::b, a#b
      | \w*[^\W_]_\w+ | _\w+                        # snake_case, CONSTANTS
      | [^\W\d_]*[a-z][A-Z]\w*                      # camelCase, PascalCase
      | [^\W\d]\w*(?=\(\))                          # called()
      | --?[a-z][\w-]+                              # an option
    )""",
    re.X,
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,_]*(?<![.,])(?!\w)")
_PROPER = re.compile(r"(?<=[^\W\d_] )[A-Z][a-z]{2,}\w*(?!\w)")
_NUMBERED = re.compile(r"(?<![\w)\]])\[\d{1,4}\](?!\w)")  # the passages' own numbers are no numbers of the source
_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\.|::|#|->|\(\)")
_SIDES = re.compile(r"^[\s\"'(\[{]+|[\s\"')\]},;:]+$")
_SEPARATOR = re.compile(r"(?<=\d)[,_](?=\d{3})")
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
_MOST_PARTS = 6
_PAIR_WORDS = """
    and/or either/or he/she his/her yes/no true/false on/off start/stop read/write input/output client/server request/response
    y/o e/o lectura/escritura entrada/salida cliente/servidor solicitud/respuesta
"""
_PAIRS = frozenset(_PAIR_WORDS.split())
MOST_SUBJECT = 80  # characters of a name that is shown as not found


class Fault(msgspec.Struct, frozen=True):
    """Why a statement does not hold: uncited, no-such-citation, not-in-source (then `subject` is what was looked for), markup."""

    reason: str
    subject: str = ""


class Evidence(msgspec.Struct, frozen=True):
    """The text behind one citation: as it is, in small letters, its words, and its numbers without separators."""

    text: str
    folded: str
    words: frozenset[str]
    stems: frozenset[str]
    numbers: frozenset[str]


def evidence_of(context: Context) -> dict[int, Evidence]:
    """What stands behind each number: the blocks that cite it, and its own names."""
    texts: dict[int, list[str]] = {
        one.number: [one.title, one.anchor, one.path, one.repo, one.path.rpartition("/")[2]] for one in context.citations
    }
    for block in context.blocks:
        for number in block.citations:
            if number in texts:
                texts[number] += [block.heading, block.text]
    return {number: _evidence("\n".join(parts)) for number, parts in texts.items()}


def fault_of(statement: Statement, evidence: Mapping[int, Evidence], context: Context) -> Fault | None:
    """What is wrong with the statement; None where it holds."""
    if statement.is_code or _ADDRESS.search(_CODE.sub(" ", statement.text)):
        return Fault("markup")
    if not statement.citations:
        return Fault("uncited")
    for number in statement.citations:
        if number not in evidence:
            return Fault("no-such-citation", str(number))
    cited = [evidence[number] for number in statement.citations]
    for name in _codes(statement.text):
        if not any(_holds(one.text, one.words, name) for one in cited):
            return Fault("not-in-source", name[:MOST_SUBJECT])
    plain = _CODE.sub(" ", statement.text)
    for name in _names(plain):
        folded = name.casefold()
        if not any(_holds(one.folded, one.words, folded) for one in cited):
            return Fault("not-in-source", name[:MOST_SUBJECT])
    for number in _NUMBER.findall(_NAME.sub(" ", _QUOTED.sub(" ", plain))):
        if not any(_SEPARATOR.sub("", number) in one.numbers for one in cited):
            return Fault("not-in-source", number[:MOST_SUBJECT])
    known = [context.question.casefold(), *(one.folded for one in evidence.values())]
    for name in _PROPER.findall(plain):
        if not any(name.casefold() in text for text in known):
            return Fault("not-in-source", name[:MOST_SUBJECT])
    if context.language == "en" and not _shares_words(statement.text, cited):
        return Fault("not-in-source")
    return None


def _evidence(text: str) -> Evidence:
    flat = " ".join(_NUMBERED.sub(" ", text).split())
    folded = flat.casefold()
    words = frozenset(_WORD.findall(flat)) | frozenset(_WORD.findall(folded))
    numbers = _DIGITS.findall(_SEPARATOR.sub("", flat))
    parts = [part for number in numbers for part in _parts_of(number)]
    return Evidence(flat, folded, words, frozenset(tokenise(text)), frozenset(parts))


def _parts_of(number: str) -> list[str]:
    """``3.11.4`` is also 3.11 and 3."""
    parts = number.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)][:_MOST_PARTS]


def _codes(text: str) -> Iterator[str]:
    for found in _CODE.finditer(text):
        if name := _SIDES.sub("", " ".join(found[1].split())):
            yield name


def _names(plain: str) -> Iterator[str]:
    """Identifiers, paths and quotations of text outside of code."""
    for found in _QUOTED.finditer(plain):
        yield " ".join((found[1] or found[2] or found[3]).split()).strip(" .,;:")
    rest = _QUOTED.sub(" ", plain)
    for found in _NAME.finditer(rest):
        name = found[0].rstrip(".:-*")
        is_stressed = name[:1] == name[-1:] == "_" and name[:2] != "__"
        if name and not is_stressed and name.casefold() not in _PAIRS:
            yield name


def _holds(text: str, words: frozenset[str], name: str) -> bool:
    """Whether the text holds the name with nothing grown on to it; of a dotted name, or of several words, each part is enough."""
    name = name.removesuffix("()")
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_joins(text[start - 1 : start], name[0]) or _joins(name[-1], text[end : end + 1])):
            return True
        start = text.find(name, start + 1)
    pieces = name.split(" ")
    if len(pieces) > 1:
        return all(_holds(text, words, piece) for piece in filter(None, (_SIDES.sub("", piece) for piece in pieces)))
    parts = [part for part in _PARTS.split(name) if part]
    return len(parts) > 1 and all(part in words for part in parts)


def _joins(before: str, after: str) -> bool:
    """Whether two neighbours make one word or number."""
    return bool(before and after) and (before.isalnum() or before == "_") and (after.isalnum() or after == "_")


def _shares_words(text: str, cited: Sequence[Evidence]) -> bool:
    """Whether a statement has any word of weight in common with what it cites; true of one without such words."""
    wanted = _stems(word for word in _WORD.findall(text) if word.casefold() not in ENGLISH)
    return not wanted or any(wanted & one.stems for one in cited)


def _stems(words: Iterable[str]) -> set[str]:
    return set(tokenise(" ".join(words)))
