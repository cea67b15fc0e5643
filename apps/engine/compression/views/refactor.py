"""A change of code: the target with all it calls and all that calls it.  Signatures of all first, then the target's body, then
callers' bodies, then callees', while they fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.compression import pieces
from apps.engine.compression.context import LeftOut
from apps.engine.compression.draft import CODE, Draft
from apps.engine.compression.material import Relations
from apps.engine.compression.ties import callers_told
from apps.engine.compression.views import blocks, code_query
from apps.engine.facts import Capsule
from apps.engine.graph.testfiles import is_test

GROUPS = ("target", "nearest", "callers", "callees", "caller-bodies", "callee-bodies", *code_query.GROUPS, "also")
_DOCUMENTS = 0.1


def fill(draft: Draft) -> None:
    """Place what fits, in the order of the view; where no code was found, what a question about code gets."""
    code = blocks.code_of(draft)
    if not code:
        code_query.fill(draft)
        return
    target = code[0]
    repo_id, capsule = target.hit.repo_id, target.capsule
    ties = draft.material.relations.get(target.ref, Relations())
    group = "target" if target.hit.is_exact else "nearest"
    blocks.place_summary(draft, group, 0, target, with_ties=False)
    told = callers_told(draft.words, ties, with_names=False)
    if told:
        draft.add_line("callers", told, part="signature")
    callers = _place_signatures(draft, "callers", repo_id, ties.callers, ties.caller_count)
    callees = _place_signatures(draft, "callees", repo_id, ties.callees, ties.callee_count)
    if not blocks.place_body(draft, group, 0, repo_id, capsule):
        draft.leave_out(target.hit.repo, capsule.symbol, "body")
    documents = int(draft.left * _DOCUMENTS)
    blocks.place_documents(draft, documents)
    for group, known in (("caller-bodies", callers), ("callee-bodies", callees)):
        for at, other in enumerate(known):
            if other.kind == "module" or not blocks.place_body(draft, group, at, repo_id, other, cuts=False):
                draft.leave_out(target.hit.repo, other.symbol, "body")
    blocks.place_names(draft, "also", [item for item in code[1:] if not draft.is_given(CODE, item.hit.repo, item.hit.anchor)])


def _place_signatures(draft: Draft, group: str, repo_id: int, symbols: Sequence[str], count: int) -> list[Capsule]:
    """One line each, as many as have room, the others named as left out; returns the capsules, the program's own code first."""
    repo = draft.repo_name(repo_id)
    found = [draft.material.capsules[repo_id, symbol] for symbol in symbols if (repo_id, symbol) in draft.material.capsules]
    known = sorted(found, key=lambda capsule: (is_test(capsule.path), -capsule.rank, capsule.symbol))
    is_full = False
    for capsule in known:
        number = draft.cite_capsule(repo_id, capsule)
        line = blocks.listed(number, capsule)
        missing = LeftOut(repo, capsule.symbol, "signature")
        if not draft.add_line(group, line, part="signature", numbers=[number], covers=[missing]):
            draft.leave_out(repo, capsule.symbol, "signature")
            is_full = True
    given = {capsule.symbol for capsule in known}
    rest = [symbol for symbol in symbols if symbol not in given]
    for symbol in rest:
        line = f"- {pieces.code_span(symbol)}"
        if is_full or not draft.add_line(group, line, part="signature", covers=[LeftOut(repo, symbol, "signature")]):
            draft.leave_out(repo, symbol, "signature")
    if count > len(symbols):
        draft.add_line(group, f"- {draft.words['more'].format(count=count - len(symbols))}", part="signature")
    return known
