"""Configuration read in Go, Java, Kotlin, C#, PHP, Rust and the like: calls, annotations and tags of fields.

What a language's own reader knows of environment variables is told as it is; the tables here are for what libraries add.  Whether
a variable that is missing makes the program fail is only said where the call or the annotation itself says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Call, ConfigKey, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment import annotated
from apps.engine.frameworks.environment.annotated import SOURCE, constant_text, first_of, text_of, written
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, keyword

LANGUAGES = ("C", "C#", "C++", "Go", "Java", "Kotlin", "PHP", "Ruby", "Rust", "Swift")
_LEVELS = 6  # of a value in which reads by subscript are looked for


@dataclass(frozen=True, slots=True)
class _Read:
    """A call that reads: which arguments hold name and default (-1: none), what it reads, what stands before a name."""

    kind: str = "env"
    name: int = 0
    default: int = -1
    required: bool | None = None
    prefix: str = ""
    package: str = ""  # must be imported under the first part of the call, or be a dependency


_GO = {
    f"viper.Get{kind}": _Read("setting", package="github.com/spf13/viper")
    for kind in (
        "", "Bool", "Duration", "Float64", "Int", "Int32", "Int64", "IntSlice", "SizeInBytes", "String", "StringMap",
        "StringMapString", "StringSlice", "Time", "Uint", "Uint16", "Uint32", "Uint64",
    )
} | {
    "viper.SetDefault": _Read("setting", default=1, required=False, package="github.com/spf13/viper"),
    "viper.BindEnv": _Read("env", name=1, package="github.com/spf13/viper"),
    "os.Getenv": _Read(),
    "os.LookupEnv": _Read(),
}  # fmt: skip
_JVM = {
    "System.getProperty": _Read("property", default=1),
    "System.getenv": _Read(),
    "Integer.getInteger": _Read("property", default=1),
    "Boolean.getBoolean": _Read("property", required=False),
}
_RUST = {
    name: _Read()
    for name in ("env.var", "std.env.var", "env.var_os", "std.env.var_os", "dotenvy.var", "dotenv.var", "option_env")
} | {"env": _Read(required=True)}
_CALLS: dict[str, dict[str, _Read]] = {
    "C": {"getenv": _Read(), "secure_getenv": _Read()},
    "C++": {"getenv": _Read(), "std.getenv": _Read(), "secure_getenv": _Read()},
    "C#": {"Environment.GetEnvironmentVariable": _Read(), "System.Environment.GetEnvironmentVariable": _Read()},
    "Go": _GO,
    "Java": _JVM,
    "Kotlin": _JVM,
    "PHP": {
        "getenv": _Read(),
        "env": _Read(default=1, required=False, package="laravel/framework"),
        "Env.get": _Read(default=1, required=False, package="laravel/framework"),
        "Env.getOrFail": _Read(required=True, package="laravel/framework"),
    },
    "Ruby": {"ENV.fetch": _Read(default=1)},
    "Rust": _RUST,
    "Swift": {"Environment.get": _Read(package="vapor")},
}
# Methods of an object whose own name says what it is, by the last parts of both names in lower case.
_Methods = dict[str, tuple[tuple[str, ...], _Read]]
_NO_METHODS: _Methods = {}
_METHODS: dict[str, _Methods] = {
    "C#": {
        "GetValue": (("configuration", "config"), _Read("setting", default=1)),
        "GetSection": (("configuration", "config"), _Read("setting")),
        "GetRequiredSection": (("configuration", "config"), _Read("setting", required=True)),
        "GetRequiredValue": (("configuration", "config"), _Read("setting", required=True)),
        "GetConnectionString": (("configuration", "config"), _Read("setting", prefix="ConnectionStrings:")),
    },
}
_SPRING_ENVIRONMENT: _Methods = {
    "getProperty": (("env", "environment"), _Read("property", default=1)),
    "getRequiredProperty": (("env", "environment"), _Read("property", required=True)),
}
_SUBSCRIPTS = {"C#": (("configuration", "config"), "setting"), "PHP": (("$_ENV", "_ENV"), "env"), "Ruby": (("ENV",), "env")}
_OF_ENVIRONMENT = ("get", "getOrDefault", "getOrElse")  # of the map that `System.getenv()` gives
# Properties that the virtual machine sets itself.
_SET_BY_JVM = re.compile(r"(?:java|os|user|line|jdk|sun)\.|(?:file|path)\.separator$")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_ENV_TAGS = ("github.com/caarlos0/env", "github.com/ilyakaznacheev/cleanenv", "github.com/sethvargo/go-envconfig",
             "github.com/codingconcepts/env", "github.com/joeshaw/envdecode", "github.com/netflix/go-env")  # fmt: skip


def find(code: Code, found: Found) -> None:
    """Add what the files of these languages read."""
    packages = frozenset(dependency.name.lower() for dependency in code.dependencies)
    tagged = any(name.startswith(_ENV_TAGS) for name in packages)
    for language in LANGUAGES:
        table, methods = _CALLS.get(language, {}), _METHODS.get(language, _NO_METHODS)
        for facts in code.own(language, tests=True):
            told = {(read.name, read.line) for read in facts.environment}
            for read in facts.environment:
                if read.name:
                    place = Place(facts.path, read.line, read.end_line)
                    required = True if read.required else False if read.default else None
                    key = ConfigKey(read.name, "env", place, read.access, read.default, required, "syntax")
                    found.config_keys.append(key)
            if language in ("Java", "Kotlin"):
                spring = any(item.module.startswith("org.springframework") for item in facts.imports)
                methods = _SPRING_ENVIRONMENT if spring else _NO_METHODS
                annotated.find(code, facts, found)
            elif language == "Rust":
                _arguments(facts, found)
            elif language == "Go" and tagged:
                _tags(facts, found)
            for call in facts.calls:
                made = _called(code, facts, call, table, methods, packages)
                if made is not None and (made.name, made.place.line) not in told:
                    found.config_keys.append(made)
            if language in _SUBSCRIPTS:
                for made in _subscripts(code, facts, *_SUBSCRIPTS[language]):
                    if (made.name, made.place.line) not in told:
                        found.config_keys.append(made)


def _called(
    code: Code,
    facts: FileFacts,
    call: Call,
    table: dict[str, _Read],
    methods: _Methods,
    packages: frozenset[str],
) -> ConfigKey | None:
    callee = call.callee
    text = callee.text
    read: _Read | None = None
    if callee.kind == "name":
        read = table.get(text.replace("::", "."))
        if read is not None and read.package and not _has(facts, text, read.package, packages):
            return None
        if read is None and methods:
            receiver, _, method = text.rpartition(".")
            owners, made = methods.get(method, ((), None))
            read = made if made is not None and receiver.rpartition(".")[2].lstrip("_").lower().endswith(owners) else None
    elif callee.kind == "attribute" and text in _OF_ENVIRONMENT and _gives_environment(callee):
        read = _Read(default=-1 if text == "get" else 1, required=None if text == "get" else False)
    if read is None:
        return None
    name = constant_text(code, facts, call.scope, argument(call, read.name))
    if not name or (read.kind == "property" and _SET_BY_JVM.match(name)):
        return None
    given = argument(call, read.default) if read.default >= 0 else None
    if given is not None and given.kind == "name" and given.text[:1].isupper() and not _VARIABLE.fullmatch(given.text):
        given = argument(call, read.default + 1)  # a class, that of the result
    required = False if given is not None else read.required
    place = Place(facts.path, call.line, call.end_line)
    access = text if callee.kind == "name" else f"System.getenv().{text}"
    return ConfigKey(read.prefix + name, read.kind, place, access, written(given), required, SOURCE)


def _gives_environment(callee: Value) -> bool:
    """``System.getenv()``, whose map is asked."""
    made = callee.items[0].call if callee.items else None
    return made is not None and made.callee.text == "System.getenv" and not made.arguments


def _has(facts: FileFacts, called: str, package: str, packages: frozenset[str]) -> bool:
    """Whether the package is there: imported under the name that is called, or declared where nothing needs to be imported."""
    if package.startswith("github.com/"):
        first = called.partition(".")[0]
        return any(item.module == package and (item.alias or item.module.rpartition("/")[2]) == first for item in facts.imports)
    return package in packages


def _arguments(facts: FileFacts, found: Found) -> None:
    """Fields of a command line that may come from the environment: ``#[arg(env = "PORT", default_value = "80")]``."""
    for assignment in facts.assignments:
        for decorator in assignment.decorators:
            if decorator.name not in ("arg", "clap"):
                continue
            given = keyword(decorator.arguments, "env")
            bare = any(not item.name and item.value.kind == "name" and item.value.text == "env" for item in decorator.arguments)
            name = text_of(given) if given is not None else assignment.target.rpartition(".")[2].upper() if bare else ""
            if name:
                default = keyword(decorator.arguments, "default_value", "default_value_t")
                place = Place(facts.path, assignment.line, assignment.end_line)
                required = False if default is not None or assignment.annotation.startswith("Option<") else None
                shown = f"#[{decorator.name}(env)]"
                found.config_keys.append(ConfigKey(name, "env", place, shown, written(default), required, SOURCE))


