"""4. Data Models: the entities, what holds them together, their fields."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from apps.engine.artifact.draft import DIAGRAM_NODES, Draft, model_key, model_name
from apps.engine.artifact.prose import capital, code, exact, listing, noun, plain, table
from apps.engine.facts import DiagramEdge, DiagramNode, Field, Model, Relation

ROWS = 30  # models in tables; the rest is summed up by folder
GROUPS = 5
FIELDS = 5
TYPED_FIELDS = 3  # models with no more fields show their types too
EDGES = 22
_LOOKED_FOR = (
    "Looked for: Django, SQLAlchemy and SQLModel models, Pydantic schemas, Mongoose schemas, and files in folders named "
    "models, schemas, "
    "entities or migrations."
)
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
    if not models:
        return _nothing(draft)
    parts = [_summary(draft)]
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
    return draft.cite_model(model)


def cardinality(relation: Relation) -> str:
    """A relation's kind as a reader says it."""
    kind = relation.kind.lower().replace("_", " ").replace("-", " ").strip()
    if "many to many" in kind or kind in ("manytomany", "manytomanyfield"):
        return "many to many"
    if "one to one" in kind or kind in ("onetoone", "onetoonefield"):
        return "one to one"
    if kind in ("one to many", "to many", "to one"):
        return kind
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
        named = listing([exact(number, kind) for kind, number in sorted(kinds.items(), key=lambda item: (-item[1], item[0]))])
        said.append(f"The code defines {exact(len(models), 'model')}{by}: {named}.")
    said.append(_centre(draft))
    roots = Counter(base for model in models for base in model.bases)
    own = {model.name: model for model in models}
    shared = [(base, number) for base, number in roots.items() if model_name(base) in own and number > 1]
    if shared:
        base, number = min(shared, key=lambda item: (-item[1], item[0]))
        said.append(f"{code(model_name(base))} is the base of {exact(number, 'model')} {_cite(draft, own[model_name(base)])}.")
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
        any_relation = any(model.relations for model in draft.sheet.models)
        return "" if any_relation or len(draft.sheet.models) == 1 else "No relations between them were found."
    first = central[0]
    number = draft.degree[first.name]
    ties = exact(number, "relation")
    said = f"{code(first.name)} is the most connected, with {ties} to and from other models {_cite(draft, first)}"
    others = [model for model in central[1:4] if draft.degree[model.name] > 1]
    if others:
        named = listing([f"{code(model.name)} ({draft.degree[model.name]})" for model in others])
        said += (
            f"; {named} {'comes' if len(others) == 1 else 'come'} next {draft.cite_all(_cite(draft, model) for model in others)}"
        )
    return said + "."


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
    edges = [
        DiagramEdge(name, target, f"{listing(fields, 1)} ({kind})", "relation") for (name, target, kind), fields in ties.items()
    ][:EDGES]
    linked = {edge.source for edge in edges} | {edge.target for edge in edges}
    if not linked:
        return ""
    nodes = []
    for name in sorted(linked):
        _cite(draft, by_name[name])
        nodes.append(DiagramNode(name, name, "model", model_key(by_name[name])))
    everything = len(linked) == len({model.name for model in draft.sheet.models if draft.degree.get(model.name)})
    title = (
        "Models and their relations" if everything else f"The {len(nodes)} most connected models and the relations between them"
    )
    return draft.picture("models", title, nodes, edges)


def _folder(model: Model) -> str:
    return model.place.path.rpartition("/")[0] or "."


def _tables(draft: Draft) -> list[str]:
    models = draft.ranked_models
    shown = models[:ROWS]
    groups: dict[str, list[Model]] = defaultdict(list)
    for model in shown:
        groups[_folder(model)].append(model)
    ordered = sorted(groups, key=lambda name: (-sum(draft.degree.get(m.name, 0) + 1 for m in groups[name]), name))
    parts: list[str] = []
    if len(ordered) == 1 or len(shown) <= 12:
        parts.append(_table(draft, [model for name in ordered for model in groups[name]]))
    else:
        for name in ordered[:GROUPS]:
            parts.append(f"### {code(name)}\n\n{_table(draft, groups[name])}")
        others = [model for name in ordered[GROUPS:] for model in groups[name]]
        if others:
            parts.append(f"### In other folders\n\n{_table(draft, others)}")
    left = models[ROWS:]
    if left:
        folders = Counter(_folder(model) for model in left)
        top = sorted(folders.items(), key=lambda item: (-item[1], item[0]))
        named = listing([f"{number:,} in {code(name)}" for name, number in top], 6, "more folders")
        if len(top) == 1:
            named = f"{'it stands' if len(left) == 1 else 'all'} in {code(top[0][0])}"
        parts.append(f"Not in the tables: {exact(len(left), 'model')} with fewer relations, {named}.")
    return parts


def _table(draft: Draft, models: Sequence[Model]) -> str:
    rows = []
    kinds = {model.kind for model in models}
    for model in models:
        cells = [code(model.name, 60)]
        if len(kinds) > 1:
            cells.append(_KINDS.get(model.kind, plain(model.kind)))
        cells += [_fields(model.fields), _relations(model), _cite(draft, model)]
        rows.append(cells)
    headers = ["Model", *(["Kind"] if len(kinds) > 1 else []), "Fields", "Relations", "Defined in"]
    return table(headers, rows)


def _fields(fields: Sequence[Field]) -> str:
    ordered = sorted(fields, key=lambda field: not field.is_key)
    typed = len(fields) <= TYPED_FIELDS
    shown = []
    for field in ordered:
        name = f"{field.name}: {field.type}" if typed and field.type else field.name
        shown.append(code(name, 60) + (" (key)" if field.is_key else ""))
    return listing(shown, FIELDS)


def _relations(model: Model) -> str:
    shown = [
        f"{code(relation.field, 40)} → {code(model_name(relation.target), 40)}, {plain(cardinality(relation), 30)}"
        for relation in model.relations[:4]
    ]
    left = len(model.relations) - len(shown)
    return "; ".join(shown) + (f"; {left} more" if left > 0 else "")
