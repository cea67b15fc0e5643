"""A search: a map of functions by file, with a mark for documented ones."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.compression import pieces
from apps.engine.compression.draft import Draft
from apps.engine.compression.views import blocks
from apps.engine.facts import Capsule
from apps.engine.facts.sentences import first_sentence
from apps.engine.retrieval.tokens import tokenise

GROUPS = ("map", "document", "prose")
_MARK = "●"
_DOCUMENTS = 0.15
_PROSE = 0.6
_NEAR = 12  # of a file's other definitions


def fill(draft: Draft) -> None:
    """Place what was found by file, the file of the best first, then prose; then what else those files hold that is near."""
    code, prose = blocks.code_of(draft), blocks.prose_of(draft)
    files: dict[tuple[int, str], list[blocks.Found]] = {}
    for found in code:
        files.setdefault((found.hit.repo_id, found.capsule.path), []).append(found)
    documents = int(draft.left * (_DOCUMENTS if code else 1 - _PROSE))
    draft.left -= documents
    for at, ((repo_id, path), items) in enumerate(files.items()):
        title = draft.title(0, path, "", 0, 0, draft.repo_name(repo_id))
        for found in sorted(items, key=lambda item: item.capsule.line):
            number = draft.cite_hit(found.hit)
            line = f"- [{number}] {_told(found.capsule)}"
            covers = [blocks.whole(found.hit)]
            draft.add_line("map", line, at=at, heading=title, part="map", numbers=[number], covers=covers)
    draft.left += documents
    blocks.place_documents(draft, documents)
    blocks.place_prose(draft, prose, int(draft.left * (_PROSE if code else 1)))
    for at, (key, items) in enumerate(files.items()):
        if draft.has("map", at):
            given = {found.capsule.symbol for found in items}
            _place_rest(draft, at, [item for item in draft.material.contents.get(key, ()) if item.symbol not in given])


def _place_rest(draft: Draft, at: int, rest: Sequence[Capsule]) -> None:
    """Of what else a file holds, what has half of the question's words, and a mark for the others."""
    words = ((item, frozenset(tokenise(f"{item.name} {first_sentence(item.docstring)}"))) for item in rest)
    near = [item for item, said in words if 2 * len(draft.terms & said) >= len(draft.terms)]
    placed = sum(draft.add_line("map", f"- {_told(capsule)}", at=at, part="map") for capsule in near[:_NEAR])
    if len(rest) > placed:
        draft.add_line("map", "- …", at=at, part="map")


def _told(capsule: Capsule) -> str:
    """Name and line, the mark and the first sentence where it is documented."""
    told = f"{pieces.code_span(pieces.qualified(capsule))}:{capsule.line}"
    said = pieces.one_line(first_sentence(capsule.docstring), 100)
    return f"{told} {_MARK} {said}" if capsule.docstring.strip() else told
