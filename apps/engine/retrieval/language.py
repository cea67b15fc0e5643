"""Whether a question is English or Spanish, by the small words every sentence has."""

from __future__ import annotations

import re
import unicodedata

from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

_WORD = re.compile(r"[^\W\d_]+")
# Small words, and those that questions about code are made of; what both languages have is in neither.
_MORE_SPANISH = """
    archivo archivos busca buscar clase clases crea crear define definen encuentra escribe explica explicame fichero ficheros
    funcion funciona funcionan funciones hacer lista llama llaman metodo metodos muestra necesito prueba pruebas puede puedo
    quiero usa usan usuario usuarios
"""
_MORE_ENGLISH = """
    add call calls class classes create defines does explain file files find function functions list made make method
    methods show test tests use used user users uses work works write
"""
_SPANISH = (SPANISH | frozenset(_MORE_SPANISH.split())) - ENGLISH
_ENGLISH = (ENGLISH | frozenset(_MORE_ENGLISH.split())) - SPANISH
_ONLY_SPANISH = frozenset("ñ¿¡")


def language_of(text: str) -> str:
    """``es`` where more of the words are Spanish than English, else ``en``."""
    lowered = text.lower()
    words = [plain(word) for word in _WORD.findall(lowered)]
    spanish = sum(word in _SPANISH for word in words)
    english = sum(word in _ENGLISH for word in words)
    spanish += 2 * any(mark in lowered for mark in _ONLY_SPANISH)
    spanish += sum(word.endswith(("ción", "ciones", "ía")) for word in lowered.split())
    return "es" if spanish > english else "en"


def plain(word: str) -> str:
    """The word without its accents."""
    if word.isascii():
        return word
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
