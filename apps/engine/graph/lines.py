"""On which line of a statement a name stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from apps.engine.facts import Place

_STATEMENT = 8  # lines over which a call or import that starts on a line may run
_IMPORT = 40  # lines of the longest import


class Lines:
    """Lines of texts, split once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._split: dict[str, Sequence[str]] = {}

    def of(self, path: str) -> Sequence[str]:
        """The lines of a file, none where its text is not known."""
        lines = self._split.get(path)
        if lines is None:
            lines = self._split[path] = self._texts[path].split("\n") if path in self._texts else ()
        return lines

    def naming(self, path: str, first: int, name: str, last: int = 0) -> Place | None:
        """The first line from `first` on, within one statement and up to `last`, that holds `name`; None if none does.

        Where the text is not known it is the line `first`.
        """
        lines = self.of(path)
        if not lines:
            return Place(path, first, first)
        wanted = re.compile(rf"(?<![\w$]){re.escape(name.partition('#')[0])}(?![\w$])")
        for number in range(first, min(len(lines), first + _STATEMENT, last or len(lines)) + 1):
            if wanted.search(lines[number - 1]):
                return Place(path, number, number)
        return None

    def holding(self, path: str, text: str) -> Place | None:
        """The first line of a file that holds a text."""
        for number, line in enumerate(self.of(path), 1):
            if text in line:
                return Place(path, number, number)
        return None

    def importing(self, path: str, first: int) -> Place:
        """The lines of an import that starts on `first`: of a script's, as far as the line that says from where."""
        lines = self.of(path)
        if path.endswith((".py", ".pyi")):
            return Place(path, first, first)
        for number in range(first, min(len(lines), first + _IMPORT) + 1):
            if "'" in lines[number - 1] or '"' in lines[number - 1]:
                return Place(path, first, number)
        return Place(path, first, first)

    def quoting(self, path: str, text: str, within: int = 60) -> Place:
        """The lines near the start of a file on which a docstring stands, as far as its first paragraph goes."""
        paragraph = [line.strip() for line in text.strip().split("\n\n")[0].split("\n")]
        lines = self.of(path)
        for number, line in enumerate(lines[:within], 1):
            if paragraph[0] and paragraph[0] in line:
                return Place(path, number, min(number + len(paragraph) - 1, len(lines)))
        return Place(path, 1, 1)
