"""The first sentence of a documentation comment: what a thing says of itself in one line."""

from __future__ import annotations

import re

from apps.engine.facts.markup import is_directive, without_markup

_SAID = 160  # characters at most
_SENTENCE = re.compile(r"(?<=[.!?])(?:\s+(?=[^\sa-z])|$)")  # no end before a small letter: "e.g. this"
_TAG = re.compile(r"[@\\]\w|:\w+(?: [^:]*)?:(?!`)")  # such as @author, \param, :type x: of a documentation comment


def first_sentence(docstring: str) -> str:
    """The first sentence of its first paragraph, at most 160 characters; "" where it only has tags such as ``@author``.

    Its markup is left out, as `without_markup` does it.
    """
    words: list[str] = []
    for line in docstring.splitlines():
        text = line.strip()
        if _TAG.match(text) or (words and not text):
            break
        if not is_directive(text):
            words += text.split()
    paragraph = " ".join(without_markup(" ".join(words)).split())
    said = _SENTENCE.split(paragraph, maxsplit=1)[0]
    if len(said) <= _SAID:
        return said
    whole_words = said[:_SAID].rpartition(" ")[0] or said[: _SAID - 1]
    return whole_words.rstrip(" ,;:") + "…"
