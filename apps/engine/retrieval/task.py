"""What a question is for, by rules, in English and Spanish: it decides which view of what is found the asker gets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args

from apps.engine.retrieval.language import plain
from apps.engine.retrieval.query import Query

Task = Literal["code_query", "refactor", "code_gen", "search", "architecture"]
TASKS: tuple[str, ...] = get_args(Task)

ARCHITECTURE_WORDS = (
    "architecture", "how does", "system", "flow", "endpoint", "model", "structure", "component", "service", "design", "stack",
    "dependency", "integration", "diagram", "overview",
    "arquitectura", "cómo funciona", "sistema", "flujo", "punto de entrada", "modelo", "estructura", "componente", "servicio",
    "diseño", "pila", "dependencia", "integración", "diagrama", "visión general", "resumen",
)  # fmt: skip

_WORD = re.compile(r"[^\W_]+")
_POLITE = (
    r"(?:(?:please|can you|could you|would you|help me(?: to)?|i want(?: you)? to|i need(?: you)? to|i would like to|let us"
    r"|we need to|por favor|puedes|podrias|quiero|quisiera|necesito|ayudame a|me ayudas a|hay que) )*"
)
_REFACTOR = re.compile(
    r"\b(?:refactor\w*|rename|extract (?:a |an |the )?(?:method|function|class|module|interface|variable|constant)|inline"
    r"|restructure|deduplicate|decouple|simplify|clean up|split (?:up )?|break up|what (?:would )?breaks?"
    r"|safe to (?:change|delete|remove)|(?:change|remove|replace|delete|move) (?:the |this )?\w+ (?:signature|parameter"
    r"|argument|method|function|class|module|from"
    r"|to|with|into|without)|impact of|who (?:calls|uses)|callers of"
    r"|refactoriz\w+|renombr\w+|reestructur\w+|simplific\w+|desacopl\w+|divid\w+|extra(?:e|er|iga) (?:un |una |el |la )?"
    r"(?:metodo|funcion|clase|modulo|interfaz|variable|constante)|que se rompe|quien(?:es)? (?:llaman?|usan?)|impacto de"
    r"|(?:cambiar?|quitar?|reemplazar?|eliminar?|mover?) (?:el |la |los |las )?\w+ (?:por|a|de|sin)\b)"
)
_GENERATE = re.compile(
    rf"{_POLITE}(?:how (?:do|can|should|would) (?:i|we) |how to |como (?:se |puedo |podemos |debo )?)?"
    r"(?:write|create|add|implement|generate|build|scaffold|code|make|introduce|support"
    r"|escrib\w+|crea\w*|anad\w+|agreg\w+|implement\w+|gener(?:a|ar|e|en)|constru\w+|haz|hacer|hago|programa|programar|soport\w+)\b"
)
_SEARCH = re.compile(
    rf"{_POLITE}(?:find|search|list|locate|look (?:for|up)|show(?: me)?|get me|which|where|in (?:which|what)|what (?:functions"
    r"|classes|methods|files|modules|tests|endpoints|models)|all (?:the )?\w+|every|any"
    r"|busc\w+|encuentr\w+|encontrar|list(?:a|ar|e|en)|localiz\w+|muestra\w*|mostrar|ensena\w*|que (?:funciones|clases|metodos"
    r"|archivos|ficheros|modulos|pruebas|modelos|endpoints)|cual(?:es)?(?! es\b| son\b)"
    r"|donde|en (?:que|cual)|tod[oa]s?|cada|hay)\b"
)
_ASKS_ABOUT_CODE = re.compile(
    r"\b(?:what does|what is|why does|how does|explain|que hace|que es|por que|como funciona|explica\w*)\b"
)


def task_of(query: Query, words: Iterable[str] = ()) -> Task:
    """The kind of task.  `words` are the tenant's for the architecture; none: the product's own."""
    if query.pattern:
        return "search"
    if query.is_identifier:
        return "code_query"
    text = _folded(query.text)
    if _REFACTOR.search(text):
        return "refactor"
    if _GENERATE.match(text):
        return "code_gen"
    if query.phrases and not query.names:
        return "search"
    if (query.names or query.paths) and _ASKS_ABOUT_CODE.search(text):
        return "code_query"
    if _SEARCH.match(text):
        return "search"
    return "architecture" if is_architecture(query, words) else "code_query"


def is_architecture(query: Query, words: Iterable[str] = ()) -> bool:
    """Whether one of the words stands in the question, alone or in the plural: parts of a name of code don't count."""
    text = f" {_folded(query.text)} "
    return any(form in text for form in _standing_alone(tuple(words or ARCHITECTURE_WORDS)))


@lru_cache(maxsize=256)  # teams with words of their own
def _standing_alone(words: tuple[str, ...]) -> tuple[str, ...]:
    """All forms of the words, each between blanks."""
    return tuple(f" {form} " for word in words for form in _forms(_folded(word)))


def _forms(word: str) -> tuple[str, ...]:
    if not word:
        return ()
    ending = (word[:-1] + "ies",) if word.endswith("y") else ()
    return (word, word + "s", word + "es", *ending)


def _folded(text: str) -> str:
    """Words in small letters, without accents, one blank apart.  A name of code is one word: ``order_model`` is no model."""
    pieces = (piece for piece in plain(text).lower().split())
    return " ".join(" ".join(_WORD.findall(piece)) if not _is_code(piece) else "_".join(_WORD.findall(piece)) for piece in pieces)


def _is_code(piece: str) -> bool:
    inner = piece.strip("\"'`“”‘’«»<>()[]{},;:!?¿¡*.-")
    return any(mark in inner for mark in "_/.#:")
