"""Classes of Active Record: which they are, the tables they stand for, what they are related to."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Call, Relation, Value
from apps.engine.frameworks.inflection import camelize, pluralize, singularize, underscore
from apps.engine.frameworks.ruby.blocks import option, positional
from apps.engine.frameworks.ruby.classes import Holder, RubyClasses, shown

_ROOTS = frozenset({"ApplicationRecord", "ActiveRecord.Base"})
_LEVELS = 12
_MIGRATION = "ActiveRecord.Migration"
_KINDS = {
    "belongs_to": "many to one", "has_one": "one to one", "has_many": "one to many", "has_and_belongs_to_many": "many to many",
}  # fmt: skip
ATTACHED = {
    "has_one_attached": "attachment", "has_many_attached": "attachments", "has_rich_text": "rich text", "mount_uploader": "file",
    "mount_uploaders": "files", "has_attached_file": "file",
}  # fmt: skip


@dataclass(slots=True)
class Record:
    """A class that stands for rows.  `base` is the record it inherits from, None where that is Active Record itself."""

    holder: Holder
    base: "Record | None" = None
    is_abstract: bool = False
    table: str = ""  # as it says itself
    below: list["Record"] = field(default_factory=list)


class Records:
    """All classes that descend from Active Record's own."""

    def __init__(self, classes: RubyClasses) -> None:
        self.classes = classes
        self.by_name: dict[str, Record] = {}
        for name in sorted(classes.holders):
            if not self._in_migration(classes.holders[name]):
                self._record(classes.holders[name], 0)
        for record in self.by_name.values():
            if record.base is not None:
                record.base.below.append(record)

    def _in_migration(self, holder: Holder) -> bool:
        """Whether a migration has the class for itself."""
        outer = self.classes.holders.get(holder.name.rpartition(".")[0].lower())
        return outer is not None and any(base.removeprefix("::") == _MIGRATION for base in outer.bases)

    def _record(self, holder: Holder, level: int) -> Record | None:
        known = self.by_name.get(holder.name)
        if known is not None or level > _LEVELS or not holder.bases:
            return known
        base = holder.bases[0].removeprefix("::").replace("ActiveRecord.Base[", "")
        above = self.classes.named(holder.bases[0], holder.name.rpartition(".")[0])
        if above is holder:
            above = None
        of = self._record(above, level + 1) if above is not None else None
        if of is None and base not in _ROOTS:
            return None
        record = self.by_name[holder.name] = Record(holder, of)
        for _, assignment in holder.assignments:
            value = assignment.value
            if assignment.target == "self.abstract_class" and value is not None and value.text == "true":
                record.is_abstract = True
            elif assignment.target == "self.table_name" and value is not None and value.kind == "string":
                record.table = value.text
        for _, call in holder.calls:
            if call.callee.text == "primary_abstract_class":
                record.is_abstract = True
            elif call.callee.text in ("set_table_name", "self.table_name=") and positional(call):
                record.table = positional(call)[0].text
        if holder.name == "ApplicationRecord":
            record.is_abstract = True
        return record

    def table_of(self, record: Record, tables: dict[str, object]) -> str:
        """The table of a class: its own word, that of the class it shares one with, or by convention."""
        here: Record | None = record
        for _ in range(_LEVELS):
            if here is None:
                break
            if here.table:
                return here.table
            if here.base is None or here.base.is_abstract:
                return self._by_convention(here.holder.name, tables)
            here = here.base
        return ""

    def _by_convention(self, name: str, tables: dict[str, object]) -> str:
        whole = pluralize(underscore(name).replace("/", "_"))
        last = pluralize(underscore(name.rpartition(".")[2]))
        outer = name.rpartition(".")[0]
        return whole if whole in tables and (last not in tables or outer in self.by_name) else last

    def relations(self, record: Record, takers: dict[str, list[str]]) -> list[Relation]:
        """What a class and the modules it includes say of others.  `takers`: polymorphic name → classes that take it."""
        own = self.classes.included(record.holder)
        seen: dict[str, Relation] = {}
        for item in own:
            for _, call in item.calls:
                for relation in self._said(call, record, takers, is_own=item is record.holder):
                    seen.setdefault(f"{relation.field} {relation.target}", relation)
        return list(seen.values())

    def _said(self, call: Call, record: Record, takers: dict[str, list[str]], *, is_own: bool) -> list[Relation]:
        kind = _KINDS.get(call.callee.text)
        given = positional(call)
        if kind is None or not given or given[0].kind != "string":
            return []
        name = given[0].text
        line = call.line if is_own else 0
        if option(call, "polymorphic") is not None:
            return [Relation(name, "many to one (polymorphic)", shown(target), line) for target in takers.get(name, ())]
        through = option(call, "through")
        if through is not None:
            kind = "many to many" if kind == "one to many" else kind
            target = self._through(call, name, through.text, record)
        else:
            target = self._target(call, name, record)
        return [Relation(name, kind, target, line)] if target else []

    def _through(self, call: Call, name: str, through: str, record: Record) -> str:
        """The class at the end of a relation through another one."""
        kind, source = option(call, "source_type"), option(call, "source")
        if kind is not None and kind.kind == "string":
            return kind.text
        between = self._association(record, (through,))
        middle = self.by_name.get(self._target(between, through, record).replace("::", ".")) if between is not None else None
        if middle is not None:
            names = (source.text,) if source is not None else (name, singularize(name))
            said = self._association(middle, names)
            if said is not None and option(said, "through", "polymorphic") is None:
                return self._target(said, positional(said)[0].text, middle)
        target = self._target(call, name, record)
        return target if source is None and target.replace("::", ".") in self.by_name else ""

    def _association(self, record: Record, names: tuple[str, ...]) -> Call | None:
        """The call that declares a relation of one of these names."""
        for item in self.classes.line(record.holder):
            for _, call in item.calls:
                if call.callee.text in _KINDS and positional(call) and positional(call)[0].text in names:
                    return call
        return None

    def _target(self, call: Call, name: str, record: Record) -> str:
        named = option(call, "class_name", "class")
        if named is not None:
            dotted = _class_text(named)
        else:
            source = option(call, "source")
            plain = source.text if source is not None and source.kind == "string" else name
            many = call.callee.text.startswith(("has_many", "has_and"))
            dotted = camelize(singularize(plain) if many or source is not None else plain)
        if not dotted:
            return ""
        found = self.classes.named(dotted, record.holder.name)
        return shown(found.name if found is not None else dotted.removeprefix("::"))

    def takers(self) -> dict[str, list[str]]:
        """Polymorphic names with the classes that are meant by them: ``has_many :comments, as: :subject``."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.by_name):
            record = self.by_name[name]
            for item in self.classes.included(record.holder):
                for _, call in item.calls:
                    through = option(call, "as") if call.callee.text in _KINDS else None
                    if through is not None and name not in found.setdefault(through.text, []):
                        found[through.text].append(name)
        return found


def _class_text(value: Value) -> str:
    if value.kind == "string":
        return value.text.removeprefix("::").replace("::", ".")
    if value.kind == "call" and value.call is not None:  # ``User.name``
        return value.call.callee.text.removesuffix(".name").removesuffix(".to_s")
    return value.text if value.kind == "name" else ""
