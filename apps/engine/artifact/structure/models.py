"""4. Data Models: the entities, what holds them together, their fields."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from apps.engine.artifact.draft import DIAGRAM_NODES, Draft, model_key, model_name
from apps.engine.artifact.prose import bullets, capital, code, exact, listing, noun, plain, table
from apps.engine.artifact.structure.beside import tell_left_out
from apps.engine.facts import DiagramEdge, DiagramNode, Field, Model, Place, Relation

ROWS = 20  # with no more models each has a row
CHOSEN = 14  # with more, so many have one; the rest is named by folder
FOLDERS = 10  # folders of the rest told one by one
CITED = 2  # models of a folder that carry their own citation
FIELDS = 5
RELATIONS = 4
EDGES = 22
LABEL = 38  # characters of an edge's label that a diagram shows whole
_LOOKED_FOR = (
    "Looked for: models of the libraries known for the languages that are read (such as Django, SQLAlchemy, Pydantic, Prisma, "
    "TypeORM, Mongoose, JPA, EF Core, ActiveRecord, Eloquent and GORM), tables of SQL scripts, OpenAPI, GraphQL and Protocol "
    "Buffers schemas, and files in folders named models, schemas, entities or migrations."
)
# What the words of some libraries say of how many there are on each side.
_OF_ONE = {
    "has many": "one to many", "has one": "one to one", "belongs to": "many to one", "embeds many": "one to many",
    "embedded list": "one to many",
}  # fmt: skip
_KINDS = {
    "table": "table",
    "schema": "schema",
    "abstract": "abstract base",
    "document": "document",
    "class": "class",
}


def write(draft: Draft) -> str:
    """The section's Markdown."""
    models = draft.sheet.models
    beside = tell_left_out(draft, draft.whole.models, "model", draft.cite_model)
    if not models:
        return f"{_nothing(draft)} {beside}".rstrip()
    parts = [f"{_summary(draft)} {beside}".rstrip()]
    picture = _picture(draft)
    if picture:
        parts.append(picture)
    parts.extend(_tables(draft))
    return "\n\n".join(parts)


def _nothing(draft: Draft) -> str:
    said = f"No data models were found. {_LOOKED_FOR}"
    if draft.unparsed_languages:
        names = listing([plain(language.name) for language in draft.unparsed_languages], 4)
        said += f" Code in {names} is not read yet, so models defined in it are unknown, not absent."
    return said


def _cite(draft: Draft, model: Model) -> str:
    """The model's definition and, where its fields stand elsewhere, that too."""
    if model.shape is None:
        return draft.cite_model(model)
    return f"{draft.cite_model(model)} {draft.cite_named(model.shape, 'schema', model.name)}"


def cardinality(relation: Relation) -> str:
    """A relation's kind as a reader says it."""
    kind = relation.kind.lower().replace("_", " ").replace("-", " ").strip()
    if "many to many" in kind or kind in ("manytomany", "manytomanyfield"):
        return "many to many"
    if "one to one" in kind or kind in ("onetoone", "onetoonefield"):
        return "one to one"
    if kind in ("one to many", "to many", "to one"):
        return kind
    if kind in _OF_ONE:
        return _OF_ONE[kind]
    if kind in ("foreign key", "foreignkey", "many to one", "ref", "reference", "parentalkey", "parental key"):
        return "many to one"
    return kind or "relation"


def _summary(draft: Draft) -> str:
    models = draft.sheet.models
    kinds = Counter(_KINDS.get(model.kind, model.kind) for model in models)
    frameworks = sorted({model.framework for model in models if model.framework})
    said = []
    by = f" with {listing([plain(name) for name in frameworks])}" if frameworks else ""
    if len(kinds) == 1:
        kind = next(iter(kinds))
        said.append(
            f"The code defines {exact(len(models), 'model')}{by}, {'a' if len(models) == 1 else 'all'} {noun(len(models), kind)}."
        )
    else:
        named = listing([exact(number, kind) for kind, number in sorted(kinds.items())])
        said.append(f"The code defines {exact(len(models), 'model')}{by}: {named}.")
    said.append(_centre(draft))
    said.append(_outside(draft))
    roots = Counter(base for model in models for base in model.bases)
    own = {model.name: model for model in models}
    shared = [(base, number) for base, number in roots.items() if model_name(base) in own and number > 1]
    if shared:
        base, number = min(shared, key=lambda item: (-item[1], item[0]))
        heirs = sorted((model for model in models if base in model.bases), key=lambda model: (model.name, model.place))
        cites = draft.cite_all((_cite(draft, own[model_name(base)]), _cite(draft, heirs[0])), 2)
        said.append(f"{code(model_name(base))} is the base of {exact(number, 'model')}, such as {code(heirs[0].name)} {cites}.")
    guessed = [model for model in models if model.source == "folder name"]
    if guessed:
        which = _which(len(guessed), len(models))
        said.append(
            f"{which} listed by folder name: a type in a folder or file named for models, not recognised by its framework."
        )
    return " ".join(part for part in said if part)


