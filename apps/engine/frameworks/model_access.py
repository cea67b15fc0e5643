"""Which code reads and writes which model: edges ``reads_model`` and ``writes_model``.

A call counts where it names a model's class (``Order.objects.filter``, ``select(Order)``), an object of it (``order.save()``), a
repository of it (``Repository<Order>``) or the client that is generated for it (``prisma.order.findMany``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from apps.engine.facts import Call, Edge, FileFacts, Model, Value
from apps.engine.graph.capsules import symbol_of
from apps.engine.graph.resolve import Resolver

_STORED = frozenset({"table", "document", "abstract", "entity"})  # kinds of models that a database keeps
_READS = frozenset(
    """
    all filter exclude get get_or_create update_or_create first last earliest latest count exists aggregate annotate values
    values_list in_bulk iterator only defer order_by select_related prefetch_related distinct raw none aget afirst alast acount
    aexists get_queryset refresh_from_db arefresh_from_db select query scalars get_or_none
    find findOne findById findAll findByPk findAndCountAll findAndCount findOneBy findBy findOneOrFail findFirst findFirstOrThrow
    findMany findUnique findUniqueOrThrow countDocuments estimatedDocumentCount groupBy max min sum findOrCreate where
    """.split()  # noqa: SIM905
)
_WRITES = frozenset(
    """
    create bulk_create update bulk_update delete save get_or_create update_or_create acreate asave adelete aupdate abulk_create
    insert insert_many replace upsert set_password add merge
    insertMany insertOne updateOne updateMany deleteOne deleteMany findOneAndUpdate findOneAndDelete findByIdAndUpdate
    findByIdAndDelete findOneAndReplace replaceOne bulkWrite bulkCreate destroy createMany remove softDelete findOrCreate
    """.split()  # noqa: SIM905
)
_MADE_OF = {"select": "reads_model", "insert": "writes_model", "update": "writes_model", "delete": "writes_model"}  # f(Model)
_SESSION_READS = frozenset({"query", "get", "get_one"})  # session.f(Model, …)
_SESSION_WRITES = frozenset({"add", "add_all", "delete", "merge", "bulk_save_objects"})  # session.f(object, …)
_OBJECT_WRITES = frozenset({"save", "asave", "delete", "adelete", "destroy", "remove", "deleteOne", "updateOne"})
_METHODS = _READS | _WRITES | _MADE_OF.keys() | _SESSION_READS | _SESSION_WRITES | _OBJECT_WRITES
_REPOSITORIES = ("Repository<", "Model<", "EntityRepository<", "MongoRepository<")
_STEPS = 12  # calls of one chain


def model_access(files: Mapping[str, FileFacts], models: Iterable[Model], resolver: Resolver) -> set[Edge]:
    """Edges from the code that reads or writes a model to the model; of schemas that no database keeps there are none."""
    stored = [model for model in models if model.kind in _STORED]
    if not stored:
        return set()
    reader = _Access(stored, resolver)
    found: set[Edge] = set()
    for facts in files.values():
        found.update(reader.of_file(facts))
    return found


class _Access:
    """Finds what the calls of files do with models."""

    def __init__(self, models: Sequence[Model], resolver: Resolver) -> None:
        self._resolver = resolver
        self._symbols: dict[str, str] = {}
        self._clients: dict[str, str] = {}
        for model in models:
            by_name = symbol_of(model.place.path, model.name)
            symbol = model.symbol if "#" in model.symbol else by_name  # one that a library's call makes has no class
            self._symbols[symbol] = self._symbols[by_name] = symbol
            if model.framework == "Prisma":
                self._clients[model.name[:1].lower() + model.name[1:]] = symbol
        self._names = {model.name for model in models}
        self._modules = {model.place.path.rpartition("/")[2].partition(".")[0] for model in models}

    def of_file(self, facts: FileFacts) -> Iterable[Edge]:
        """Edges of one file."""
        local = self._local(facts)
        repositories = self._repositories(facts) if local else {}
        if not local and not self._clients:
            return
        for call in facts.calls:
            callee = call.callee
            if callee.text not in _METHODS and callee.text.rpartition(".")[2] not in _METHODS:
                continue
            chain = _chain(call)
            if chain is None:
                continue
            names, line = chain
            for kind, symbol, how in self._accesses(facts, call, names, local, repositories):
                yield Edge(symbol_of(facts.path, call.scope), kind, symbol, line, how)

    def _local(self, facts: FileFacts) -> set[str]:
        """Names in a file that may stand for a model or for a module of models."""
        local = {definition.name for definition in facts.definitions if definition.name in self._names}
        local.update(item.target for item in facts.assignments if item.target in self._names)
        for imported in facts.imports:
            for name in imported.names:
                if name.name in self._names or name.name in self._modules:
                    local.add(name.alias or name.name)
            if not imported.names and imported.module.rpartition(".")[2].rpartition("/")[2] in self._modules:
                local.add(imported.alias or imported.module.partition(".")[0])
            if any(name.name == "*" for name in imported.names):
                local.update(self._names)
        return local

    def _repositories(self, facts: FileFacts) -> dict[str, tuple[str, bool]]:
        """{parameter or field: (the model that its repository keeps, whether `create` stores)}, by their types."""
        typed = [(item.name, item.annotation) for definition in facts.definitions for item in definition.parameters]
        typed += [(item.target.rpartition(".")[2], item.annotation) for item in facts.assignments if item.annotation]
        found: dict[str, tuple[str, bool]] = {}
        for name, annotation in typed:
            for start in _REPOSITORIES:
                if annotation.startswith(start):
                    model = annotation.removeprefix(start).rstrip(">").partition(",")[0].strip()
                    symbol = self._model(facts.path, "", model, 0)
                    if symbol:
                        found[name] = (symbol[0], start == "Model<")
        return found

    def _accesses(
        self, facts: FileFacts, call: Call, names: Sequence[str], local: set[str], repositories: Mapping[str, tuple[str, bool]]
    ) -> Iterable[tuple[str, str, str]]:
        """(kind, model, how it was resolved) of what one call does."""
        last = names[-1]
        if len(names) == 1 or last in _SESSION_READS or last in _SESSION_WRITES:
            yield from self._by_argument(facts, call, names)
        if len(names) < 2:
            return
        for at, name in enumerate(names[:-1]):
            if name in repositories and at <= 1:
                symbol, stores = repositories[name]
                yield from _kinds(last, symbol, "inferred") if stores or last != "create" else ()
                return
            if name in self._clients and at and "prisma" in names[at - 1].lower():
                yield from _kinds(last, self._clients[name], "inferred")
                return
        if names[0] in local:
            for count in (1, 2, 3):
                if count < len(names) and names[count - 1] in self._names | local:
                    found = self._model(facts.path, call.scope, ".".join(names[:count]), call.line)
                    if found:
                        yield from _kinds(last, *found)
                        return
        if last in _OBJECT_WRITES or last == "refresh_from_db":
            symbol = self._object(facts.path, call.scope, ".".join(names[:-1]), call.line)
            if symbol:
                yield "reads_model" if last == "refresh_from_db" else "writes_model", symbol, "inferred"

    def _by_argument(self, facts: FileFacts, call: Call, names: Sequence[str]) -> Iterable[tuple[str, str, str]]:
        """``select(Model)``, ``session.get(Model, id)``, ``session.add(object)``."""
        if not call.arguments:
            return
        last, value = names[-1], call.arguments[0].value
        if (last in _MADE_OF and len(names) == 1) or (last in _SESSION_READS and len(names) > 1):
            kind = _MADE_OF.get(last, "reads_model")
            for argument in call.arguments:
                name = argument.value.text if argument.value.kind == "name" else ""
                found = self._model(facts.path, call.scope, name, call.line) or (
                    self._model(facts.path, call.scope, name.rpartition(".")[0], call.line) if "." in name else None
                )
                if found:
                    yield kind, *found
        elif last in _SESSION_WRITES and len(names) > 1:
            values = value.items if value.kind == "list" else (value,)
            for item in values:
                symbol = self._value(facts.path, call.scope, item, call.line)
                if symbol:
                    yield "writes_model", symbol, "inferred"

    def _model(self, path: str, scope: str, name: str, line: int) -> tuple[str, str] | None:
        """(symbol, how) of the model that a name stands for."""
        if not name or name.rpartition(".")[2] in ("self", "this"):
            return None
        found = self._resolver.resolve(path, scope, name, line)
        if found.kind in ("definition", "assignment") and not found.is_instance:
            symbol = self._symbols.get(symbol_of(found.path, found.qualname))
            if symbol is not None:
                return symbol, "exact" if found.how == "exact" else "inferred"
        return None

    def _object(self, path: str, scope: str, name: str, line: int) -> str:
        """The model of which a name is an object, "" if of none that is known."""
        found = self._resolver.resolve(path, scope, name, line)
        if found.kind == "definition" and found.is_instance:
            return self._symbols.get(symbol_of(found.path, found.qualname), "")
        if found.kind == "assignment" and found.assignment is not None and found.assignment.value is not None:
            return self._made(found.path, found.assignment.scope, found.assignment.value, found.assignment.line)
        index = self._resolver.index(path)
        owner = index.definitions.get(scope) if index is not None else None
        for parameter in owner.parameters if owner is not None else ():
            if parameter.name == name and parameter.annotation:
                model = self._model(path, scope, parameter.annotation, line)
                return model[0] if model else ""
        return ""

    def _value(self, path: str, scope: str, value: Value, line: int) -> str:
        if value.kind == "name":
            return self._object(path, scope, value.text, line)
        return self._made(path, scope, value, line)

    def _made(self, path: str, scope: str, value: Value, line: int) -> str:
        """The model that a call makes an object of: ``Order(…)``, ``new Order(…)``."""
        if value.kind != "call" or value.call is None or value.call.callee.kind != "name":
            return ""
        found = self._model(path, scope, value.call.callee.text, line)
        return found[0] if found else ""


def _chain(call: Call) -> tuple[list[str], int] | None:
    """(the names that lead to what is called, from the first object to the last method; the line), None where it has no name.

    ``Order.objects.filter(…).update(…)`` is Order, objects, filter, update.
    """
    names: list[str] = []
    callee = call.callee
    for _ in range(_STEPS):
        if callee.kind == "name":
            head = callee.text.replace("?.", ".").split(".")
            return (
                [*head, *reversed(names)] if head[0] not in ("self", "this") or len(head) < 2 else [*head[1:], *reversed(names)]
            ), call.line
        if callee.kind != "attribute" or not callee.items:
            return None
        names.append(callee.text)
        below = callee.items[0]
        if below.kind == "call" and below.call is not None:
            callee = below.call.callee
        elif below.kind in ("name", "attribute"):
            callee = below
        else:
            return None
    return None


def _kinds(method: str, symbol: str, how: str) -> Iterable[tuple[str, str, str]]:
    """The edges that a method of a model's class, manager or repository makes."""
    if method in _READS:
        yield "reads_model", symbol, how
    if method in _WRITES:
        yield "writes_model", symbol, how
