"""Variables read through Python libraries: django-environ, environs, decouple and the like, and URLs read by convention."""

from __future__ import annotations

from apps.engine.facts import ConfigKey, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment.conditions import EMPTY, judge
from apps.engine.frameworks.environment.own_functions import Helpers, helper_called
from apps.engine.frameworks.environment.readers import CASTS, READERS, is_own_class, own_classes
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, keyword, source_of

_IMPLIED = {
    "db": "DATABASE_URL", "db_url": "DATABASE_URL", "cache": "CACHE_URL", "cache_url": "CACHE_URL", "email": "EMAIL_URL",
    "email_url": "EMAIL_URL",
    "search_url": "SEARCH_URL", "channels": "CHANNELS_URL", "channels_url": "CHANNELS_URL",
}  # fmt: skip
_FUNCTIONS = frozenset(
    {"decouple.config", "decouple.AutoConfig", "decouple.Config", "starlette.config.Config", "prettyconf.config"}
)
_PACKAGES = frozenset({"environ", "environs", "decouple", "prettyconf", "starlette", "goodconf"})
# Methods of django-environ that take how to read the value before its default.
_CAST_FIRST = frozenset({"list", "tuple", "dict", "get_value"})
# `config()` of these reads one variable, whose name is theirs unless `env` gives another; none fails without it.
_CONVENTIONS = {
    "dj_database_url": "DATABASE_URL", "dj_email_url": "EMAIL_URL", "django_cache_url": "CACHE_URL",
    "dj_search_url": "SEARCH_URL",
}  # fmt: skip


def reader_names(code: Code) -> set[str]:
    """Every name under which some file may know an object or function that reads the environment."""
    if not code.imports & _PACKAGES:
        return set()
    names = {"config", "env"}
    own = own_classes(code)
    for facts in code.files.values():
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None else None
            last = call.callee.text.rpartition(".")[2] if call is not None else ""
            if last in own or last.endswith(("Env", "env", "Config")):
                names.add(assignment.target.rpartition(".")[2])
    for facts in code.files.values():
        names |= {name.alias for item in facts.imports for name in item.names if name.alias and name.name in names}
    return names


def find(code: Code, facts: FileFacts, names: set[str], helpers: Helpers, found: Found) -> None:
    """The reads of one Python file; `names` as from `reader_names`.  What is read through `helpers` is theirs to tell."""
    if not code.imports.isdisjoint(_CONVENTIONS):
        _by_convention(code, facts, found)
    if not names:
        return
    prefixed = [call for call in facts.calls if call.callee.text.rpartition(".")[2] == "prefixed"]
    for call in facts.calls:
        callee = call.callee
        if callee.kind != "name" or (not call.arguments and callee.text.rpartition(".")[2] not in _IMPLIED):
            continue
        receiver, dot, method = callee.text.rpartition(".")
        if names.isdisjoint(callee.text.split(".")):
            continue
        access, reader = callee.text, False
        if dot and method in CASTS:
            reader = _is_reader(code, facts.path, call.scope, Value("name", receiver, line=call.line))
        elif not dot or method not in ("read_env", "prefixed"):
            reader = _is_reader(code, facts.path, call.scope, callee) or _is_function(code, facts.path, call.scope, callee)
        if not reader or helper_called(code, facts.path, call, helpers) is not None:
            continue
        first = argument(call, 0, "var", "name", "option", "key")
        name = code.folder.text(facts.path, call.scope, first) if first is not None else _IMPLIED.get(method)
        place = Place(facts.path, call.line, call.end_line)
        if not name or any(item.line < call.line for item in prefixed):
            reason = (
                "The name is put together when the program runs."
                if not name
                else "A prefix is put before the name when the program runs."
            )
            found.unknowns.append(Unknown("configuration key", source_of(first) or access, reason, place))
            continue
        given = keyword(call.arguments, "default") or (
            argument(call, 1) if _is_function(code, facts.path, call.scope, callee) else None
        )
        maker = Value("name", receiver, line=call.line) if dot and method in CASTS else callee
        if given is None and not _is_function(code, facts.path, call.scope, callee):
            cast_first = (maker is callee or method in _CAST_FIRST) and not _is_environs(code, facts.path, call.scope, maker.text)
            given = argument(call, 2 if cast_first else 1)
        if given is None:
            given = _declared(code, facts.path, call.scope, maker, name)
        verdict = judge(
            code.index(facts.path), place, call.scope, name, fails=given is None, has_default=source_of(given) not in EMPTY
        )
        found.config_keys.append(verdict.key(name, place, access, source_of(given), "framework:environment"))


