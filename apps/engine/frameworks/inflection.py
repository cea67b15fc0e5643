"""Singular and plural, file names and class names, as Rails takes them to belong together.

The rules are those of English that names of tables need.  A project's own acronyms are met by comparing names without regard to
case.
"""

from __future__ import annotations

import re

_SAME = frozenset({
    "equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police", "news", "data",
    "metadata", "media", "feedback", "software", "hardware", "staff",
})  # fmt: skip
_ODD = {
    "person": "people", "man": "men", "woman": "women", "child": "children", "sex": "sexes", "move": "moves", "zombie": "zombies",
    "ox": "oxen", "mouse": "mice", "louse": "lice", "quiz": "quizzes", "axis": "axes", "testis": "testes", "crisis": "crises",
    "analysis": "analyses", "basis": "bases", "thesis": "theses", "diagnosis": "diagnoses", "hypothesis": "hypotheses",
    "synopsis": "synopses", "datum": "data", "criterion": "criteria", "status": "statuses", "alias": "aliases", "virus": "viri",
    "octopus": "octopi", "bus": "buses", "matrix": "matrices", "vertex": "vertices", "index": "indices", "photo": "photos",
    "tomato": "tomatoes", "potato": "potatoes", "hero": "heroes", "shoe": "shoes", "database": "databases", "movie": "movies",
    "cookie": "cookies", "knife": "knives", "wife": "wives", "life": "lives", "half": "halves", "wolf": "wolves",
    "shelf": "shelves",
    "leaf": "leaves", "thief": "thieves", "self": "selves", "medium": "media", "stadium": "stadia", "horse": "horses",
    "release": "releases", "case": "cases", "phase": "phases", "purchase": "purchases", "license": "licenses", "cache": "caches",
    "archive": "archives", "response": "responses", "expense": "expenses", "course": "courses", "house": "houses", "use": "uses",
    "cause": "causes", "base": "bases", "lease": "leases", "axe": "axes", "niche": "niches", "headache": "headaches",
    "process": "processes", "address": "addresses", "access": "accesses", "business": "businesses", "news": "news",
}  # fmt: skip
_SINGULARS = {plural: one for one, plural in _ODD.items() if plural not in ("bases", "axes", "media", "data", "news")}
_PLURALS = (
    (re.compile(r"(ss|sh|ch|x|z)$"), r"\1es"), (re.compile(r"([^aeiouy]|qu)y$"), r"\1ies"), (re.compile(r"sis$"), "ses"),
    (re.compile(r"s$"), "s"), (re.compile(r"$"), "s"),
)  # fmt: skip
_ONES = (
    (re.compile(r"(ss)$"), r"\1"), (re.compile(r"([^aeiouy]|qu)ies$"), r"\1y"), (re.compile(r"(sh|ch|x|ss|zz)es$"), r"\1"),
    (re.compile(r"(us|is)$"), r"\1"), (re.compile(r"s$"), ""),
)  # fmt: skip
_BORDERS = re.compile(r"([A-Z\d]+)([A-Z][a-z])|([a-z\d])([A-Z])")
_LAST_WORD = re.compile(r"(?:^|[_/])([A-Za-z0-9]+)$")


def pluralize(word: str) -> str:
    """``category`` → ``categories``; of several words the last."""
    return _last(word, _ODD, _PLURALS)


def singularize(word: str) -> str:
    """``categories`` → ``category``."""
    return _last(word, _SINGULARS, _ONES)


def _last(word: str, odd: dict[str, str], rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    match = _LAST_WORD.search(word)
    if match is None:
        return word
    start, last = match.start(1), match[1]
    lower = last.lower()
    if lower in _SAME or lower in odd.values():
        return word
    if lower in odd:
        return word[:start] + odd[lower]
    for pattern, into in rules:
        if pattern.search(last):
            return word[:start] + pattern.sub(into, last, count=1)
    return word


def camelize(path: str) -> str:
    """``admin/user_roles`` → ``Admin.UserRoles``."""
    return ".".join("".join(part[:1].upper() + part[1:] for part in piece.split("_")) for piece in path.split("/") if piece)


def underscore(name: str) -> str:
    """``Admin.UserRole`` → ``admin/user_role``."""
    split = _BORDERS.sub(lambda found: "_".join(part for part in found.groups() if part), name)
    return split.replace(".", "/").replace("-", "_").lower()
