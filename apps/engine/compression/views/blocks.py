"""What several views give: passages of documents, code in full or in part, and what it is tied to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from apps.engine.compression import pieces
from apps.engine.compression.budgets import MOST
from apps.engine.compression.context import LeftOut
from apps.engine.compression.cutting import cut
from apps.engine.compression.draft import CODE, DOCUMENT, Draft
from apps.engine.compression.material import Ref
from apps.engine.compression.prose import excerpt, resolved
from apps.engine.compression.ties import ties_told
from apps.engine.facts import Capsule
from apps.engine.facts.visible import show_hidden
from apps.engine.retrieval import Hit

_FENCE = 8  # tokens of a fence
_LEAST = 24  # tokens worth beginning a passage for
_LONGEST = 400_000  # characters of a body that may be given whole


class Found(msgspec.Struct, frozen=True):
    """Code that was found, as the graph has it, else as the index has it."""

    hit: Hit
    capsule: Capsule

    @property
    def ref(self) -> Ref:
        return (self.hit.repo_id, self.capsule.symbol)


def code_of(draft: Draft) -> list[Found]:
    """The code among the hits, best first."""
    return [
        Found(hit, draft.material.capsules.get((hit.repo_id, hit.anchor)) or _from_index(hit))
        for hit in draft.found.hits
        if is_code(hit)
    ]


def prose_of(draft: Draft) -> list[Hit]:
    """What else was found: sections of README files, pages."""
    return [hit for hit in draft.found.hits if not is_code(hit)]


def is_code(hit: Hit) -> bool:
    """Whether it is a capsule other than a section of prose."""
    return hit.source_type == CODE and hit.kind != "document"


def _from_index(hit: Hit) -> Capsule:
    name = pieces.short(hit.anchor)
    return Capsule(
        hit.anchor, hit.kind, name, hit.path, hit.language, hit.line, hit.line, hit.end_line, "", hit.summary, hit.text, "",
        rank=hit.rank,
    )  # fmt: skip


def whole(hit: Hit) -> LeftOut:
    """What is left out where a hit has no room."""
    return LeftOut(hit.repo, hit.anchor, "whole")


def place_documents(draft: Draft, share: int) -> None:
    """The document's passages in at most `share` tokens, each with what of it bears on the question."""
    _place_prose(draft, "document", draft.found.documents, share)


def place_prose(draft: Draft, hits: Sequence[Hit], share: int) -> None:
    """Other prose in the same way."""
    _place_prose(draft, "prose", hits, share)


