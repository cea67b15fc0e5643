"""A tree-sitter grammar with our query for it, and the list of nodes the query finds in a tree.

The query names nodes in role.kind words (``definition.function``, ``reference.call``, ``branch.if``).  The engine of the query
visits the tree in C and without recursion; what follows in Python handles a flat list in source order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, QueryError, Range, Tree

Found = tuple[str, Node]
Span = tuple[int, int]  # bytes from and up to
Located = tuple[int, int, str, Node]  # order, start byte, word, node
_PLACE = itemgetter(0)
_ERROR = 0xFFFF  # the kind of nodes that hold what fits no rule
_LONGEST = 1 << 32  # bytes; tree-sitter counts them in 32 bits
# Nodes nested deeper than this are not looked at: the engine of the query costs time by depth at every node.
DEPTH = 1000


@dataclass(slots=True)
class Grammar:
    """`problem` is "" or one sentence saying why the language cannot be used."""

    name: str
    language: Language | None
    query: Query | None
    problem: str = ""
    kinds: dict[int, str] = field(default_factory=dict, repr=False)  # of nodes, by `Node.kind_id`
    _parser: Parser | None = field(default=None, repr=False)

    def parse(self, data: bytes) -> Tree:
        """The tree of a file; raises ValueError where the language is disabled."""
        if self.language is None or self.query is None:
            raise ValueError(self.problem)
        if self._parser is None:
            self._parser = Parser(self.language)
        return self._parser.parse(data)

    def parse_part(self, data: bytes, span: Span) -> Tree:
        """The tree of a part of a file, whose nodes stand where they stand in the file."""
        start, end = span
        first, last = (
            Point(data.count(b"\n", 0, at), at - data.rfind(b"\n", 0, at) - 1) for at in (start, end)
        )  # fmt: skip
        return Parser(self.language, included_ranges=[Range(first, last, start, end)]).parse(data)

    def find(self, tree: Tree, pieces: Sequence[tuple[Span, Tree]] = ()) -> Iterator[Found]:
        """Captured nodes in source order, outer before inner; one node may come under several words.

        What stands in one of the `pieces` comes from the tree of that piece.
        """
        found = self.located(tree.root_node)
        for (start, end), part in pieces:
            found = [item for item in found if not (start <= item[1] and item[3].end_byte <= end)]
            found += self.located(part.root_node)
        if pieces:
            found.sort(key=_PLACE)
        for _, _, word, node in found:
            yield word, node

    def located(self, node: Node, depth: int = 0, end: int | None = None) -> list[Located]:
        """What the query finds in a node that is `depth` below the root, up to the byte `end`, with the byte each starts at."""
        if self.query is None:
            raise ValueError(self.problem)
        found: list[Located] = []
        cursor = QueryCursor(self.query)
        cursor.set_max_start_depth(max(DEPTH - depth, 0))
        if end is not None:
            cursor.set_byte_range(node.start_byte, end)
        for word, nodes in sorted(cursor.captures(node).items()):
            # One number orders by start, then the longer first; nodes of the same span stay in the order of the words.
            found += [((start := node.start_byte) * _LONGEST - node.end_byte, start, word, node) for node in nodes]
        found.sort(key=_PLACE)
        return found


def load(name: str, pointer: object, query: str, words: frozenset[str]) -> Grammar:
    """Compile `query` for a grammar.  `words` are the captures its module handles: each must occur, and no other.

    Never raises for a broken grammar or query: the problem is in the result.
    """
    try:
        language = Language(pointer)
        compiled = Query(language, query)
    except (QueryError, ValueError, TypeError) as error:
        return Grammar(name, None, None, f"{name} is not analysed: its syntax query does not fit the grammar ({error}).")
    present = {compiled.capture_name(index) for index in range(compiled.capture_count)}
    if present != words:
        odd = ", ".join(sorted(present ^ words))
        return Grammar(name, language, None, f"{name} is not analysed: its query and its module disagree on {odd}.")
    kinds = {number: language.node_kind_for_id(number) or "" for number in range(language.node_kind_count)}
    kinds[_ERROR] = "ERROR"
    return Grammar(name, language, compiled, kinds=kinds)
