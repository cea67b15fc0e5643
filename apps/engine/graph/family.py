"""Classes of the repository by inheritance, as the graph's edges tell it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from apps.engine.facts import Capsule, Edge

_MOST = 400  # classes of one family looked at
_RAISES = ("raise NotImplementedError", "raise NotImplemented")
_EMPTY = frozenset({"pass", "...", "return NotImplemented"})


class Family:
    """Bases and heirs of classes: which method runs, what an exception is."""

    def __init__(self, edges: Iterable[Edge], known: Mapping[str, Capsule]) -> None:
        self._known = known
        self._bases: dict[str, list[str]] = defaultdict(list)
        self._outside: dict[str, set[str]] = defaultdict(set)
        self._heirs: dict[str, list[str]] = defaultdict(list)
        for edge in sorted(edge for edge in edges if edge.kind == "inherits"):
            if edge.is_external:
                self._outside[edge.source].add(edge.target)
            else:
                self._bases[edge.source].append(edge.target)
                self._heirs[edge.target].append(edge.source)
        for symbol, found in self._bases.items():
            capsule = known.get(symbol)
            written = [name.rpartition(".")[2] for name in capsule.bases] if capsule is not None else []
            found.sort(key=lambda base: (_position(written, base), base))

    def method(self, symbol: str, name: str) -> str:
        """The symbol of a method of a class, inherited ones too; "" if no class of the repository has it."""
        for found in self._up(symbol):
            if f"{found}.{name}" in self._known:
                return f"{found}.{name}"
        return ""

    def is_exception(self, symbol: str) -> bool:
        """Whether a class is an exception: by its name or by a base outside."""
        for found in self._up(symbol):
            names = [found.rpartition("#")[2], *self._outside.get(found, ())]
            if any(name.rpartition(".")[2].endswith(("Error", "Exception")) for name in names):
                return True
        return False

    def implementation(self, symbol: str) -> tuple[str, int]:
        """The method that runs where `symbol` is called, and how many could.

        An abstract or empty method gives way to the one method that takes its place; with several it stands, with their number.
        """
        capsule = self._known.get(symbol)
        if capsule is None or capsule.kind != "method" or not _is_open(capsule):
            return symbol, 0
        owner, _, name = symbol.rpartition(".")
        found = sorted({f"{heir}.{name}" for heir in self._down(owner) if f"{heir}.{name}" in self._known})
        real = [other for other in found if not _is_open(self._known[other])]
        if len(real) == 1:
            return real[0], 0
        return symbol, len(real)

    def _up(self, symbol: str) -> list[str]:
        return _reached(symbol, self._bases)

    def _down(self, symbol: str) -> list[str]:
        return _reached(symbol, self._heirs)[1:]


def _reached(symbol: str, ways: Mapping[str, list[str]]) -> list[str]:
    """A class and those above or below it, nearest first."""
    found = {symbol: None}
    waiting = [symbol]
    while waiting and len(found) < _MOST:
        for other in ways.get(waiting.pop(0), ()):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)


def _position(written: list[str], base: str) -> int:
    name = base.rpartition("#")[2].rpartition(".")[2]
    return written.index(name) if name in written else len(written)


def _is_open(capsule: Capsule) -> bool:
    """Whether a method leaves its work to others: abstract, empty, or it only raises that it is not implemented."""
    if "abstract" in capsule.properties:
        return True
    if capsule.complexity > 1:
        return False
    lines = [line.strip() for line in capsule.body.split("\n")[max(capsule.line - capsule.start_line, 0) :]]
    lines = [line for line in lines if line and not line.startswith(("#", "//"))]
    head = next((at for at, line in enumerate(lines) if line.endswith((":", "{"))), -1)
    if head < 0:
        return len(lines) == 1 and lines[0].endswith((": ...", ": pass", "{}"))
    rest = _without_docstring(lines[head + 1 :])
    rest = [line for line in rest if line not in ("}", "};")]
    return all(line in _EMPTY for line in rest) or rest[0].startswith(_RAISES)


def _without_docstring(lines: list[str]) -> list[str]:
    quotes = next((mark for mark in ('"""', "'''") if lines and lines[0].lstrip("rRuU").startswith(mark)), "")
    if not quotes:
        return lines[1:] if lines and lines[0][:1] in ("'", '"') else lines
    if lines[0].count(quotes) > 1:
        return lines[1:]
    end = next((at for at, line in enumerate(lines[1:], 1) if quotes in line), len(lines))
    return lines[end + 1 :]