def _place_prose(draft: Draft, group: str, hits: Sequence[Hit], share: int) -> None:
    left = min(share, draft.left)
    for at, hit in enumerate(hits):
        before = draft.left
        fair = max(left // (len(hits) - at), min(left, 2 * _LEAST))
        place_passage(draft, group, at, hit, fair)
        left -= before - draft.left


def place_passage(draft: Draft, group: str, at: int, hit: Hit, share: int) -> bool:
    """A passage, whole or in part, in at most `share` tokens."""
    number = draft.cite_hit(hit)
    title = draft.title(number, hit.title, hit.path, hit.line, hit.end_line, hit.repo)
    partly = f"{title} · {draft.words['excerpt']}"
    is_ours = hit.source_type == DOCUMENT
    room = draft.room(group, at, partly, share) - (0 if is_ours else _FENCE)
    if room < _LEAST:
        return False
    text = resolved(hit.text, lambda key: draft.material.places.get((hit.repo_id, key)))
    given = excerpt(text, draft.terms, room, draft.count)
    if not given.text:
        return False
    heading = title if given.is_whole else partly
    # Headings and numbers of a repository's own prose are not those of the context around it.
    shown = given.text if is_ours else pieces.fenced(given.text, "markdown")
    is_placed = draft.place(group, at, heading, shown, part="document", numbers=[number], covers=[whole(hit)])
    if is_placed and not given.is_whole:
        draft.leave_out(hit.repo, hit.anchor, "lines")
    return is_placed


def place_body(
    draft: Draft, group: str, at: int, repo_id: int, capsule: Capsule, *, after: str = "", cut_to: float = 1, cuts: bool = True
) -> bool:
    """The capsule whole; else, if `cuts`, cut where a statement ends, in that share of the room.  `after` follows the code."""
    repo, name = draft.repo_name(repo_id), pieces.qualified(capsule)
    number = draft.cite_capsule(repo_id, capsule)

    def title(last: int) -> str:
        told = draft.words["cut"].format(first=capsule.start_line, last=last, end=capsule.end_line)
        note = told if last < capsule.end_line else ""
        return draft.title(number, name, capsule.path, capsule.start_line, last, repo, note)

    body = pieces.fenced(capsule.body, capsule.language) if len(capsule.body) <= _LONGEST else ""
    text = "\n".join(filter(None, (body, after)))
    covers = [LeftOut(repo, capsule.symbol, "body")]
    if body and draft.place(group, at, title(capsule.end_line), text, part="whole", numbers=[number], covers=covers):
        return True
    around = pieces.fenced("", capsule.language) + f"\n{after}"
    free = draft.room(group, at, title(capsule.end_line - 1), MOST)
    room = int(free * cut_to) - draft.count(around)
    given = cut(show_hidden(capsule.body), capsule.language, room, draft.count) if cuts and room >= _LEAST else None
    if given is None:
        return False
    number = draft.cite_capsule(repo_id, capsule)
    last = capsule.start_line + given.lines - 1
    text = "\n".join(filter(None, (pieces.fenced(given.text, capsule.language), after)))
    if not draft.place(group, at, title(last), text, part="cut", numbers=[number], covers=covers):
        return False
    draft.leave_out(repo, capsule.symbol, "lines")
    return True


def place_summary(draft: Draft, group: str, at: int, found: Found, *, with_ties: bool = True) -> bool:
    """Signature, documentation and relations; where that is too long, the signature alone."""
    hit, capsule = found.hit, found.capsule
    written = pieces.signature(capsule)
    ties = relations(draft, found.ref) if with_ties else ""
    for lines in ([written, pieces.described(capsule), ties], [written]):
        number = draft.cite_hit(hit)
        title = draft.title(number, pieces.qualified(capsule), capsule.path, capsule.line, capsule.end_line, hit.repo)
        text = "\n".join(line for line in lines if line)
        if draft.place(group, at, title, text, part="signature", numbers=[number], covers=[whole(hit)]):
            return True
    return False


def place_cited(draft: Draft, group: str, at: int, ref: Ref) -> bool:
    """Signature and documentation of a capsule that a document cites."""
    repo_id, capsule = ref[0], draft.material.capsules[ref]
    number = draft.cite_capsule(repo_id, capsule)
    repo = draft.repo_name(repo_id)
    title = draft.title(number, pieces.qualified(capsule), capsule.path, capsule.line, capsule.end_line, repo)
    text = "\n".join(filter(None, (pieces.signature(capsule), pieces.described(capsule))))
    covers = [LeftOut(repo, capsule.symbol, "whole")]
    if draft.place(group, at, title, text, part="signature", numbers=[number], covers=covers):
        return True
    draft.leave_out(repo, capsule.symbol, "whole")
    return False


def listed(number: int, capsule: Capsule) -> str:
    """A line of a list: the signature, what it stands in, where."""
    parts = [f"- [{number}] {pieces.signature(capsule)}"]
    if name := pieces.owner(capsule):
        parts.append(pieces.code_span(name))
    parts.append(pieces.span(capsule.path, capsule.line, capsule.line))
    return " · ".join(parts)


def place_names(draft: Draft, group: str, items: Iterable[Found]) -> None:
    """A line for each: its name and where it stands."""
    for found in items:
        number = draft.cite_hit(found.hit)
        capsule = found.capsule
        where = pieces.span(capsule.path, capsule.line, capsule.line)
        line = f"- [{number}] {pieces.code_span(pieces.qualified(capsule))} · {where}"
        draft.add_line(group, line, part="signature", numbers=[number], covers=[whole(found.hit)])


def relations(draft: Draft, ref: Ref) -> str:
    """Who calls it, as far as that is known, and what it calls, a line each; "" where nothing is to be said."""
    ties = draft.material.relations.get(ref)
    return "" if ties is None else "\n".join(ties_told(draft.words, ties))
