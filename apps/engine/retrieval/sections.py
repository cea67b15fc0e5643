"""Which sections of an architecture document a question asks for: by their subject, not by their words.

"What is the architecture of the system?" has no word that tells one passage from another, and the sections that answer it need
not say "architecture".  Each subject has its words; a word of several subjects names the one it means most first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Set

from apps.engine.retrieval.language import plain
from apps.engine.retrieval.query import Query
from apps.engine.retrieval.stopwords import ENGLISH, FRAME, SPANISH

LEAST = 0.3  # of a question's words, from which a section is asked for
LONGEST_NAME = 4  # words
LATER = 0.1  # what each place further back in a word's list costs
_SUBJECTS = """
    architecture design: services-components principal-flows directory-structure tech-stack purpose
    system project application app: purpose services-components principal-flows tech-stack directory-structure
    overview summary introduction: purpose services-components tech-stack principal-flows directory-structure
    structure layout organized organised organization: directory-structure services-components
    diagram: services-components principal-flows data-models
    purpose goal about: purpose
    stack technology technologies framework language runtime: tech-stack
    directory directories folder tree: directory-structure
    data: data-models
    database: data-models configuration
    model schema entity entities table: data-models
    endpoint api route url address addresses: api-endpoints
    component service module worker background: services-components
    flow journey lifecycle: principal-flows
    dependency dependencies integration external package library libraries: external-dependencies
    configuration configured configure config setting environment variable env: configuration
    test testing tested coverage: tests
"""
# Of a question about a repository by its name: what it is, what it is made of, what it does.
OF_A_REPOSITORY = {"purpose": 1.0, "services-components": 0.9, "principal-flows": 0.8}
_WORD = re.compile(r"\w+")
_SMALL = ENGLISH | SPANISH


def _entries() -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _SUBJECTS.strip().splitlines():
        words, _, sections = line.partition(":")
        for word in words.split():
            yield word, tuple(sections.split())


_SECTIONS_OF = dict(_entries())


def sections_asked(query: Query) -> dict[str, float]:
    """{key of a section: the share of the question's words that ask for it}, 0..1; empty where the question is about more.

    A Spanish word may be several in English: it counts once.
    """
    words, typed = _words(query.subject), _words(query.content)
    shares: dict[str, float] = defaultdict(float)
    for word in words:
        for place, section in enumerate(_SECTIONS_OF.get(word) or _SECTIONS_OF.get(word.removesuffix("s"), ())):
            shares[section] += (1 - LATER * place) / (len(typed) or len(words))
    return {section: min(share, 1.0) for section, share in shares.items() if share >= LEAST}


def name_asked_about(query: Query) -> frozenset[str]:
    """The words of a question that may have no others than a repository's name: "What is gin?"; empty for any other."""
    words = frozenset(_words(query.content)) - FRAME
    return words if query.is_asked and len(words) <= LONGEST_NAME else frozenset()


def is_called(name: str, words: Set[str]) -> bool:
    """Whether the words are all of a repository's name, or of a part of it."""
    return bool(words) and words <= set(_WORD.findall(plain(name.lower()).replace("_", "-")))


def _words(text: str) -> list[str]:
    words = dict.fromkeys(plain(word) for word in _WORD.findall(text.lower()))
    return [word for word in words if word not in _SMALL]