def _which(some: int, all_of_them: int) -> str:
    """``It is``, ``All of them are``, ``Three of them are``."""
    if some == all_of_them:
        return "It is" if some == 1 else "All of them are"
    return f"{capital(f'{some:,} of them')} {noun(some, 'is', 'are')}"


def _centre(draft: Draft) -> str:
    central = [model for model in draft.ranked_models if draft.degree.get(model.name, 0) > 1]
    if not central:
        return "" if draft.degree or len(draft.sheet.models) == 1 else "No relations between them were found."
    first = central[0]
    names = {model.name for model in draft.sheet.models}
    own = sum(model_name(relation.target) in names for relation in first.relations)
    others = draft.degree[first.name] - own
    said = f"{code(first.name)} is the most connected:"
    if own:
        said += f" {exact(own, 'relation')} of its own to models of the repository {_cite(draft, first)}"
    pointing = next(
        (
            model
            for model in draft.ranked_models
            if model.name != first.name and any(model_name(relation.target) == first.name for relation in model.relations)
        ),
        None,
    )
    if others > 0:
        such = f", {'' if others == 1 else 'such as '}from {code(pointing.name)} {_cite(draft, pointing)}" if pointing else ""
        said += f"{' and' if own else ''} {others:,} that {noun(others, 'points', 'point')} to it{such}"
    return said + "."


def _outside(draft: Draft) -> str:
    """Relations to models that the repository does not define, which no diagram shows."""
    names = {model.name for model in draft.sheet.models}
    ties = [
        (model_name(relation.target), model)
        for model in draft.sheet.models
        for relation in model.relations
        if model_name(relation.target) not in names
    ]
    if not ties:
        return ""
    targets = sorted({target for target, _model in ties})
    first = min((model for _target, model in ties), key=lambda model: (model.name, model.place))
    which = f"{noun(len(targets), 'a model', 'models')} defined elsewhere"
    return (
        f"{capital(exact(len(ties), 'relation'))} {noun(len(ties), 'leads', 'lead')} to {which}: "
        f"{listing([code(target, 50) for target in targets], 6)}, for example from {code(first.name)} {_cite(draft, first)}."
    )


def edge_label(fields: Sequence[str], kind: str) -> str:
    """The fields behind an edge and what kind of relation they are, never longer than a diagram shows."""
    room = LABEL - len(kind) - 3
    for shown in (", ".join(fields), f"{fields[0]} and {len(fields) - 1} more" if len(fields) > 1 else fields[0]):
        if len(shown) <= room:
            return f"{shown} ({kind})"
    return f"{len(fields)} fields ({kind})" if len(fields) > 1 else kind


def _picture(draft: Draft) -> str:
    """The most connected models and the relations between them."""
    by_name: dict[str, Model] = {}
    for model in draft.ranked_models:
        by_name.setdefault(model.name, model)
    chosen = {model.name for model in draft.ranked_models if draft.degree.get(model.name)}
    if len(chosen) > DIAGRAM_NODES:
        chosen = {model.name for model in draft.ranked_models[:DIAGRAM_NODES]}
    ties: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for name in sorted(chosen & set(by_name)):
        for relation in by_name[name].relations:
            target = model_name(relation.target)
            if target in chosen and target in by_name:
                ties[(name, target, cardinality(relation))].append(relation.field)
    # Where there are too many, those between the most connected models stay.
    heavy = sorted(ties, key=lambda tie: (-draft.degree.get(tie[0], 0) - draft.degree.get(tie[1], 0), tie))[:EDGES]
    edges = [DiagramEdge(*tie[:2], edge_label(ties[tie], tie[2]), "relation") for tie in sorted(heavy)]
    linked = {edge.source for edge in edges} | {edge.target for edge in edges}
    if not linked:
        return ""
    nodes = []
    for name in sorted(linked):
        _cite(draft, by_name[name])
        nodes.append(DiagramNode(name, name, "model", model_key(by_name[name])))
    everything = len(linked) == len(draft.degree)
    title = "Models that are related to one another" + ("" if everything else ", those with the most relations")
    return draft.picture("models", title, nodes, edges)


def _folder(model: Model) -> str:
    return model.place.path.rpartition("/")[0] or "."


