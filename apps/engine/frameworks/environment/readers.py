"""Classes whose objects read the environment: those of libraries, and the project's own that extend them."""

from __future__ import annotations

from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code

READERS = frozenset({
    "environ.Env", "environ.environ.Env", "environ.FileAwareEnv", "environs.Env", "environs.env", "environs.FileAwareEnv",
    "goodconf.Env",
})  # fmt: skip
# Methods of theirs that read a variable.
CASTS = frozenset({
    "str", "bytes", "bool", "int", "float", "json", "list", "tuple", "dict", "url", "db", "db_url", "cache", "cache_url",
    "email", "email_url",
    "search_url", "channels", "channels_url", "path", "decimal", "date", "datetime", "timedelta", "uuid", "log_level",
    "enum", "dj_db_url",
    "dj_email_url", "dj_cache_url", "get_value", "unicode", "time",
})  # fmt: skip


def own_classes(code: Code) -> set[str]:
    """Names of classes that may extend one of a library, under whatever name a file knows them."""
    bases: dict[str, set[str]] = {}
    for facts in code.files.values():
        for definition in facts.definitions:
            if definition.kind == "class":
                bases.setdefault(definition.name, set()).update(base.text.rpartition(".")[2] for base in definition.bases)
        for item in facts.imports:
            for name in item.names:
                if name.alias:
                    bases.setdefault(name.alias, set()).add(name.name)
    known = {reader.rpartition(".")[2] for reader in READERS}
    found: set[str] = set()
    while more := {name for name, above in bases.items() if name not in found and not above.isdisjoint(known | found)}:
        found |= more
    return found


def is_own_class(code: Code, bound: Bound) -> bool:
    """Whether this is a class of the project that extends a library's reader, directly or through others."""
    definition = bound.definition
    if bound.kind != "definition" or definition is None or definition.kind not in CLASSES:
        return False
    return not READERS.isdisjoint(code.names.external_bases(bound.path, definition))
