"""Django models: fields, relations, table names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from apps.engine.facts import Assignment, Call, Constraint, Definition, Field, FileFacts, Model, Relation, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.classes import class_fields, constraints
from apps.engine.frameworks.python.django.settings import Settings
from apps.engine.frameworks.python.inheritance import with_inherited
from apps.engine.frameworks.text import argument, keyword, source_of

_MODEL = frozenset({"django.db.models.Model", "django.db.models.base.Model", "django.contrib.gis.db.models.Model"})
_NOT_MODELS = (
    "Manager", "QuerySet", "Queryset", "Choices", "Field", "Form", "FormSet", "Formset", "Admin", "AdminSite", "Inline",
    "AnonymousUser", "Serializer", "Meta", "Permission", "View", "Viewset", "ViewSet", "Filter", "FilterSet", "Backend",
    "Factory", "Resource", "Signal", "Enum", "Error", "Exception", "Config", "Iterable", "Lookup", "Expression", "Constraint",
)  # fmt: skip
# Packages whose modules called ``models`` hold none: what shapes, shows or tests them stands there.
_NO_TABLES = frozenset({
    "builtins", "typing", "enum", "sqlalchemy", "pydantic", "peewee", "tortoise", "rest_framework", "django_filters", "factory",
    "graphene_django", "import_export", "strawberry_django", "ninja", "mongoengine", "haystack",
})  # fmt: skip
# Of Django itself: models that others extend.
_DJANGO_OWN = re.compile(r"django\.contrib\.(?:\w+\.)*(?:models|base_user|base_session)\.[A-Z]\w*$")
_RELATIONS = {
    "ForeignKey": "foreign key", "OneToOneField": "one to one", "ManyToManyField": "many to many",
    "ParentalKey": "foreign key",
    "ParentalManyToManyField": "many to many", "TreeForeignKey": "foreign key", "TreeOneToOneField": "one to one",
    "TreeManyToManyField": "many to many", "SortedManyToManyField": "many to many", "GenericRelation": "generic",
    "TaggableManager": "many to many", "ClusterTaggableManager": "many to many",
}  # fmt: skip
_TAGS = ("TaggableManager", "ClusterTaggableManager")  # what they point to is named by the model between
_OTHER_FIELDS = frozenset({"GenericForeignKey", *_RELATIONS})
_CONSTRAINTS = frozenset({
    "null", "blank", "unique", "max_length", "max_digits", "decimal_places", "default", "db_index", "primary_key",
    "choices", "on_delete",
    "through", "related_name", "auto_now", "auto_now_add", "editable", "db_column", "to_field",
})  # fmt: skip


_TOGETHER = {"unique_together": "unique", "index_together": "index"}
_RULES = {"UniqueConstraint": "unique", "CheckConstraint": "check", "ExclusionConstraint": "exclude"}


def find(code: Code, settings: Settings) -> Found:
    """Every model the repository declares."""
    return _Finder(code, settings).find()


class _Finder:
    def __init__(self, code: Code, settings: Settings) -> None:
        self.code = code
        self.settings = settings
        self._user: str | None = None

    def find(self) -> Found:
        found = Found()
        for facts in self.code.python():
            for definition in facts.definitions:
                if definition.kind == "class" and definition.bases and self._is_model(facts.path, definition):
                    found.models.append(self._model(facts, definition))
        if found.models:
            found.frameworks.append("Django")
        abstract = {model.symbol: model for model in found.models if model.kind == "abstract"}
        tables = {model.symbol for model in found.models if model.kind == "table"}
        found.models = with_inherited(
            self.code, found.models, lambda path, parent: abstract.get(symbol_of(path, parent.qualname)), tables
        )
        return found

    def _is_model(self, path: str, definition: Definition) -> bool:
        bases = self.code.names.external_bases(path, definition)
        if any(base in _MODEL for base in bases):
            return True
        outside = [base for base in bases if _looks_like_model(base)]
        if any(not base.endswith("Mixin") for base in outside):
            return True
        return bool(outside) and any(
            self._field_type(path, definition, item) for item in class_fields(self.code, path, definition)
        )

    def _field_type(self, path: str, definition: Definition, item: Assignment) -> str:
        """The class of a field, "" if the assignment is none."""
        call = item.value.call if item.value is not None else None
        if call is None or call.callee.kind != "name":
            return ""
        last = call.callee.text.rpartition(".")[2]
        bound = self.code.names.of(path, definition.qualname, call.callee)
        name = bound.external
        if name:
            if name.startswith(("django.forms", "rest_framework", "builtins.")):
                return ""
            last = name.rpartition(".")[2]
            return last if last.endswith("Field") or last in _OTHER_FIELDS else ""
        if bound.definition is not None and bound.definition.kind in CLASSES:
            bases = self.code.names.external_bases(bound.path, bound.definition)
            if any(base.rpartition(".")[2].endswith("Field") or base.rpartition(".")[2] in _OTHER_FIELDS for base in bases):
                return bound.definition.name
            return ""
        return last if last.endswith("Field") or last in _OTHER_FIELDS else ""

    def _model(self, facts: FileFacts, definition: Definition) -> Model:
        fields: list[Field] = []
        relations: list[Relation] = []
        for item in class_fields(self.code, facts.path, definition):
            kind = self._field_type(facts.path, definition, item)
            call = item.value.call if item.value is not None else None
            if not kind or call is None:
                continue
            key = argument(call, -1, "primary_key")
            fields.append(
                Field(
                    item.target,
                    kind,
                    constraints(call.arguments, _CONSTRAINTS),
                    key is not None and key.text == "true",
                    item.line,
                )
            )
            related = self._relation(facts.path, definition, kind, call)
            target = self._tag(facts, definition, call) if related in _TAGS else self._target(facts, definition, call)
            if related and target:
                relations.append(Relation(item.target, _RELATIONS[related], target, item.line))
        meta = self.code.index(facts.path).child(definition.qualname, "Meta")
        options = {item.target: item for item in class_fields(self.code, facts.path, meta)} if meta is not None else {}
        abstract, table = options.get("abstract"), options.get("db_table")
        is_abstract = abstract is not None and abstract.value is not None and abstract.value.text == "true"
        return Model(
            definition.name,
            place_of(facts.path, definition),
            "abstract" if is_abstract else "table",
            "Django",
            (self.code.folder.text(facts.path, definition.qualname, table.value) or "") if table is not None else "",
            tuple(source_of(base) for base in definition.bases),
            tuple(fields),
            tuple(relations),
            symbol_of(facts.path, definition.qualname),
            definition.docstring,
            "framework:django",
            constraints=tuple(self._constraints(facts.path, definition, options.values())),
        )

    def _constraints(self, path: str, definition: Definition, options: Iterable[Assignment]) -> Iterator[Constraint]:
        """What `Meta` says of several fields together, and their indexes."""
        for option in options:
            kind = _TOGETHER.get(option.target, "")
            if option.value is None or (not kind and option.target not in ("constraints", "indexes")):
                continue
            listed = self.code.names.of(path, definition.qualname, option.value).value
            items = listed.items if listed is not None and listed.kind == "list" else ()
            if kind:
                groups: list[Value | None] = [item for item in items if item.kind == "list"]
                for group in groups or [listed]:
                    texts = self.code.folder.texts(path, definition.qualname, group)
                    if texts:
                        yield Constraint(kind, ", ".join(texts), option.line)
                continue
            for item in items:
                call = item.call
                if call is not None:
                    name = call.callee.text.rpartition(".")[2]
                    yield Constraint(_RULES.get(name, "index"), self._ruled(path, definition, call), call.line)

    def _ruled(self, path: str, definition: Definition, call: Call) -> str:
        """The fields of a constraint or index, its condition; source where it is made of expressions."""
        fields = self.code.folder.texts(path, definition.qualname, keyword(call.arguments, "fields"))
        condition = keyword(call.arguments, "condition", "check")
        if fields:
            return ", ".join(fields) + (f" where {source_of(condition)}" if condition is not None else "")
        expressions = [source_of(item.value) for item in call.arguments if not item.name]
        return ", ".join(expressions) or source_of(condition)

    def _relation(self, path: str, definition: Definition, kind: str, call: Call) -> str:
        """The class of a field that relates models, as its package calls it; "" for other fields."""
        bound = self.code.names.of(path, definition.qualname, call.callee)
        names = [kind]
        if bound.definition is not None and bound.definition.kind in CLASSES:
            names += [base.rpartition(".")[2] for base in self.code.names.external_bases(bound.path, bound.definition)]
        return next((name for name in names if name in _RELATIONS), "")

    def _tag(self, facts: FileFacts, definition: Definition, call: Call) -> str:
        """What tags are kept as: the model that `tag` of the one between points to, else the package's own."""
        through = keyword(call.arguments, "through")
        bound = self.code.names.of(facts.path, definition.qualname, through) if through is not None else None
        between = bound.definition if bound is not None else None
        if bound is not None and between is not None and between.kind in CLASSES:
            tag = self.code.names.member(bound.path, between, "tag")
            made = tag.value.call if tag.value is not None else None
            if made is not None:
                return self._target(self.code.files[tag.path], between, made) or "Tag"
        return "Tag"

    def _target(self, facts: FileFacts, definition: Definition, call: Call) -> str:
        value = argument(call, 0, "to")
        if value is None:
            return ""
        scope = definition.qualname
        if value.kind == "call" and value.call is not None and value.call.callee.text.rpartition(".")[2] == "get_user_model":
            return self._user_model()
        if value.kind == "name" and value.text.rpartition(".")[2] == "AUTH_USER_MODEL":
            return self._user_model()
        if value.kind in ("name", "attribute"):
            bound = self.code.names.of(facts.path, scope, value)
            if bound.definition is not None and bound.definition.kind in CLASSES:
                return bound.definition.name
            if bound.external:
                return bound.external.rpartition(".")[2]
            made = self.code.names.maker(bound)
            if made.external.endswith("get_user_model"):
                return self._user_model()
        text = self.code.folder.text(facts.path, scope, value)
        if text == "self":
            return definition.name
        if text:
            return text.rpartition(".")[2]
        return value.text.rpartition(".")[2] if value.kind == "name" else ""

    def _user_model(self) -> str:
        if self._user is None:
            texts = [self.code.folder.text(path, "", item.value) for path, item in self.settings.assigned("AUTH_USER_MODEL")]
            self._user = min((text.rpartition(".")[2] for text in texts if text), default="User")
        return self._user


def _looks_like_model(base: str) -> bool:
    """Whether a class outside the repository is a model by its module (``wagtail.models.Page``).

    What Django's class machinery names beside them (managers, forms, sets of forms) is none, wherever it stands.
    """
    parts = base.split(".")
    if parts[0] in _NO_TABLES or (parts[0] == "django" and not _DJANGO_OWN.match(base)):
        return False
    name = parts[-1]
    if not name[:1].isupper() or (name.endswith(_NOT_MODELS) and not name.startswith("Abstract")):
        return False
    return (
        parts[0] == "django"
        or "models" in parts[:-1]
        or base.endswith(("db.models.Model", "PolymorphicModel", "MPTTModel", "TimeStampedModel", "SoftDeletableModel"))
    )