def _by_name(model: Model) -> tuple[str, Place]:
    """Where a model stands in a list: one more, or one more relation, moves no other."""
    return (model.name, model.place)


def _tables(draft: Draft) -> list[str]:
    models = draft.ranked_models
    chosen = models if len(models) <= ROWS else models[:CHOSEN]
    shown = sorted(chosen, key=_by_name)
    rule = "Those with the most relations have a row, by name. " if draft.degree and len(chosen) < len(models) else ""
    said = []
    if any(field.inherited_from for model in shown for field in model.fields):
        said.append("inherited fields stand behind the model's own")
    if any(model.relations for model in shown):
        said.append("fields that are relations in a column of their own")
    rule += f"{capital(', '.join(said))}." if said else ""
    parts = [*([rule.strip()] if rule.strip() else []), _table(draft, shown)]
    left = models[len(shown) :]
    if left:
        folders: dict[str, list[Model]] = defaultdict(list)
        for model in left:
            folders[_folder(model)].append(model)
        ordered = sorted(folders, key=lambda name: (-len(folders[name]), name))
        lines = []
        for name in sorted(ordered[:FOLDERS]):
            found = sorted(folders[name], key=_by_name)
            names = [f"{code(model.name, 50)} {_cite(draft, model)}" for model in found[:CITED]]
            lines.append(f"{code(name)}: {listing([*names, *(code(model.name, 50) for model in found[CITED:])], 5)}")
        number = sum(len(folders[name]) for name in ordered[FOLDERS:])
        if number:
            lines.append(f"{number:,} more in {exact(len(ordered) - FOLDERS, 'other folder')}")
        parts.append(f"{capital(exact(len(left), 'more model'))}, by folder:\n\n{bullets(lines)}")
    return parts


def _table(draft: Draft, models: Sequence[Model]) -> str:
    rows = []
    kinds = {model.kind for model in models}
    related = any(model.relations for model in models)
    for model in models:
        cells = [code(model.name, 60)]
        if len(kinds) > 1:
            cells.append(_KINDS.get(model.kind, plain(model.kind)))
        cells.append(_fields(draft, model))
        if related:
            cells.append(_relations(model))
        rows.append([*cells, _cite(draft, model)])
    headers = ["Model", *(["Kind"] if len(kinds) > 1 else []), "Fields", *(["Relations"] if related else []), "Defined in"]
    return table(headers, rows)


def _fields(draft: Draft, model: Model) -> str:
    relations = {relation.field for relation in model.relations}
    own = [field for field in model.fields if field.name not in relations and not field.inherited_from]
    ordered = sorted(own, key=lambda field: not field.is_key)
    shown = [
        code(f"{field.name}: {field.type}" if field.type else field.name, 60) + (" (key)" if field.is_key else "")
        for field in ordered
    ]
    inherited: dict[str, list[Field]] = defaultdict(list)
    for field in sorted(model.fields, key=lambda field: not field.is_key):
        if field.inherited_from:
            inherited[field.inherited_from].append(field)
    further = "; ".join(_inherited(draft, name, found) for name, found in inherited.items())
    return "; ".join(part for part in (listing(shown, FIELDS), further) if part) or "–"


def _inherited(draft: Draft, name: str, fields: Sequence[Field]) -> str:
    """Fields of one base, and where they stand: the base where it is a model itself, else the first fields."""
    told = listing([code(field.name, 40) + (" (key)" if field.is_key else "") for field in fields], FIELDS)
    places = list(dict.fromkeys(field.place for field in fields if field.place is not None))
    base = next((model for model in draft.sheet.models if model.name == name and _holds(model, places)), None)
    cites = draft.cite_model(base) if base is not None else draft.cite_all(_each(draft, name, places))
    return f"inherited from {code(name, 40)}: {told} {cites}".rstrip()


def _holds(model: Model, places: Sequence[Place]) -> bool:
    """Whether all these lines stand in the definition of a model."""
    at = model.place
    return bool(places) and all(place.path == at.path and at.line <= place.line <= at.end_line for place in places)


def _each(draft: Draft, name: str, places: Sequence[Place]) -> list[str]:
    return [draft.cite_named(place, "inherited", name) for place in places]


def _relations(model: Model) -> str:
    own = [relation for relation in model.relations if not relation.inherited_from]
    shown = [
        f"{code(relation.field, 40)} → {code(model_name(relation.target), 40)}, {plain(cardinality(relation), 30)}"
        for relation in own[:RELATIONS]
    ]
    left = len(own) - len(shown)
    return "; ".join(shown) + (f"; {left} more" if left > 0 else "")
