"""A question about code: the first capsule whole, the others as signature, documentation and relations."""

from __future__ import annotations

from apps.engine.compression.draft import Draft
from apps.engine.compression.views import blocks

GROUPS = ("code", "document", "prose")
_FIRST = 0.8  # of the room, where the first capsule is longer than all of it
_DOCUMENTS = 0.2
_PROSE = 0.3


def fill(draft: Draft) -> None:
    """Place what fits, in order of what it is worth."""
    code, prose = blocks.code_of(draft), blocks.prose_of(draft)
    if code:
        first = code[0]
        ties = blocks.relations(draft, first.ref)
        if not blocks.place_body(draft, "code", 0, first.hit.repo_id, first.capsule, after=ties, cut_to=_FIRST):
            draft.leave_out(first.hit.repo, first.capsule.symbol, "body")
            blocks.place_summary(draft, "code", 0, first)
    blocks.place_documents(draft, int(draft.left * (_DOCUMENTS if code else 1 - _PROSE)))
    blocks.place_prose(draft, prose, int(draft.left * (_PROSE if code else 1)))
    for at, found in enumerate(code[1:], start=1):
        blocks.place_summary(draft, "code", at, found)
