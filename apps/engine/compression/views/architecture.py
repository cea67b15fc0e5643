"""A question about the architecture: the document's passages with their citations, then the capsules they cite."""

from __future__ import annotations

from apps.engine.compression.draft import CODE, Draft
from apps.engine.compression.views import blocks
from apps.engine.retrieval.passages import cited

GROUPS = ("document", "code", "prose")
_DOCUMENTS = 0.65
_CITED = 12  # capsules
_PROSE = 0.3


def fill(draft: Draft) -> None:
    """Place what fits: what the document cites, and was found as well, comes before what it cites, and that before the rest."""
    code, prose = blocks.code_of(draft), blocks.prose_of(draft)
    hits = {found.ref: found for found in code}
    keys = [(hit.repo_id, key) for hit in draft.found.documents for key in cited(hit.text)]
    named = [ref for ref in dict.fromkeys(keys) if ref in hits or ref in draft.material.capsules]
    both = [ref for ref in named if ref in hits]
    order = [*both, *(ref for ref in named if ref not in hits)][:_CITED]
    blocks.place_documents(draft, int(draft.left * (_DOCUMENTS if code or order else 1)))
    blocks.place_prose(draft, prose, int(draft.left * _PROSE))
    at = 0
    for ref in order:
        if ref in hits:
            blocks.place_summary(draft, "code", at, hits[ref])
        else:
            blocks.place_cited(draft, "code", at, ref)
        at += 1
    for found in code:
        if not draft.is_given(CODE, found.hit.repo, found.hit.anchor):
            blocks.place_summary(draft, "code", at, found)
            at += 1
