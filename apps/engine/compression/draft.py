"""A context in the making: blocks are placed while the budget has room for them, and what has none is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from apps.engine.compression import pieces
from apps.engine.compression.context import Block, Citation, Context, LeftOut
from apps.engine.compression.material import Count, Material
from apps.engine.compression.words import words
from apps.engine.facts import Capsule
from apps.engine.retrieval import Hit, Retrieval
from apps.engine.retrieval.tokens import tokenise_query

CODE = "git"
DOCUMENT = "system_artifact"
_NOTE = 12  # one token in so many is kept for naming what was left out
_MOST_NOTE = 60  # tokens
_MOST_NAMED = 400  # things left out that are listed
_SEAM = 2  # tokens between a heading, a text and what follows
_CitationKey = tuple[str, str, str]


class Placed(msgspec.Struct, frozen=True):
    """A block with its place: group, then number in it.  `covers` are what it would leave out: (repo, anchor, part)."""

    group: str
    at: int
    block: Block
    cost: int
    covers: tuple[LeftOut, ...]


class Draft:
    """`groups` are the headings in their order: keys of `words`.  A view asks for room, places blocks, and lists what is left."""

    def __init__(
        self, found: Retrieval, material: Material, *, budget: int, count: Count, tokenizer: str, groups: Sequence[str]
    ) -> None:
        self.found, self.material, self.count = found, material, count
        self.words = words(found.language)
        self.terms = frozenset(tokenise_query(found.question, found.language))
        self._budget, self._tokenizer = budget, tokenizer
        self._groups = {name: at for at, name in enumerate(groups)}
        self._placed: dict[tuple[str, int], Placed] = {}
        self._order: list[tuple[str, int]] = []  # of placing: what came last goes first if it must
        self._numbers: dict[_CitationKey, Citation] = {}
        self._pending: dict[_CitationKey, Citation] = {}
        self._last = 0  # number given
        self._left_out: dict[LeftOut, None] = {}
        self._repos = {state.repo_id: state for state in found.sources}
        self._commits = {(state.repo_id, state.source_type): state.commit for state in found.sources}
        self._names = {hit.repo_id: hit.repo for hit in (*found.hits, *found.documents)}
        self.is_mixed = len({hit.repo_id for hit in (*found.hits, *found.documents)}) > 1
        self.left = budget - min(budget // _NOTE, _MOST_NOTE)

    # --- citations ---------------------------------------------------------------------------------------------------------
    def cite_hit(self, hit: Hit) -> int:
        """The number of what was found; it counts once a block with it is placed."""
        return self._cite(
            Citation(
                0, hit.source_type, hit.repo, hit.anchor, hit.title, hit.path, hit.line, hit.end_line,
                self._commits.get((hit.repo_id, hit.source_type), ""),
            )
        )  # fmt: skip

    def cite_capsule(self, repo_id: int, capsule: Capsule) -> int:
        """The number of a capsule of a repository."""
        return self._cite(
            Citation(
                0, CODE, self.repo_name(repo_id), capsule.symbol, pieces.qualified(capsule), capsule.path, capsule.line,
                capsule.end_line, self._commits.get((repo_id, CODE), ""),
            )
        )  # fmt: skip

    def repo_name(self, repo_id: int) -> str:
        """The short name of a repository of this answer."""
        state = self._repos.get(repo_id)
        return state.repo if state is not None else self._names.get(repo_id, "")

    def _cite(self, citation: Citation) -> int:
        key = (citation.source_type, citation.repo, citation.anchor)
        known = self._numbers.get(key) or self._pending.get(key)
        if known is None:
            known = msgspec.structs.replace(citation, number=self._last + len(self._pending) + 1)
            self._pending[key] = known
        return known.number

    def is_given(self, source_type: str, repo: str, anchor: str) -> bool:
        """Whether a block that stands on this was placed."""
        return (source_type, repo, anchor) in self._numbers

    # --- blocks ------------------------------------------------------------------------------------------------------------
    def title(self, number: int, name: str, path: str, line: int, end_line: int, repo: str, note: str = "") -> str:
        """``[1] `name` · `path:1-2` ``, with the repository where the answer is of several; 0 is no number."""
        parts = [f"[{number}] {pieces.code_span(name)}" if number else pieces.code_span(name)]
        if path and path != name:
            parts.append(pieces.span(path, line, end_line))
        if self.is_mixed and repo:
            parts.append(pieces.one_line(repo))
        if note:
            parts.append(note)
        return " · ".join(parts)

    def cost(self, group: str, at: int, block: Block) -> int:
        """Tokens a block takes in this place, with the heading of its group if no other is there."""
        is_first = all(name != group or number == at for name, number in self._placed)
        return self.count(self._rendered(block, group, is_first=is_first))

    def place(
        self,
        group: str,
        at: int,
        heading: str,
        text: str,
        *,
        part: str,
        numbers: Iterable[int] = (),
        covers: Iterable[LeftOut] = (),
    ) -> bool:
        """Place a block, or a fuller one in the place of another; False where it has no room.  `heading` "": the group's."""
        block = Block(part, heading or self.words[group], text, tuple(numbers))
        cost = self.cost(group, at, block)
        return self._settle(Placed(group, at, block, cost, tuple(covers)))

    def add_line(
        self,
        group: str,
        line: str,
        *,
        at: int = 0,
        heading: str = "",
        part: str,
        numbers: Sequence[int] = (),
        covers: Sequence[LeftOut] = (),
    ) -> bool:
        """Add a line to a block that is a list, its first one if there is none; False where it has no room."""
        before = self._placed.get((group, at))
        if before is None:
            return self.place(group, at, heading, line, part=part, numbers=numbers, covers=covers)
        text, known = f"{before.block.text}\n{line}", (*before.block.citations, *numbers)
        block = msgspec.structs.replace(before.block, text=text, citations=known)
        return self._settle(Placed(group, at, block, before.cost + self.count(f"{line}\n"), (*before.covers, *covers)))

    def has(self, group: str, at: int) -> bool:
        """Whether there is a block in this place."""
        return (group, at) in self._placed

    def _settle(self, placed: Placed) -> bool:
        key = (placed.group, placed.at)
        before = self._placed.get(key)
        cost = placed.cost - (0 if before is None else before.cost)
        pending, self._pending = self._pending, {}
        if cost > self.left:
            return False
        self.left -= cost
        self._placed[key] = placed
        if before is None:
            self._order.append(key)
        numbers = placed.block.citations
        self._numbers |= {name: item for name, item in pending.items() if item.number in numbers}
        self._last = max([self._last, *numbers])
        return True

    def room(self, group: str, at: int, heading: str, share: int) -> int:
        """Tokens for the text of a block in this place, when all of it may take `share` of them."""
        before = self._placed.get((group, at))
        free = self.left + (0 if before is None else before.cost)
        return min(share, free) - self.cost(group, at, Block("", heading or self.words[group], "")) - _SEAM

    def leave_out(self, repo: str, anchor: str, part: str) -> None:
        """Name something there was no room for."""
        self._left_out[LeftOut(repo, anchor, part)] = None

    def _rendered(self, block: Block, group: str, *, is_first: bool) -> str:
        title = self.words[group]
        opening = f"## {title}\n\n" if is_first else ""
        own = f"### {block.heading}\n" if block.heading != title else ""
        return f"{opening}{own}{block.text}\n\n"

    # --- the end -----------------------------------------------------------------------------------------------------------
    def context(self) -> Context:
        """The context: all blocks that were placed, what was found and has none, and a text that is inside the budget."""
        text = self._text()
        while self.count(text) > self._budget and self._order:  # a token may reach over a seam: rare, and then it is a few
            gone = self._placed.pop(self._order.pop())
            self._left_out |= dict.fromkeys(gone.covers)
            text = self._text()
        blocks = tuple(placed.block for placed in self._sorted())
        shown = {number for block in blocks for number in block.citations}
        citations = tuple(sorted((item for item in self._numbers.values() if item.number in shown), key=lambda item: item.number))
        given = {(item.source_type, item.repo, item.anchor) for item in citations}
        for hit in (*self.found.hits, *self.found.documents):
            if (hit.source_type, hit.repo, hit.anchor) not in given:
                self.leave_out(hit.repo, hit.anchor, "whole")
        left_out = tuple(self._left_out)[:_MOST_NAMED]
        text = self._with_note(text, left_out) if text else ""
        return Context(
            question=self.found.question,
            task=self.found.task,
            language=self.found.language,
            budget=self._budget,
            tokens=self.count(text),
            tokenizer=self._tokenizer,
            text=text,
            blocks=blocks,
            citations=citations,
            left_out=left_out,
            sources=self.found.sources,
            notes=self.found.notes,
            absent=self.found.absent,
        )

    def _sorted(self) -> list[Placed]:
        return sorted(self._placed.values(), key=lambda placed: (self._groups[placed.group], placed.at))

    def _text(self) -> str:
        found: list[str] = []
        last = ""
        for placed in self._sorted():
            found.append(self._rendered(placed.block, placed.group, is_first=placed.group != last))
            last = placed.group
        return "".join(found).rstrip()

    def _with_note(self, text: str, left_out: Sequence[LeftOut]) -> str:
        """The text with a last line that names what was left out, as many as have room; the list has them all."""
        names = [self._named(item) for item in left_out]
        low, high = 0, len(names)
        best = text
        while low <= high and names:
            middle = (low + high) // 2
            rest = len(names) - middle
            told = [*names[:middle], *([self.words["more"].format(count=rest)] if rest else [])]
            noted = f"{text}\n\n{self.words['left-out']}: {', '.join(told)}."
            if self.count(noted) <= self._budget:
                best, low = noted, middle + 1
            else:
                high = middle - 1
        return best

    def _named(self, item: LeftOut) -> str:
        part = f" ({self.words[item.part]})" if item.part in ("body", "lines", "signature") else ""
        return pieces.code_span(pieces.short(item.anchor)) + part
