"""Models of smaller libraries: Peewee, Tortoise, MongoEngine (fields are calls), Beanie and ODMantic (fields are annotations)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from apps.engine.facts import Definition, Model
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.inheritance import with_inherited
from apps.engine.frameworks.python.record_models import annotated, called

_Reading = tuple[str, Callable[[Code, str, Definition, str], Model]]
_PEEWEE: _Reading = ("Peewee", called.read)
_BASES: dict[str, _Reading] = {
    "playhouse.sqlite_ext.FTSModel": _PEEWEE,
    "playhouse.sqlite_ext.FTS5Model": _PEEWEE,
    "playhouse.sqlite_ext.VirtualModel": _PEEWEE,
    "tortoise.models.Model": ("Tortoise", called.read),
    "tortoise.Model": ("Tortoise", called.read),
    **{
        f"{package}.{name}": ("MongoEngine", called.read)
        for package in ("mongoengine", "mongoengine.document", "flask_mongoengine.MongoEngine")
        for name in ("Document", "DynamicDocument", "EmbeddedDocument", "DynamicEmbeddedDocument")
    },
    "beanie.Document": ("Beanie", annotated.read),
    "beanie.odm.documents.Document": ("Beanie", annotated.read),
    "odmantic.Model": ("ODMantic", annotated.read),
    "odmantic.EmbeddedModel": ("ODMantic", annotated.read),
}
_PACKAGES = frozenset(name.partition(".")[0] for name in _BASES) | {"peewee"}


def find(code: Code) -> Found:
    """Every model; a base that only other models extend hands its fields on and is listed as abstract, or not at all."""
    found = Found()
    if not _PACKAGES & code.imports:
        return found
    models = list(_models(code))
    extended = _extended(code, models)
    kept = []
    for model in models:
        if model.kind != "abstract" and not model.fields and not model.relations and model.symbol in extended:
            continue
        kept.append(model)
    found.frameworks += sorted({model.framework for model in models})
    known = {model.symbol: model for model in kept}
    found.models = with_inherited(code, kept, lambda path, parent: known.get(symbol_of(path, parent.qualname)))
    return found


def _models(code: Code) -> Iterator[Model]:
    for facts in code.python():
        for definition in facts.definitions:
            if definition.kind != "class" or not definition.bases:
                continue
            for base in code.names.external_bases(facts.path, definition):
                reading = _reading(base)
                if reading is not None:
                    framework, read = reading
                    model = read(code, facts.path, definition, framework)
                    embedded = base.rpartition(".")[2].startswith(("Embedded", "DynamicEmbedded"))
                    yield replace(model, kind="schema") if embedded and model.kind != "abstract" else model
                    break


def _reading(base: str) -> _Reading | None:
    """How a class with this base is read; Peewee's databases have a base of their own: ``db.Model``."""
    if base.startswith(("peewee.", "playhouse.")) and base.endswith(".Model"):
        return _PEEWEE
    return _BASES.get(base)


def _extended(code: Code, models: list[Model]) -> set[str]:
    """Symbols of the classes that one of the models extends."""
    out = set()
    for model in models:
        path, _, qualname = model.symbol.partition("#")
        definition = code.index(path).definitions[qualname]
        out |= {symbol_of(at, above.qualname) for at, above in code.names.ancestors(path, definition)[1:]}
    return out
