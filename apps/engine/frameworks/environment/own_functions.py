"""Functions of the project that read the variable they are told: ``get_bool_from_env("DEBUG", True)`` is a read of DEBUG."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Call, Definition, FileFacts, Parameter, Place, Unknown
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment.conditions import EMPTY, judge
from apps.engine.frameworks.environment.readers import CASTS, READERS, own_classes
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, keyword, source_of

PUT_TOGETHER = "The name is put together when the program runs."
_DEFAULTS = ("default", "fallback")


@dataclass(frozen=True, slots=True)
class Helper:
    """Where the variable's name and its default are among the arguments; `fails`: it raises where neither is given."""

    position: int
    name: str
    default_position: int
    default_name: str
    fails: bool


Helpers = dict[tuple[str, str], Helper]


def collect(code: Code) -> Helpers:
    """{(file, qualified name): helper} of the repository's Python, JavaScript and TypeScript files."""
    helpers: Helpers = {}
    for facts in code.own("Python", "JavaScript", "TypeScript", "TSX", tests=True):
        index = code.index(facts.path)
        for read in facts.environment:
            definition = index.definitions.get(read.scope) if read.parameter else None
            if definition is None or (facts.path, read.scope) in helpers:
                continue
            parameters = _parameters(definition, is_script=index.is_script)
            names = [parameter.name for parameter in parameters]
            if read.parameter not in names:
                continue
            fallback = next((name for name in names if name.lower().startswith(_DEFAULTS)), "")
            fails = False
            for other in facts.environment:
                if (other.scope, other.parameter) == (read.scope, read.parameter):
                    place = Place(facts.path, other.line, other.end_line)
                    verdict = judge(
                        index,
                        place,
                        other.scope,
                        "",
                        fails=other.required,
                        has_default=other.default not in EMPTY,
                        spelled=read.parameter,
                    )
                    # Under a condition of its own it may fail: that is not known of every call.
                    fails = fails or (verdict.required and not verdict.when)
            helpers[facts.path, read.scope] = Helper(
                names.index(read.parameter),
                read.parameter,
                names.index(fallback) if fallback else -1,
                fallback,
                fails,
            )
    _of_readers(code, helpers)
    return helpers


def _of_readers(code: Code, helpers: Helpers) -> None:
    """Methods that a class of the project adds to a library's reader: ``def number(self, var): return int(self.str(var))``."""
    names = own_classes(code)
    for facts in code.own("Python", tests=True) if names else ():
        classes = {
            item.qualname
            for item in facts.definitions
            if item.name in names and item.kind in CLASSES and not READERS.isdisjoint(code.names.external_bases(facts.path, item))
        }
        for call in facts.calls if classes else ():
            method = code.index(facts.path).definitions.get(call.scope)
            if method is None or method.parent not in classes or (facts.path, call.scope) in helpers:
                continue
            receiver, _, last = call.callee.text.rpartition(".")
            if (receiver or last) != "self" or (receiver and last not in CASTS):
                continue
            parameters = _parameters(method, is_script=False)
            given = [parameter.name for parameter in parameters]
            first = argument(call, 0, "var", "name")
            if first is None or first.kind != "name" or first.text not in given:
                continue
            fallback = keyword(call.arguments, "default")
            inherited = fallback.text if fallback is not None and fallback.kind == "name" and fallback.text in given else ""
            helpers[facts.path, call.scope] = Helper(
                given.index(first.text),
                first.text,
                given.index(inherited) if inherited else -1,
                inherited,
                fallback is None,
            )


def _parameters(definition: Definition, *, is_script: bool) -> list[Parameter]:
    """The parameters a caller fills."""
    given = [parameter for parameter in definition.parameters if parameter.kind not in ("rest", "keywords")]
    bound = definition.kind == "method" and "staticmethod" not in definition.properties and not is_script
    return given[1:] if bound and given else given


def helper_called(code: Code, path: str, call: Call, helpers: Helpers) -> Helper | None:
    """The helper that a call means."""
    bound = code.names.of(path, call.scope, call.callee)
    return helpers.get((bound.path, bound.definition.qualname)) if bound.definition is not None else None


def find(code: Code, facts: FileFacts, helpers: Helpers, found: Found) -> None:
    """The calls of helpers in a file."""
    known = {qualname.rpartition(".")[2] for _, qualname in helpers}
    for call in facts.calls if known else ():
        callee = call.callee
        if callee.kind != "name" or not call.arguments:
            continue
        imported = code.index(facts.path).imports.get(("", callee.text))
        if callee.text.rpartition(".")[2] not in known and (imported is None or imported[1] not in known):
            continue
        helper = helper_called(code, facts.path, call, helpers)
        if helper is None:
            continue
        first = argument(call, helper.position, helper.name)
        name = code.folder.text(facts.path, call.scope, first)
        place = Place(facts.path, call.line, call.end_line)
        if not name:
            if (facts.path, call.scope) not in helpers:
                found.unknowns.append(Unknown("configuration key", source_of(first) or callee.text, PUT_TOGETHER, place))
            continue
        given = argument(call, helper.default_position, helper.default_name) if helper.default_name else None
        verdict = judge(
            code.index(facts.path),
            place,
            call.scope,
            name,
            fails=helper.fails and given is None,
            has_default=source_of(given) not in EMPTY,
        )
        found.config_keys.append(verdict.key(name, place, callee.text, source_of(given), "framework:environment"))
