"""Which words of a sentence are names, by what stands before them: ``rename bake``, ``who calls echo?``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from apps.engine.retrieval.language import plain
from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

SMALL = ENGLISH | SPANISH
_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")
_DOTTED = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#|->)[^\W\d][\w$]*)*")
_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KINDS = _words("class function method interface clase funcion metodo interfaz")
# After these stands the name of what is to be changed; after some, if it is written like a class.
_RENAMED = _words("rename refactor inline callers usages renombra renombrar refactoriza refactorizar")
_CHANGED = _RENAMED | _words("change remove delete replace move split simplify use uses cambio cambiar elimino eliminar")
# Who calls, what uses: after the word that asks and what is no more than "functions" stands the verb, then the name.
_ASKING = _words("who whom what which where quien quienes que cual cuales donde")
_CALLING = _words(
    "call calls calling called invoke invokes invoking invoked use uses using used "
    "llama llaman llamando llamado llamada invoca invocan usa usan usando utiliza utilizan"
)
_CODE = _words(
    "functions methods classes places parts files code tests modules else other "
    "funciones metodos clases lugares sitios partes archivos ficheros codigo pruebas modulos"
)
_BEING, _DONE = _words("is are"), _words("called invoked used")
# The same as a noun: callers of, calls to, usos de.
_CALLS = _words("callers caller calls call usages usage uses references llamadas llamada llamadores usos uso referencias")
_LEADING = _words("of to by de del a al por")
_ARTICLES = _words("the el la los las")
# What goes on after the name; anything else says that the word before was one of the sentence.
_ON = _words("in inside within from and or with when if en dentro desde y o con cuando si")
_PROSE = _words("made handled implemented done tested used called defined hecho hecha this that it them")


class _Read(NamedTuple):
    """A word: as it stands between blanks, without what is around it, in small letters."""

    raw: str
    piece: str
    word: str


def targets(pieces: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Names of what is to be changed, or of what is called, in a question's words (as it stands, the name in it)."""
    read = [_Read(raw, piece, plain(piece.lower())) for raw, piece in pieces]
    found = [*_after_verbs(read), *_called(read)]
    return tuple(dict.fromkeys(found))


def _after_verbs(read: Sequence[_Read]) -> list[str]:
    """After ``rename`` and its like any name, after ``change`` and its like that of a class."""
    found: list[str] = []
    verb = last = ""
    for _raw, piece, word in read:
        is_small = word in SMALL or word in _KINDS
        if not is_small and _IDENTIFIER.fullmatch(piece):
            is_near = last == verb or last in _KINDS or last in ("of", "de")
            if (verb in _RENAMED and is_near) or (verb in _CHANGED and _CLASS.fullmatch(piece)):
                found.append(piece)
        verb, last = (verb if is_small else word), word
    return found


def _called(read: Sequence[_Read]) -> list[str]:
    """After ``who calls`` or ``callers of`` the next name, where the question ends behind it, or goes on with where or why."""
    found: list[str] = []
    is_asked = is_led = False  # a word asked who or what; what stands here would be the name
    for at, (raw, piece, word) in enumerate(read):
        following = read[at + 1].word if at + 1 < len(read) else ""
        is_between = is_asked and following in _DONE and read[at - 1].word in _BEING  # where is echo called
        if ((is_led and _ends(read, at)) or is_between) and _is_name(piece, word):
            found.append(piece)
        begins = (is_asked and word in _CALLING) or (word in _CALLS and following in _LEADING)
        goes_on = is_led and (word in _LEADING or word in _KINDS or (word in _ARTICLES and following in _KINDS))
        is_led = (begins or goes_on) and not _stops(raw)
        is_asked = word in _ASKING or (is_asked and (word in SMALL or word in _CODE or word in _KINDS))
    return found


def _is_name(piece: str, word: str) -> bool:
    if not _DOTTED.fullmatch(piece):
        return False
    return not (word in SMALL or word in _KINDS or word in _CODE or word in _PROSE or word in _CALLING)


def _ends(read: Sequence[_Read], at: int) -> bool:
    """Whether a sentence ends behind a word, or goes on with what can only stand behind a name."""
    return at + 1 == len(read) or _stops(read[at].raw) or read[at + 1].word in _ON


def _stops(raw: str) -> bool:
    return raw.rstrip("\"'`”’»*")[-1:] in (",", ";", ":", "?", "!", ".", ")")
