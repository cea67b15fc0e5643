"""Structs of Go that viper fills: ``mapstructure:"DB_HOST"`` of what is given to ``viper.Unmarshal(&env)``."""

from __future__ import annotations

import re

from apps.engine.facts import Assignment, ConfigKey, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import annotation, fields_by_type, last
from apps.engine.frameworks.environment.annotated import SOURCE, first_of, text_of
from apps.engine.frameworks.found import Found
from apps.engine.graph.declared.types import parse_type

_PACKAGE = "github.com/spf13/viper"
_FILLS = frozenset({"Unmarshal", "UnmarshalExact"})
_TAG = "mapstructure"
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_LEVELS = 5  # of structs in structs


def find(code: Code, found: Found) -> None:
    """Add the fields of structs in packages that fill some; those of a struct inside another come below its name."""
    filled = {facts.path.rpartition("/")[0] for facts in code.own("Go") if _fills(facts)}
    for folder in sorted(filled):
        structs: dict[str, tuple[FileFacts, list[Assignment]]] = {}
        for facts in code.own("Go"):
            if facts.path.rpartition("/")[0] == folder:
                for name, fields in fields_by_type(facts).items():
                    tagged = [item for item in fields if _tag(item)]
                    if tagged:
                        structs[name] = (facts, tagged)
        inner = {_type(item) for _, fields in structs.values() for item in fields}
        for name in sorted(structs):
            if name not in inner:
                _keys(structs, name, "", found, _LEVELS)


def _fills(facts: FileFacts) -> bool:
    return any(item.module == _PACKAGE for item in facts.imports) and any(
        last(call.callee.text) in _FILLS for call in facts.calls
    )


def _tag(field: Assignment) -> str:
    """What a field is called in the configuration."""
    tag = annotation(field, _TAG)
    name = text_of(first_of(tag.arguments)).partition(",")[0] if tag is not None else ""
    return name if name != "-" else ""


def _type(field: Assignment) -> str:
    return last(parse_type(field.annotation).name)


def _keys(structs: dict[str, tuple[FileFacts, list[Assignment]]], name: str, prefix: str, found: Found, levels: int) -> None:
    facts, fields = structs[name]
    for field in fields:
        key = prefix + _tag(field)
        if _type(field) in structs and levels:
            _keys(structs, _type(field), f"{key}.", found, levels - 1)
            continue
        kind = "env" if _VARIABLE.fullmatch(key) else "setting"
        place = Place(facts.path, field.line, field.end_line)
        found.config_keys.append(ConfigKey(key, kind, place, "viper.Unmarshal", source=SOURCE))
