"""Plain classes of Python that are sent or received: dataclasses, attrs classes, typed dictionaries, msgspec structs.

One counts where an endpoint or job takes or gives it, where a serializer reads or writes it, or as a part of such a one.  A
struct of msgspec, or a class with the mixin of a serializer, is made for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.engine.facts import Assignment, Call, Definition, Endpoint, Field, FileFacts, Job, Model, Parameter, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.classes import class_fields, constraints, is_class_variable, shown_type
from apps.engine.frameworks.python.inheritance import with_inherited
from apps.engine.frameworks.text import keyword, source_of

_SOURCE = "syntax"
# A class's decorator or base → what it is.
_DECORATORS = {
    "dataclasses.dataclass": "Dataclass", "pydantic.dataclasses.dataclass": "Dataclass", "attr.s": "attrs", "attr.attrs": "attrs",
    "attr.dataclass": "attrs", "attr.define": "attrs", "attr.mutable": "attrs", "attr.frozen": "attrs", "attrs.define": "attrs",
    "attrs.mutable": "attrs", "attrs.frozen": "attrs", "marshmallow_dataclass.dataclass": "Dataclass",
}  # fmt: skip
_BASES = {
    "typing.TypedDict": "TypedDict", "typing_extensions.TypedDict": "TypedDict", "typing.NamedTuple": "NamedTuple",
    "msgspec.Struct": "msgspec", "faust.Record": "Faust",
}  # fmt: skip
# Made to be sent, whoever does it.
_SENT = frozenset({
    "msgspec.Struct", "faust.Record", "dataclasses_json.DataClassJsonMixin", "mashumaro.DataClassDictMixin",
    "mashumaro.mixins.json.DataClassJSONMixin", "mashumaro.mixins.dict.DataClassDictMixin", "dataclass_wizard.JSONWizard",
    "dataclasses_json.dataclass_json", "serde.serde", "pydantic.dataclasses.dataclass", "marshmallow_dataclass.dataclass",
})  # fmt: skip
# Functions that are given the class they read or write.
_SERIALIZERS = frozenset({
    "dacite.from_dict", "cattrs.structure", "cattr.structure", "cattrs.Converter.structure", "cattr.Converter.structure",
    "cattrs.preconf.json.make_converter.loads", "marshmallow_dataclass.class_schema", "desert.schema", "pydantic.TypeAdapter",
    "msgspec.convert", "msgspec.json.decode", "msgspec.json.Decoder", "msgspec.msgpack.decode", "msgspec.msgpack.Decoder",
    "msgspec.yaml.decode", "msgspec.toml.decode", "apischema.deserialize", "apischema.serialize", "typedload.load",
    "dataclass_wizard.fromdict", "jsons.load", "jsons.loads", "serde.json.from_json", "serde.from_dict",
})  # fmt: skip
_PACKAGES = frozenset(name.partition(".")[0] for name in _SERIALIZERS | _SENT)
_AS_DICT = frozenset({"dataclasses.asdict", "attr.asdict", "attrs.asdict"})
_SENDING = frozenset({"dumps", "dump", "send", "send_message", "publish", "produce", "put_record", "xadd", "jsonify", "emit"})
_OWN_NAMES = frozenset({"Config", "__slots__"})
_DETAILS = frozenset({"default", "default_factory", "factory", "alias", "validator", "kw_only", "name"})
_FIELDS = frozenset({"field", "ib", "attrib", "Factory"})
_BODY = {"Litestar": frozenset({"data"})}  # frameworks that hand over what a request holds by a name; the rest is no part of it
_SEPARATORS = str.maketrans(dict.fromkeys("[](),|\"'{}:=", " "))
_MOST = 5_000  # classes


class _Reader:
    def __init__(self, code: Code, known: set[str]) -> None:
        self.code = code
        self.known = known  # symbols of classes that are models already
        self.kinds: dict[tuple[str, str], str] = {}  # path and qualified name → what the class is, "" for others
        self.sent: dict[str, tuple[str, Definition]] = {}  # by symbol

    def kind(self, path: str, definition: Definition) -> str:
        """What a class is, "" for one that says nothing of its fields."""
        key = (path, definition.qualname)
        if key not in self.kinds:
            names = [
                _DECORATORS.get(self.code.names.bind(path, definition.parent, item.name, item.line).external, "")
                for item in definition.decorators
            ]
            names += (
                [_BASES.get(base, "") for base in self.code.names.external_bases(path, definition)] if definition.bases else []
            )
            self.kinds[key] = next((name for name in names if name), "")
        return self.kinds[key]

    def take(self, path: str, scope: str, written: str) -> None:
        """Every class that a written type names, and what their fields hold."""
        waiting = [(path, scope, written)]
        while waiting and len(self.sent) < _MOST:
            at, inside, text = waiting.pop()
            for name in dict.fromkeys(text.translate(_SEPARATORS).split()):
                if not name.replace(".", "").isidentifier():
                    continue
                bound = self.code.names.bind(at, inside, name)
                if bound.kind == "definition" and bound.definition is not None:
                    waiting += self.keep(bound.path, bound.definition)

    def keep(self, path: str, definition: Definition) -> list[tuple[str, str, str]]:
        """Take a class if it is one that can be sent; the types of its fields, each where it is written."""
        symbol = symbol_of(path, definition.qualname)
        if symbol in self.sent or symbol in self.known or definition.kind not in CLASSES or not self.kind(path, definition):
            return []
        self.sent[symbol] = (path, definition)
        return [
            (at, current.qualname, item.annotation)
            for at, current in self.code.names.ancestors(path, definition)
            for item in class_fields(self.code, at, current)
            if item.annotation
        ]


def find(code: Code, endpoints: Sequence[Endpoint], jobs: Sequence[Job], models: Sequence[Model]) -> Found:
    """Models of what endpoints, jobs and serializers take and give, unless another module has made them models."""
    reader = _Reader(code, {model.symbol for model in models})
    for endpoint in endpoints:
        _of_function(reader, endpoint.symbol, _BODY.get(endpoint.framework))
    for job in jobs:
        _of_function(reader, job.symbol, None)
    for facts in code.python():
        _of_file(reader, facts)
    found = Found()
    made = [_model(code, *reader.sent[symbol], reader.kind(*reader.sent[symbol])) for symbol in sorted(reader.sent)]
    by_symbol = {model.symbol: model for model in made}

    def shape(path: str, definition: Definition) -> Model | None:
        kind = reader.kind(path, definition)
        return (by_symbol.get(symbol_of(path, definition.qualname)) or _model(code, path, definition, kind)) if kind else None

    found.models = [model for model in with_inherited(code, made, shape) if model.fields]
    found.frameworks += sorted({model.framework for model in found.models if model.framework in ("msgspec", "attrs")})
    return found


def _of_function(reader: _Reader, symbol: str, body: frozenset[str] | None) -> None:
    """What a function takes and gives; `body` are the only parameters that count, None for all that are not injected."""
    path, mark, qualname = symbol.partition("#")
    facts = reader.code.files.get(path)
    if not mark or facts is None or facts.language != "Python":
        return
    definition = reader.code.index(path).definitions.get(qualname)
    if definition is None or definition.kind in CLASSES:
        return
    for parameter in definition.parameters:
        if parameter.annotation and (parameter.name in body if body is not None else not _is_injected(parameter)):
            reader.take(path, definition.parent, parameter.annotation)
    if definition.returns:
        reader.take(path, definition.parent, definition.returns)
    for decorator in definition.decorators:
        for item in decorator.arguments:
            if item.value.kind in ("name", "subscript"):
                reader.take(path, definition.parent, source_of(item.value))


def _is_injected(parameter: Parameter) -> bool:
    """``Annotated[Settings, Depends(get)]``, ``settings: Settings = Depends(get)``: made by the application, not sent."""
    return any("Depends(" in text and "Depends()" not in text for text in (parameter.annotation, parameter.default))


def _of_file(reader: _Reader, facts: FileFacts) -> None:
    """What serializers are given in a file, and classes that are made for them."""
    packages = {item.module.partition(".")[0] for item in facts.imports if not item.level}
    if packages & _PACKAGES:
        for call in facts.calls:
            if reader.code.names.of(facts.path, call.scope, call.callee).external in _SERIALIZERS:
                for item in call.arguments:
                    if item.value.kind in ("name", "subscript"):
                        reader.take(facts.path, call.scope, source_of(item.value))
    if reader.code.imports & _PACKAGES:
        for definition in facts.definitions:
            if (
                definition.kind == "class"
                and (definition.bases or definition.decorators)
                and _is_sent(reader, facts.path, definition)
            ):
                for path, scope, text in reader.keep(facts.path, definition):
                    reader.take(path, scope, text)
    if packages & {"dataclasses", "attr", "attrs"}:
        for call in facts.calls:
            if call.callee.text.rpartition(".")[2] in _SENDING:
                for item in call.arguments:
                    _written_out(reader, facts.path, call.scope, item.value)


def _is_sent(reader: _Reader, path: str, definition: Definition) -> bool:
    names = reader.code.names
    return any(base in _SENT for base in names.external_bases(path, definition)) or any(
        names.bind(path, definition.parent, item.name, item.line).external in _SENT for item in definition.decorators
    )


def _written_out(reader: _Reader, path: str, scope: str, value: Value) -> None:
    """``json.dumps(asdict(order))``: the class of the object that is written."""
    call = value.call
    if call is None or not call.arguments or reader.code.names.of(path, scope, call.callee).external not in _AS_DICT:
        return
    given = call.arguments[0].value
    bound = reader.code.names.of(path, scope, given)
    if bound.kind == "parameter" and bound.definition is not None:
        for parameter in bound.definition.parameters:
            if parameter.name == bound.name:
                reader.take(path, bound.definition.parent, parameter.annotation)
    elif bound.kind == "definition" and bound.definition is not None:  # asdict(self)
        for at, inside, text in reader.keep(bound.path, bound.definition):
            reader.take(at, inside, text)
    else:
        made = reader.code.names.maker(bound)
        if made.definition is not None:
            for at, inside, text in reader.keep(made.path, made.definition):
                reader.take(at, inside, text)


def _model(code: Code, path: str, definition: Definition, kind: str) -> Model:
    """One class with the fields of its own body."""
    return Model(
        definition.name,
        place_of(path, definition),
        "schema",
        kind,
        "",
        tuple(source_of(base) for base in definition.bases),
        tuple(_fields(code, path, definition)),
        (),
        symbol_of(path, definition.qualname),
        definition.docstring,
        _SOURCE,
    )


def _fields(code: Code, path: str, definition: Definition) -> Iterator[Field]:
    for item in class_fields(code, path, definition):
        call = item.value.call if item.value is not None else None
        is_field = call is not None and call.callee.text.rpartition(".")[2] in _FIELDS
        if item.target in _OWN_NAMES or is_class_variable(item) or not (item.annotation or is_field):
            continue
        yield Field(item.target, _type(item, call), _detail(item, call if is_field else None), False, item.line)


def _type(item: Assignment, call: Call | None) -> str:
    """A field's type, of old attrs classes the one given as an argument."""
    given = keyword(call.arguments, "type") if call is not None and not item.annotation else None
    return source_of(given) if given is not None else shown_type(item)


def _detail(item: Assignment, call: Call | None) -> str:
    if call is not None:
        return constraints(call.arguments, _DETAILS)
    return f"default={source_of(item.value)}" if item.value is not None else ""