def _declared(code: Code, path: str, scope: str, reader: Value, name: str) -> Value | None:
    """The default that the reader was made with: ``Env(DEBUG=(bool, False))``."""
    bound = code.names.of(path, scope, reader)
    call = bound.value.call if bound.value is not None else None
    scheme = keyword(call.arguments, name) if call is not None else None
    return scheme.items[1] if scheme is not None and scheme.kind == "list" and len(scheme.items) == 2 else None


def _by_convention(code: Code, facts: FileFacts, found: Found) -> None:
    for call in facts.calls:
        if call.callee.kind != "name":
            continue
        imported = code.index(facts.path).imports.get(("", call.callee.text))
        if call.callee.text.rpartition(".")[2] != "config" and (imported is None or imported[1] != "config"):
            continue
        package, dot, function = code.names.of(facts.path, call.scope, call.callee).external.partition(".")
        if package not in _CONVENTIONS or not dot or function != "config":
            continue
        given, place = argument(call, 0, "env"), Place(facts.path, call.line, call.end_line)
        names = [_CONVENTIONS[package]] if given is None else _conventional(code, facts.path, call.scope, given, package)
        if not names:
            reason = "The name is put together when the program runs."
            found.unknowns.append(Unknown("configuration key", source_of(given) or call.callee.text, reason, place))
        for name in names:
            default = source_of(argument(call, 1, "default"))
            found.config_keys.append(ConfigKey(name, "env", place, call.callee.text, default, False, "framework:environment"))


def _conventional(code: Code, path: str, scope: str, given: Value, package: str) -> list[str]:
    """The names a variable may hold: one for each of its assignments, none if any can't be known."""
    waiting = [given]
    if given.kind == "name":
        known = code.index(path).assignments
        assigned = known.get((scope, given.text)) or known.get(("", given.text)) or []
        waiting = [item.value for item in assigned if item.value is not None] or waiting
    names: list[str] = []
    for value in waiting:
        bound = code.names.of(path, scope, value)
        name = _CONVENTIONS[package] if bound.external == f"{package}.DEFAULT_ENV" else code.folder.text(path, scope, value)
        if not name:
            return []
        names.append(name)
    return list(dict.fromkeys(names))


def _is_environs(code: Code, path: str, scope: str, name: str) -> bool:
    """Whether the reader is one of environs, whose methods take the default second."""
    bound = code.names.bind(path, scope, name)
    made = code.names.maker(bound)
    bases = code.names.external_bases(made.path, made.definition) if made.definition is not None else ()
    return any(name.startswith("environs.") for name in (bound.external, made.external, *bases))


def _is_reader(code: Code, path: str, scope: str, value: Value) -> bool:
    """Whether the expression is an object that reads the environment."""
    bound = code.names.of(path, scope, value)
    if bound.external == "environs.env":
        return True
    made = code.names.maker(bound)
    if bound.kind == "parameter" and bound.definition is not None:
        annotation = next((item.annotation_value for item in bound.definition.parameters if item.name == bound.name), None)
        if annotation is not None:
            made = code.names.of(path, bound.definition.parent, annotation)
    return made.external in READERS or is_own_class(code, made)


def _is_function(code: Code, path: str, scope: str, value: Value) -> bool:
    bound = code.names.of(path, scope, value)
    return bound.external in ("decouple.config", "prettyconf.config") or code.names.maker(bound).external in _FUNCTIONS