def _tags(facts: FileFacts, found: Found) -> None:
    """Tags of a Go struct: ``env:"PORT,required"``, ``envDefault:"80"``, ``env-default:"80"``."""
    for assignment in facts.assignments:
        tags = {decorator.name: text_of(first_of(decorator.arguments)) for decorator in assignment.decorators}
        name, _, options = tags.get("env", "").partition(",")
        if not name or name == "-":
            continue
        said = [option.strip() for option in options.split(",")]
        default = tags.get("envDefault", tags.get("env-default", ""))
        default = default or next((item.removeprefix("default=") for item in said if item.startswith("default=")), "")
        required = not default and ("required" in said or "notEmpty" in said or tags.get("env-required") == "true")
        place = Place(facts.path, assignment.line, assignment.end_line)
        found.config_keys.append(ConfigKey(name, "env", place, "env tag", default, required, SOURCE))


def _subscripts(code: Code, facts: FileFacts, owners: tuple[str, ...], kind: str) -> Iterator[ConfigKey]:
    """Reads such as ``configuration["Shop:Url"]`` in what is assigned, given to a call or returned."""
    values = [item.value for item in facts.assignments if item.value is not None]
    values += [item.value for call in facts.calls for item in call.arguments]
    values += [value for definition in facts.definitions for value in definition.returned]
    seen: set[tuple[str, int]] = set()
    waiting = [(value, 0) for value in values if value.items or value.call is not None]
    while waiting:
        value, depth = waiting.pop()
        if value.kind == "subscript" and len(value.items) == 2:
            owner = value.items[0].text.rpartition(".")[2]
            fits = owner in owners or (kind == "setting" and owner.lstrip("_").lower().endswith(owners))
            name = constant_text(code, facts, "", value.items[1]) if fits else ""
            if name and (name, value.line) not in seen:
                seen.add((name, value.line))
                place = Place(facts.path, value.line, value.end_line or value.line)
                yield ConfigKey(name, kind, place, value.items[0].text, "", None, SOURCE)
        if depth < _LEVELS:
            waiting += [(item, depth + 1) for item in value.items]
            if value.call is not None:
                waiting += [(item.value, depth + 1) for item in value.call.arguments]
                waiting.append((value.call.callee, depth + 1))
