"""Configuration read in code: the language's own reads, functions around them, libraries' readers, schemas over it."""

from __future__ import annotations

from apps.engine.facts import Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment import declared, libraries, own_functions, schemas, wrapped
from apps.engine.frameworks.environment.conditions import EMPTY, judge
from apps.engine.frameworks.found import Found

__all__ = ["find"]


def find(code: Code) -> Found:
    """Every place where an environment variable is read or declared, tests included."""
    found = Found()
    names = libraries.reader_names(code)
    known = own_functions.collect(code)
    for facts in code.own("Python", "JavaScript", "TypeScript", "TSX", tests=True, migrations=True):
        index = code.index(facts.path)
        for read in facts.environment:
            if not read.name:
                continue
            place = Place(facts.path, read.line, read.end_line)
            verdict = judge(index, place, read.scope, read.name, fails=read.required, has_default=read.default not in EMPTY)
            found.config_keys.append(verdict.key(read.name, place, read.access, read.default, "syntax"))
        if facts.language == "Python":
            own_functions.find(code, facts, known, found)
            libraries.find(code, facts, names, known, found)
        else:
            schemas.find(code, facts, found)
    declared.find(code, found)
    wrapped.find(code, found)
    return found
