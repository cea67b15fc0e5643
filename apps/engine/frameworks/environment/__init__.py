"""Configuration read in code: the language's own reads, functions around them, libraries' readers, schemas over it."""

from __future__ import annotations

from apps.engine.facts import Argument, Call, EnvironmentRead, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment import declared, libraries, nest, own_functions, schemas, viper, wrapped
from apps.engine.frameworks.environment.conditions import EMPTY, judge
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.loops import expanded

__all__ = ["find"]


def find(code: Code) -> Found:
    """Every place where an environment variable is read or declared, tests included."""
    found = Found()
    names = libraries.reader_names(code)
    known = own_functions.collect(code)
    for facts in code.own("Python", "JavaScript", "TypeScript", "TSX", tests=True, migrations=True):
        index = code.index(facts.path)
        for read in facts.environment:
            place = Place(facts.path, read.line, read.end_line)
            held = [read.name] if read.name else _held(code, facts.path, read)
            if not held and read.parameter and not _is_asked_for(facts, read, known):
                found.unknowns.append(Unknown("configuration key", read.parameter, own_functions.PUT_TOGETHER, place))
            for name in held:
                spelled = "" if read.name else read.parameter
                verdict = judge(
                    index, place, read.scope, name, fails=read.required, has_default=read.default not in EMPTY, spelled=spelled
                )
                found.config_keys.append(verdict.key(name, place, read.access, read.default, "syntax"))
        own_functions.find(code, facts, known, found)
        if facts.language == "Python":
            libraries.find(code, facts, names, known, found)
        else:
            schemas.find(code, facts, found)
            nest.find(code, facts, found)
    declared.find(code, found)
    wrapped.find(code, found)
    viper.find(code, found)
    return found


def _is_asked_for(facts: FileFacts, read: EnvironmentRead, known: own_functions.Helpers) -> bool:
    """Whether callers say which variable it is, and nothing else does before it is read."""
    helper = known.get((facts.path, read.scope))
    if helper is None or helper.name != read.parameter:
        return False
    return not any((item.scope, item.target) == (read.scope, read.parameter) for item in facts.assignments)


def _held(code: Code, path: str, read: EnvironmentRead) -> list[str]:
    """The variables that a read through a name means: a constant's text, or each of a list that a loop runs over."""
    value = Value("name", read.parameter, line=read.line, end_line=read.end_line)
    text = code.folder.text(path, read.scope, value)
    if text is not None:
        return [text]
    if code.index(path).is_script:
        call = Call(Value("name", read.access), (Argument(value),), read.line, read.end_line, read.scope)
        rounds = expanded(code, code.files[path], call)
        return [text for (argument,) in rounds if (text := code.folder.text(*argument)) is not None]
    bound = code.names.bind(path, read.scope, read.parameter, read.line)
    if bound.assignment is None or bound.assignment.kind != "loop" or bound.value is None:
        return []
    return code.folder.texts(bound.path, bound.scope, bound.value) or []
