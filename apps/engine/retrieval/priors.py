"""How likely a passage answers a question before a word of it is read: by what its file is for.

A test says much in the words of what it tests, prose in the words of whoever asks, and a log of changes says what was: most
questions want the code itself.  Chosen by measurement (`benchmarks/search/quality.py`).
"""

from __future__ import annotations

import re

from apps.engine.retrieval.language import plain

TEST, PROSE, HISTORY, UNSAID = 0.7, 0.7, 0.5, 0.7
_WORD = re.compile(r"[^\W\d_]+")
_ASKED_TEST = "test tests tested testing spec specs fixture fixtures mock mocks prueba pruebas"
_ASKED_PROSE = """
    documentation documented docs doc readme guide tutorial manual example examples install installation contribute contributing
    license documentacion documentado guia ejemplo ejemplos instala instalar instalacion licencia contribuir
"""
_ASKED_HISTORY = """
    changelog changes changed release releases released version versions upgrade upgrading deprecated history news
    cambios cambio versiones novedades actualizar historial
"""
_TEST_WORDS, _PROSE_WORDS, _HISTORY_WORDS = (frozenset(words.split()) for words in (_ASKED_TEST, _ASKED_PROSE, _ASKED_HISTORY))
# Of an architecture document: what it could not find out, or does not show.
_UNSAID = frozenset(
    (
        "purpose#what-the-repository-does-not-say",
        "directory-structure#what-was-not-read",
        "configuration#values-that-look-like-secrets",
    )
)
_HISTORY_FILE = re.compile(r"(?:^|/)(?:change(?:s|log)?|history|news|upgrad(?:e|ing)|releases?)\b[^/]*\Z", re.IGNORECASE)


class Priors:
    """Of the passages one question finds.  What the question asks for by name is as likely as code."""

    def __init__(self, question: str) -> None:
        words = {plain(word) for word in _WORD.findall(question.lower())}
        self._test = 1.0 if words & _TEST_WORDS else TEST
        self._history = 1.0 if words & _HISTORY_WORDS else HISTORY
        self._prose = 1.0 if words & _PROSE_WORDS else PROSE

    def of(self, role: str, path: str, anchor: str) -> float:
        """Of the passage with this anchor; `role` and path are those of its file."""
        if role == "document":
            return UNSAID if anchor in _UNSAID else 1.0
        if role == "test":
            return self._test
        if role == "documentation":
            return self._history if _HISTORY_FILE.search(path) else self._prose
        return 1.0
