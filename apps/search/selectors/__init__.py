"""Reads of the index, and of what was asked."""

from apps.search.selectors.questions import feedback_of, question_by_number, recent_questions
from apps.search.selectors.sources import (
    Place,
    Source,
    Text,
    indexed_sources,
    is_indexed,
    languages_among,
    places_of,
    texts_of,
)
from apps.search.selectors.vectors import (
    Unembedded,
    all_tenants_to_embed,
    all_tenants_with_vectors,
    current_index,
    lacks_vectors,
    missing_vectors,
    passages_without_vector,
    tenant_for_job,
    texts_to_embed,
)

__all__ = [
    "Place",
    "Source",
    "Text",
    "Unembedded",
    "all_tenants_to_embed",
    "all_tenants_with_vectors",
    "current_index",
    "feedback_of",
    "indexed_sources",
    "is_indexed",
    "lacks_vectors",
    "languages_among",
    "missing_vectors",
    "passages_without_vector",
    "places_of",
    "question_by_number",
    "recent_questions",
    "tenant_for_job",
    "texts_of",
    "texts_to_embed",
]
