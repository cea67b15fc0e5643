"""Who points to a row: foreign keys of this floor and of those above, found through Django's registry."""

from __future__ import annotations

from django.db.models import ManyToOneRel, Model


def relations_to(model: type[Model]) -> list[tuple[type[Model], str]]:
    """(model, name of its foreign key) of each one that points to `model`, sorted by name."""
    found = [
        (relation.related_model, relation.field.name)
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel)
    ]
    return sorted(found, key=lambda pair: (pair[0]._meta.label, pair[1]))
